"""Data folders: read with every problem named and placed, written back the same, for each shipped ruleset too."""

from __future__ import annotations

import os
import random
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import testbed as t
from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.edit import documents as d
from carddb.exchange.folder import FolderReading, list_folders, read_folder, write_folder
from carddb.exchange.places import row_of, rows_of_toml
from carddb.exchange.rulebook import read_rulebook, write_rulebook
from carddb.exchange.toml import write_toml
from carddb.resources import resource
from carddb.rules import Finding

SHIPPED = list_folders(resource("data"))
FILES = [path for folder in SHIPPED for path in sorted(folder.rglob("*")) if path.suffix in (".toml", ".md")]
TOML = [path for path in FILES if path.suffix == ".toml"]


def name_of(path: Path) -> str:
    return str(path.relative_to(resource("data")))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a data folder with one of everything."""
    write_folder(
        t.document(
            cards=[t.card("Stone Golem", rules="Swift\n{mana}", printings=[t.printing("001")]), t.card("Grey Wolf")],
            decks=[t.deck({"stone_golem": 3})],
        ),
        tmp_path / "testbed",
    )
    return tmp_path / "testbed"


def change(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def lines(reading: FolderReading) -> list[str]:
    return [f"{finding.where.label()}: {finding.message} {finding.hint}".strip() for finding in reading.findings]


# good folders


def test_every_shipped_folder_is_without_problems() -> None:
    assert [line for folder in SHIPPED for line in lines(read_folder(folder))] == []
    assert SHIPPED


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda folder: folder.name)
def test_shipped_folder_written_and_read_again_is_the_same(shipped: Path, tmp_path: Path) -> None:
    first = read_folder(shipped).document
    assert first is not None
    write_folder(first, tmp_path / "once")
    again = read_folder(tmp_path / "once")
    assert again.findings == []
    assert again.document == first
    assert again.document.model_dump_json() == first.model_dump_json()
    write_folder(again.document, tmp_path / "twice")
    once, twice = (
        {p.relative_to(x): p.read_bytes() for p in x.rglob("*.*")} for x in (tmp_path / "once", tmp_path / "twice")
    )
    assert once == twice


def test_folder_with_byte_order_mark_and_windows_line_ends_is_read_the_same(folder: Path) -> None:
    before = read_folder(folder)
    for path in folder.rglob("*.*"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_folder(folder) == before
    assert before.findings == []


def test_dump_removes_files_of_decks_that_are_gone(folder: Path) -> None:
    reading = read_folder(folder)
    assert reading.document is not None
    write_folder(reading.document.model_copy(update={"decks": []}), folder)
    assert list((folder / "decks").iterdir()) == []


# bad folders


def test_problem_names_file_line_entry_and_remedy(folder: Path) -> None:
    change(folder, "cards.toml", 'rarity = "common"', 'rarity = "comon"')
    change(folder, "cards.toml", "attack = 2", "atack = 2")
    change(folder, "decks/rush.toml", "stone_golem = 3", "stone_golum = 3")
    change(folder, "ruleset.toml", 'color = "#8c2f1f"', 'color = "red"')
    change(folder, "rulebook.md", "kinds: DECK", "kinds: DICK")
    assert [line.replace("\\", "/") for line in lines(read_folder(folder))] == [
        f"ruleset.toml line {row(folder, 'ruleset.toml', 'color = ')}: affinity red: "
        "color must be a colour such as #8c2f1f, not 'red'.",
        f"rulebook.md line {row(folder, 'rulebook.md', '### T-DECK-1')}: rule T-DECK-1: kinds[1] must be "
        "'CARD', 'DECK', 'SETUP', 'PHASE', 'ACTION', 'RESOLVE', 'STATE', 'END' or 'TEXT', not 'DICK'.",
        f"cards.toml line {row(folder, 'cards.toml', 'comon')}: card stone_golem: There is no rarity 'comon'. "
        "Did you mean common?",
        f"cards.toml line {row(folder, 'cards.toml', 'atack')}: card stone_golem: A creature has no number 'atack'. "
        "Did you mean attack?",
        f"decks/rush.toml line {row(folder, 'decks/rush.toml', 'stone_golum')}: deck rush: "
        "There is no card 'stone_golum'. Did you mean stone_golem?",
    ]


def row(folder: Path, name: str, text: str) -> int:
    lines = (folder / name).read_text(encoding="utf-8").split("\n")
    return next(number for number, line in enumerate(lines, start=1) if text in line)


def test_entry_that_stands_twice_names_the_other_place(folder: Path) -> None:
    change(folder, "cards.toml", 'code = "grey_wolf"', 'code = "stone_golem"')
    first, second = (row(folder, "cards.toml", f'name = "{name}"') - 1 for name in ("Stone Golem", "Grey Wolf"))
    assert lines(read_folder(folder)) == [
        f"cards.toml line {second}: card stone_golem: The code 'stone_golem' stands there 2 times. "
        f"The others: cards.toml line {first - 1}."
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_file_in_utf16_is_told_how_to_be_saved(folder: Path, encoding: str) -> None:
    path = folder / "cards.toml"
    path.write_bytes(path.read_text(encoding="utf-8").encode(encoding))
    assert lines(read_folder(folder)) == [
        "cards.toml: This is not UTF-8 text; it looks like UTF-16. Save the file as UTF-8."
    ]


def test_two_decks_with_one_code_are_named(folder: Path) -> None:
    shutil.copy(folder / "decks" / "rush.toml", folder / "decks" / "copy.toml")
    (line,) = lines(read_folder(folder))
    assert line.startswith("decks/rush.toml")
    assert line.endswith("stands there 2 times. The others: decks/copy.toml.")


def test_broken_file_causes_no_complaints_about_what_it_would_hold(folder: Path) -> None:
    (folder / "cards.toml").write_text("format = 1\n[[card]]\nname = 'x\n", encoding="utf-8")
    assert lines(read_folder(folder)) == [
        'cards.toml line 3: This is not valid TOML, line 3, column 10: Expected "\'".'
    ] or [finding.code for finding in read_folder(folder).findings] == ["file.syntax"]


@pytest.mark.parametrize("name", ["ruleset.toml", "rulebook.md", "keywords.toml", "cards.toml"])
def test_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    findings = read_folder(folder).findings
    assert [finding.code for finding in findings] == ["file.missing"]
    assert name in findings[0].where.label() + findings[0].message


def test_missing_folder_is_one_problem(tmp_path: Path) -> None:
    assert [f.code for f in read_folder(tmp_path / "nowhere").findings] == ["file.missing"]


def test_file_in_the_place_of_a_folder_is_named(folder: Path) -> None:
    shutil.rmtree(folder / "decks")
    (folder / "decks").write_text("", encoding="utf-8")
    assert lines(read_folder(folder)) == ["decks: This is a file; a folder of this name belongs here."]


BAD_ENTRIES = {
    "missing key": ("cards.toml", 'name = "Grey Wolf"\n', "", "name is missing"),
    "unknown key": ("cards.toml", 'name = "Grey Wolf"', 'name = "Grey Wolf"\ncsot = 3', "csot is not a known key"),
    "nested unknown key": (
        "cards.toml",
        "number =",
        "numbr = 1, number =",
        r"printings\[1\].numbr is not a known key",
    ),
    "number for text": ("cards.toml", 'name = "Grey Wolf"', "name = 3", "name must be text in quotes, not 3"),
    "text for number": ("decks/rush.toml", "= 3", '= "3"', "cards.stone_golem must be a whole number, not '3'"),
    "fraction": ("decks/rush.toml", "stone_golem = 3", "stone_golem = 3.0", "must be a whole number, not 3.0"),
    "truth for number": (
        "ruleset.toml",
        'prefix = "T"',
        'prefix = "T"\nplayers = true',
        "players must be a whole number",
    ),
    "text for truth": (
        "ruleset.toml",
        'code = "creature"',
        'code = "creature"\nin_deck = "yes"',
        "must be true or false",
    ),
    "text for list": (
        "cards.toml",
        'code = "grey_wolf"',
        'code = "grey_wolf"\nroles = "beast"',
        "roles must be a list",
    ),
    "unknown type": ("cards.toml", 'type = "creature"', 'type = "creatur"', "There is no card type 'creatur'"),
    "dangling link": (
        "cards.toml",
        'code = "grey_wolf"',
        'code = "grey_wolf"\nlinks = [{ kind = "token", to = "cub" }]',
        "There is no card 'cub'",
    ),
    "stat out of range": ("cards.toml", "cost = 3", "cost = 10", "Cost is 10; allowed is 0 to 9"),
    "fraction of a stat": ("cards.toml", "cost = 3", "cost = 3.5", "must be a whole number or a text such as"),
    "huge stat": ("cards.toml", "cost = 3", "cost = " + "9" * 400, "stats.cost is outside the allowed range"),
    "long stat": ("cards.toml", "cost = 3", "cost = 99999999999", "Cost is 99999999999; allowed is 0 to 9"),
    "quantity": ("decks/rush.toml", "= 3", "= 501", "must be at most 500, not 501"),
    "huge parameter": ("ruleset.toml", "value = 40", "value = 99999999999", "value must be a number between"),
    "parameter range": ("ruleset.toml", "min = 1\nmax = 100", "min = 9\nmax = 8", "min 9 is larger than max 8"),
    "parameter kind": (
        "ruleset.toml",
        "value = 40",
        "value = 1.5",
        "value must be a whole number, true or false, a word",
    ),
    "parameter date": (
        "ruleset.toml",
        "value = 40",
        "value = 2020-01-01",
        "value must be a whole number, true or false",
    ),
    "bound": ("ruleset.toml", 'max = "cost_max"', 'max = "cst_max"', "There is no parameter 'cst_max'"),
    "zone's bound": (
        "ruleset.toml",
        'columns = "deck_max"',
        'columns = "deck_mx"',
        "There is no parameter 'deck_mx'",
    ),
    "ruling's parameter": (
        "ruleset.toml",
        "sets = { deck_max",
        "sets = { deck_mx",
        "There is no parameter 'deck_mx'",
    ),
    "ruling's value": (
        "ruleset.toml",
        "{ deck_max = 40",
        "{ deck_max = 400",
        "deck_max: value 400 is outside 1..100",
    ),
    "ruling's choice": (
        "ruleset.toml",
        'chosen = "forty"',
        'chosen = "fifty"',
        "chosen reading 'fifty' is none of: forty",
    ),
    "rule id": ("ruleset.toml", 'rule = "T-DECK-1"', 'rule = "T-DECK-9"', "There is no rule 'T-DECK-9'"),
    "short name": ("ruleset.toml", 'short = "ATK"', 'short = "c"', "short name 'c' already stands for 'cost'"),
    "keyword name": ("keywords.toml", '"Wither"', '"SWIFT"', "The name 'SWIFT' stands for two keywords"),
    "table's rule": ("tables/first.toml", '"T-CARD-1"', '"T-CARD-9"', "There is no rule 'T-CARD-9'"),
    "placeholder": (
        "ruleset.toml",
        'kind = "size"',
        'kind = "size"\nmessage = "{name} has {deck_max} {range} {deck_mx}"',
        r"kind size cannot name \{deck_mx\}\. Here may stand .*\{actual\} or the code of a parameter",
    ),
    "options": ("ruleset.toml", 'kind = "size"', 'kind = "size"\noptions = "x"', "options must be a table"),
    "format": ("cards.toml", "format = 1", "format = 2", "format 2 is not known"),
    "no format": ("keywords.toml", "format = 1\n", "", "format is missing"),
    "order": ("decks/rush.toml", "order = 1", 'order = "first"', "order must be a whole number"),
    "list of words": ("cards.toml", "format = 1", "format = 1\ncard = [1, 2]", "card"),
    "control character": ("cards.toml", "{mana}", "{ma\\u0007na}", "invisible control character U\\+0007"),
    "section": ("rulebook.md", "## deck: Decks", "## Decks", "A section is written"),
    "rule": ("rulebook.md", "### T-DECK-1 Size", "### T-DECK-1", "A rule is written"),
    "meta": ("rulebook.md", "origin: S", "orgin: S", "'orgin: S' is not understood. Known are"),
    "meta twice": ("rulebook.md", "origin: S", "origin: S; origin: I", "origin stands there twice"),
    "rule twice": ("rulebook.md", "### T-CARD-1", "### T-DECK-1", "The code 'T-DECK-1' stands there 2 times"),
    "title": ("rulebook.md", "# Testbed", "Testbed", "The book has no title"),
}


@pytest.mark.parametrize("name", BAD_ENTRIES)
def test_bad_entry_is_named_in_its_file(folder: Path, name: str) -> None:
    file, old, new, message = BAD_ENTRIES[name]
    change(folder, file, old, new)
    findings = [f for f in read_folder(folder).findings if f.where.file == file]
    assert any(re.search(message, f"{f.message} {f.hint}") for f in findings), lines(read_folder(folder))
    assert all(f.severity == "error" for f in findings)


def test_problems_of_many_files_come_at_once(folder: Path) -> None:
    for file, old, new, _ in (BAD_ENTRIES[n] for n in ("missing key", "quantity", "keyword name", "meta", "bound")):
        change(folder, file, old, new)
    files = {finding.where.file for finding in read_folder(folder).findings}
    assert files == {"cards.toml", "decks/rush.toml", "keywords.toml", "rulebook.md", "ruleset.toml"}


def test_entry_with_a_fault_has_its_references_looked_at_too(folder: Path) -> None:
    change(
        folder, "cards.toml", 'name = "Grey Wolf"\n', 'affinities = ["rde"]\nlinks = [{ kind = "x", to = "cub" }]\n'
    )
    change(folder, "cards.toml", 'rarity = "common"', 'rarity = "comon"\nfoo = 1')
    change(folder, "decks/rush.toml", "stone_golem = 3", "stone_golem = -1\nstone_golum = 2")
    change(folder, "ruleset.toml", 'prefix = "T"', 'prefix = "t"')
    messages = [finding.message for finding in read_folder(folder).findings]
    assert sorted(messages) == sorted(
        [
            "name is missing.",
            "foo is not a known key.",
            "links[1].kind must be 'token', 'face' or 'companion', not 'x'.",
            "cards.stone_golem must be at least 1, not -1.",
            "prefix must be 1 to 8 capital letters and digits, such as SH, not 't'.",
            "There is no affinity 'rde'.",
            "There is no rarity 'comon'.",
            "There is no card 'cub'.",
            "There is no card 'stone_golum'.",
        ]
    )
    assert all(finding.where.row for finding in read_folder(folder).findings)


@pytest.mark.parametrize(
    "text", ["", "format = 1\n", "format = 1\ncard = [3]\n", "format = 1\n[[crad]]\ncode = 'x'\n"]
)
def test_references_to_a_kind_that_is_not_there_are_one_line(text: str, tmp_path: Path) -> None:
    shipped = SHIPPED[0]
    shutil.copytree(shipped, tmp_path / "copy")
    (tmp_path / "copy" / "cards.toml").write_text(text, encoding="utf-8")
    found = lines(read_folder(tmp_path / "copy"))
    (folded,) = [line for line in found if "lead to one" in line]
    assert re.match(
        r"cards.toml: card: No card could be read, and [0-9]+ references lead to one. The first is ", folded
    )
    assert len(found) <= 3


def test_empty_rulebook_is_a_few_lines(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED[0], tmp_path / "copy")
    (tmp_path / "copy" / "rulebook.md").write_text("", encoding="utf-8")
    found = lines(read_folder(tmp_path / "copy"))
    assert len(found) == 2
    assert "No rule could be read" in found[1]


# every shipped file, broken in every way


def first_text(raw: bytes, new: bytes) -> bytes:
    """Return a file with the first text of an entry (or the first line of prose) made longer."""
    for pattern in (rb'(?m)^(text|name) = ("""\r?\n|")', rb"(?m)^(?=[A-Z])"):
        found = re.search(pattern, raw)
        if found:
            return raw[: found.end()] + new + raw[found.end() :]
    raise AssertionError("nothing to break")


