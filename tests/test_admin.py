"""The admin over HTTP: who may come in, what is written, what is refused and keeps the typed text."""

from __future__ import annotations

import html
import io
import json
import re
import shutil
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import testbed
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Engine, event
from werkzeug.test import TestResponse

from admin import create_app, fields, first_link
from admin.arguments import Argument
from admin.desk import Desk
from admin.differences import clashes, merged
from admin.draft import draft_card
from admin.listings import LISTINGS
from carddb import models
from carddb.edit import editing, parse
from carddb.edit.convert import card_document
from carddb.edit.lexicon import read_lexicon
from carddb.edit.registry import NOUNS
from carddb.models.database import open_engine
from carddb.pipeline import users
from carddb.pipeline.project import Project

NAME, PASSWORD = "Ada", "a quiet midnight"
XSS = "<img src=x onerror=window.XSS=1>\"'><script>window.XSS=1</script>"
ODD_IDS = ("0", "-1", "1,2", "abc", "1.5", "99999999999999999999", "%00", "1%27", "999999999")


class Browser:
    """A client that is signed in and sends the token of the page, as a browser does."""

    def __init__(self, app: Flask) -> None:
        self.client: FlaskClient = app.test_client()
        self.token = ""

    def get(self, path: str) -> TestResponse:
        answer = self.client.get(path)
        found = (
            re.search(r'name="csrf_token" value="([^"]+)"', answer.text) if answer.mimetype == "text/html" else None
        )
        self.token = found[1] if found else self.token
        return answer

    def post(self, path: str, **data: Any) -> TestResponse:
        return self.client.post(path, data={"csrf_token": self.token, **data})

    def submit(self, path: str, **changes: Any) -> TestResponse:
        """Send the form of a page as it is shown, with some fields typed over."""
        return self.send(self.get(path).text, path, **changes)

    def send(self, page: str, path: str, **changes: Any) -> TestResponse:
        return self.client.post(path, data={**form_values(page), "csrf_token": self.token, **changes})


def form_values(page: str) -> dict[str, list[str]]:
    """Return what a browser would send for the form called "thing"."""
    form = page[page.index('<form id="thing"') :]
    form = form[: form.index("</form>")]
    values: dict[str, list[str]] = {}
    for tag in re.finditer(
        r"<(input|textarea|select)\b([^>]*)>(.*?)(?=<input|<textarea|<select|</textarea>|</select>|$)", form, re.S
    ):
        kind, attributes, inner = tag[1], tag[2], tag[3]
        name = re.search(r'\bname="([^"]*)"', attributes)
        if not name:
            continue
        if kind == "textarea":
            value: str | None = inner.removeprefix("\n")
        elif kind == "select":
            options = re.findall(r"<option([^>]*)>([^<]*)", inner)
            option = next((o for o in options if re.search(r"\bselected\b", o[0])), options[0] if options else None)
            given = re.search(r'value="([^"]*)"', option[0]) if option else None
            value = given[1] if given else option[1] if option else None
        elif 'type="checkbox"' in attributes or 'type="radio"' in attributes:
            found = re.search(r'value="([^"]*)"', attributes)
            value = (found[1] if found else "y") if "checked" in attributes else None
        else:
            found = re.search(r'value="([^"]*)"', attributes)
            value = found[1] if found else ""
        if value is not None:
            values.setdefault(html.unescape(name[1]), []).append(html.unescape(value))
    return values


@pytest.fixture(scope="module")
def filled_file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite file with the testbed, some cards, a deck and Ada; tests copy it."""
    path = tmp_path_factory.mktemp("filled") / "carddb.db"
    shutil.copy(sqlite_template, path)
    engine = open_engine(str(path))
    cards = [
        testbed.card("Stone Golem", printings=[testbed.printing("001", flavor="Old.")], roles=["beast"]),
        testbed.card("Ash Wolf", rules="Swift\nWhen this attacks, gain 1 {mana}.", affinities=["red"]),
        testbed.card("Spark", type="spell", stats={"cost": "X"}),
    ]
    testbed.load(engine, testbed.document(cards=cards, decks=[testbed.deck({"stone_golem": 3, "ash_wolf": 2})]))
    users.add_user(engine, NAME, PASSWORD)
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    engine.dispose()
    return path


@pytest.fixture(scope="module")
def shared_app(filled_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return an app on a file that every test replaces; making an app takes longer than most tests."""
    folder = tmp_path_factory.mktemp("shared")
    shutil.copy(filled_file, folder / "carddb.db")
    engine = open_engine(str(folder / "carddb.db"))
    yield create_app(engine, files=folder / "files")
    engine.dispose()


@pytest.fixture
def app(shared_app: Flask, filled_file: Path) -> Flask:
    wait_for_jobs(shared_app)
    before: Desk = shared_app.extensions["carddb"]
    before.engine.dispose()
    path = Path(str(before.engine.url.database))
    for leftover in path.parent.glob("carddb.db-*"):
        leftover.unlink()
    shutil.copy(filled_file, path)
    shared_app.extensions["carddb"] = Desk(before.engine, before.files)
    return shared_app


def wait_for_jobs(app: Flask) -> None:
    """Wait until nothing works in the background any more; a test's file is about to be replaced."""
    board = app.extensions["carddb.jobs"]
    for _ in range(600):
        if all(job.is_over for job in board.list()):
            return
        time.sleep(0.05)


@pytest.fixture
def engine(app: Flask) -> Engine:
    return app.extensions["carddb"].engine  # type: ignore[no-any-return]


@pytest.fixture
def new_app(engine: Engine, tmp_path: Path) -> Flask:
    """Return an app of its own, which has not counted anybody's tries yet."""
    return create_app(engine, files=tmp_path / "files")


@pytest.fixture
def ada(app: Flask) -> Browser:
    return signed_in(app)


def signed_in(app: Flask, name: str = NAME) -> Browser:
    """Return a browser with the cookie that signing in gives; hashing takes long, and has tests of its own."""
    browser = Browser(app)
    person = testbed.one(app.extensions["carddb"].engine, models.User, name=name)
    with browser.client.session_transaction() as session:
        session["_user_id"] = f"{person.id}.{person.password_hash[-16:]}"
    browser.get("/you")
    return browser


def card_path(engine: Engine, code: str = "stone_golem") -> str:
    return f"/r/testbed/cards/{testbed.card_id(engine, code)}"


def stored(engine: Engine, code: str = "stone_golem") -> Any:
    return next(card for card in testbed.catalog(engine).cards if card.code == code)


