"""Place one card: the look of its traits, its texts fitted, its art in the slot; every trouble is a finding."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path as FilePath

from carddb.catalog import Card, Catalog, Printing
from carddb.layout.art.place import place_art
from carddb.layout.boxes import Box, Group, Image, Measure, PlacedCard
from carddb.layout.fitting import Fitter, Outcome, SymbolForms
from carddb.layout.lines import Content
from carddb.layout.look import ArtSlot, Looks, TextSlot
from carddb.layout.pictures import PictureError, effective_dpi, inspect_picture, visible_part
from carddb.layout.shapes import path_bounds
from carddb.layout.template import Template, Traits
from carddb.layout.text import Setter
from carddb.layout.typography import character_name, reason_and_remedy
from carddb.layout.units import points
from carddb.rules.finding import Finding, Severity, Where
from carddb.wording.markup import Vocabulary

_FIELD = re.compile(r"\{([a-z_]+(?::[a-z0-9_]+)?)\}")

_MARKUP = ("rules", "text", "texts")

_NO_PRINTING = Printing(uid="", card_set="", number="", flavor="", artist="", art="")

MOST_NAMED = 5
"""How many different characters one finding lists. Source: house choice."""


class CardPlacer:
    """Places the cards of one ruleset with one template in one size; keeps what they share.

    art_folder: where the files that printings name as their art lie; a printing without art gets a placeholder.
    remembered: how many fronts are kept for the next time that they are asked for.
    """

    def __init__(
        self,
        catalog: Catalog,
        template: Template,
        measure: Measure,
        *,
        width_um: int | None = None,
        height_um: int | None = None,
        art_folder: FilePath | None = None,
        remembered: int = 0,
    ) -> None:
        self.catalog = catalog
        self.template = template
        self.width_um = width_um or template.width_um
        self.height_um = height_um or template.height_um
        self._looks = Looks(template, catalog, self.width_um, self.height_um)
        widths = {s.code: _aspect(s.path) for s in catalog.symbols.values()}
        self._setter = Setter(measure, Vocabulary.of(catalog), widths, catalog.ruleset.language)
        symbols = {s.code: (s.path, s.color) for s in catalog.symbols.values()}
        self._fitter = Fitter(measure, self._setter, SymbolForms(symbols))
        self._art_folder = art_folder
        self._remembered = remembered
        self._fronts: dict[tuple[str, Printing], PlacedCard] = {}
        self._backs: dict[Traits, PlacedCard] = {}
        self._pictures: dict[str, tuple[str, tuple[int, int] | None, str]] = {}

    def place(self, card: Card, printing: Printing | None = None) -> PlacedCard:
        """Return the front of a card; without a printing its first one is taken."""
        shown = printing or (card.printings[0] if card.printings else _NO_PRINTING)
        known = self._fronts.get((card.code, shown))
        if known is not None:
            return known
        placed = self._place(card, shown)
        if len(self._fronts) < self._remembered:
            self._fronts[card.code, shown] = placed
        return placed

    def _place(self, card: Card, shown: Printing) -> PlacedCard:
        findings: list[Finding] = []
        boxes: list[Box] = []
        for segment in self._looks.front(traits_of(card, shown)):
            if isinstance(segment, TextSlot):
                boxes += self._text(segment, card, shown, findings)
            elif isinstance(segment, ArtSlot):
                boxes.append(self._art(segment, card, shown, findings))
            else:
                boxes.append(segment)
        return PlacedCard(
            shown.uid or card.uid, card.name, self.width_um, self.height_um, self.template.bleed_um, tuple(boxes),
            tuple(findings),
        )  # fmt: skip

    def place_back(self, card: Card) -> PlacedCard:
        """Return the back of a card: designed by the template, the same for all cards of equal traits."""
        traits = traits_of(card, _NO_PRINTING)
        if traits in self._backs:
            return self._backs[traits]
        findings: list[Finding] = []
        boxes: list[Box] = []
        for segment in self._looks.back(traits):
            if isinstance(segment, TextSlot):
                boxes += self._text(segment, card, _NO_PRINTING, findings)
            elif not isinstance(segment, ArtSlot):
                boxes.append(segment)
        name = f"back of {self.catalog.ruleset.name}"
        placed = PlacedCard(
            name, name, self.width_um, self.height_um, self.template.bleed_um, tuple(boxes), tuple(findings)
        )
        self._backs[traits] = next((b for b in self._backs.values() if b.boxes == placed.boxes), placed)
        return self._backs[traits]

    def _text(self, slot: TextSlot, card: Card, printing: Printing, findings: list[Finding]) -> list[Box]:
        contents = []
        for part in slot.parts:
            text = self.field(part.field, card, printing, none=slot.element.none)
            if text:
                contents.append(Content(part, text, part.field.split(":")[0] in _MARKUP))
        if not contents:
            return []
        outcome = self._fitter.fit(slot, contents)
        if outcome.cut or outcome.broken or outcome.dropped or self._setter.missing:
            self._report(slot, card, contents, outcome, findings)
        return outcome.boxes

    def _report(
        self, slot: TextSlot, card: Card, contents: list[Content], outcome: Outcome, findings: list[Finding]
    ) -> None:
        def add(code: str, severity: Severity, field: str, message: str, hint: str, actual: object = None) -> None:
            where = Where("card", code=card.code, name=card.name, field=field)
            findings.append(
                Finding(code, severity, message, where, ruleset=self.catalog.ruleset.code, actual=actual, hint=hint)
            )

        size = f"{points(outcome.size):.1f} pt"
        if outcome.cut:
            message = f"{_label(outcome.cut)} of {card.name} does not fit at {size}, the smallest size; it was cut."
            add("layout.overflow", "error", outcome.cut, message, "Shorten the text, or give the template more room.")
        if outcome.broken:
            message = (
                f"{_label(outcome.broken)} of {card.name} holds a word wider than its box at {size}; it was broken."
            )
            add("layout.broken_word", "warning", outcome.broken, message, "Shorten the word, or widen the box.")
        for name in outcome.dropped:
            message = f"{_label(name)} of {card.name} was left out to keep the rules text large enough."
            add("layout.dropped", "info", name, message, "Shorten the rules text if it should be printed.")
        if self._setter.missing:
            missing = list(dict.fromkeys(self._setter.missing))
            self._setter.missing.clear()
            for content in contents:
                own = [c for c in missing if c in content.text]
                if not own:
                    continue
                named = ", ".join(character_name(c) for c in own[:MOST_NAMED])
                more = f" and {len(own) - MOST_NAMED} more" if len(own) > MOST_NAMED else ""
                why, hint = reason_and_remedy(own)
                message = (
                    f"{_label(content.part.field)} of {card.name} holds {named}{more}: {why}; boxes were printed."
                )
                add("layout.glyph", "error", content.part.field, message, hint, "".join(own))

    def field(self, source: str, card: Card, printing: Printing, *, none: str = "None") -> str:
        """Return the text of a field of a card, "" when it has none; ``none`` stands for the value "none"."""
        if "{" in source:
            return _FIELD.sub(lambda m: self.field(m[1], card, printing, none=none), source).strip()
        kind, _, code = source.partition(":")
        if kind == "stat":
            value = card.stats.get(code)
            return value.printed if value else ""
        if kind == "text":
            text = card.texts.get(code, "")
            return none if text == "none" else text
        simple = _SIMPLE.get(source)
        if simple is not None:
            return simple(self, card, printing)
        return source

    def type_line(self, card: Card) -> str:
        """Return flags, type name and roles as printed: "Legendary Creature - Beast"."""
        flags = [f.name for f in self.catalog.flags.values() if f.on_type_line and f.code in card.flags]
        kind = self.catalog.card_types.get(card.type)
        roles = [self.catalog.roles[r].name for r in card.roles if r in self.catalog.roles]
        line = " ".join([*flags, kind.name if kind else card.type])
        return f"{line} – {' '.join(roles)}" if roles else line

    def stat_line(self, card: Card) -> str:
        """Return all numbers of a card in words: "COST 3   ATK 2"."""
        known: Mapping[str, object] = self.catalog.stats_of_type.get(card.type, {})
        shorts = {s.code: s.short for s in self.catalog.stats if s.card_type == card.type}
        return "   ".join(f"{shorts[c]} {card.stats[c].printed}" for c in known if c in card.stats)

    def own_texts(self, card: Card) -> str:
        """Return the further text boxes of a card with their names, one a line."""
        rows = self.catalog.texts_of_type.get(card.type, ())
        return "\n".join(
            f"{d.name}: {'None' if card.texts[d.code] == 'none' else card.texts[d.code]}"
            for d in rows
            if d.box == "own" and card.texts.get(d.code)
        )

    def _art(self, slot: ArtSlot, card: Card, printing: Printing, findings: list[Finding]) -> Group:
        if printing.art:
            file, size, why = self._picture(printing.art)
            if size:
                return Group((_covering(slot, file, size, printing),), clip=slot.clip)
            where = Where("card", code=card.code, name=card.name, field="art")
            message = f"The art {printing.art!r} of {card.name} cannot be used, a placeholder was drawn: {why}."
            findings.append(Finding("layout.art", "warning", message, where, ruleset=self.catalog.ruleset.code))
        boxes = place_art(card, self.catalog, slot.width, slot.height, slot.style, slot.neutral)
        inner = Group(boxes, (1.0, 0.0, 0.0, 1.0, float(slot.x), float(slot.y)))
        return Group((inner,), clip=slot.clip)

    def _picture(self, name: str) -> tuple[str, tuple[int, int] | None, str]:
        if name not in self._pictures:
            self._pictures[name] = self._read_art(name)
        return self._pictures[name]

    def _read_art(self, name: str) -> tuple[str, tuple[int, int] | None, str]:
        """Return file and size of a picture as it is looked at, or why it cannot be used."""
        if self._art_folder is None:
            return "", None, "there is no art folder"
        folder = self._art_folder.resolve()
        file = (folder / name).resolve()
        if not file.is_relative_to(folder) or not file.is_file():
            return "", None, "it is not in the art folder"
        try:
            picture = inspect_picture(file)
        except PictureError as error:
            return str(file), None, str(error)
        return str(file), (picture.width, picture.height), ""

    def art_dpi(self, card: Card, printing: Printing | None = None) -> int | None:
        """Return the pixels an inch of what is seen of a card's art, the fewest of its slots; None without art."""
        shown = printing or (card.printings[0] if card.printings else _NO_PRINTING)
        if not shown.art:
            return None
        size = self._picture(shown.art)[1]
        slots = [s for s in self._looks.front(traits_of(card, shown)) if isinstance(s, ArtSlot)]
        if size is None or not slots:
            return None
        return min(effective_dpi(*size, (s.width, s.height), shown.art_focus, shown.art_crop) for s in slots)


