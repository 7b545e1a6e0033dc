"""Sheets: the grid, marks, bleed, backs behind their fronts, inks, stickers, stamps, printers; measured on paper."""

from __future__ import annotations

import io
from dataclasses import replace
from math import ceil
from pathlib import Path

import pypdfium2
import pytest
import segno
from PIL import Image, ImageChops
from pypdf import PdfReader

from carddb.cli import main
from carddb.edit import EditError
from carddb.layout.boxes import FormUse, Group
from carddb.layout.card import traits_of
from carddb.layout.sheet import Finish, SheetItem, items_of_deck
from carddb.layout.sheet_file import load_sheet
from carddb.layout.sheets.backs import load_backs
from carddb.layout.sheets.calibration import GAIN, MOST_UM, STEP_UM, paper_sheet
from carddb.layout.sheets.grid import CARDS, PAPERS, Cell
from carddb.layout.sheets.marks import mark_lines
from carddb.layout.sheets.printers import ARM_UM, Printer, Readings, load_printer
from carddb.layout.sheets.stamps import MODULE_UM, QUIET, pattern_problem
from carddb.layout.sheets.windows import sticker_for, window_for
from carddb.layout.template_file import list_templates
from carddb.layout.units import length_um, size_um
from carddb.pdf.sheets import Cancelled, file_names, write_calibration, write_sheets
from carddb.pipeline.printing import Wish, print_sheets
from carddb.pipeline.project import Project, UsageError
from tests.printing import (
    all_boxes,
    fonts,
    own_template,
    pixels,
    placer,
    plan_for,
    plan_of,
    sheet,
    template,
    write_template,
)
from tests.support import make_card, make_catalog, make_deck, make_printing
from tests.support import shipped as shipped_catalog

DPI = 300

UM = 25_400 / DPI
"""Micrometres of a pixel; two of them are less than 0.17 mm, one less than 0.1 mm."""

BLACK_CARD = """
[[element]]
id = "all"
kind = "rect"
fill = "#000000"
[[element]]
id = "corner"
kind = "rect"
left = "0mm"
top = "0mm"
w = "8mm"
h = "5mm"
fill = "#ff0000"
[[back.element]]
id = "all"
kind = "rect"
fill = "#000000"
[[back.element]]
id = "corner"
kind = "rect"
right = "0mm"
top = "0mm"
w = "8mm"
h = "5mm"
fill = "#ff0000"
"""
"""A black card with a red corner at its top left; on its back the corner that lies behind it is red."""


def made(folder: Path, text: str):
    """Return a sheet from its TOML."""
    found, findings = load_sheet("mine", folders=write_template(folder, f"format = 1\n{text}\n", kind="sheets"))
    assert found is not None, findings
    return found


def black_plan(folder: Path, chosen, count: int, elements: str = BLACK_CARD, **fields):
    own = own_template(folder, elements)
    catalog = make_catalog()
    press = placer(catalog, own, width_um=chosen.card_width, height_um=chosen.card_height)
    items = [SheetItem(make_card(f"Card {n}")) for n in range(count)]
    return replace(plan_for(items, placer=press, **fields), sheet=chosen)


def written(plan, folder: Path, **fields) -> bytes:
    path = folder / "sheets.pdf"
    assert [f for f in write_sheets(plan, path, fonts(), **fields) if f.severity == "error"] == []
    return path.read_bytes()


def red(image: Image.Image) -> Image.Image:
    return Image.eval(ImageChops.subtract(image.getchannel("R"), image.getchannel("G")), lambda v: 255 * (v > 127))


def dark(image: Image.Image) -> Image.Image:
    return Image.eval(image.getchannel("G"), lambda v: 255 * (v < 128))


# --- the grid ---


@pytest.mark.parametrize("name", list_templates("sheets"))
def test_bundled_sheet_holds_as_many_cards_as_its_title_says(name):
    found, findings = load_sheet(name)
    assert findings == []
    assert f", {found.slots} cards" in found.title


def test_two_poker_sizes_are_told_apart():
    sizes = {name: (sheet(name).card_width, sheet(name).card_height) for name in ("a4-poker63", "a4-poker635")}
    assert sizes == {"a4-poker63": (63_000, 88_000), "a4-poker635": (63_500, 88_900)}


@pytest.mark.parametrize("width", ["63mm", "63.5mm", "2.5in", "41.275mm"])
def test_cards_that_fit_exactly_do_fit(tmp_path, width):
    card = length_um(width)
    found = made(
        tmp_path,
        f'paper = "custom"\nwidth = "{3 * card + 19_500}um"\nheight = "297mm"\nmargin = "9.75mm"\n'
        f'orientation = "portrait"\ncard_width = "{width}"\ncard_height = "88mm"',
    )
    assert found.columns == 3


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("card", CARDS)
def test_every_card_size_lies_between_the_margins_of_every_paper(tmp_path, paper, card):
    found = made(tmp_path, f'paper = "{paper}"\ncard = "{card}"\ngutter = "1mm"\nmargin_top = "12mm"')
    corners = [found.corner(cell) for cell in found.cells]
    assert min(x for x, _ in corners) >= 5_000
    assert min(y for _, y in corners) >= 12_000
    assert max(x for x, _ in corners) + found.card_width <= found.width - 5_000
    assert max(y for _, y in corners) + found.card_height <= found.height - 5_000