def shown(answer: TestResponse) -> str:
    """Return what a reader sees of a page, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


# signing in


def test_first_link_lets_one_person_in_once(sqlite: Engine, tmp_path: Path) -> None:
    app = create_app(sqlite, files=tmp_path / "files")
    link = first_link(app, "http://localhost")
    assert link is not None
    path = link.removeprefix("http://localhost")
    browser = Browser(app)
    browser.get(path)
    token = path.partition("token=")[2]
    assert browser.post("/first", token=token, name="Ada", password=PASSWORD, again=PASSWORD).location == "/"
    assert browser.get("/").status_code == 200
    second = Browser(app)
    assert second.get(path).status_code == 403
    assert first_link(app, "http://localhost") is None


def test_wrong_first_token_is_refused(sqlite: Engine, tmp_path: Path) -> None:
    app = create_app(sqlite, files=tmp_path / "files")
    first_link(app, "http://localhost")
    browser = Browser(app)
    browser.get("/sign-in")
    assert browser.post("/first", token="guess", name="Eve", password=PASSWORD, again=PASSWORD).status_code in (
        400,
        403,
    )
    assert testbed.rows(sqlite, models.User) == []


@pytest.mark.parametrize(
    ("password", "again", "said"),
    [("short", "short", "at least 8"), (PASSWORD, PASSWORD + "x", "differ"), ("x" * 300, "x" * 300, "at most 200")],
)
def test_first_password_that_cannot_be_taken_is_explained(
    sqlite: Engine, tmp_path: Path, password: str, again: str, said: str
) -> None:
    app = create_app(sqlite, files=tmp_path / "files")
    path = str(first_link(app, "")).removeprefix("http://localhost")
    browser = Browser(app)
    browser.get(path)
    answer = browser.post("/first", token=path.partition("=")[2], name="Ada", password=password, again=again)
    assert answer.status_code == 400
    assert said in shown(answer)


def test_right_password_lets_in(new_app: Flask) -> None:
    browser = Browser(new_app)
    browser.get("/sign-in")
    assert browser.post("/sign-in", name=NAME, password=PASSWORD).location == "/"
    assert browser.get("/").status_code == 200


def test_wrong_password_and_unknown_name_get_the_same_words(new_app: Flask) -> None:
    browser = Browser(new_app)
    browser.get("/sign-in")
    wrong = browser.post("/sign-in", name=NAME, password="something else")
    unknown = browser.post("/sign-in", name="Eve", password="something else")
    assert wrong.status_code == unknown.status_code == 401
    assert "do not fit" in shown(wrong)
    assert shown(wrong).replace(NAME, "") == shown(unknown).replace("Eve", "")


def test_many_wrong_passwords_must_wait(new_app: Flask) -> None:
    browser = Browser(new_app)
    browser.get("/sign-in")
    codes = [browser.post("/sign-in", name=NAME, password=f"guess {i}").status_code for i in range(11)]
    assert codes == [401] * 10 + [429]


@pytest.mark.parametrize(
    "target", ["https://evil.example", "//evil.example", "/\\evil.example", "////evil", "/nowhere", "\x01https://e"]
)
def test_signing_in_never_leads_to_another_site(new_app: Flask, target: str) -> None:
    browser = Browser(new_app)
    browser.get("/sign-in")
    assert browser.post("/sign-in", name=NAME, password=PASSWORD, next=target).location == "/"


def test_signing_in_leads_back_to_the_page_that_was_wanted(new_app: Flask) -> None:
    browser = Browser(new_app)
    wanted = browser.client.get("/r/testbed/cards/?q=golem")
    assert wanted.status_code == 302
    browser.get(wanted.location)
    answer = browser.post(wanted.location, name=NAME, password=PASSWORD)
    assert answer.location == "/r/testbed/cards/?q=golem"


def test_signing_out_ends_the_session(ada: Browser) -> None:
    assert ada.post("/sign-out").status_code == 302
    assert ada.client.get("/").status_code == 302


def test_new_password_ends_the_other_sessions(app: Flask, ada: Browser) -> None:
    other = signed_in(app)
    new = "another quiet night"
    assert ada.post("/you", old=PASSWORD, password=new, again=new).status_code == 302
    assert ada.get("/").status_code == 200
    assert other.client.get("/").status_code == 302


def test_shut_door_ends_the_session(app: Flask, ada: Browser, engine: Engine) -> None:
    users.add_user(engine, "Bob", PASSWORD)
    person = testbed.one(engine, models.User, name=NAME)
    users.change_user(engine, person.id, author="Bob", password="", is_active=False)
    assert ada.client.get("/").status_code == 302


def test_last_person_cannot_shut_their_own_door(ada: Browser, engine: Engine) -> None:
    person = testbed.one(engine, models.User)
    answer = ada.post(f"/table/user/edit/?id={person.id}", password="")
    assert answer.status_code == 422
    assert "last one" in shown(answer)
    assert testbed.one(engine, models.User).is_active


def test_changes_of_people_stay_in_the_history(ada: Browser, engine: Engine) -> None:
    assert ada.submit("/table/user/new/", name="Bea", password="another secret", is_active="y").status_code == 302
    bea = testbed.one(engine, models.User, name="Bea").id
    path = f"/table/user/edit/?id={bea}"
    assert ada.submit(path, password="and one more", is_active="y").status_code == 302
    assert ada.post(path, password="").status_code == 302
    assert ada.submit(path, password="").status_code == 302
    rows = [row for row in testbed.rows(engine, models.Revision) if row.kind == "user" and row.thing_id == bea]
    assert [(r.author, r.action, r.from_version, r.to_version) for r in rows] == [
        (NAME, "create", None, 1),
        (NAME, "update", 1, 2),
        (NAME, "update", 2, 3),
    ]
    assert rows[1].after == {"name": "Bea", "is_active": True, "password": "a new one"}
    assert (rows[2].before["is_active"], rows[2].after["is_active"]) == (True, False)
    page = shown(ada.get("/people/history"))
    assert "Bea" in page
    assert "secret" not in page
    assert "argon2" not in page
    assert shown(ada.get("/people/history?thing=nobody")).count("No change yet") == 1


def test_own_new_password_stands_in_the_history_under_ones_own_name(ada: Browser, engine: Engine) -> None:
    new = "another quiet night"
    assert ada.post("/you", old=PASSWORD, password=new, again=new).status_code == 302
    last = [row for row in testbed.rows(engine, models.Revision) if row.kind == "user"][-1]
    assert (last.author, last.code, last.action) == (NAME, NAME, "update")


def test_every_page_but_the_doors_needs_a_person(app: Flask) -> None:
    client = app.test_client()
    open_pages = {"/sign-in", "/first"}
    for rule in app.url_map.iter_rules():
        path = example_path(rule.rule)
        if "GET" not in (rule.methods or ()) or path in open_pages or rule.endpoint.endswith("static"):
            continue
        assert (path, client.get(path).location or "")[1].startswith("/sign-in"), path


# tokens, headers, hosts


def example_path(rule: str) -> str:
    """Return an address of a rule with values in its places."""
    path = rule.replace("<code>", "testbed").replace("<card>", "stone_golem").replace("<deck>", "rush")
    path = path.replace("<job_id>", "0123456789abcdef").replace("<art>", "nothing.png")
    return re.sub(r"<size>", "small", re.sub(r"<id:\w+>", "1", path)).replace("<export_type>", "csv")


def unsafe_paths(app: Flask) -> list[str]:
    return [example_path(rule.rule) for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())]


def test_every_post_without_a_token_is_refused_and_changes_nothing(app: Flask, ada: Browser, engine: Engine) -> None:
    before = testbed.history(engine)
    paths = unsafe_paths(app)
    assert len(paths) > 60
    for path in paths:
        for token in ({}, {"csrf_token": "forged"}):
            data = {
                "id": "1",
                "rowid": "1:1",
                "row": "1:1",
                "action": "delete",
                "row_version": "1",
                "name": "x",
                **token,
            }
            assert (path, ada.client.post(path, data=data).status_code) == (path, 400)
    assert testbed.history(engine) == before
    assert len(testbed.catalog(engine).cards) == 3


def test_head_is_a_get_without_its_page_and_writes_nothing(app: Flask, ada: Browser, engine: Engine) -> None:
    data = {
        "name": "Forged",
        "code": "forged",
        "type": "creature",
        "status": "idea",
        "list": "1 Spark",
        "prefix": "F",
    }
    for rule in app.url_map.iter_rules():
        if {"GET", "POST"} <= (rule.methods or set()):
            ada.client.head(example_path(rule.rule) + "?ruleset=testbed", data={**data, "row_version": "1"})
    assert ada.client.head("/r/testbed/cards/").status_code == 200
    assert {card.name for card in testbed.catalog(engine).cards} == {"Stone Golem", "Ash Wolf", "Spark"}
    assert {row.action for row in testbed.rows(engine, models.Revision)} == {"create"}
    assert "forged" not in testbed.catalog(engine).decks


def test_token_of_another_session_is_refused(app: Flask, ada: Browser) -> None:
    other = signed_in(app)
    ada.token = other.token
    assert ada.post("/sign-out").status_code == 400


def test_post_from_another_site_is_refused(ada: Browser) -> None:
    data = {"csrf_token": ada.token}
    answer = ada.client.post("/sign-out", data=data, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert ada.get("/").status_code == 200


def test_no_get_changes_anything(app: Flask, ada: Browser, engine: Engine) -> None:
    writes: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if statement.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE", "BEGIN IMMEDIATE")):
            writes.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and "static" not in rule.endpoint:
            ada.client.get(example_path(rule.rule))
    event.remove(engine, "before_cursor_execute", note)
    assert writes == []


def test_posts_have_no_get(app: Flask, ada: Browser) -> None:
    only_post = [
        r for r in app.url_map.iter_rules() if "POST" in (r.methods or ()) and "GET" not in (r.methods or ())
    ]
    assert {ada.client.get(example_path(rule.rule)).status_code for rule in only_post} <= {404, 405}


def test_no_odd_address_is_a_mistake_of_ours(app: Flask, ada: Browser) -> None:
    queries = ("?page=99999999999999999999&sort=99&desc=x&search=%25_&flt0_9=1&ruleset='&id=1,2", "?id=" + "9" * 20)
    for rule in app.url_map.iter_rules():
        if "GET" not in (rule.methods or ()) or "static" in rule.endpoint:
            continue
        for query in queries:
            path = example_path(rule.rule) + query
            assert (path, ada.client.get(path).status_code)[1] < 500, path
        for odd in ODD_IDS if "<" in rule.rule else ():
            path = re.sub(r"<[^>]+>", odd, rule.rule)
            assert (path, ada.client.get(path).status_code)[1] < 500, path


ODD_FORMS: tuple[dict[str, Any], ...] = (
    {},
    {
        "name": "a\x00b",
        "code": "x\x00",
        "rules": "\x0b",
        "list": "1 \x00",
        "value": "\x00",
        "reading": "\x00",
        "why": "\x00",
    },
    {
        "id": "9" * 30,
        "rowid": "9" * 30,
        "row": ":",
        "list_form_pk": "9" * 30,
        "row_version": "9" * 30,
        "name": "é" * 500,
    },
    {"id": "1,2", "rowid": ["1:1", "x"], "row": ["1:1", "²:1"], "list_form_pk": "²", "row_version": "²", "over": "²"},
    {
        "printing_set": "core",
        "printing_number": "1",
        "link_to": "\x00",
        "link_kind": "x",
        "type": "nothing",
        "do": "merge",
    },
    {
        "reading": "[[reading]]\n" * 3,
        "step": "step = 1",
        "argument": "argument = 'x'",
        "choices": "[[",
        "options": "a = 1979-05-27",
    },
    {
        "types": "*\n*",
        "kinds": "CARD\nCARD",
        "min": "٣",
        "max": "1e9",
        "x": "nan",
        "w": "inf",
        "size": "-0",
        "ruleset": "testbed",
    },
)


@pytest.mark.parametrize("form", ODD_FORMS)
def test_no_odd_form_is_a_mistake_of_ours(app: Flask, ada: Browser, form: dict[str, Any]) -> None:
    for path in unsafe_paths(app):
        if path == "/sign-out":
            continue
        for query in ("", "?id=1"):
            assert (path, ada.post(path + query, **form).status_code)[1] < 500, path


@pytest.mark.parametrize("odd", ODD_IDS)
def test_id_that_is_none_is_not_found(ada: Browser, odd: str) -> None:
    assert ada.client.get(f"/table/keyword/edit/?id={odd}").status_code in (400, 404)
    assert ada.client.get(f"/r/testbed/cards/{odd}").status_code == 404


@pytest.mark.parametrize("page", ["-5", "0", "abc", "99999999999999999999", "1e9"])
def test_page_that_is_no_number_is_refused(ada: Browser, page: str) -> None:
    for path in ("/r/testbed/cards/", "/r/testbed/history/"):
        answer = ada.get(f"{path}?page={page}")
        assert (path, answer.status_code) == (path, 400)
        assert "must be a whole number from 1 on" in shown(answer)


def test_page_after_the_last_one_is_not_found(ada: Browser) -> None:
    for path in ("/r/testbed/cards/", "/r/testbed/history/", "/table/keyword/"):
        answer = ada.get(f"{path}?page=77")
        assert (path, answer.status_code) == (path, 404)
        assert "There is no page 77" in shown(answer)


def wrong_values(argument: Argument) -> list[tuple[str, str]]:
    """Return values that an argument does not take, with what the refusal says."""
    if argument.kind == "number":
        return [(value, "must be a whole number") for value in ("-1", "1.5", "²", "9" * 30)]
    if argument.kind == "choice":
        return [("zz'", "is not possible; ")]
    return [("x" * (argument.longest + 1), f"at most {argument.longest:,}"), ("a\0b", "leave it out")]


def test_every_address_refuses_arguments_that_it_does_not_take(app: Flask, ada: Browser) -> None:
    seen = set()
    for rule in app.url_map.iter_rules():
        if "static" in rule.endpoint:
            continue
        view, path = app.view_functions[rule.endpoint], example_path(rule.rule)
        ask = ada.client.get if "GET" in (rule.methods or ()) else ada.post
        known = getattr(view, "takes", ())
        answer = ask(path + "?zz=1")
        said = (
            f"it takes {', '.join(a.name for a in known)}." if known else "it takes nothing behind the question mark"
        )
        assert (path, answer.status_code) == (path, 400)
        assert f"does not know “zz”; {said}" in shown(answer), path
        for argument in known:
            seen.add(argument.name)
            for value, words in wrong_values(argument):
                answer = ada.client.get(path, query_string={argument.name: value})
                assert (path, argument.name, value, answer.status_code) == (path, argument.name, value, 400)
                assert words in shown(answer)
            answer = ada.client.get(f"{path}?{argument.name}=1&{argument.name}=2")
            assert (answer.status_code, "stands twice" in shown(answer)) == (400, True)
    assert seen >= {"q", "sort", "page", "view", "deck", "sheet", "backs", "layout", "format", "kind", "thing", "id"}


def test_refusal_names_what_is_allowed(ada: Browser) -> None:
    assert "it takes order, name, type" in shown(ada.get("/r/testbed/cards/?sort=zz"))
    assert "it takes json" in shown(ada.get("/r/testbed/export.zip?format=zz"))
    assert "it takes rush" in shown(ada.get("/r/testbed/print?deck=zz"))


def test_empty_argument_counts_as_not_given(ada: Browser) -> None:
    assert ada.get("/r/testbed/cards/?q=&sort=&page=&down=&view=").status_code == 200
    assert ada.get("/table/keyword/?search=&ruleset=").status_code == 200


def test_pages_allow_no_inline_script_and_no_outside_host(ada: Browser) -> None:
    answer = ada.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cache-Control"] == "no-store"


def test_every_answer_carries_the_policy_and_no_page_names_another_host(app: Flask, ada: Browser) -> None:
    for browser in (ada.client, app.test_client()):
        for rule in app.url_map.iter_rules():
            path = example_path(rule.rule).replace("<path:filename>", "admin.css")
            ask = browser.get if "GET" in (rule.methods or ()) else browser.post
            with ask(path) as answer:
                policy = answer.headers["Content-Security-Policy"]
                text = answer.text if answer.mimetype == "text/html" else ""
            assert "default-src 'none'" in policy, path
            assert "unsafe" not in policy, path
            assert answer.headers["X-Content-Type-Options"] == "nosniff", path
            assert not re.search(r"""(?:src|href|action|content)=["']?(?:[a-z]+:)?//""", text), path
            assert not re.search(r"<script(?![^>]* src=)|\son[a-z]+=|\sstyle=", text), path


