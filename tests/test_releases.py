"""Frozen releases, what changed since, what of it has to be printed again, and the record of prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pypdf
import pytest
import testbed
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from support import RULESETS, make_card, make_catalog
from support import shipped as shipped_catalog

from carddb import models
from carddb.catalog import StatValue
from carddb.catalog.compare import KINDS, Mark, compare_catalogs, word_marks
from carddb.catalog.frozen import FrozenError, freeze_catalog, thaw_catalog
from carddb.edit import EditError, UnguardedWrite
from carddb.exchange.json import write_export
from carddb.models.database import open_engine, reading
from carddb.pipeline.booklets import print_booklet_of
from carddb.pipeline.change_list import print_change_list
from carddb.pipeline.changes import advise, compared
from carddb.pipeline.printing import print_catalog
from carddb.pipeline.prints import list_prints, print_and_record
from carddb.pipeline.project import Project, UsageError
from carddb.pipeline.releases import freeze_release, list_releases, open_state
from carddb.resources import resource

GOLEM = testbed.card("Stone Golem", rules="Draw 1 card.", uid="golem00000001", printings=[testbed.printing("001")])
CAT = testbed.card("Cat", uid="cat0000000001", printings=[testbed.printing("002")])
DOG = testbed.card("Dog", uid="dog0000000001", printings=[testbed.printing("003")])
RUSH = testbed.deck({"stone_golem": 2, "cat": 3}, uid="rush000000001")


@pytest.fixture
def project(new_database: Callable[..., str], tmp_path: Path) -> Iterator[Project]:
    """Return a project with two cards, a dog and a deck, frozen as v0.1."""
    url = new_database()
    engine = open_engine(url)
    project = Project(url, tmp_path / "carddb_files", engine)
    load(project, GOLEM, CAT, DOG, deck=RUSH)
    freeze_release(project, testbed.CODE, "v0.1", note="The first.", author="ann")
    yield project
    engine.dispose()


def load(project: Project, *cards: Any, deck: Any, **fields: Any) -> None:
    testbed.load(project.engine, testbed.document(cards=list(cards), decks=[deck], **fields), prune=True)


def sheets(project: Project, path: Path, **options: Any) -> Any:
    return print_and_record(project, testbed.CODE, path, author="ann", **options)


def copies(project: Project) -> dict[str, int]:
    """Return the cards of the newest print with their copies."""
    return {item["code"]: item["copies"] for item in list_prints(project, testbed.CODE)[0].items}


def changed(card: Any, **fields: Any) -> Any:
    return card.model_copy(update=fields)


# --- freezing ---


@pytest.mark.parametrize("code", RULESETS)
def test_frozen_catalog_reads_back_as_it_was(code: str) -> None:
    catalog = shipped_catalog(code)
    frozen = freeze_catalog(catalog)
    assert thaw_catalog(frozen) == catalog
    assert freeze_catalog(thaw_catalog(frozen)) == frozen


@pytest.mark.parametrize("content", [b"", b"{}", b'{"format":9,"catalog":{}}', b'{"format":1,"catalog":{"cards":3}}'])
def test_what_was_not_frozen_is_refused(content: bytes) -> None:
    with pytest.raises(FrozenError):
        thaw_catalog(content)


def test_release_keeps_who_when_and_why(project: Project) -> None:
    (release,) = list_releases(project, testbed.CODE)
    assert (release.name, release.note, release.author, release.cards) == ("v0.1", "The first.", "ann", 3)
    assert release.at.tzinfo is not None


def test_name_is_given_once(project: Project) -> None:
    with pytest.raises(EditError, match="already"):
        freeze_release(project, testbed.CODE, "v0.1", author="ann")
    assert len(list_releases(project, testbed.CODE)) == 1


@pytest.mark.parametrize("name", ["", " ", "../x", "a b", "x" * 121, "-v", "v0.1\n", "v\0"])
def test_name_that_is_none_is_refused(project: Project, name: str) -> None:
    with pytest.raises(EditError, match="is no name of a release"):
        freeze_release(project, testbed.CODE, name, author="ann")


@pytest.mark.parametrize("statement", ["UPDATE frozen_release SET note = 'x'", "DELETE FROM frozen_release"])
def test_database_refuses_to_change_a_release_whoever_asks(project: Project, statement: str) -> None:
    with pytest.raises(DBAPIError, match="only ever added to"), project.engine.begin() as connection:
        connection.exec_driver_sql(statement)
    assert list_releases(project, testbed.CODE)[0].note == "The first."


def test_database_refuses_to_change_the_record_of_prints(project: Project, tmp_path: Path) -> None:
    sheets(project, tmp_path / "a.pdf")
    with pytest.raises(DBAPIError, match="only ever added to"), project.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM print_job")
    assert len(list_prints(project, testbed.CODE)) == 1


def test_guard_refuses_writers_that_go_around_the_editor(project: Project) -> None:
    with pytest.raises(UnguardedWrite), project.engine.begin() as connection:
        connection.execute(text("UPDATE frozen_release SET note = 'x'"))
    job = models.PrintJob(ruleset_uid="x", sheet="x", file="x", cards=0, content_hash="x", items=[])
    with reading(project.engine) as session:
        session.add(job)
        with pytest.raises(UnguardedWrite):
            session.flush()


def test_unknown_release_names_those_that_exist(project: Project) -> None:
    with pytest.raises(UsageError, match=r"no release 'v0\.7'.*v0\.1"), open_state(project, testbed.CODE, "v0.7"):
        pass


# --- printing a release again ---


def outputs(state: Any, folder: Path) -> dict[str, bytes]:
    """Return sheets, booklet and export of a state, by file."""
    print_catalog(state.catalog, state.files, folder / "sheets.pdf", backs="long")
    print_booklet_of(state.catalog, state.files, folder / "booklet.pdf")
    write_export(state.catalog, folder / "json")
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_release_prints_and_exports_the_same_bytes_after_cards_and_templates_changed(
    project: Project, tmp_path: Path
) -> None:
    with open_state(project, testbed.CODE) as state:
        then = outputs(state, tmp_path / "then")
    load(project, changed(GOLEM, rules="Draw 2 cards."), DOG, deck=testbed.deck({"dog": 1}))
    own = tmp_path / "print_templates"
    base = (resource("print_templates") / "cards" / "base.toml").read_text("utf-8")
    (own / "cards").mkdir(parents=True)
    (own / "cards" / "base.toml").write_text(base.replace("v{version}", "version {version}"), "utf-8")
    (own / "booklets").mkdir()
    wider = "format = 1\nextends = 'base'\n[page]\nwidth = '160mm'\n"
    (own / "booklets" / f"{testbed.CODE}.toml").write_text(wider, "utf-8")
    with open_state(project, testbed.CODE, "v0.1") as state:
        assert outputs(state, tmp_path / "again") == then
    with open_state(project, testbed.CODE) as state:
        now = outputs(state, tmp_path / "now")
    assert not [name for name in then if name.endswith(".pdf") and now[name] == then[name]]


def test_own_template_is_frozen_with_the_release(project: Project, tmp_path: Path) -> None:
    own = tmp_path / "print_templates" / "cards"
    own.mkdir(parents=True)
    (own / "base.toml").write_text("# mine\nformat = 1\n", "utf-8")
    freeze_release(project, testbed.CODE, "v0.2", author="ann")
    (own / "base.toml").unlink()
    with open_state(project, testbed.CODE, "v0.2") as state:
        kept = state.files.parent / "print_templates" / "cards" / "base.toml"
        assert kept.read_text("utf-8") == "# mine\nformat = 1\n"
    assert not kept.exists()


def test_changed_font_file_is_told_when_a_release_is_printed(project: Project, tmp_path: Path) -> None:
    (project.files / "fonts").mkdir(parents=True)
    (project.files / "fonts" / "mine.ttf").write_bytes(b"new")
    with open_state(project, testbed.CODE, "v0.1") as state:
        assert [finding.code for finding in state.findings] == ["release.file"]


# --- what changed ---


def test_word_marks_part_texts_word_by_word() -> None:
    assert word_marks("Draw 1 card.", "Draw 2 cards.") == (
        Mark("same", "Draw "), Mark("out", "1 card"), Mark("in", "2 cards"), Mark("same", "."),
    )  # fmt: skip


@given(st.text("ab {}.\n"), st.text("ab {}.\n"))
def test_word_marks_hold_both_texts(before: str, after: str) -> None:
    marks = word_marks(before, after)
    assert "".join(m.text for m in marks if m.part != "in") == before
    assert "".join(m.text for m in marks if m.part != "out") == after


def test_card_is_known_by_its_uid_through_a_new_name_and_code() -> None:
    old = make_card("Golem")
    new = replace(old, name="Colossus", code="colossus", stats={"cost": StatValue("X", None)})
    (found,) = compare_catalogs(make_catalog([old]), make_catalog([new]))
    assert found.is_renamed
    assert (found.old_name, found.name) == ("Golem", "Colossus")
    assert {"name", "code", "stats.cost"} <= {change.field for change in found.changes}


@pytest.mark.parametrize("kind", KINDS)
def test_every_part_of_a_ruleset_is_compared(kind: str) -> None:
    catalog = next(c for c in map(shipped_catalog, RULESETS) if getattr(c, kind))
    things = getattr(catalog, kind)
    if kind == "ruleset":
        other: Any = replace(catalog.ruleset, tagline="Another.")
    elif isinstance(things, tuple):
        other = things[1:]
    else:
        other = dict(list(things.items())[1:])
    cards = catalog.cards if kind == "cards" else ()
    bare = replace(catalog, cards=cards, decks=catalog.decks if kind == "decks" else {}, scenarios=catalog.scenarios)
    bare = replace(bare, cards=catalog.cards) if kind == "decks" else bare
    found = compare_catalogs(bare, replace(bare, **{kind: other}))
    wanted = "changed" if kind == "ruleset" else "removed"
    assert [d.action for d in found if d.action == wanted] == [wanted]


def test_face_is_changed_by_what_is_drawn_and_not_by_what_is_stored(project: Project) -> None:
    load(project, changed(GOLEM, rules="Draw 2 cards."), changed(CAT, status="final"), DOG, deck=RUSH)
    with compared(project, testbed.CODE, "v0.1") as changes:
        assert changes.faces == {GOLEM.uid}
        assert {d.code for d in changes.differences} == {"stone_golem", "cat"}


def test_own_card_template_changes_every_face(project: Project, tmp_path: Path) -> None:
    own = tmp_path / "print_templates" / "cards"
    own.mkdir(parents=True)
    with open_state(project, testbed.CODE, "v0.1") as state:
        base = (state.files.parent / "print_templates" / "cards" / "base.toml").read_text("utf-8")
    (own / "base.toml").write_text(base.replace("v{version}", "version {version}"), "utf-8")
    with compared(project, testbed.CODE, "v0.1") as changes:
        assert changes.differences == ()
        assert changes.faces == {GOLEM.uid, CAT.uid, DOG.uid}
        assert changes.advice.level == "patch"


@pytest.mark.parametrize(
    ("fields", "level", "version"),
    [
        ({}, "none", "0.1.0"),
        ({"golem": {"status": "final"}}, "patch", "0.1.1"),
        ({"golem": {"rules": "Draw 2 cards."}}, "minor", "0.1.1"),
        ({"without": True}, "major", "0.2.0"),
    ],
)
def test_version_follows_the_kind_of_change(
    project: Project, fields: dict[str, Any], level: str, version: str
) -> None:
    cards = [changed(GOLEM, **fields.get("golem", {})), CAT, *([] if fields.get("without") else [DOG])]
    load(project, *cards, deck=RUSH)
    with compared(project, testbed.CODE, "v0.1") as changes:
        assert (changes.advice.level, changes.advice.version) == (level, version)
        assert changes.advice.reason


def test_major_step_of_a_finished_game_raises_the_first_number() -> None:
    catalog = shipped_catalog("soulhold")
    old = replace(catalog, ruleset=replace(catalog.ruleset, content_version="1.4.2"))
    new = replace(old, rules=dict(list(old.rules.items())[1:]))
    assert advise(old, new, compare_catalogs(old, new), frozenset()).version == "2.0.0"


# --- printing what changed ---


def test_changed_card_of_a_deck_is_printed_in_all_its_copies(project: Project, tmp_path: Path) -> None:
    load(project, changed(GOLEM, rules="Draw 2 cards."), CAT, DOG, deck=RUSH)
    sheets(project, tmp_path / "a.pdf", deck="rush", changed_since="v0.1")
    assert copies(project) == {"stone_golem": 2}


def test_raised_quantity_prints_only_the_further_copies_and_names_what_leaves(
    project: Project, tmp_path: Path
) -> None:
    deck = testbed.deck({"stone_golem": 5, "dog": 2}, uid=RUSH.uid)
    load(project, GOLEM, CAT, DOG, deck=deck)
    printed = sheets(project, tmp_path / "a.pdf", deck="rush", changed_since="v0.1")
    assert copies(project) == {"stone_golem": 3, "dog": 2}
    assert "take out of what is printed already: 3 Cat" in printed.text
    assert len(pypdf.PdfReader(tmp_path / "a.pdf").pages) == 1


def test_nothing_changed_prints_nothing_and_says_so(project: Project, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"No printed card changed since v0\.1"):
        sheets(project, tmp_path / "a.pdf", changed_since="v0.1")
    assert not (tmp_path / "a.pdf").exists()
    assert list_prints(project, testbed.CODE) == []


def test_new_deck_has_no_copies_in_print_to_compare_with(project: Project, tmp_path: Path) -> None:
    load(project, GOLEM, CAT, DOG, deck=testbed.deck({"dog": 1}, code="other", uid="other00000001"))
    with pytest.raises(UsageError, match="has no deck 'other'"):
        sheets(project, tmp_path / "a.pdf", deck="other", changed_since="v0.1")


def test_print_is_remembered_with_what_was_printed(project: Project, tmp_path: Path) -> None:
    sheets(project, tmp_path / "a.pdf", deck="rush", release="v0.1")
    (record,) = list_prints(project, testbed.CODE)
    assert (record.author, record.release, record.selection, record.cards) == ("ann", "v0.1", "deck rush", 5)
    assert [item["uid"] for item in record.items] == [GOLEM.uid, CAT.uid]
    assert record.at.tzinfo is not None


# --- the change list ---


def test_change_list_names_what_changed(project: Project, tmp_path: Path) -> None:
    load(
        project,
        changed(GOLEM, name="Colossus", rules="Draw 2 cards."),
        DOG,
        deck=testbed.deck({"dog": 1}, uid=RUSH.uid),
    )
    print_change_list(project, testbed.CODE, tmp_path / "changes.pdf", old="v0.1")
    words = " ".join(page.extract_text() for page in pypdf.PdfReader(tmp_path / "changes.pdf").pages)
    for word in ("Colossus", "was Stone Golem", "Removed cards (1)", "Decks (1)"):
        assert word in words


def test_change_list_of_nothing_says_so(project: Project, tmp_path: Path) -> None:
    print_change_list(project, testbed.CODE, tmp_path / "changes.pdf", old="v0.1")
    assert "Nothing is different" in pypdf.PdfReader(tmp_path / "changes.pdf").pages[0].extract_text()


def test_change_of_texts_longer_than_a_page_goes_on_over_pages(project: Project, tmp_path: Path) -> None:
    load(project, changed(GOLEM, rules="Draw 1 card. " * 300), CAT, DOG, deck=RUSH)
    print_change_list(project, testbed.CODE, tmp_path / "changes.pdf", old="v0.1")
    assert len(pypdf.PdfReader(tmp_path / "changes.pdf").pages) >= 2
