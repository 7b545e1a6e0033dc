"""Writing the rows of a ruleset's vocabulary and rulebook, and deriving again what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlmodel import SQLModel

from carddb import models
from carddb.edit import documents as d
from carddb.edit import history
from carddb.edit.cards import new_uid
from carddb.edit.convert import catalog_document, stat_document, text_def_document
from carddb.edit.index_writer import IndexWriter
from carddb.edit.problems import EditError, enumerate_names, nearest, problem
from carddb.edit.references import document_problems
from carddb.edit.registry import NOUNS, Noun
from carddb.edit.store import table_of
from carddb.edit.words import Words
from carddb.rules import Finding

_USERS: Mapping[str, tuple[type[SQLModel], str]] = {
    "card_type": (models.Card, "card_type_id"),
    "rarity": (models.Card, "rarity_id"),
    "stat": (models.CardStat, "stat_def_id"),
    "text": (models.CardText, "text_def_id"),
    "role": (models.CardRole, "role_id"),
    "affinity": (models.CardAffinity, "affinity_id"),
    "flag": (models.CardFlag, "flag_id"),
    "keyword": (models.CardKeyword, "keyword_id"),
    "card_set": (models.Printing, "card_set_id"),
}
"""Which rows of cards hang on a row of the vocabulary."""


class RowWriter(IndexWriter):
    """The ways to change everything that is one row of its kind (see registry.NOUNS)."""

    def create_rows(self, kind: str, ruleset: str, documents: Sequence[d.Document], note: str = "") -> None:
        """Add rows of one kind, in order, after those that are there."""
        if not documents:
            return
        noun = NOUNS[kind]
        words = self.words(ruleset)
        before = self._loose_ends(ruleset)
        columns, bad = _row_columns(noun, words, documents)
        if not noun.is_per_type:
            bad += self.code_clashes(noun.model, words.ruleset_id, [c["code"] for c in columns], kind)
        if kind == "card_set":
            bad += self.uid_clashes(noun.model, [(c["uid"], c["code"]) for c in columns], kind)
        bad += _keyword_clashes(noun, words, documents)
        if bad:
            raise EditError(bad)
        start = self.next_position(noun.model, words.ruleset_id)
        for index, column in enumerate(columns):
            column |= {"ruleset_id": words.ruleset_id, "position": start + index, "version": 1}
        self.insert(noun.model, columns)
        ids = self.row_ids(noun, words.ruleset_id)
        if kind == "keyword":
            self._write_keyword_parts(words.ruleset_id, [(ids[(x.code,)], x) for x in documents])  # type: ignore[attr-defined]
        stored = [_with_uid(x, c) for x, c in zip(_per_type(noun, words, documents), columns, strict=True)]
        changes = [history.created(ids[_row_key(noun, c)], x) for x, c in zip(stored, columns, strict=True)]
        self.remember(words.ruleset_id, kind, changes, note)
        self._vocabulary_changed(noun, ruleset, before)

    def update_row(self, kind: str, row_id: int, document: d.Document, version: int, note: str = "") -> int:
        """Change a row that was read at ``version``. Returns: its new version; the old one if nothing differs."""
        row = self.locked(NOUNS[kind].model, [row_id], kind.replace("_", " "))[row_id]
        ruleset = self.ruleset_code(row.ruleset_id)
        return self.update_rows(kind, ruleset, [(row_id, document, version)], note)[0]

    def update_rows(
        self, kind: str, ruleset: str, changed: Sequence[tuple[int, d.Document, int]], note: str = ""
    ) -> list[int]:
        """Change rows of one kind, given as (id, document, version), together; they may swap codes or names.

        Returns: their new versions.
        """
        noun = NOUNS[kind]
        rows = self.locked(noun.model, [i for i, *_ in changed], kind.replace("_", " "))
        words = self.words(ruleset)
        before = self._loose_ends(ruleset)
        stored = self._documents(noun, words)
        bad: list[Finding] = []
        pairs: list[tuple[int, Any, Any]] = []
        for row_id, document, version in changed:
            current = stored[_stored_key(noun, rows[row_id])]
            self.compare_version(kind, current.code, rows[row_id].version, version, current)
            if kind == "card_set":
                document = document.model_copy(update={"uid": rows[row_id].uid})
            if document == current:
                continue
            if noun.is_per_type and (len(document.types) != 1 or "*" in document.types):  # type: ignore[attr-defined]
                bad.append(problem("types", "Name exactly one card type here.", kind=kind, code=current.code))
                continue
            pairs.append((row_id, current, document))
        columns, wrong = _row_columns(noun, words, [after for _, _, after in pairs])
        bad += wrong
        leaving = [row_id for row_id, _, _ in pairs]
        if not bad:
            bad += self._key_clashes(noun, words, columns, leaving)
        bad += _keyword_clashes(noun, words, [x for _, _, x in pairs], leaving=leaving)
        if bad:
            raise EditError(bad)
        self._write_rows(noun, words.ruleset_id, pairs, columns, rows)
        changes = [history.updated(i, old, new, rows[i].version) for i, old, new in pairs]
        self.remember(words.ruleset_id, kind, changes, note)
        if pairs:
            self._vocabulary_changed(noun, ruleset, before)
        return [rows[i].version + (i in leaving) for i, *_ in changed]

    def _write_rows(
        self,
        noun: Noun,
        ruleset_id: int,
        pairs: Sequence[tuple[int, Any, Any]],
        columns: Sequence[dict[str, Any]],
        rows: Mapping[int, Any],
    ) -> None:
        moving = [i for i, before, after in pairs if before.code != after.code]
        self.change(noun.model, [(i, {"code": f"~{i}"}) for i in moving])
        if noun.kind == "keyword":
            self.change(noun.model, [(i, {"name": f"~{i}"}) for i, _, _ in pairs])
            for part in (models.KeywordAlias, models.KeywordArgument):
                self.delete(part, "keyword_id", [i for i, _, _ in pairs])
            self._write_keyword_parts(ruleset_id, [(i, after) for i, _, after in pairs])
        self.change(
            noun.model,
            [
                (i, {**column, "version": rows[i].version + 1})
                for (i, _, _), column in zip(pairs, columns, strict=True)
            ],
        )

    def delete_row(self, kind: str, row_id: int, version: int, note: str = "") -> None:
        """Remove a row that was read at ``version``; one that cards or other rows use is refused."""
        noun = NOUNS[kind]
        row = self.locked(noun.model, [row_id], kind.replace("_", " "))[row_id]
        ruleset = self.ruleset_code(row.ruleset_id)
        words = self.words(ruleset)
        current = self._documents(noun, words)[_stored_key(noun, row)]
        self.compare_version(kind, row.code, row.version, version, current)
        if kind == "keyword" and self._put_off is not None:
            self.delete(models.CardKeyword, "keyword_id", [row_id])
        users = self._cards_using(noun, row_id)
        if users:
            message = f"{row.code!r} cannot be deleted: it is used by {enumerate_names(users)}."
            raise EditError([problem("", message, kind=kind, code=row.code, hint="Take it out there first.")])
        before = self._loose_ends(ruleset)
        self.delete(noun.model, "id", [row_id])
        self.remember(words.ruleset_id, kind, [history.deleted(row_id, current, version)], note)
        self._vocabulary_changed(noun, ruleset, before, gone=row.code)

    def row_document(self, kind: str, row_id: int) -> Any:
        """Return the document of a stored row. Raises: LookupError when it is gone."""
        noun = NOUNS[kind]
        row = self.locked(noun.model, [row_id], kind.replace("_", " "))[row_id]
        return self._documents(noun, self.words(self.ruleset_code(row.ruleset_id)))[_stored_key(noun, row)]

    def set_positions(self, ruleset: str, kind: str, keys: Sequence[tuple[str, ...]]) -> None:
        """Put rows of one kind (or "card", "deck") into the order of their keys, those not named after them."""
        ruleset_id = self.words(ruleset).ruleset_id
        model: type[SQLModel]
        ids: dict[tuple[str, ...], int]
        if kind in ("card", "deck"):
            model = models.Card if kind == "card" else models.Deck
            ids = {(code,): i for code, i in self.ids_by_code(model, ruleset_id).items()}
        else:
            model = NOUNS[kind].model
            ids = self.row_ids(NOUNS[kind], ruleset_id)
        table = table_of(model)
        query = select(table.c.id, table.c.position).where(table.c.ruleset_id == ruleset_id)
        stored = dict(self.session.execute(query.order_by(table.c.position, table.c.id)).all())
        wanted = dict.fromkeys([*(ids[key] for key in keys if key in ids), *stored])
        moved = [(i, {"position": place}) for place, i in enumerate(wanted) if stored[i] != place]
        if moved:
            self.change(model, moved)
            self.remember(ruleset_id, "ruleset", [history.reordered(ruleset_id, ruleset)], f"order of each {kind}")
            self.forget_words(ruleset)
            if kind in NOUNS and (NOUNS[kind].rederives or kind == "text"):
                self.follow_up(("rederive", ruleset), partial(self.rederive, ruleset))

    def row_ids(self, noun: Noun, ruleset_id: int) -> dict[tuple[str, ...], int]:
        """Return ids by key; stats and text boxes are found by code and card type's code or id."""
        table = table_of(noun.model)
        if not noun.is_per_type:
            return {(code,): i for code, i in self.ids_by_code(noun.model, ruleset_id).items()}
        types = table_of(models.CardType)
        query = (
            select(table.c.code, types.c.code, types.c.id, table.c.id)
            .join(types, types.c.id == table.c.card_type_id)
            .where(table.c.ruleset_id == ruleset_id)
        )
        found: dict[tuple[str, ...], int] = {}
        for code, type_code, type_id, row_id in self.session.execute(query):
            found[code, type_code] = found[code, str(type_id)] = row_id
        return found

    def _documents(self, noun: Noun, words: Words) -> dict[tuple[str, ...], Any]:
        """Return the stored documents of a kind by key; those of stats and texts by code and card type's id."""
        catalog = words.catalog
        if noun.kind == "stat":
            return {(s.code, str(words.card_type[s.card_type])): stat_document(s) for s in catalog.stats}
        if noun.kind == "text":
            return {(t.code, str(words.card_type[t.card_type])): text_def_document(t) for t in catalog.texts}
        return {(x.code,): x for x in getattr(catalog_document(catalog), noun.plural)}

    def _key_clashes(
        self, noun: Noun, words: Words, columns: Sequence[dict[str, Any]], leaving: Sequence[int]
    ) -> list[Finding]:
        if not noun.is_per_type:
            codes = [column["code"] for column in columns]
            return self.code_clashes(noun.model, words.ruleset_id, codes, noun.kind, leaving)
        taken = {key for key, i in self.row_ids(noun, words.ruleset_id).items() if i not in leaving}
        return [
            problem("code", f"This card type already has {c['code']!r}.", kind=noun.kind, code=c["code"])
            for c in columns
            if _row_key(noun, c) in taken
        ]

    def _write_keyword_parts(self, ruleset_id: int, keywords: Sequence[tuple[int, Any]]) -> None:
        aliases, arguments = [], []
        for keyword_id, document in keywords:
            base = {"ruleset_id": ruleset_id, "keyword_id": keyword_id, "version": 1}
            aliases += [{**base, "name": name, "position": i} for i, name in enumerate(document.aliases)]
            arguments += [{**base, **a.model_dump(), "position": i} for i, a in enumerate(document.arguments)]
        self.insert(models.KeywordAlias, aliases)
        self.insert(models.KeywordArgument, arguments)

    def _vocabulary_changed(self, noun: Noun, ruleset: str, before: Sequence[Finding], gone: str = "") -> None:
        self.forget_words(ruleset)
        if noun.rederives:
            self.follow_up(("rederive", ruleset), partial(self.rederive, ruleset))
        if self._put_off is not None:
            return
        loose = [finding for finding in self._loose_ends(ruleset) if finding not in before]
        if loose and gone:
            users = list(dict.fromkeys(f"the {f.where.kind.replace('_', ' ')} {f.where.code}" for f in loose))
            message = f"{gone!r} cannot be deleted: it is used by {enumerate_names(users)}."
            loose = [problem("", message, kind=noun.kind, code=gone, hint="Take it out there first.")]
        if loose:
            raise EditError(loose)

    def _loose_ends(self, ruleset: str) -> list[Finding]:
        """Return what is wrong between the rows of the vocabulary; nothing while changes are gathered."""
        if self._put_off is not None:
            return []
        return document_problems(catalog_document(self.words(ruleset).catalog), has_cards=False)

    def _cards_using(self, noun: Noun, row_id: int) -> list[str]:
        """Return the cards that hang on a row that is to go, in words."""
        if noun.kind not in _USERS:
            return []
        model, column = _USERS[noun.kind]
        table, card = table_of(model), table_of(models.Card)
        query = select(card.c.name).where(table.c[column] == row_id).order_by(card.c.position, card.c.id)
        if model is not models.Card:
            query = query.join(table, table.c.card_id == card.c.id)
        return list(dict.fromkeys(f"the card {name}" for name in self.session.scalars(query)))


