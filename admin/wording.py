"""Rules text while it is typed: what a line says, words that are not understood, what may come next; the guide."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from flask import Blueprint, Flask, jsonify, render_template, request
from flask_login import current_user
from markupsafe import Markup
from sqlalchemy import select
from werkzeug.wrappers import Response

from admin import desk
from admin.desk import CARDS, RulesetLine
from carddb.catalog import Card
from carddb.catalog.read import read_cards
from carddb.edit.lexicon import read_lexicon
from carddb.pipeline.wording_guide import guide_body
from carddb.wording.complete import Suggestion, complete
from carddb.wording.describe import Description, describe
from carddb.wording.printer import Unwritable
from carddb.wording.reader import Problem, read_text
from carddb.wording.words import Words

wording = Blueprint("wording", __name__)

RATE = "10 per second; 400 per minute"
"""Most readings for one person; who types pauses for 300 ms between them."""

MOST_SUGGESTIONS = 24
"""Words shown at once; the list scrolls, and a letter more makes it short."""

_ORDER = {"phrase": 1, "word": 2, "term": 3, "keyword": 4, "name": 5}
_SECOND_WORDS = frozenset(("an", "every", "or fewer"))
"""Words that are understood, but are not the canonical ones."""

GUIDE_CARDS = 2000
"""The guide takes its examples from so many cards, so that it does not read a large catalog for one page."""


@dataclass(frozen=True, slots=True)
class Said:
    """A text in parts, in order of place: abilities, and words that are not understood."""

    abilities: tuple[Description, ...]
    problems: tuple[Problem, ...]
    is_known: bool = True

    @property
    def summary(self) -> str:
        """Return it as one short sentence, for those who hear it."""
        if not self.is_known:
            return ""
        number = len(self.abilities)
        parts = [f"{number} {'ability' if number == 1 else 'abilities'} understood"] if number else []
        if self.problems:
            parts.append(
                f"{len(self.problems)} not understood: {', '.join(p.words or 'the end' for p in self.problems)}"
            )
        return "; ".join(parts)


def install(app: Flask) -> None:
    """Add the pages to an app, after the sign-in pages, whose limiter they share."""
    app.register_blueprint(wording)
    limiter = next(iter(app.extensions["limiter"]))
    view = app.view_functions["wording.read"]
    app.view_functions["wording.read"] = limiter.limit(RATE, key_func=_person)(view)


def _person() -> str:
    return f"wording:{current_user.get_id()}"


def words_of(line: RulesetLine) -> Words:
    """Return the words of a ruleset with the names of its cards; they are kept until one of them changes."""
    stamp = (line.id, line.stamp)
    return desk.desk().keep(
        ("lexicon", line.code), stamp, lambda: read_lexicon(desk.session(), desk.words(line), keep=True).words
    )


def understand(text: str, words: Words, own_name: str = "") -> Said:
    """Return what a text says; nothing at all when the ruleset has no phrases."""
    if not words.forms:
        return Said((), (), is_known=False)
    reading = read_text(text.replace("\r\n", "\n"), words, own_name)
    abilities = []
    for ability in reading.abilities:
        try:
            abilities.append(describe(ability, words))
        except Unwritable as error:
            abilities.append(Description("other", "", "", "", str(error), ""))
    return Said(tuple(abilities), reading.problems)


def understand_all(values: dict[str, Any], line: RulesetLine) -> dict[str, Said]:
    """Return what each text of a card form says, by the name of its field."""
    words = words_of(line)
    texts = {"rules": values["rules"], **{f"texts.{code}": text for code, text in values["texts"].items()}}
    return {name: understand(text, words, values["name"]) for name, text in texts.items()}


def unplayed(cards: Iterable[Card], line: RulesetLine) -> frozenset[str]:
    """Return the codes of cards that cannot be played because a text of theirs is not understood."""
    words = words_of(line)
    if not words.forms:
        return frozenset()
    return frozenset(
        card.code
        for card in cards
        if not all(read_text(text, words, card.name).is_understood for text in (card.rules, *card.texts.values()))
    )


@wording.route("/r/<code>/wording/read", methods=["POST"])
def read(code: str) -> Response:
    """Say what a text means that is being typed, and what may come next at the cursor."""
    line = desk.find_ruleset(code)
    words = words_of(line)
    text, name = request.form.get("text", ""), request.form.get("name", "")
    said = understand(text, words, name)
    typed = request.form.get("position", "")
    suggestions = []
    if words.forms and typed.isascii() and typed.isdigit() and len(typed) < 8:
        position = min(int(typed), len(text))
        suggestions = [
            {"text": s.text, "kind": s.kind, "start": s.start, "end": s.end}
            for s in _next_words(text, position, words, name)
        ]
    html = render_template("parts/understood.html", said=said)
    return jsonify({"html": html, "summary": said.summary, "suggestions": suggestions})


def _next_words(text: str, position: int, words: Words, name: str) -> list[Suggestion]:
    """Return what may come next, words like "this" and phrases first."""
    pointers = {said for (kind, _), (said, _) in words.spelling.items() if kind == "reference"}
    found = [s for s in complete(text, position, words, name, most=200) if s.text not in _SECOND_WORDS]
    return sorted(found, key=lambda s: 0 if s.text in pointers else _ORDER.get(s.kind, 9))[:MOST_SUGGESTIONS]


@wording.route("/r/<code>/wording")
def guide(code: str) -> str:
    """Show how the cards of a ruleset are worded, with examples from its catalog."""
    line = desk.find_ruleset(code)
    body = desk.desk().keep(("wording guide", code), (line.id, line.stamp), lambda: _guide(line))
    return render_template("cards/wording.html", body=Markup(body))


def _guide(line: RulesetLine) -> str:
    first = select(CARDS.c.id).where(CARDS.c.ruleset_id == line.id).order_by(CARDS.c.id).limit(GUIDE_CARDS)
    some = read_cards(desk.session(), line.id, list(desk.session().scalars(first)))
    return guide_body(replace(desk.words(line), cards=some), words_of(line))