def _aspect(path: str) -> float:
    """Return the width of a symbol in parts of the 100 units that it is high."""
    left, _, right, _ = path_bounds(path)
    return (math.ceil(right) - math.floor(left)) / 100


def _covering(slot: ArtSlot, file: str, size: tuple[int, int], printing: Printing) -> Image:
    """Return a picture that covers a slot with what is to be seen of it; the rest is left to the clip."""
    width, height = size
    left, top, right, _ = visible_part(
        width, height, (slot.width, slot.height), printing.art_focus, printing.art_crop
    )
    scale = slot.width / (right - left)
    x, y = slot.x - round(left * scale), slot.y - round(top * scale)
    return Image(x, y, math.ceil(width * scale), math.ceil(height * scale), file)


def place_card(
    card: Card, printing: Printing | None, catalog: Catalog, template: Template, measure: Measure
) -> PlacedCard:
    """Place a single card; for many, keep one CardPlacer."""
    return CardPlacer(catalog, template, measure).place(card, printing)


def traits_of(card: Card, printing: Printing) -> Traits:
    """Return what of a card decides its look."""
    has = [name for name, there in (
        ("rules", card.rules), ("flavor", printing.flavor), ("number", printing.number), ("art", printing.art),
        ("artist", printing.artist),
    ) if there]  # fmt: skip
    texts = tuple([code for code, text in card.texts.items() if text and text != "none"])
    return Traits(
        card.type, card.affinities, card.rarity, card.flags, card.roles, tuple(card.stats), texts, tuple(has)
    )


