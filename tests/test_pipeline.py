"""From the catalog to files: what a build makes, and that the same catalog makes the same bytes."""

import hashlib
from math import ceil
from pathlib import Path

import pytest
from pypdf import PdfReader

from carddb.edit import EditError, editing
from carddb.edit.convert import card_document
from carddb.pipeline.booklets import print_booklet
from carddb.pipeline.build import build_all
from carddb.pipeline.check import check_deploy, check_project
from carddb.pipeline.find import find_cards
from carddb.pipeline.printing import Shop, print_sheets
from carddb.pipeline.project import Project, UsageError, open_project
from carddb.pipeline.users import add_user, change_user, set_password, verify

ODD = "Deal 1 damage to <Target> & \"R&D\" if 0.1 <A <0.9, see /etc/passwd and <img src='/x.png'/> </b> {unknown}."


def hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_build_makes_the_same_bytes_from_two_fresh_databases(
    shipped: Project, fresh_shipped: Project, tmp_path: Path
) -> None:
    first = build_all(shipped, ["soulhold"], tmp_path / "one")
    build_all(fresh_shipped, ["soulhold"], tmp_path / "two")
    assert hashes(tmp_path / "one") == hashes(tmp_path / "two")
    assert [f for f in first[0].findings if f.severity != "info"] == []
    names = set(hashes(tmp_path / "one"))
    assert {"soulhold/cards-a4-poker63.pdf", "soulhold/booklet.pdf", "soulhold/booklet-fold.pdf"} <= names
    assert {f"soulhold/decks/{code}.pdf" for code in shipped.catalog("soulhold").decks} <= names
    assert "json/soulhold/manifest.json" in names


@pytest.mark.parametrize("code", ["glyphs_of_legends", "soulhold", "summoners_vault"])
def test_sheets_have_no_page_too_many_and_none_too_few(shipped: Project, tmp_path: Path, code: str) -> None:
    printed = print_sheets(shipped, code, tmp_path / "cards.pdf")
    pages = PdfReader(tmp_path / "cards.pdf").pages
    assert len(pages) == ceil(len(shipped.catalog(code).cards) / 9)
    assert [f for f in printed.findings if f.severity != "info"] == []


def test_deck_is_printed_with_its_quantities(shipped: Project, tmp_path: Path) -> None:
    deck = next(iter(shipped.catalog("glyphs_of_legends").decks.values()))
    printed = print_sheets(shipped, "glyphs_of_legends", tmp_path / "deck.pdf", deck=deck.code, backs="long")
    assert printed.text.startswith("60 cards on 7 sheets, fronts and backs")
    assert len(PdfReader(tmp_path / "deck.pdf").pages) == 14


def test_odd_text_prints_as_typed_and_the_sheet_prints_the_others(fresh_shipped: Project, tmp_path: Path) -> None:
    catalog = fresh_shipped.catalog("soulhold")
    card = catalog.cards[0]
    with editing(fresh_shipped.engine, "test") as editor:
        document = card_document(card).model_copy(update={"rules": ODD, "name": "R&D <b>Look</b>"})
        editor.update_card(card.id, document, card.version)
    printed = print_sheets(fresh_shipped, "soulhold", tmp_path / "cards.pdf")
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "cards.pdf").pages)
    plain = text.replace("\n", "").replace(" ", "").replace("’", "'").replace("“", '"').replace("”", '"')
    assert ODD.replace(" ", "") in plain
    assert "R&D<b>Look</b>" in plain
    assert printed.text.startswith("96 cards")
    found = check_project(fresh_shipped, "soulhold")
    assert any(f.where.code == card.code and "{unknown}" in f.message for f in found)


def test_character_that_no_font_has_names_card_field_and_character(fresh_shipped: Project, tmp_path: Path) -> None:
    card = fresh_shipped.catalog("soulhold").cards[0]
    with editing(fresh_shipped.engine, "test") as editor:
        editor.update_card(card.id, card_document(card).model_copy(update={"name": "Mira 日"}), card.version)
    printed = print_sheets(fresh_shipped, "soulhold", tmp_path / "cards.pdf")
    told = [f for f in printed.findings if f.severity != "info"]
    assert [(f.where.name, f.where.field) for f in told] == [("Mira 日", "name")]
    assert "日" in told[0].message


def test_broken_template_of_the_project_is_named_and_the_rest_is_built(tmp_path: Path, shipped_file: Path) -> None:
    home = tmp_path / "home"
    (home / "print_templates" / "cards").mkdir(parents=True)
    (home / "carddb.db").write_bytes(shipped_file.read_bytes())
    (home / "print_templates" / "cards" / "soulhold.toml").write_text('format = 1\nextends = "nothing"\n')
    project = open_project(str(home / "carddb.db"))
    result = build_all(project, ["soulhold"], tmp_path / "out")[0]
    assert any(f.severity == "error" and "nothing" in f.message for f in result.findings)
    assert (tmp_path / "out" / "json" / "soulhold" / "manifest.json").is_file()
    with pytest.raises(EditError):
        Shop(project.catalog("soulhold"), project.files)


def test_cancelled_print_leaves_nothing(shipped: Project, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def stop(_text: str, done: int, _total: int) -> None:
        if done >= 2:
            raise Stop

    with pytest.raises(Stop):
        print_sheets(shipped, "soulhold", tmp_path / "deep" / "cards.pdf", progress=stop)
    with pytest.raises(Stop):
        print_booklet(shipped, "soulhold", tmp_path / "deep" / "booklet.pdf", progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_query_that_only_one_ruleset_understands_is_asked_of_that_one(shipped: Project) -> None:
    hits = find_cards(shipped, "atk>1500", None)
    assert set(hits) == {"glyphs_of_legends", "summoners_vault"} or set(hits) == {"glyphs_of_legends"}
    with pytest.raises(UsageError):
        find_cards(shipped, "nokey>1", None)


def test_deploy_check_asks_for_somebody_who_can_sign_in(fresh_shipped: Project) -> None:
    assert "deploy.users" in {f.code for f in check_deploy(fresh_shipped)}
    add_user(fresh_shipped.engine, "Ada", "correct horse")
    assert "deploy.users" not in {f.code for f in check_deploy(fresh_shipped)}


def test_password_opens_only_for_an_active_person(fresh_shipped: Project) -> None:
    person = add_user(fresh_shipped.engine, "Ada", "correct horse")
    assert verify(fresh_shipped.engine, "Ada", "correct horse") == person
    assert verify(fresh_shipped.engine, "Ada", "wrong horse") is None
    assert verify(fresh_shipped.engine, "Bea", "correct horse") is None
    set_password(fresh_shipped.engine, "Ada", "another horse")
    assert verify(fresh_shipped.engine, "Ada", "correct horse") is None
    change_user(fresh_shipped.engine, person, author="", password="", is_active=False)
    assert verify(fresh_shipped.engine, "Ada", "another horse") is None
