"""The one write path: an Editor validates, compares versions, writes a change and its revision in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic import ValidationError
from sqlalchemy import Engine, bindparam, func, insert, select, update
from sqlalchemy import delete as sql_delete
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, SQLModel

from carddb import models
from carddb.catalog.read import read_catalog
from carddb.edit import documents as d
from carddb.edit.cards import CardRows, card_rows, keyword_rows, new_uid
from carddb.edit.convert import (
    card_document,
    catalog_document,
    deck_document,
    stat_document,
    text_def_document,
)
from carddb.edit.guard import write_session
from carddb.edit.problems import Conflict, EditError, nearest, problem, validation_findings
from carddb.edit.registry import NOUNS, Noun
from carddb.edit.words import Words
from carddb.rules import Finding, Where
from carddb.wording.folding import search_text

CHILDREN: tuple[type[SQLModel], ...] = (
    models.CardAffinity,
    models.CardRole,
    models.CardFlag,
    models.CardStat,
    models.CardText,
    models.CardKeyword,
    models.CardLink,
    models.Printing,
)


@contextmanager
def editing(engine: Engine, author: str) -> Iterator[Editor]:
    """Open an editor; everything done with it is written together at the end, or not at all.

    Raises: EditError with all problems; Conflict when somebody else saved in between.
    """
    try:
        with write_session(engine) as session:
            yield Editor(session, author)
    except IntegrityError as error:
        raise EditError([_integrity_finding(error)]) from error


class Editor:
    """All ways to change the catalog. Every method checks first and writes only when nothing is wrong."""

    def __init__(self, session: Session, author: str) -> None:
        self.session = session
        self.author = author
        self._words: dict[str, Words] = {}

    def words(self, ruleset: str) -> Words:
        """Return the words of a ruleset. Raises: LookupError when there is no such ruleset."""
        if ruleset not in self._words:
            self._words[ruleset] = Words(self.session, ruleset)
        return self._words[ruleset]

    # cards

    def create_cards(self, ruleset: str, documents: Sequence[d.CardDocument], note: str = "") -> list[int]:
        """Add cards in one go, in order, after those that are there. Returns: their ids."""
        words = self.words(ruleset)
        bad: list[Finding] = []
        built: list[CardRows] = []
        for document in documents:
            rows, problems = card_rows(document, words)
            bad += problems
            built.append(rows)
        bad += self._code_clashes(models.Card, words.ruleset_id, [document.code for document in documents], "card")
        bad += self._number_clashes(words, documents)
        if bad:
            raise EditError(bad)
        start = self._next_position(models.Card, words.ruleset_id)
        columns = [
            {
                **rows.columns,
                "uid": document.uid or new_uid(),
                "ruleset_id": words.ruleset_id,
                "position": start + i,
                "version": document.version,
            }
            for i, (rows, document) in enumerate(zip(built, documents, strict=True))
        ]
        self._insert(models.Card, columns)
        ids = self._ids_by_code(models.Card, words.ruleset_id, [c["code"] for c in columns])
        by_table: dict[type[SQLModel], list[dict[str, Any]]] = defaultdict(list)
        for rows, document in zip(built, documents, strict=True):
            self._gather(by_table, rows, words.ruleset_id, ids[document.code])
        by_table[models.CardLink] = self._link_rows(words.ruleset_id, built, documents, ids)
        for table, rows_of_table in by_table.items():
            self._insert(table, rows_of_table)
        self._remember(
            {
                "kind": "card",
                "thing_id": ids[document.code],
                "code": document.code,
                "ruleset_id": words.ruleset_id,
                "action": "create",
                "to_version": document.version,
                "note": note,
                "after": _stored(document, column["uid"]),
            }
            for document, column in zip(documents, columns, strict=True)
        )
        return [ids[document.code] for document in documents]

    def update_card(self, card_id: int, document: d.CardDocument, version: int, note: str = "") -> int:
        """Change a card that was read at ``version``. Returns: its new version; the old one if nothing differs."""
        row, words = self._card_row(card_id)
        current = card_document(read_catalog(self.session, words.ruleset, cards=[card_id], decks=False).cards[0])
        document = _keep_uids(document, current)
        self._compare_version("card", current.name, row.version, version, current)
        if document == current:
            return version
        rows, bad = card_rows(document, words)
        if document.code != current.code:
            bad += self._code_clashes(models.Card, words.ruleset_id, [document.code], "card")
        bad += self._number_clashes(words, [document], except_card=card_id)
        bad += self._dangling_links(words, [document])
        if bad:
            raise EditError(bad)
        self._bump(models.Card, card_id, version, rows.columns)
        for table in CHILDREN:
            self._execute(sql_delete(_table(table)).where(_table(table).c.card_id == card_id))
        by_table: dict[type[SQLModel], list[dict[str, Any]]] = defaultdict(list)
        self._gather(by_table, rows, words.ruleset_id, card_id)
        by_table[models.CardLink] = self._link_rows(words.ruleset_id, [rows], [document], {document.code: card_id})
        for table, rows_of_table in by_table.items():
            self._insert(table, rows_of_table)
        document = document.model_copy(update={"version": version + 1})
        self._remember_update("card", card_id, words.ruleset_id, document.code, version, current, document, note)
        return version + 1

    def delete_card(self, card_id: int, version: int, note: str = "") -> None:
        """Remove a card that was read at ``version``; one that a deck or another card uses is refused."""
        row, words = self._card_row(card_id)
        current = card_document(read_catalog(self.session, words.ruleset, cards=[card_id], decks=False).cards[0])
        self._compare_version("card", current.name, row.version, version, current)
        users = self._names_of_users(card_id)
        if users:
            message = f"{current.name} cannot be deleted: it is used by {', '.join(users)}. Take it out there first."
            raise EditError([problem("", message, code=current.code)])
        self._execute(sql_delete(_table(models.Card)).where(_table(models.Card).c.id == card_id))
        self._remember_delete("card", card_id, words.ruleset_id, current.code, version, current, note)

    # decks

    def create_deck(self, ruleset: str, document: d.DeckDocument, note: str = "") -> int:
        """Add a deck. Returns: its id."""
        words = self.words(ruleset)
        entries, bad = self._entries(words, document)
        bad += self._code_clashes(models.Deck, words.ruleset_id, [document.code], "deck")
        if bad:
            raise EditError(bad)
        columns = document.model_dump(include={"code", "name", "style", "text"})
        uid = document.uid or new_uid()
        position = self._next_position(models.Deck, words.ruleset_id)
        self._insert(
            models.Deck,
            [{**columns, "uid": uid, "ruleset_id": words.ruleset_id, "position": position, "version": 1}],
        )
        deck_id = self._ids_by_code(models.Deck, words.ruleset_id, [document.code])[document.code]
        self._insert(models.DeckEntry, [{**entry, "deck_id": deck_id} for entry in entries])
        after = {**document.model_dump(by_alias=True), "uid": uid}
        self._remember_create("deck", deck_id, words.ruleset_id, document.code, after, note)
        return deck_id

    def update_deck(self, deck_id: int, document: d.DeckDocument, version: int, note: str = "") -> int:
        """Change a deck that was read at ``version``. Returns: its new version."""
        row = self._row(models.Deck, deck_id, "deck")
        words = self.words(self._ruleset_code(row.ruleset_id))
        current = self._deck(words, row.code)
        document = document.model_copy(update={"uid": current.uid})
        self._compare_version("deck", current.name, row.version, version, current)
        if document == current:
            return version
        entries, bad = self._entries(words, document)
        if document.code != current.code:
            bad += self._code_clashes(models.Deck, words.ruleset_id, [document.code], "deck")
        if bad:
            raise EditError(bad)
        self._bump(models.Deck, deck_id, version, document.model_dump(include={"code", "name", "style", "text"}))
        table = _table(models.DeckEntry)
        self._execute(sql_delete(table).where(table.c.deck_id == deck_id))
        self._insert(models.DeckEntry, [{**entry, "deck_id": deck_id} for entry in entries])
        self._remember_update("deck", deck_id, words.ruleset_id, document.code, version, current, document, note)
        return version + 1

    def delete_deck(self, deck_id: int, version: int, note: str = "") -> None:
        """Remove a deck that was read at ``version``."""
        row = self._row(models.Deck, deck_id, "deck")
        words = self.words(self._ruleset_code(row.ruleset_id))
        current = self._deck(words, row.code)
        self._compare_version("deck", current.name, row.version, version, current)
        self._execute(sql_delete(_table(models.Deck)).where(_table(models.Deck).c.id == deck_id))
        self._remember_delete("deck", deck_id, words.ruleset_id, current.code, version, current, note)

    # rulesets and their rows

    def create_ruleset(self, document: d.RulesetDocument, note: str = "") -> int:
        """Add a ruleset. Returns: its id."""
        table = _table(models.Ruleset)
        if self.session.execute(select(table.c.id).where(table.c.code == document.code)).first():
            message = f"There is already a ruleset {document.code!r}; choose another code."
            raise EditError([problem("code", message, kind="ruleset", code=document.code)])
        uid = document.uid or new_uid()
        self._insert(models.Ruleset, [{**document.model_dump(), "uid": uid, "version": 1}])
        ruleset_id: int = self.session.execute(select(table.c.id).where(table.c.code == document.code)).scalar_one()
        after = {**document.model_dump(by_alias=True), "uid": uid}
        self._remember_create("ruleset", ruleset_id, ruleset_id, document.code, after, note)
        return ruleset_id

    def update_ruleset(self, ruleset_id: int, document: d.RulesetDocument, version: int, note: str = "") -> int:
        """Change the head of a ruleset that was read at ``version``. Returns: its new version."""
        row = self._row(models.Ruleset, ruleset_id, "ruleset")
        current = catalog_document(read_catalog(self.session, row.code, cards=(), decks=False)).ruleset
        document = document.model_copy(update={"uid": current.uid})
        self._compare_version("ruleset", current.name, row.version, version, current)
        if document == current:
            return version
        self._bump(models.Ruleset, ruleset_id, version, document.model_dump())
        self._words.clear()
        self._remember_update("ruleset", ruleset_id, ruleset_id, document.code, version, current, document, note)
        return version + 1

    def delete_ruleset(self, ruleset_id: int, version: int, note: str = "") -> None:
        """Remove a ruleset with everything in it; the revision keeps all of it."""
        row = self._row(models.Ruleset, ruleset_id, "ruleset")
        current = catalog_document(read_catalog(self.session, row.code))
        self._compare_version("ruleset", row.name, row.version, version, current.ruleset)
        for model in (models.Deck, models.CardLink, models.Card):
            table = _table(model)
            self._execute(sql_delete(table).where(table.c.ruleset_id == ruleset_id))
        self._execute(sql_delete(_table(models.Ruleset)).where(_table(models.Ruleset).c.id == ruleset_id))
        self._words.clear()
        self._remember_delete("ruleset", ruleset_id, ruleset_id, row.code, version, current, note)

    def create_rows(self, kind: str, ruleset: str, documents: Sequence[d.Document], note: str = "") -> None:
        """Add rows of one kind (see registry.NOUNS), in order, after those that are there."""
        if not documents:
            return
        noun = NOUNS[kind]
        words = self.words(ruleset)
        columns, bad = self._row_columns(noun, words, documents)
        if kind not in ("stat", "text"):
            bad += self._code_clashes(noun.model, words.ruleset_id, [c["code"] for c in columns], kind)
        bad += self._keyword_clashes(noun, words, documents)
        if bad:
            raise EditError(bad)
        start = self._next_position(noun.model, words.ruleset_id)
        for index, column in enumerate(columns):
            column |= {"ruleset_id": words.ruleset_id, "position": start + index, "version": 1}
        self._insert(noun.model, columns)
        ids = self._row_ids(noun, words.ruleset_id)
        if kind == "keyword":
            self._write_keyword_parts(words.ruleset_id, documents, ids)
        self._remember(
            {
                "kind": kind,
                "thing_id": ids[_row_key(noun, column)],
                "code": column["code"],
                "ruleset_id": words.ruleset_id,
                "action": "create",
                "to_version": 1,
                "note": note,
                "after": document.model_dump(by_alias=True, mode="json"),
            }
            for column, document in zip(columns, _per_type(noun, words, documents), strict=True)
        )
        self._vocabulary_changed(noun, ruleset)

    def update_row(self, kind: str, row_id: int, document: d.Document, version: int, note: str = "") -> int:
        """Change a row that was read at ``version``. Returns: its new version; the old one if nothing differs."""
        noun = NOUNS[kind]
        row = self._row(noun.model, row_id, kind)
        words = self.words(self._ruleset_code(row.ruleset_id))
        current = self.row_document(kind, row_id)
        self._compare_version(kind, current.code, row.version, version, current)
        if kind == "card_set":
            document = document.model_copy(update={"uid": row.uid})
        if document == current:
            return version
        columns, bad = self._row_columns(noun, words, [document])
        if not bad and len(columns) != 1:
            bad.append(problem("types", "exactly one card type per row", kind=kind, code=row.code))
        if kind not in ("stat", "text") and not bad and columns[0]["code"] != row.code:
            bad += self._code_clashes(noun.model, words.ruleset_id, [columns[0]["code"]], kind)
            bad += self._code_in_use(noun, words, row.code)
        bad += self._keyword_clashes(noun, words, [document], except_id=row_id)
        if bad:
            raise EditError(bad)
        self._bump(noun.model, row_id, version, columns[0])
        if kind == "keyword":
            for part in (models.KeywordAlias, models.KeywordArgument):
                self._execute(sql_delete(_table(part)).where(_table(part).c.keyword_id == row_id))
            self._write_keyword_parts(words.ruleset_id, [document], {(columns[0]["code"],): row_id})
        self._remember_update(kind, row_id, words.ruleset_id, columns[0]["code"], version, current, document, note)
        self._vocabulary_changed(noun, words.ruleset)
        return version + 1

    def delete_row(self, kind: str, row_id: int, version: int, note: str = "") -> None:
        """Remove a row that was read at ``version``; one that cards use is refused."""
        noun = NOUNS[kind]
        row = self._row(noun.model, row_id, kind)
        words = self.words(self._ruleset_code(row.ruleset_id))
        current = self.row_document(kind, row_id)
        self._compare_version(kind, row.code, row.version, version, current)
        bad = self._code_in_use(noun, words, row.code, row_id=row_id)
        if bad:
            raise EditError(bad)
        self._execute(sql_delete(_table(noun.model)).where(_table(noun.model).c.id == row_id))
        self._remember_delete(kind, row_id, words.ruleset_id, row.code, version, current, note)
        self._vocabulary_changed(noun, words.ruleset)

    def row_document(self, kind: str, row_id: int) -> Any:
        """Return the document of a stored row. Raises: LookupError when it is gone."""
        noun = NOUNS[kind]
        row = self._row(noun.model, row_id, kind)
        catalog = self.words(self._ruleset_code(row.ruleset_id)).catalog
        if kind in ("stat", "text"):
            types = {i: code for code, i in self.words(catalog.ruleset.code).card_type.items()}
            found = catalog.stats if kind == "stat" else catalog.texts
            noun_row = next(x for x in found if x.code == row.code and x.card_type == types[row.card_type_id])
            return stat_document(noun_row) if kind == "stat" else text_def_document(noun_row)  # type: ignore[arg-type]
        document = catalog_document(catalog)
        return next(x for x in getattr(document, noun.plural) if x.code == row.code)

    def set_positions(self, ruleset: str, kind: str, keys: Sequence[tuple[str, ...]]) -> None:
        """Put rows of one kind (or "card", "deck") into the order of their keys."""
        ruleset_id = self.words(ruleset).ruleset_id
        model: type[SQLModel]
        ids: dict[tuple[str, ...], int]
        if kind in ("card", "deck"):
            model = models.Card if kind == "card" else models.Deck
            ids = {(code,): i for code, i in self._ids_by_code(model, ruleset_id).items()}
        else:
            model = NOUNS[kind].model
            ids = self._row_ids(NOUNS[kind], ruleset_id)
        table = _table(model)
        stored = dict(
            self.session.execute(select(table.c.id, table.c.position).where(table.c.ruleset_id == ruleset_id)).all()
        )
        moved = [
            {"row": ids[key], "place": place}
            for place, key in enumerate(keys)
            if key in ids and stored[ids[key]] != place
        ]
        if moved:
            statement = update(table).where(table.c.id == bindparam("row")).values(position=bindparam("place"))
            self.session.connection().execute(statement, moved)
            self._words.clear()

    # helpers

    def _execute(self, statement: Any) -> Any:
        return self.session.execute(statement)

    def _insert(self, model: type[SQLModel], rows: list[dict[str, Any]]) -> None:
        if rows:
            self.session.connection().execute(insert(_table(model)), rows)

    def _gather(
        self, by_table: dict[type[SQLModel], list[dict[str, Any]]], rows: CardRows, ruleset_id: int, card_id: int
    ) -> None:
        for table, children in rows.children.items():
            extra: dict[str, Any] = {"ruleset_id": ruleset_id, "card_id": card_id, "version": 1}
            by_table[table] += [{**child, **extra} for child in children]

    def _link_rows(
        self,
        ruleset_id: int,
        built: Sequence[CardRows],
        documents: Sequence[d.CardDocument],
        ids: Mapping[str, int],
    ) -> list[dict[str, Any]]:
        targets = {to for rows in built for _, to in rows.links}
        if not targets:
            return []
        known = {**self._ids_by_code(models.Card, ruleset_id, sorted(targets)), **ids}
        bad = [
            problem("links", f"links to {to!r}, which is no card.", code=document.code, hint=nearest(to, known))
            for rows, document in zip(built, documents, strict=True)
            for _, to in rows.links
            if to not in known
        ]
        if bad:
            raise EditError(bad)
        return [
            {
                "ruleset_id": ruleset_id,
                "card_id": ids[document.code],
                "target_id": known[to],
                "kind": kind,
                "version": 1,
            }
            for rows, document in zip(built, documents, strict=True)
            for kind, to in dict.fromkeys(rows.links)
        ]

    def _dangling_links(self, words: Words, documents: Sequence[d.CardDocument]) -> list[Finding]:
        targets = sorted({link.to for document in documents for link in document.links})
        known = self._ids_by_code(models.Card, words.ruleset_id, targets) if targets else {}
        return [
            problem("links", f"links to {link.to!r}, which is no card.", code=document.code)
            for document in documents
            for link in document.links
            if link.to not in known and link.to != document.code
        ]

    def _entries(self, words: Words, document: d.DeckDocument) -> tuple[list[dict[str, Any]], list[Finding]]:
        known = self._ids_by_code(models.Card, words.ruleset_id, list(document.cards))
        bad = [
            problem(f"cards.{code}", f"{code!r} is no card of this ruleset.", kind="deck", code=document.code)
            for code in document.cards
            if code not in known
        ]
        entries = [
            {
                "ruleset_id": words.ruleset_id,
                "card_id": known[code],
                "quantity": quantity,
                "position": position,
                "version": 1,
            }
            for position, (code, quantity) in enumerate(document.cards.items())
            if code in known
        ]
        return entries, bad

    def _row_columns(
        self, noun: Noun, words: Words, documents: Sequence[d.Document]
    ) -> tuple[list[dict[str, Any]], list[Finding]]:
        bad: list[Finding] = []
        rows = []
        for document in documents:
            types = getattr(document, "types", [])
            for code in types:
                if code != "*" and code not in words.card_type:
                    message = f"types: {code!r} is no card type."
                    hint = nearest(code, words.card_type)
                    bad.append(problem("types", message, kind=noun.kind, code=_code(document), hint=hint))
        if bad:
            return [], bad
        for document in _per_type(noun, words, documents):
            columns = noun.columns(document)
            if noun.kind in ("stat", "text"):
                columns["card_type_id"] = words.card_type[document.types[0]]
            if noun.kind == "card_set":
                columns["uid"] = columns["uid"] or new_uid()
            rows.append(columns)
        return rows, bad

    def _keyword_clashes(
        self, noun: Noun, words: Words, documents: Sequence[d.Document], except_id: int | None = None
    ) -> list[Finding]:
        if noun.kind != "keyword":
            return []
        taken = {
            name: keyword.code
            for keyword in words.catalog.keywords.values()
            if words.keyword.get(keyword.code) != except_id
            for name in (keyword.name, *keyword.aliases)
        }
        bad = []
        for document in documents:
            assert isinstance(document, d.KeywordDocument)
            for name in (document.name, *document.aliases):
                if name in taken:
                    message = f"The name {name!r} already belongs to the keyword {taken[name]!r}."
                    bad.append(problem("name", message, kind="keyword", code=document.code))
                taken[name] = document.code
        return bad

    def _write_keyword_parts(
        self, ruleset_id: int, documents: Sequence[d.Document], ids: Mapping[tuple[str, ...], int]
    ) -> None:
        aliases, arguments = [], []
        for document in documents:
            assert isinstance(document, d.KeywordDocument)
            base = {"ruleset_id": ruleset_id, "keyword_id": ids[(document.code,)], "version": 1}
            aliases += [{**base, "name": name, "position": i} for i, name in enumerate(document.aliases)]
            arguments += [{**base, **a.model_dump(), "position": i} for i, a in enumerate(document.arguments)]
        self._insert(models.KeywordAlias, aliases)
        self._insert(models.KeywordArgument, arguments)

    def _vocabulary_changed(self, noun: Noun, ruleset: str) -> None:
        self._words.pop(ruleset, None)
        if noun.rederives:
            self.rederive(ruleset)

    def rederive(self, ruleset: str) -> None:
        """Compute again what is derived from the texts of a ruleset's cards: keywords and the search text."""
        words = self.words(ruleset)
        catalog = read_catalog(self.session, ruleset, decks=False)
        if not catalog.cards:
            return
        table = _table(models.CardKeyword)
        self._execute(sql_delete(table).where(table.c.ruleset_id == words.ruleset_id))
        keywords = [
            {**row, "ruleset_id": words.ruleset_id, "card_id": card.id, "version": 1}
            for card in catalog.cards
            for row in keyword_rows(card.rules, card.texts.values(), words)
        ]
        self._insert(models.CardKeyword, keywords)
        card_table = _table(models.Card)
        statement = (
            update(card_table).where(card_table.c.id == bindparam("row")).values(search_text=bindparam("text"))
        )
        texts = [
            {"row": c.id, "text": search_text(c.name, catalog.type_line(c), c.rules, c.texts.values())}
            for c in catalog.cards
        ]
        self.session.connection().execute(statement, texts)

    def _code_clashes(self, model: type[SQLModel], ruleset_id: int, codes: Sequence[str], kind: str) -> list[Finding]:
        seen: set[str] = set()
        twice = {code for code in codes if code in seen or seen.add(code)}  # type: ignore[func-returns-value]
        stored = self._ids_by_code(model, ruleset_id, codes)
        return [
            problem("code", f"The code {code!r} is already taken; choose another.", kind=kind, code=code)
            for code in dict.fromkeys(codes)
            if code in twice or code in stored
        ]

    def _number_clashes(
        self, words: Words, documents: Sequence[d.CardDocument], except_card: int | None = None
    ) -> list[Finding]:
        table = _table(models.Printing)
        set_codes = {i: code for code, i in words.card_set.items()}
        query = select(table.c.card_set_id, table.c.number, table.c.card_id).where(
            table.c.ruleset_id == words.ruleset_id
        )
        if len(documents) < 200:
            query = query.where(table.c.number.in_([p.number for x in documents for p in x.printings]))
        taken = {
            (set_codes[row.card_set_id], row.number): "another card"
            for row in self.session.execute(query)
            if row.card_id != except_card
        }
        bad = []
        for document in documents:
            for index, printing in enumerate(document.printings):
                key = (printing.card_set, printing.number)
                if key in taken:
                    message = f"Number {printing.number} of set {printing.card_set!r} belongs to {taken[key]}."
                    bad.append(problem(f"printings[{index + 1}].number", message, code=document.code))
                taken[key] = document.name
        return bad

    def _code_in_use(self, noun: Noun, words: Words, code: str, row_id: int | None = None) -> list[Finding]:
        """Return a finding when cards hang on a row that is to go (row_id) or to change its code."""
        users = _USERS.get(noun.kind)
        if users is None or row_id is None:
            return []
        model, column = users
        table = _table(model)
        query = select(func.count()).select_from(table).where(table.c[column] == row_id)
        number = self.session.execute(query).scalar_one()
        if not number:
            return []
        thing = "printing" if noun.kind == "card_set" else "card"
        message = f"{code!r} cannot be deleted: {number} {thing}{'' if number == 1 else 's'} of this ruleset use it."
        return [problem("", message, kind=noun.kind, code=code)]

    def _names_of_users(self, card_id: int) -> list[str]:
        deck, entry, link, card = (_table(m) for m in (models.Deck, models.DeckEntry, models.CardLink, models.Card))
        decks = select(deck.c.name).join(entry, entry.c.deck_id == deck.c.id).where(entry.c.card_id == card_id)
        cards = select(card.c.name).join(link, link.c.card_id == card.c.id).where(link.c.target_id == card_id)
        return [f"the deck {name}" for name in self.session.scalars(decks)] + [
            f"the card {name}" for name in self.session.scalars(cards)
        ]

    def _ids_by_code(
        self, model: type[SQLModel], ruleset_id: int, codes: Sequence[str] | None = None
    ) -> dict[str, int]:
        table = _table(model)
        query = select(table.c.code, table.c.id).where(table.c.ruleset_id == ruleset_id)
        if codes is not None and len(codes) < 500:
            query = query.where(table.c.code.in_(codes))
        return dict(self.session.execute(query).all())

    def _row_ids(self, noun: Noun, ruleset_id: int) -> dict[tuple[str, ...], int]:
        table = _table(noun.model)
        if noun.kind not in ("stat", "text"):
            return {(code,): i for code, i in self._ids_by_code(noun.model, ruleset_id).items()}
        types = _table(models.CardType)
        query = (
            select(table.c.code, types.c.code, table.c.id)
            .join(types, types.c.id == table.c.card_type_id)
            .where(table.c.ruleset_id == ruleset_id)
        )
        type_ids = self._ids_by_code(models.CardType, ruleset_id)
        found: dict[tuple[str, ...], int] = {}
        for code, type_code, row_id in self.session.execute(query):
            found[code, type_code] = row_id
            found[code, str(type_ids[type_code])] = row_id
        return found

    def _next_position(self, model: type[SQLModel], ruleset_id: int) -> int:
        table = _table(model)
        query = select(func.coalesce(func.max(table.c.position) + 1, 0)).where(table.c.ruleset_id == ruleset_id)
        return int(self.session.execute(query).scalar_one())

    def _row(self, model: type[SQLModel], row_id: int, kind: str) -> Any:
        table = _table(model)
        row = self.session.execute(select(table).where(table.c.id == row_id)).first()
        if row is None:
            raise LookupError(f"This {kind} does not exist any more.")
        return row

    def _card_row(self, card_id: int) -> tuple[Any, Words]:
        row = self._row(models.Card, card_id, "card")
        return row, self.words(self._ruleset_code(row.ruleset_id))

    def _ruleset_code(self, ruleset_id: int) -> str:
        table = _table(models.Ruleset)
        code: str = self.session.execute(select(table.c.code).where(table.c.id == ruleset_id)).scalar_one()
        return code

    def _deck(self, words: Words, code: str) -> d.DeckDocument:
        return deck_document(read_catalog(self.session, words.ruleset, cards=()).decks[code])

    def _compare_version(self, kind: str, name: str, stored: int, given: int, current: d.Document) -> None:
        if stored != given:
            raise Conflict(kind, name, stored, current.model_dump(by_alias=True, mode="json"))

    def _bump(self, model: type[SQLModel], row_id: int, version: int, columns: dict[str, Any]) -> None:
        table = _table(model)
        values = {**columns, "version": version + 1}
        statement = update(table).where(table.c.id == row_id, table.c.version == version).values(**values)
        if self._execute(statement).rowcount != 1:
            finding = problem("", "Somebody else saved this at the same moment. Load it again.", kind="row")
            raise EditError([finding])

    def _remember(self, revisions: Iterable[dict[str, Any]]) -> None:
        at = models.now()
        blank = {"from_version": None, "to_version": None, "before": None, "after": None, "note": ""}
        rows = [{**blank, "at": at, "author": self.author, **revision} for revision in revisions]
        self._insert(models.Revision, rows)

    def _remember_create(
        self, kind: str, thing_id: int, ruleset_id: int, code: str, after: dict[str, Any], note: str
    ) -> None:
        base = {"kind": kind, "thing_id": thing_id, "ruleset_id": ruleset_id, "code": code, "note": note}
        self._remember([{**base, "action": "create", "to_version": 1, "after": after}])

    def _remember_update(
        self,
        kind: str,
        thing_id: int,
        ruleset_id: int,
        code: str,
        version: int,
        before: d.Document,
        after: d.Document,
        note: str,
    ) -> None:
        self._remember(
            [
                {
                    "kind": kind,
                    "thing_id": thing_id,
                    "ruleset_id": ruleset_id,
                    "code": code,
                    "action": "update",
                    "from_version": version,
                    "to_version": version + 1,
                    "note": note,
                    "before": before.model_dump(by_alias=True, mode="json"),
                    "after": after.model_dump(by_alias=True, mode="json"),
                }
            ]
        )

    def _remember_delete(
        self, kind: str, thing_id: int, ruleset_id: int, code: str, version: int, before: d.Document, note: str
    ) -> None:
        base = {"kind": kind, "thing_id": thing_id, "ruleset_id": ruleset_id, "code": code, "note": note}
        dump = before.model_dump(by_alias=True, mode="json")
        self._remember([{**base, "action": "delete", "from_version": version, "before": dump}])


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


