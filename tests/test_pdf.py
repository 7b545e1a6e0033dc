"""PDF: what is written is what was laid out, byte by byte the same, and readable again."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image

from carddb.layout.boxes import Gradient, Group, TextRun, rectangle
from carddb.layout.boxes import Image as Picture
from carddb.layout.boxes import Path as Outline
from carddb.layout.sheet import SheetItem
from carddb.pdf.draw import Painter, path_operators
from carddb.pdf.fonts import FontBook, FontError, split_name
from carddb.pdf.images import PictureError
from carddb.pdf.raster import card_pdf, card_png, page_png
from carddb.pdf.sheets import Cancelled, write_sheets
from carddb.pdf.writer import Document
from tests.printing import (
    fonts,
    pages_text,
    pdf_text,
    picture,
    pixels,
    place,
    placer,
    plan_for,
    plan_of,
    sheet,
    straight,
    template,
)
from tests.support import make_card, make_catalog, make_printing, shipped

SCRIPT = """
import sys
from pathlib import Path
from carddb.pdf.sheets import write_sheets
from tests.printing import fonts, plan_of
write_sheets(plan_of(12, backs="long", title="Twice"), Path(sys.argv[1]), fonts())
"""


def page_of(boxes, width_um=40_000, height_um=30_000, **fields):
    """Return a PDF of one page with these boxes."""
    out = io.BytesIO()
    document = Document(out, fonts(), title="Test")
    Painter(document).page(boxes, width_um, height_um, **fields)
    document.finish()
    return out.getvalue()


def written(plan, folder, **fields):
    path = folder / "sheets.pdf"
    findings = write_sheets(plan, path, fonts(), **fields)
    assert findings == []
    return path.read_bytes()


# --- text comes back ---


def test_text_of_a_card_comes_back_as_stored():
    card = make_card(
        'The "Iron" Queen\'s Guard', code="guard", affinities=("red",), cost=3, attack=2,
        rules='Poison 300\nWhen this attacks, pay 2 {mana}{mana}: draw 1 -- or "2" -- for A & B <C> 0.1 <A <0.9.',
        printings=(make_printing("007", flavor="She counts every nail, twice -- and it's never right."),),
    )  # fmt: skip
    text = pdf_text(card_pdf(place(card), fonts()))
    for line in (card.name, *card.rules.split("\n"), card.printings[0].flavor, "COR 007"):
        assert line in text


@pytest.mark.parametrize("ruleset", ["soulhold", "summoners_vault", "glyphs_of_legends"])
def test_text_of_every_shipped_card_comes_back_as_stored(ruleset, tmp_path):
    catalog = shipped(ruleset)
    chosen = sheet()
    press = placer(
        catalog, template(catalog.ruleset.card_template), width_um=chosen.card_width, height_um=chosen.card_height
    )
    cards = [card for card in catalog.cards if card.printings]
    path = tmp_path / "all.pdf"
    findings = write_sheets(plan_for([SheetItem(card) for card in cards], placer=press), path, fonts())
    left_out = {(f.where.code, f.where.field) for f in findings}
    pages = pages_text(path.read_bytes())
    stored = [(n // 9, card, *field) for n, card in enumerate(cards) for field in stored_fields(card)]
    wanted = [(n, card.code, line) for n, card, field, line in stored if (card.code, field) not in left_out]
    lost = [row for row in wanted if straight(row[2]) not in pages[row[0]]]
    # PDFium sorts what stands beside each other from left to right, so a number may come between the two lines of
    # a name; pypdf is slower but keeps the order of drawing.
    reader = pypdf.PdfReader(path)
    assert [row for row in lost if straight(row[2]) not in straight(reader.pages[row[0]].extract_text())] == []
    assert len(lost) < len(cards) / 20


def stored_fields(card):
    """Return every line of text that a card must show, with its field."""
    texts = {"name": card.name, "rules": card.rules, "flavor": card.printings[0].flavor}
    texts |= {f"text:{code}": text for code, text in card.texts.items() if text != "none"}
    return [(field, line) for field, text in texts.items() for line in text.split("\n")]


def test_symbol_is_read_as_its_code_by_other_readers_too():
    data = card_pdf(place(make_card(rules="Gain 2 {mana} now.")), fonts())
    assert b"ActualText" in b"".join(streams(data))
    text = " ".join(pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text().split())
    assert "Gain 2 {mana}" in text


def streams(data):
    reader = pypdf.PdfReader(io.BytesIO(data))
    return [page.get_contents().get_data() for page in reader.pages]


@pytest.mark.parametrize("text", ["(a) \\ b)", "Čeština č\u010d", "Жар-птица", "Ça «oui» – €5", "a\u00a0b"])
def test_any_letter_that_a_font_has_is_written_and_read_back(text):
    data = page_of([TextRun(2_000, 10_000, "noto-sans", 3_000, "#000000", text)])
    assert pdf_text(data) == " ".join(text.split())


# --- the file ---


def test_same_input_gives_same_bytes_in_two_processes(tmp_path):
    root = Path(__file__).parent.parent
    files = []
    for seed in ("1", "2"):
        files.append(tmp_path / f"{seed}.pdf")
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        subprocess.run([sys.executable, "-c", SCRIPT, str(files[-1])], check=True, env=environment, cwd=root)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_file_opens_in_two_readers_with_its_pages_and_title(tmp_path):
    data = written(plan_of(19, title="Nineteen"), tmp_path)
    reader = pypdf.PdfReader(io.BytesIO(data), strict=True)
    assert len(reader.pages) == len(pypdfium2.PdfDocument(data)) == 3
    assert reader.metadata.title == "Nineteen"


def test_page_has_the_size_of_the_paper(tmp_path):
    page = pypdf.PdfReader(io.BytesIO(written(plan_of(1), tmp_path))).pages[0]
    assert float(page.mediabox.width) == pytest.approx(210 / 25.4 * 72, abs=0.01)
    assert float(page.mediabox.height) == pytest.approx(297 / 25.4 * 72, abs=0.01)
    assert page.trimbox == page.mediabox


def test_trim_box_lies_inside_the_bleed():
    page = pypdf.PdfReader(io.BytesIO(page_of([], 69_000, 94_000, trim_um=3_000))).pages[0]
    assert float(page.trimbox.width) == pytest.approx(63 / 25.4 * 72, abs=0.01)


@pytest.mark.parametrize("name", ["a4-poker63", "a4-poker635"])
def test_cards_stand_where_the_sheet_says_to_a_tenth_of_a_millimetre(name, tmp_path):
    chosen = sheet(name)
    cards = [SheetItem(make_card(f"Card {n}", affinities=("red",))) for n in range(9)]
    image = pixels(written(plan_for(cards, name), tmp_path))
    left, top = (v / 100 for v in chosen.origin)
    right, bottom = left + 3 * chosen.card_width / 100, top + 3 * chosen.card_height / 100
    inside = [(left + 2, top + 60), (right - 3, top + 60), (left + 60, top + 2), (left + 60, bottom - 3)]
    outside = [(left - 3, top + 60), (right + 2, top + 60), (left + 60, top - 3), (left + 60, bottom + 2)]
    assert all(sum(image.getpixel((round(x), round(y)))) < 400 for x, y in inside)
    assert all(image.getpixel((round(x), round(y))) == (255, 255, 255) for x, y in outside)


def test_backs_stand_behind_their_fronts_on_paper(tmp_path):
    data = written(plan_of(1, backs="long"), tmp_path)
    front, back = pixels(data, 0, 50), pixels(data, 1, 50)
    assert front.getpixel((40, 100)) != (255, 255, 255)
    assert back.getpixel((40, 100)) == (255, 255, 255)
    assert back.getpixel((back.width - 40, 100)) != (255, 255, 255)


def test_file_that_fails_leaves_the_old_one_and_nothing_else(tmp_path):
    path = tmp_path / "sheets.pdf"
    path.write_bytes(b"old")

    def fail(done, total):
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        write_sheets(plan_of(20), path, fonts(), progress=fail)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_progress_is_told_and_may_cancel(tmp_path):
    seen = []

    def watch(done, total):
        seen.append((done, total))
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        write_sheets(plan_of(30), tmp_path / "x.pdf", fonts(), progress=watch)
    assert seen == [(1, 4), (2, 4)]
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_for_no_cards(tmp_path):
    findings = write_sheets(plan_of(0), tmp_path / "x.pdf", fonts())
    assert [finding.code for finding in findings] == ["sheet.empty"]
    assert list(tmp_path.iterdir()) == []


def test_one_bad_card_spoils_no_other(tmp_path):
    cards = [
        make_card("Good"),
        make_card("Bad 日", rules="<b>", printings=(make_printing(flavor="שלום"),)),
        make_card("Fine"),
    ]
    path = tmp_path / "x.pdf"
    findings = write_sheets(plan_for([SheetItem(c) for c in cards]), path, fonts())
    assert {(f.code, f.where.name, f.where.field) for f in findings} == {
        ("layout.glyph", "Bad 日", "name"), ("layout.glyph", "Bad 日", "flavor"),
    }  # fmt: skip
    text = pdf_text(path.read_bytes())
    assert "Good" in text
    assert "Fine" in text
    assert "<b>" in text


def test_a_card_printed_often_costs_little_more_than_once(tmp_path):
    card = make_card("Ash", rules="Draw 2 cards.")
    once = len(written(plan_for([SheetItem(card, None, 1)]), tmp_path))
    often = len(written(plan_for([SheetItem(card, None, 90)]), tmp_path))
    assert often < once + 10 * 1_000


# --- fonts ---


def test_fonts_are_embedded_as_subsets(tmp_path):
    data = written(plan_of(1), tmp_path)
    fonts_of_page = pypdf.PdfReader(io.BytesIO(data)).pages[0]["/Resources"]["/Font"]
    for font in fonts_of_page.values():
        inner = font["/DescendantFonts"][0]
        assert inner["/BaseFont"][7] == "+"
        assert 500 < len(inner["/FontDescriptor"]["/FontFile2"].get_data()) < 60_000
        assert "/ToUnicode" in font


def test_kerning_pulls_letters_together():
    widths = FontBook().widths("alegreya-sans")
    assert widths["AV"] < widths["A"] + widths["V"]


def test_feature_picks_other_figures():
    book = FontBook()
    assert len({book.widths("alegreya-sans +lnum +tnum")[d] for d in "0123456789"}) == 1
    assert book.font("alegreya-sans +lnum").has[ord("1")] != book.font("alegreya-sans").has[ord("1")]


@pytest.mark.parametrize(
    "name", ["", "no-such-family", "alegreya-sans heavy", "cinzel italic", "../x", "cinzel black"]
)
def test_font_that_is_not_there_is_refused_with_its_name(name):
    assert FontBook().problem(name)
    with pytest.raises(FontError):
        FontBook().font(name)


def test_font_of_ones_own_is_found_in_the_project(tmp_path):
    (tmp_path / "mine-700i.ttf").write_bytes(FontBook().font("zilla-slab").path.read_bytes())
    (tmp_path / "broken-400.ttf").write_bytes(b"no font")
    book = FontBook(tmp_path)
    assert book.problem("mine bold italic") == ""
    assert "broken-400.ttf" in book.problem("broken")


def test_font_name_is_family_then_words():
    assert split_name("a-b bold italic +lnum") == ("a-b", 700, True, ("lnum",))


# --- drawing ---


@pytest.mark.parametrize(
    ("d", "expected"),
    [
        ("M0 0 L5 5 L6 6 Z M1 1 C1 2 3 4 5 6 Z", "0 0 m 5 5 l 6 6 l h 1 1 m 1 2 3 4 5 6 c h"),
        ("M0 0 L5 5 C1 2 3 4 5 6 L3 3 Z", "0 0 m 5 5 l 1 2 3 4 5 6 c 3 3 l h"),
        ("M 0,0 L 5,5 6,6 Z", "0 0 m 5 5 l 6 6 l h"),
        ("M0 0 5 5", "0 0 m 5 5 l"),
        ("M0 0 Q3 3 6 0", "0 0 m 2 2 4 2 6 0 c"),
    ],
)
def test_path_data_becomes_operators(d, expected):
    assert path_operators(d).split() == expected.split()


def test_colours_gradients_and_opacity_reach_the_page():
    from_black_to_white = Gradient((20_000, 0), (40_000, 0), ((0, "#000000"), (1, "#ffffff")))
    image = pixels(
        page_of([
            Outline(rectangle(0, 0, 10_000, 30_000), "#ff0000"),
            Outline(rectangle(10_000, 0, 10_000, 30_000), "#0000ff80"),
            Outline(rectangle(20_000, 0, 20_000, 30_000), from_black_to_white),
        ])
    )  # fmt: skip
    assert image.getpixel((50, 150)) == (255, 0, 0)
    assert image.getpixel((150, 150)) == (127, 127, 255)
    dark, light = image.getpixel((210, 150))[0], image.getpixel((390, 150))[0]
    assert dark < 30
    assert light > 225


def test_clip_and_transformation_stay_inside_their_group():
    clipped = Group(
        (Outline(rectangle(-50_000, -50_000, 99_000, 99_000), "#ff0000"),),
        (1, 0, 0, 1, 5_000, 5_000),
        rectangle(0, 0, 5_000, 5_000),
    )
    image = pixels(page_of([clipped, Outline(rectangle(20_000, 0, 5_000, 5_000), "#00ff00")]))
    assert image.getpixel((75, 75)) == (255, 0, 0)
    assert image.getpixel((125, 75)) == (255, 255, 255)
    assert image.getpixel((225, 25)) == (0, 255, 0)


# --- pictures ---


def saved(folder, name, image, **fields):
    image.save(folder / name, **fields)
    return folder / name


def test_transparent_picture_shows_the_frame_behind_it(tmp_path):
    image = Image.new("RGBA", (40, 40), (0, 0, 0, 0))
    image.paste((255, 255, 0, 255), (0, 0, 20, 40))
    file = saved(tmp_path, "a.png", image)
    page = page_of([Outline(rectangle(0, 0, 40_000, 30_000), "#0000ff"), Picture(0, 0, 40_000, 30_000, str(file))])
    shown = pixels(page)
    assert shown.getpixel((100, 150)) == (255, 255, 0)
    assert shown.getpixel((300, 150)) == (0, 0, 255)


@pytest.mark.parametrize("mode", ["RGB", "L", "P"])
def test_plain_png_is_passed_through_undecoded(tmp_path, mode):
    image = Image.linear_gradient("L").convert(mode)
    file = saved(tmp_path, "a.png", image)
    data = page_of([Picture(0, 0, 40_000, 30_000, str(file))])
    png = file.read_bytes()
    start = png.index(b"IDAT") + 4
    assert png[start : start + 200] in data
    shown = pixels(data)
    assert shown.getpixel((200, 10))[0] < 20
    assert shown.getpixel((200, 290))[0] > 230


def test_jpeg_is_passed_through_and_equal_content_is_written_once(tmp_path):
    file = saved(tmp_path, "a.jpg", Image.effect_noise((300, 200), 80).convert("RGB"), quality=90)
    twin = tmp_path / "b.jpg"
    twin.write_bytes(file.read_bytes())
    data = page_of([Picture(0, 0, 9_000, 9_000, str(file)), Picture(9_000, 0, 9_000, 9_000, str(twin))])
    assert data.count(file.read_bytes()) == 1


def test_turned_photo_and_cmyk_are_decoded(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6
    left_red = Image.new("RGB", (200, 100), (0, 0, 255))
    left_red.paste((255, 0, 0), (0, 0, 100, 100))
    turned = saved(tmp_path, "a.jpg", left_red, exif=exif, quality=95)
    cmyk = saved(tmp_path, "b.jpg", Image.new("CMYK", (20, 20), (0, 255, 255, 0)), quality=95)
    shown = pixels(
        page_of([Picture(0, 0, 20_000, 30_000, str(turned)), Picture(20_000, 0, 20_000, 30_000, str(cmyk))])
    )
    assert shown.getpixel((100, 30))[0] > 200
    assert shown.getpixel((100, 270))[2] > 200
    assert shown.getpixel((300, 150))[0] > 200


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"x" * 60])
def test_file_that_is_no_picture_is_refused(tmp_path, content):
    file = tmp_path / "a.png"
    file.write_bytes(content)
    with pytest.raises(PictureError, match=r"a\.png"):
        page_of([Picture(0, 0, 9_000, 9_000, str(file))])


def test_art_of_a_printing_fills_its_slot(tmp_path):
    saved(tmp_path, "a.png", Image.new("RGB", (900, 300), (0, 255, 0)))
    card = placer(art_folder=tmp_path).place(make_card(printings=(make_printing(art="a.png"),)))
    image = picture(card_png(card, fonts(), width_px=630))
    assert image.getpixel((315, 260))[:3] == (0, 255, 0)
    assert card.findings == ()


# --- previews ---


def test_preview_has_the_wanted_width_and_round_corners():
    image = picture(card_png(place(make_card(affinities=("red",))), fonts(), width_px=372))
    assert image.size == (372, 520)
    assert image.getpixel((0, 0))[3] == 0
    assert image.getpixel((186, 3))[3] == 255


def test_page_that_does_not_exist_is_refused():
    with pytest.raises(IndexError, match="1 pages"):
        page_png(page_of([]), 1)


def test_catalog_of_another_ruleset_prints_with_the_base_template():
    card = make_card("Wolf", type="token", attack=2, life=1)
    text = pdf_text(card_pdf(place(card, catalog=make_catalog()), fonts()))
    assert "ATT 2 LIF 1" in text
