"""The admin's pages of the print shop: printers, releases, art; jobs and sheets are in test_admin."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
import testbed
from flask import Flask
from PIL import Image
from sqlalchemy import Engine
from test_admin import (  # the fixtures are used by name
    Browser,
    ada,
    app,
    card_path,
    engine,
    filled_file,
    form_values,
    made_file,
    shared_app,
    shown,
    stored,
)

from carddb.layout.sheets.printers import load_printer

__all__ = ["ada", "app", "engine", "filled_file", "shared_app"]


def picture(width: int = 40, height: int = 30, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), (width % 256, 90, 160)).save(out, kind)
    return out.getvalue()


def files_of(app: Flask) -> Path:
    return app.extensions["carddb"].files  # type: ignore[no-any-return]


def send(browser: Browser, path: str, *files: tuple[bytes, str], name: str = "files", **form: str) -> str:
    data = {"csrf_token": browser.token, **form, name: [(io.BytesIO(data), called) for data, called in files]}
    return browser.client.post(path, data=data).text


# printers


def test_readings_of_a_calibration_print_become_a_printer(ada: Browser, app: Flask, tmp_path: Path) -> None:
    fields = {"long.x": "0,3", "long.left": "-0.2", "long.right": "−0.4mm"}
    answer = ada.submit("/printers", name="office", title="Office laser", **fields)
    assert answer.status_code == 302
    folder = files_of(app).parent / "print_templates"
    printer, findings = load_printer("office", folders=(folder,))
    assert findings == []
    assert printer is not None
    assert (printer.long.x, printer.long.left, printer.long.right) == (300, -200, -400)
    assert 'value="0.3"' in ada.get("/printers?printer=office").text
    assert "Office laser" in ada.get("/r/testbed/print").text
    assert made_file(ada, "/r/testbed/sheets", deck="rush", backs="long", printer="office").data.startswith(b"%PDF")


def test_readings_that_cannot_be_stand_on_their_fields_and_write_nothing(ada: Browser, app: Flask) -> None:
    fields = {"long.x": "far", "long.left": "20", "short.right": "9", "short.left": "-9"}
    answer = ada.submit("/printers", name="../x", title="", **fields)
    assert answer.status_code == 422
    for name in ("name", "long.x", "long.left", "short.right"):
        assert f'id="f-{name}-problem"' in answer.text, name
    assert 'value="far"' in answer.text
    assert not (files_of(app).parent / "print_templates" / "printers" / "x.toml").exists()


def test_printer_that_somebody_else_saved_is_not_overwritten(ada: Browser) -> None:
    assert ada.submit("/printers", name="lab", title="Lab").status_code == 302
    page = ada.get("/printers?printer=lab").text
    assert ada.send(page, "/printers", **{"long.x": "1"}).status_code == 302
    late = ada.send(page, "/printers", **{"long.x": "2"})
    assert (late.status_code, "somebody else" in shown(late)) == (409, True)
    assert "is there already" in shown(ada.submit("/printers", name="lab", title="Other"))


def test_calibration_print_is_a_pdf(ada: Browser) -> None:
    answer = ada.client.get("/printers/calibration.pdf?paper=letter&edge=short")
    assert answer.data.startswith(b"%PDF")
    assert "calibration-letter-short.pdf" in answer.headers["Content-Disposition"]


# releases


def test_release_is_frozen_with_note_and_version_and_compared_word_by_word(ada: Browser, engine: Engine) -> None:
    assert ada.submit("/r/testbed/releases", name="v1", note="For Friday.").status_code == 302
    assert "Nothing changed since." in shown(ada.get("/r/testbed/releases"))
    card = f"/r/testbed/cards/{testbed.card_id(engine, 'ash_wolf')}"
    assert ada.submit(card, rules="Swift\nWhen this attacks, gain 2 {mana}.").status_code == 302
    page = ada.get("/r/testbed/diff?old=v1").text
    assert "<del>1</del><ins>2</ins>" in page
    assert "looks different on paper" in page
    assert "For Friday." in shown(ada.get("/r/testbed/releases"))
    advised = "0.1.1"
    assert f'value="{advised}"' in ada.get("/r/testbed/releases").text
    frozen = ada.submit("/r/testbed/releases")
    assert frozen.status_code == 302, shown(frozen)
    assert testbed.catalog(engine).ruleset.content_version == advised
    assert f"v{advised}" in ada.get("/r/testbed/releases").text
    assert "Swift" in shown(ada.get(f"/r/testbed/diff?old=v1&new=v{advised}"))


def test_only_what_changed_since_a_release_is_printed(ada: Browser, engine: Engine) -> None:
    ada.submit("/r/testbed/releases", name="v1")
    nothing = ada.client.get("/r/testbed/sheets/first?since=v1&deck=rush").json
    assert nothing is not None
    assert "No printed card changed since v1" in nothing["problem"]
    ada.submit(f"/r/testbed/cards/{testbed.card_id(engine, 'ash_wolf')}", name="Ash Wolf", rules="Swift")
    found = ada.client.get("/r/testbed/sheets/first?since=v1&deck=rush").json
    assert found is not None
    assert found["text"] == "2 cards on 1 sheet."
    name = made_file(ada, "/r/testbed/sheets", since="v1", deck="rush").headers["Content-Disposition"]
    assert "testbed-rush-since-v1-sheets.pdf" in name
    assert made_file(ada, "/r/testbed/changes.pdf?old=v1").data.startswith(b"%PDF")


def test_frozen_state_is_exported_again_as_it_was(ada: Browser, engine: Engine) -> None:
    ada.submit("/r/testbed/releases", name="v1")
    before = made_file(ada, "/r/testbed/export.zip?release=v1").data
    ada.submit(f"/r/testbed/cards/{testbed.card_id(engine, 'ash_wolf')}", rules="Swift")
    assert made_file(ada, "/r/testbed/export.zip?release=v1").data == before
    assert made_file(ada, "/r/testbed/export.zip").data != before


@pytest.mark.parametrize("name", ["v1", "two words", "", "x" * 200])
def test_release_that_cannot_be_is_explained_and_changes_nothing(ada: Browser, engine: Engine, name: str) -> None:
    ada.submit("/r/testbed/releases", name="v1")
    answer = ada.submit("/r/testbed/releases", name=name, note="Keep me.", version="7.0.0")
    assert (answer.status_code, "Keep me." in answer.text) == (422, True)
    assert testbed.catalog(engine).ruleset.content_version != "7.0.0"


def test_pages_of_releases_say_what_to_do_first(ada: Browser) -> None:
    assert "No release yet" in shown(ada.get("/r/testbed/releases"))
    assert "Freeze the first release" in shown(ada.get("/r/testbed/diff"))
    assert "Nothing was printed yet" in shown(ada.get("/r/testbed/prints"))
    assert "No picture yet" in shown(ada.get("/r/testbed/art"))


# art


def test_many_files_are_judged_before_anything_is_stored(ada: Browser, app: Flask, engine: Engine) -> None:
    page = send(
        ada,
        "/r/testbed/art",
        (picture(), "Stone Golem.png"),
        (picture(41), "../../nobody.png"),
        (picture(42), "spark.png"),
    )
    assert "1 file fits, 2 do not" in page
    assert "no card has this code, name or number" in page
    assert "Spark has no printing" in page
    assert stored(engine).printings[0].art == ""
    token = page.split('name="staged" value="')[1][:16]
    assert ada.post("/r/testbed/art/take", staged=token, file=["0", "1", "2"]).status_code == 303
    art = stored(engine).printings[0].art
    assert (files_of(app) / "art" / art).read_bytes() == picture()
    shown_picture = ada.client.get(f"/r/testbed/art/{art}")
    assert (shown_picture.mimetype, "immutable" in shown_picture.headers["Cache-Control"]) == ("image/png", True)
    assert ada.post("/r/testbed/art/take", staged=token, file="0").location == "/r/testbed/art"
    assert "not kept any more" in shown(ada.get("/r/testbed/art"))


@pytest.mark.parametrize("token", ["", "../../files", "0" * 16])
def test_files_that_were_never_sent_are_not_taken(ada: Browser, token: str) -> None:
    ada.post("/r/testbed/art/take", staged=token, file="0")
    assert "not kept any more" in shown(ada.get("/r/testbed/art"))


def test_picture_sent_with_the_card_form_is_stored_and_named(ada: Browser, app: Flask, engine: Engine) -> None:
    path = card_path(engine)
    values = form_values(ada.get(path).text)
    sent = [(io.BytesIO(picture(64)), "golem.png"), (io.BytesIO(b""), "")]
    form = {**values, "csrf_token": ada.token, "printing_art_focus": ["20 30", ""], "printing_file": sent}
    assert ada.client.post(path, data=form).status_code == 302
    printing = stored(engine).printings[0]
    assert (files_of(app) / "art" / printing.art).read_bytes() == picture(64)
    assert printing.art_focus == "20 30"


def test_picture_that_cannot_be_used_is_refused_on_the_form(ada: Browser, engine: Engine) -> None:
    path = card_path(engine)
    values = form_values(ada.get(path).text)
    form = {
        **values,
        "csrf_token": ada.token,
        "rules": "Swift",
        "printing_file": [(io.BytesIO(b"%PDF-1.7"), "x.png")],
    }
    answer = ada.client.post(path, data=form)
    assert (answer.status_code, "x.png is a PDF" in shown(answer)) == (422, True)
    assert "Swift" in answer.text
    assert stored(engine).rules == ""


def test_upload_for_the_form_answers_with_name_or_reason(ada: Browser, app: Flask) -> None:
    data = {"csrf_token": ada.token, "file": (io.BytesIO(picture(50, 20, "JPEG")), "a.jpg")}
    found = ada.client.post("/r/testbed/art/upload", data=data).json
    assert found is not None
    assert (found["problem"], found["said"]) == ("", "50 x 20 pixels.")
    assert (files_of(app) / "art" / found["name"]).is_file()
    for content, called in ((picture()[:40], "b.png"), (b"GIF89a..", "c.gif"), (b"", "d.png")):
        data = {"csrf_token": ada.token, "file": (io.BytesIO(content), called)}
        assert called in (ada.client.post("/r/testbed/art/upload", data=data).json or {})["problem"]


@pytest.mark.parametrize(
    ("path", "most"), [("/art/upload", 128), ("/art", 128), ("/cards/1", 128), ("/art/take", 8), ("/releases", 8)]
)
def test_form_that_says_it_is_too_large_is_refused_unread(ada: Browser, path: str, most: int) -> None:
    data = {"csrf_token": ada.token, "file": (io.BytesIO(b"x"), "big.png")}
    too_much = {"CONTENT_LENGTH": str(most * 1024 * 1024 + 1)}
    answer = ada.client.post(f"/r/testbed{path}", data=data, environ_overrides=too_much)
    assert (answer.status_code, f"One form may hold {most} MB" in shown(answer)) == (413, True)


@pytest.mark.parametrize("name", ["..%2f..%2fcarddb.db", ".hidden", "nothing.png", "derived"])
def test_picture_outside_the_art_folder_is_not_sent(ada: Browser, name: str) -> None:
    assert ada.client.get(f"/r/testbed/art/{name}").status_code == 404
