"""The one read path: a ruleset's rows into a frozen Catalog, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import select
from sqlmodel import Session, SQLModel

from carddb import models
from carddb.catalog import nouns
from carddb.memory import building

T = TypeVar("T")

FEW = 500
"""Up to so many cards are asked for by their ids; for more the whole table of the ruleset is read."""


def list_rulesets(session: Session) -> list[str]:
    """Return the codes of all rulesets, in the order in which they were added."""
    return list(session.scalars(select(models.Ruleset.code).order_by(models.Ruleset.id)))  # type: ignore[call-overload]


@building()
def read_catalog(
    session: Session, ruleset: str, *, cards: Collection[int] | None = None, decks: bool = True
) -> nouns.Catalog:
    """Read a ruleset.

    Args:
        session: where to read from.
        ruleset: its code.
        cards: ids of the only cards to read; None reads all of them.
        decks: False leaves the decks out.

    Returns: the catalog; cards in the order of the ruleset, printings and everything else likewise.
    Raises: LookupError when there is no such ruleset, naming those that exist.
    """
    row = find_ruleset(session, ruleset)
    return _Reader(session, row.id).catalog(_ruleset(row), cards, decks)


def find_ruleset(session: Session, ruleset: str) -> Any:
    """Return the row of a ruleset. Raises: LookupError when there is none, naming those that exist."""
    row = session.execute(select(models.Ruleset.__table__).where(models.Ruleset.code == ruleset)).first()  # type: ignore[attr-defined, arg-type]
    if row is None:
        known = ", ".join(list_rulesets(session)) or "none yet"
        raise LookupError(f"There is no ruleset {ruleset!r}; known: {known}.")
    return row


def read_cards(session: Session, ruleset_id: int, cards: Collection[int]) -> tuple[nouns.Card, ...]:
    """Read some cards of a ruleset by their ids and nothing else, in the order of the ruleset."""
    return _Reader(session, ruleset_id).cards().read(cards)


def bound(text: nouns.Bound) -> nouns.Bound:
    """Return what a stored bound says: a number, the code of a parameter, or nothing."""
    if not isinstance(text, str):
        return text
    if not text:
        return None
    return int(text) if text.removeprefix("-").isdecimal() else text


def parameter_value(value: Any) -> nouns.ParameterValue:
    """Return a stored JSON value as a parameter's value."""
    return tuple(value) if isinstance(value, list) else value


def _ruleset(row: Any) -> nouns.Ruleset:
    return nouns.Ruleset(**{name: getattr(row, name) for name in nouns.Ruleset.__slots__})