BREAKAGES: dict[str, Callable[[bytes], bytes]] = {
    "bad UTF-8": lambda raw: first_text(raw, b"\xff\xfe"),
    "half a UTF-8 character": lambda raw: raw + b"\xc3",
    "UTF-16": lambda raw: raw.decode("utf-8").encode("utf-16"),
    "NUL": lambda raw: first_text(raw, b"a\x00b"),
    "control character": lambda raw: first_text(raw, b"a\x0bb"),
    "a megabyte of text": lambda raw: first_text(raw, b"word " * 200_000),
    "a megabyte without a blank": lambda raw: first_text(raw, b"x" * 1_000_000),
    "empty": lambda raw: b"",
}
TOML_BREAKAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut in the middle": lambda raw: raw[: len(raw) // 2] + b"\n[[card",
    "syntax": lambda raw: raw + b"\n= = =\n",
    "open quote": lambda raw: raw + b'\nname = "abc\n',
    "deep lists": lambda raw: b"deep = " + b"[" * 5000 + b"]" * 5000 + b"\n" + raw,
    "deep keys": lambda raw: b".".join([b"a"] * 3000) + b" = 1\n" + raw,
    "key of a megabyte": lambda raw: b'"' + b"k" * 1_000_000 + b'" = 1\n' + raw,
    "key twice": lambda raw: b"format = 1\n" + raw,
    "unknown key": lambda raw: b"colour = 1\n" + raw,
    "huge number": lambda raw: b"colour = " + b"9" * 5000 + b"\n" + raw,
    "no format": lambda raw: raw.replace(b"format = 1\n", b"", 1),
    "bell in an escape": lambda raw: first_text(raw, rb"\u0007"),
    "surrogate in an escape": lambda raw: first_text(raw, rb"\ud800"),
    "missing name": lambda raw: re.sub(rb"(?m)^name = .*\n", b"", raw, count=1),
    "missing code": lambda raw: re.sub(rb"(?m)^code = .*\n", b"", raw, count=1),
    "code is a number": lambda raw: re.sub(rb"(?m)^code = .*", b"code = 5", raw, count=1),
    "code with a blank": lambda raw: re.sub(rb"(?m)^code = .*", b'code = "a b"', raw, count=1),
    "name is a list": lambda raw: re.sub(rb"(?m)^name = .*", b'name = ["a"]', raw, count=1),
    "name is a table": lambda raw: re.sub(rb"(?m)^name = .*", b"name = { a = 1 }", raw, count=1),
}


def broken(path: Path, tmp_path: Path, breakage: Callable[[bytes], bytes]) -> list[Finding]:
    """Return what is found in a copy of a shipped folder, cut down for speed, of which one file was broken."""
    shipped = next(folder for folder in SHIPPED if path.is_relative_to(folder))
    copy = tmp_path / shipped.name
    shutil.copytree(shipped, copy, dirs_exist_ok=True)
    target = copy / path.relative_to(shipped)
    raw = target.read_bytes()
    if path.name != "cards.toml":
        (copy / "cards.toml").write_text("format = 1\n", encoding="utf-8")
    for other in (*copy.glob("decks/*.toml"), *copy.glob("tables/*.toml")):
        if other != target:
            other.unlink()
    worse = breakage(raw)
    assert worse != raw
    target.write_bytes(worse)
    return read_folder(copy).findings


def check_findings(findings: list[Finding], path: Path) -> None:
    shipped = next(folder for folder in SHIPPED if path.is_relative_to(folder))
    name = path.relative_to(shipped).as_posix()
    assert findings
    assert name in {finding.where.file for finding in findings}
    for finding in findings:
        assert len(finding.message) < 400
        assert len(finding.where.label()) < 400
        assert finding.message[0].isalnum() or finding.message[0] in "'\"["
        assert finding.message.endswith(".")


REPRESENTATIVE = [path for path in FILES if path.parent.name not in ("decks", "tables")] + [
    next(p for p in FILES if p.parent.name == name) for name in ("decks", "tables")
]
"""Every file of its own kind; of decks and worked examples the first, as all are read alike."""


def share(breakages: dict[str, Any], path: Path) -> list[Any]:
    """Return all breakages for the smallest ruleset; for each file of the others every third."""
    smallest = min(SHIPPED, key=lambda folder: sum(p.stat().st_size for p in folder.rglob("*.*")))
    if path.is_relative_to(smallest):
        return list(breakages.values())
    return list(breakages.values())[REPRESENTATIVE.index(path) % 3 :: 3]


@pytest.mark.parametrize("path", REPRESENTATIVE, ids=name_of)
def test_broken_file_is_named_whatever_was_done_to_it(path: Path, tmp_path: Path) -> None:
    for breakage in share(BREAKAGES, path):
        check_findings(broken(path, tmp_path, breakage), path)


@pytest.mark.parametrize("path", [p for p in REPRESENTATIVE if p.suffix == ".toml"], ids=name_of)
def test_broken_toml_is_named_whatever_was_done_to_it(path: Path, tmp_path: Path) -> None:
    for breakage in share(TOML_BREAKAGES, path):
        check_findings(broken(path, tmp_path, breakage), path)


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_folder_in_the_place_of_any_file_is_named(path: Path, tmp_path: Path) -> None:
    shipped = next(folder for folder in SHIPPED if path.is_relative_to(folder))
    shutil.copytree(shipped, tmp_path / "copy")
    target = tmp_path / "copy" / path.relative_to(shipped)
    target.unlink()
    target.mkdir()
    findings = read_folder(tmp_path / "copy").findings
    name = path.relative_to(shipped).as_posix()
    assert "This is a folder; a file of this name belongs here." in [
        f.message for f in findings if f.where.file == name
    ]


@pytest.mark.parametrize("name", ["ruleset.toml", "rulebook.md", "cards.toml", "decks/one.toml"])
def test_pipe_in_the_place_of_a_file_is_named_and_never_waited_for(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    os.mkfifo(folder / name)

    found = [f.message for f in read_folder(folder).findings if f.where.file == name]

    assert found == ["This is a pipe or a device; a plain file belongs here."]


def test_endless_device_in_the_place_of_a_file_is_not_read(folder: Path) -> None:
    (folder / "cards.toml").unlink()
    (folder / "cards.toml").symlink_to("/dev/zero")

    found = [f.message for f in read_folder(folder).findings if f.where.file == "cards.toml"]

    assert found == ["This is a pipe or a device; a plain file belongs here."]


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda folder: folder.name)
def test_any_value_of_any_entry_may_be_of_any_type(shipped: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(shipped, copy)
    dice = random.Random(7)
    values = [
        "5",
        "-1",
        "1.5",
        "true",
        "[]",
        "[1]",
        '["a"]',
        "{}",
        "{ a = 1 }",
        "2020-01-01",
        "nan",
        '""',
        '"\\u0000"',
    ]
    for path in sorted(copy.rglob("*.toml")):
        rows = path.read_text(encoding="utf-8").split("\n")
        for number, text in enumerate(rows):
            if re.match(r'[a-z_]+ = ("(?!"")|-?\d|true|false|\[.*\]$|\{.*\}$)', text) and dice.random() < 0.3:
                rows[number] = f"{text.split(' = ')[0]} = {dice.choice(values)}"
        path.write_text("\n".join(rows), encoding="utf-8")
    findings = read_folder(copy).findings
    assert len(findings) > 100
    assert all(f.where.row or f.where.file.endswith(".md") or not f.where.entry for f in findings)


# TOML and Markdown by themselves

TEXTS = st.text(st.characters(codec="utf-8"), max_size=40)
PLAIN = st.one_of(st.booleans(), st.integers(-(2**62), 2**62), st.floats(allow_nan=False), TEXTS)
INNER = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3), max_leaves=6
)
ENTRY = st.dictionaries(TEXTS, INNER, max_size=4)
FILE = st.dictionaries(TEXTS, st.one_of(INNER, st.lists(ENTRY, min_size=1, max_size=3)), max_size=4)