def _row_columns(
    noun: Noun, words: Words, documents: Sequence[d.Document]
) -> tuple[list[dict[str, Any]], list[Finding]]:
    bad: list[Finding] = []
    rows = []
    for document in documents:
        for code in getattr(document, "types", []):
            if code != "*" and code not in words.card_type:
                message = f"{code!r} is no card type."
                hint = nearest(code, words.card_type)
                own = str(getattr(document, "code", ""))
                bad.append(problem("types", message, kind=noun.kind, code=own, hint=hint))
    if bad:
        return [], bad
    for document in _per_type(noun, words, documents):
        columns = noun.columns(document)
        if noun.is_per_type:
            columns["card_type_id"] = words.card_type[document.types[0]]
        if noun.kind == "card_set":
            columns["uid"] = columns["uid"] or new_uid()
        rows.append(columns)
    if noun.is_per_type:
        keys = [_row_key(noun, c) for c in rows]
        for key in dict.fromkeys(key for key in keys if keys.count(key) > 1):
            bad.append(
                problem("types", f"{key[0]!r} is defined twice for one card type.", kind=noun.kind, code=key[0])
            )
    return rows, bad


def _keyword_clashes(
    noun: Noun, words: Words, documents: Sequence[d.Document], leaving: Sequence[int] = ()
) -> list[Finding]:
    """Return a finding for each keyword name that two keywords would have; case does not tell them apart."""
    if noun.kind != "keyword":
        return []
    taken = {
        name.casefold(): keyword.code
        for keyword in words.catalog.keywords.values()
        if words.keyword[keyword.code] not in leaving
        for name in (keyword.name, *keyword.aliases)
    }
    bad = []
    for document in documents:
        assert isinstance(document, d.KeywordDocument)
        for name in (document.name, *document.aliases):
            if name.casefold() in taken:
                message = f"The name {name!r} already belongs to the keyword {taken[name.casefold()]!r}."
                bad.append(problem("name", message, kind="keyword", code=document.code))
            taken[name.casefold()] = document.code
    return bad


def _per_type(noun: Noun, words: Words, documents: Sequence[d.Document]) -> list[Any]:
    """Return one document per row: stats and text boxes are stored once for each of their card types."""
    if not noun.is_per_type:
        return list(documents)
    return [
        document.model_copy(update={"types": [code]})
        for document in documents
        for code in (words.card_type if "*" in document.types else document.types)  # type: ignore[attr-defined]
    ]


def _with_uid(document: d.Document, columns: Mapping[str, Any]) -> d.Document:
    return document.model_copy(update={"uid": columns["uid"]}) if "uid" in columns else document


def _row_key(noun: Noun, columns: Mapping[str, Any]) -> tuple[str, ...]:
    return (columns["code"], str(columns["card_type_id"])) if noun.is_per_type else (columns["code"],)


def _stored_key(noun: Noun, row: Any) -> tuple[str, ...]:
    return (row.code, str(row.card_type_id)) if noun.is_per_type else (row.code,)