def test_orientation_is_the_one_that_holds_more():
    assert (sheet("a3-poker63-bleed").width, sheet("a3-poker63-bleed").slots) == (420_000, 18)
    assert sheet("a4-poker63").width == 210_000


def test_margins_move_the_cards_and_skipped_cells_stay_empty(tmp_path):
    found = made(tmp_path, 'margin_left = "15mm"\nmargin_right = "5mm"\nskip = [1, 9]')
    assert found.origin[0] == 15_500
    assert (found.slots, found.cells[0]) == (7, Cell(0, 1))


@pytest.mark.parametrize(
    "text",
    ['card_width = "300mm"\ncard_height = "88mm"', "columns = 5", 'bleed = "20mm"', 'card = "no"', 'papper = "A4"',
     "rows = -1", 'paper = "A0"', 'gutter = "nanmm"', "gutter = nan", 'margin = "-1mm"', 'skip = [10]', "skip = [0]",
     'skip = ["a"]', "skip = [1, 2, 3, 4, 5, 6, 7, 8, 9]", "fold = true\ncolumns = 3", 'paper = "custom"',
     'card_width = "0mm"\ncard_height = "88mm"', 'bleed = "2mm"\nbleed_between = "full"', 'marks = "no"',
     'mark_length = "infmm"', "columns = 1.5"],
)  # fmt: skip
def test_sheet_that_cannot_be_is_refused_with_its_key(tmp_path, text):
    found, findings = load_sheet("mine", folders=write_template(tmp_path, f"format = 1\n{text}\n", kind="sheets"))
    assert found is None
    assert all(finding.where.entry and finding.message.endswith(".") for finding in findings)


# --- quantities and pages ---


@pytest.mark.parametrize(("cards", "pages"), [(1, 1), (8, 1), (9, 1), (10, 2), (18, 2), (19, 3), (288, 32)])
def test_pages_are_exactly_as_many_as_needed(cards, pages):
    plan = plan_of(cards)
    assert plan.page_count == pages
    assert [page.cards for page in plan.pages()] == [9] * (cards // 9) + ([cards % 9] if cards % 9 else [])


@pytest.mark.parametrize("name", list_templates("sheets"))
def test_every_sheet_takes_n_cards_on_n_by_slots_pages(name):
    chosen = sheet(name)
    for count in (chosen.slots, chosen.slots + 1):
        window, _ = window_for(template(), chosen)
        press = placer(width_um=window.card_width, height_um=window.card_height)
        items = [SheetItem(make_card("Ash"), None, count)]
        plan = plan_for(items, name, placer=press, window=window)
        assert len(list(plan.pages())) == ceil(count / chosen.slots)


def test_no_cards_say_so_and_make_no_page():
    plan = plan_of(0)
    assert [finding.code for finding in plan.problems()] == ["sheet.empty"]
    assert list(plan.pages()) == []


def test_five_hundred_copies_are_printed():
    plan = plan_for([SheetItem(make_card("Ash"), None, 500)])
    assert sum(page.cards for page in plan.pages()) == 500
    assert plan.page_count == 56


def test_quantities_of_a_deck_are_printed_and_unknown_cards_reported():
    catalog = make_catalog([make_card("Ash"), make_card("Rain")])
    items, findings = items_of_deck(catalog, make_deck({"ash": 7, "rain": 4, "gone": 2}))
    assert [page.cards for page in plan_for(items).pages()] == [9, 2]
    assert [(f.code, f.where.field) for f in findings] == [("deck.unknown_card", "gone")]


def test_copies_of_a_card_are_drawn_once_and_placed_often():
    page = next(iter(plan_for([SheetItem(make_card("Ash"), None, 9)]).pages()))
    keys = [b.boxes[0].form.key for b in page.boxes if isinstance(b, Group) and b.clip]
    assert len(keys) == 9
    assert len(set(keys)) == 1


def test_two_cards_of_one_name_are_both_printed():
    cards = [make_card("Golem", code=f"golem_{n}", rules=f"Draw {n} cards.") for n in (1, 2)]
    page = next(iter(plan_for([SheetItem(card, None, 2) for card in cards]).pages()))
    forms = {b.form.key for b in all_boxes(page.boxes) if isinstance(b, FormUse) and b.form.key.startswith("card")}
    assert len(forms) == 2


def test_negative_quantity_is_refused():
    plan = plan_for([SheetItem(make_card(), None, -1)])
    assert [f.code for f in plan.problems()] == ["sheet.quantity", "sheet.empty"]


def test_placer_of_another_card_size_is_wrong_use():
    with pytest.raises(ValueError, match="size"):
        plan_for([SheetItem(make_card())], "a4-poker635", placer=placer()).problems()


# --- backs lie behind their fronts, on paper ---


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize(
    "more", ["", 'gutter_x = "3mm"\ngutter_y = "1mm"\nmargin_left = "12mm"\nmargin_top = "11mm"\nskip = [2]']
)
def test_front_and_back_of_every_cell_coincide_to_a_tenth_of_a_millimetre(tmp_path, flip, orientation, more):
    chosen = made(tmp_path, f'orientation = "{orientation}"\nmarks = "none"\nlabel = false\n{more}')
    data = written(black_plan(tmp_path, chosen, chosen.slots - 1, backs=flip), tmp_path)
    front, back = pixels(data, 0, DPI), pixels(data, 1, DPI)
    # The long edge of upright paper is its side: what is left becomes right; turning over a top edge swaps rows.
    sideways = (flip == "long") == (orientation == "portrait")
    turn = Image.Transpose.FLIP_LEFT_RIGHT if sideways else Image.Transpose.FLIP_TOP_BOTTOM
    back = back.transpose(turn)
    for part in (dark, red):
        for number, cell in enumerate(chosen.cells[:-1]):
            x, y = (round(v / UM) for v in chosen.corner(cell))
            around = (x - 12, y - 4, x + round(chosen.card_width / UM) + 12, y + round(chosen.card_height / UM) + 4)
            ours, theirs = (part(side.crop(around)).getbbox() for side in (front, back))
            assert ours is not None, number
            if chosen.gutter_x:  # Otherwise the neighbours are in the picture.
                assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) <= 1, (number, ours, theirs)
    difference = ImageChops.difference(dark(front), dark(back)).getbbox()
    # No pixel off by more than one anywhere: taking a border of one pixel from every shape leaves no difference.
    assert difference is None or not _thick(ImageChops.difference(dark(front), dark(back)))
    assert not _thick(ImageChops.difference(red(front), red(back)))


