"""What only one of the shipped games must have."""

from __future__ import annotations

from support import shipped

from carddb.search import parse, select


def count(ruleset: str, query: str) -> int:
    catalog = shipped(ruleset)
    return len(select(parse(query, catalog), catalog))


def test_summoners_vault_has_five_regions_eight_summoners_and_both_kinds_of_altar() -> None:
    catalog = shipped("summoners_vault")
    altars = [card for card in catalog.cards if card.type == "altar"]
    assert len(catalog.affinities) >= 5
    assert count("summoners_vault", "type:summoner") >= 8
    assert {len(card.affinities) for card in altars} == {1, 2}
    assert "strict_60" in {reading.code for reading in catalog.rulings["SV-GAP-1"].readings}


def test_soulhold_has_several_types_artifact_among_them_and_every_kind_of_bonus() -> None:
    catalog = shipped("soulhold")
    assert {"artifact"} < set(catalog.card_types)
    for bonus in ('text:"gain 1 {energy}"', 'text:"draw 1 card"', "text:life", "text=none"):
        assert count("soulhold", bonus) >= 3, bonus


def test_glyphs_of_legends_has_tokens_legendaries_large_capacity_and_the_cards_of_the_rune_example() -> None:
    assert count("glyphs_of_legends", "is:token") >= 3
    assert count("glyphs_of_legends", "is:legendary type:creature") >= 3
    assert count("glyphs_of_legends", "is:legendary type:rune") >= 3
    names = ("Stone Golem", "Wind Elemental", "Gryphon Knight", "Aegis Rune", "Haste Rune")
    assert [count("glyphs_of_legends", f'name="{name}"') for name in names] == [1] * 5
    cards = {card.name: card for card in shipped("glyphs_of_legends").cards}
    assert "swift" in {found.keyword for found in cards["Haste Rune"].keywords}
