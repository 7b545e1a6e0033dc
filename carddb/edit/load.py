"""A whole ruleset document into the database: adds what is new, changes what differs, keeps what it does not name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from carddb import models
from carddb.catalog.read import list_rulesets, read_catalog
from carddb.edit import documents as d
from carddb.edit.convert import catalog_document
from carddb.edit.problems import EditError, problem
from carddb.edit.references import document_problems
from carddb.edit.registry import NOUNS
from carddb.edit.write import Editor

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
        if is_new:
            self.editor.create_ruleset(self.document.ruleset, self.note)
            self.report.created.append(f"ruleset {self.code}")
            stored = d.CatalogDocument(ruleset=self.document.ruleset)
        else:
            stored = catalog_document(read_catalog(self.editor.session, self.code))
            self._ruleset_head(stored.ruleset)
        steps = len(NOUNS) + 2
        for step, (kind, noun) in enumerate(NOUNS.items()):
            self.progress(f"{self.code}: {noun.plural.replace('_', ' ')}", step, steps)
            self._rows(kind, getattr(stored, noun.plural), getattr(self.document, noun.plural))
        self.progress(f"{self.code}: cards", steps - 2, steps)
        self._cards(stored.cards)
        self.progress(f"{self.code}: decks", steps - 1, steps)
        self._decks(stored.decks)
        if self.prune:
            self._prune(stored)
        self.progress(f"{self.code}: done", steps, steps)
        return self.report

    def _ruleset_head(self, stored: d.RulesetDocument) -> None:
        given = self.document.ruleset
        if given.uid and stored.uid and given.uid != stored.uid:
            message = f"The database has another ruleset with the code {self.code!r} (its uid differs)."
            raise EditError([problem("uid", message, kind="ruleset", code=self.code)])
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

    def _rows(self, kind: str, stored: Sequence[Any], given: Sequence[Any]) -> None:
        noun = NOUNS[kind]
        if kind in ("stat", "text"):
            types = list(self.editor.words(self.code).card_type)
            stored, given = _per_type(stored, types), _per_type(given, types)
        old = {noun.key(entry): entry for entry in stored}
        new = [entry for entry in given if noun.key(entry) not in old]
        for entry in given:
            before = old.get(noun.key(entry))
            if before is None:
                continue
            if kind == "card_set":
                entry = entry.model_copy(update={"uid": before.uid})
            if entry != before:
                row = self._vocabulary_row(kind, entry)
                self.editor.update_row(kind, row.id, entry, row.version, self.note)
                self.report.updated.append(f"{kind} {' '.join(noun.key(entry))}")
        if new:
            self.editor.create_rows(kind, self.code, new, self.note)
            self.report.created += [f"{kind} {' '.join(noun.key(entry))}" for entry in new]
        self._keep(kind, [noun.key(entry) for entry in stored], [noun.key(entry) for entry in given])
        if old:
            self.editor.set_positions(self.code, kind, [noun.key(entry) for entry in given])

    def _vocabulary_row(self, kind: str, entry: Any) -> Any:
        model = NOUNS[kind].model
        if kind in ("stat", "text"):
            type_id = self.editor.words(self.code).card_type[entry.types[0]]
            return self._stored_row(model, code=entry.code, card_type_id=type_id)
        return self._stored_row(model, code=entry.code)

    def _keep(self, kind: str, stored: Sequence[tuple[str, ...]], given: Sequence[tuple[str, ...]]) -> None:
        gone = sorted(set(stored) - set(given))
        (self.report.deleted if self.prune else self.report.kept).extend(f"{kind} {' '.join(key)}" for key in gone)

    def _cards(self, stored: Sequence[d.CardDocument]) -> None:
        by_uid = {card.uid: card for card in stored}
        by_code = {card.code: card for card in stored}
        new: list[d.CardDocument] = []
        changed: list[tuple[d.CardDocument, d.CardDocument]] = []
        for card in self.document.cards:
            before = by_uid.get(card.uid) if card.uid else None
            before = before or by_code.get(card.code)
            if before is None:
                new.append(card)
            else:
                changed.append((before, card))
        if new:
            self.editor.create_cards(self.code, new, self.note)
            self.report.created += [f"card {card.code}" for card in new]
        for before, card in changed:
            if _same_card(before, card):
                continue
            row = self._stored_row(models.Card, uid=before.uid)
            if self.editor.update_card(row.id, card, row.version, self.note) != row.version:
                self.report.updated.append(f"card {card.code}")
        matched = {before.code for before, _ in changed}
        self._keep("card", [(c.code,) for c in stored if c.code not in matched], [])
        if stored:
            self.editor.set_positions(self.code, "card", [(card.code,) for card in self.document.cards])

    def _decks(self, stored: Sequence[d.DeckDocument]) -> None:
        by_uid = {deck.uid: deck for deck in stored}
        by_code = {deck.code: deck for deck in stored}
        matched = set()
        for deck in self.document.decks:
            before = (by_uid.get(deck.uid) if deck.uid else None) or by_code.get(deck.code)
            if before is None:
                self.editor.create_deck(self.code, deck, self.note)
                self.report.created.append(f"deck {deck.code}")
                continue
            matched.add(before.code)
            given = deck.model_copy(update={"uid": before.uid})
            if given != before or list(given.cards) != list(before.cards):
                row = self._stored_row(models.Deck, uid=before.uid)
                self.editor.update_deck(row.id, deck, row.version, self.note)
                self.report.updated.append(f"deck {deck.code}")
        self._keep("deck", [(deck.code,) for deck in stored if deck.code not in matched], [])
        if stored:
            self.editor.set_positions(self.code, "deck", [(deck.code,) for deck in self.document.decks])

    def _prune(self, stored: d.CatalogDocument) -> None:
        """Delete what the document does not name: decks first, then cards, then the words they used."""
        gone = [entry.split(" ") for entry in self.report.deleted]
        for code in (c[0] for k, *c in gone if k == "deck"):
            row = self._stored_row(models.Deck, code=code)
            self.editor.delete_deck(row.id, row.version, self.note)
        cards = [c[0] for k, *c in gone if k == "card"]
        linked = {link.to for card in stored.cards if card.code in cards for link in card.links}
        for code in sorted(cards, key=lambda c: c in linked):
            row = self._stored_row(models.Card, code=code)
            self.editor.delete_card(row.id, row.version, self.note)
        order = list(NOUNS)
        rows = sorted((x for x in gone if x[0] in NOUNS), key=lambda x: -order.index(x[0]))
        for kind, code, *card_type in rows:
            where: dict[str, Any] = {"code": code}
            if card_type:
                types = self.editor.words(self.code).card_type
                if card_type[0] not in types:
                    continue
                where["card_type_id"] = types[card_type[0]]
            row = self._stored_row(NOUNS[kind].model, **where)
            self.editor.delete_row(kind, row.id, row.version, self.note)


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
    same = given.model_copy(update={"uid": stored.uid, "version": stored.version, "printings": printings})
    unordered = ("affinities", "roles", "flags")
    return all(
        (sorted(getattr(same, name)) == sorted(getattr(stored, name)))
        if name in unordered
        else getattr(same, name) == getattr(stored, name)
        for name in d.CardDocument.model_fields
    )
