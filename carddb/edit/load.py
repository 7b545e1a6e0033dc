"""A whole ruleset document into the database: adds what is new, changes what differs, keeps what it does not name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import select

from carddb import models
from carddb.catalog import Catalog
from carddb.catalog.read import list_rulesets, read_catalog
from carddb.edit import documents as d
from carddb.edit.convert import card_document, catalog_document, deck_document
from carddb.edit.problems import EditError, problem
from carddb.edit.references import document_problems
from carddb.edit.registry import NOUNS
from carddb.edit.write import Editor
from carddb.memory import building

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(slots=True)
class LoadReport:
    """What a load did, or would do: entries as "kind code"."""

    ruleset: str
    created: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)

    @property
    def is_change(self) -> bool:
        """Return whether anything was written."""
        return bool(self.created or self.updated or self.deleted)


@building()
def load_document(
    editor: Editor,
    document: d.CatalogDocument,
    *,
    prune: bool = False,
    note: str = "loaded from a data folder",
    progress: Progress | None = None,
) -> LoadReport:
    """Bring a ruleset to what a document says.

    Args:
        editor: the open editor; its transaction makes the load all or nothing.
        document: the whole ruleset.
        prune: delete what the document does not name; otherwise it stays and is reported as kept.
        note: the note of the revisions.
        progress: told about each step.

    Returns: what was done. Entries are matched by uid where both sides have one, else by code.
    Raises: EditError with all problems; nothing is written then.
    """
    bad = document_problems(document)
    if bad:
        raise EditError(bad)
    return _Load(editor, document, prune, note, progress or (lambda *_: None)).run()


class _Load:
    def __init__(
        self, editor: Editor, document: d.CatalogDocument, prune: bool, note: str, progress: Progress
    ) -> None:
        self.editor = editor
        self.document = document
        self.code = document.ruleset.code
        self.prune = prune
        self.note = note
        self.progress = progress
        self.report = LoadReport(self.code)

    def run(self) -> LoadReport:
        is_new = self.code not in list_rulesets(self.editor.session)
        with self.editor.putting_off():
            if is_new:
                self.editor.create_ruleset(self.document.ruleset, self.note)
                self.report.created.append(f"ruleset {self.code}")
            else:
                self.editor.hold_ruleset(self.code)
            stored = catalog_document(read_catalog(self.editor.session, self.code, cards=(), decks=False))
            self._ruleset_head(stored.ruleset)
            steps = len(NOUNS) + 2
            for step, (kind, noun) in enumerate(NOUNS.items()):
                self.progress(f"{self.code}: {noun.plural.replace('_', ' ')}", step, steps)
                self._rows(kind, getattr(stored, noun.plural), getattr(self.document, noun.plural))
            catalog = read_catalog(self.editor.session, self.code)
            self.progress(f"{self.code}: cards", steps - 2, steps)
            gone_decks = self._free_gone_cards(catalog)
            self._cards(catalog)
            self.progress(f"{self.code}: decks", steps - 1, steps)
            self._decks(catalog, gone_decks)
            for kind in reversed(list(NOUNS)) if self.prune else ():
                if kind != "keyword":
                    self._prune_rows(kind)
        self.progress(f"{self.code}: done", steps, steps)
        self._loose_ends()
        return self.report

    def _ruleset_head(self, stored: d.RulesetDocument) -> None:
        given = self.document.ruleset
        if given.uid and given.uid != stored.uid:
            message = f"The database has another ruleset {self.code!r}: its uid is {stored.uid}, not {given.uid}."
            hint = "Give one of the two another code, or leave uid out of the file to overwrite the stored one."
            raise EditError([problem("uid", message, kind="ruleset", code=self.code, hint=hint)])
        if given.model_copy(update={"uid": stored.uid}) != stored:
            row = self._stored_row(models.Ruleset, code=self.code)
            self.editor.update_ruleset(row.id, given, row.version, self.note)
            self.report.updated.append(f"ruleset {self.code}")

    def _stored_row(self, model: Any, **where: Any) -> Any:
        table = model.__table__
        query = select(table)
        if model is not models.Ruleset:
            query = query.where(table.c.ruleset_id == self.editor.words(self.code).ruleset_id)
        for name, value in where.items():
            query = query.where(table.c[name] == value)
        return self.editor.session.execute(query).one()

    def _versions(self, model: Any) -> dict[int, int]:
        """Return the version of each row of the ruleset by id."""
        table = model.__table__
        query = select(table.c.id, table.c.version).where(
            table.c.ruleset_id == self.editor.words(self.code).ruleset_id
        )
        return dict(self.editor.session.execute(query).all())

    def _rows(self, kind: str, stored: Sequence[Any], given: Sequence[Any]) -> None:
        noun = NOUNS[kind]
        if noun.is_per_type:
            types = list(self.editor.words(self.code).card_type)
            stored, given = _per_type(stored, types), _per_type(given, types)
        old = _matched(stored, given, noun.key)
        ids = self.editor.row_ids(noun, self.editor.words(self.code).ruleset_id) if old else {}
        versions = self._versions(noun.model) if old else {}
        new, changed = [], []
        for index, entry in enumerate(given):
            before = old.get(index)
            if before is None:
                new.append(entry)
                continue
            if kind == "card_set":
                entry = entry.model_copy(update={"uid": before.uid})
            if entry != before:
                row_id = ids[noun.key(before)]
                changed.append((row_id, entry, versions[row_id]))
                self.report.updated.append(f"{kind} {' '.join(noun.key(entry))}")
        kept = [noun.key(entry) for entry in old.values()]
        self._keep(kind, [key for key in map(noun.key, stored) if key not in kept])
        if kind == "keyword" and self.prune:
            self._prune_rows(kind)
        if changed:
            self.editor.update_rows(kind, self.code, changed, self.note)
        if new:
            self.editor.create_rows(kind, self.code, new, self.note)
            self.report.created += [f"{kind} {' '.join(noun.key(entry))}" for entry in new]
        if stored:
            self.editor.set_positions(self.code, kind, [noun.key(entry) for entry in given])

    def _keep(self, kind: str, keys: Sequence[tuple[str, ...]]) -> None:
        """Report what the document does not name."""
        report = self.report.deleted if self.prune else self.report.kept
        report.extend(f"{kind} {' '.join(key)}" for key in sorted(keys))

    def _gone(self, kind: str) -> list[list[str]]:
        """Return the keys of what is to be deleted."""
        return [entry.split(" ")[1:] for entry in self.report.deleted if entry.split(" ")[0] == kind]

    def _free_gone_cards(self, catalog: Catalog) -> list[str]:
        """Delete the decks that are to go, and take the cards that are to go out of all others.

        Returns: the keys of the deleted decks.
        """
        cards, decks = list(catalog.cards), list(catalog.decks.values())
        left = _matched(cards, self.document.cards, _code_key)
        gone = {card.code for card in cards} - {card.code for card in left.values()}
        decks_left = {deck.code for deck in _matched(decks, self.document.decks, _code_key).values()}
        self._keep("card", [(code,) for code in gone])
        self._keep("deck", [(deck.code,) for deck in decks if deck.code not in decks_left])
        if not self.prune:
            return []
        for deck in decks:
            row = self._stored_row(models.Deck, code=deck.code)
            if deck.code not in decks_left:
                self.editor.delete_deck(row.id, row.version, self.note)
            elif any(entry.card in gone for entry in deck.entries):
                document = deck_document(deck)
                fewer = {code: number for code, number in document.cards.items() if code not in gone}
                document = document.model_copy(update={"cards": fewer})
                self.editor.update_deck(row.id, document, row.version, self.note)
        return [deck.code for deck in decks if deck.code not in decks_left]

    def _cards(self, catalog: Catalog) -> None:
        words = self.editor.words(self.code)
        stored = list(catalog.cards)
        old = _matched(stored, self.document.cards, _code_key)
        new: list[d.CardDocument] = []
        changed: list[tuple[int, d.CardDocument, int]] = []
        for index, card in enumerate(self.document.cards):
            before = old.get(index)
            if before is None:
                new.append(card)
            elif not _same_card(card_document(before), words.in_order(card)):
                changed.append((before.id, card, before.version))
                self.report.updated.append(f"card {card.code}")
        self.report.created += [f"card {card.code}" for card in new]
        gone = {code for (code,) in self._gone("card")}
        removed = [(card.id, card.version) for card in stored if card.code in gone]
        self.editor.save_cards(self.code, new=new, changed=changed, removed=removed, note=self.note)
        if stored:
            self.editor.set_positions(self.code, "card", [(card.code,) for card in self.document.cards])

    def _decks(self, catalog: Catalog, deleted: Sequence[str]) -> None:
        decks = [deck for code, deck in catalog.decks.items() if code not in deleted]
        old = _matched(decks, self.document.decks, _code_key)
        ids = {code: i for (code,), i in self._deck_ids().items()}
        versions = self._versions(models.Deck)
        changed, new = [], []
        for index, deck in enumerate(self.document.decks):
            before = old.get(index)
            if before is None:
                new.append(deck)
            else:
                deck_id = ids[before.code]
                changed.append((deck_id, deck, versions[deck_id]))
        after = self.editor.update_decks(self.code, changed, self.note) if changed else []
        for (_, deck, version), now in zip(changed, after, strict=True):
            if now != version:
                self.report.updated.append(f"deck {deck.code}")
        for deck in new:
            self.editor.create_deck(self.code, deck, self.note)
            self.report.created.append(f"deck {deck.code}")
        if decks:
            self.editor.set_positions(self.code, "deck", [(deck.code,) for deck in self.document.decks])

    def _deck_ids(self) -> dict[tuple[str, ...], int]:
        ids = self.editor.ids_by_code(models.Deck, self.editor.words(self.code).ruleset_id)
        return {(code,): i for code, i in ids.items()}

    def _prune_rows(self, kind: str) -> None:
        """Delete the rows of a kind that the document does not name."""
        noun = NOUNS[kind]
        ids = self.editor.row_ids(noun, self.editor.words(self.code).ruleset_id)
        versions = self._versions(noun.model)
        for key in self._gone(kind):
            row_id = ids[tuple(key)]
            self.editor.delete_row(kind, row_id, versions[row_id], self.note)

    def _loose_ends(self) -> None:
        """Refuse a load after which kept rows would refer to nothing, or clash with new ones."""
        if not self.report.kept:
            return
        bad = document_problems(catalog_document(self.editor.words(self.code).catalog), has_cards=False)
        if bad:
            hint = "This is in the database but not in the folder: add it there, or load with --prune."
            raise EditError([replace(finding, hint=finding.hint or hint) for finding in bad])


def _code_key(entry: Any) -> tuple[str, ...]:
    return (entry.code,)


def _matched(stored: Sequence[Any], given: Sequence[Any], key: Callable[[Any], tuple[str, ...]]) -> dict[int, Any]:
    """Return the stored entry that each given one is, by the index of the given: matched by uid, else by key."""
    by_uid = {entry.uid: entry for entry in stored if getattr(entry, "uid", "")}
    found = {}
    for index, entry in enumerate(given):
        uid = getattr(entry, "uid", "")
        if uid in by_uid:
            found[index] = by_uid.pop(uid)
    taken = {id(entry) for entry in found.values()}
    by_key = {key(entry): entry for entry in stored if id(entry) not in taken}
    for index, entry in enumerate(given):
        if index not in found and key(entry) in by_key:
            found[index] = by_key[key(entry)]
    return found


def _per_type(entries: Sequence[Any], types: Sequence[str]) -> list[Any]:
    return [
        entry.model_copy(update={"types": [code]})
        for entry in entries
        for code in (types if "*" in entry.types else entry.types)
    ]


def _same_card(stored: d.CardDocument, given: d.CardDocument) -> bool:
    """Return whether a file says the same as the stored card; missing uids in the file do not count."""
    uids = [p.uid for p in stored.printings]
    if len(uids) != len(given.printings):
        return False
    printings = [p.model_copy(update={"uid": p.uid or uid}) for p, uid in zip(given.printings, uids, strict=True)]
    return stored == given.model_copy(update={"uid": stored.uid, "version": stored.version, "printings": printings})
