"""What the tables themselves refuse, on SQLite and on PostgreSQL, whoever writes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import URL, Connection, Engine, LargeBinary, create_engine, insert, make_url, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import SQLModel

from carddb import models
from carddb.edit import documents as d
from carddb.models import base, card, deck, people, ruleset, table, vocabulary
from carddb.models.database import DatabaseError, database_url, open_engine

Row = dict[str, Any]


def add(connection: Connection, model: type[SQLModel], **values: Any) -> int:
    """Insert one row as any other program could, past everything but the database, and return its id."""
    rows = model.__table__  # type: ignore[attr-defined]
    return int(connection.execute(insert(rows).values(**values)).inserted_primary_key[0])


def world(connection: Connection, code: str) -> Row:
    """Insert a ruleset with one row of everything that a card needs; return their ids."""
    has = {"ruleset_id": add(connection, models.Ruleset, uid=code * 2, code=code, name=code, prefix="T")}
    of = {"ruleset_id": has["ruleset_id"], "code": "a", "position": 0}
    has["card_type_id"] = add(connection, models.CardType, **of, name="Creature")
    has["rarity_id"] = add(connection, models.Rarity, **of, name="Common")
    has["role_id"] = add(connection, models.Role, **of, name="Beast", types=[])
    has["affinity_id"] = add(connection, models.Affinity, **of, name="Red", color="#ff0000")
    has["flag_id"] = add(connection, models.Flag, **of, name="Legendary", types=[])
    has["keyword_id"] = add(connection, models.Keyword, **of, name="Swift")
    has["card_set_id"] = add(connection, models.CardSet, **of, uid=code * 3, name="Core")
    typed = {**of, "card_type_id": has["card_type_id"]}
    has["stat_def_id"] = add(connection, models.StatDef, **typed, name="Cost", short="C")
    has["text_def_id"] = add(connection, models.TextDef, **typed, name="Bonus", box="own")
    has["card_id"] = add(connection, models.Card, **card_values(has))
    has["deck_id"] = add(connection, models.Deck, **of, uid=code * 4, name="Rush")
    has["section_id"] = add(connection, models.Section, **of, name="Battle")
    return has


def card_values(has: Row, **values: Any) -> Row:
    plain = {
        "ruleset_id": has["ruleset_id"],
        "code": "golem",
        "uid": f"uid{has['ruleset_id']}",
        "name": "Golem",
        "name_key": "golem",
        "card_type_id": has["card_type_id"],
        "rarity_id": has["rarity_id"],
        "position": 0,
    }
    return {**plain, **values}


def printing_values(has: Row, **values: Any) -> Row:
    plain = {"uid": "p1", "number": "001", "position": 0, "flavor": "", "artist": "", "art": ""}
    return {**of_card(has, "card_set_id"), **plain, **values}


def of_card(has: Row, *more: str) -> Row:
    return {name: has[name] for name in ("ruleset_id", "card_id", *more)}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """Return an engine on an empty database that every test here leaves empty."""
    if request.param == "sqlite":
        url = str(tmp_path_factory.mktemp("models") / "carddb.db")
        shutil.copy(request.getfixturevalue("sqlite_template"), url)
    else:
        url = make_url(request.getfixturevalue("postgres")).set(database="carddb_template")
    engine = open_engine(str(url.render_as_string(hide_password=False) if isinstance(url, URL) else url))
    yield engine
    engine.dispose()


@pytest.fixture
def raw(shared: Engine) -> Iterator[Connection]:
    """Return a connection as any other program has it; what it writes is rolled back."""
    with shared.execution_options(**{"write": True, "carddb.edit": True}).connect() as connection:
        yield connection


def refused(raw: Connection, write: Callable[[Connection, Row, Row], Any]) -> None:
    ours, theirs = world(raw, "ours"), world(raw, "theirs")
    with pytest.raises(IntegrityError):
        write(raw, ours, theirs)


UNIQUE: dict[str, Callable[[Connection, Row, Row], Any]] = {
    "ruleset code": lambda c, ours, _: add(c, models.Ruleset, uid="x", code="ours", name="x", prefix="X"),
    "ruleset uid": lambda c, ours, _: add(c, models.Ruleset, uid="oursours", code="x", name="x", prefix="X"),
    "card code in a ruleset": lambda c, ours, _: add(c, models.Card, **card_values(ours, uid="x")),
    "card uid": lambda c, ours, theirs: add(
        c, models.Card, **card_values(ours, code="x", uid=f"uid{theirs['ruleset_id']}")
    ),
    "deck uid": lambda c, ours, _: add(
        c, models.Deck, ruleset_id=ours["ruleset_id"], code="x", name="x", uid="ours" * 4
    ),
    "set uid": lambda c, ours, _: add(
        c, models.CardSet, ruleset_id=ours["ruleset_id"], code="x", name="x", uid="ours" * 3
    ),
    "keyword name": lambda c, ours, _: add(
        c, models.Keyword, ruleset_id=ours["ruleset_id"], code="x", name="Swift", position=0
    ),
    "stat of a type": lambda c, ours, _: add(
        c,
        models.StatDef,
        ruleset_id=ours["ruleset_id"],
        card_type_id=ours["card_type_id"],
        code="a",
        name="",
        short="",
    ),
    "text of a type": lambda c, ours, _: add(
        c, models.TextDef, ruleset_id=ours["ruleset_id"], card_type_id=ours["card_type_id"], code="a", name=""
    ),
    "user name": lambda c, ours, _: [add(c, models.User, name="Ada", password_hash="") for _ in "12"],
}


@pytest.mark.parametrize("name", UNIQUE)
def test_what_must_be_unique_is_unique(raw: Connection, name: str) -> None:
    refused(raw, UNIQUE[name])


@pytest.mark.parametrize(
    "model",
    [m for m in (getattr(models, name) for name in models.__all__) if isinstance(m, type) and hasattr(m, "code")],
)
def test_every_table_with_a_code_keeps_it_unique(model: type[SQLModel]) -> None:
    uniques = {
        tuple(column.name for column in constraint.columns)
        for constraint in model.__table__.constraints  # type: ignore[attr-defined]
        if type(constraint).__name__ == "UniqueConstraint"
    } | {(column.name,) for column in model.__table__.columns if column.unique}  # type: ignore[attr-defined]
    expected = {
        "stat_def": ("ruleset_id", "card_type_id", "code"),
        "text_def": ("ruleset_id", "card_type_id", "code"),
        "keyword_argument": ("keyword_id", "code"),
        "ruleset": ("code",),
    }
    if model is not models.Revision:
        assert expected.get(model.__tablename__, ("ruleset_id", "code")) in uniques  # type: ignore[arg-type]


def test_number_is_unique_in_a_set(raw: Connection) -> None:
    def twice(connection: Connection, ours: Row, _theirs: Row) -> None:
        add(connection, models.Printing, **printing_values(ours))
        add(connection, models.Printing, **printing_values(ours, uid="p2"))

    refused(raw, twice)


def test_printing_uid_is_unique(raw: Connection) -> None:
    def twice(connection: Connection, ours: Row, theirs: Row) -> None:
        add(connection, models.Printing, **printing_values(ours))
        add(connection, models.Printing, **printing_values(theirs))

    refused(raw, twice)


def test_same_number_in_two_sets_is_fine(raw: Connection) -> None:
    ours, theirs = world(raw, "ours"), world(raw, "theirs")
    add(raw, models.Printing, **printing_values(ours))
    add(raw, models.Printing, **printing_values(theirs, uid="p2"))


def test_same_name_on_two_cards_is_fine(raw: Connection) -> None:
    ours = world(raw, "ours")
    add(raw, models.Card, **card_values(ours, code="golem_token", uid="u2"))


ONCE: dict[type[SQLModel], tuple[str, Row]] = {
    models.CardStat: ("stat_def_id", {"printed": "3"}),
    models.CardText: ("text_def_id", {"text": "none"}),
    models.CardRole: ("role_id", {}),
    models.CardAffinity: ("affinity_id", {}),
    models.CardFlag: ("flag_id", {}),
    models.CardKeyword: ("keyword_id", {"position": 0, "arguments": [], "is_own": True}),
    models.CardUse: ("card_id", {"position": 0, "kind": "has", "target": "swift", "arguments": []}),
    models.DeckEntry: ("deck_id", {"quantity": 1, "position": 0}),
}


@pytest.mark.parametrize("model", ONCE)
def test_part_of_a_card_stands_once(raw: Connection, model: type[SQLModel]) -> None:
    column, more = ONCE[model]

    def twice(connection: Connection, ours: Row, _theirs: Row) -> None:
        for _ in "12":
            add(connection, model, **of_card(ours, column), **more)

    refused(raw, twice)


@pytest.mark.parametrize("model", ONCE)
def test_part_of_a_card_points_inside_its_own_ruleset(raw: Connection, model: type[SQLModel]) -> None:
    column, more = ONCE[model]
    refused(raw, lambda c, ours, theirs: add(c, model, **{**of_card(ours), column: theirs[column], **more}))


@pytest.mark.parametrize("model", ONCE)
def test_part_of_a_card_belongs_to_a_card_of_its_own_ruleset(raw: Connection, model: type[SQLModel]) -> None:
    column, more = ONCE[model]
    refused(
        raw, lambda c, ours, theirs: add(c, model, **{**of_card(ours, column), "card_id": theirs["card_id"], **more})
    )


FOREIGN: dict[str, Callable[[Connection, Row, Row], Any]] = {
    "card type": lambda c, ours, theirs: add(
        c, models.Card, **card_values(ours, code="x", uid="x", card_type_id=theirs["card_type_id"])
    ),
    "rarity": lambda c, ours, theirs: add(
        c, models.Card, **card_values(ours, code="x", uid="x", rarity_id=theirs["rarity_id"])
    ),
    "link": lambda c, ours, theirs: add(
        c, models.CardLink, **of_card(ours), target_id=theirs["card_id"], kind="token"
    ),
    "printing's set": lambda c, ours, theirs: add(
        c, models.Printing, **printing_values(ours, card_set_id=theirs["card_set_id"])
    ),
    "printing's card": lambda c, ours, theirs: add(
        c, models.Printing, **printing_values(ours, card_id=theirs["card_id"])
    ),
    "stat's type": lambda c, ours, theirs: add(
        c,
        models.StatDef,
        ruleset_id=ours["ruleset_id"],
        card_type_id=theirs["card_type_id"],
        code="x",
        name="",
        short="",
    ),
    "alias": lambda c, ours, theirs: add(
        c, models.KeywordAlias, ruleset_id=ours["ruleset_id"], keyword_id=theirs["keyword_id"], name="x"
    ),
    "keyword's number": lambda c, ours, theirs: add(
        c, models.KeywordArgument, ruleset_id=ours["ruleset_id"], keyword_id=theirs["keyword_id"], code="n"
    ),
    "no such ruleset": lambda c, ours, theirs: add(c, models.Phase, ruleset_id=99, code="x", name="x", steps=[]),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_rulesets_are_kept_apart(raw: Connection, name: str) -> None:
    refused(raw, FOREIGN[name])


OUT_OF_RANGE: dict[str, Callable[[Connection, Row, Row], Any]] = {
    "players": lambda c, ours, _: add(c, models.Ruleset, uid="x", code="x", name="x", prefix="X", players=0),
    "ruleset code": lambda c, ours, _: add(c, models.Ruleset, uid="x", code="", name="x", prefix="X"),
    "ruleset version": lambda c, ours, _: add(c, models.Ruleset, uid="x", code="x", name="x", prefix="X", version=0),
    "card version": lambda c, ours, _: add(c, models.Card, **card_values(ours, code="x", uid="x", version=0)),
    "card name": lambda c, ours, _: add(c, models.Card, **card_values(ours, code="x", uid="x", name="")),
    "card status": lambda c, ours, _: add(c, models.Card, **card_values(ours, code="x", uid="x", status="lost")),
    "printed": lambda c, ours, _: add(c, models.CardStat, **of_card(ours, "stat_def_id"), printed=""),
    "number": lambda c, ours, _: add(c, models.Printing, **printing_values(ours, number="")),
    "quantity 0": lambda c, ours, _: add(c, models.DeckEntry, **of_card(ours, "deck_id"), quantity=0, position=0),
    "quantity 501": lambda c, ours, _: add(c, models.DeckEntry, **of_card(ours, "deck_id"), quantity=501, position=0),
    "color": lambda c, ours, _: add(
        c, models.Affinity, ruleset_id=ours["ruleset_id"], code="x", name="x", color="red"
    ),
    "set size": lambda c, ours, _: add(
        c, models.CardSet, ruleset_id=ours["ruleset_id"], code="x", name="x", uid="x", size=-1
    ),
    "parameter range": lambda c, ours, _: add(
        c, models.Parameter, ruleset_id=ours["ruleset_id"], code="x", type="int", value=1, min=2, max=1, choices=[]
    ),
    "zone size": lambda c, ours, _: add(c, models.Zone, ruleset_id=ours["ruleset_id"], code="x", name="x", w=0),
}


@pytest.mark.parametrize("name", OUT_OF_RANGE)
def test_value_outside_its_range_is_refused(raw: Connection, name: str) -> None:
    refused(raw, OUT_OF_RANGE[name])


def test_every_check_has_a_case_that_violates_it() -> None:
    named = {
        c.name
        for t in SQLModel.metadata.tables.values()
        for c in t.constraints
        if type(c).__name__ == "CheckConstraint"
    }
    words = {f"ck_{model.__tablename__}_{column}" for model, column, _words in WORDS}
    tried = {
        "ck_ruleset_players",
        "ck_ruleset_code",
        "ck_ruleset_version",
        "ck_card_version",
        "ck_card_name",
        "ck_card_stat_printed",
        "ck_printing_number",
        "ck_deck_entry_quantity",
        "ck_affinity_color",
        "ck_card_set_size",
        "ck_parameter_range",
        "ck_zone_size",
    }
    assert named == words | tried


WORDS: list[tuple[type[SQLModel], str, tuple[str, ...]]] = [
    (models.Card, "status", card.STATUSES),
    (models.CardLink, "kind", card.LINK_KINDS),
    (models.CardUse, "kind", card.USE_KINDS),
    (models.DeckRule, "kind", deck.DECK_RULE_KINDS),
    (models.Revision, "action", people.ACTIONS),
    (models.Parameter, "type", ruleset.PARAMETER_TYPES),
    (models.Parameter, "origin", ruleset.ORIGINS),
    (models.Rule, "severity", ruleset.SEVERITIES),
    (models.Rule, "origin", ruleset.RULE_ORIGINS),
    (models.Zone, "owner", table.OWNERS),
    (models.Zone, "kind", table.ZONE_KINDS),
    (models.Zone, "face", table.FACES),
    (models.TextDef, "box", vocabulary.TEXT_BOXES),
    (models.Phrase, "kind", vocabulary.PHRASE_KINDS),
    (models.Flag, "severity_elsewhere", ruleset.SEVERITIES),
]


def with_word(model: type[SQLModel], has: Row, column: str, word: str, number: int) -> Row:
    """Return the values of a row that are needed beside the word."""
    of: Row = {"ruleset_id": has["ruleset_id"], "code": f"w{number}", column: word}
    more: dict[type[SQLModel], Row] = {
        models.Card: card_values(has, code=f"w{number}", uid=f"w{number}"),
        models.CardLink: {**of_card(has), "target_id": has["card_id"], "code": None},
        models.CardUse: {**of_card(has), "position": number, "target": "t", "arguments": [], "code": None},
        models.Revision: {"kind": "card", "thing_id": 1, "at": models.now(), "author": "", "note": ""},
        models.DeckRule: {"kind": "size", "options": {}},
        models.Parameter: {"type": "int", "value": 1, "choices": []},
        models.Rule: {"section": "a", "title": "t", "kinds": [], "gaps": [], "parameters": [], "text": "t"},
        models.Zone: {"name": "n"},
        models.TextDef: {"name": "n", "card_type_id": has["card_type_id"]},
        models.Phrase: {"name": None, "pattern": "p", "kind": "cost"},
        models.Flag: {"name": "n", "types": []},
    }
    values = {**of, **more[model], column: word}
    return {key: value for key, value in values.items() if value is not None}


@pytest.mark.parametrize(("model", "column", "words"), WORDS, ids=lambda x: getattr(x, "__name__", str(x)))
def test_every_word_of_a_choice_can_be_stored_and_no_other(
    raw: Connection, model: type[SQLModel], column: str, words: tuple[str, ...]
) -> None:
    has = world(raw, "ours")
    ids = [add(raw, model, **with_word(model, has, column, w, i)) for i, w in enumerate(words)]
    rows = model.__table__.c  # type: ignore[attr-defined]
    stored = raw.execute(select(rows[column]).where(rows.id.in_(ids)).order_by(rows.id))
    assert tuple(row[0] for row in stored) == words
    with pytest.raises(IntegrityError):
        add(raw, model, **with_word(model, has, column, "none", 99))


def test_documents_and_tables_know_the_same_words() -> None:
    def words(document: type[d.Document], name: str) -> set[str]:
        return set(document.model_json_schema()["properties"][name]["enum"])

    assert words(d.CardDocument, "status") == set(card.STATUSES)
    assert words(d.LinkDocument, "kind") == set(card.LINK_KINDS)
    assert words(d.DeckRuleDocument, "kind") == set(deck.DECK_RULE_KINDS)
    assert words(d.ParameterDocument, "type") == set(ruleset.PARAMETER_TYPES)
    assert words(d.ParameterDocument, "origin") == set(ruleset.ORIGINS)
    assert words(d.RuleDocument, "origin") == set(ruleset.RULE_ORIGINS)
    assert words(d.RuleDocument, "severity") == set(ruleset.SEVERITIES)
    assert words(d.ZoneDocument, "owner") == set(table.OWNERS)
    assert words(d.ZoneDocument, "kind") == set(table.ZONE_KINDS)
    assert words(d.ZoneDocument, "face") == set(table.FACES)
    assert words(d.TextDefDocument, "box") == set(vocabulary.TEXT_BOXES)
    assert words(d.PhraseDocument, "kind") == set(vocabulary.PHRASE_KINDS)


def test_card_in_a_deck_cannot_be_removed_from_under_it(raw: Connection) -> None:
    def remove(connection: Connection, ours: Row, _theirs: Row) -> None:
        add(connection, models.DeckEntry, **of_card(ours, "deck_id"), quantity=1, position=0)
        rows = models.Card.__table__  # type: ignore[attr-defined]
        connection.execute(rows.delete().where(rows.c.id == ours["card_id"]))

    refused(raw, remove)


def test_removing_a_card_removes_its_parts(raw: Connection) -> None:
    ours = world(raw, "ours")
    add(raw, models.Printing, **printing_values(ours))
    add(raw, models.CardStat, **of_card(ours, "stat_def_id"), printed="3", number=3)
    rows = models.Card.__table__  # type: ignore[attr-defined]
    raw.execute(rows.delete().where(rows.c.id == ours["card_id"]))
    assert raw.execute(select(models.Printing.__table__)).all() == []  # type: ignore[attr-defined]
    assert raw.execute(select(models.CardStat.__table__)).all() == []  # type: ignore[attr-defined]


def test_every_text_column_has_a_length() -> None:
    unbounded = [
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.tables.values()
        for column in table.columns
        if hasattr(column.type, "length") and not column.type.length and not isinstance(column.type, LargeBinary)
    ]
    assert unbounded == []


def test_longest_texts_of_a_card_fit_their_columns(raw: Connection) -> None:
    ours = world(raw, "ours")
    rows = models.Card.__table__  # type: ignore[attr-defined]
    longest = {"rules": "ﷺ" * base.TEXT, "search_text": "x" * card.FOLDED, "name": "ﷺ" * base.NAME}
    raw.execute(update(rows).values(**longest))
    assert raw.execute(select(rows.c.rules).where(rows.c.id == ours["card_id"])).scalar() == longest["rules"]


def test_sqlite_is_opened_safely(sqlite: Engine) -> None:
    with sqlite.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("foreign_keys", "journal_mode", "synchronous")
        }
    assert pragmas == {"foreign_keys": 1, "journal_mode": "wal", "synchronous": 2}


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("postgresql://u@h/d", "postgresql+psycopg://u@h/d"),
        ("postgres://u@h/d", "postgresql+psycopg://u@h/d"),
        ("sqlite:////tmp/x.db", "sqlite:////tmp/x.db"),
        ("/tmp/my cards.db", "sqlite:////tmp/my cards.db"),
    ],
)
def test_address_of_a_database_is_made_complete(typed: str, address: str) -> None:
    assert database_url(typed) == address


@pytest.mark.parametrize("typed", ["mysql://u@h/d", "://", "oracle+x://h", "postgresql+asyncpg://h/d"])
def test_unsupported_database_is_named(typed: str) -> None:
    with pytest.raises(DatabaseError, match=r"address|not supported"):
        open_engine(typed)


@pytest.mark.parametrize("name", ["50%.db", "a?b.db", "ä ö.db", "a#b.db", "a:b.db"])
def test_odd_file_names_open_the_file_they_name(tmp_path: Any, name: str) -> None:
    engine = open_engine(str(tmp_path / name))
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1")
    engine.dispose()
    assert (tmp_path / name).exists()


def test_missing_folder_is_a_database_error(tmp_path: Any) -> None:
    with pytest.raises(DBAPIError), create_engine(database_url(str(tmp_path / "no" / "x.db"))).connect():
        pass
