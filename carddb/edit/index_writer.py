"""What is derived from the texts of cards, and never typed: keywords, uses and the search text."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from sqlalchemy import or_, select

from carddb import models
from carddb.catalog import Card
from carddb.catalog.read import read_cards, read_catalog
from carddb.edit.cards import keyword_rows, use_rows
from carddb.edit.lexicon import Lexicon, read_lexicon, vocabulary_of
from carddb.edit.store import FEW, Store, table_of
from carddb.search import Query, where
from carddb.search.query import Text
from carddb.wording.folding import fold, search_text
from carddb.wording.names import NamesToFind

_FEW_NAMES = 50
"""More names than this are looked for in all texts, instead of asking the database for each."""


def moved_names(old: Lexicon, new: Lexicon, names: Iterable[str]) -> set[str]:
    """Return those of some names that came or went, and those that are told apart otherwise than before."""
    changed = {name for name in names if (name in old.times) != (name in new.times)}
    shaken = old.words.names.ending_in(changed) | new.words.names.ending_in(changed)
    return changed | {name for name in shaken if old.words.names.write(name) != new.words.names.write(name)}


class IndexWriter(Store):
    """The ways to derive again."""

    def lexicon(self, ruleset: str) -> Lexicon:
        """Return the words that the texts of a ruleset are read with, names of cards as saved so far."""
        catalog = self.words(ruleset).catalog
        held = self._lexicons.get(ruleset)
        lexicon = held or read_lexicon(self.session, catalog, keep=not self.has_written)
        lexicon = self._lexicons[ruleset] = lexicon.with_vocabulary(catalog)
        return lexicon

    def hold_lexicon(self, ruleset: str, lexicon: Lexicon) -> None:
        """Go back to words of before, because the cards were not written after all."""
        self._lexicons[ruleset] = lexicon

    def names_changed(self, ruleset: str, before: Iterable[str], after: Iterable[str]) -> Collection[str]:
        """Take over the names of cards that are about to be written.

        Returns: the names that mean something else in texts from now on.
        """
        old = self.lexicon(ruleset)
        new = self._lexicons[ruleset] = old.with_names(after, before)
        return moved_names(old, new, {*before, *after})

    def rederive_naming(self, ruleset: str, names: Collection[str], but: Collection[int]) -> None:
        """Compute again what is derived from the texts that hold one of the names; cards in ``but`` are done."""
        folded = {fold(name) for name in names}
        if not folded:
            return
        if len(folded) > _FEW_NAMES or "" in folded:
            naming = self._cards_naming(ruleset, names)
        else:
            naming = self.cards_saying(ruleset, folded)
        found = [i for i in naming if i not in but]
        for start in range(0, len(found), FEW):
            some = found[start : start + FEW]
            self._rederive(ruleset, read_cards(self.session, self.words(ruleset).ruleset_id, some))

    def cards_saying(self, ruleset: str, folded: Collection[str]) -> list[int]:
        """Return the ids of the cards whose texts hold one of these folded words."""
        ruleset_id, card = self.words(ruleset).ruleset_id, table_of(models.Card)
        dialect = self.session.get_bind().dialect.name
        conditions = [where(Query(n, Text("text", n)), ruleset_id, dialect=dialect) for n in sorted(folded)]
        return list(self.session.scalars(select(card.c.id).where(or_(*conditions)))) if conditions else []

    def _cards_naming(self, ruleset: str, names: Iterable[str]) -> list[int]:
        """Return the ids of the cards whose texts hold one of many names; each text is read only once."""
        ruleset_id, card, text = self.words(ruleset).ruleset_id, table_of(models.Card), table_of(models.CardText)
        wanted = NamesToFind(names)
        texts = (
            select(card.c.id, card.c.rules).where(card.c.ruleset_id == ruleset_id, card.c.rules != ""),
            select(text.c.card_id, text.c.text).where(text.c.ruleset_id == ruleset_id),
        )
        found: dict[int, None] = {}
        for query in texts:
            for card_id, said in self.session.connection().execute(query):
                if wanted.stand_in(said):
                    found[card_id] = None
        return list(found)

    def rederive(self, ruleset: str) -> None:
        """Compute again what is derived from all cards of a ruleset; texts are only read if their words changed."""
        vocabulary = vocabulary_of(self.words(ruleset).catalog)
        are_same = self._derived_from.get(ruleset) == vocabulary
        self._rederive(ruleset, read_catalog(self.session, ruleset, decks=False).cards, with_uses=not are_same)
        self._derived_from[ruleset] = vocabulary

    def _rederive(self, ruleset: str, cards: Collection[Card], *, with_uses: bool = True) -> None:
        words, lexicon = self.words(ruleset), self.lexicon(ruleset)
        codes = {i: code for code, i in words.keyword.items()}
        stale: dict[Any, list[int]] = {models.CardKeyword: [], models.CardUse: []}
        fresh: dict[Any, list[dict[str, Any]]] = {models.CardKeyword: [], models.CardUse: []}
        for card in cards:
            base = {"ruleset_id": words.ruleset_id, "card_id": card.id, "version": 1}
            keywords = keyword_rows(card.rules, card.texts.values(), words)
            has = [(codes[row["keyword_id"]], tuple(row["arguments"]), row["is_own"]) for row in keywords]
            if has != [(k.keyword, k.arguments, k.is_own) for k in card.keywords]:
                stale[models.CardKeyword].append(card.id)
                fresh[models.CardKeyword] += [{**row, **base} for row in keywords]
            if not with_uses:
                continue
            uses = use_rows(card.name, (card.rules, *card.texts.values()), lexicon.words)
            used = [(row["kind"], row["target"], tuple(row["arguments"])) for row in uses]
            if used != [(use.kind, use.code, use.arguments) for use in card.uses]:
                stale[models.CardUse].append(card.id)
                fresh[models.CardUse] += [{**row, **base} for row in uses]
        for model, ids in stale.items():
            self.delete(model, "card_id", ids)
            self.insert(model, fresh[model])
        table, catalog = table_of(models.Card), words.catalog
        query = select(table.c.id, table.c.search_text).where(table.c.ruleset_id == words.ruleset_id)
        if len(cards) <= FEW:
            query = query.where(table.c.id.in_([card.id for card in cards]))
        stored = dict(self.session.execute(query).all())
        texts = {c.id: search_text(c.name, catalog.type_line(c), c.rules, c.texts.values()) for c in cards}
        self.change(models.Card, [(i, {"search_text": text}) for i, text in texts.items() if text != stored[i]])