def test_reading_of_typed_text_is_limited_for_each_person(new_app: Flask, engine: Engine) -> None:
    browser = signed_in(new_app)
    codes = [browser.post("/r/testbed/wording/read", text="Swift").status_code for _ in range(14)]
    assert codes[:5] == [200] * 5
    assert 429 in codes
    users.add_user(engine, "Bea", PASSWORD)
    bea = signed_in(new_app, "Bea")
    assert bea.post("/r/testbed/wording/read", text="Swift").status_code == 200


def test_reading_of_typed_text_needs_a_token(ada: Browser) -> None:
    assert ada.client.post("/r/testbed/wording/read", data={"text": "Swift"}).status_code == 400


def test_no_template_has_inline_code_or_an_outside_address() -> None:
    import admin

    folder = Path(str(admin.__file__)).parent
    for file in [*folder.rglob("*.html"), *folder.rglob("*.css"), *folder.rglob("*.js")]:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"""\son[a-z]+=|\sstyle=|javascript:|["'(]//|https?://""", text), file


def test_cookie_is_kept_from_scripts_and_other_sites(app: Flask) -> None:
    browser = Browser(app)
    cookie = browser.client.get("/sign-in").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_key_of_the_cookies_is_made_once_and_only_its_owner_reads_it(engine: Engine, tmp_path: Path) -> None:
    first = create_app(engine, files=tmp_path / "files").config["SECRET_KEY"]
    assert create_app(engine, files=tmp_path / "files").config["SECRET_KEY"] == first
    assert (tmp_path / "files" / "secret_key").stat().st_mode & 0o077 == 0


