"""Renaming in the admin: every text is shown before it changes, nothing changes unseen, and all of it together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import testbed
from flask import Flask
from playwright.sync_api import Page, expect
from sqlalchemy import Engine
from test_admin import Browser, signed_in
from test_browser import address, app, chromium, complaints, open_page, person  # noqa: F401  (fixtures)
from test_rename import STOCK

from carddb import models
from carddb.edit import editing


@pytest.fixture
def engine(sqlite: Engine) -> Engine:
    testbed.load(sqlite, STOCK)
    return sqlite


@pytest.fixture
def ada(person: str, app: Flask) -> Browser:  # noqa: F811
    return signed_in(app)


def row_id(engine: Engine, model: Any, code: str) -> int:
    return int(testbed.one(engine, model, code=code).id)


def rules(engine: Engine, code: str) -> list[str]:
    return testbed.catalog(engine).card_by_code[code].rules.split("\n")


def change(engine: Engine, code: str, **fields: Any) -> None:
    """Let somebody else save a card."""
    card = testbed.one(engine, models.Card, code=code)
    with editing(engine, "Bea") as editor:
        editor.update_card(card.id, testbed.card(card.name, code=code, **fields), card.version)


def test_card_is_renamed_after_every_text_was_seen(
    person: str,  # noqa: F811
    open_page: Callable[..., Page],  # noqa: F811
    engine: Engine,
    tmp_path: Path,
) -> None:
    page = open_page()
    page.goto("/r/testbed/card/golem")
    page.get_by_role("link", name="Rename").click()
    page.get_by_label("New name").fill("Boulder")
    page.get_by_label("New name").press("Enter")
    plan = page.get_by_role("region", name="Golem becomes Boulder")
    expect(plan.locator("table.renamed tbody tr")).to_have_count(2)
    expect(plan.locator("table.renamed ins").first).to_have_text("Boulder")
    expect(plan.locator("table.renamed del").first).to_have_text("Golem")
    plan.get_by_text("mention stays as it is").or_(plan.get_by_text("mentions stay as they are")).click()
    expect(plan).to_contain_text("It is part of the name Stone Golem.")
    page.screenshot(path=tmp_path / "rename.png")
    assert testbed.catalog(engine).card_by_code["golem"].name == "Golem"
    page.get_by_role("button", name="Rename, and change").click()
    expect(page.get_by_role("status").first).to_contain_text("Golem is now called Boulder, in 2 texts too.")
    expect(page.get_by_role("heading", name="Boulder").first).to_be_visible()
    assert rules(engine, "golem")[1] == "When Boulder is destroyed, destroy Stone Golem."
    assert rules(engine, "grey_wolf")[0] == "Destroy Boulder."


def test_card_form_offers_to_change_the_texts_when_its_name_changes(
    person: str,  # noqa: F811
    open_page: Callable[..., Page],  # noqa: F811
    engine: Engine,
) -> None:
    page = open_page()
    page.goto("/r/testbed/card/golem")
    page.get_by_label("Name", exact=True).fill("Boulder")
    page.get_by_label("Attack").fill("7")
    page.locator(".sticky-bar").get_by_role("button", name="Save").click()
    box = page.get_by_role("region", name="2 texts name Golem")
    expect(box.locator("table.renamed ins").first).to_have_text("Boulder")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Boulder")
    assert testbed.catalog(engine).card_by_code["golem"].name == "Golem"
    box.get_by_role("button", name="Save, and change these texts").click()
    expect(page.get_by_role("status").first).to_contain_text("is saved")
    card = testbed.catalog(engine).card_by_code["golem"]
    assert (card.name, card.stats["attack"].number) == ("Boulder", 7)
    assert rules(engine, "golem")[1] == "When Boulder is destroyed, destroy Stone Golem."
    assert rules(engine, "grey_wolf")[0] == "Destroy Boulder."


def test_texts_may_be_left(ada: Browser, engine: Engine) -> None:
    path = f"/r/testbed/cards/{row_id(engine, models.Card, 'golem')}"
    asked = ada.submit(path, name="Boulder")
    assert asked.status_code == 409
    assert ada.send(asked.text, path, texts="leave").status_code == 302
    assert testbed.catalog(engine).card_by_code["golem"].name == "Boulder"
    assert rules(engine, "grey_wolf")[0] == 'Destroy "Golem".'


def test_name_that_no_text_has_is_saved_without_a_question(ada: Browser, engine: Engine) -> None:
    path = f"/r/testbed/cards/{row_id(engine, models.Card, 'quiet_one')}"
    assert ada.submit(path, name="Loud One").status_code == 302


def test_own_text_that_was_typed_over_is_saved_as_typed(ada: Browser, engine: Engine) -> None:
    path = f"/r/testbed/cards/{row_id(engine, models.Card, 'golem')}"
    asked = ada.submit(path, name="Boulder", rules="Draw 1 card.")
    digest = asked.text.partition('name="texts" value="')[2][:20]
    assert ada.send(asked.text, path, texts=digest).status_code == 302
    assert rules(engine, "golem") == ["Draw 1 card."]
    assert rules(engine, "grey_wolf")[0] == "Destroy Boulder."


def test_text_that_changed_meanwhile_is_shown_before_it_is_touched(ada: Browser, engine: Engine) -> None:
    path = f"/r/testbed/rename/card/{row_id(engine, models.Card, 'stone_golem')}"
    seen = ada.submit(path, name="Clay Golem", do="look")
    assert seen.status_code == 200
    change(engine, "quiet_one", rules="Destroy Stone Golem.")
    refused = ada.send(seen.text, path, do="rename")
    assert refused.status_code == 409
    assert "Quiet One" in refused.text
    assert rules(engine, "golem")[0] == "Destroy Stone Golem."
    assert ada.send(refused.text, path, do="rename").status_code == 302
    assert rules(engine, "quiet_one") == ["Destroy Clay Golem."]


def test_thing_that_changed_meanwhile_is_a_conflict(ada: Browser, engine: Engine) -> None:
    card = row_id(engine, models.Card, "quiet_one")
    path = f"/r/testbed/rename/card/{card}"
    seen = ada.submit(path, name="Silent One", do="look")
    change(engine, "quiet_one", rules="Draw 1 card.", stats={"cost": 1, "attack": 1})
    assert ada.send(seen.text, path, do="rename").status_code == 409
    assert testbed.one(engine, models.Card, code="quiet_one").name == "Quiet One"


@pytest.mark.parametrize(
    ("kind", "model", "code", "name", "card", "line"),
    [
        ("keyword", models.Keyword, "poison", "Venom", "poisoner", "Venom 2, Swift"),
        ("role", models.Role, "beast", "Imp", "hunter", "Destroy an Imp."),
        ("card_type", models.CardType, "creature", "Ogre", "poisoner", "Give Wither 1 to an ogre."),
    ],
)
def test_rows_are_renamed_in_texts_too(
    ada: Browser, engine: Engine, kind: str, model: Any, code: str, name: str, card: str, line: str
) -> None:
    thing = row_id(engine, model, code)
    assert f"/r/testbed/rename/{kind}/{thing}" in ada.get(f"/table/{kind}/edit/?id={thing}").text
    path = f"/r/testbed/rename/{kind}/{thing}"
    seen = ada.submit(path, name=name, do="look", plural="")
    assert ada.send(seen.text, path, do="rename", plural="").status_code == 302
    assert testbed.one(engine, model, code=code).name == name
    assert line in rules(engine, card)


def test_row_form_and_cell_do_not_change_a_name_unseen(ada: Browser, engine: Engine) -> None:
    keyword = row_id(engine, models.Keyword, "poison")
    path = f"/table/keyword/edit/?id={keyword}"
    asked = ada.submit(path, name="Venom")
    assert asked.status_code == 409
    assert "1 text names Poison" in asked.text
    cell = ada.post("/table/keyword/ajax/update/", list_form_pk=keyword, row_version=1, name="Venom")
    assert (cell.status_code, "1 text names it" in cell.text) == (409, True)
    assert testbed.one(engine, models.Keyword, code="poison").name == "Poison"
    digest = asked.text.partition('name="texts" value="')[2][:20]
    assert ada.send(asked.text, path, texts=digest).status_code == 302
    assert rules(engine, "poisoner")[0] == "Venom 2, Swift"


@pytest.mark.parametrize(("name", "status"), [("", 422), ("Swift", 422), ("Poison", 200), ("x" * 500, 422)])
def test_name_that_cannot_be_one_is_refused_in_a_sentence(
    ada: Browser, engine: Engine, name: str, status: int
) -> None:
    path = f"/r/testbed/rename/keyword/{row_id(engine, models.Keyword, 'poison')}"
    seen = ada.submit(path, name=name, do="look")
    done = seen if seen.status_code != 200 or name == "Poison" else ada.send(seen.text, path, do="rename")
    assert done.status_code == status
    assert 'role="alert"' in done.text
    assert testbed.one(engine, models.Keyword, code="poison").name == "Poison"


def test_kinds_that_texts_do_not_name_have_no_such_page(ada: Browser) -> None:
    for path in ("/r/testbed/rename/deck/1", "/r/testbed/rename/user/1", "/r/testbed/rename/card/999"):
        assert ada.get(path).status_code == 404