class _Reader:
    def __init__(self, session: Session, ruleset_id: int) -> None:
        self.session = session
        self.ruleset_id = ruleset_id

    def rows(self, model: type[SQLModel], *order: str) -> Sequence[Any]:
        table = model.__table__  # type: ignore[attr-defined]
        columns = [table.c[name] for name in order or ("position", "id")]
        return self.session.execute(
            select(table).where(table.c.ruleset_id == self.ruleset_id).order_by(*columns)
        ).all()

    def plain(self, model: type[SQLModel], noun: type[T], **convert: Any) -> dict[str, T]:
        names = [name for name in noun.__slots__ if name not in convert]  # type: ignore[attr-defined]
        return {
            row.code: noun(**{n: getattr(row, n) for n in names}, **{n: f(row) for n, f in convert.items()})
            for row in self.rows(model)
        }

    def cards(self) -> _Cards:
        types = {row.id: row.code for row in self.rows(models.CardType)}
        return _Cards(self, types, self.rows(models.StatDef), self.rows(models.TextDef))

    def catalog(self, ruleset: nouns.Ruleset, cards: Collection[int] | None, decks: bool) -> nouns.Catalog:
        sections = self.plain(models.Section, nouns.Section)
        types = self.rows(models.CardType)
        type_codes = {row.id: row.code for row in types}
        stat_rows = self.rows(models.StatDef)
        text_rows = self.rows(models.TextDef)
        reader = _Cards(self, type_codes, stat_rows, text_rows)
        found = reader.read(cards)
        return nouns.Catalog(
            ruleset=ruleset,
            parameters=self.plain(
                models.Parameter,
                nouns.Parameter,
                value=lambda r: parameter_value(r.value),
                choices=lambda r: tuple(nouns.Choice(c["value"], c["text"]) for c in r.choices),
            ),
            sections=sections,
            rules=self.rules(list(sections)),
            rulings=self.plain(
                models.Ruling,
                nouns.Ruling,
                parameters=lambda r: tuple(r.parameters),
                readings=lambda r: tuple(_reading(x) for x in r.readings),
            ),
            zones=self.plain(
                models.Zone, nouns.Zone, rows=lambda r: bound(r.rows), columns=lambda r: bound(r.columns)
            ),
            phases=self.plain(models.Phase, nouns.Phase, steps=lambda r: tuple(r.steps)),
            card_types=self.plain(
                models.CardType,
                nouns.CardType,
                affinities_min=lambda r: bound(r.affinities_min),
                affinities_max=lambda r: bound(r.affinities_max),
            ),
            stats=tuple(_stat_def(row, type_codes) for row in stat_rows),
            texts=tuple(_text_def(row, type_codes) for row in text_rows),
            roles=self.plain(models.Role, nouns.Role, types=lambda r: tuple(r.types)),
            affinities=self.plain(models.Affinity, nouns.Affinity),
            rarities=self.plain(models.Rarity, nouns.Rarity),
            flags=self.plain(models.Flag, nouns.Flag, types=lambda r: tuple(r.types)),
            symbols=self.plain(models.Symbol, nouns.Symbol),
            keywords=self.keywords(),
            phrases=self.plain(models.Phrase, nouns.Phrase),
            card_sets=self.plain(models.CardSet, nouns.CardSet),
            deck_rules=tuple(
                self.plain(
                    models.DeckRule,
                    nouns.DeckRule,
                    min=lambda r: bound(r.min),
                    max=lambda r: bound(r.max),
                    options=lambda r: dict(sorted(r.options.items())),
                ).values()
            ),
            cards=found,
            decks=self.decks(reader.codes()) if decks else {},
            scenarios=self.plain(
                models.Scenario,
                nouns.Scenario,
                rules=lambda r: tuple(r.rules),
                steps=lambda r: tuple(scenario_step(x) for x in r.steps),
            ),
        )

    def rules(self, sections: Sequence[str]) -> dict[str, nouns.Rule]:
        """Return the rules in the order of the book: section by section."""
        rules = self.plain(
            models.Rule,
            nouns.Rule,
            kinds=lambda r: tuple(r.kinds),
            gaps=lambda r: tuple(r.gaps),
            parameters=lambda r: tuple(r.parameters),
        )
        place = {code: index for index, code in enumerate(sections)}
        ordered = sorted(rules.values(), key=lambda rule: place.get(rule.section, len(place)))
        return {rule.code: rule for rule in ordered}

    def keywords(self) -> dict[str, nouns.Keyword]:
        aliases: dict[int, list[str]] = defaultdict(list)
        for row in self.rows(models.KeywordAlias, "keyword_id", "position"):
            aliases[row.keyword_id].append(row.name)
        arguments: dict[int, list[nouns.KeywordArgument]] = defaultdict(list)
        for row in self.rows(models.KeywordArgument, "keyword_id", "position"):
            arguments[row.keyword_id].append(
                nouns.KeywordArgument(row.code, bound(row.min), bound(row.max), row.unit)
            )
        return self.plain(
            models.Keyword,
            nouns.Keyword,
            aliases=lambda r: tuple(aliases[r.id]),
            arguments=lambda r: tuple(arguments[r.id]),
        )

    def decks(self, card_codes: Mapping[int, str]) -> dict[str, nouns.Deck]:
        entries: dict[int, list[nouns.DeckEntry]] = defaultdict(list)
        for row in self.rows(models.DeckEntry, "deck_id", "position", "id"):
            entries[row.deck_id].append(nouns.DeckEntry(card_codes[row.card_id], row.quantity))
        return self.plain(models.Deck, nouns.Deck, entries=lambda r: tuple(entries[r.id]))