def test_unknown_host_name_is_refused(ada: Browser) -> None:
    assert ada.client.get("/", headers={"Host": "evil.example"}).status_code == 400


# cards


def test_list_shows_cards_with_picture_marks_and_numbers(ada: Browser) -> None:
    page = ada.get("/r/testbed/cards/")
    assert page.status_code == 200
    assert "3 cards." in shown(page)
    assert re.search(r'<img class="thumb" src="/r/testbed/cards/\d+/picture-small.png\?k=', page.text)
    assert 'aria-label="Red"' in page.text


@pytest.mark.parametrize(
    ("query", "names"),
    [("golem", ["Stone Golem"]), ("cost=X", ["Spark"]), ("type:creature -golem", ["Ash Wolf"]), ("deck:rush", None)],
)
def test_list_finds_what_the_search_language_finds(ada: Browser, query: str, names: list[str] | None) -> None:
    page = ada.client.get("/r/testbed/cards/", query_string={"q": query})
    assert re.findall(r"<b>([^<]+)</b></a>", page.text) == (names or ["Stone Golem", "Ash Wolf"])


@pytest.mark.parametrize("query", ["colour:red", "(golem", "cost<", '"open', "a" * 5000, "-" * 900])
def test_query_that_cannot_be_read_is_answered_in_a_sentence(ada: Browser, query: str) -> None:
    page = ada.client.get("/r/testbed/cards/", query_string={"q": query})
    assert page.status_code == 200
    assert 'id="query-problem"' in page.text
    assert html.escape(query[:900], quote=False) in page.text.replace("&#34;", '"')


@pytest.mark.parametrize("sort", ["order", "name", "type", "rarity", "number", "stat.cost", "stat.attack"])
@pytest.mark.parametrize("down", ["", "1"])
def test_every_order_shows_every_card(ada: Browser, sort: str, down: str) -> None:
    page = ada.client.get("/r/testbed/cards/", query_string={"sort": sort, "down": down})
    assert len(re.findall(r'name="row"', page.text)) == 3


def test_numbers_are_ordered_as_numbers_and_missing_ones_come_last(ada: Browser) -> None:
    page = ada.client.get("/r/testbed/cards/?sort=stat.attack&down=1")
    assert re.findall(r"<b>([^<]+)</b></a>", page.text)[-1] == "Spark"


def test_form_shows_only_what_the_type_has(ada: Browser, engine: Engine) -> None:
    creature = ada.get(card_path(engine)).text
    spell = ada.get(card_path(engine, "spark")).text
    assert 'name="stats.attack"' in creature
    assert 'name="texts.bonus"' in creature
    assert 'name="stats.attack"' not in spell
    assert 'name="texts.bonus"' not in spell


def test_saving_an_untouched_form_changes_nothing(ada: Browser, engine: Engine) -> None:
    for code in ("stone_golem", "ash_wolf", "spark"):
        before = stored(engine, code)
        assert ada.submit(card_path(engine, code)).status_code == 302
        assert stored(engine, code) == before
    assert len(testbed.history(engine)) == 3


def test_saved_card_has_a_new_version_an_author_and_a_history(ada: Browser, engine: Engine) -> None:
    answer = ada.submit(card_path(engine), name="Granite Golem", **{"stats.attack": "5"}, note="stronger")
    assert answer.status_code == 302
    card = stored(engine)
    assert (card.name, card.stats["attack"].number, card.version) == ("Granite Golem", 5, 2)
    last = testbed.history(engine)[-1]
    assert (last.author, last.action, last.note) == (NAME, "update", "stronger")
    page = shown(ada.get(card_path(engine)))
    assert "Ada · changed it" in page
    assert "stats.attack" in page


def test_all_problems_of_a_form_stand_on_their_fields_at_once(ada: Browser, engine: Engine) -> None:
    answer = ada.submit(
        card_path(engine),
        name="",
        **{"stats.cost": "99", "stats.attack": "many", "rules": "x" * 4001},
        printing_number=["0 1", ""],
    )
    assert answer.status_code == 422
    invalid = set(re.findall(r'name="([^"]+)"[^>]*aria-invalid', answer.text))
    assert {"name", "stats.cost", "stats.attack", "rules", "printing_number"} <= invalid
    assert "x" * 4001 in answer.text
    assert stored(engine).version == 1


def test_megabyte_of_text_is_refused_on_its_field_and_kept(ada: Browser, engine: Engine) -> None:
    text = "wall " * 210_000
    answer = ada.submit(card_path(engine), rules=text)
    assert answer.status_code == 422
    assert "1,050,000 characters long" in shown(answer) or "1,049,999 characters long" in shown(answer)
    assert text in answer.text


def test_more_than_the_limit_is_refused_calmly(ada: Browser) -> None:
    answer = ada.post("/r/testbed/decks/new", cards="x" * (9 * 1024 * 1024))
    assert answer.status_code == 413
    assert "Too much at once" in shown(answer)


def test_form_that_takes_pictures_has_a_limit_of_its_own(ada: Browser, engine: Engine) -> None:
    before = stored(engine)
    text = "x" * (9 * 1024 * 1024)
    answer = ada.submit(card_path(engine), rules=text)
    assert answer.status_code == 422
    assert text in answer.text
    answer = ada.client.post(card_path(engine), environ_overrides={"CONTENT_LENGTH": str(129 * 1024 * 1024)})
    assert answer.status_code == 413
    assert "128 MB" in shown(answer)
    assert stored(engine) == before


def test_other_type_keeps_what_was_typed(ada: Browser, engine: Engine) -> None:
    page = ada.submit(card_path(engine), type="spell", do="retype", name="Stone Bolt", **{"texts.bonus": "Gain 1."})
    assert page.status_code == 200
    assert 'value="Stone Bolt"' in page.text
    assert 'name="stats.attack" value="2"' in page.text
    assert "Gain 1." in page.text
    assert stored(engine).type == "creature"
    assert ada.send(page.text, card_path(engine)).status_code == 302
    assert stored(engine).type == "spell"
    assert "attack" not in stored(engine).stats


def test_new_card_gets_a_code_of_its_name(ada: Browser, engine: Engine) -> None:
    answer = ada.submit("/r/testbed/cards/new", name="Stone Golem", **{"stats.cost": "2", "stats.attack": "2"})
    assert answer.status_code == 302
    assert stored(engine, "stone_golem_2").name == "Stone Golem"


def test_copy_of_a_card_is_a_new_card(ada: Browser, engine: Engine) -> None:
    source = testbed.card_id(engine, "ash_wolf")
    assert ada.submit(f"/r/testbed/cards/new?from={source}").status_code == 302
    copy = stored(engine, "ash_wolf_copy")
    assert (copy.name, copy.rules) == ("Ash Wolf (copy)", stored(engine, "ash_wolf").rules)
    assert copy.uid != stored(engine, "ash_wolf").uid


def test_link_may_be_typed_by_name(ada: Browser, engine: Engine) -> None:
    assert ada.submit(card_path(engine), link_kind="token", link_to="ash wolf").status_code == 302
    assert stored(engine).links[0].to == "ash_wolf"


def test_link_to_nothing_is_refused_on_its_field(ada: Browser, engine: Engine) -> None:
    answer = ada.submit(card_path(engine), link_kind="token", link_to="nobody")
    assert answer.status_code == 422
    assert "which is no card" in shown(answer)
    assert 'value="nobody"' in answer.text


def test_fields_that_are_not_in_the_form_are_ignored(ada: Browser, engine: Engine) -> None:
    before = stored(engine)
    ada.submit(card_path(engine), uid="f" * 16, version="99", ruleset_id="7", id="3", name="Golem")
    after = stored(engine)
    assert (after.uid, after.version, after.id) == (before.uid, 2, before.id)


