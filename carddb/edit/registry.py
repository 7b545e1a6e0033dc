"""Every kind of thing that can be edited: its table, its document, and how one becomes the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlmodel import SQLModel

from carddb import models
from carddb.edit import documents as d

Columns = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Noun:
    """A kind of thing in a ruleset.

    kind: its word in findings and revisions; plural: its attribute of CatalogDocument.
    columns: from a valid document to column values, without ruleset_id and position.
    rederives: a change of it changes what is derived from all cards' texts.
    """

    kind: str
    plural: str
    model: type[SQLModel]
    document: type[d.Document]
    columns: Callable[[Any], Columns]
    rederives: bool = False

    @property
    def is_per_type(self) -> bool:
        """Return whether it is stored once for each of its card types."""
        return self.kind in ("stat", "text")

    def key(self, document: Any) -> tuple[str, ...]:
        """Return what identifies a document of this kind within its ruleset."""
        if self.is_per_type:
            return (document.code, *document.types)
        return (document.code,)


def _all(document: d.Document) -> Columns:
    return document.model_dump()


def _without(*names: str) -> Callable[[Any], Columns]:
    return lambda document: document.model_dump(exclude=set(names))


NOUNS: Mapping[str, Noun] = {
    noun.kind: noun
    for noun in (
        Noun("parameter", "parameters", models.Parameter, d.ParameterDocument, _all),
        Noun("section", "sections", models.Section, d.SectionDocument, _all),
        Noun("rule", "rules", models.Rule, d.RuleDocument, _all),
        Noun("ruling", "rulings", models.Ruling, d.RulingDocument, _all),
        Noun("zone", "zones", models.Zone, d.ZoneDocument, _all, rederives=True),
        Noun("phase", "phases", models.Phase, d.PhaseDocument, _all, rederives=True),
        Noun("card_type", "card_types", models.CardType, d.CardTypeDocument, _all, rederives=True),
        Noun("stat", "stats", models.StatDef, d.StatDocument, _without("types"), rederives=True),
        Noun("text", "texts", models.TextDef, d.TextDefDocument, _without("types")),
        Noun("role", "roles", models.Role, d.RoleDocument, _all, rederives=True),
        Noun("affinity", "affinities", models.Affinity, d.AffinityDocument, _all),
        Noun("rarity", "rarities", models.Rarity, d.RarityDocument, _all),
        Noun("flag", "flags", models.Flag, d.FlagDocument, _all, rederives=True),
        Noun("symbol", "symbols", models.Symbol, d.SymbolDocument, _all, rederives=True),
        Noun(
            "keyword",
            "keywords",
            models.Keyword,
            d.KeywordDocument,
            _without("aliases", "arguments"),
            rederives=True,
        ),
        Noun("phrase", "phrases", models.Phrase, d.PhraseDocument, _all, rederives=True),
        Noun("card_set", "card_sets", models.CardSet, d.CardSetDocument, _all),
        Noun("deck_rule", "deck_rules", models.DeckRule, d.DeckRuleDocument, _all),
        Noun("scenario", "scenarios", models.Scenario, d.ScenarioDocument, _all),
    )
}
"""The nouns that are stored as one row each, in the order in which they are loaded; cards and decks come after."""
