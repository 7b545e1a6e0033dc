"""The print shop in Chromium: a release, what changed since, its reprint; a picture with focus and crop; keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import testbed
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import Engine
from test_admin_shop import picture
from test_browser import (  # the fixtures are used by name
    address,
    app,
    chromium,
    complaints,
    engine,
    open_page,
    person,
)

__all__ = ["address", "app", "chromium", "complaints", "engine", "open_page", "person"]


def save(page: Page) -> None:
    page.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("is saved")


def test_release_is_frozen_a_card_changed_and_only_that_card_printed_again(
    person: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    page = open_page()
    page.goto("/r/testbed/releases")
    page.get_by_label("What it is about").fill("For Friday's table.")
    page.get_by_role("button", name="Freeze").click()
    expect(page.locator("table")).to_contain_text("For Friday's table.")
    page.goto("/r/testbed/card/ash_wolf")
    page.get_by_label("Rules text").fill("Swift\nWhen this attacks, gain 2 {mana}.")
    save(page)
    page.goto("/r/testbed/releases")
    page.get_by_role("link", name="What changed", exact=True).click()
    expect(page.locator(".differences del")).to_have_text("1")
    expect(page.locator(".differences ins")).to_have_text("2")
    page.get_by_role("link", name="Print what changed").click()
    page.get_by_label("Deck").select_option("rush")
    expect(page.locator("[data-proof-text]")).to_have_text("2 cards on 1 sheet.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Print sheets as PDF").click()
    assert download.value.suggested_filename == "testbed-rush-since-v0.1.0-sheets.pdf"
    page.goto("/r/testbed/prints")
    expect(page.locator("tbody tr")).to_contain_text("deck rush, changed since v0.1.0")


def dot(page: Page, name: str) -> Locator:
    return page.locator("[data-art]").first.get_by_role("button", name=name)


def test_picture_is_sent_and_its_focus_and_crop_are_set_by_pointer_and_keys(
    person: str, open_page: Callable[..., Page], engine: Engine, tmp_path: Path
) -> None:
    file = tmp_path / "golem.png"
    file.write_bytes(picture(400, 300))
    page = open_page()
    page.goto("/r/testbed/card/stone_golem")
    before = page.locator("[data-picture]").get_attribute("src")
    page.locator('[name="printing_file"]').first.set_input_files(file)
    expect(page.locator("[data-art-state]").first).to_contain_text("400 x 300 pixels")
    expect(page.locator("[data-picture]")).not_to_have_attribute("src", before or "")
    frame = page.locator("[data-art-frame]").first
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] * 0.25, box["y"] + box["height"] * 0.5)
    expect(dot(page, "Focus: 25 % from the left, 50 % from the top")).to_be_visible()
    page.mouse.move(box["x"] + box["width"] * 0.1, box["y"] + box["height"] * 0.2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.5)
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.9)
    page.mouse.up()
    dot(page, "Focus").press("ArrowRight")
    dot(page, "Focus").press("Shift+ArrowUp")
    dot(page, "Right and bottom edge").press("ArrowLeft")
    save(page)
    printing = testbed.catalog(engine).cards[0].printings[0]
    assert (printing.art_focus, printing.art_crop) == ("26 40", "10 20 79 90")
    assert printing.art.endswith(".png")
    dot(page, "Focus").press("Delete")
    save(page)
    assert testbed.catalog(engine).cards[0].printings[0].art_focus == ""


def test_refused_picture_is_explained_beside_its_field(
    person: str, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    file = tmp_path / "golem.png"
    file.write_bytes(b"GIF89a, whatever its name says")
    page = open_page()
    page.goto("/r/testbed/card/stone_golem")
    page.locator('[name="printing_file"]').first.set_input_files(file)
    expect(page.locator("[data-art-state]").first).to_contain_text("golem.png is a GIF")
    expect(page.locator("[data-art-frame]").first).to_be_hidden()


def test_sheets_are_wished_for_and_begun_with_the_keyboard_alone(person: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/r/testbed/print")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the page")
    page.keyboard.press("Enter")
    for _ in range(60):
        page.keyboard.press("Tab")
        seen = page.evaluate(
            "(() => { const s = getComputedStyle(document.activeElement); return s.outlineStyle; })()"
        )
        name = page.evaluate("document.activeElement.name || document.activeElement.textContent.trim()")
        assert seen != "none", f"nobody sees that {name!r} has the focus"
        if name == "deck":
            page.keyboard.press("ArrowDown")
            expect(page.locator("[data-proof-text]")).to_have_text("5 cards on 1 sheet.")
        if name == "csrf_token":
            break
    expect(page.locator(":focus")).to_have_text("Print sheets as PDF")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "testbed-rush-sheets.pdf"


def test_card_is_drawn_above_its_form_on_a_phone(person: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/r/testbed/card/stone_golem")
    drawn, form = page.locator("[data-picture]").bounding_box(), page.locator("#thing").bounding_box()
    assert drawn
    assert form
    assert drawn["y"] + drawn["height"] <= form["y"]
