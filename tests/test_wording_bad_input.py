"""Any text at all: read, described, completed, reworded, checked and typed into the card form, and never lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
import testbed
from naughty import ALL, NAUGHTY
from sqlalchemy import Engine
from support import make_card, shipped
from test_admin import NAME, PASSWORD, signed_in
from werkzeug.test import TestResponse
from wording_support import RULESETS, shipped_words

from admin.app import create_app
from admin.wording import understand
from carddb.cli import main
from carddb.pipeline.users import add_user
from carddb.rules import check_card, check_catalog
from carddb.wording.complete import complete
from carddb.wording.describe import describe
from carddb.wording.printer import print_ability
from carddb.wording.reader import LONGEST_TEXT, read_text
from carddb.wording.rewrite import Renaming, canonical_text, renamed_text
from carddb.wording.words import Words

HUGE = {
    "a megabyte of words": "draw 1 card and " * 62_500,
    "a megabyte without a gap": "x" * 1_000_000,
    "100,000 open parentheses": "(" * 100_000,
    "100,000 nested parentheses": "(" * 50_000 + ")" * 50_000,
    "a megabyte of lines": "Draw 1 card.\n" * 77_000,
    "100,000 quotes": '"' * 100_001,
    "100,000 braces": "{" * 100_000,
}
PLACES = (
    "{}",
    "Destroy {}.",
    "When {} attacks, draw 1 card.",
    "Draw {} cards.",
    "Create 1 {} token.",
    "Draw 1 card.\n{}",
)
SECONDS = 20


def test_list_has_many_texts_of_every_kind() -> None:
    assert len(set(ALL)) == len(ALL) >= 150
    assert all(NAUGHTY.values())


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("kind", NAUGHTY)
def test_any_text_is_read_described_and_completed(ruleset: str, kind: str) -> None:
    words = shipped_words(ruleset)
    for text in (place.replace("{}", one) for one in NAUGHTY[kind] for place in PLACES):
        reading = read_text(text, words, "Stone Golem")
        for problem in reading.problems:
            assert 0 <= problem.start <= problem.end <= len(text)
            assert problem.message
        for ability in reading.abilities:
            assert describe(ability, words).kind
            assert read_text(print_ability(ability, words), words).abilities == (ability,)
        for position in (0, len(text) // 2, len(text)):
            assert len(complete(text, position, words)) <= 40


@pytest.mark.parametrize("kind", NAUGHTY)
def test_rewording_and_renaming_lose_nothing_that_is_not_understood(kind: str) -> None:
    words = shipped_words("glyphs_of_legends")
    rename = Renaming("keyword", "freeze", words.keywords["freeze"].name, "Bulwark")
    for text in NAUGHTY[kind]:
        typed = [line for line in text.split("\n") if line.strip()]
        unknown = [line.rstrip() for line in typed if read_text(line, words).problems]
        assert [line for line in canonical_text(text, words).split("\n") if line in unknown] == unknown
        assert renamed_text(text, rename, words, words) == text


@pytest.mark.parametrize("kind", NAUGHTY)
def test_any_name_of_a_card_can_be_written_in_a_text_and_read_again(kind: str) -> None:
    names = [name for one in NAUGHTY[kind] if (name := " ".join(one.split())) and "\n" not in name]
    catalog = shipped("glyphs_of_legends")
    cards = [make_card(name, code=f"n{at}") for at, name in enumerate(names)]
    words = Words(replace(catalog, cards=(*catalog.cards, *cards)))
    for name in names:
        if name in words.names and len(name) < 1000:
            line = f"Destroy {words.names.write(name)}."
            (ability,) = read_text(line, words).abilities
            assert print_ability(ability, words) == line


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_a_text_without_end_is_answered_at_once(text: str) -> None:
    words = shipped_words("summoners_vault")
    catalog = shipped("summoners_vault")
    start = time.process_time()
    (problem,) = read_text(text, words).problems
    assert f"{LONGEST_TEXT} characters" in problem.message
    assert canonical_text(text, words) == text
    complete(text, len(text), words)
    card = replace(catalog.cards[0], rules=text)
    assert "card.not_understood" in [finding.code for finding in check_card(card, catalog)]
    assert len(understand(text, words).problems) == 1
    assert time.process_time() - start < SECONDS


def test_a_catalog_of_such_texts_has_findings_that_can_be_written_as_json() -> None:
    catalog = shipped("summoners_vault")
    model = next(card for card in catalog.cards if card.rules)
    cards = [replace(model, code=f"odd{at}", uid=f"odd{at}", rules=text) for at, text in enumerate(ALL)]
    findings = check_catalog(replace(catalog, cards=tuple(cards), decks={}))
    found = {finding.where.code for finding in findings if finding.where.span}
    understood = {
        card.code for card in cards if not read_text(card.rules, shipped_words("summoners_vault"), card.name).problems
    }
    assert {card.code for card in cards} <= found | understood
    assert json.loads(json.dumps([finding.as_json() for finding in findings]))


PHRASES = [
    {"code": code, "kind": kind} for code, kind in (("this", "reference"), ("draw", "effect"), ("destroy", "effect"))
]


def _storable(text: str) -> bool:
    """Tell whether a text may stand on a card; what may not is refused with its reason."""
    try:
        testbed.card("Odd", rules=text)
    except ValueError as error:
        return not ("control character" in str(error) or "unicode" in str(error))
    return True


def test_stored_texts_come_back_whole_and_check_has_an_answer(sqlite: Engine, capsys: Any, tmp_path: Path) -> None:
    texts = [text for text in ALL if _storable(text)]
    cards = [testbed.card(f"Odd {at}", rules=text) for at, text in enumerate(texts)]
    testbed.load(sqlite, testbed.document(cards=cards, phrases=PHRASES))
    stored = {card.name: card.rules for card in testbed.catalog(sqlite).cards}
    assert [" ".join(stored[f"Odd {at}"].split()) for at in range(len(texts))] == [" ".join(t.split()) for t in texts]
    url = sqlite.url.render_as_string(hide_password=False)
    with pytest.raises(SystemExit) as stopped:
        main(["--db", url, "check", testbed.CODE, "--format", "json"])
    assert stopped.value.code in (0, 1)
    assert json.loads(capsys.readouterr().out)["findings"]


@pytest.fixture
def form(sqlite: Engine, tmp_path: Path) -> Callable[[str, int], TestResponse]:
    """Return what sends a text to the card form, with a cursor in it."""
    testbed.load(sqlite, testbed.document(cards=[testbed.card("Ash Wolf")], phrases=PHRASES))
    add_user(sqlite, NAME, PASSWORD)
    browser = signed_in(create_app(sqlite, files=tmp_path / "files"))

    def send(text: str, position: int) -> TestResponse:
        fields = {"csrf_token": browser.token, "text": text, "position": str(position), "name": text}
        body = urlencode(fields, errors="surrogatepass")
        kind = "application/x-www-form-urlencoded"
        return browser.client.post(f"/r/{testbed.CODE}/wording/read", data=body, content_type=kind)

    return send


def test_card_form_answers_any_text_and_shows_it_as_text(form: Callable[[str, int], TestResponse]) -> None:
    for at in range(0, len(ALL), 40):
        text = "\n".join(one for one in ALL[at : at + 40] if len(one) < 300)
        answer = form(text, len(text) // 2)
        assert answer.status_code == 200
        assert not {"<script", "<img", "<svg onload", "<font"} & set(answer.get_json()["html"].split())
    for text in ("(" * 100_000, "draw 1 card and " * 62_500):
        assert form(text, len(text)).get_json()["summary"].startswith("1 not understood")
