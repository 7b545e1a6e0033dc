"""Every registered check: a case in which it fires and one, hardly different, in which it does not."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import pytest
from support import (
    by_code,
    make_card,
    make_catalog,
    make_deck,
    make_keyword,
    make_link,
    make_parameter,
    make_printing,
    make_rule,
    make_ruling,
    make_stat,
    make_text_def,
    make_type,
)
from wording_cases import CASES as WORDING_CASES

from carddb.catalog import (
    Card,
    CardKeyword,
    CardSet,
    Catalog,
    Deck,
    DeckEntry,
    DeckRule,
    Phase,
    Reading,
    Scenario,
    ScenarioCard,
    ScenarioRow,
    ScenarioStep,
    Zone,
)
from carddb.rules import (
    CHECKS,
    Context,
    SettingError,
    apply_settings,
    check_card,
    check_catalog,
    check_deck,
    read_deck_list,
    with_parameters,
    with_reading,
    write_deck_list,
)

GOLEM = make_card(cost=3, attack=2, life=4)
CATALOG = make_catalog([GOLEM])


@dataclass(frozen=True)
class Case:
    """What a check is run on: a card or deck with its catalog, or the catalog alone."""

    fires: Card | Deck | None = None
    quiet: Card | Deck | None = GOLEM
    fires_in: Catalog = CATALOG
    quiet_in: Catalog | None = None


def golem(**changes: object) -> Card:
    return replace(GOLEM, **changes)  # type: ignore[arg-type]


def demanding(**fields: object) -> Catalog:
    """Return the small catalog with a demand on the texts of creatures."""
    return make_catalog([GOLEM], texts=(make_text_def("bonus", **fields),))


def typed(**fields: object) -> Catalog:
    """Return the small catalog with a demand of the creature type."""
    return make_catalog([GOLEM], card_types=by_code([make_type("creature", **fields), make_type("spell")]))


def ruled(kind: str, cards: tuple[Card, ...] = (GOLEM,), **fields: object) -> Catalog:
    """Return a catalog with one deck rule."""
    defaults = {"code": "demand", "rule": "T-DECK-1", "where": "", "min": None, "max": None, "message": ""}
    options = {key: str(fields.pop(key)) for key in ("leader", "opener", "role") if key in fields}
    rule = DeckRule(kind=kind, **{**defaults, "severity": "error", "options": options, **fields})  # type: ignore[arg-type]
    return make_catalog(cards, deck_rules=(rule,))


def zone(code: str, x: float) -> Zone:
    return Zone(code, code, "", "player", "pile", "up", 1, 1, x, 0.0, 1.0, 1.0, "")


def scenario(card: str) -> Scenario:
    step = ScenarioStep("", "", (), (ScenarioRow("", (ScenarioCard(card, (), "", ""),)),))
    return Scenario("play", "Play", "", (), True, (step,))


def book(text: str) -> Catalog:
    return make_catalog([GOLEM], rules=by_code([make_rule("T-CARD-1", text)]))


def with_gap(sets: dict[str, object], chosen: str = "plain") -> Catalog:
    """Return a catalog with one parameter and one ruling."""
    reading = Reading("plain", "As written.", sets)  # type: ignore[arg-type]
    return make_catalog(
        parameters=by_code([make_parameter("deck_max", 60, min=1, max=99)]),
        rulings=by_code([make_ruling("T-GAP-1", chosen, readings=(reading,))]),
    )


RED, BLUE = make_card("Red One", affinities=("red",)), make_card("Blue One", affinities=("blue",))
LEADER = make_card("Leader", type="spell", affinities=("red",))
LED = ruled("affinity", (RED, BLUE, LEADER), leader="type:spell", role="cards", where="type:creature")
TOKEN = make_card("Wolf", type="token", attack=1, life=1)
POISONOUS = golem(rules="Poison 300", keywords=(CardKeyword("poison", (300,), True),))
SWIFT = golem(rules="Swift", keywords=(CardKeyword("swift", (), True),))

CASES: dict[str, Case] = {
    "card.type_unknown": Case(golem(type="boat")),
    "card.rarity_missing": Case(golem(rarity="")),
    "card.stat_missing": Case(make_card(attack=2, life=4)),
    "card.stat_foreign": Case(
        make_card("Bolt", type="spell", cost=1, attack=3), make_card("Bolt", type="spell", cost=1)
    ),
    "card.stat_range": Case(make_card(cost=3, attack=2, life=0)),
    "card.stat_not_a_number": Case(make_card(cost="X", attack=2, life=4), make_card("Bolt", type="spell", cost="X")),
    "card.stat_low": Case(
        make_card(cost=0), make_card(cost=1), make_catalog(stats=(make_stat("cost", warn_below=1),))
    ),
    "card.text_missing": Case(GOLEM, golem(texts={"bonus": "none"}), demanding()),
    "card.text_foreign": Case(golem(texts={"bonus": "none"}), golem(texts={"bonus": "none"}), CATALOG, demanding()),
    "card.affinity_count": Case(GOLEM, golem(affinities=("red",)), typed(affinities_min=1)),
    "card.role_missing": Case(GOLEM, golem(roles=("beast",)), typed(roles_min=1)),
    "card.role_elsewhere": Case(make_card("Bolt", type="spell", roles=("beast",)), golem(roles=("beast",))),
    "card.flag_elsewhere": Case(make_card("Bolt", type="spell", flags=("legendary",)), golem(flags=("legendary",))),
    "card.keyword_number": Case(golem(rules="Poison"), golem(rules="Poison 300, Swift\nPut Poison on it.")),
    "card.keyword_range": Case(golem(rules="Poison 9999"), golem(rules="Poison 300")),
    "card.symbol_unknown": Case(golem(rules="Gain 1 {gold}."), golem(rules="Gain 1 {mana}.")),
    "card.brace": Case(golem(rules="Gain 1 {mana and 2 {mana}."), golem(rules="Gain 1 {mana}.")),
    "deck.card_unknown": Case(make_deck({"boat": 1}), make_deck({"stone_golem": 1})),
    "deck.quantity": Case(make_deck({"stone_golem": 0}), make_deck({"stone_golem": 1})),
    "deck.card_twice": Case(
        replace(make_deck(), entries=(DeckEntry("stone_golem", 1), DeckEntry("stone_golem", 2))),
        make_deck({"stone_golem": 3}),
    ),
    "deck.type_outside": Case(make_deck({"wolf": 1}), make_deck({"stone_golem": 1}), make_catalog([GOLEM, TOKEN])),
    "deck.size": Case(make_deck({"stone_golem": 2}), make_deck({"stone_golem": 3}), ruled("size", min=3, max=3)),
    "deck.count": Case(
        make_deck({"stone_golem": 2}), make_deck({"stone_golem": 1}), ruled("count", where="type:creature", max=1)
    ),
    "deck.copies": Case(make_deck({"stone_golem": 4}), make_deck({"stone_golem": 3}), ruled("copies", max=3)),
    "deck.affinity": Case(make_deck({"leader": 1, "blue_one": 1}), make_deck({"leader": 1, "red_one": 1}), LED),
    "catalog.name_clash": Case(
        fires_in=make_catalog([GOLEM, make_card("stoné GOLEM", code="other")]),
        quiet_in=make_catalog([GOLEM, make_card("Iron Golem")]),
    ),
    "catalog.keyword_undefined": Case(
        fires_in=make_catalog([golem(rules="Swift, Doom 3")]),
        quiet_in=make_catalog([golem(rules="Swift, Wither 3\nCreatures with Attack 3 gain 1 {mana}.")]),
    ),
    "catalog.word_unknown": Case(
        fires_in=make_catalog([golem(rules="Give Swfit to a creature.")]),
        quiet_in=make_catalog([golem(rules="Give Swift to Creatures. Then X Poison falls on Stone Golem's head.")]),
    ),
    "catalog.keyword_unused": Case(
        fires_in=make_catalog([SWIFT]), quiet_in=make_catalog([SWIFT, replace(POISONOUS, code="other")])
    ),
    "catalog.type_unused": Case(
        fires_in=CATALOG, quiet_in=make_catalog([GOLEM, TOKEN, make_card("Bolt", type="spell", cost=1)])
    ),
    "catalog.art_missing": Case(
        fires_in=make_catalog([golem(printings=(make_printing(),))]),
        quiet_in=make_catalog([golem(printings=(make_printing(art="golem.png"),))]),
    ),
    "card_set.numbers": Case(
        fires_in=make_catalog([golem(printings=(make_printing("002"),))]),
        quiet_in=make_catalog([golem(printings=(make_printing("001"), make_printing("2"), make_printing("P1")))]),
    ),
    "card_set.size": Case(
        fires_in=make_catalog([GOLEM], card_sets=by_code([CardSet("u", "core", "Core", "COR", "", 2)])),
        quiet_in=make_catalog([GOLEM], card_sets=by_code([CardSet("u", "core", "Core", "COR", "", 0)])),
    ),
    "card.link_unknown": Case(
        fires_in=make_catalog([golem(links=(make_link("wolf"),))]),
        quiet_in=make_catalog([golem(links=(make_link("wolf"),)), TOKEN]),
    ),
    "card.token_unmade": Case(
        fires_in=make_catalog([GOLEM, TOKEN]), quiet_in=make_catalog([golem(links=(make_link("wolf"),)), TOKEN])
    ),
    "stat.name_taken": Case(
        fires_in=make_catalog(stats=(make_stat("rarity"),)), quiet_in=make_catalog(stats=(make_stat("cost"),))
    ),
    "definition.parameter_unknown": Case(
        fires_in=make_catalog(stats=(make_stat("cost", min="cost_min"),)),
        quiet_in=make_catalog(
            stats=(make_stat("cost", min="cost_min"),), parameters=by_code([make_parameter("cost_min", 0)])
        ),
    ),
    "deck_rule.query": Case(fires_in=ruled("count", where="type:boat"), quiet_in=ruled("count", where="type:spell")),
    "deck_rule.idle": Case(fires_in=ruled("copies", min=1), quiet_in=ruled("copies", max=1)),
    "keyword.reminder": Case(
        fires_in=make_catalog(keywords=by_code([make_keyword("Poison", numbers=1, reminder="Lose {m} life.")])),
        quiet_in=make_catalog(keywords=by_code([make_keyword("Poison", numbers=1, reminder="Lose {n} {mana}.")])),
    ),
    "scenario.card_unknown": Case(
        fires_in=make_catalog([GOLEM], scenarios=by_code([scenario("boat")])),
        quiet_in=make_catalog([GOLEM], scenarios=by_code([scenario("stone_golem"), scenario("")])),
    ),
    "zone.overlap": Case(
        fires_in=make_catalog(zones=by_code([zone("deck", 0), zone("grave", 0.5)])),
        quiet_in=make_catalog(zones=by_code([zone("deck", 0), zone("grave", 1)])),
    ),
    "book.digit": Case(fires_in=book("Draw 3 cards."), quiet_in=book("Draw {=3} cards.")),
    "book.syntax": Case(fires_in=book("Draw {=3 cards."), quiet_in=book("Draw {=3} cards.")),
    "book.reference": Case(fires_in=book("Take {card:boat}."), quiet_in=book("Take {card:stone_golem}.")),
    "book.citation": Case(
        fires_in=make_catalog(rules=by_code([make_rule("T-DECK-1", gaps=("T-GAP-1",))])),
        quiet_in=make_catalog(
            rules=by_code([make_rule("T-DECK-1", gaps=("T-GAP-1",))]), rulings=by_code([make_ruling("T-GAP-1")])
        ),
    ),
    "book.prefix": Case(
        fires_in=make_catalog(rules=by_code([make_rule("QQ-DECK-1")])),
        quiet_in=make_catalog(rules=by_code([make_rule("T-DECK-1")]), rulings=by_code([make_ruling("T-GAP-1")])),
    ),
    "book.rule_unknown": Case(
        fires_in=make_catalog(keywords=by_code([make_keyword("Swift", rule="T-KW-9")])), quiet_in=CATALOG
    ),
    "parameter.value": Case(
        fires_in=make_catalog(parameters=by_code([make_parameter("deck_max", 100, max=99)])),
        quiet_in=make_catalog(parameters=by_code([make_parameter("deck_max", 99, max=99)])),
    ),
    "parameter.unused": Case(
        fires_in=make_catalog(parameters=by_code([make_parameter("deck_max", 60)])),
        quiet_in=make_catalog(
            parameters=by_code([make_parameter("deck_max", 60)]),
            phases=by_code([Phase("start", "Start", "At most {deck_max}.", ())]),
        ),
    ),
    "ruling.chosen": Case(fires_in=with_gap({}, chosen="odd"), quiet_in=with_gap({})),
    "ruling.reading": Case(fires_in=with_gap({"deck_max": 0}), quiet_in=with_gap({"deck_max": 60})),
    "ruling.in_force": Case(fires_in=with_gap({"deck_max": 50}), quiet_in=with_gap({"deck_max": 60})),
    "ruling.open_points": Case(fires_in=with_gap({}), quiet_in=CATALOG),
}

CASES |= {code: Case(**case) for code, case in WORDING_CASES.items()}


def run(code: str, thing: Card | Deck | None, catalog: Catalog) -> list[str]:
    context = Context(catalog)
    arguments = (context,) if CHECKS[code].scope == "catalog" else (thing, context)
    return [fault.message for fault in CHECKS[code].run(*arguments)]


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_check_fires_on_its_case_and_only_there(code: str) -> None:
    case = CASES[code]
    assert run(code, case.fires, case.fires_in)
    assert run(code, case.quiet, case.quiet_in or case.fires_in) == []


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_check_says_what_it_demands(code: str) -> None:
    assert CHECKS[code].text.endswith(".")
    for message in run(code, CASES[code].fires, CASES[code].fires_in):
        assert message.endswith((".", "?")), message


@pytest.mark.parametrize("code", sorted(CHECKS))
def test_finding_can_be_written_as_json(code: str) -> None:
    case = CASES[code]
    found = check_catalog(case.fires_in)
    if isinstance(case.fires, Card):
        found += check_card(case.fires, case.fires_in)
    if isinstance(case.fires, Deck):
        found += check_deck(case.fires, case.fires_in)
    assert code in {finding.code for finding in found}
    assert json.loads(json.dumps([finding.as_json() for finding in found]))


def test_every_case_belongs_to_a_check() -> None:
    assert set(CASES) == set(CHECKS)


def test_finding_carries_place_rule_actual_allowed_and_parameters() -> None:
    catalog = with_parameters(
        make_catalog(
            [GOLEM],
            parameters=by_code([make_parameter("life_min", 1)]),
            stats=(make_stat("life", min="life_min", rule="T-CARD-2"),),
        ),
        {"life_min": 5},
    )
    (finding,) = [f for f in check_card(GOLEM, catalog) if f.code == "card.stat_range"]
    assert finding.severity == "error"
    assert finding.rule == "T-CARD-2"
    assert finding.where.label() == "card Stone Golem: stats.life"
    assert (finding.actual, finding.allowed) == (4, "at least 5 and at most 20")
    assert finding.parameters == (("life_min", 5),)
    assert finding.ruleset == "testbed"


def test_catalog_check_covers_its_cards_and_decks_gravest_first() -> None:
    catalog = make_catalog(
        [golem(rarity="")], decks=by_code([make_deck({"boat": 1})]), rulings=by_code([make_ruling("T-GAP-1")])
    )
    findings = check_catalog(catalog)
    levels = [finding.severity for finding in findings]
    assert levels == sorted(levels, key=["error", "warning", "info"].index)
    assert {"card.rarity_missing", "deck.card_unknown", "ruling.open_points"} <= {f.code for f in findings}
    assert check_catalog(catalog) == findings


def test_deck_rule_reports_with_the_severity_of_a_parameter() -> None:
    catalog = ruled("size", min=3, severity="size_severity")
    catalog = replace(catalog, parameters=by_code([make_parameter("size_severity", "warning", "severity")]))
    (finding,) = check_deck(make_deck({"stone_golem": 1}), catalog)
    assert (finding.severity, finding.parameters) == ("warning", (("size_severity", "warning"),))


def test_message_of_a_deck_rule_is_filled_in() -> None:
    catalog = ruled("copies", max=3, message="{name}: {actual} of {max}{?max:!|}")
    assert [f.message for f in check_deck(make_deck({"stone_golem": 4}), catalog)] == ["Stone Golem: 4 of 3!"]


@pytest.mark.parametrize(
    "text", ["{=7", "Costs {=7 and {mana}.", "{=7\n\nThen {deck_max}.", "{deck_max", "{?deck_max:yes", "}", "{}"]
)
def test_open_brace_is_found_wherever_the_book_has_text(text: str) -> None:
    assert run("book.syntax", None, book(text))


@pytest.mark.parametrize(
    "text", ["{mana", "Gain 1 {mana and {mana}.", "{mana\n{mana}", "mana}", "{}", "{Mana}", "{ mana }"]
)
def test_loose_brace_on_a_card_is_found_at_its_place(text: str) -> None:
    found = [f for f in check_card(golem(rules=text), CATALOG) if f.code == "card.brace"]
    assert len(found) == 1
    first, last = found[0].where.span or (0, 0)
    assert text[first:last] == found[0].actual
    assert found[0].where.field == "rules"


def test_prefix_that_differs_is_one_finding_for_all_rules_and_one_for_all_rulings() -> None:
    rules = by_code([make_rule(f"QQ-DECK-{n}") for n in range(9)])
    messages = run("book.prefix", None, make_catalog(rules=rules, rulings=by_code([make_ruling("QQ-GAP-1")])))
    assert messages == [
        "The prefix is T, but not of every rule: QQ-DECK-0, QQ-DECK-1, QQ-DECK-2 and 6 more.",
        "The prefix is T, but not of every ruling: QQ-GAP-1.",
    ]


def test_message_of_a_deck_rule_names_only_what_is_filled_in() -> None:
    assert run("book.reference", None, ruled("size", max=3, message="{range} {actual} {bogus}")) == [
        'The text names the parameter "bogus", which does not exist.'
    ]


def test_very_long_name_is_cut_in_messages_and_whole_in_the_place() -> None:
    name = "Long " * 23 + "Golem"
    found = check_card(golem(name=name, rarity="", rules="{gold}"), make_catalog([golem(name=name)]))
    assert len(found) >= 2
    for finding in found:
        assert finding.where.name == name
        assert name not in finding.message + finding.where.label()
        assert "Long Long Long Long Long Long Long Long…" in finding.message


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (60, 60, "exactly 60"),
        (40, 60, "40 to 60"),
        (None, 1, "at most 1"),
        (0, 1, "at most 1"),
        (10, None, "at least 10"),
    ],
)
@pytest.mark.parametrize("message", ["", "A deck holds {range} cards; this one has {actual}."])
def test_range_of_a_deck_rule_is_put_into_words(low: int | None, high: int | None, words: str, message: str) -> None:
    catalog = ruled("size", min=low, max=high, message=message)
    (finding,) = [f for f in check_deck(make_deck({"stone_golem": 2}), catalog) if f.code == "deck.size"]
    assert finding.message == f"A deck holds {words} cards; this one has 2."


@pytest.mark.parametrize("flag", ["legendary", "big_trap"])
def test_number_is_not_demanded_where_a_flag_lifts_it(flag: str) -> None:
    catalog = make_catalog(stats=(make_stat("cost", unless="legendary"),))
    assert run("card.stat_missing", make_card(flags=(flag,)), catalog) == (
        [] if flag == "legendary" else ["Stone Golem has no Cost; every Creature needs one."]
    )


class TestSettings:
    CATALOG = make_catalog(
        parameters=by_code(
            [
                make_parameter("deck_max", 60, min=1, max=99),
                make_parameter("altar_limit", "none", "limit"),
                make_parameter("opens", True),
                make_parameter("match", "opened", choices=("opened", "no")),
                make_parameter("phases", ("Main",), "list"),
                make_parameter("copies.Common", 4),
            ]
        ),
        rulings=by_code(
            [
                make_ruling(
                    "T-GAP-1", "loose", readings=(Reading("loose", "", {}), Reading("strict", "", {"deck_max": 40}))
                )
            ]
        ),
    )

    @pytest.mark.parametrize(
        ("setting", "code", "value"),
        [
            ("deck_max=40", "deck_max", 40),
            (" deck_max = 41 ", "deck_max", 41),
            ("altar_limit=3", "altar_limit", 3),
            ("altar_limit=none", "altar_limit", "none"),
            ("opens=false", "opens", False),
            ("match=no", "match", "no"),
            ("phases=Main, Summon", "phases", ("Main", "Summon")),
            ("copies.Common=2", "copies.Common", 2),
            ("T-GAP-1=strict", "deck_max", 40),
            ("t-gap-1=strict", "deck_max", 40),
        ],
    )
    def test_setting_changes_a_value(self, setting: str, code: str, value: object) -> None:
        changed = apply_settings(self.CATALOG, [setting])
        assert changed.parameters[code].value == value
        assert self.CATALOG.parameters["deck_max"].value == 60

    def test_setting_of_a_ruling_chooses_the_reading(self) -> None:
        assert with_reading(self.CATALOG, "T-GAP-1", "strict").rulings["T-GAP-1"].chosen == "strict"

    def test_last_setting_wins(self) -> None:
        changed = apply_settings(self.CATALOG, ["T-GAP-1=strict", "deck_max=50"])
        assert changed.parameters["deck_max"].value == 50

    @pytest.mark.parametrize(
        ("setting", "message"),
        [
            ("deck_max", "write PARAMETER=VALUE or RULING=READING"),
            ("=3", "is no setting"),
            ("deck_max=", "is no setting"),
            ("deck_mx=3", "did you mean deck_max"),
            ("deck_max=100", "a whole number of at least 1 and of at most 99"),
            ("deck_max=many", "a whole number"),
            ("deck_max=none", "a whole number"),
            ("altar_limit=some", "a whole number or none"),
            ("opens=maybe", "true or false"),
            ("match=summoner", "one of opened, no"),
            ("T-GAP-2=strict", "did you mean T-GAP-1"),
            ("T-GAP-1=odd", "its readings are loose, strict"),
        ],
    )
    def test_setting_that_does_not_fit_is_refused_in_one_sentence(self, setting: str, message: str) -> None:
        with pytest.raises(SettingError) as error:
            apply_settings(self.CATALOG, [setting])
        assert message in str(error.value)


class TestDeckList:
    CATALOG = make_catalog(
        [GOLEM, make_card("Æther's Gate", code="gate"), make_card("Wolf"), make_card("wolf", code="wolf_token")]
    )

    def test_list_is_read_line_by_line(self) -> None:
        text = "\ufeff# my deck\n\n3 Stone Golem\n2x aethers gate # note\n1 x STONE GOLEM\nx2 gate\nwolf_token\n"
        result = read_deck_list(text, self.CATALOG)
        assert result.findings == ()
        assert result.deck.entries == (
            DeckEntry("stone_golem", 4),
            DeckEntry("gate", 4),
            DeckEntry("wolf_token", 1),
        )

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("3 Ston Golem", "Line 2: there is no card"),
            ("2 Wolf!", "Line 2: there is no card"),
            ("1 WOLF", "write the code: wolf, wolf_token"),
            ("0 Stone Golem", "0 is no quantity"),
            ("501 Stone Golem", "501 is no quantity"),
        ],
    )
    def test_line_that_cannot_be_read_is_named(self, line: str, message: str) -> None:
        result = read_deck_list(f"1 Stone Golem\n{line}\n", self.CATALOG, name="list.txt")
        (finding,) = result.findings
        assert message in finding.message
        assert (finding.where.name, finding.where.row) == ("list.txt", 2)
        assert result.deck.entries == (DeckEntry("stone_golem", 1),)

    def test_misspelt_name_gets_a_suggestion(self) -> None:
        (finding,) = read_deck_list("Ston Golem", self.CATALOG).findings
        assert finding.hint == "Did you mean Stone Golem?"

    def test_written_list_is_read_back(self) -> None:
        deck = make_deck({"stone_golem": 3, "gate": 1, "wolf": 2, "wolf_token": 1})
        text = write_deck_list(deck, self.CATALOG)
        assert text == "3 Stone Golem\n1 Æther's Gate\n2 wolf\n1 wolf_token\n"
        assert read_deck_list(text, self.CATALOG).deck.entries == deck.entries

    def test_huge_list_is_refused(self) -> None:
        assert len(read_deck_list("x\n" * 60_000, self.CATALOG).findings) == 1


@pytest.mark.parametrize(
    ("rules", "count"),
    [
        ("Poison", 1),
        ("Poison 3 4", 1),
        ("Swift 2", 1),
        ("Give Poison to a foe.", 1),
        ("The attached creature has Poison.", 1),
        ("Give Poison 3 to a creature that has Poison.", 0),
        ("Creatures with Poison have Swift.", 0),
        ("Wither 3, Swift", 0),
    ],
)
def test_keyword_needs_its_number_where_a_card_has_or_gives_it(rules: str, count: int) -> None:
    assert len(run("card.keyword_number", golem(rules=rules), CATALOG)) == count
