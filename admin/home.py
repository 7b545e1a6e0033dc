"""The first page with all games, and the page of one game with its findings."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from sqlalchemy import func, select
from werkzeug.wrappers import Response

from admin import checks, desk, pictures
from admin.desk import CARDS, RulesetLine
from carddb import models
from carddb.catalog import Card
from carddb.catalog.read import read_cards
from carddb.rules import Finding

home = Blueprint("home", __name__)

FAN = 5
"""Cards in the fan of a game."""

_RARITIES = models.Rarity.__table__  # type: ignore[attr-defined]
_TYPES = models.CardType.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Game:
    """What the pages show of a game; ``findings`` is None when they were not looked for."""

    line: RulesetLine
    description: str
    counts: dict[str, int]
    fan: tuple[Card, ...]
    keys: dict[int, str]
    findings: list[Finding] | None


@home.route("/")
def index() -> str:
    """Show all games."""
    games = [_game(line) for line in desk.list_rulesets()]
    return render_template("home.html", games=games)


@home.route("/r/<code>/")
def ruleset_page(code: str) -> str:
    """Show a game: its cards, its numbers, its findings, its downloads."""
    line = desk.find_ruleset(code)
    return render_template("ruleset.html", game=_game(line), catalog=desk.words(line))


@home.route("/r/<code>/findings")
def findings(code: str) -> str:
    """Check a whole ruleset, however large, and show what was found."""
    line = desk.find_ruleset(code)
    return render_template("findings.html", findings=checks.of_ruleset(line))


@home.route("/favicon.ico")
def favicon() -> Response:
    """Answer browsers that ask here instead of reading the page."""
    return redirect(url_for("static", filename="icon.svg"))


def _game(line: RulesetLine) -> Game:
    words = desk.words(line)
    fan = desk.desk().keep(("fan", line.code), (line.id, line.stamp), lambda: _fan(line))
    return Game(
        line,
        words.ruleset.description,
        desk.desk().keep(("counts", line.code), (line.id, line.stamp), lambda: _counts(line)),
        fan,
        {card.id: pictures.picture_key(card, line) for card in fan},
        checks.of_ruleset_if_quick(line),
    )


def _fan(line: RulesetLine) -> tuple[Card, ...]:
    """Return a few fine cards: the rarest ones of several types."""
    query = (
        select(CARDS.c.id, CARDS.c.card_type_id)
        .join(_RARITIES, _RARITIES.c.id == CARDS.c.rarity_id)
        .join(_TYPES, _TYPES.c.id == CARDS.c.card_type_id)
        .where(CARDS.c.ruleset_id == line.id, _TYPES.c.in_deck)
        .order_by(_RARITIES.c.position.desc(), CARDS.c.position, CARDS.c.id)
        .limit(60)
    )
    rows = desk.session().execute(query).all()
    chosen: list[int] = []
    for limit in (1, 2, FAN):
        for row in rows:
            of_type = sum(1 for other in rows if other.id in chosen and other.card_type_id == row.card_type_id)
            if len(chosen) < FAN and row.id not in chosen and of_type < limit:
                chosen.append(row.id)
    return read_cards(desk.session(), line.id, chosen) if chosen else ()


def _counts(line: RulesetLine) -> dict[str, int]:
    tables = {
        "card": models.Card,
        "deck": models.Deck,
        "keyword": models.Keyword,
        "rule": models.Rule,
        "ruling": models.Ruling,
        "parameter": models.Parameter,
    }
    counts = {}
    for name, model in tables.items():
        table = model.__table__  # type: ignore[attr-defined]
        query = select(func.count()).select_from(table).where(table.c.ruleset_id == line.id)
        counts[name] = int(desk.session().execute(query).scalar_one())
    return counts
