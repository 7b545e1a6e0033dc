"""Giving a thing another name, and saying it in every text that names it: planned first, then done in one go."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError

from carddb import models
from carddb.catalog import Phrase
from carddb.catalog.read import read_cards
from carddb.edit import documents as d
from carddb.edit.card_writer import CardWriter
from carddb.edit.convert import card_document
from carddb.edit.index_writer import moved_names
from carddb.edit.lexicon import Lexicon
from carddb.edit.problems import EditError, validation_findings
from carddb.edit.registry import NOUNS
from carddb.edit.row_writer import RowWriter
from carddb.edit.store import table_of
from carddb.wording.folding import fold
from carddb.wording.rewrite import Renaming, renamed_text

TERM_OF = {
    "card": "card",
    "keyword": "keyword",
    "card_type": "type",
    "role": "role",
    "flag": "flag",
    "zone": "zone",
    "phase": "phase",
    "affinity": "",
}
"""The kinds of things that can be renamed, with their words in texts; texts have none for an affinity."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """A text that names the thing. field: "rules", or the code of a further text box."""

    card_id: int
    code: str
    name: str
    version: int
    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class RenamePlan:
    """What a renaming would change: the thing itself, its row of words if it has one of that name, and texts.

    keeps: texts keep the old name, because another card is still called so.
    """

    kind: str
    thing_id: int
    version: int
    before: str
    after: str
    texts: tuple[TextChange, ...]
    document: d.Document
    words: tuple[tuple[int, d.PhraseDocument, int], ...] = ()
    keeps: bool = False


class RenameWriter(CardWriter, RowWriter):
    """The way to rename things together with the texts that name them."""

    def rename_plan(self, kind: str, thing_id: int, name: str, *, plural: str = "") -> RenamePlan:
        """Return what a new name would change; nothing is written.

        Args:
            kind: a key of TERM_OF; a token is a card.
            thing_id: its id.
            name: its new name.
            plural: the new plural of a card type; made like the old one if it is left out.

        Raises: EditError when the name cannot be one; LookupError when the thing is gone; ValueError for other kinds.
        """
        if kind not in TERM_OF:
            raise ValueError(f"a {kind} cannot be renamed through texts; kinds are {', '.join(TERM_OF)}")
        if kind == "card":
            return self._card_plan(thing_id, name)
        return self._row_plan(kind, thing_id, name, plural)

    def rename(
        self, kind: str, thing_id: int, name: str, version: int, *, plural: str = "", note: str = ""
    ) -> RenamePlan:
        """Rename a thing that was read at ``version``, in every text that names it; each change is a revision.

        Returns: what was done. Raises: as rename_plan; Conflict when somebody changed the thing in between.
        """
        plan = self.rename_plan(kind, thing_id, name, plural=plural)
        ruleset = self.ruleset_code(self._row(kind, thing_id).ruleset_id)
        note = note or f"{plan.before} is now called {plan.after}"
        cards = self._changed_cards(ruleset, plan)
        if kind == "card":
            own = next((i for i, (card_id, *_) in enumerate(cards) if card_id == thing_id), None)
            if own is not None:
                document = cards.pop(own)[1]
                cards.append((thing_id, document.model_copy(update={"name": plan.document.name}), version))  # type: ignore[attr-defined]
            else:
                cards.append((thing_id, plan.document, version))  # type: ignore[arg-type]
            self.save_cards(ruleset, changed=cards, note=note)
            return plan
        with self.putting_off():
            self.update_rows(kind, ruleset, [(thing_id, plan.document, version)], note)
            self.update_rows("phrase", ruleset, plan.words, note)
            self.save_cards(ruleset, changed=cards, note=note)
        return plan

    def _card_plan(self, card_id: int, name: str) -> RenamePlan:
        row = self._row("card", card_id)
        ruleset = self.ruleset_code(row.ruleset_id)
        (card,) = read_cards(self.session, row.ruleset_id, [card_id])
        document = _with_name(card_document(card), "card", {"name": name})
        old = self.lexicon(ruleset)
        new = old.with_names([document.name], [card.name])
        keeps = card.name in new.times
        renaming = Renaming("card", "", card.name, card.name if keeps else document.name)
        said = {fold(one) for one in moved_names(old, new, (card.name, document.name)) | {card.name}}
        texts = self._texts(ruleset, renaming, (old, new), said, own=(card_id, document.name))
        return RenamePlan("card", card_id, row.version, card.name, document.name, texts, document, keeps=keeps)

    def _row_plan(self, kind: str, row_id: int, name: str, plural: str) -> RenamePlan:
        row = self._row(kind, row_id)
        ruleset = self.ruleset_code(row.ruleset_id)
        catalog = self.words(ruleset).catalog
        current = self.row_document(kind, row_id)
        names = {"name": name}
        if kind == "card_type":
            names["plural"] = plural or _like(current.name, current.plural, name)
        document = _with_name(current, kind, names)
        term = TERM_OF[kind]
        phrase = catalog.phrases.get(current.code)
        words: tuple[tuple[int, d.PhraseDocument, int], ...] = ()
        changed = catalog
        if phrase is not None and phrase.kind == term and _is_name(phrase, current.name):
            pattern = _like_pattern(phrase.pattern, document.name, names.get("plural", ""))
            changed = replace(changed, phrases={**catalog.phrases, phrase.code: replace(phrase, pattern=pattern)})
            phrase_row = self._phrase(ruleset, phrase.code)
            new_phrase = d.PhraseDocument(code=phrase.code, kind=phrase.kind, pattern=pattern, text=phrase.text)
            words = ((phrase_row.id, new_phrase, phrase_row.version),)
        plan = RenamePlan(kind, row_id, row.version, current.name, document.name, (), document, words)
        if not term:
            return plan
        nouns = getattr(changed, NOUNS[kind].plural)
        renamed: dict[str, Any] = {NOUNS[kind].plural: {**nouns, current.code: replace(nouns[current.code], **names)}}
        changed = replace(changed, **renamed)
        old = self.lexicon(ruleset)
        new = old.with_vocabulary(changed)
        spelled = (current.name,) if term == "keyword" else old.words.spelling[term, current.code]
        renaming = Renaming(term, current.code, current.name, document.name)
        texts = self._texts(ruleset, renaming, (old, new), {fold(word) for word in spelled})
        return replace(plan, texts=texts)

    def _texts(
        self,
        ruleset: str,
        renaming: Renaming,
        lexicons: tuple[Lexicon, Lexicon],
        said: set[str],
        own: tuple[int, str] = (0, ""),
    ) -> tuple[TextChange, ...]:
        """Return the texts that change; said: folded words of which each such text holds one; own: id, new name."""
        found = []
        old, new = (lexicon.words for lexicon in lexicons)
        ids = self.cards_saying(ruleset, said)
        for card in read_cards(self.session, self.words(ruleset).ruleset_id, ids):
            new_own = own[1] if card.id == own[0] else card.name
            for field, text in {"rules": card.rules, **card.texts}.items():
                after = renamed_text(text, renaming, old, new, own_name=card.name, new_own_name=new_own)
                if after != text:
                    found.append(TextChange(card.id, card.code, card.name, card.version, field, text, after))
        return tuple(found)

    def _changed_cards(self, ruleset: str, plan: RenamePlan) -> list[tuple[int, d.CardDocument, int]]:
        texts: dict[int, dict[str, str]] = {}
        for change in plan.texts:
            texts.setdefault(change.card_id, {})[change.field] = change.after
        cards = read_cards(self.session, self.words(ruleset).ruleset_id, list(texts))
        changed = []
        for card in cards:
            after = texts[card.id]
            values = {**card_document(card).model_dump(by_alias=True), "rules": after.pop("rules", card.rules)}
            document = _validated(d.CardDocument, {**values, "texts": {**card.texts, **after}}, "card")
            changed.append((card.id, document, card.version))
        return changed

    def _row(self, kind: str, thing_id: int) -> Any:
        model = models.Card if kind == "card" else NOUNS[kind].model
        return self.locked(model, [thing_id], kind.replace("_", " "))[thing_id]

    def _phrase(self, ruleset: str, code: str) -> Any:
        table = table_of(models.Phrase)
        query = table.select().where(table.c.ruleset_id == self.words(ruleset).ruleset_id, table.c.code == code)
        return self.session.execute(query).one()


def _with_name(document: Any, kind: str, names: Mapping[str, str]) -> Any:
    return _validated(type(document), {**document.model_dump(by_alias=True), **names}, kind)


def _validated(document: type[d.Document], values: Mapping[str, Any], kind: str) -> Any:
    try:
        return document.model_validate(values)
    except ValidationError as error:
        code = str(values.get("code", ""))
        raise EditError(validation_findings(error, kind=kind, code=code, model=document)) from None


def _like(name: str, plural: str, new: str) -> str:
    """Return a plural made as another was: "Wolf, Wolfs" makes "Imp" "Imps"; else the name itself."""
    return new + plural.removeprefix(name) if plural.startswith(name) else f"{new}s" if plural else ""


def _is_name(phrase: Phrase, name: str) -> bool:
    return fold(phrase.pattern.partition("|")[0]) == fold(name)


def _like_pattern(pattern: str, name: str, plural: str) -> str:
    """Return words for a new name in the case of the old ones: "creature|creatures" makes "beast|beasts"."""
    singular, bar, many = pattern.partition("|")
    plural = plural or _like(singular.casefold(), many.casefold(), name)
    words = f"{name}{bar}{plural if bar else ''}"
    return words.lower() if singular == singular.lower() else words


__all__ = ["RenamePlan", "RenameWriter", "TextChange"]
