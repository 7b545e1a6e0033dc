"""Templates: listed with their sizes, all problems of a file at once, a gallery that shows each of them."""

from __future__ import annotations

from pathlib import Path

import pypdf
import pytest

from carddb.layout.booklet.template import load_booklet_template
from carddb.layout.sheet_file import load_sheet
from carddb.layout.template_file import list_templates, load_template
from carddb.pipeline.templates import print_gallery, read_templates, sample_cards
from carddb.resources import resource
from carddb.rules import Finding
from tests.printing import fonts, write_template
from tests.support import make_card, make_catalog, make_printing

KINDS = ("cards", "sheets", "booklets")


def problems(folder: Path, kind: str, text: str, name: str = "mine") -> list[Finding]:
    folders = write_template(folder, text, name, kind)
    if kind == "cards":
        return load_template(name, folders=folders, measure=fonts())[1]
    if kind == "sheets":
        return load_sheet(name, folders=folders)[1]
    return load_booklet_template(name, folders=folders, measure=fonts())[1]


def entries(found: list[Finding]) -> set[str]:
    return {finding.where.entry for finding in found}


def test_templates_are_listed_in_millimetres_inches_and_pixels():
    rows, findings = read_templates()
    known = {(row.name, row.kind): (row.mm, row.inch, row.pixels) for row in rows}
    assert findings == []
    assert known["soulhold", "card"] == ("63 x 88", "2.48 x 3.46", "744 x 1039")
    assert known["a4-poker63", "sheet"] == ("210 x 297", "8.27 x 11.7", "2480 x 3508")
    assert known["--paper half-letter", "booklet"] == ("139.7 x 215.9", "5.5 x 8.5", "1650 x 2550")


def test_every_bundled_template_is_listed():
    rows, _ = read_templates()
    names = {row.name for row in rows}
    bundled = (resource("print_templates"),)
    assert [name for kind in KINDS for name in list_templates(kind, bundled) if name not in names] == []


def test_problems_of_one_template_are_listed_and_the_others_are_too(tmp_path):
    write_template(tmp_path / "print_templates", "format = 1\npaper = 3\nwings = 2\n", "mine", "sheets")
    rows, findings = read_templates(tmp_path)
    assert {finding.where.file for finding in findings} == {"sheets/mine.toml"}
    assert len(findings) >= 2
    assert "a4-poker63" in {row.name for row in rows}


@pytest.mark.parametrize(
    ("kind", "text", "wanted"),
    [
        (
            "cards",
            'format = 1\nextends = "base"\n[card]\nwidth = "-3mm"\nheight = "0mm"\nbleed = nan\nwings = 1\n',
            {"card.width", "card.height", "card.bleed", "card.wings"},
        ),
        (
            "sheets",
            'format = 1\ngutter = "-1mm"\nmargin = inf\ncard = "custom"\ncard_width = "0mm"\nwings = 1\n',
            {"sheet.gutter", "sheet.margin", "sheet.card_width", "sheet.card_height", "sheet.wings"},
        ),
        (
            "booklets",
            'format = 1\nextends = "base"\n[page]\nwidth = nan\nouter = "-1mm"\nwings = 1\n[type]\ntext = "0pt"\n',
            {"page.width", "page.outer", "page.wings", "type.text"},
        ),
    ],
)
def test_nan_zero_negative_sizes_and_unknown_keys_are_all_named_at_once(tmp_path, kind, text, wanted):
    assert wanted <= entries(problems(tmp_path, kind, text))


@pytest.mark.parametrize("kind", ["cards", "booklets"])
def test_templates_that_extend_each_other_are_refused(tmp_path, kind):
    write_template(tmp_path, 'format = 1\nextends = "mine"\n', "other", kind)
    found = problems(tmp_path, kind, 'format = 1\nextends = "other"\n')
    assert any("extends itself" in finding.message for finding in found)


@pytest.mark.parametrize("kind", ["cards", "booklets"])
def test_template_that_extends_nothing_known_names_what_there_is(tmp_path, kind):
    found = problems(tmp_path, kind, 'format = 1\nextends = "nobody"\n')
    assert any("base" in finding.message for finding in found)