def test_second_of_two_tabs_is_refused_and_keeps_its_text(ada: Browser, app: Flask, engine: Engine) -> None:
    bob = signed_in(app)
    path = card_path(engine)
    mine, theirs = ada.get(path).text, bob.get(path).text
    assert bob.send(theirs, path, rules="Theirs.").status_code == 302
    answer = ada.send(mine, path, name="Mine", rules="Mine too.")
    assert answer.status_code == 409
    assert "Theirs." in shown(answer)
    assert "Mine too." in answer.text
    assert (stored(engine).name, stored(engine).rules) == ("Stone Golem", "Theirs.")
    again = ada.send(answer.text, path)
    assert again.status_code == 409
    over = re.search(r'name="over" value="(\d+)"', again.text)
    assert over
    assert ada.send(again.text, path, over=over[1]).status_code == 302
    assert (stored(engine).name, stored(engine).rules) == ("Mine", "Mine too.")


def test_conflict_can_be_merged_field_by_field(ada: Browser, app: Flask, engine: Engine) -> None:
    path = card_path(engine)
    ada.submit(path, rules="Base.")
    mine = ada.get(path).text
    bob = signed_in(app)
    bob.submit(path, **{"stats.attack": "7"})
    conflict = ada.send(mine, path, name="Mine")
    merge = ada.send(conflict.text, path, do="merge")
    assert 'value="Mine"' in merge.text
    assert 'name="stats.attack" value="7"' in merge.text
    assert ada.send(merge.text, path).status_code == 302
    assert (stored(engine).name, stored(engine).stats["attack"].number) == ("Mine", 7)


def test_other_field_changed_meanwhile_is_a_conflict_too(ada: Browser, app: Flask, engine: Engine) -> None:
    path = card_path(engine)
    mine = ada.get(path).text
    signed_in(app).submit(path, **{"stats.attack": "7"})
    answer = ada.send(mine, path, rules="A is typing.")
    assert answer.status_code == 409
    assert "A is typing." in answer.text
    assert stored(engine).stats["attack"].number == 7


def test_every_way_to_write_notices_a_stale_version(ada: Browser, engine: Engine) -> None:
    path = card_path(engine)
    page = ada.get(path).text
    ada.send(page, path, name="Newer")
    row = testbed.one(engine, models.Card, code="stone_golem")
    ada.post(f"{path}/delete", row_version="1")
    ada.post("/r/testbed/cards/delete", row=f"{row.id}:1")
    revision = testbed.history(engine)[0]
    ada.post(f"/r/testbed/history/{revision.id}/restore", row_version="1")
    assert (stored(engine).name, stored(engine).version) == ("Newer", 2)


def test_version_that_is_missing_never_fits(ada: Browser, engine: Engine) -> None:
    page = ada.get(card_path(engine)).text
    for version in ("", "abc", "0", "-1", "99999999999999999999"):
        assert ada.send(page, card_path(engine), row_version=version, name="Lost").status_code == 409
    assert stored(engine).name == "Stone Golem"


def test_card_deleted_meanwhile_keeps_the_typed_text_for_a_new_one(ada: Browser, engine: Engine) -> None:
    path = card_path(engine, "spark")
    page = ada.get(path).text
    with editing(engine, "bob") as editor:
        editor.delete_card(testbed.card_id(engine, "spark"), 1)
    answer = ada.send(page, path, rules="Still here.")
    assert answer.status_code == 409
    assert "Still here." in answer.text
    assert ada.get(path).status_code == 404


def test_card_in_a_deck_is_not_deleted_and_the_page_says_why(ada: Browser, engine: Engine) -> None:
    path = card_path(engine)
    ada.get(path)
    assert ada.post(f"{path}/delete", row_version="1").status_code == 302
    assert "used by the deck Rush" in shown(ada.get(path))
    assert stored(engine)


def test_several_cards_are_deleted_all_or_none(ada: Browser, engine: Engine) -> None:
    ids = {card.code: card.id for card in testbed.catalog(engine).cards}
    ada.post("/r/testbed/cards/delete", row=[f"{ids['spark']}:1", f"{ids['stone_golem']}:1"])
    assert len(testbed.catalog(engine).cards) == 3
    assert "Nothing was deleted" in shown(ada.get("/r/testbed/cards/"))
    ada.post("/r/testbed/cards/delete", row=f"{ids['spark']}:1")
    assert len(testbed.catalog(engine).cards) == 2


def test_deleted_card_comes_back_from_its_history(ada: Browser, engine: Engine) -> None:
    before = stored(engine, "spark")
    ada.get(card_path(engine, "spark"))
    ada.post(f"{card_path(engine, 'spark')}/delete", row_version="1")
    revision = testbed.history(engine)[-1]
    assert ada.post(f"/r/testbed/history/{revision.id}/restore", row_version="0").status_code == 302
    after = stored(engine, "spark")
    assert (after.uid, after.name, after.stats) == (before.uid, before.name, before.stats)


def test_old_version_is_restored_as_a_new_one(ada: Browser, engine: Engine) -> None:
    ada.submit(card_path(engine), name="Wrong", rules="Wrong.")
    made = testbed.history(engine)[0]
    assert ada.post(f"/r/testbed/history/{made.id}/restore", row_version="2").status_code == 302
    assert (stored(engine).name, stored(engine).rules, stored(engine).version) == ("Stone Golem", "", 3)
    assert testbed.history(engine)[-1].note.startswith("restored")


def test_preview_draws_and_checks_what_is_not_saved(ada: Browser, engine: Engine) -> None:
    values = form_values(ada.get(card_path(engine)).text)
    answer = ada.client.post(
        "/r/testbed/cards/preview", data={**values, "csrf_token": ada.token, "name": "Æther <b>", "stats.cost": ""}
    )
    found = json.loads(answer.text)
    assert found["picture"].startswith("data:image/png;base64,")
    assert "<b>" not in found["findings"]
    assert "card." in found["findings"]
    assert stored(engine).version == 1


def test_draft_of_a_card_is_the_card_that_saving_makes(shipped: Project) -> None:
    for ruleset in shipped.rulesets():
        catalog = shipped.catalog(ruleset)
        with shipped.reading() as session:
            words = read_lexicon(session, catalog, keep=True).words
        for card in catalog.cards:
            assert draft_card(card_document(card), catalog, words, card.id) == card