def parse(document: type[d.Document], values: Mapping[str, Any], kind: str) -> Any:
    """Return the document of what a form or a client sent. Raises: EditError with all problems."""
    try:
        return document.model_validate(dict(values))
    except ValidationError as error:
        code = str(values.get("code", ""))
        raise EditError(validation_findings(error, kind=kind, code=code, fields=document.model_fields)) from None


def _table(model: type[SQLModel]) -> Any:
    return model.__table__  # type: ignore[attr-defined]


def _code(document: Any) -> str:
    return str(getattr(document, "code", ""))


def _stored(document: d.CardDocument, uid: str) -> dict[str, Any]:
    return {**document.model_dump(by_alias=True, mode="json"), "uid": uid}


def _keep_uids(document: d.CardDocument, current: d.CardDocument) -> d.CardDocument:
    """Return the document with the identities of the stored card and of its printings."""
    uids = {(p.card_set, p.number): p.uid for p in current.printings}
    left = [p.uid for p in current.printings]
    printings = []
    for index, printing in enumerate(document.printings):
        same = uids.get((printing.card_set, printing.number), "")
        uid = (
            printing.uid
            or same
            or (left[index] if index < len(left) and len(left) == len(document.printings) else "")
        )
        printings.append(printing.model_copy(update={"uid": uid}))
    kept = {"uid": current.uid, "version": current.version, "printings": printings}
    return document.model_copy(update=kept)