ODD = (
    "", "format = 1", "format = 2\n", "format = [1]\n", "extends = 3\n", "extends = []\n", "format = 1\ncard = 3\n",
    "format = 1\n[[card]]\nwidth = 3\n", "format = 1\npage = []\ntype = 4\nfonts = 1\ncolors = true\n",
    "format = 1\n[fonts]\ntext = 3\n[colors]\nink = []\n", "format = 1\nelement = 3\n",
    "format = 1\nelement = [1, 2]\n", "format = 1\n[cover]\nelement = 4\n", "format = 1\n[cover]\nelement = [3]\n",
    "format = 1\n[patterns]\na = 3\n", "format = 1\n[papers]\na6 = 3\n", "not toml at all [",
    'format = 1\n[papers.a6]\nscale = 0\nwidth = "1mm"\n', "format = 1\nskip = [[1]]\n",
    "format = 1\ncolumns = 1e400\nrows = -1\n", 'format = 1\nmarks = 3\nskip = "all"\n',
    'format = 1\n[page]\nwidth = "9999999999999999999mm"\n', 'format = 1\n[card]\nwidth = "9e99mm"\n',
    "\ufeffformat = 1\n", "format = 1\n[[element]]\n", "format = 1\n[back]\nelement = 1\n",
    'format = 1\n[[element]]\nkind = "rect"\nid = 3\nfill = 9\nopacity = nan\n', "format = 1\n[tables]\na = 1\n",
    "format = 1\n[cover]\nmargin = -1\ncards = 3\n", "format = 1\ninside = 3\nback = []\ncover = true\n",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_odd_files_give_findings_that_name_the_file_and_never_an_exception(tmp_path, kind):
    for number, text in enumerate(ODD):
        for head in ("", 'extends = "base"\n' if kind != "sheets" and "extends" not in text else ""):
            found = problems(tmp_path, kind, head + text, f"odd{number}")
            assert all(finding.where.file.startswith(f"{kind}/") for finding in found), text
            assert all(len(finding.message) > 10 for finding in found), text


@pytest.mark.parametrize("kind", KINDS)
def test_file_that_is_not_utf8_is_a_finding(tmp_path, kind):
    folders = write_template(tmp_path, "", "mine", kind)
    (tmp_path / kind / "mine.toml").write_bytes(b"format = 1\n# \xff\xfe\n")
    load = {"cards": load_template, "sheets": load_sheet, "booklets": load_booklet_template}[kind]
    assert load("mine", folders=folders)[0] is None


def test_worst_case_has_the_longest_name_rules_and_flavor():
    cards = [
        make_card("Ox", rules="Draw.", printings=(make_printing("001", flavor="Moo."),)),
        make_card("A Very Long Name Indeed", rules="", printings=(make_printing("002", flavor=""),)),
        make_card("Elk", rules="Deal 3 damage to a player.", printings=(make_printing("003", flavor="It is " * 9),)),
    ]
    short, _, (label, worst) = sample_cards(make_catalog(cards))
    assert short[1].name == "Ox"
    assert label == "Worst case"
    assert (worst.name, worst.rules) == ("A Very Long Name Indeed", "Deal 3 damage to a player.")
    assert worst.printings[0].flavor == "It is " * 9


def test_gallery_shows_every_template_by_name_and_is_the_same_twice(tmp_path):
    catalog = make_catalog([make_card(rules="Draw 1 card."), make_card("Elk"), make_card("Ox")])
    first, second = tmp_path / "a.pdf", tmp_path / "b.pdf"
    printed = print_gallery([catalog], tmp_path / "carddb_files", first)
    print_gallery([catalog], tmp_path / "carddb_files", second)
    assert first.read_bytes() == second.read_bytes()
    assert printed.findings == []
    reader = pypdf.PdfReader(first)
    text = " ".join(page.extract_text() for page in reader.pages)
    rows, _ = read_templates()
    assert [row.name for row in rows if not row.name.startswith("--") and row.name not in text] == []
    for words in ("Short:", "Typical:", "Worst case:", "744 x 1039 px"):
        assert words in text
    assert len(reader.outline) == 3
