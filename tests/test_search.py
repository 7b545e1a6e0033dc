"""The search language: reading, errors, evaluation; and that SQL finds exactly what evaluation finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import by_code, make_card, make_catalog, make_deck, make_printing

from carddb.catalog import CardKeyword, CardUse, Catalog, Phrase
from carddb.search import QueryError, explain, list_keys, matches, parse, select

CARDS = (
    make_card(
        "Æther's Gate",
        cost=3,
        attack=2,
        life=4,
        affinities=("red",),
        rules="Poison 300\nWhen this attacks, gain 100% of {mana}.",
        keywords=(CardKeyword("poison", (300,), True),),
        uses=(
            CardUse("has", "poison", (300,)),
            CardUse("trigger", "attacks"),
            CardUse("grants", "swift"),
            CardUse("effect", "opponent_draws"),
        ),
        printings=(make_printing("012a"),),
        rarity="rare",
        flags=("legendary",),
        roles=("beast",),
    ),
    make_card(
        "Stone Golem",
        cost=0,
        attack=9,
        life=9,
        roles=("titan",),
        printings=(make_printing("002"),),
        uses=(CardUse("refers", "card:under_score"), CardUse("refers", "keyword:swift"), CardUse("effect", "draw")),
    ),
    make_card("Storm of Fire", type="spell", cost="X", affinities=("red", "blue"), texts={"bonus": "none"}),
    make_card("Under_score", type="token", attack=1, life=1, status="idea", affinities=("blue",)),
)
CATALOG = make_catalog(CARDS, decks=by_code([make_deck({"stone_golem": 3}, code="rush", name="Rush")]))
PHRASES = [
    Phrase("attacks", "trigger", "", ""),
    Phrase("draw", "effect", "", ""),
    Phrase("opponent_draws", "effect", "", ""),
]
CATALOG = replace(CATALOG, phrases=by_code(PHRASES))


def find(query: str, catalog: Catalog = CATALOG) -> list[str]:
    return [card.code for card in select(parse(query, catalog), catalog)]


GATE, GOLEM, STORM, SCORE = (card.code for card in CARDS)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [GATE, GOLEM, STORM, SCORE]),
        ("   ", [GATE, GOLEM, STORM, SCORE]),
        ("aethers", [GATE]),
        ("Ætherʼs GATE", [GATE]),
        ('"aether gate"', []),
        ('"stone golem"', [GOLEM]),
        ("golem stone", [GOLEM]),
        ("'stone golem'", [GOLEM]),
        ("'golem stone'", []),
        ("name:'stone g' -'of fire'", [GOLEM]),
        ("aether's 'gate", [GATE]),
        ("titan", [GOLEM]),
        ("creature -golem", [GATE]),
        ("golem or storm", [GOLEM, STORM]),
        ("golem OR storm and fire", [GOLEM, STORM]),
        ("(golem or storm) fire", [STORM]),
        ("-(golem or storm)", [GATE, SCORE]),
        ("--golem", [GOLEM]),
        ("100%", [GATE]),
        ("_", [SCORE]),
        ("%", [GATE]),
        ("{mana}", [GATE]),
        ('name:"stone g"', [GOLEM]),
        ("name=stone", []),
        ('NAME="STONE GOLEM"', [GOLEM]),
        ("name!=nothing type:spell", [STORM]),
        ("text:attacks", [GATE]),
        ("text:golem", []),
        ("text=none", [STORM]),
        ('text="" type:creature', [GOLEM]),
        ("type:creature", [GATE, GOLEM]),
        ("type!=creature", [STORM, SCORE]),
        ("keyword:wither", [GATE]),
        ("keyword=Poison", [GATE]),
        ("keyword:poison>299", [GATE]),
        ("keyword:poison>300", []),
        ('keyword:"Poison"<=300', [GATE]),
        ("keyword=wither=300", [GATE]),
        ("keyword:poison!=300", []),
        ("kw:poison", [GATE]),
        ("kw:swift", []),
        ("grants:swift", [GATE]),
        ("removes:swift", []),
        ("refers:swift", [GOLEM]),
        ("refers:under_score", [GOLEM]),
        ("refers:'keyword:swift'", [GOLEM]),
        ("refers:creature", []),
        ("effect:draw", [GATE, GOLEM]),
        ("effect=draw", [GOLEM]),
        ("effect:'opponent draws'", [GATE]),
        ("trigger:attacks", [GATE]),
        ("trigger!=attacks type:creature", [GOLEM]),
        ("affinity:red", [GATE, STORM]),
        ("affinity:neutral", [GOLEM]),
        ("affinity!=neutral type:creature", [GATE]),
        ("rarity:rare", [GATE]),
        ("rarity>=rare", [GATE]),
        ("rarity<rare type:creature", [GOLEM]),
        ("rarity!=common", [GATE]),
        ("set:cor", [GATE, GOLEM]),
        ("number=012a", [GATE]),
        ("number=12", []),
        ("number:12", [GATE]),
        ("number:2", [GOLEM]),
        ("number<=12", [GATE, GOLEM]),
        ("number!=002 set:core", [GATE]),
        ("deck:rush", [GOLEM]),
        ("role:beast or role=titan", [GATE, GOLEM]),
        ("is:legendary", [GATE]),
        ("is:idea", [SCORE]),
        ("status:idea", [SCORE]),
        ("code:golem", [GOLEM]),
        ("code=stone_golem", [GOLEM]),
        ("cost=0", [GOLEM]),
        ("cost=X", [STORM]),
        ("cost:x", [STORM]),
        ("cost!=X", [GATE, GOLEM]),
        ("cost!=0", [GATE, STORM]),
        ("cost<9", [GATE, GOLEM]),
        ("-cost<9", [STORM, SCORE]),
        ("COS>=1", [GATE]),
        ("att>1 att<9", [GATE]),
        ("life=+4", [GATE]),
        ("attack>-1 type:token", [SCORE]),
    ],
)
def test_query_finds(query: str, found: list[str]) -> None:
    assert find(query) == found


@pytest.mark.parametrize(
    ("query", "message", "span"),
    [
        ("effect:drwa", "(did you mean draw?)", (0, 11)),
        ("trigger:zzz", '"zzz" is no trigger of this ruleset; it has attacks.', (0, 11)),
        ("kw:swfit", "(did you mean Swift?)", (0, 8)),
        ("refers:'Stone Gloem'", "(did you mean Stone Golem?)", (0, 20)),
        ("kw<swift", "cannot be ordered", (0, 8)),
        ("kw:poison>many", "is no whole number below a billion; write kw:poison>2.", (0, 14)),
        ("kw:poison>", "is no whole number", (0, 10)),
        ("golem kw:swift>2", "Swift has no number to compare; write kw:swift alone.", (6, 16)),
        ("nokey:1", "(keyword:poison>2 compares", (0, 7)),
        ("golem pwoer>3", '"pwoer" is no search key', (6, 13)),
        ("atack>3", "did you mean attack", (0, 7)),
        ("type:creatur3", "did you mean Creature?", (0, 13)),
        ("affinity:green", "it has Red, Blue", (0, 14)),
        ("rarity>=mythic", "is no rarity of this ruleset", (0, 14)),
        ("deck:slow", "is no deck of this ruleset", (0, 9)),
        ("type>creature", "cannot be ordered with >", (0, 13)),
        ("name<=a", "cannot be ordered with <=", (0, 7)),
        ("cost=many", "is no whole number", (0, 9)),
        ("cost>1.5", "is no whole number", (0, 8)),
        ("cost>99999999999999999999", "is no whole number below a billion", (0, 25)),
        ("cost>X", "X has no order", (0, 6)),
        ("number>a", "is no whole number", (0, 8)),
        ("type:", "has no value", (0, 5)),
        ("cost: 3", "has no value", (0, 5)),
        ("(golem", "never closed", (0, 1)),
        ("golem)", "no opening one", (5, 6)),
        ("()", "missing before the closing", (1, 2)),
        ("or golem", "both sides", (0, 2)),
        ("golem or", "ends where a condition", (8, 8)),
        ("golem and or", "both sides", (10, 12)),
        ('"golem', "never closed", (0, 6)),
        ("type:(a or b)", "right behind a key", (5, 6)),
        ('"\'"', "nothing to look for", (0, 3)),
        ("a" * 1001, "at most 1000", (1000, 1001)),
        ("a " * 101, "at most 100", (200, 201)),
        ("(" * 40 + "a" + ")" * 40, "30 deep", (31, 32)),
        ("-" * 900 + "a", "30 deep", (31, 32)),
    ],
)
def test_query_that_cannot_be_read_says_where_and_what_to_do(query: str, message: str, span: tuple[int, int]) -> None:
    with pytest.raises(QueryError, match=r".") as error:
        parse(query, CATALOG)
    assert message in str(error.value)
    assert error.value.span == span


def test_every_key_has_an_example_that_can_be_read() -> None:
    for key in list_keys(CATALOG):
        assert parse(key.example, CATALOG).root is not None, key


def test_matches_tells_about_one_card() -> None:
    query = parse("cost>=3", CATALOG)
    assert matches(query, CARDS[0], CATALOG)
    assert not matches(query, CARDS[1], CATALOG)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("", "All cards."),
        ("type:creature cost<=3", "Cards that have the type Creature and have Cost of at most 3."),
        (
            "-golem or affinity:neutral",
            'Cards that do not have "golem" in their name, type line or text or have no affinity.',
        ),
        (
            "-(is:legendary set:core)",
            "Cards that do not fit (have the marker Legendary and have a printing in Core).",
        ),
        ("name=golem cost=X", 'Cards that have exactly "golem" in their name and have Cost X.'),
    ],
)
def test_query_is_explained_in_words(query: str, words: str) -> None:
    assert explain(parse(query, CATALOG), CATALOG) == words


@given(st.text(alphabet="ab(or)-\"':=!<>%_ Xxtypecosnumber0123æ", max_size=80))
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    refused: QueryError | None = None
    try:
        query = parse(text, CATALOG)
    except QueryError as error:
        refused = error
    if refused is None:
        select(query, CATALOG)
        assert explain(query, CATALOG).endswith(".")
    else:
        assert 0 <= refused.span[0] <= refused.span[1] <= len(text)
        assert str(refused).endswith((".", "?"))


def test_name_is_looked_for_as_typed_in_a_catalog_without_cards() -> None:
    query = parse("refers:'Under_score'", replace(CATALOG, cards=()))
    assert select(query, CATALOG) == (CARDS[1],)


def test_keys_without_any_value_in_the_ruleset_are_not_listed() -> None:
    names = {key.name for key in list_keys(replace(CATALOG, phrases={}))}
    assert "effect" not in names
    assert {key.name for key in list_keys(CATALOG)} >= {"kw", "grants", "removes", "refers", "effect", "trigger"}