@given(data=FILE)
@settings(max_examples=60, deadline=None)
def test_toml_is_read_back_as_it_was_written(data: dict[str, Any]) -> None:
    assert tomllib.loads(write_toml(data)) == data


BOOK_TEXT = st.lists(
    st.one_of(st.sampled_from(["# a", "## b: c", "### T-X-1 d", "> kinds: CARD", "\\# e", "\\", "- f", ""]), TEXTS),
    max_size=4,
).map("\n".join)


def cleaned(text: str) -> str:
    try:
        return d.SectionDocument(code="a", name="A", text=text).text
    except ValueError:
        return "plain"


@given(texts=st.lists(BOOK_TEXT.map(cleaned), min_size=4, max_size=4), title=TEXTS)
@settings(max_examples=60, deadline=None)
def test_rulebook_is_read_back_as_it_was_written(texts: list[str], title: str) -> None:
    title = cleaned(title).replace("\n", " ").strip() or "Title"
    whole = t.document(
        ruleset={"code": "x", "name": "X", "prefix": "X", "introduction": texts[0]},
        sections=[{"code": "a", "name": title, "text": texts[1]}, {"code": "b", "name": "B", "text": texts[2]}],
        rules=[
            {"code": "T-X-1", "section": "b", "title": title, "kinds": ["CARD", "DECK"], "text": texts[3] or "x"},
            {
                "code": "T-X-2",
                "section": "b",
                "title": "Two",
                "kinds": ["END"],
                "text": "x",
                "severity": "info",
                "origin": "S*",
            },
        ],
    )
    findings: list[Finding] = []
    introduction, sections, rules, _ = read_rulebook(write_rulebook(whole), "rulebook.md", findings)
    assert findings == []
    assert introduction == whole.ruleset.introduction
    assert [d.SectionDocument.model_validate(s) for s in sections] == whole.sections
    assert [d.RuleDocument.model_validate(r) for r in rules] == whole.rules