def _thick(image: Image.Image) -> bool:
    """Return whether a difference is anywhere wider than one pixel both ways."""
    from PIL import ImageFilter

    return image.filter(ImageFilter.MinFilter(3)).getbbox() is not None


def test_last_row_that_is_not_full_has_its_back_in_the_mirrored_column():
    plan = plan_of(10, backs="long")
    back = list(plan.pages())[3]
    group = next(box for box in back.boxes if isinstance(box, Group) and box.clip)
    assert group.matrix[4] == plan.sheet.corner(Cell(0, 2))[0]


def test_fold_brings_every_back_behind_its_front(tmp_path):
    chosen = replace(sheet("a4-poker63-fold"), marks="none", label=False, bleed=0)
    data = written(black_plan(tmp_path, chosen, 3), tmp_path)
    assert len(PdfReader(io.BytesIO(data)).pages) == 1
    page = pixels(data, 0, DPI)
    axis = chosen.fold_x / UM
    mirrored = page.transform(page.size, Image.Transform.AFFINE, (-1, 0, 2 * axis, 0, 1, 0), fillcolor="white")
    left = (0, 0, round(axis) - 10, page.height)
    assert red(page.crop(left)).getbbox() is not None
    assert not _thick(ImageChops.difference(red(page.crop(left)), red(mirrored.crop(left))))
    assert not _thick(ImageChops.difference(dark(page.crop(left)), dark(mirrored.crop(left))))


def test_fold_with_backs_on_the_other_side_is_refused():
    plan = plan_for([SheetItem(make_card())], "a4-poker63-fold", backs="long")
    assert [f.code for f in plan.problems()] == ["sheet.fold"]


# --- marks ---


@pytest.mark.parametrize("name", list_templates("sheets"))
@pytest.mark.parametrize("marks", ["ticks", "lines", "crosses"])
@pytest.mark.parametrize("flip", ["none", "long", "short"])
def test_marks_touch_no_card_and_no_bleed_and_stand_at_the_trims(name, marks, flip):
    chosen = replace(sheet(name), marks=marks)
    lines = mark_lines(chosen, flip)
    assert len(lines) >= 2 * (chosen.rows + chosen.columns)
    cards = [(*chosen.corner(cell, flip), chosen.reach(cell)) for cell in chosen.printed]
    trims_x = {x + dx for x, _, _ in cards for dx in (0, chosen.card_width)}
    trims_y = {y + dy for _, y, _ in cards for dy in (0, chosen.card_height)}
    for x1, y1, x2, y2 in lines:
        assert x1 in trims_x if x1 == x2 else y1 in trims_y
        assert min(x1, y1) >= 0
        assert x2 <= chosen.width
        assert y2 <= chosen.height
        for x, y, reach in cards:
            b = min(reach)
            right, bottom = x + chosen.card_width + b, y + chosen.card_height + b
            assert x2 <= x - b or x1 >= right or y2 <= y - b or y1 >= bottom
    if marks != "crosses":
        assert {x for x, _, other, _ in lines if x == other} == trims_x
        assert {y for _, y, _, other in lines if y == other} == trims_y


