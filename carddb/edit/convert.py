"""From the frozen catalog back to documents: what a form shows, a file holds and a revision remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from carddb.catalog import Bound, Card, Catalog, Deck, Scenario, StatDef, TextDef
from carddb.edit import documents as d


def plain(noun: Any) -> Any:
    """Return a noun of the catalog as dicts, lists and words."""
    if is_dataclass(noun):
        return {f.name: plain(getattr(noun, f.name)) for f in fields(noun)}
    if isinstance(noun, Mapping):
        return {key: plain(value) for key, value in noun.items()}
    if isinstance(noun, tuple):
        return [plain(item) for item in noun]
    return noun


def _bound(value: Bound) -> str:
    return "" if value is None else str(value)


def card_document(card: Card) -> d.CardDocument:
    """Return a card as a designer types it."""
    return d.CardDocument(
        uid=card.uid,
        code=card.code,
        name=card.name,
        type=card.type,
        affinities=list(card.affinities),
        rarity=card.rarity,
        roles=list(card.roles),
        flags=list(card.flags),
        stats={code: value.printed for code, value in card.stats.items()},
        rules=card.rules,
        texts=dict(card.texts),
        status=card.status,
        version=card.version,
        links=[d.LinkDocument(kind=link.kind, to=link.to) for link in card.links],
        printings=[
            d.PrintingDocument(
                uid=p.uid,
                card_set=p.card_set,
                number=p.number,
                flavor=p.flavor,
                artist=p.artist,
                art=p.art,
                art_focus=p.art_focus,
                art_crop=p.art_crop,
            )
            for p in card.printings
        ],
    )


def deck_document(deck: Deck) -> d.DeckDocument:
    """Return a deck as a file holds it."""
    cards = {entry.card: entry.quantity for entry in deck.entries}
    return d.DeckDocument(uid=deck.uid, code=deck.code, name=deck.name, style=deck.style, text=deck.text, cards=cards)


def scenario_document(scenario: Scenario) -> d.ScenarioDocument:
    """Return a scenario as a file holds it."""
    return d.ScenarioDocument.model_validate(plain(scenario))


def stat_document(stat: StatDef) -> d.StatDocument:
    """Return the definition of a stat for its one card type."""
    values = plain(stat)
    card_type = values.pop("card_type")
    values |= {"types": [card_type], "min": _bound(stat.min), "max": _bound(stat.max)}
    return d.StatDocument.model_validate(values)


def text_def_document(text: TextDef) -> d.TextDefDocument:
    """Return the definition of a text box for its one card type."""
    values = plain(text)
    values["types"] = [values.pop("card_type")]
    return d.TextDefDocument.model_validate(values)


def _gather_types(items: Iterable[Any], card_types: Mapping[str, Any]) -> list[Any]:
    """Join definitions that differ in nothing but their card type; "*" stands for all types."""
    gathered: dict[str, Any] = {}
    for item in items:
        key = item.model_dump_json(exclude={"types"})
        if key in gathered:
            gathered[key].types.extend(item.types)
        else:
            gathered[key] = item
    for item in gathered.values():
        if set(item.types) == set(card_types):
            item.types = ["*"]
    return list(gathered.values())


def catalog_document(catalog: Catalog) -> d.CatalogDocument:
    """Return a whole catalog as documents; load(catalog_document(x)) gives x again."""

    def all_of(document: type[d.Document], nouns: Iterable[Any], *bounds: str) -> list[Any]:
        return [
            document.model_validate({**plain(noun), **{name: _bound(getattr(noun, name)) for name in bounds}})
            for noun in nouns
        ]

    ruleset = plain(catalog.ruleset)
    for name in ("id", "version"):
        del ruleset[name]
    return d.CatalogDocument.model_construct(
        None,
        ruleset=d.RulesetDocument.model_validate(ruleset),
        parameters=all_of(d.ParameterDocument, catalog.parameters.values()),
        sections=all_of(d.SectionDocument, catalog.sections.values()),
        rules=all_of(d.RuleDocument, catalog.rules.values()),
        rulings=all_of(d.RulingDocument, catalog.rulings.values()),
        zones=all_of(d.ZoneDocument, catalog.zones.values(), "rows", "columns"),
        phases=all_of(d.PhaseDocument, catalog.phases.values()),
        card_types=all_of(d.CardTypeDocument, catalog.card_types.values(), "affinities_min", "affinities_max"),
        stats=_gather_types(map(stat_document, catalog.stats), catalog.card_types),
        texts=_gather_types(map(text_def_document, catalog.texts), catalog.card_types),
        roles=all_of(d.RoleDocument, catalog.roles.values()),
        affinities=all_of(d.AffinityDocument, catalog.affinities.values()),
        rarities=all_of(d.RarityDocument, catalog.rarities.values()),
        flags=all_of(d.FlagDocument, catalog.flags.values()),
        symbols=all_of(d.SymbolDocument, catalog.symbols.values()),
        keywords=[
            d.KeywordDocument.model_validate(
                {
                    **plain(k),
                    "arguments": [{**plain(a), "min": _bound(a.min), "max": _bound(a.max)} for a in k.arguments],
                }
            )
            for k in catalog.keywords.values()
        ],
        phrases=all_of(d.PhraseDocument, catalog.phrases.values()),
        card_sets=all_of(d.CardSetDocument, catalog.card_sets.values()),
        deck_rules=all_of(d.DeckRuleDocument, catalog.deck_rules, "min", "max"),
        cards=[card_document(card) for card in catalog.cards],
        decks=[deck_document(deck) for deck in catalog.decks.values()],
        scenarios=[scenario_document(scenario) for scenario in catalog.scenarios.values()],
    )