def test_picture_is_a_png_that_may_be_kept_until_the_card_changes(ada: Browser, engine: Engine) -> None:
    page = ada.get("/r/testbed/cards/").text
    address = html.unescape(re.search(r'src="([^"]+picture-small[^"]+)"', page)[1])  # type: ignore[index]
    first = ada.client.get(address)
    assert first.data.startswith(b"\x89PNG")
    assert "immutable" in first.headers["Cache-Control"]
    assert ada.client.get(address, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    ada.submit(card_path(engine), name="Other")
    assert address not in html.unescape(ada.get("/r/testbed/cards/").text)


def test_markup_is_shown_as_typed_wherever_it_is_stored(ada: Browser, engine: Engine) -> None:
    path = card_path(engine)
    assert (
        ada.submit(
            path, name=XSS[:100], rules=XSS, printing_flavor=[XSS, ""], printing_artist=[XSS[:90], ""], note=XSS
        ).status_code
        == 302
    )
    keyword = testbed.one(engine, models.Keyword, code="swift")
    edit = f"/table/keyword/edit/?id={keyword.id}"
    asked = ada.submit(edit, name=XSS[:100], reminder=XSS, text=XSS)
    assert asked.status_code == 409
    assert "<img src=x" not in asked.text
    assert ada.send(asked.text, edit, texts="leave").status_code == 302
    deck = testbed.one(engine, models.Deck)
    assert ada.submit(f"/r/testbed/decks/{deck.id}", name=XSS[:100], text=XSS, style=XSS[:100]).status_code == 302
    last = testbed.history(engine)[-1].id
    ours = ("cards/", "cards/?view=gallery", "", "history/", "decks/", f"decks/{deck.id}", "print", "findings")
    tables = ("keyword/", "card/", "printing/", f"card/details/?id={deck.id}", "revision/")
    pages = [path, edit, "/", f"/r/testbed/cards/?q={XSS}", f"/r/testbed/history/{last}"]
    pages += [f"/r/testbed/{page}" for page in ours] + [f"/table/{page}" for page in tables]
    for page in pages:
        text = ada.get(page).text
        assert "<img src=x" not in text, page
        assert "<script>window" not in text, page


def test_salt_and_pepper_stay_as_typed(ada: Browser, engine: Engine) -> None:
    for name in ("Salt & Pepper", "S&P", "AT&T;", "a<b", "&amp;", "{{ 7 * 7 }}", "%s", "../../etc/passwd"):
        ada.submit(card_path(engine), name=name)
        assert stored(engine).name == name
        assert f'value="{html.escape(name)}"' in ada.get(card_path(engine)).text.replace("&#34;", "&quot;")


# decks and the book


def test_deck_page_shows_legality_and_curve(ada: Browser, engine: Engine) -> None:
    deck = testbed.one(engine, models.Deck)
    assert ada.submit(f"/r/testbed/decks/{deck.id}", list="41 Stone Golem\n1 Spark").status_code == 302
    page = ada.get(f"/r/testbed/decks/{deck.id}")
    assert "this one has 42" in shown(page)
    assert "X: 1" in page.text
    assert "41 Stone Golem" in html.unescape(page.text)


def test_list_with_wrong_lines_is_refused_with_all_of_them_and_kept(ada: Browser, engine: Engine) -> None:
    deck = testbed.one(engine, models.Deck)
    answer = ada.submit(f"/r/testbed/decks/{deck.id}", list="3 Stone Gollem\n0 Spark\n2 Ash Wolf")
    assert answer.status_code == 422
    assert "Line 1" in shown(answer)
    assert "Line 2" in shown(answer)
    assert "3 Stone Gollem" in answer.text


def test_untouched_deck_form_changes_nothing(ada: Browser, engine: Engine) -> None:
    deck = testbed.one(engine, models.Deck)
    assert ada.submit(f"/r/testbed/decks/{deck.id}").status_code == 302
    assert testbed.one(engine, models.Deck).version == 1


def test_two_people_on_one_deck_get_a_conflict(ada: Browser, app: Flask, engine: Engine) -> None:
    path = f"/r/testbed/decks/{testbed.one(engine, models.Deck).id}"
    mine = ada.get(path).text
    signed_in(app).submit(path, style="theirs")
    answer = ada.send(mine, path, style="mine")
    assert answer.status_code == 409
    assert 'value="mine"' in answer.text
    assert testbed.one(engine, models.Deck).style == "theirs"


def test_new_deck_is_made_of_a_list(ada: Browser, engine: Engine) -> None:
    assert ada.submit("/r/testbed/decks/new", name="Slow", list="2 Spark\nAsh Wolf").status_code == 302
    entries = {entry.card: entry.quantity for entry in testbed.catalog(engine).decks["slow"].entries}
    assert entries == {"spark": 2, "ash_wolf": 1}


def test_rulebook_shows_values_of_parameters(ada: Browser) -> None:
    page = ada.get("/r/testbed/rules")
    assert "At most 40" in shown(page)


@pytest.mark.parametrize(("typed", "stored_value"), [("60", 60), (" 7 ", 7)])
def test_parameter_is_set(ada: Browser, engine: Engine, typed: str, stored_value: int) -> None:
    row = testbed.one(engine, models.Parameter, code="deck_max")
    ada.get("/r/testbed/parameters")
    assert ada.post(f"/r/testbed/parameters/{row.id}", value=typed, row_version="1").status_code == 302
    assert testbed.catalog(engine).parameters["deck_max"].value == stored_value


@pytest.mark.parametrize("typed", ["", "many", "101", "0", "1.5", "none", XSS])
def test_parameter_outside_what_it_allows_is_refused_and_kept(ada: Browser, engine: Engine, typed: str) -> None:
    row = testbed.one(engine, models.Parameter, code="deck_max")
    answer = ada.post(f"/r/testbed/parameters/{row.id}", value=typed, row_version="1")
    assert answer.status_code == 422
    assert str(html.escape(typed)).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in answer.text
    assert testbed.catalog(engine).parameters["deck_max"].value == 40


def test_no_limit_is_a_value_of_a_limit(ada: Browser, engine: Engine) -> None:
    row = testbed.one(engine, models.Parameter, code="cost_max")
    ada.post(f"/r/testbed/parameters/{row.id}", value="none", row_version="1")
    assert testbed.catalog(engine).parameters["cost_max"].value == "none"


def test_stale_parameter_is_refused(ada: Browser, engine: Engine) -> None:
    row = testbed.one(engine, models.Parameter, code="deck_max")
    ada.post(f"/r/testbed/parameters/{row.id}", value="50", row_version="1")
    assert ada.post(f"/r/testbed/parameters/{row.id}", value="60", row_version="1").status_code == 409
    assert testbed.catalog(engine).parameters["deck_max"].value == 50


def test_chosen_reading_sets_its_parameters(ada: Browser, engine: Engine) -> None:
    ruling = testbed.one(engine, models.Ruling)
    readings = 'readings = []\n\n[[reading]]\ncode = "forty"\ntext = "Forty."\nsets = { deck_max = 40 }\n'
    readings = readings.removeprefix("readings = []\n\n")
    readings += '[[reading]]\ncode = "sixty"\ntext = "Sixty."\nsets = { deck_max = 60 }\n'
    assert ada.submit(f"/table/ruling/edit/?id={ruling.id}", reading=readings).status_code == 302
    answer = ada.post(f"/r/testbed/rulings/{ruling.id}", reading="sixty", why="Larger.", row_version="2")
    assert answer.status_code == 302
    catalog = testbed.catalog(engine)
    assert (catalog.rulings["T-GAP-1"].chosen, catalog.parameters["deck_max"].value) == ("sixty", 60)


def test_reading_that_does_not_exist_is_refused(ada: Browser, engine: Engine) -> None:
    ruling = testbed.one(engine, models.Ruling)
    answer = ada.post(f"/r/testbed/rulings/{ruling.id}", reading="fifty", why="Because.", row_version="1")
    assert answer.status_code == 422
    assert "Because." in answer.text


# tables


@pytest.mark.parametrize("kind", [listing.kind for listing in LISTINGS])
def test_every_table_lists_and_saves_its_rows_unchanged(ada: Browser, engine: Engine, kind: str) -> None:
    rows = testbed.rows(engine, NOUNS[kind].model)
    assert rows
    assert ada.get(f"/table/{kind}/?ruleset=testbed").status_code == 200
    before = testbed.catalog(engine)
    for row in rows:
        assert ada.submit(f"/table/{kind}/edit/?id={row.id}").status_code == 302
    assert testbed.catalog(engine) == before
    assert {row.version for row in testbed.rows(engine, NOUNS[kind].model)} == {1}


def test_every_shipped_row_survives_its_form(shipped: Project) -> None:
    from carddb.edit.convert import catalog_document

    for code in shipped.rulesets():
        whole = catalog_document(shipped.catalog(code))
        for kind, noun in NOUNS.items():
            for document in getattr(whole, noun.plural):
                typed = fields.written(document)
                typed = {k: v.replace("\n", "\r\n") if isinstance(v, str) else v for k, v in typed.items()}
                back = parse(noun.document, fields.read(noun.document, typed, kind), kind)
                kept = back.model_copy(update={"uid": document.uid}) if kind == "card_set" else back
                assert kept == document, (kind, document.code)


def test_every_table_of_the_database_has_a_view(app: Flask, ada: Browser) -> None:
    from sqlmodel import SQLModel

    by_table = {"stat_def": "stat", "text_def": "text", "user_account": "user"}
    own_page = {"frozen_release": "/r/testbed/releases", "print_job": "/r/testbed/prints"}
    for table in SQLModel.metadata.tables:
        page = own_page.get(table, f"/table/{by_table.get(table, table)}/")
        assert ada.get(page).status_code == 200, table


def test_parts_of_cards_are_only_to_be_read(ada: Browser) -> None:
    for table in ("card", "card_stat", "printing", "revision", "deck_entry"):
        assert ada.post(f"/table/{table}/ajax/update/", list_form_pk="1", code="x").status_code == 403
        assert ada.post(f"/table/{table}/action/", action="delete", rowid="1:1").status_code in (302, 403)
        assert ada.post(f"/table/{table}/delete/", id="1").status_code == 302
        assert ada.post(f"/table/{table}/new/", code="x").status_code == 302


def test_new_row_needs_a_ruleset_and_lands_in_it(ada: Browser, engine: Engine) -> None:
    answer = ada.submit(
        "/table/keyword/new/?ruleset=testbed", code="guard", name="Guard", argument="", aliases="Ward\nShield"
    )
    assert answer.status_code == 302
    assert testbed.catalog(engine).keywords["guard"].aliases == ("Ward", "Shield")
    assert ada.submit("/table/keyword/new/", ruleset="nowhere", code="x", name="X").status_code == 422


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[argument]]\ncode = ", "cannot be read"),
        ("code = 'n'", "stands outside"),
        ("[[argument]]\ncode = 'N'", "must be small letters"),
        ("[[argument]]\ncode = 'n'\nmaximum = 3", "is not a known key"),
    ],
)
def test_small_tables_that_cannot_be_read_are_explained_and_kept(
    ada: Browser, engine: Engine, text: str, said: str
) -> None:
    keyword = testbed.one(engine, models.Keyword, code="poison")
    answer = ada.submit(f"/table/keyword/edit/?id={keyword.id}", argument=text)
    assert answer.status_code == 422
    assert said in shown(answer)
    assert html.escape(text, quote=False) in html.unescape(answer.text)


