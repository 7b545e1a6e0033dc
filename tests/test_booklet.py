"""Booklets: what must be printed is printed, page numbers are true, sheets fold in the right order."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

import pypdf
import pypdfium2
import pytest

from carddb.catalog import Catalog, Phase, Scenario, ScenarioCard, ScenarioRow, ScenarioStep, Section, Zone
from carddb.exchange.booklet_html import booklet_html
from carddb.layout.booklet.blocks import Bench, Cell
from carddb.layout.booklet.content import plan_figures
from carddb.layout.booklet.diagram import lay_battlefield, zone_size
from carddb.layout.booklet.flow import Strip, guarded, pour, pour_chapters, together
from carddb.layout.booklet.imposition import Page, impose, impose_mini, imposition_order, two_up
from carddb.layout.booklet.index import find_entries, read_terms
from carddb.layout.booklet.lay import PlacedBooklet, lay_booklet, read_booklet
from carddb.layout.booklet.template import BookletTemplate, load_booklet_template, template_name
from carddb.layout.booklet.text import Writer, text_run
from carddb.layout.boxes import Group, Path, TextRun, rectangle
from carddb.layout.template_file import list_templates
from carddb.pdf.booklets import write_booklet
from tests.printing import all_boxes, fonts, placer, template, write_template
from tests.support import (
    RULESETS,
    by_code,
    make_card,
    make_catalog,
    make_keyword,
    make_parameter,
    make_printing,
    make_rule,
    make_ruling,
    shipped,
)

SPACE = re.compile(r"\s+")


@cache
def look(name: str = "base") -> BookletTemplate:
    found, findings = load_booklet_template(name, measure=fonts())
    assert found is not None, findings
    return found


def lay(catalog: Catalog, name: str = "base") -> PlacedBooklet:
    return lay_booklet(catalog, look(name), template(), fonts())


@cache
def shipped_booklet(ruleset: str) -> PlacedBooklet:
    catalog = shipped(ruleset)
    return lay_booklet(catalog, look(template_name(ruleset)), template(catalog.ruleset.card_template), fonts())


@cache
def shipped_texts(ruleset: str) -> tuple[str, ...]:
    """Return the text of each page as another reader finds it in the file."""
    return texts_of(write(shipped_booklet(ruleset)))


def write(booklet: PlacedBooklet, **options: Any) -> bytes:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = FilePath(folder) / "booklet.pdf"
        write_booklet(booklet, path, fonts(), **options)
        return path.read_bytes()


def texts_of(data: bytes) -> tuple[str, ...]:
    document = pypdfium2.PdfDocument(data)
    return tuple(SPACE.sub(" ", page.get_textpage().get_text_range()) for page in document)


def straight(text: str) -> str:
    """Return a text in small letters with straight apostrophes and quotes."""
    return text.translate(str.maketrans("‘’“”", "''\"\"")).casefold()


def words_of(booklet: PlacedBooklet) -> str:
    return " ".join(page.text for page in booklet.pages)


def bench(catalog: Catalog | None = None) -> Bench:
    own = catalog or make_catalog()
    writer = Writer(fonts(), own, look().fonts["label"], look().colors["accent"])
    return Bench(own, look(), writer, placer(own))


# --- the shipped games ---


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shipped_booklet_has_nothing_to_complain_about(ruleset):
    assert shipped_booklet(ruleset).findings == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_id_is_printed_exactly(ruleset):
    words = set(re.findall(r"[A-Z]{2}-[A-Z]+-\d+", " ".join(shipped_texts(ruleset))))
    assert set(shipped(ruleset).rules) <= words


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_ruling_is_printed_with_its_id_and_each_of_its_readings(ruleset):
    text = " ".join(shipped_texts(ruleset))
    rulings = shipped(ruleset).rulings.values()
    assert [r.code for r in rulings if r.code not in text] == []
    assert text.count("In force") == len(rulings)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_placeholder_is_left_in_the_printed_words(ruleset):
    assert [p.number for p in shipped_booklet(ruleset).pages if "{" in p.text or "}" in p.text] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_contents_name_the_page_that_an_entry_begins_on(ruleset):
    texts = shipped_texts(ruleset)
    booklet = shipped_booklet(ruleset)
    assert len(booklet.contents) > 10
    wrong = [
        (t, p) for t, p in booklet.contents if straight(t.removeprefix("Example: ")) not in straight(texts[p - 1])
    ]
    assert wrong == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_contents_print_these_page_numbers(ruleset):
    printed = shipped_texts(ruleset)[1]
    numbers = [int(n) for n in re.findall(r"(?<![\w.])\d+(?![\w.])", printed)]
    booklet = shipped_booklet(ruleset)
    assert [page for _, page in booklet.contents if page not in numbers] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_keyword_name_stands_in_the_glossary(ruleset):
    booklet = shipped_booklet(ruleset)
    first, last = booklet.anchors["chapter:keywords"], booklet.anchors["chapter:symbols"]
    glossary = " ".join(shipped_texts(ruleset)[first - 1 : last])
    names = [n for k in shipped(ruleset).keywords.values() for n in (k.name, *k.aliases)]
    assert [name for name in names if name not in glossary] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pages_of_every_index_entry_hold_its_term(ruleset):
    texts = shipped_texts(ruleset)
    entries = shipped_booklet(ruleset).entries
    assert len(entries) > 20
    wrong = [(e.name, p) for e in entries for p in e.pages if straight(e.name) not in straight(texts[p - 1])]
    assert wrong == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_index_knows_every_keyword_zone_and_stat(ruleset):
    catalog = shipped(ruleset)
    names = {e.name for e in shipped_booklet(ruleset).entries}
    wanted = {thing.name for thing in (*catalog.keywords.values(), *catalog.zones.values(), *catalog.stats)}
    assert wanted - names == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_worked_example_is_drawn_with_its_cards(ruleset):
    text = words_of(shipped_booklet(ruleset))
    catalog = shipped(ruleset)
    shown = [s for s in catalog.scenarios.values() if s.in_booklet]
    cards = {c.card for s in shown for step in s.steps for row in step.rows for c in row.cards if c.card}
    assert shown
    assert [s.name for s in shown if s.name not in text] == []
    assert [code for code in cards if catalog.card_by_code[code].name not in text.replace("’", "'")] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_pages_are_a_multiple_of_four_and_fold_without_blank_ones(ruleset):
    booklet = shipped_booklet(ruleset)
    assert len(booklet.pages) % 4 == 0
    assert booklet.pages[-1].kind == "back"
    sheets = impose([Page(p.boxes, p.width, p.height) for p in booklet.pages])
    assert len(sheets) == len(booklet.pages) // 2
    assert all(s.left and s.right for s in sheets)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_text_reaches_over_the_edge_of_a_page(ruleset):
    booklet = shipped_booklet(ruleset)
    out = [
        (page.number, box.text)
        for page in booklet.pages[1:-1]
        for box in page.boxes
        if isinstance(box, TextRun)
        and not (
            box.x > 0 and box.x + fonts().widths(box.font)["x"] * box.size / 1000 < page.width and box.y < page.height
        )
    ]
    assert out == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_bookmarks_and_links_lead_to_existing_pages(ruleset):
    reader = pypdf.PdfReader(io.BytesIO(write(shipped_booklet(ruleset))))
    assert len(reader.outline) > 10
    assert reader.trailer["/Root"]["/Lang"] == "en"
    assert shipped(ruleset).ruleset.name in reader.metadata.title
    contents = [a.get_object() for a in reader.pages[1]["/Annots"]]
    targets = [reader.get_page_number(a["/Dest"][0].get_object()) for a in contents]
    assert targets == [page - 1 for _, page in shipped_booklet(ruleset).contents]


# --- for those who hear or search it ---


def structure_of(data: bytes) -> list[tuple[str, str, list[tuple[int, int]]]]:
    """Return tag, alternative text and marked places (page, number) of every element, in reading order."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    pages = {page.indirect_reference.idnum: n for n, page in enumerate(reader.pages)}
    out: list[tuple[str, str, list[tuple[int, int]]]] = []

    def walk(element: Any) -> None:
        places: list[tuple[int, int]] = []
        out.append((element["/S"], str(element.get("/Alt", "")), places))
        for kid in element["/K"]:
            own = kid.get_object()
            if own.get("/Type") == "/MCR":
                places.append((pages[own.raw_get("/Pg").idnum], int(own["/MCID"])))
            else:
                walk(own)

    walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object())
    return out


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_marked_stretch_belongs_to_one_element_of_the_structure(ruleset):
    data = write(shipped_booklet(ruleset))
    reader = pypdf.PdfReader(io.BytesIO(data))
    structure = structure_of(data)
    places = [place for _, _, own in structure for place in own]
    marked = [
        (n, int(m)) for n, page in enumerate(reader.pages)
        for m in re.findall(rb"/MCID (\d+)>>BDC", page.get_contents().get_data())
    ]  # fmt: skip
    assert sorted(places) == sorted(marked)
    assert len(set(places)) == len(places) > 500
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"].value is True
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"].value is True