def _per_type(noun: Noun, words: Words, documents: Sequence[d.Document]) -> list[Any]:
    """Return one document per row: stats and text boxes are stored once for each of their card types."""
    if noun.kind not in ("stat", "text"):
        return list(documents)
    rows = []
    for document in documents:
        types: list[str] = document.types  # type: ignore[attr-defined]
        for code in list(words.card_type) if "*" in types else types:
            rows.append(document.model_copy(update={"types": [code]}))
    return rows


def _row_key(noun: Noun, columns: Mapping[str, Any]) -> tuple[str, ...]:
    if noun.kind in ("stat", "text"):
        return (columns["code"], str(columns["card_type_id"]))
    return (columns["code"],)


def _integrity_finding(error: IntegrityError) -> Finding:
    text = str(error.orig)
    if "UNIQUE" in text.upper():
        message = "Another entry already has this code, number or identity; nothing was written."
    elif "FOREIGN KEY" in text.upper() or "foreign key" in text:
        message = "Something else still refers to this, or it refers to something that is gone; nothing was written."
    else:
        message = "The database refused this because a value is outside what it allows; nothing was written."
    return Finding(
        "edit.refused", "error", message, Where("database"), hint="Load the page again and repeat the change."
    )


__all__ = ["CHILDREN", "Editor", "editing", "parse"]