def test_lines_of_toml_are_found_past_texts_and_lists() -> None:
    text = '''format = 1
[[card]]
code = "a"
rules = """
[[card]]
name = "no" \\"""
'quotes' ""
"""
tags = [
  "[[card]]",
]
[[card]] # second
stats = { cost = 3 }
[[card.part]]
x = 1
[[card.part]]
x = 2
[table]
"odd key" = 1
'''
    rows = rows_of_toml(text)
    assert [row_of(rows, place) for place in ("format", "card[1]", "card[1].rules", "card[1].tags")] == [
        1,
        2,
        3 + 1,
        9,
    ]
    assert [row_of(rows, place) for place in ("card[2]", "card[2].stats.cost", "card[2].part[2].x")] == [12, 13, 17]
    assert [row_of(rows, place) for place in ("table.odd key", "card[2].nothing[3].x", "nowhere")] == [19, 12, None]


def test_design_notes_are_read_dumped_and_taken_away_with_their_text(tmp_path):
    whole = d.CatalogDocument(
        ruleset={"code": "x", "name": "X", "prefix": "X", "design": "Why.\n\n## Small\n\nBecause."},
    )
    write_folder(whole, tmp_path)
    assert (tmp_path / "design.md").read_text("utf-8") == "Why.\n\n## Small\n\nBecause.\n"
    read = read_folder(tmp_path).document
    assert read is not None
    assert read.ruleset.design == whole.ruleset.design
    write_folder(whole.model_copy(update={"ruleset": whole.ruleset.model_copy(update={"design": ""})}), tmp_path)
    assert not (tmp_path / "design.md").exists()
