"""Writing cards: any number at once, so that two of them may swap codes or collector numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlmodel import SQLModel

from carddb import models
from carddb.catalog.read import read_cards
from carddb.edit import history
from carddb.edit.cards import CardRows, card_rows, new_uid
from carddb.edit.convert import card_document
from carddb.edit.documents import CardDocument
from carddb.edit.index_writer import IndexWriter
from carddb.edit.lexicon import Lexicon
from carddb.edit.problems import EditError, enumerate_names, nearest, problem
from carddb.edit.store import FEW, table_of
from carddb.edit.words import Words
from carddb.rules import Finding

CHILDREN: tuple[type[SQLModel], ...] = (
    models.CardAffinity,
    models.CardRole,
    models.CardFlag,
    models.CardStat,
    models.CardText,
    models.CardKeyword,
    models.CardUse,
    models.CardLink,
    models.Printing,
)


@dataclass(slots=True)
class _Saved:
    """A card on its way into the database; ``before`` and ``card_id`` are None for a new one."""

    document: CardDocument
    rows: CardRows
    card_id: int | None = None
    before: CardDocument | None = None


class CardWriter(IndexWriter):
    """The ways to change cards."""

    def create_cards(self, ruleset: str, documents: Sequence[CardDocument], note: str = "") -> list[int]:
        """Add cards in one go, in order, after those that are there. Returns: their ids."""
        return self.save_cards(ruleset, new=documents, note=note)

    def update_card(self, card_id: int, document: CardDocument, version: int, note: str = "") -> int:
        """Change a card that was read at ``version``. Returns: its new version; the old one if nothing differs."""
        row = self.locked(models.Card, [card_id], "card")[card_id]
        ruleset = self.ruleset_code(row.ruleset_id)
        self.save_cards(ruleset, changed=[(card_id, document, version)], note=note)
        stored = table_of(models.Card)
        return int(self.execute(select(stored.c.version).where(stored.c.id == card_id)).scalar_one())

    def delete_card(self, card_id: int, version: int, note: str = "") -> None:
        """Remove a card that was read at ``version``; one that a deck or another card uses is refused."""
        row = self.locked(models.Card, [card_id], "card")[card_id]
        self.save_cards(self.ruleset_code(row.ruleset_id), removed=[(card_id, version)], note=note)

    def save_cards(
        self,
        ruleset: str,
        *,
        new: Sequence[CardDocument] = (),
        changed: Sequence[tuple[int, CardDocument, int]] = (),
        removed: Sequence[tuple[int, int]] = (),
        note: str = "",
    ) -> list[int]:
        """Add, change and remove cards of a ruleset together; clashes are judged by what comes out at the end.

        Args:
            ruleset: its code.
            new: cards to add, in order, after those that are there.
            changed: (id, document, version it was read at); one that differs in nothing is left alone.
            removed: (id, version it was read at).
            note: the note of the revisions.

        Returns: the ids of the new cards.
        Raises: Conflict; EditError with all problems; LookupError when a card is gone.
        """
        words = self.words(ruleset)
        given = {i: version for i, _, version in changed} | dict(removed)
        stored = self._stored(words, given)
        changed_to = [(i, words.in_order(_with_uids(_keep_uids(x, stored[i])))) for i, x, _ in changed]
        changed_to = [(i, document) for i, document in changed_to if document != stored[i]]
        created = [words.in_order(_with_uids(document)) for document in new]
        held = self.lexicon(ruleset)
        touched = self.names_changed(
            ruleset,
            before=[stored[i].name for i in (*(i for i, _ in changed_to), *(i for i, _ in removed))],
            after=[document.name for document in (*created, *(document for _, document in changed_to))],
        )
        lexicon = self.lexicon(ruleset)
        bad: list[Finding] = []
        saved = [_Saved(document, _rows(document, words, lexicon, bad)) for document in created]
        saved += [_Saved(x, _rows(x, words, lexicon, bad), i, stored[i]) for i, x in changed_to]
        gone = [i for i, _ in removed]
        bad += self._clashes(words, saved, gone)
        bad += self._users(words, gone, {s.card_id for s in saved})
        if bad:
            self.hold_lexicon(ruleset, held)
            raise EditError(bad)
        ids = self._write(words, saved, gone)
        self.remember(words.ruleset_id, "card", _changes(saved, ids, gone, stored), note)
        self.rederive_naming(ruleset, touched, but={*ids, *gone})
        return ids[: len(new)]

    def _stored(self, words: Words, given: Mapping[int, int]) -> dict[int, CardDocument]:
        """Return the stored cards by id, locked. Raises: Conflict when one is not at its given version."""
        if not given:
            return {}
        rows = self.locked(models.Card, given, "card")
        cards = read_cards(self.session, words.ruleset_id, list(given))
        stored = {card.id: card_document(card) for card in cards}
        for card_id, version in given.items():
            current = stored[card_id]
            self.compare_version("card", current.name, rows[card_id].version, version, current)
        return stored

    def _clashes(self, words: Words, saved: Sequence[_Saved], gone: Collection[int]) -> list[Finding]:
        leaving = {s.card_id for s in saved if s.card_id} | set(gone)
        cards = [s.document for s in saved]
        bad = self.code_clashes(models.Card, words.ruleset_id, [c.code for c in cards], "card", leaving)
        bad += self.uid_clashes(models.Card, [(c.uid, c.code) for c in cards], "card", leaving)
        printings = [(p.uid, c.code) for c in cards for p in c.printings]
        bad += self.uid_clashes(models.Printing, printings, "printing", leaving)
        bad += self._number_clashes(words, cards, leaving)
        return bad + self._dangling_links(words, saved, gone)

    def _number_clashes(
        self, words: Words, documents: Sequence[CardDocument], leaving: Collection[int]
    ) -> list[Finding]:
        printing, card = table_of(models.Printing), table_of(models.Card)
        numbers = [p.number for document in documents for p in document.printings]
        if not numbers:
            return []
        query = select(printing.c.card_set_id, printing.c.number, printing.c.card_id, card.c.name).join(
            card, card.c.id == printing.c.card_id
        )
        query = query.where(printing.c.card_set_id.in_(words.card_set.values()))
        if len(numbers) <= FEW:
            query = query.where(printing.c.number.in_(numbers))
        set_codes = {i: code for code, i in words.card_set.items()}
        taken = {
            (set_codes[row.card_set_id], row.number): (-1, row.name)
            for row in self.execute(query)
            if row.card_id not in leaving
        }
        bad = []
        for place, document in enumerate(documents):
            for index, p in enumerate(document.printings):
                owner, name = taken.setdefault((p.card_set, p.number), (place, document.name))
                if owner != place:
                    message = f"Number {p.number} of set {p.card_set!r} already belongs to {name!r}."
                    bad.append(problem(f"printings[{index + 1}].number", message, code=document.code))
        return bad

    def _dangling_links(self, words: Words, saved: Sequence[_Saved], gone: Collection[int]) -> list[Finding]:
        targets = {link.to for s in saved for link in s.document.links}
        if not targets:
            return []
        leaving = {s.card_id for s in saved} | set(gone)
        known = {c for c, i in self.ids_by_code(models.Card, words.ruleset_id, targets).items() if i not in leaving}
        known |= {s.document.code for s in saved}
        return [
            problem(
                f"links[{index + 1}].to",
                f"It links to {link.to!r}, which is no card.",
                code=s.document.code,
                hint=nearest(link.to, self.ids_by_code(models.Card, words.ruleset_id)),
            )
            for s in saved
            for index, link in enumerate(s.document.links)
            if link.to not in known
        ]

    def _users(self, words: Words, gone: Sequence[int], saved: Collection[int | None]) -> list[Finding]:
        """Return a finding for each card to be removed that a deck or another card still uses."""
        if not gone:
            return []
        deck, entry, link, card = (table_of(m) for m in (models.Deck, models.DeckEntry, models.CardLink, models.Card))
        using_decks = (
            select(entry.c.card_id, deck.c.name)
            .join(entry, entry.c.deck_id == deck.c.id)
            .where(deck.c.ruleset_id == words.ruleset_id)
            .order_by(deck.c.position, deck.c.id)
        )
        using_cards = (
            select(link.c.target_id, card.c.name, card.c.id)
            .join(link, link.c.card_id == card.c.id)
            .where(card.c.ruleset_id == words.ruleset_id)
            .order_by(card.c.position, card.c.id)
        )
        if len(gone) <= FEW:
            using_decks = using_decks.where(entry.c.card_id.in_(gone))
            using_cards = using_cards.where(link.c.target_id.in_(gone))
        leaving = {*gone, *saved}
        users: dict[int, list[str]] = defaultdict(list)
        for card_id, name in self.execute(using_decks):
            users[card_id].append(f"the deck {name}")
        for card_id, name, user_id in self.execute(using_cards):
            if user_id not in leaving:
                users[card_id].append(f"the card {name}")
        named = self.locked(models.Card, [i for i in gone if i in users], "card")
        return [
            problem(
                "",
                f"{row.name} cannot be deleted: it is used by {enumerate_names(users[i])}.",
                code=row.code,
                hint="Take it out there first.",
            )
            for i, row in named.items()
        ]

    def _write(self, words: Words, saved: Sequence[_Saved], gone: Sequence[int]) -> list[int]:
        """Write cards that nothing is wrong with. Returns: the id of each saved card."""
        old = [s.card_id for s in saved if s.card_id]
        for table in CHILDREN:
            self.delete(table, "card_id", [*old, *gone])
        self.delete(models.Card, "id", gone)
        moving = [s.card_id for s in saved if s.card_id and s.before and s.before.code != s.document.code]
        self.change(models.Card, [(i, {"code": f"~{i}"}) for i in moving])
        self.change(
            models.Card,
            [(s.card_id, {**s.rows.columns, "version": s.document.version + 1}) for s in saved if s.card_id],
        )
        fresh = [s for s in saved if not s.card_id]
        start = self.next_position(models.Card, words.ruleset_id) if fresh else 0
        self.insert(
            models.Card,
            [
                {
                    **s.rows.columns,
                    "uid": s.document.uid,
                    "ruleset_id": words.ruleset_id,
                    "position": start + i,
                    "version": s.document.version,
                }
                for i, s in enumerate(fresh)
            ],
        )
        targets = {link.to for s in saved for link in s.document.links}
        known = self.ids_by_code(models.Card, words.ruleset_id, targets | {s.document.code for s in fresh})
        ids = [s.card_id or known[s.document.code] for s in saved]
        by_table: dict[type[SQLModel], list[dict[str, Any]]] = defaultdict(list)
        for s, card_id in zip(saved, ids, strict=True):
            base = {"ruleset_id": words.ruleset_id, "card_id": card_id, "version": 1}
            for table, children in s.rows.children.items():
                by_table[table] += [{**child, **base} for child in children]
            links = [{"kind": link.kind, "target_id": known[link.to], **base} for link in s.document.links]
            by_table[models.CardLink] += links
        for table, rows in by_table.items():
            self.insert(table, rows)
        return ids


def _rows(document: CardDocument, words: Words, lexicon: Lexicon, bad: list[Finding]) -> CardRows:
    rows, problems = card_rows(document, words, lexicon)
    bad += problems
    return rows


def _changes(
    saved: Sequence[_Saved], ids: Sequence[int], gone: Sequence[int], stored: Mapping[int, CardDocument]
) -> list[history.Change]:
    changes = []
    for s, card_id in zip(saved, ids, strict=True):
        if s.before is None:
            changes.append(history.created(card_id, s.document, version=s.document.version))
        else:
            after = s.document.model_copy(update={"version": s.document.version + 1})
            changes.append(history.updated(card_id, s.before, after, s.document.version))
    return changes + [history.deleted(i, stored[i], stored[i].version) for i in gone]


def _with_uids(document: CardDocument) -> CardDocument:
    """Return the document with an identity for the card and each printing that has none."""
    printings = [p if p.uid else p.model_copy(update={"uid": new_uid()}) for p in document.printings]
    return document.model_copy(update={"uid": document.uid or new_uid(), "printings": printings})


def _keep_uids(document: CardDocument, current: CardDocument) -> CardDocument:
    """Return the document with version and identity of the stored card, and of its printings where they match.

    A printing without a uid is the stored one with the same set and number; else, if their count is the same,
    the one at its place, unless another printing of the document already is that one.
    """
    stored = {(p.card_set, p.number): p.uid for p in current.printings}
    uids = [p.uid or stored.get((p.card_set, p.number), "") for p in document.printings]
    if len(uids) == len(current.printings):
        for index, printing in enumerate(current.printings):
            if not uids[index] and printing.uid not in uids:
                uids[index] = printing.uid
    printings = [p.model_copy(update={"uid": uid}) for p, uid in zip(document.printings, uids, strict=True)]
    kept = {"uid": current.uid, "version": current.version, "printings": printings}
    return document.model_copy(update=kept)
