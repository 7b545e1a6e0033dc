"""The worked examples of card and deck rules on the shipped rules, with cards made for them; and illegal lists."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from support import RULESETS, make_card, make_deck, shipped

from carddb.catalog import Card, Catalog
from carddb.rules import SettingError, apply_settings, check_card, check_deck, read_deck_list

LISTS = sorted((Path(__file__).parent / "decks").glob("*.txt"))


def broken(catalog: Catalog, deck: dict[str, int], *settings: str) -> set[tuple[str, str]]:
    """Return the rules that a deck breaks, with their severities."""
    tried = apply_settings(catalog, settings)
    return {(f.rule, f.severity) for f in check_deck(make_deck(deck), tried)}


def errors(catalog: Catalog, deck: dict[str, int], *settings: str) -> set[str]:
    return {rule for rule, severity in broken(catalog, deck, *settings) if severity == "error"}


@pytest.fixture(scope="module")
def vault() -> Catalog:
    catalog = shipped("summoners_vault")
    red, blue, green = list(catalog.affinities)[:3]
    colors = {"r": (red,), "b": (blue,), "g": (green,), "rb": (red, blue), "bg": (blue, green), "n": ()}
    cards = [
        make_card(f"{kind} {c}", type=kind, affinities=colors[c]) for kind in ("altar", "creature") for c in colors
    ]
    cards += [make_card(f"summoner {n}", type="summoner", affinities=(red,)) for n in (1, 2)]
    cards += [make_card(f"beast {n}", type="creature", affinities=(red,)) for n in range(20)]
    return replace(catalog, cards=tuple(cards))


@pytest.fixture(scope="module")
def hold() -> Catalog:
    rarities = ("monarch", "court", "common", "unique")
    cards = [make_card(f"{rarity} {n}", type="folk", rarity=rarity) for rarity in rarities for n in range(20)]
    return replace(shipped("soulhold"), cards=tuple(cards))


@pytest.fixture(scope="module")
def glyphs() -> Catalog:
    cards = [make_card(f"creature {n}", type="creature") for n in range(20)]
    cards.append(make_card("champion", type="creature", flags=("legendary",)))
    cards.append(make_card("wolf", type="creature", flags=("token",)))
    return replace(shipped("glyphs_of_legends"), cards=tuple(cards))


class TestSummonersVault:
    """R, B and G are three affinities; card names say type and affinity."""

    LOOSE = ("deck_min=1", "creatures_min=0")

    def deck(self, size: int, *, summoners: int = 1, creatures: int = 12) -> dict[str, int]:
        beasts = {f"beast_{n}": 1 for n in range(creatures)}
        leaders = {f"summoner_{n + 1}": 1 for n in range(summoners)}
        return {**leaders, **beasts, "altar_r": size - summoners - creatures}

    @pytest.mark.parametrize(("size", "rules"), [(39, {"SV-DECK-1"}), (40, set()), (60, set()), (61, {"SV-DECK-1"})])
    def test_ex_1_a_deck_has_40_to_60_cards(self, vault: Catalog, size: int, rules: set[str]) -> None:
        assert errors(vault, self.deck(size)) == rules

    def test_ex_2_strict_60_refuses_50_cards(self, vault: Catalog) -> None:
        tried = apply_settings(vault, ["SV-GAP-1=strict_60"])
        (finding,) = check_deck(make_deck(self.deck(50)), tried)
        assert (finding.rule, finding.severity, finding.actual) == ("SV-DECK-1", "error", 50)
        assert finding.allowed == {"min": 60, "max": 60}
        assert dict(finding.parameters)["deck_min"] == 60

    @pytest.mark.parametrize(("summoners", "rules"), [(0, {"SV-DECK-2"}), (1, set()), (2, {"SV-DECK-2"})])
    def test_ex_3_a_deck_has_one_summoner(self, vault: Catalog, summoners: int, rules: set[str]) -> None:
        assert errors(vault, self.deck(50, summoners=summoners)) == rules

    @pytest.mark.parametrize(("creatures", "rules"), [(9, {"SV-DECK-3"}), (10, set())])
    def test_ex_4_a_deck_has_10_creatures(self, vault: Catalog, creatures: int, rules: set[str]) -> None:
        assert errors(vault, self.deck(50, creatures=creatures)) == rules

    @pytest.mark.parametrize(
        ("cards", "rules"),
        [({"beast_0": 3}, set()), ({"beast_0": 4}, {"SV-DECK-5"}), ({"altar_r": 19}, set())],
    )
    def test_ex_5_a_card_is_there_three_times_altars_excepted(
        self, vault: Catalog, cards: dict[str, int], rules: set[str]
    ) -> None:
        assert errors(vault, {"summoner_1": 1, **cards}, *self.LOOSE) == rules

    @pytest.mark.parametrize(
        ("cards", "rules"),
        [
            pytest.param(("creature_r", "creature_n", "creature_rb"), set(), id="ex 6: own, neutral and shared"),
            pytest.param(("creature_b",), {"SV-DECK-6"}, id="ex 7: foreign without a dual altar"),
            pytest.param(("creature_b", "altar_rb"), set(), id="ex 8: foreign with a dual altar"),
            pytest.param(("creature_g", "altar_rb", "altar_bg"), {"SV-DECK-6"}, id="ex 9: openings do not chain"),
            pytest.param(("altar_rb", "altar_bg"), set(), id="ex 9: both altars fit"),
            pytest.param(("altar_b",), {"SV-DECK-8"}, id="ex 31: foreign altar alone"),
            pytest.param(("altar_b", "altar_rb"), set(), id="ex 31: foreign altar that another opens"),
            pytest.param(("altar_n", "creature_r"), set(), id="altar without affinity always fits"),
        ],
    )
    def test_affinities(self, vault: Catalog, cards: tuple[str, ...], rules: set[str]) -> None:
        assert errors(vault, {"summoner_1": 1, **dict.fromkeys(cards, 1)}, *self.LOOSE) == rules

    @pytest.mark.parametrize(
        ("setting", "cards", "rules"),
        [
            ("altar_must_match=summoner", ("altar_rb", "altar_bg"), {"SV-DECK-8"}),
            ("altar_must_match=no", ("altar_bg",), set()),
            ("altar_chain=true", ("creature_g", "altar_rb", "altar_bg"), set()),
            ("altar_opens_affinity=false", ("creature_b", "altar_rb"), {"SV-DECK-6"}),
            ("altar_opened_max=0", ("creature_b", "altar_rb"), {"SV-DECK-6"}),
            ("altar_opened_max=1", ("creature_b", "altar_rb"), set()),
        ],
    )
    def test_affinities_under_another_reading(
        self, vault: Catalog, setting: str, cards: tuple[str, ...], rules: set[str]
    ) -> None:
        assert errors(vault, {"summoner_1": 1, **dict.fromkeys(cards, 1)}, *self.LOOSE, setting) == rules

    def test_affinity_can_be_mere_advice(self, vault: Catalog) -> None:
        found = broken(vault, {"summoner_1": 1, "creature_b": 1}, *self.LOOSE, "affinity_severity=warning")
        assert found == {("SV-DECK-6", "warning")}

    def test_summoner_need_not_count(self, vault: Catalog) -> None:
        assert errors(vault, self.deck(40), "summoner_counts_in_size=false") == {"SV-DECK-1"}
        assert errors(vault, self.deck(61), "summoner_counts_in_size=false") == set()

    @pytest.mark.parametrize(
        ("roles", "rows"),
        [
            ("Beast", [1]),
            ("Stalker", [2]),
            ("Caster", [2, 3]),
            ("Titan", [3]),
            ("Winged", [1, 2, 3]),
            ("Titan Winged", [1, 2, 3]),
            ("Beast Caster", [1, 2, 3]),
        ],
    )
    def test_ex_14_rows_of_all_roles_are_united(self, vault: Catalog, roles: str, rows: list[int]) -> None:
        accepted = {row: vault.parameters[f"row_roles.{row}"].value for row in (1, 2, 3)}
        assert [row for row, names in accepted.items() if set(roles.split()) & set(names)] == rows

    def test_creature_without_role_is_an_error(self, vault: Catalog) -> None:
        card = make_card("Idler", type="creature", stats={"bond_cost": 1}, attack=1, life=1)
        assert [f.rule for f in check_card(replace(card, rarity=next(iter(vault.rarities))), vault)] == ["SV-PLACE-5"]

    @pytest.mark.parametrize("life", [20, 60])
    def test_ex_30_starting_life_within_the_range(self, vault: Catalog, life: int) -> None:
        assert apply_settings(vault, [f"starting_life={life}"]).parameters["starting_life"].value == life

    @pytest.mark.parametrize("life", [19, 61])
    def test_ex_30_starting_life_outside_the_range(self, vault: Catalog, life: int) -> None:
        with pytest.raises(SettingError, match="of at least 20 and of at most 60"):
            apply_settings(vault, [f"starting_life={life}"])


class TestSoulhold:
    """Decks are written as numbers of Monarch, Court, Common and Unique cards, all different as far as allowed."""

    def deck(self, monarch: int, court: int, common: int, unique: int = 0) -> dict[str, int]:
        numbers = {"monarch": monarch, "court": court, "common": common, "unique": unique}
        return {f"{rarity}_{n}": 1 for rarity, count in numbers.items() for n in range(count)}

    @pytest.mark.parametrize(
        ("numbers", "rules"),
        [
            pytest.param((2, 6, 12), set(), id="ex 16"),
            pytest.param((2, 6, 15), set(), id="ex 17"),
            pytest.param((2, 6, 15, 2), set(), id="ex 18"),
            pytest.param((2, 6, 10), {("SH-DECK-8", "warning")}, id="ex 19"),
            pytest.param((0, 5, 15), set(), id="ex 20"),
            pytest.param((3, 5, 12), {("SH-DECK-5", "error")}, id="ex 21: three Monarchs"),
            pytest.param((2, 7, 12), {("SH-DECK-6", "error")}, id="ex 21: seven Court"),
            pytest.param((2, 6, 9, 3), {("SH-DECK-7", "error")}, id="ex 21: nine Commons"),
            pytest.param((2, 6, 16), {("SH-DECK-7", "error")}, id="ex 21: sixteen Commons"),
            pytest.param((2, 6, 10, 2), set(), id="ex 24: 20 cards"),
            pytest.param((2, 6, 15, 3), {("SH-DECK-8", "warning")}, id="ex 24: 26 cards"),
        ],
    )
    def test_numbers_of_each_rarity(
        self, hold: Catalog, numbers: tuple[int, ...], rules: set[tuple[str, str]]
    ) -> None:
        assert broken(hold, self.deck(*numbers)) == rules

    @pytest.mark.parametrize(
        ("card", "copies", "rule"),
        [
            ("common_0", 5, "SH-DECK-1"),
            ("court_0", 3, "SH-DECK-2"),
            ("monarch_0", 2, "SH-DECK-3"),
            ("unique_0", 2, "SH-DECK-4"),
        ],
    )
    def test_ex_22_copies_of_each_rarity(self, hold: Catalog, card: str, copies: int, rule: str) -> None:
        deck = self.deck(0, 4, 11, 3)
        assert errors(hold, {**deck, card: copies}) == {rule}
        assert errors(hold, {**deck, card: copies - 1}) == set()

    @pytest.mark.parametrize(
        ("change", "rule"),
        [
            ({"stats": {"binding_cost": 1}}, "SH-CARD-2"),
            ({"stats": {"power": 3}}, "SH-CARD-3"),
            ({"texts": {}}, "SH-CARD-4"),
            ({"rules": "Draw 1 card."}, "SH-CARD-5"),
            ({"rules": "When this is flipped,"}, "SH-CARD-5"),
        ],
    )
    def test_ex_23_card_that_lacks_a_part_is_an_error(
        self, hold: Catalog, change: dict[str, object], rule: str
    ) -> None:
        assert [f.rule for f in check_card(self.card(), hold)] == []
        found = [f for f in check_card(self.card(**change), hold) if f.severity != "info"]
        assert [(f.rule, f.severity) for f in found] == [(rule, "error")]

    def card(self, **change: object) -> Card:
        fields: dict[str, object] = {
            "type": "folk",
            "stats": {"power": 3, "binding_cost": 1},
            "texts": {"return_bonus": "none"},
            "rules": "When this is flipped, draw 1 card.",
        }
        return make_card("Baker", **{**fields, **change})


class TestGlyphsOfLegends:
    @pytest.mark.parametrize(("last", "rules"), [(2, {"GL-DECK-1"}), (3, set()), (4, {"GL-DECK-1", "GL-DECK-2"})])
    def test_ex_1_and_2_a_deck_has_60_cards_and_3_of_a_name(
        self, glyphs: Catalog, last: int, rules: set[str]
    ) -> None:
        deck = {f"creature_{n}": 3 for n in range(19)}
        assert errors(glyphs, {**deck, "creature_19": last}) == rules
        assert errors(glyphs, {**deck, "champion": last}) == rules

    def test_ex_1_61_cards_are_too_many(self, glyphs: Catalog) -> None:
        deck = {f"creature_{n}": 3 for n in range(20)}
        assert errors(glyphs, {**deck, "champion": 1}) == {"GL-DECK-1"}

    def test_token_in_a_deck_is_an_error(self, glyphs: Catalog) -> None:
        deck = {f"creature_{n}": 3 for n in range(19)}
        assert errors(glyphs, {**deck, "creature_19": 2, "wolf": 1}) == {"GL-TOK-1"}


def _head(text: str, key: str) -> list[str]:
    found = re.search(rf"^# {key}: (.*)$", text, re.MULTILINE)
    return [part.strip() for part in found[1].split(",")] if found else []


@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_illegal_list_breaks_exactly_its_rule(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ruleset = next(code for code in RULESETS if shipped(code).ruleset.prefix == path.stem.split("-")[0])
    catalog = apply_settings(shipped(ruleset), _head(text, "settings"))
    result = read_deck_list(text, catalog)
    assert result.findings == ()
    assert {f.rule for f in check_deck(result.deck, catalog)} == set(_head(text, "breaks") or [path.stem])


def test_every_deck_rule_has_an_illegal_list() -> None:
    rules = {rule.code for code in RULESETS for rule in shipped(code).rules.values() if "DECK" in rule.kinds}
    assert rules == {path.stem for path in LISTS}