def test_row_saved_twice_from_one_version_is_a_conflict(ada: Browser, app: Flask, engine: Engine) -> None:
    path = f"/table/keyword/edit/?id={testbed.one(engine, models.Keyword, code='swift').id}"
    mine = ada.get(path).text
    signed_in(app).submit(path, reminder="Theirs.")
    answer = ada.send(mine, path, reminder="Mine.")
    assert answer.status_code == 409
    assert "Theirs." in shown(answer)
    assert "Mine." in answer.text
    over = re.search(r'name="over" value="(\d+)"', answer.text)
    assert over
    assert ada.send(answer.text, path, over=over[1]).status_code == 302
    assert testbed.catalog(engine).keywords["swift"].reminder == "Mine."


def test_row_that_cards_use_is_not_deleted(ada: Browser, engine: Engine) -> None:
    row = testbed.one(engine, models.Affinity, code="red")
    ada.post("/table/affinity/delete/", id=str(row.id), row_version="1")
    assert "used by the card Ash Wolf" in shown(ada.get("/table/affinity/"))
    assert testbed.rows(engine, models.Affinity, code="red")


def test_bulk_delete_is_all_or_none(ada: Browser, engine: Engine) -> None:
    red, blue = (testbed.one(engine, models.Affinity, code=code) for code in ("red", "blue"))
    ada.post("/table/affinity/action/", action="delete", rowid=[f"{blue.id}:1", f"{red.id}:1"])
    assert len(testbed.rows(engine, models.Affinity)) == 2
    ada.post("/table/affinity/action/", action="delete", rowid=[f"{blue.id}:1"])
    assert len(testbed.rows(engine, models.Affinity)) == 1


@pytest.mark.parametrize("row", ["1", "1:99", "abc:1", "1:1:1", "99999999999:1", ":"])
def test_bulk_delete_of_rows_that_do_not_fit_deletes_nothing(ada: Browser, engine: Engine, row: str) -> None:
    before = testbed.rows(engine, models.Keyword)
    assert ada.post("/table/keyword/action/", action="delete", rowid=row).status_code == 302
    assert testbed.rows(engine, models.Keyword) == before


def test_cell_is_saved_with_the_version_of_its_row(ada: Browser, engine: Engine) -> None:
    row = testbed.one(engine, models.Keyword, code="swift")
    path = "/table/keyword/ajax/update/"
    answer = ada.post(path, list_form_pk=str(row.id), row_version="1", reminder="Runs.")
    assert json.loads(answer.text) == {"version": 2, "text": "Runs.", "value": "Runs."}
    stale = ada.post(path, list_form_pk=str(row.id), row_version="1", reminder="Walks.")
    assert stale.status_code == 409
    assert "Runs." in json.loads(stale.text)["problem"]
    assert testbed.catalog(engine).keywords["swift"].reminder == "Runs."


def test_cell_of_a_row_that_is_gone_is_refused(ada: Browser) -> None:
    answer = ada.post("/table/keyword/ajax/update/", list_form_pk="999", row_version="1", name="x")
    assert answer.status_code == 404


def test_cell_that_is_not_offered_cannot_be_written(ada: Browser, engine: Engine) -> None:
    row = testbed.one(engine, models.Keyword, code="swift")
    answer = ada.post("/table/keyword/ajax/update/", list_form_pk=str(row.id), row_version="1", code="other")
    assert answer.status_code == 400
    assert testbed.one(engine, models.Keyword, code="swift")


def test_search_in_a_table_takes_percent_as_a_character(ada: Browser) -> None:
    assert "Nothing fits" in shown(ada.get("/table/keyword/?search=%25"))
    assert "Swift" in shown(ada.get("/table/keyword/?search=swi"))


def test_ruleset_goes_only_when_its_code_is_typed(ada: Browser, engine: Engine) -> None:
    row = testbed.one(engine, models.Ruleset)
    ada.post("/table/ruleset/delete/", id=str(row.id), row_version="1", confirm="")
    assert testbed.rows(engine, models.Ruleset)
    ada.post("/table/ruleset/delete/", id=str(row.id), row_version="1", confirm="testbed")
    assert testbed.rows(engine, models.Ruleset) == []
    assert "No game yet" in shown(ada.get("/"))


def test_password_hash_is_on_no_page(ada: Browser, engine: Engine) -> None:
    person = testbed.one(engine, models.User)
    for page in ("/table/user/", f"/table/user/edit/?id={person.id}", f"/table/user/details/?id={person.id}"):
        assert "argon2" not in ada.get(page).text


# downloads


def made(browser: Browser, path: str, **form: Any) -> TestResponse:
    """Return the page of a job that was begun, by a form when there is one, when the job is over."""
    page = (browser.post(path, **form) if form else browser.client.get(path)).location
    assert page is not None
    for _ in range(600):
        if browser.client.get(f"{page.partition('?')[0]}/state").json["is_over"]:  # type: ignore[index]
            return browser.get(page)
        time.sleep(0.05)
    raise AssertionError(f"{path} goes on and on")


def made_file(browser: Browser, path: str, **form: Any) -> TestResponse:
    """Return the file that an address or a form makes."""
    page = made(browser, path, **form)
    found = re.search(r'href="([^"]+/file)"', page.text)
    assert found, shown(page)
    return browser.client.get(found[1], buffered=True)


def test_sheets_of_a_deck_are_a_pdf(ada: Browser) -> None:
    answer = made_file(ada, "/r/testbed/sheets", deck="rush")
    assert answer.mimetype == "application/pdf"
    assert answer.data.startswith(b"%PDF")
    assert "testbed-rush-sheets.pdf" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize(
    ("field", "value"), [("deck", "nowhere"), ("deck", "../../etc/passwd"), ("sheet", "nowhere"), ("sheet", "../x"),
                         ("copies", "0"), ("copies", "many"), ("skip", "one"), ("printer", "nobody"),
                         ("release", "v9"), ("since", "v9"), ("ink", "gold")]
)  # fmt: skip
def test_wish_that_cannot_be_stands_on_its_field_and_begins_nothing(ada: Browser, field: str, value: str) -> None:
    answer = ada.post("/r/testbed/sheets", **{field: value, "q": "type:creature"})
    assert answer.status_code == 422
    assert f'id="f-{field}-problem"' in answer.text
    assert 'value="type:creature"' in answer.text
    if field not in ("sheet", "ink"):
        assert ada.client.get(f"/r/testbed/print?{field}={value}").status_code == (200 if field == "skip" else 400)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"backs": "long", "pages": "3"}, "would part a front from its back"),
        ({"sticker": "face", "backs": "long"}, "Stickers have no backs"),
        ({"qr": "{nothing}"}, "The code cannot name {nothing}"),
        ({"copies": "1000"}, "1000 copies cannot be printed"),
        ({"printer": "my-printer"}, "named for the sake of the backs"),
    ],
)
def test_wishes_that_do_not_go_together_are_explained(ada: Browser, form: dict[str, str], said: str) -> None:
    answer = ada.post("/r/testbed/sheets", **form)
    assert (answer.status_code, said in shown(answer)) == (422, True)
    assert said in ada.client.get("/r/testbed/sheets/first", query_string=form).json["problem"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("query", "said"), [("colour:red", '"colour" is no search key'), ("name:zzz", "nothing to print")]
)
def test_sheets_that_cannot_be_made_are_explained(ada: Browser, query: str, said: str) -> None:
    page = made(ada, "/r/testbed/sheets", q=query)
    assert said in shown(page)
    assert 'role="alert"' in page.text
    assert ada.client.get(f"{page.request.path}/file").status_code == 404
    assert said in ada.client.get("/r/testbed/sheets/first", query_string={"q": query}).json["problem"]  # type: ignore[index]