@pytest.mark.parametrize("flip", ["none", "long"])
@pytest.mark.parametrize("marks", ["ticks", "lines", "crosses"])
def test_marks_on_paper_meet_the_trims_of_the_cards(tmp_path, marks, flip):
    chosen = made(tmp_path, f'gutter = "3mm"\nmarks = "{marks}"\nlabel = false\nmargin_left = "9mm"')
    data = written(black_plan(tmp_path, chosen, 9, backs=flip), tmp_path)
    page = dark(pixels(data, 0 if flip == "none" else 1, DPI))
    top, left = chosen.corner(Cell(0, 0), flip)[1], min(chosen.corner(cell, flip)[0] for cell in chosen.cells)
    above = page.crop((0, round((top - 1_500) / UM), page.width, round((top - 1_100) / UM)))
    columns = [x for x in range(above.width) if above.crop((x, 0, x + 1, above.height)).getbbox()]
    row = page.crop((0, round((top + 40_000) / UM), page.width, round((top + 40_000) / UM) + 1))
    edges = [x for x in range(1, row.width) if row.getpixel((x, 0)) != row.getpixel((x - 1, 0))]
    assert len(edges) == 6
    assert all(min(abs(x - edge) for edge in edges) <= 1 for x in columns)
    assert all(min(abs(x - edge) for x in columns) <= 1 for edge in edges)
    assert edges[0] == pytest.approx(left / UM, abs=1)


def test_crosses_have_the_chosen_length(tmp_path):
    chosen = made(tmp_path, 'gutter = "8mm"\nmargin = "0mm"\nmarks = "crosses"\nmark_length = "2mm"\ncolumns = 2')
    assert {abs(x2 - x1) + abs(y2 - y1) for x1, y1, x2, y2 in mark_lines(chosen)} == {2_000}


# --- bleed ---


HALVES = """
[[element]]
id = "left"
kind = "rect"
right = "31mm"
fill = "#cc0000"
[[element]]
id = "right"
kind = "rect"
left = "32mm"
fill = "#0000cc"
"""


def test_edges_of_a_card_without_bleed_go_on_into_the_bleed_of_the_sheet(tmp_path):
    chosen = made(tmp_path, 'gutter = "8mm"\nbleed = "4mm"\nlabel = false\nmargin = "0mm"\ncolumns = 2')
    plan = black_plan(tmp_path, chosen, 4, HALVES)
    plan = replace(plan, placer=placer(plan.placer.catalog, replace(plan.placer.template, bleed_um=0)))
    page = pixels(written(plan, tmp_path), 0, 254)
    x, y = (v / 100 for v in chosen.corner(Cell(0, 0)))
    width, height = chosen.card_width / 100, chosen.card_height / 100
    spots = {(-38, 400): (204, 0, 0), (-38, -38): (204, 0, 0), (width + 38, 400): (0, 0, 204),
             (width - 20, height + 38): (0, 0, 204), (40, height + 38): (204, 0, 0)}  # fmt: skip
    for (dx, dy), color in spots.items():
        assert page.getpixel((round(x + dx), round(y + dy))) == color
    assert page.getpixel((round(x - 42), round(y + 400))) == (255, 255, 255)


def test_bleed_is_shared_with_the_neighbour_at_half_the_gutter():
    chosen = replace(sheet("a4-poker63-lines"))
    assert chosen.reach(Cell(1, 1)) == (1_500, 1_500, 1_500, 1_500)
    assert chosen.reach(Cell(0, 0)) == (3_000, 3_000, 1_500, 1_500)
    assert max(sheet("a4-poker63").reach(Cell(0, 0))) == 0


def test_back_bleeds_as_far_as_the_front_before_it(tmp_path):
    chosen = replace(sheet("a4-poker63-lines"), marks="none", label=False)
    elements = BLACK_CARD.replace('kind = "rect"\nfill = "#000000"', 'kind = "rect"\nleft = "-3mm"\ntop = "-3mm"\n'
                                  'right = "-3mm"\nbottom = "-3mm"\nfill = "#000000"')  # fmt: skip
    for flip, turn in (("long", Image.Transpose.FLIP_LEFT_RIGHT), ("short", Image.Transpose.FLIP_TOP_BOTTOM)):
        data = written(black_plan(tmp_path, chosen, 2, elements, backs=flip), tmp_path)
        front, back = dark(pixels(data, 0, 150)), dark(pixels(data, 1, 150).transpose(turn))
        assert max(abs(a - b) for a, b in zip(front.getbbox(), back.getbbox(), strict=True)) <= 1


# --- printers ---


def misprinted(image: Image.Image, dx: float, dy: float, degrees: float) -> Image.Image:
    """Return a back as an inexact printer puts it, in millimetres and degrees as seen from the front."""
    turned = image.rotate(-degrees, Image.Resampling.BICUBIC, fillcolor="white")
    shift = (1, 0, -dx * 1000 / UM, 0, 1, -dy * 1000 / UM)
    return turned.transform(turned.size, Image.Transform.AFFINE, shift, Image.Resampling.BICUBIC, fillcolor="white")