@pytest.mark.parametrize("ruleset", RULESETS)
def test_structure_has_headings_lists_tables_and_figures_with_words_for_them(ruleset):
    structure = structure_of(write(shipped_booklet(ruleset)))
    tags = {tag for tag, _, _ in structure}
    assert {"/H1", "/H2", "/P", "/L", "/LI", "/LBody", "/Table", "/TR", "/TH", "/TD", "/Figure", "/TOC"} <= tags
    assert [places for tag, alt, places in structure if tag == "/Figure" and len(alt) < 3] == []


def test_parents_of_the_marks_are_the_elements_that_hold_them():
    reader = pypdf.PdfReader(io.BytesIO(write(lay(make_catalog([make_card()])))))
    numbers = reader.trailer["/Root"]["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    for page in reader.pages:
        row = numbers[numbers.index(page["/StructParents"]) + 1]
        for number, owner in enumerate(row):
            marks = [kid.get_object() for kid in owner.get_object()["/K"]]
            assert [m["/MCID"] for m in marks if m.get("/Type") == "/MCR" and m["/MCID"] == number] != []


def test_figures_stand_in_the_sections_that_they_explain():
    plan = plan_figures(shipped("soulhold"))
    assert plan["table"] == "places"
    assert plan["turn rule"] == "SH-PHASE-1"
    assert plan["cards"] == "cards"
    assert plan["deck"] == "decks"
    assert plan["example the_fifth_evening"] == "battle"


# --- imposition ---


@pytest.mark.parametrize("count", [1, 4, 8, 13, 24])
def test_leaves_turned_one_by_one_show_the_pages_in_order(count):
    sides = imposition_order(count)
    assert len(sides) * 2 == -(-count // 4) * 4
    fronts, backs = sides[::2], sides[1::2]
    leaves = [(front[1], back[0]) for front, back in zip(fronts, backs, strict=True)]
    leaves += [(back[1], front[0]) for front, back in reversed(list(zip(fronts, backs, strict=True)))]
    read = [page for leaf in leaves for page in leaf]
    total = len(read)
    assert read == [n if n <= count else None for n in range(1, total + 1)]


def test_eight_pages_are_imposed_as_at_a_print_shop():
    assert imposition_order(8) == [(8, 1), (2, 7), (6, 3), (4, 5)]


def test_thirteen_pages_get_three_blank_ones_at_the_end():
    assert imposition_order(13)[:2] == [(None, 1), (2, None)]


def test_pages_meet_in_the_middle_of_a_lying_a4_sheet():
    sheet = impose([Page((), 148_000, 210_000)] * 4)[0]
    places = [box.matrix for box in sheet.boxes if isinstance(box, Group)]
    assert (sheet.width, sheet.height) == (297_000, 210_000)
    assert [(m[4], m[4] + 148_000) for m in places if m] == [(500, 148_500), (148_500, 296_500)]


def test_other_pages_are_imposed_on_paper_of_twice_their_width():
    sheet = impose([Page((), 100_000, 150_000)] * 4)[0]
    assert (sheet.width, sheet.height) == (200_000, 150_000)


def test_folded_file_has_half_as_many_pages_of_a4():
    data = write(lay(make_catalog([make_card()])), layout="fold")
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert len(reader.pages) == len(lay(make_catalog([make_card()])).pages) // 2
    assert [round(float(v)) for v in reader.pages[0].mediabox[2:]] == [842, 595]


# --- flow ---


def test_kept_strips_go_to_the_next_page_together():
    line = Strip(10, boxes=(Group(()),))
    pages = pour([*[line] * 8, line._replace(keep=True, head="x"), *together([line, line]), line], 100, 1)
    assert [len(page) for page in pages] == [8, 4]


def test_space_at_the_end_makes_no_page_of_its_own():
    line = Strip(10, boxes=(Group(()),))
    assert len(pour([*[line] * 10, Strip(10)], 100, 1)) == 1


def test_first_and_last_line_of_a_paragraph_never_stand_alone():
    paragraph = guarded([Strip(10, text=str(n), boxes=(Group(()),)) for n in range(4)])
    pages = pour([*[Strip(10, boxes=(Group(()),))] * 7, *paragraph], 100, 1)
    assert [p.strip.text for p in pages[1]] == ["2", "3"]


def test_kept_strips_that_are_longer_than_a_page_are_broken_all_the_same():
    pages = pour(together([Strip(10, boxes=(Group(()),))] * 25), 100, 1)
    assert [len(page) for page in pages] == [10, 10, 5]


def test_floating_figure_lets_the_text_go_on_before_it():
    line = Strip(10, boxes=(Group(()),))
    figure = Strip(60, boxes=(Group(()),), floats="figure", text="figure")
    pages = pour([*[line] * 5, figure, *[line] * 7], 100, 1)
    assert [p.strip.text for p in pages[0]] == [""] * 10
    assert pages[1][0].strip.text == "figure"


def test_floating_figure_does_not_leave_its_chapter():
    line = Strip(10, boxes=(Group(()),))
    figure = Strip(60, boxes=(Group(()),), floats="figure", text="figure")
    pages = pour([*[line] * 5, figure, line._replace(head="next"), line], 100, 1)
    assert [len(page) for page in pages] == [5, 3]


def test_cell_longer_than_a_page_is_cut_between_its_lines():
    own = bench()
    cell = Cell((text_run("words and more words " * 900),), own.style())
    strips = own.table(("a", "b"), [[cell, Cell((text_run("short"),), own.style())]], [60_000, 20_000])
    pages = pour(strips, look().depth, own.line // 2)
    assert len(pages) > 2
    assert all(p.y + p.strip.height <= look().depth for page in pages for p in page)


# --- odd input ---


def test_booklet_of_an_almost_empty_ruleset_works():
    catalog = make_catalog(
        sections={}, rules={}, keywords={}, symbols={}, affinities={}, rarities={}, flags={}, stats=(), roles={},
        card_types={}, card_sets={}, phrases={},
    )  # fmt: skip
    booklet = lay(catalog)
    assert [page.kind for page in booklet.pages][:3] == ["cover", "contents", "text"]
    assert len(texts_of(write(booklet))) % 4 == 0
    assert booklet.findings == ()


@pytest.mark.parametrize("name", list_templates("booklets"))
def test_every_template_prints_a_ruleset_that_it_does_not_know(name):
    assert "Poison" in words_of(lay(make_catalog([make_card()]), name))


def test_markup_of_others_in_a_text_prints_as_typed():
    text = "<b>bold</b> & 0.1 <A <0.9 <img src='/etc/passwd'> \\ (x) %s"
    catalog = make_catalog(rules=by_code([make_rule("T-X-1", text, title="A <i> & B")]))
    booklet = lay(catalog)
    printed = " ".join(texts_of(write(booklet)))
    assert "<b>bold</b> & 0.1 <A <0.9 <img src='/etc/passwd'>" in printed
    assert "A <i> & B" in printed


def test_letters_that_no_font_has_are_found_and_name_the_rule():
    catalog = make_catalog(rules=by_code([make_rule("T-X-1", "Play 漢 fair.", title="Odd")]))
    booklet = lay(catalog)
    (finding,) = [f for f in booklet.findings if f.code == "booklet.glyph"]
    assert (finding.severity, finding.where.code, finding.actual) == ("error", "T-X-1", "漢")
    assert "fair." in words_of(booklet)


def test_placeholder_that_names_nothing_is_found_and_printed_as_typed():
    catalog = make_catalog(rules=by_code([make_rule("T-X-1", "Draw {nothing} cards.")]))
    booklet = lay(catalog)
    assert [f.where.code for f in booklet.findings if f.code == "booklet.unknown"] == ["T-X-1"]
    assert "{nothing}" in words_of(booklet)


def test_parameter_is_printed_with_its_value_in_force():
    catalog = make_catalog(
        parameters=by_code([make_parameter("hand", 7)]),
        rules=by_code([make_rule("T-X-1", "Draw {hand} cards, {?hand=7:seven|other} of them.")]),
    )
    assert "Draw 7 cards, seven of them." in words_of(lay(catalog))


def test_rule_on_a_ruling_has_its_mark_and_reason():
    catalog = make_catalog(
        rules=by_code([make_rule("T-X-1", gaps=("T-GAP-1",))]),
        rulings=by_code([make_ruling("T-GAP-1", why="It is shorter.")]),
    )
    booklet = lay(catalog)
    page = texts_of(write(booklet))[booklet.anchors["rule:T-X-1"] - 1]
    assert "T-GAP-1" in page
    assert "It is shorter." in page


def test_word_without_end_is_broken_and_stays_in_the_column():
    catalog = make_catalog(rules=by_code([make_rule("T-X-1", "A" * 900)]))
    booklet = lay(catalog)
    longest = max(fonts().widths(b.font)[b.text] * b.size / 1000 for b in all_boxes(booklet.pages[2].boxes)
                  if isinstance(b, TextRun) and set(b.text) == {"A"})  # fmt: skip
    assert longest <= look().column


def test_long_text_goes_on_over_many_pages_and_loses_nothing():
    text = " ".join(f"word{n}" for n in range(6_000))
    catalog = make_catalog(rules=by_code([make_rule("T-X-1", text)]))
    printed = " ".join(texts_of(write(lay(catalog))))
    assert [n for n in (0, 2_999, 5_999) if f"word{n} " not in printed] == []


def test_example_says_legal_and_illegal_in_words_and_shows_what_is_attached():
    rows = (
        ScenarioRow("Table", (ScenarioCard("stone_golem", ("rune",), "1/1", ""), ScenarioCard("", (), "", "free"))),
    )
    steps = (
        ScenarioStep("Ada attaches it.", "legal", ("T-X-1",), rows),
        ScenarioStep("Bo attaches two.", "illegal", ("T-X-1",), ()),
    )
    catalog = make_catalog(
        [make_card(), make_card("Rune")],
        rules=by_code([make_rule("T-X-1")]),
        scenarios=by_code([Scenario("rune", "The rune", "Look.", ("T-X-1",), True, steps)]),
    )
    booklet = lay(catalog)
    page = texts_of(write(booklet))[booklet.anchors["example:rune"] - 1]
    for words in ("The rune", "legal", "illegal", "Stone Golem + Rune", "1/1", "free", "T-X-1"):
        assert words in page


def test_same_input_gives_the_same_bytes_in_two_processes():
    script = (
        "import hashlib\n"
        "from tests.test_booklet import lay, write\n"
        "from tests.support import make_catalog, make_card\n"
        "print(hashlib.sha256(write(lay(make_catalog([make_card()])))).hexdigest())\n"
    )
    root = FilePath(__file__).parent.parent
    runs = [
        subprocess.run(
            [sys.executable, "-c", script], cwd=root, env={"PYTHONPATH": str(root), "PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert len(runs[0]) == 65


def test_progress_may_cancel():
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        assert 1 <= done <= total
        raise Enough

    with pytest.raises(Enough):
        lay_booklet(make_catalog(), look(), template(), fonts(), progress=stop)


# --- figures and index ---


def make_zone(code: str, **fields: Any) -> Zone:
    defaults: dict[str, Any] = {
        "name": code.title(), "text": "A place.", "owner": "player", "kind": "pile", "face": "up", "rows": 1,
        "columns": 1, "x": 0.0, "y": 0.0, "w": 1.0, "h": 1.0, "text_on_diagram": "",
    }  # fmt: skip
    return Zone(code=code, **{**defaults, **fields})


def test_zones_of_both_players_are_drawn_and_shared_ones_once():
    zones = [
        make_zone("deck", y=1.2),
        make_zone("stack", owner="shared"),
        make_zone("hand", kind="hand", y=2.4, w=3.0),
    ]
    width, height, boxes = lay_battlefield(bench(make_catalog(zones=by_code(zones))), 100_000, 150_000)
    names = [b.text for b in all_boxes(boxes) if isinstance(b, TextRun)]
    assert (names.count("Deck"), names.count("Stack"), names.count("Hand")) == (2, 1, 2)
    assert 0 < height <= 150_000
    assert 0 < width <= 100_000


def test_grid_has_the_rows_and_columns_of_its_parameters():
    grid = make_zone("grid", kind="grid", rows="rows", columns=4, w=4.0, h=3.0)
    catalog = make_catalog(zones=by_code([grid]), parameters=by_code([make_parameter("rows", 5)]))
    assert zone_size(catalog, grid) == (5, 4)


def test_slots_without_a_limit_are_drawn_as_one_area():
    slots = make_zone("slots", kind="slots", columns="slots", w=4.0)
    catalog = make_catalog(parameters=by_code([make_parameter("slots", "none", type="limit")]))
    assert zone_size(catalog, slots) is None


def test_turn_is_drawn_once_and_summed_up_on_the_back():
    phases = by_code([Phase("draw", "Draw", "You draw.", ("Draw 1 card.",)), Phase("end", "End", "It ends.", ())])
    booklet = lay(make_catalog(phases=phases))
    assert "Draw 1 card." in texts_of(write(booklet))[booklet.anchors["phase:draw"] - 1]
    assert "Draw 1 card." in booklet.pages[-1].text
    assert "It ends." in booklet.pages[-1].text


def test_words_in_bold_are_terms_of_the_index():
    catalog = make_catalog(sections=by_code([Section("rules", "Rules", "A **lane** is a column.")]))
    assert "Lane" in [term.name for term in read_terms(catalog)]


def test_index_finds_a_term_as_a_word_only():
    catalog = make_catalog(keywords=by_code([make_keyword("Swift")]))
    entries = find_entries(catalog, {3: "Swiftly he runs", 4: "it has Swift and", 5: "a swift bird"}, {})
    assert [e.pages for e in entries if e.name == "Swift"] == [(4,)]


def test_cards_of_a_type_are_shown_with_its_name():
    catalog = make_catalog([make_card(printings=(make_printing(),)), make_card("Spark", type="spell")])
    text = words_of(lay(catalog))
    assert "A creature." in text
    assert "A spell." in text
    assert "A token." not in text


# --- templates ---


def test_template_lists_all_its_problems(tmp_path):
    text = (
        'format = 1\nextends = "base"\n[fonts]\ntext = "no-such-font"\n'
        '[colors]\nink = "muddy"\n[page]\nouter = "wide"\n'
    )
    folders = write_template(tmp_path, text, kind="booklets")
    found, findings = load_booklet_template("mine", folders=folders, measure=fonts())
    assert found is None
    assert {f.where.entry for f in findings} == {"fonts.text", "colors.ink", "colors.back_text", "page.outer"}


@pytest.mark.parametrize("text", ["format = 2", 'format = 1\nextends = "mine"', "[[", "format = 1\n[pages]\n"])
def test_broken_template_is_a_finding(tmp_path, text):
    found, findings = load_booklet_template("mine", folders=write_template(tmp_path, text, kind="booklets"))
    assert found is None
    assert findings


def test_unknown_template_names_the_known_ones():
    found, (finding,) = load_booklet_template("nothing")
    assert found is None
    assert "base" in finding.message


def test_ruleset_without_a_template_of_its_own_takes_the_base():
    assert template_name("soulhold") == "soulhold"
    assert template_name("unheard_of") == "base"


def test_card_that_changed_changes_the_booklet():
    first = make_catalog([make_card(rules="Swift")])
    second = replace(first, cards=(make_card(rules="Poison 3"),))
    assert write(lay(first)) != write(lay(second))


# --- papers ---


def on_paper(paper: str, catalog: Catalog | None = None) -> PlacedBooklet:
    found, findings = load_booklet_template("base", measure=fonts(), paper=paper)
    assert found is not None, findings
    return lay_booklet(catalog or make_catalog([make_card()]), found, template(), fonts())


@pytest.mark.parametrize(
    ("paper", "width", "height"),
    [("a5", 148, 210), ("half-letter", 139.7, 215.9), ("a6", 105, 148), ("mini", 74.25, 105)],
)
def test_pages_have_the_size_of_their_paper(paper, width, height):
    reader = pypdf.PdfReader(io.BytesIO(write(on_paper(paper))))
    sizes = {tuple(round(float(v) * 25.4 / 72, 1) for v in page.mediabox[2:]) for page in reader.pages}
    assert sizes == {(round(width, 1), round(height, 1))}


@pytest.mark.parametrize(
    ("paper", "width", "height"), [("half-letter", 792, 612), ("a6", 595, 842), ("mini", 842, 595)]
)
def test_folded_booklets_come_on_paper_that_printers_have(paper, width, height):
    reader = pypdf.PdfReader(io.BytesIO(write(on_paper(paper), layout="fold")))
    assert [round(float(v)) for v in reader.pages[0].mediabox[2:]] == [width, height]


def test_mini_booklet_is_eight_pages_on_one_side_of_one_sheet():
    booklet = on_paper("mini")
    assert len(booklet.pages) == 8
    assert len(pypdf.PdfReader(io.BytesIO(write(booklet, layout="fold"))).pages) == 1


def test_mini_pages_lie_so_that_folding_brings_them_in_order():
    page = rectangle(0, 0, 10_000, 10_000)
    sheet = impose_mini([Page((Path(page, f"#00000{n}"),), 74_250, 105_000) for n in range(1, 9)])
    places = {}
    for box in sheet.boxes:
        if isinstance(box, Group) and box.matrix:
            a, _, _, _, x, y = box.matrix
            column, row = round((x - 74_250 * (a < 0)) / 74_250), round((y - 105_000 * (a < 0)) / 105_000)
            (own,) = box.boxes
            assert isinstance(own, Path)
            places[int(str(own.fill)[-1])] = (column, row, a < 0)
    assert [places[n] for n in (6, 7, 8, 1)] == [(n, 1, False) for n in range(4)]
    assert [places[n] for n in (5, 4, 3, 2)] == [(n, 0, True) for n in range(4)]


def test_small_sheets_are_cut_apart_so_that_the_lower_pile_goes_inside():
    sheets = impose([Page((), 105_000, 148_000)] * 12)
    sides = two_up(sheets)
    assert len(sides) == 4
    assert [(s.left, s.right) for s in sides] == [(s.left, s.right) for s in (*sheets[:2], *sheets[2:4])]


def test_what_finds_no_room_in_a_mini_booklet_is_named():
    keywords = [make_keyword(f"Word{n}", reminder="It does a long and winding thing. " * 4) for n in range(300)]
    booklet = on_paper("mini", make_catalog(keywords=by_code(keywords)))
    (finding,) = [f for f in booklet.findings if f.code == "booklet.mini"]
    assert finding.severity == "warning"
    assert len(booklet.pages) == 8


def test_unknown_paper_is_a_finding_that_names_the_known_ones():
    found, findings = load_booklet_template("base", paper="a7")
    assert found is None
    assert "a5, half-letter, a6, mini" in findings[0].message


def test_papers_of_a_template_are_all_checked(tmp_path):
    text = 'format = 1\nextends = "base"\n[papers.mine]\nwidth = "-1mm"\nscale = nan\nwings = 2\n'
    _, findings = load_booklet_template("mine", folders=write_template(tmp_path, text, kind="booklets"))
    entries = {f.where.entry for f in findings}
    assert {"papers.mine.width", "papers.mine.scale", "papers.mine.wings"} <= entries


def test_last_line_of_one_short_word_gets_company():
    own = bench()
    style = own.style()
    words = own.writer.words([text_run("several words that fill a line and end in a")], style)
    width = sum(w.width + w.space for w in words[:-1])
    lines = own.writer.lines(words, width)
    assert [line.text for line in lines] == ["several words that fill a line and end", "in a"]


def test_short_last_page_is_avoided_by_closer_gaps():
    line = Strip(10, boxes=(Group(()),), gap=5)
    strips = [line._replace(head="first"), *[line] * 7]
    assert len(pour(strips, 100, 1)) == 2
    assert len(pour_chapters(strips, 100, 1)) == 1


# --- the page for screens ---


@cache
def html_page(ruleset: str = "soulhold") -> str:
    catalog = shipped(ruleset)
    reading = read_booklet(catalog, look(template_name(ruleset)), template(catalog.ruleset.card_template), fonts())
    return booklet_html(reading, catalog, fonts(), lambda code: code.encode())


class Heard(HTMLParser):
    """Collects what a page consists of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "path", "image", "use", "stop"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("path", "image", "use", "stop"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@cache
def parsed(ruleset: str = "soulhold") -> Heard:
    page = Heard()
    page.feed(html_page(ruleset))
    return page


@pytest.mark.parametrize("ruleset", RULESETS)
def test_page_holds_every_rule_ruling_keyword_and_card_of_the_examples(ruleset):
    catalog = shipped(ruleset)
    words = straight(SPACE.sub(" ", " ".join(parsed(ruleset).words)))
    wanted = [*catalog.rules, *catalog.rulings, *(k.name for k in catalog.keywords.values())]
    assert [w for w in wanted if straight(w) not in words] == []
    assert parsed(ruleset).open == []


def test_every_link_of_the_page_leads_to_a_place_on_it():
    tags = parsed().tags
    names = [a["id"] for _, a in tags if "id" in a]
    assert len(names) == len(set(names))
    links = {(a.get("href") or "").removeprefix("#") for t, a in tags if t == "a" and "href" in a}
    assert links - set(names) == set()
    assert len(links) > 50


def test_page_needs_no_script_and_no_other_host():
    tags = parsed().tags
    assert [t for t, _ in tags if t in ("script", "link", "iframe", "object")] == []
    addresses = [v for _, a in tags for k, v in a.items() if k in ("src", "href", "action") and v]
    assert [v for v in addresses if not v.startswith(("#", "data:image/png;base64,"))] == []


def test_page_says_its_language_and_has_one_title_and_headings_in_steps():
    tags = parsed().tags
    assert ("html", {"lang": "en"}) in tags
    levels = [int(t[1]) for t, _ in tags if t in ("h1", "h2", "h3", "h4")]
    assert levels.count(1) == 1
    assert [b for a, b in pairwise(levels) if b > a + 1] == []


def test_figures_of_the_page_say_what_they_show_and_tables_have_heads():
    tags = parsed().tags
    figures = [a for t, a in tags if t == "svg" and a.get("role") == "img"]
    assert len(figures) > 20
    assert [a for a in figures if not a.get("aria-label")] == []
    assert [a for t, a in tags if t == "th" and a.get("scope") != "col"] == []
    assert "th" in {t for t, _ in tags}


def test_markup_of_others_is_words_on_the_page_too():
    catalog = make_catalog(rules=by_code([make_rule("T-X-1", "<script>alert(1)</script> & <b>", title="<i>")]))
    reading = read_booklet(catalog, look(), template(), fonts())
    page = booklet_html(reading, catalog, fonts(), lambda code: b"")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;" in page
    assert "<script" not in page


# --- lists ---


@pytest.mark.parametrize("ruleset", RULESETS)
def test_checklist_and_deck_lists_name_every_card(ruleset):
    booklet, catalog = shipped_booklet(ruleset), shipped(ruleset)
    text = straight(" ".join(shipped_texts(ruleset)[booklet.anchors["chapter:checklist"] - 1 :]))
    numbered = [f"{p.number} {straight(card.name)}" for card in catalog.cards for p in card.printings]
    assert [row for row in numbered if row not in text] == []
    first = booklet.anchors["chapter:decks"]
    decks = straight(" ".join(shipped_texts(ruleset)[first - 1 : booklet.anchors["chapter:checklist"]]))
    held = {(e.quantity, e.card) for deck in catalog.decks.values() for e in deck.entries}
    assert [c for n, c in held if f"{n} {straight(catalog.card_by_code[c].name)}" not in decks] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_design_notes_stand_behind_the_rulings(ruleset):
    booklet = shipped_booklet(ruleset)
    assert booklet.anchors["chapter:design"] >= booklet.anchors["chapter:rulings"]
    assert "Questions for your table" in " ".join(shipped_texts(ruleset))


# --- quick-reference cards ---


def test_reference_cards_are_cards_and_say_the_turn_and_the_keywords():
    phases = by_code([Phase("draw", "Draw", "You draw.", ("Draw 1 card.",))])
    booklet = on_paper("card", make_catalog(phases=phases))
    data = write(booklet)
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert [round(float(v) * 25.4 / 72, 1) for v in reader.pages[0].mediabox[2:]] == [63, 88]
    text = " ".join(texts_of(data))
    assert "Draw 1 card." in text
    assert "Poison" in text


def test_sheet_holds_a_reference_card_of_each_kind_for_every_player():
    booklet = on_paper("card")
    (page,) = texts_of(write(booklet, layout="fold"))
    assert page.count("Poison does a thing") == booklet.copies == 2


def test_turn_that_nearly_fits_is_set_smaller_to_stand_on_one_card():
    catalog = shipped("glyphs_of_legends")
    found, _ = load_booklet_template("glyphs_of_legends", measure=fonts(), paper="card")
    assert found is not None
    booklet = lay_booklet(catalog, found, template(catalog.ruleset.card_template), fonts())
    assert len(booklet.pages) == 2