def test_first_sheet_is_drawn_with_its_back(ada: Browser) -> None:
    found = ada.client.get("/r/testbed/sheets/first?deck=rush&copies=3&backs=long&ink=low").json
    assert found is not None
    assert "15 cards on 2 sheets, fronts and backs" in found["text"]
    assert [picture[:22] for picture in found["pictures"]] == ["data:image/png;base64,"] * 2
    assert found["problem"] == ""


def test_pages_in_several_files_come_as_one_zip(ada: Browser) -> None:
    answer = made_file(ada, "/r/testbed/sheets", deck="rush", copies="4", pages="1")
    names = zipfile.ZipFile(io.BytesIO(answer.data)).namelist()
    assert names == [f"testbed-rush-sheets-{n}.pdf" for n in (1, 2, 3)]
    assert "testbed-rush-sheets.zip" in answer.headers["Content-Disposition"]


def test_prints_are_remembered_with_their_cards(ada: Browser) -> None:
    made(ada, "/r/testbed/sheets", deck="rush", copies="2")
    page = shown(ada.get("/r/testbed/prints"))
    assert "deck rush" in page
    assert "testbed-rush-sheets.pdf" in page
    assert "10 cards" in page
    assert "Stone Golem 6 × v1" in shown(ada.get("/r/testbed/prints/1"))
    assert ada.client.get("/r/testbed/prints/77").status_code == 404


def test_export_is_the_same_zip_every_time(ada: Browser) -> None:
    first, second = (made_file(ada, "/r/testbed/export.zip").data for _ in range(2))
    assert first == second
    names = zipfile.ZipFile(io.BytesIO(first)).namelist()
    assert "testbed/cards.json" in names
    assert "testbed/manifest.json" in names


def test_booklet_is_a_pdf(ada: Browser) -> None:
    for layout in ("pages", "fold"):
        assert made_file(ada, f"/r/testbed/booklet.pdf?layout={layout}").data.startswith(b"%PDF")


def test_link_of_another_site_begins_nothing(ada: Browser) -> None:
    answer = ada.client.get("/r/testbed/booklet.pdf", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.location == "/r/testbed/print"


def test_job_of_another_ruleset_is_not_found(ada: Browser) -> None:
    page = made(ada, "/r/testbed/export.zip").request.path
    assert ada.submit("/table/ruleset/new/", code="fourth", name="Fourth", prefix="F").status_code == 302
    assert ada.client.get(page.replace("testbed", "fourth")).status_code == 404


def test_what_was_made_stands_on_the_print_page(ada: Browser) -> None:
    made(ada, "/r/testbed/sheets", deck="rush")
    page = shown(ada.get("/r/testbed/print"))
    assert "testbed-rush-sheets.pdf" in page
    assert "5 cards on 1 sheet" in page


# faults


def test_busy_database_is_said_calmly_and_keeps_the_text(tmp_path: Path, filled_file: Path) -> None:
    shutil.copy(filled_file, tmp_path / "carddb.db")
    engine, other = (open_engine(str(tmp_path / "carddb.db")) for _ in range(2))
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout=50"))
    browser = signed_in(create_app(engine, files=tmp_path / "files"))
    page = browser.get(card_path(engine)).text
    with other.execution_options(write=True).begin():
        answer = browser.send(page, card_path(engine), rules="Keep me.")
    assert answer.status_code in (422, 503)
    assert "busy" in shown(answer)
    assert "Keep me." in answer.text
    assert stored(engine).rules == ""


def test_mistake_of_ours_shows_no_trace(app: Flask, engine: Engine, tmp_path: Path) -> None:
    made = create_app(engine, files=tmp_path / "files")
    made.add_url_rule("/broken", "broken", lambda: 1 / 0)
    browser = signed_in(made)
    answer = browser.client.get("/broken")
    assert answer.status_code == 500
    assert "ZeroDivisionError" not in answer.text
    assert "Traceback" not in answer.text


def test_expired_session_keeps_the_typed_text(ada: Browser, engine: Engine) -> None:
    page = ada.get(card_path(engine)).text
    ada.client.delete_cookie("carddb")
    answer = ada.send(page, card_path(engine), rules="Typed for an hour.")
    assert answer.status_code == 401
    assert "Typed for an hour." in answer.text


def test_stale_token_keeps_the_typed_text_but_no_password(ada: Browser, engine: Engine) -> None:
    answer = ada.client.post(card_path(engine), data={"rules": "Typed for an hour.", "password": "hidden secret"})
    assert answer.status_code == 400
    assert "Typed for an hour." in answer.text
    assert "hidden secret" not in answer.text


def test_empty_ruleset_says_what_to_do_first(ada: Browser, engine: Engine) -> None:
    assert ada.submit("/table/ruleset/new/", code="fourth", name="Fourth", prefix="F").status_code == 302
    for page, said in (
        ("/r/fourth/cards/", "Make the first card"),
        ("/r/fourth/decks/", "Paste a plain list"),
        ("/r/fourth/rules", "Begin with a section"),
        ("/r/fourth/parameters", "No parameter yet"),
        ("/r/fourth/rulings", "No ruling yet"),
        ("/r/fourth/", "Make the first one"),
        ("/table/keyword/?ruleset=fourth", "Nothing here yet"),
    ):
        assert said in shown(ada.get(page)), page


def test_pages_work_on_both_databases(database: Engine, tmp_path: Path) -> None:
    cards = [
        testbed.card("Stone Golem", printings=[testbed.printing()], affinities=["red"]),
        testbed.card("Spark", type="spell", stats={"cost": "X"}),
    ]
    testbed.load(database, testbed.document(cards=cards, decks=[testbed.deck({"stone_golem": 2})]))
    users.add_user(database, NAME, PASSWORD)
    app = create_app(database, files=tmp_path / "files")
    browser = signed_in(app)
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and "static" not in rule.endpoint:
            path = example_path(rule.rule)
            assert browser.client.get(path).status_code < 500, path
            assert browser.client.get(path + "?q=%00&search=%00&thing=%00&id=%00").status_code < 500, path
    for query in (
        "q=golem",
        "q=cost=X",
        "q=-affinity:red",
        "sort=stat.cost&down=1",
        "sort=number",
        "q=st&sort=stat.cost",
    ):
        assert browser.get(f"/r/testbed/cards/?{query}").status_code == 200, query
    assert browser.submit(card_path(database), rules="Swift", **{"stats.attack": "4"}).status_code == 302
    assert stored(database).version == 2
    assert browser.submit(card_path(database), name="a\x00b", link_to="\x00").status_code in (400, 422)
    assert browser.submit("/table/keyword/edit/?id=1", reminder="Runs.").status_code == 302


# differences


def test_merge_takes_theirs_where_mine_is_untouched() -> None:
    base = {"name": "A", "rules": "x", "stats": {"cost": "1", "attack": "2"}}
    theirs = {"name": "A", "rules": "y", "stats": {"cost": "1", "attack": "5"}}
    mine = {"name": "B", "rules": "x", "stats": {"cost": "3", "attack": "2"}}
    assert merged(base, theirs, mine) == {"name": "B", "rules": "y", "stats": {"cost": "3", "attack": "5"}}


def test_clash_names_who_changed_what() -> None:
    found = clashes({"a": "1", "b": "1", "c": "1"}, {"a": "2", "b": "1", "c": "2"}, {"a": "1", "b": "2", "c": "3"})
    assert {clash.field: clash.who for clash in found} == {"a": "theirs", "b": "mine", "c": "both"}


@pytest.fixture(autouse=True)
def _no_open_files(tmp_path: Path) -> Iterator[None]:
    yield
    assert not list(tmp_path.rglob("*.part"))
