"""The admin in Chromium: the first hour of a designer, with nothing red in the console and nobody outside."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import testbed
import waitress
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from sqlalchemy import Engine
from test_jobs import work_for_ever

from admin import create_app, first_link
from carddb.pipeline import users

NAME, PASSWORD = "Ada", "a quiet midnight"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def engine(sqlite: Engine) -> Engine:
    cards = [
        testbed.card("Stone Golem", printings=[testbed.printing("001", flavor="Old.")], roles=["beast"]),
        testbed.card("Ash Wolf", rules="Swift\nWhen this attacks, gain 1 {mana}.", affinities=["red"]),
        testbed.card("Spark", type="spell", stats={"cost": "X"}),
    ]
    testbed.load(sqlite, testbed.document(cards=cards, decks=[testbed.deck({"stone_golem": 3, "ash_wolf": 2})]))
    return sqlite


@pytest.fixture
def app(engine: Engine, tmp_path: Path) -> Flask:
    return create_app(engine, files=tmp_path / "files")


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=8)

    def run() -> None:
        with suppress(OSError):  # Closing the server from here may end its wait in the middle.
            server.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    server.close()
    thread.join(timeout=10)


@pytest.fixture
def complaints() -> Iterator[list[str]]:
    """Collect red lines of the console, mistakes of scripts and calls to other hosts; there must be none."""
    found: list[str] = []
    yield found
    assert found == []


@pytest.fixture
def open_page(chromium: Browser, address: str, complaints: list[str]) -> Iterator[Callable[..., Page]]:
    """Return a way to open a browser of its own, signed in unless told otherwise."""
    contexts: list[BrowserContext] = []

    def make(*, signed_in: bool = True, **options: object) -> Page:
        context = chromium.new_context(base_url=address, viewport={"width": 1280, "height": 900}, **options)  # type: ignore[arg-type]
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        page.on(
            "console", lambda m: complaints.append(m.text) if m.type == "error" and not expected(m.text) else None
        )
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: complaints.append(r.url) if not is_ours(r.url, address) else None)
        if signed_in:
            sign_in(page)
        return page

    yield make
    for context in contexts:
        context.close()


def expected(text: str) -> bool:
    """Return whether a line only says that the server refused a form, which the test is about."""
    return re.search(r"status of (409|422)", text) is not None


def is_ours(url: str, address: str) -> bool:
    return url.startswith((address, "data:", f"blob:{address}"))


@pytest.fixture
def person(engine: Engine) -> str:
    users.add_user(engine, NAME, PASSWORD)
    return NAME


def sign_in(page: Page) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()


def all_pictures_are_drawn(page: Page) -> bool:
    page.wait_for_load_state("networkidle")
    return bool(
        page.evaluate("[...document.images].filter(i => !i.hidden).every(i => i.complete && i.naturalWidth > 20)")
    )


def test_first_link_leads_to_the_first_page(app: Flask, address: str, open_page: Callable[..., Page]) -> None:
    link = first_link(app, address)
    assert link
    page = open_page(signed_in=False)
    page.goto(link)
    page.get_by_label("Name").fill("Bea")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_card_is_edited_and_its_finding_is_seen(person: str, open_page: Callable[..., Page], engine: Engine) -> None:
    page = open_page()
    page.goto("/r/testbed/cards/")
    assert all_pictures_are_drawn(page)
    page.get_by_role("link", name="Stone Golem").click()
    findings = page.locator("[data-findings]")
    expect(findings).to_contain_text("Nothing to report")
    page.get_by_label("Rules text").fill("Flies to the moon {cheese}.")
    expect(findings).to_contain_text("{cheese}")
    expect(page.locator("[data-picture-state]")).to_contain_text("not saved yet")
    assert testbed.catalog(engine).cards[0].rules == ""
    page.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("is saved")
    expect(findings).to_contain_text("{cheese}")
    expect(page.locator(".timeline")).to_contain_text("Ada")
    page.goto("/r/testbed/cards/")
    expect(page.locator("tr", has_text="Stone Golem").locator(".level").first).to_be_visible()


def test_problems_stand_on_their_fields(person: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/r/testbed/card/stone_golem")
    page.get_by_label("Cost").fill("many")
    page.get_by_label("Name", exact=True).fill("")
    page.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(page.get_by_label("Cost")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Cost")).to_have_value("many")
    expect(page.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")


def test_other_type_shows_other_fields_at_once(person: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/r/testbed/card/stone_golem")
    expect(page.get_by_label("Attack")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Stone Bolt")
    page.get_by_label("Type").select_option("spell")
    expect(page.get_by_label("Attack")).to_have_count(0)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Stone Bolt")


def test_two_people_on_one_card_lose_nothing(person: str, open_page: Callable[..., Page], engine: Engine) -> None:
    ada, bea = open_page(), open_page()
    for page in (ada, bea):
        page.goto("/r/testbed/card/stone_golem")
    bea.get_by_label("Attack").fill("7")
    bea.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(bea.get_by_role("status").first).to_contain_text("is saved")
    ada.get_by_label("Name", exact=True).fill("Granite Golem")
    ada.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(ada.get_by_role("heading", name="Two versions of the same thing")).to_be_visible()
    expect(ada.get_by_label("Name", exact=True)).to_have_value("Granite Golem")
    expect(ada.locator("table.compare")).to_contain_text("7")
    assert testbed.catalog(engine).cards[0].name == "Stone Golem"
    ada.get_by_role("button", name="Merge").click()
    expect(ada.get_by_label("Attack")).to_have_value("7")
    ada.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(ada.get_by_role("status").first).to_contain_text("is saved")
    card = testbed.catalog(engine).cards[0]
    assert (card.name, card.stats["attack"].number) == ("Granite Golem", 7)


def test_sheets_of_a_deck_are_downloaded(person: str, open_page: Callable[..., Page], tmp_path: Path) -> None:
    page = open_page()
    page.goto("/r/testbed/deck/rush")
    page.get_by_role("link", name="Sheets of this deck").click()
    expect(page.locator("[data-proof-text]")).to_have_text("5 cards on 1 sheet.")
    expect(page.get_by_alt_text("The first sheet")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Print sheets as PDF").click()
    download.value.save_as(tmp_path / "sheets.pdf")
    assert download.value.suggested_filename == "testbed-rush-sheets.pdf"
    assert (tmp_path / "sheets.pdf").read_bytes().startswith(b"%PDF")
    page.goto("/r/testbed/print")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export as JSON").click()
    assert download.value.suggested_filename == "testbed.zip"


def test_work_that_goes_on_is_watched_and_stopped(person: str, open_page: Callable[..., Page], app: Flask) -> None:
    board = app.extensions["carddb.jobs"]
    job = board.start("testbed", "k", work_for_ever, title="Sheets", name="s.pdf", mimetype="application/pdf")
    page = open_page()
    page.goto(f"/r/testbed/jobs/{job.id}")
    expect(page.locator("[data-job-state]")).to_contain_text(re.compile(r"pages: \d+ of 1,000,000,000"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("status")).to_contain_text("Stopped; no file was made.")
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    page.goto("/r/testbed/print")
    expect(page.locator(".jobs")).to_contain_text("stopped")


def test_ctrl_s_saves(person: str, open_page: Callable[..., Page], engine: Engine) -> None:
    page = open_page()
    page.goto("/r/testbed/card/stone_golem")
    page.get_by_label("Rules text").fill("Swift")
    page.keyboard.press("Control+s")
    expect(page.get_by_role("status").first).to_contain_text("is saved")
    assert testbed.catalog(engine).cards[0].rules == "Swift"


def test_deck_list_is_pasted_and_its_legality_is_seen(person: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/r/testbed/decks/new")
    page.get_by_label("Name").fill("Too many")
    page.get_by_label("List").fill("41 Stone Golem\n2 Spark")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".findings")).to_contain_text("43")
    expect(page.locator("svg.curve")).to_be_visible()


def test_cell_is_edited_in_place_and_a_stale_one_is_refused(
    person: str, open_page: Callable[..., Page], engine: Engine
) -> None:
    ada, bea = open_page(), open_page()
    for page in (ada, bea):
        page.goto("/table/keyword/?ruleset=testbed")
    for page, words in ((bea, "Goes first."), (ada, "Never waits.")):
        row = page.locator("tr", has_text="swift")
        row.locator('button[data-column="reminder"]').click()
        row.get_by_role("textbox").fill(words)
        row.get_by_role("textbox").press("Enter")
        if page is bea:
            expect(row.locator('button[data-column="reminder"]')).to_have_text("Goes first.")
    expect(ada.get_by_role("alert")).to_contain_text("Somebody else changed")
    expect(ada.get_by_role("textbox", name="reminder")).to_have_value("Never waits.")
    assert testbed.catalog(engine).keywords["swift"].reminder == "Goes first."


def test_deleting_asks_first(person: str, open_page: Callable[..., Page], engine: Engine) -> None:
    page = open_page()
    page.goto("/r/testbed/card/spark")
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Delete").click()
    assert len(testbed.catalog(engine).cards) == 3
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status").first).to_contain_text("is deleted")
    assert len(testbed.catalog(engine).cards) == 2


@pytest.mark.parametrize(("scheme", "is_dark"), [("light", False), ("dark", True)])
@pytest.mark.parametrize("width", [1280, 820, 390])
def test_every_kind_of_page_fits_and_is_drawn(
    person: str, open_page: Callable[..., Page], tmp_path: Path, scheme: str, is_dark: bool, width: int
) -> None:
    page = open_page(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    paths = ("/", "/r/testbed/", "/r/testbed/cards/", "/r/testbed/cards/?view=gallery", "/r/testbed/card/ash_wolf",
             "/r/testbed/decks/", "/r/testbed/deck/rush", "/r/testbed/rules", "/r/testbed/rulings",
             "/r/testbed/parameters", "/r/testbed/print", "/r/testbed/releases", "/r/testbed/diff",
             "/r/testbed/prints", "/r/testbed/art", "/printers", "/r/testbed/history/",
             "/table/keyword/?ruleset=testbed", "/table/keyword/edit/?id=1", "/r/testbed/rename/keyword/1",
             "/r/testbed/search-help", "/r/testbed/wording", "/table/user/", "/people/history",
             "/tables/", "/you")  # fmt: skip
    for path in paths:
        page.goto(path)
        assert all_pictures_are_drawn(page), path
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{path} is {wide} px wider than the window"
        red, green, blue = page.evaluate(
            "getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).slice(0, 3).map(Number)"
        )
        assert (red + green + blue < 200) is is_dark
    assert len(page.screenshot(path=tmp_path / "page.png")) > 5000


def test_stored_markup_never_runs(person: str, open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.goto("/r/testbed/card/stone_golem")
    for label in ("Name", "Rules text"):
        page.get_by_label(label, exact=True).fill("<img src=x onerror=window.XSS=1><script>window.XSS=1</script>")
    page.locator(".sticky-bar").get_by_role("button", name="Save").click()
    expect(page.get_by_role("status").first).to_contain_text("is saved")
    for path in ("/r/testbed/card/stone_golem", "/r/testbed/cards/", "/r/testbed/history/", "/table/card/", "/"):
        page.goto(path)
        assert page.evaluate("window.XSS === undefined"), path
