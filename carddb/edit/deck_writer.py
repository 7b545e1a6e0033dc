"""Writing decks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from carddb import models
from carddb.catalog.read import read_catalog
from carddb.edit import history
from carddb.edit.cards import new_uid
from carddb.edit.convert import deck_document
from carddb.edit.documents import DeckDocument
from carddb.edit.problems import EditError, nearest, problem
from carddb.edit.store import Store
from carddb.edit.words import Words
from carddb.rules import Finding

COLUMNS = {"code", "name", "style", "text"}


class DeckWriter(Store):
    """The ways to change decks."""

    def create_deck(self, ruleset: str, document: DeckDocument, note: str = "") -> int:
        """Add a deck. Returns: its id."""
        words = self.words(ruleset)
        document = document.model_copy(update={"uid": document.uid or new_uid()})
        entries, bad = self._entries(words, [document])
        bad += self.code_clashes(models.Deck, words.ruleset_id, [document.code], "deck")
        bad += self.uid_clashes(models.Deck, [(document.uid, document.code)], "deck")
        if bad:
            raise EditError(bad)
        columns = document.model_dump(include=COLUMNS | {"uid"})
        position = self.next_position(models.Deck, words.ruleset_id)
        self.insert(models.Deck, [{**columns, "ruleset_id": words.ruleset_id, "position": position, "version": 1}])
        deck_id = self.ids_by_code(models.Deck, words.ruleset_id, [document.code])[document.code]
        self.insert(models.DeckEntry, [{**entry, "deck_id": deck_id} for entry in entries[0]])
        self.remember(words.ruleset_id, "deck", [history.created(deck_id, document)], note)
        return deck_id

    def update_deck(self, deck_id: int, document: DeckDocument, version: int, note: str = "") -> int:
        """Change a deck that was read at ``version``. Returns: its new version; the old one if nothing differs."""
        row = self.locked(models.Deck, [deck_id], "deck")[deck_id]
        return self.update_decks(self.ruleset_code(row.ruleset_id), [(deck_id, document, version)], note)[0]

    def update_decks(
        self, ruleset: str, changed: Sequence[tuple[int, DeckDocument, int]], note: str = ""
    ) -> list[int]:
        """Change decks, given as (id, document, version), together; two of them may swap codes.

        Returns: their new versions.
        """
        words = self.words(ruleset)
        rows = self.locked(models.Deck, [i for i, *_ in changed], "deck")
        stored = read_catalog(self.session, ruleset, cards=()).decks
        pairs: list[tuple[int, DeckDocument, DeckDocument]] = []
        for deck_id, document, version in changed:
            before = deck_document(stored[rows[deck_id].code])
            self.compare_version("deck", before.name, rows[deck_id].version, version, before)
            document = document.model_copy(update={"uid": before.uid})
            if document != before or list(document.cards) != list(before.cards):
                pairs.append((deck_id, before, document))
        entries, bad = self._entries(words, [after for _, _, after in pairs])
        leaving = [deck_id for deck_id, _, _ in pairs]
        codes = [after.code for _, _, after in pairs]
        bad += self.code_clashes(models.Deck, words.ruleset_id, codes, "deck", leaving)
        if bad:
            raise EditError(bad)
        self.delete(models.DeckEntry, "deck_id", leaving)
        self.change(models.Deck, [(i, {"code": f"~{i}"}) for i, before, after in pairs if before.code != after.code])
        self.change(
            models.Deck,
            [
                (i, {**after.model_dump(include=COLUMNS), "version": rows[i].version + 1})
                for i, _before, after in pairs
            ],
        )
        self.insert(
            models.DeckEntry,
            [{**entry, "deck_id": i} for i, of_deck in zip(leaving, entries, strict=True) for entry in of_deck],
        )
        changes = [history.updated(i, before, after, rows[i].version) for i, before, after in pairs]
        self.remember(words.ruleset_id, "deck", changes, note)
        return [rows[i].version + (i in leaving) for i, *_ in changed]

    def delete_deck(self, deck_id: int, version: int, note: str = "") -> None:
        """Remove a deck that was read at ``version``."""
        row = self.locked(models.Deck, [deck_id], "deck")[deck_id]
        words = self.words(self.ruleset_code(row.ruleset_id))
        current = deck_document(read_catalog(self.session, words.ruleset, cards=()).decks[row.code])
        self.compare_version("deck", current.name, row.version, version, current)
        self.delete(models.Deck, "id", [deck_id])
        self.remember(words.ruleset_id, "deck", [history.deleted(deck_id, current, version)], note)

    def _entries(
        self, words: Words, documents: Sequence[DeckDocument]
    ) -> tuple[list[list[dict[str, Any]]], list[Finding]]:
        """Return the entry rows of each deck, and what is wrong with them."""
        known = self.ids_by_code(models.Card, words.ruleset_id, {code for x in documents for code in x.cards})
        bad = [
            problem(
                f"cards.{code}",
                f"{code!r} is no card of this ruleset.",
                kind="deck",
                code=document.code,
                hint=nearest(code, self.ids_by_code(models.Card, words.ruleset_id)),
            )
            for document in documents
            for code in document.cards
            if code not in known
        ]
        base = {"ruleset_id": words.ruleset_id, "version": 1}
        entries = [
            [
                {**base, "card_id": known[code], "quantity": quantity, "position": position}
                for position, (code, quantity) in enumerate(document.cards.items())
                if code in known
            ]
            for document in documents
        ]
        return entries, bad