def _label(field: str) -> str:
    kind, _, code = field.partition(":")
    words = {"name": "The name", "rules": "The rules text", "flavor": "The flavor text", "type_line": "The type line"}
    if field == "reminder text":
        return "The reminder text"
    if "{" in field:
        return "The line " + field
    return words.get(kind) or f"The {kind} {code}".strip()


def _rarity(placer: CardPlacer, card: Card, printing: Printing) -> str:
    rarity = placer.catalog.rarities.get(card.rarity)
    return rarity.name if rarity else card.rarity


def _affinity(placer: CardPlacer, card: Card, printing: Printing) -> str:
    known = placer.catalog.affinities
    return " / ".join(known[a].name for a in card.affinities if a in known)


def _set_name(placer: CardPlacer, card: Card, printing: Printing) -> str:
    found = placer.catalog.card_sets.get(printing.card_set)
    return found.name if found else ""


def _set_abbreviation(placer: CardPlacer, card: Card, printing: Printing) -> str:
    found = placer.catalog.card_sets.get(printing.card_set)
    return found.abbreviation if found else printing.card_set


_SIMPLE: Mapping[str, Callable[[CardPlacer, Card, Printing], str]] = {
    "name": lambda p, c, r: c.name,
    "type_line": lambda p, c, r: p.type_line(c),
    "rules": lambda p, c, r: c.rules,
    "flavor": lambda p, c, r: r.flavor,
    "stats": lambda p, c, r: p.stat_line(c),
    "texts": lambda p, c, r: p.own_texts(c),
    "number": lambda p, c, r: r.number,
    "artist": lambda p, c, r: r.artist,
    "version": lambda p, c, r: str(c.version),
    "status": lambda p, c, r: c.status,
    "code": lambda p, c, r: c.code,
    "game": lambda p, c, r: p.catalog.ruleset.name,
    "set": _set_abbreviation,
    "set_name": _set_name,
    "rarity": _rarity,
    "affinity": _affinity,
}
"""Field name -> its text; fields with a code (stat:power) are read by ``CardPlacer.field``."""
