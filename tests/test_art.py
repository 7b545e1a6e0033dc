"""Placeholder art and the looks of the shipped games: the same every time, never alike, readable, whole."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image, ImageChops

from carddb.catalog import Affinity, Card, Catalog
from carddb.layout.art.place import place_art
from carddb.layout.art.scenery import KINDS, region_kind
from carddb.layout.art.scenes import STYLES
from carddb.layout.boxes import Path as Outline
from carddb.layout.card import CardPlacer, traits_of
from carddb.layout.colors import Palette, channels
from carddb.layout.reading import is_path
from carddb.layout.template import GradientPaint, PatternPaint, ShapeElement, Template, TextElement, Traits
from carddb.pdf.raster import card_png
from tests.printing import all_boxes, fonts, template
from tests.support import RULESETS, SQUARE, by_code, make_card, make_catalog, make_type, shipped

SIZES = [(63_000, 88_000), (63_500, 88_900)]

RULES_FIELDS = {"rules", "flavor"}


def art(card: Card, catalog: Catalog | None = None, style: str = "plain"):
    return place_art(card, catalog or make_catalog(), 57_000, 36_000, style)


def outlines(boxes) -> list[Outline]:
    return [box for box in all_boxes(boxes) if isinstance(box, Outline)]


# --- the picture ---


@pytest.mark.parametrize("style", sorted(STYLES))
def test_the_same_card_always_gets_the_same_picture(style):
    card = make_card(affinities=("red",), roles=("beast",))
    assert art(card, style=style) == art(card, make_catalog(), style)


def test_another_uid_gets_another_picture():
    assert art(make_card(uid="one")) != art(make_card(uid="two"))


def test_another_affinity_gets_another_picture_with_the_same_figure():
    red, blue = (outlines(art(make_card(affinities=(code,)))) for code in ("red", "blue"))
    assert {box.fill for box in red} != {box.fill for box in blue}
    assert {box.d for box in red} & {box.d for box in blue}


def test_two_affinities_are_both_seen():
    catalog = make_catalog()
    both = art(make_card(affinities=("red", "blue")), catalog, "stone")
    assert both != art(make_card(affinities=("red",)), catalog, "stone")
    assert both != art(make_card(affinities=("blue",)), catalog, "stone")


@pytest.mark.parametrize("style", sorted(STYLES))
def test_a_ruleset_never_seen_gets_pictures_too(style):
    unknown = Affinity("qzx", "Qzx", "", "#123456", SQUARE)
    catalog = make_catalog(affinities=by_code([unknown]), card_types=by_code([make_type("gizmo")]))
    for card in (
        make_card(type="gizmo", affinities=("qzx",)),
        make_card(type="gizmo"),
        make_card(affinities=("gone",)),
    ):
        assert len(outlines(art(card, catalog, style))) > 5


def test_every_affinity_has_a_skyline():
    assert region_kind("qzx", "") in KINDS
    assert region_kind("qzx", "Towers and bells.") == "towers"
    assert region_kind("", "") in KINDS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_two_cards_of_a_ruleset_have_the_same_picture(ruleset):
    catalog = shipped(ruleset)
    style = template(catalog.ruleset.card_template)
    pictures = [repr(art(card, catalog, art_style(style))) for card in catalog.cards]
    assert len(set(pictures)) == len(catalog.cards)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pictures_are_small_and_can_be_drawn(ruleset):
    catalog = shipped(ruleset)
    style = art_style(template(catalog.ruleset.card_template))
    for card in catalog.cards[::7]:
        paths = outlines(art(card, catalog, style))
        assert len(paths) < 150
        assert all(is_path(path.d) for path in paths if path.d)
        assert sum(len(path.d) for path in set(paths)) < 60_000


def art_style(chosen: Template) -> str:
    return next(element.style for element in chosen.front if getattr(element, "style", ""))


# --- the looks ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_shipped_card_fits_its_look(ruleset, size):
    catalog = shipped(ruleset)
    look = template(catalog.ruleset.card_template)
    placer = CardPlacer(catalog, look, fonts(), width_um=size[0], height_um=size[1])
    troubles = [f for card in catalog.cards for f in placer.place(card).findings if f.severity != "info"]
    assert troubles == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_texts_stand_inside_the_safe_zone(ruleset):
    look = template(shipped(ruleset).ruleset.card_template)
    for element in look.front:
        if isinstance(element, TextElement):
            x, y, width, height = element.frame.place(*SIZES[0])
            assert x >= 3_000, element.id
            assert y >= 3_000, element.id
            assert x + width <= SIZES[0][0] - 3_000, element.id
            assert y + height <= SIZES[0][1] - 3_000, element.id


@pytest.mark.parametrize("ruleset", RULESETS)
def test_words_stand_out_from_their_ground(ruleset):
    catalog = shipped(ruleset)
    look = template(catalog.ruleset.card_template)
    palette = Palette(look.colors, {a.code: a.color for a in catalog.affinities.values()})
    weak = [
        (element.id, part.field, traits.type, traits.affinities, ground, round(found, 2))
        for traits in {traits_of(card, card.printings[0]) for card in catalog.cards}
        for element, part, color, ground in words_and_grounds(look, traits, palette)
        if (found := contrast(color, ground)) < (7 if part.field in RULES_FIELDS else 4.5)
    ]
    assert sorted(set(weak)) == []


def test_weak_words_would_be_noticed():
    assert contrast("#777777", "#888888") < 4.5
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


def words_and_grounds(look: Template, traits: Traits, palette: Palette) -> Iterator[tuple]:
    """Yield each text with its colour and every colour of the last shape below it that holds its middle."""
    below: list[tuple[tuple[int, int, int, int], list[str]]] = []
    for element in look.front:
        if not element.condition.holds(traits):
            continue
        frame = element.frame.place(*SIZES[0])
        if isinstance(element, ShapeElement) and element.fill is not None and element.opacity == 1:
            below.append(
                (frame, [*_under(element, below, frame, palette, traits), *_paints(element, palette, traits)])
            )
        elif isinstance(element, TextElement):
            middle = (frame[0] + frame[2] // 2, frame[1] + frame[3] // 2)
            grounds = next(colors for held, colors in reversed(below) if _holds(held, middle))
            for part in element.parts:
                color = palette.resolve(part.color, traits)
                yield from ((element, part, color, _over(ground, grounds[0])) for ground in grounds)


def _under(element, below, frame, palette, traits) -> list[str]:
    """Return what a pattern leaves visible below it."""
    if not isinstance(element.fill, PatternPaint):
        return []
    return next((colors for held, colors in reversed(below) if held == frame), [])


def _paints(element: ShapeElement, palette: Palette, traits: Traits) -> list[str]:
    paint = element.fill
    if isinstance(paint, GradientPaint):
        return [palette.resolve(color, traits)[:7] for _, color in paint.stops]
    return [palette.resolve(paint.color if isinstance(paint, PatternPaint) else paint, traits)]


def _over(color: str, ground: str) -> str:
    """Return what an opaque or translucent colour looks like on a ground."""
    if len(color) == 7:
        return color
    amount = int(color[7:], 16) / 255
    pairs = zip(channels(color), channels(ground), strict=True)
    return "#" + "".join(f"{round(b + (a - b) * amount):02x}" for a, b in pairs)


def _holds(frame: tuple[int, int, int, int], point: tuple[int, int]) -> bool:
    x, y, width, height = frame
    return x <= point[0] <= x + width and y <= point[1] <= y + height


def contrast(color: str, other: str) -> float:
    """Return the contrast ratio of two colours. Source: WCAG 2.2, relative luminance."""
    bright, dark = sorted((_luminance(color), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    shares = [c / 255 for c in channels(color)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# --- the backs ---


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_back_looks_the_same_upside_down(ruleset):
    catalog = shipped(ruleset)
    placer = CardPlacer(catalog, template(catalog.ruleset.card_template), fonts())
    png = card_png(placer.place_back(catalog.cards[0]), fonts(), width_px=300, rounded_corners=False)
    back = Image.open(io.BytesIO(png)).convert("L")
    off = ImageChops.difference(back, back.rotate(180)).point(lambda value: 255 if value > 90 else 0)
    assert off.histogram()[255] < 0.01 * back.width * back.height


@pytest.mark.parametrize("ruleset", RULESETS)
def test_all_cards_of_a_ruleset_share_one_back(ruleset):
    catalog = shipped(ruleset)
    placer = CardPlacer(catalog, template(catalog.ruleset.card_template), fonts())
    assert len({repr(placer.place_back(card).boxes) for card in catalog.cards[::9]}) == 1
