"""Rules text in Chromium: what it says while it is typed, waves under unknown words, words that come next."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import testbed
from playwright.sync_api import Locator, Page, expect
from sqlalchemy import Engine
from test_browser import address, app, chromium, complaints, open_page, person  # noqa: F401  (fixtures)

from carddb.wording.registry import all_forms

PHRASES = ("this", "attacks", "start_of_your_turn", "you_control", "gain", "draw", "destroy", "may", "may_to", "pay")


@pytest.fixture
def engine(sqlite: Engine) -> Engine:
    cards = [
        testbed.card("Ash Wolf", rules="Swift\nWhen this attacks, gain 1 {mana}.", texts={"bonus": "Draw 1 card."}),
        testbed.card("Odd One", rules="Flies to the moon."),
    ]
    rows = [{"code": code, "kind": all_forms()[code].kind} for code in PHRASES]
    testbed.load(sqlite, testbed.document(cards=cards, phrases=rows))
    return sqlite


@pytest.fixture
def form(person: str, open_page: Callable[..., Page]) -> Page:  # noqa: F811
    page = open_page()
    page.goto("/r/testbed/card/ash_wolf")
    return page


def rules(page: Page) -> Locator:
    return page.get_by_label("Rules text")


def says(page: Page, box: str = "rules") -> Locator:
    return page.locator(f'[id="f-{box}-says"]')


def next_words(page: Page) -> Locator:
    return page.get_by_role("listbox", name="Next words").get_by_role("option")


def type_text(page: Page, text: str) -> None:
    rules(page).fill("")
    rules(page).press_sequentially(text)


def test_form_shows_what_each_text_says_before_anything_is_typed(form: Page) -> None:
    expect(says(form).locator("li")).to_have_count(2)
    expect(says(form).locator("li").nth(1)).to_contain_text("when this attacks")
    expect(says(form).locator("li").nth(1)).to_contain_text("gain 1 {mana}")
    expect(says(form, "texts.bonus").locator("li")).to_contain_text("draw 1 card")
    expect(form.locator("[data-unplayed]")).to_be_hidden()


def test_abilities_follow_what_is_typed(form: Page) -> None:
    rules(form).fill("When this attacks, if you control 2 or more Beasts, destroy a Creature.")
    ability = says(form).locator("li")
    expect(ability).to_have_count(1)
    for part in ("Trigger", "Condition", "you control 2 or more Beasts", "Effect", "Target"):
        expect(ability).to_contain_text(part)
    form.get_by_label("Bonus").fill("Gain 2 {mana}.")
    expect(says(form, "texts.bonus").locator("li")).to_contain_text("gain 2 {mana}")


def test_words_that_are_not_understood_are_underlined_at_their_place_and_the_card_is_not_played(form: Page) -> None:
    rules(form).fill("Draw 1 card.\n🐺 \nDraw 1 flurb.")
    expect(form.locator(".worded mark").last).to_have_text("flurb")
    expect(says(form).locator(".not-understood").last).to_contain_text("flurb")
    expect(says(form).locator("li")).to_have_count(1)
    expect(form.locator("[data-unplayed]")).to_be_visible()
    rules(form).fill("Draw 1 card.")
    expect(form.locator(".worded mark")).to_have_count(0)
    expect(form.locator("[data-unplayed]")).to_be_hidden()


def test_wave_lies_under_its_words(form: Page) -> None:
    rules(form).fill("Draw 1 card.\nDraw 1 flurb.")
    wave = form.locator(".worded mark")
    expect(wave).to_have_text("flurb")
    field, under = rules(form).bounding_box(), form.locator(".worded .under").first.bounding_box()
    assert field == under
    place = wave.bounding_box()
    assert field["y"] + 20 < place["y"] < field["y"] + 50
    look = "e => { const s = getComputedStyle(e); return [s.fontSize, s.fontFamily, s.lineHeight, s.paddingLeft] }"
    assert rules(form).evaluate(look) == form.locator(".worded .under").first.evaluate(look)


def test_next_words_are_taken_with_the_keyboard_alone(form: Page) -> None:
    type_text(form, "At the s")
    options = next_words(form)
    expect(options).to_have_count(1)
    expect(rules(form)).to_have_value("At the s")
    rules(form).press("ArrowDown")
    expect(options).to_have_attribute("aria-selected", "true")
    chosen = options.get_attribute("id")
    expect(rules(form)).to_have_attribute("aria-activedescendant", chosen)
    rules(form).press("Tab")
    expect(rules(form)).to_have_value("At the start of your turn ")
    expect(rules(form)).to_be_focused()
    rules(form).press("Control+z")
    expect(rules(form)).to_have_value("At the s")


def test_comma_is_taken_without_a_space_before_it(form: Page) -> None:
    type_text(form, "When this attacks ")
    option = next_words(form).filter(has_text=",").first
    expect(option).to_be_visible()
    option.click()
    expect(rules(form)).to_have_value("When this attacks, ")


def test_escape_closes_the_words_and_enter_is_a_new_line_until_one_is_chosen(form: Page) -> None:
    type_text(form, "Draw 1 ")
    expect(next_words(form).first).to_be_visible()
    rules(form).press("Enter")
    expect(rules(form)).to_have_value("Draw 1 \n")
    type_text(form, "Draw 1 ")
    expect(next_words(form).first).to_be_visible()
    rules(form).press("Escape")
    expect(next_words(form)).to_have_count(0)
    rules(form).press("Tab")
    expect(rules(form)).not_to_be_focused()


def test_words_are_asked_for_with_control_and_space(form: Page) -> None:
    rules(form).fill("Draw 1 card.\n")
    form.wait_for_timeout(900)
    rules(form).press("Escape")
    rules(form).press("Control+ ")
    expect(next_words(form).first).to_be_visible()


def test_names_of_cards_are_suggested(form: Page) -> None:
    type_text(form, "Destroy Od")
    expect(next_words(form).filter(has_text="Odd One")).to_be_visible()


def test_screen_readers_hear_what_was_understood(form: Page) -> None:
    heard = form.locator(".heard").first
    expect(heard).to_have_attribute("role", "status")
    rules(form).fill("Draw 1 card.\nDraw 1 flurb.")
    expect(heard).to_contain_text("1 ability understood; 1 not understood: flurb")
    described = rules(form).get_attribute("aria-describedby").split()
    assert form.evaluate("ids => ids.every(id => document.getElementById(id))", described)


def test_list_marks_cards_that_are_not_played(form: Page) -> None:
    form.goto("/r/testbed/cards/")
    expect(form.locator("tr", has_text="Odd One")).to_contain_text("not played")
    expect(form.locator("tr", has_text="Ash Wolf")).not_to_contain_text("not played")


def test_guide_is_a_page_of_the_admin(form: Page) -> None:
    form.goto("/r/testbed/wording")
    expect(form.get_by_role("heading", name="How cards are worded")).to_be_visible()
    expect(form.locator("#phrase-trigger-attacks")).to_contain_text("Ash Wolf")