class _Cards:
    """Reads cards and their child rows, each kind in one query."""

    def __init__(
        self, reader: _Reader, type_codes: dict[int, str], stats: Iterable[Any], texts: Iterable[Any]
    ) -> None:
        self.reader = reader
        self.type_codes = type_codes
        self.stat_codes = {row.id: row.code for row in stats}
        self.text_codes = {row.id: row.code for row in texts}

    def codes(self, ids: Collection[int] | None = None) -> dict[int, str]:
        if ids is not None and not ids:
            return {}
        table = models.Card.__table__  # type: ignore[attr-defined]
        query = select(table.c.id, table.c.code).where(table.c.ruleset_id == self.reader.ruleset_id)
        if ids is not None and len(ids) <= FEW:
            query = query.where(table.c.id.in_(ids))
        return dict(self.reader.session.execute(query).all())

    def code_of(self, model: type[SQLModel]) -> dict[int, str]:
        """Return codes by id, in the order of the ruleset."""
        return {row.id: row.code for row in self.reader.rows(model)}

    def rows(self, model: type[SQLModel], ids: Collection[int] | None, *order: str) -> Iterable[Any]:
        """Return child rows of cards."""
        table = model.__table__  # type: ignore[attr-defined]
        query = select(table)
        if ids is not None and len(ids) <= FEW:
            # the sum keeps the database from walking through all cards of the ruleset
            query = query.where(table.c.card_id.in_(ids), table.c.ruleset_id + 0 == self.reader.ruleset_id)
        else:
            query = query.where(table.c.ruleset_id == self.reader.ruleset_id)
        return self.reader.session.execute(query.order_by(*(table.c[name] for name in order)))

    def words(
        self, model: type[SQLModel], column: str, ids: Collection[int] | None, codes: Mapping[int, str]
    ) -> dict[int, list[tuple[str, Any]]]:
        """Return by card child rows that each point to a word: its code and the row, in the order of the words."""
        place = {word: index for index, word in enumerate(codes)}
        rows = sorted(self.rows(model, ids), key=lambda row: place[getattr(row, column)])
        return _by_card(rows, lambda row: (codes[getattr(row, column)], row))

    def read(self, ids: Collection[int] | None) -> tuple[nouns.Card, ...]:
        if ids is not None and not ids:
            return ()
        table = models.Card.__table__  # type: ignore[attr-defined]
        query = select(table).where(table.c.ruleset_id == self.reader.ruleset_id)
        if ids is not None and len(ids) <= FEW:
            query = query.where(table.c.id.in_(ids))
        wanted = None if ids is None else set(ids)
        rows = [row for row in self.reader.session.execute(query) if wanted is None or row.id in wanted]
        rows.sort(key=lambda row: (row.position, row.id))
        affinity, role, flag = (self.code_of(m) for m in (models.Affinity, models.Role, models.Flag))
        rarity, card_set = self.code_of(models.Rarity), self.code_of(models.CardSet)
        keyword = self.code_of(models.Keyword)
        # Equal numbers, keywords and uses of several cards are one object: thousands of cards share a few hundred.
        a_stat, a_keyword, a_use = cache(nouns.StatValue), cache(nouns.CardKeyword), cache(nouns.CardUse)
        stats = self.words(models.CardStat, "stat_def_id", ids, self.stat_codes)
        texts = self.words(models.CardText, "text_def_id", ids, self.text_codes)
        affinities = self.words(models.CardAffinity, "affinity_id", ids, affinity)
        roles = self.words(models.CardRole, "role_id", ids, role)
        flags = self.words(models.CardFlag, "flag_id", ids, flag)
        keywords = _by_card(
            self.rows(models.CardKeyword, ids, "position"),
            lambda x: a_keyword(keyword[x.keyword_id], tuple(x.arguments), x.is_own),
        )
        uses = _by_card(
            self.rows(models.CardUse, ids, "position"), lambda x: a_use(x.kind, x.target, tuple(x.arguments))
        )
        links = _by_card(self.rows(models.CardLink, ids, "id"), lambda x: (x.kind, x.target_id))
        printings = _by_card(
            self.rows(models.Printing, ids, "position", "id"),
            lambda x: nouns.Printing(
                x.uid, card_set[x.card_set_id], x.number, x.flavor, x.artist, x.art, x.art_focus, x.art_crop
            ),
        )
        codes = self.codes({target for found in links.values() for _, target in found})
        return tuple(
            nouns.Card(
                id=row.id,
                uid=row.uid,
                code=row.code,
                name=row.name,
                type=self.type_codes[row.card_type_id],
                affinities=tuple(code for code, _ in affinities.get(row.id, ())),
                rarity=rarity.get(row.rarity_id, ""),
                roles=tuple(code for code, _ in roles.get(row.id, ())),
                flags=tuple(code for code, _ in flags.get(row.id, ())),
                stats={code: a_stat(x.printed, x.number) for code, x in stats.get(row.id, ())},
                rules=row.rules,
                texts={code: x.text for code, x in texts.get(row.id, ())},
                status=row.status,
                version=row.version,
                keywords=tuple(keywords.get(row.id, ())),
                links=tuple(nouns.Link(kind, codes[target]) for kind, target in links.get(row.id, ())),
                printings=tuple(printings.get(row.id, ())),
                uses=tuple(uses.get(row.id, ())),
            )
            for row in rows
        )


def _by_card(rows: Iterable[Any], make: Callable[[Any], T]) -> dict[int, list[T]]:
    """Return what is made of child rows, by the id of their card."""
    found: dict[int, list[T]] = defaultdict(list)
    for row in rows:
        found[row.card_id].append(make(row))
    return found


def _stat_def(row: Any, type_codes: Mapping[int, str]) -> nouns.StatDef:
    skip = ("card_type", "min", "max")
    plain = {name: getattr(row, name) for name in nouns.StatDef.__slots__ if name not in skip}
    return nouns.StatDef(**plain, card_type=type_codes[row.card_type_id], min=bound(row.min), max=bound(row.max))


def _text_def(row: Any, type_codes: Mapping[int, str]) -> nouns.TextDef:
    plain = {name: getattr(row, name) for name in nouns.TextDef.__slots__ if name != "card_type"}
    return nouns.TextDef(**plain, card_type=type_codes[row.card_type_id])


def _reading(value: Mapping[str, Any]) -> nouns.Reading:
    sets = {code: parameter_value(v) for code, v in sorted(value["sets"].items())}
    return nouns.Reading(value["code"], value["text"], sets)


def scenario_step(value: Mapping[str, Any]) -> nouns.ScenarioStep:
    """Return a stored step of a scenario as its noun."""
    rows = tuple(
        nouns.ScenarioRow(
            row["label"],
            tuple(nouns.ScenarioCard(c["card"], tuple(c["attached"]), c["note"], c["empty"]) for c in row["cards"]),
        )
        for row in value["rows"]
    )
    return nouns.ScenarioStep(value["text"], value["verdict"], tuple(value["rules"]), rows)
