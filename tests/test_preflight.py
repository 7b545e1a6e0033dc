"""Preflight: each check has a card that makes it speak and one that does not; the report on paper."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from carddb.layout.preflight import Inspector, Limits, colour_alone
from carddb.pdf.proofs import alike, seen, sketch
from carddb.pdf.raster import card_png
from carddb.pipeline.preflight import CHECKS, print_preflight, run_preflight
from tests.printing import fonts, own_template, pages_text, placer
from tests.support import make_card, make_catalog, make_printing, shipped

NAME = """
[[element]]
id = "ground"
kind = "rect"
fill = "neutral"
[[element]]
id = "name"
kind = "text"
field = "name"
font = "title"
x = "{x}"
y = "20mm"
w = "40mm"
h = "8mm"
size = "{size}"
min = "{size}"
"""


def codes_on(folder: Path, elements: str, **card: object) -> set[str]:
    """Return what the inspector says about a card on a template of these elements."""
    made = make_card(**card)  # type: ignore[arg-type]
    own = placer(make_catalog([made]), own_template(folder, elements))
    looked = Inspector(own, fonts(), Limits(), lambda _name: ())
    return {f.code for f in looked.card(made, None, own.place(made)) if f.severity != "info"}


def test_name_inside_and_legible_has_no_remarks(tmp_path: Path) -> None:
    assert codes_on(tmp_path, NAME.format(x="5mm", size="9pt")) == set()


def test_type_below_the_legible_size_is_an_error(tmp_path: Path) -> None:
    assert codes_on(tmp_path, NAME.format(x="5mm", size="4pt")) == {"print.text_small"}


def test_words_near_the_cut_are_an_error(tmp_path: Path) -> None:
    assert codes_on(tmp_path, NAME.format(x="2mm", size="9pt")) == {"print.unsafe_text"}


def test_badge_over_the_safe_line_is_found_though_its_number_is_inside(tmp_path: Path) -> None:
    badge = '[[element]]\nid = "b"\nkind = "rect"\nx = "1mm"\ny = "18mm"\nw = "23mm"\nh = "12mm"\nfill = "#222222"\n'
    name = NAME.format(x="5mm", size="9pt")
    assert codes_on(tmp_path, badge + name, name="Om") == {"print.unsafe_badge"}


def test_name_that_does_not_fit_is_shortened_and_told(tmp_path: Path) -> None:
    found = codes_on(tmp_path, NAME.format(x="5mm", size="9pt"), name="The Chronicle-Keeper of the Seven " * 3)
    assert "print.name_shortened" in found


def test_missing_art_file_is_an_error() -> None:
    card = make_card(printings=(make_printing("001", art="gone.png"),))
    own = placer(make_catalog([card]))
    found = Inspector(own, fonts(), Limits(), lambda _name: ()).card(card, None, own.place(card))
    assert [f.severity for f in found if f.code == "print.art_missing"] == ["error"]


@pytest.mark.parametrize(("width", "said"), [(2000, []), (600, ["warning"]), (100, ["error"])])
def test_coarse_art_is_weighed_by_its_dots_as_printed(width: int, said: list[str], tmp_path: Path) -> None:
    Image.new("RGB", (width, width), "#884422").save(tmp_path / "a.png")
    card = make_card(printings=(make_printing("001", art="a.png"),))
    own = placer(make_catalog([card]), art_folder=tmp_path)
    found = Inspector(own, fonts(), Limits(), lambda _name: ()).card(card, None, own.place(card))
    assert [f.severity for f in found if f.code == "print.art_coarse"] == said


def test_transparent_and_cmyk_art_is_told(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    Image.new("RGBA", (2000, 2000), (9, 9, 9, 99)).save(tmp_path / "art" / "a.png")
    Image.new("CMYK", (2000, 2000)).save(tmp_path / "art" / "b.jpg")
    cards = [make_card(f"C{n}", printings=(make_printing(str(n), art=n),)) for n in ("a.png", "b.jpg")]
    catalog = make_catalog(cards)
    looked = run_preflight(replace(catalog, ruleset=replace(catalog.ruleset, card_template="base")), tmp_path)
    told = [f.message for f in looked.findings if f.code == "print.art_colour"]
    assert any("transparent" in text for text in told)
    assert any("CMYK" in text for text in told)


def test_missing_back_is_an_error_where_backs_are_wanted(tmp_path: Path) -> None:
    card = make_card()
    own = placer(make_catalog([card]), own_template(tmp_path, NAME.format(x="5mm", size="9pt")))
    back = own.place_back(card)
    found = [Inspector(own, fonts(), Limits(needs_backs=n), lambda _n: ()).back(card, back) for n in (True, False)]
    assert [[f.code for f in row] for row in found] == [["print.no_back"], []]


def test_affinity_shown_by_colour_alone_is_found_and_a_symbol_settles_it(tmp_path: Path) -> None:
    catalog = make_catalog()
    kinds = list(catalog.affinities)[:2]
    cards = [make_card(f"C{code}", affinities=(code,)) for code in kinds]
    catalog = make_catalog(cards)
    plain = '[[element]]\nid = "g"\nkind = "rect"\nfill = "affinity"\n'
    symbol = '[[element]]\nid = "s"\nkind = "symbol"\nsource = "affinity"\nx = "5mm"\ny = "5mm"\nw = "6mm"\n'
    found = [
        colour_alone(placer(catalog, own_template(tmp_path / name, text)), cards)
        for name, text in (("a", plain), ("b", plain + symbol))
    ]
    assert [f.code for f in found[0]] == ["print.colour_alone"]


def test_equal_cards_look_alike_and_others_do_not() -> None:
    catalog = shipped("soulhold")
    own = placer(catalog)
    pictures = [
        sketch(card_png(own.place(card), fonts(), width_px=96, rounded_corners=False))
        for card in (catalog.cards[0], catalog.cards[40], catalog.cards[0])
    ]
    assert [(a, b) for a, b, _ in alike(pictures)] == [(0, 2)]


def test_proofs_take_away_red_and_green_but_not_grey() -> None:
    picture = Image.new("RGB", (3, 1))
    picture.putdata([(200, 40, 40), (120, 120, 120), (60, 140, 40)])
    out = io.BytesIO()
    picture.save(out, "PNG")
    told = Image.open(io.BytesIO(seen(out.getvalue(), "deuteranopia"))).convert("RGB")
    red, grey, green = (told.tobytes()[at : at + 3] for at in (0, 3, 6))
    assert all(abs(v - 120) < 4 for v in grey)
    assert red[0] - red[1] < 60
    assert abs(red[1] - red[0]) + abs(green[1] - green[0]) < 110


def test_report_has_a_page_of_the_job_and_one_of_proofs(tmp_path: Path) -> None:
    looked = run_preflight(shipped("soulhold"), tmp_path, query="code:cinder_cat", service="mpc")
    print_preflight(looked, tmp_path / "report.pdf")
    pages = pages_text((tmp_path / "report.pdf").read_bytes())
    assert "Ready to print" in pages[0]
    first = pages[0].replace(" ", "")
    assert [title for title, _, _ in CHECKS if title.replace(" ", "") not in first] == []
    assert "Protanopia" in pages[-1]


def test_shipped_cards_are_ready_for_a_print_shop(tmp_path: Path) -> None:
    looked = run_preflight(shipped("summoners_vault"), tmp_path, query="rarity:lamplit", service="mpc")
    assert looked.errors == ()
    assert looked.as_json()["meta"]["cards"] == len(looked.items)
