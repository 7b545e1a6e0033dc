"""``carddb wording``: what it lists, what --fix writes, and its exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import testbed as t
from sqlalchemy import Engine
from test_wording_store import PHRASES

from carddb.cli import main
from carddb.pipeline.project import Project
from carddb.pipeline.wording import fix_wording

STOCK = t.document(
    cards=[
        t.card("Stone Golem", rules="Swift\nWhen this is destroyed, draw 1 card."),
        t.card("Grey Wolf", rules="Swift .\n\nwhen Grey Wolf is destroyed,  draw 1 cards", texts={"bonus": "none"}),
        t.card("Odd One", rules="Frobnicate a creature.\ndraw 2 card.", texts={"bonus": "draw 1 card"}),
    ],
    phrases=PHRASES,
)
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def db(sqlite: Engine) -> Engine:
    t.load(sqlite, STOCK)
    return sqlite


@pytest.fixture
def run(db: Engine, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        url = db.url.render_as_string(hide_password=False)
        with pytest.raises(SystemExit) as stopped:
            main(["--db", url, "wording", *arguments])
        printed = capsys.readouterr()
        status = stopped.value.code
        assert isinstance(status, int)
        return status, printed.out, printed.err

    return call


def rules(engine: Engine, code: str) -> str:
    return t.catalog(engine).card_by_code[code].rules


def test_report_names_card_place_typed_and_canonical_and_writes_nothing(run: Run, db: Engine) -> None:
    before = t.catalog(db)
    status, out, _ = run(t.CODE)
    assert status == 1
    assert "Grey Wolf (testbed: grey_wolf)" in out
    assert "  - when Grey Wolf is destroyed,  draw 1 cards" in out
    assert "  + When this is destroyed, draw 1 card." in out
    assert "Odd One (testbed: odd_one, bonus)" in out
    assert "'Frobnicate' is not understood" in out
    assert "Stone Golem" not in out
    assert "5 texts read. 1 error, 3 warnings, 0 notes." in out
    assert t.catalog(db) == before


def test_json_is_one_document_with_places_and_expected_words(run: Run) -> None:
    status, out, err = run("--format", "json", "--fail-on", "never")
    document = json.loads(out)
    assert (status, err, document["meta"], document["fixed"]) == (0, "", {"texts": 5}, [])
    wolf, odd, bonus = document["wording"]
    assert (wolf["card"], wolf["place"], wolf["problems"]) == ("grey_wolf", "rules", [])
    assert wolf["canonical"] == "Swift\nWhen this is destroyed, draw 1 card."
    assert (bonus["place"], bonus["canonical"]) == ("bonus", "Draw 1 card.")
    (problem,) = odd["problems"]
    assert odd["typed"][problem["start"] : problem["end"]] == problem["words"] == "Frobnicate"
    assert problem["expected"]


def test_fix_applies_canonical_wording_with_a_revision_for_each_card(run: Run, db: Engine) -> None:
    before = len(t.history(db))
    status, out, _ = run(t.CODE, "--fix")
    assert status == 1
    assert "canonical now: testbed: grey_wolf" in out
    assert rules(db, "grey_wolf") == "Swift\nWhen this is destroyed, draw 1 card."
    assert rules(db, "odd_one") == "Frobnicate a creature.\nDraw 2 cards."
    rows = t.history(db)[before:]
    assert [(row.code, row.note) for row in rows] == [
        ("grey_wolf", "canonical wording"),
        ("odd_one", "canonical wording"),
    ]
    assert t.one(db, t.models.Card, code="stone_golem").version == 1


def test_fix_again_changes_nothing_and_lists_only_what_is_not_understood(run: Run, db: Engine) -> None:
    run("--fix")
    before = t.catalog(db)
    status, out, _ = run("--fix", "--format", "json")
    document = json.loads(out)
    assert (status, document["fixed"], [text["card"] for text in document["wording"]]) == (1, [], ["odd_one"])
    assert t.catalog(db) == before


def test_canonical_and_understood_texts_end_with_zero(run: Run, db: Engine) -> None:
    with t.editing(db, "Ada") as editor:
        editor.delete_card(t.card_id(db, "odd_one"), 1)
    assert run()[0] == 0
    assert run("--fail-on", "warning")[0] == 1
    run("--fix")
    status, out, _ = run("--fail-on", "warning")
    assert (status, out) == (0, "3 texts read. 0 errors, 0 warnings, 0 notes.\n")


def test_unknown_ruleset_is_named(run: Run) -> None:
    status, _, err = run("nonsense")
    assert status == 2
    assert "nonsense" in err


def test_fixing_is_the_same_on_both_databases(world: Engine, tmp_path: Path) -> None:
    project = Project(str(world.url), tmp_path, world)
    report = fix_wording(project, None, "Ada")
    assert report.fixed == ("testbed: grey_wolf", "testbed: odd_one")
    assert [text.card.code for text in report.texts] == ["odd_one"]
    assert rules(world, "grey_wolf") == "Swift\nWhen this is destroyed, draw 1 card."