def read_scales(back: Image.Image) -> Readings:
    """Read the crossings as a person would: the number at which the line of the back crosses the slanted one."""
    paper = paper_sheet("A4")
    cx, cy = paper.width // 2, paper.height // 2
    ink = Image.eval(back.convert("L"), lambda v: 255 - v)

    def reading(x: int, y: int, *, is_flat: bool) -> int:
        found = []
        for n in range(-(MOST_UM // STEP_UM) * 2, (MOST_UM // STEP_UM) * 2 + 1):
            across, along = n * STEP_UM // 2, n * STEP_UM * GAIN // 2
            px, py = (x + across, y + along) if is_flat else (x + along, y + across)
            spot = ink.crop((round(px / UM) - 1, round(py / UM) - 1, round(px / UM) + 2, round(py / UM) + 2))
            found.append((sum(spot.tobytes()), across))
        most = max(found)[0]
        assert most > 0
        crossing = [across for dots, across in found if dots > 0.7 * most]
        return round(sum(crossing) / len(crossing))

    left, right = (reading(x, cy, is_flat=False) for x in (cx - ARM_UM, cx + ARM_UM))
    return Readings(reading(cx, cy, is_flat=True), left, right)


@pytest.mark.parametrize(("flip", "dx", "dy", "degrees"), [("long", 1.6, -0.9, 0.4), ("short", -2.3, 1.2, -0.3)])
def test_readings_of_the_calibration_print_bring_the_backs_into_place(tmp_path, flip, dx, dy, degrees):
    turn = Image.Transpose.FLIP_LEFT_RIGHT if flip == "long" else Image.Transpose.FLIP_TOP_BOTTOM
    path = tmp_path / "test.pdf"
    write_calibration(path, fonts(), "A4", flip)
    back = pixels(path.read_bytes(), 1, DPI).transpose(turn)
    found = read_scales(misprinted(back, dx, dy, degrees))
    assert found.x == pytest.approx(dx * 1000, abs=150)
    assert found.y == pytest.approx(dy * 1000, abs=150)
    assert found.degrees == pytest.approx(degrees, abs=0.1)
    printer = Printer("mine", "", found if flip == "long" else Readings(), found if flip == "short" else Readings())
    write_calibration(path, fonts(), "A4", flip, printer)
    again = read_scales(misprinted(pixels(path.read_bytes(), 1, DPI).transpose(turn), dx, dy, degrees))
    assert max(abs(again.x), abs(again.left), abs(again.right)) <= 150
    # And so do the cards.
    chosen = made(tmp_path, 'marks = "none"\nlabel = false\ngutter = "4mm"')
    plan = black_plan(tmp_path, chosen, 9, backs=flip, finish=Finish(printer=printer))
    data = written(plan, tmp_path)
    front, back = pixels(data, 0, DPI), misprinted(pixels(data, 1, DPI).transpose(turn), dx, dy, degrees)
    ours, theirs = dark(front).getbbox(), dark(back).getbbox()
    assert max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) * UM <= 300


@pytest.mark.parametrize(
    "text", ['[long]\nx = "11mm"', '[long]\nleft = "-3mm"\nright = "3mm"', "[long]\nx = 1", "[wide]",
             '[short]\ny = "1mm"', "long = 3"],
)  # fmt: skip
def test_printer_that_cannot_be_is_refused(tmp_path, text):
    found, findings = load_printer("mine", folders=write_template(tmp_path, f"format = 1\n{text}\n", kind="printers"))
    assert found is None
    assert findings


def test_bundled_printer_moves_nothing():
    found, findings = load_printer("my-printer")
    assert findings == []
    assert found.correction(sheet(), "long") is None


# --- which back ---


def test_backs_are_chosen_by_card_then_by_trait_and_else_by_the_game(tmp_path):
    catalog = make_catalog([make_card("Ash"), make_card("Rain")])
    text = (
        'format = 1\nback = "base"\n[[rule]]\ncard = "ash"\nback = "soulhold"\n'
        '[[rule]]\nflag = "token"\nback = "back-plain"\n'
    )
    choice, findings = load_backs(
        catalog, "base", folders=write_template(tmp_path, text, catalog.ruleset.code, kind="backs")
    )
    assert findings == []
    ash, rain, token = make_card("Ash"), make_card("Rain"), make_card("Spark", flags=("token",))
    picked = [choice.pick(card, traits_of(card, make_printing())) for card in (ash, rain, token)]
    assert picked == ["soulhold", "base", "back-plain"]


@pytest.mark.parametrize(
    "text", ['[[rule]]\nback = "back-plain"', '[[rule]]\nflag = "token"\nback = "no"', 'back = "no"', "rule = 1",
             '[[rule]]\ncard = "gone"\nback = "base"', '[[rule]]\nflagg = "token"\nback = "base"'],
)  # fmt: skip
def test_choice_of_backs_that_cannot_be_is_refused(tmp_path, text):
    catalog = make_catalog([make_card("Ash")])
    folders = write_template(tmp_path, f"format = 1\n{text}\n", catalog.ruleset.code, kind="backs")
    assert load_backs(catalog, "base", folders=folders)[1]


@pytest.mark.parametrize("name", ["summoners_vault", "soulhold", "glyphs_of_legends", "back-plain"])
def test_designed_back_is_the_same_after_half_a_turn(name, tmp_path):
    from carddb.pdf.raster import card_png

    catalog = shipped_catalog(name) if name != "back-plain" else make_catalog()
    press = placer(catalog, template(name))
    data = card_png(press.place_back(make_card("Ash")), fonts(), width_px=630, rounded_corners=False)
    image = Image.open(io.BytesIO(data)).convert("L")
    turned = image.transpose(Image.Transpose.ROTATE_180)
    difference = Image.eval(ImageChops.difference(image, turned), lambda v: 255 * (v > 100))
    assert sum(difference.tobytes()) / 255 / (image.width * image.height) < 0.01


def test_card_without_a_back_is_named(tmp_path):
    plan = black_plan(tmp_path, sheet(), 1, HALVES, backs="long")
    assert [f.code for page in plan.pages() for f in page.findings] == ["sheet.no_back"]


# --- other sizes, stickers ---


def test_card_of_another_size_is_scaled_and_told():
    window, findings = window_for(template(), sheet("a4-mini"))
    assert window.scale == pytest.approx(44_450 / 63_000)
    assert [(f.code, f.severity) for f in findings] == [("sheet.scaled", "warning")]
    assert "71%" in findings[0].message
    assert window_for(template(), sheet("a4-poker635"))[1] == []


def test_card_that_would_shrink_below_half_is_refused():
    tiny = replace(sheet(), card_width=20_000, card_height=30_000)
    assert [(f.code, f.severity) for f in window_for(template(), tiny)[1]] == [("sheet.scale", "error")]


@pytest.mark.parametrize("name", ["base", "soulhold", "glyphs_of_legends", "summoners_vault"])
def test_sticker_of_the_rules_covers_the_rules_box_of_every_template(name):
    spaced, window, findings = sticker_for("rules", template(name), sheet())
    assert findings == []
    assert spaced.slots >= 9
    assert window.x >= 0
    assert window.y + spaced.card_height <= 88_000


def test_sticker_of_the_face_is_smaller_than_the_card_and_shows_all_of_it():
    spaced, window, _ = sticker_for("face", template(), sheet())
    assert (spaced.card_width, window.x, window.y) == (59_000, 0, 0)
    assert round(88_000 * window.scale) == spaced.card_height


# --- label, stamp, code ---


@pytest.mark.parametrize("name", list_templates("sheets"))
@pytest.mark.parametrize("backs", ["none", "long", "short"])
def test_page_label_tells_game_release_page_and_sheet_beside_the_cards(name, backs):
    chosen = sheet(name)
    backs = "none" if chosen.fold else backs
    window, _ = window_for(template(), chosen)
    press = placer(width_um=window.card_width, height_um=window.card_height)
    plan = plan_for([SheetItem(make_card())], name, placer=press, window=window, title="Game",
                    finish=Finish(release="v0.3"), backs=backs)  # fmt: skip
    for page in plan.pages():
        group = next(box for box in page.boxes if isinstance(box, Group) and not box.clip)
        text = " ".join(run.text for run in group.boxes)
        assert text.startswith("Game · v0.3 · sheet 1 of 1")
        run = group.boxes[0]
        x, y = (group.matrix[4], group.matrix[5]) if group.matrix else (run.x, run.y)
        cards = [chosen.corner(cell, "none" if page is None else backs) for cell in chosen.printed]
        left, right = min(c[0] for c in cards), max(c[0] for c in cards) + chosen.card_width
        top, bottom = min(c[1] for c in cards), max(c[1] for c in cards) + chosen.card_height
        if group.matrix:
            assert size_um(4) <= x < left or x - run.size > right
        else:
            assert y < top or y - run.size > bottom


def test_code_on_a_card_is_the_code_of_its_text(tmp_path):
    chosen = sheet()
    card = make_card("Ash", printings=(make_printing("007"),))
    plan = plan_for([SheetItem(card)], finish=Finish(qr="{code}@{version}", stamp=True, release="v0.3"))
    data = written(plan, tmp_path)
    page = pixels(data, 0, 600).convert("L")
    matrix = segno.make(f"ash@{card.version}", error="m", micro=False, boost_error=False).matrix
    groups = [box for box in all_boxes(next(iter(plan.pages())).boxes) if isinstance(box, Group)]
    group = next(g for g in groups if len(g.boxes) == 2 and g.matrix and g.matrix[0] == 1 and not g.clip)
    left, top = chosen.origin[0] + group.matrix[4], chosen.origin[1] + group.matrix[5]
    for row, line in enumerate(matrix):
        for column, bit in enumerate(line):
            x, y = (left + (column + QUIET + 0.5) * MODULE_UM), (top + (row + QUIET + 0.5) * MODULE_UM)
            assert (page.getpixel((round(x * 600 / 25_400), round(y * 600 / 25_400))) < 128) == bool(bit)
    text = pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range()
    assert f"v0.3 · v{card.version}" in text


def test_code_covers_no_number_and_no_word_of_any_shipped_card():
    for code in ("soulhold", "glyphs_of_legends", "summoners_vault"):
        from carddb.layout.sheets.stamps import free_spot, picture_and_obstacles

        catalog = shipped_catalog(code)
        press = placer(catalog, template(code))
        for card in catalog.cards:
            art, taken = picture_and_obstacles(press, traits_of(card, card.printings[0]))
            left, top, right, bottom = free_spot(art, taken, 9_300, 9_300)
            assert not any(left < r[2] and r[0] < right and top < r[3] and r[1] < bottom for r in taken), card.name


def test_code_that_would_grow_large_is_refused():
    plan = plan_for([SheetItem(make_card())], finish=Finish(qr="https://example.org/" + "x" * 60))
    assert [f.code for f in plan.problems()] == ["sheet.qr"]
    assert "{nothing}" in pattern_problem("{nothing}")
    assert pattern_problem("{code}") == ""


# --- inks ---


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    """Return a page of each game in each ink."""
    folder = tmp_path_factory.mktemp("inks")
    found = {}
    for code in ("soulhold", "glyphs_of_legends", "summoners_vault"):
        catalog = shipped_catalog(code)
        press = placer(catalog, template(code))
        for ink in ("full", "grey", "low"):
            items = [SheetItem(card) for card in catalog.cards[:4]]
            found[code, ink] = written(plan_for(items, placer=press, finish=Finish(ink=ink)), folder)
    return found


@pytest.mark.parametrize("code", ["soulhold", "glyphs_of_legends", "summoners_vault"])
def test_grey_ink_has_no_colour_and_is_as_light_as_before(games, code):
    full, grey = pixels(games[code, "full"], 0, 100), pixels(games[code, "grey"], 0, 100)
    red_part, green, blue = grey.split()
    assert ImageChops.difference(red_part, green).getextrema()[1] <= 2
    assert ImageChops.difference(green, blue).getextrema()[1] <= 2
    assert mean(grey) == pytest.approx(mean(full), abs=9)


@pytest.mark.parametrize("code", ["soulhold", "glyphs_of_legends", "summoners_vault"])
def test_low_ink_takes_less_than_half_of_the_ink_and_keeps_every_word(games, code):
    full, low = games[code, "full"], games[code, "low"]
    assert 255 - mean(pixels(low, 0, 100)) < (255 - mean(pixels(full, 0, 100))) / 2
    texts = [pypdfium2.PdfDocument(data)[0].get_textpage().get_text_range() for data in (full, low)]
    assert texts[0].split() == texts[1].split()


def mean(image: Image.Image) -> float:
    data = image.convert("L").tobytes()
    return sum(data) / len(data)


def test_picture_becomes_grey_and_the_file_of_the_art_stays(tmp_path):
    Image.new("RGB", (300, 200), "#cc2200").save(tmp_path / "a.png")
    before = (tmp_path / "a.png").read_bytes()
    card = make_card(printings=(make_printing(art="a.png"),))
    plan = plan_for([SheetItem(card)], placer=placer(art_folder=tmp_path), finish=Finish(ink="grey"))
    page = pixels(written(plan, tmp_path), 0, 100)
    assert ImageChops.difference(*page.split()[:2]).getextrema()[1] <= 2
    assert (tmp_path / "a.png").read_bytes() == before


def test_picture_is_embedded_once_though_it_is_made_ready_before_its_page(tmp_path):
    Image.new("RGB", (3000, 2000), "#cc2200").save(tmp_path / "a.png")
    card = make_card(printings=(make_printing(art="a.png"),))
    data = written(plan_for([SheetItem(card, None, 12)], placer=placer(art_folder=tmp_path)), tmp_path)
    reader = PdfReader(io.BytesIO(data))
    objects = [reader.get_object(number) for number in range(1, len(reader.xref[0]) + 1)]
    assert sum(isinstance(o, dict) and o.get("/Subtype") == "/Image" for o in objects) == 1


def test_picture_that_is_broken_spoils_no_file(tmp_path):
    (tmp_path / "a.png").write_bytes(b"no picture")
    card = make_card(printings=(make_printing(art="a.png"),))
    for ink in ("full", "grey"):
        plan = plan_for([SheetItem(card)], placer=placer(art_folder=tmp_path), finish=Finish(ink=ink))
        findings = write_sheets(plan, tmp_path / f"{ink}.pdf", fonts())
        assert [f.code for f in findings] == ["layout.art"]


# --- files ---


def test_same_input_gives_the_same_bytes(tmp_path):
    finish = Finish(ink="low", stamp=True, qr="{code}")
    first = written(plan_of(12, backs="long", finish=finish), tmp_path)
    assert written(plan_of(12, backs="long", finish=finish), tmp_path) == first


def test_chunks_hold_all_pages_and_appear_together(tmp_path):
    plan = plan_of(50, backs="long")
    assert write_sheets(plan, tmp_path / "x.pdf", fonts(), pages_per_file=4) == []
    names = file_names(tmp_path / "x.pdf", plan.page_count, 4)
    assert sorted(tmp_path.iterdir()) == names
    assert [len(PdfReader(name).pages) for name in names] == [4, 4, 4]


def test_cancelled_chunks_leave_nothing(tmp_path):
    def stop(done, total):
        if done == 9:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_sheets(plan_of(100), tmp_path / "x.pdf", fonts(), pages_per_file=2, progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_one_file_keeps_its_name():
    assert file_names(Path("x.pdf"), 8, 8) == [Path("x.pdf")]
    assert file_names(Path("x.pdf"), 11, 1)[0] == Path("x-01.pdf")


# --- wishes ---


@pytest.mark.parametrize(
    ("wish", "backs", "told"),
    [(Wish(copies=0), "none", "copies"), (Wish(copies=1000), "none", "copies"),
     (Wish(pages_per_file=3), "long", "even"), (Wish(pages_per_file=-1), "none", "pages"),
     (Wish(qr="{x}"), "none", "{x}"), (Wish(sticker="face"), "long", "backs"),
     (Wish(sticker="rules", stamp=True), "none", "sticker"), (Wish(printer="my-printer"), "none", "--backs"),
     (Wish(printer="gone"), "long", "gone")],
)  # fmt: skip
def test_wish_that_cannot_be_is_one_sentence_and_no_file(shipped: Project, tmp_path: Path, wish, backs, told) -> None:
    with pytest.raises(UsageError) as caught:
        print_sheets(shipped, "soulhold", tmp_path / "x.pdf", backs=backs, wish=wish)
    assert told in str(caught.value)
    assert list(tmp_path.iterdir()) == []


def test_cell_that_does_not_exist_cannot_be_skipped(shipped: Project, tmp_path: Path) -> None:
    with pytest.raises(EditError) as caught:
        print_sheets(shipped, "soulhold", tmp_path / "x.pdf", wish=Wish(skip=(10,)))
    assert "cell 10" in caught.value.findings[0].message


@pytest.mark.parametrize("code", ["soulhold", "glyphs_of_legends", "summoners_vault"])
def test_tokens_of_every_game_get_the_plain_back_and_cards_their_own(shipped: Project, tmp_path: Path, code) -> None:
    catalog = shipped.catalog(code)
    choice, _ = load_backs(catalog, catalog.ruleset.card_template)
    for card in catalog.cards:
        wanted = "back-plain" if "token" in card.flags else catalog.ruleset.card_template
        assert choice.pick(card, traits_of(card, card.printings[0])) == wanted
    printed = print_sheets(shipped, code, tmp_path / "x.pdf", backs="long", wish=Wish(skip=(1,), copies=1))
    assert printed.text.startswith(f"{len(catalog.cards)} cards on {ceil(len(catalog.cards) / 8)} sheets")


# --- the command line ---


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stopped:
        main(list(arguments))
    printed = capsys.readouterr()
    return int(str(stopped.value.code)), printed.out, printed.err


def test_sheets_take_every_wish_from_the_command_line(shipped_file: Path, tmp_path: Path, capsys) -> None:
    path = tmp_path / "x.pdf"
    status, out, _ = run(
        capsys, "--db", str(shipped_file), "sheets", "soulhold", "type:folk", "-power:7", "--copies", "2", "--skip",
        "1,2", "--ink", "grey", "--backs", "short", "--printer", "my-printer", "--stamp", "--qr", "--pages-per-file",
        "2", "-o", str(path),
    )  # fmt: skip
    assert status == 0
    files = sorted(tmp_path.glob("x-*.pdf"))
    assert f"{len(files)} files, x-1.pdf" in out
    assert [len(PdfReader(file).pages) for file in files] == [2] * len(files)
    assert not path.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--skip", "a"), "list of cells"), (("--skip", "99"), "There is no cell 99"), (("--copies", "0"), "1<=x<=999"),
     (("--copies", "nan"), "nan"), (("--sheet", "no"), "There is no sheet 'no'"), (("--ink", "red"), "red"),
     (("--sheet", "a4-poker63-fold", "--backs", "long"), "fold"), (("--qr", "{oops}"), "{oops}"),
     (("--pages-per-file", "-2"), "-2"), (("--sticker", "face", "--backs", "long"), "Stickers have no backs")],
)  # fmt: skip
def test_wish_that_cannot_be_ends_with_two_and_one_answer(shipped_file, tmp_path: Path, capsys, words, told) -> None:
    status, _, err = run(
        capsys, "--db", str(shipped_file), "sheets", "soulhold", *words, "-o", str(tmp_path / "x.pdf")
    )
    assert status == 2
    assert told in err
    assert list(tmp_path.iterdir()) == []


def test_printers_are_listed_and_measured(tmp_path: Path, capsys, monkeypatch) -> None:
    (tmp_path / "print_templates").mkdir()
    write_template(
        tmp_path / "print_templates", 'format = 1\n[long]\nx = "0.4mm"\nleft = "1mm"\n', "office", "printers"
    )
    monkeypatch.chdir(tmp_path)
    status, out, _ = run(capsys, "printers")
    assert status == 0
    assert "x 0.4, y 0.5 mm, -0.48°" in out
    status, out, _ = run(capsys, "printers", "--calibrate", "--printer", "office", "--paper", "letter", "-o", "c.pdf")
    assert status == 0
    pages = PdfReader("c.pdf").pages
    assert [round(float(page.mediabox.width) / 72, 2) for page in pages] == [8.5, 8.5]
    assert run(capsys, "printers", "--calibrate")[0] == 2
    assert run(capsys, "printers", "--calibrate", "--printer", "gone", "-o", "d.pdf")[0] == 2
    assert not Path("d.pdf").exists()
