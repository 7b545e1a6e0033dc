"""SQL finds exactly what evaluation finds, for any query, on the shipped rulesets; and it looks long words up."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, select
from sqlmodel import Session
from support import DATA, RULESETS, load_shipped, shipped, shipped_database

from carddb import models
from carddb.catalog import Catalog
from carddb.catalog.read import read_catalog
from carddb.edit import editing
from carddb.edit.load import load_document
from carddb.exchange.folder import read_folder
from carddb.models.database import open_engine
from carddb.search import QueryError, explain, list_keys, parse, where
from carddb.search import select as evaluate


def found_by_sql(engine: Engine, text: str, catalog: Catalog) -> list[str]:
    """Return what both translations find: all hits looked up first, and each card asked in turn."""
    query = parse(text, catalog)
    with Session(engine) as session:
        found = []
        for is_common in (False, True):
            condition = where(query, catalog.ruleset.id, dialect=engine.dialect.name, is_common=is_common)
            cards = select(models.Card.code).where(condition).order_by(models.Card.position)  # type: ignore[call-overload]
            found.append(list(session.scalars(cards)))
    assert found[0] == found[1], text
    return found[0]


def queries(catalog: Catalog) -> st.SearchStrategy[str]:
    """Return queries of all kinds in the words of a catalog."""
    lines = {line for card in catalog.cards for line in (card.name, *card.rules.split("\n")) if line}
    phrases = st.sampled_from(sorted(lines))
    words = st.sampled_from(sorted({word for line in lines for word in line.split()}))
    pieces = st.tuples(words, st.integers(0, 3), st.integers(1, 8)).map(lambda t: t[0][t[1] : t[1] + t[2]] or t[0])
    quoted = st.one_of(words, phrases, st.sampled_from(["%", "_", "/", "none", "1", "-", "''"])).map(
        lambda text: '"' + text.replace('"', "") + '"'
    )
    texts = st.tuples(st.sampled_from(["name", "text", "code"]), st.sampled_from([":", "=", "!="]), quoted).map(
        "".join
    )
    named = [
        *(f"type{{}}{code}" for code in catalog.card_types),
        *(f"affinity{{}}{code}" for code in (*catalog.affinities, "neutral")),
        *(f"rarity{{}}{code}" for code in catalog.rarities),
        *(f"keyword{{}}{code}" for code in catalog.keywords),
        *(f"{key}{{}}{code}" for key in ("kw", "grants", "removes", "refers") for code in catalog.keywords),
        *(f"refers{{}}{code}" for code in (*catalog.card_types, *catalog.roles)),
        *(f'refers{{}}"{card.name}"' for card in catalog.cards[:10]),
        *(f"{phrase.kind}{{}}{phrase.code}" for phrase in catalog.phrases.values()),
        *(f"role{{}}{code}" for code in catalog.roles),
        *(f"is{{}}{code}" for code in (*catalog.flags, "idea", "final")),
        *(f"deck{{}}{code}" for code in catalog.decks),
        *(f"set{{}}{code}" for code in catalog.card_sets),
        *(f"status{{}}{code}" for code in ("idea", "playtest", "final")),
    ]
    sets = st.tuples(st.sampled_from(named), st.sampled_from([":", "=", "!="])).map(lambda t: t[0].format(t[1]))
    orders = st.tuples(st.sampled_from(list(catalog.rarities)), st.sampled_from(["<", "<=", ">", ">="]))
    rarities = orders.map(lambda t: f"rarity{t[1]}{t[0]}")
    comparisons = st.sampled_from([":", "=", "!=", "<", "<=", ">", ">="])
    values = st.one_of(st.integers(-1, 12), st.sampled_from([500, 1000, 1500, 2000]))
    stats = st.tuples(st.sampled_from(sorted(catalog.stat_names)), comparisons, values).map(
        lambda t: f"{t[0]}{t[1]}{t[2]}"
    )
    unknown = st.tuples(st.sampled_from(sorted(catalog.stat_names)), st.sampled_from(["=X", "!=x"])).map("".join)
    fields = st.sampled_from(["keyword", "kw", "grants", "removes"])
    given_keywords = st.sampled_from([f'"{keyword.name}"' for keyword in catalog.keywords.values()])
    ordered = st.sampled_from(["=", "!=", "<", "<=", ">", ">="])
    bound = st.tuples(fields, st.sampled_from([":", "=", "!="]), given_keywords, ordered, values).map(
        lambda t: "".join(map(str, t))
    )
    numbers = st.tuples(comparisons, st.integers(0, 250)).map(lambda t: f"number{t[0]}{t[1]}")
    exact = st.integers(0, 250).map(lambda n: f"number={n:03d}")
    leaves = st.one_of(pieces, quoted, texts, sets, bound, rarities, stats, unknown, numbers, exact)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.tuples(inner, inner).map(" ".join),
            st.tuples(inner, inner).map(lambda t: f"({t[0]} or {t[1]})"),
            inner.map(lambda text: f"-({text})"),
        ),
        max_leaves=6,
    )


def agrees(engine: Engine, text: str, catalog: Catalog) -> None:
    try:
        query = parse(text, catalog)
    except QueryError:
        return
    assert found_by_sql(engine, text, catalog) == [card.code for card in evaluate(query, catalog)], text
    assert explain(query, catalog).startswith("Cards that ")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sql_and_evaluation_agree_on_sqlite(ruleset: str) -> None:
    catalog = shipped(ruleset)

    @settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(queries(catalog))
    def check(text: str) -> None:
        agrees(shipped_database(), text, catalog)

    check()


def test_sql_and_evaluation_agree_on_postgresql(new_postgres: Callable[[], str]) -> None:
    engine = load_shipped(new_postgres(), "summoners_vault")
    with Session(engine) as session:
        catalog = read_catalog(session, "summoners_vault")

    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(queries(catalog))
    def check(text: str) -> None:
        agrees(engine, text, catalog)

    try:
        check()
    finally:
        engine.dispose()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_examples_of_all_keys_find_cards_or_nothing_alike(ruleset: str) -> None:
    catalog = shipped(ruleset)
    for key in list_keys(catalog):
        agrees(shipped_database(), key.example, catalog)


@pytest.mark.parametrize(("word", "is_looked_up"), [("fire", True), ("ox", False)])
def test_words_of_three_letters_are_looked_up_in_the_index(word: str, is_looked_up: bool) -> None:
    catalog = shipped("soulhold")
    statement = select(models.Card.code).where(where(parse(word, catalog), 1, dialect="sqlite"))  # type: ignore[call-overload]
    assert ("card_fts MATCH" in str(statement.compile(shipped_database()))) is is_looked_up


def test_other_databases_are_not_asked_for_the_index_of_sqlite() -> None:
    catalog = shipped("soulhold")
    condition = where(parse("fire name:fire text:fire", catalog), 1, dialect="postgresql")
    assert "card_fts" not in str(condition)


def test_what_texts_use_is_found_alike_on_both_databases(new_database: Callable[[], str]) -> None:
    document = read_folder(DATA / "glyphs_of_legends").document
    assert document is not None
    engine = open_engine(new_database())
    with editing(engine, "test") as editor:
        load_document(editor, document)
    with Session(engine) as session:
        catalog = read_catalog(session, "glyphs_of_legends")
    uses = {(use.kind, use.code) for card in catalog.cards for use in card.uses}
    assert {kind for kind, _ in uses} >= {"has", "grants", "refers", "effect", "trigger"}
    found = 0
    for kind, code in sorted(uses):
        for operator in (":", "=", "!="):
            text = f'{"kw" if kind == "has" else kind}{operator}"{code}"'
            agrees(engine, text, catalog)
            for bound in (">1", "<=2", "=1", "!=300"):
                agrees(engine, text + bound, catalog)
            found += operator == "=" and len(evaluate(parse(text, catalog), catalog)) > 0
    assert found == len(uses)
    engine.dispose()
