"""What templates draw with: sigils and symbols as vectors, texts with their symbols, times, links of findings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from flask import Flask, url_for
from markupsafe import Markup, escape

from carddb.catalog import Affinity, Catalog, Rarity, Symbol
from carddb.rules import Finding
from carddb.wording.markup import Vocabulary
from carddb.wording.rulebook import Block, Run, fill, read_blocks

_SVG = Markup(
    '<svg class="{kind}" viewBox="0 0 100 100" role="img" aria-label="{name}"><title>{name}</title>'
    '<path d="{path}"{fill}/></svg>'
)


def install(app: Flask) -> None:
    """Give the templates these functions."""
    app.jinja_env.globals.update(
        sigil=sigil,
        rarity_mark=rarity_mark,
        symbol=symbol,
        rules_lines=rules_lines,
        rulebook_runs=rulebook_runs,
        rulebook_blocks=rulebook_blocks,
        finding_link=finding_link,
        counts_of=counts_of,
        plural=plural,
    )
    app.jinja_env.filters.update(moment=moment, count=count)


def _vector(kind: str, name: str, path: str, color: str = "") -> Markup:
    fill_color = Markup(' fill="{}"').format(color) if color else Markup("")
    return _SVG.format(kind=kind, name=name, path=path, fill=fill_color)


@lru_cache(maxsize=500)
def sigil(affinity: Affinity) -> Markup:
    """Return an affinity's sigil in its hue, named for those who do not see it."""
    if not affinity.sigil:
        return Markup('<span class="sigil word">{}</span>').format(affinity.name[:2])
    return _vector("sigil", affinity.name, affinity.sigil, affinity.color)


@lru_cache(maxsize=500)
def rarity_mark(rarity: Rarity) -> Markup:
    """Return a rarity's mark."""
    if not rarity.mark:
        return Markup('<span class="mark word">{}</span>').format(rarity.name[:1])
    return _vector("mark", rarity.name, rarity.mark)


@lru_cache(maxsize=500)
def symbol(found: Symbol) -> Markup:
    """Return a symbol as it stands in a text."""
    return _vector("symbol", found.name, found.path)


def rules_lines(text: str, catalog: Catalog) -> list[Markup]:
    """Return the lines of a card's text with symbols drawn and keywords bold."""
    lines = []
    for line in Vocabulary.of(catalog).read(text):
        parts: list[Markup] = []
        for token in line.tokens:
            if token.kind == "symbol":
                parts.append(symbol(catalog.symbols[token.code]))
            elif token.kind == "keyword":
                parts.append(Markup("<b>{}</b>").format(token.text))
            else:
                parts.append(escape(token.text))
        lines.append(Markup("").join(parts))
    return lines


def rulebook_runs(text: str, catalog: Catalog, values: dict[str, Any] | None = None) -> Markup:
    """Return one paragraph of the rulebook with its placeholders filled."""
    return _runs(fill(text, catalog, values), catalog)


def rulebook_blocks(text: str, catalog: Catalog) -> Markup:
    """Return a longer text of the rulebook as paragraphs and bullets."""
    parts: list[Markup] = []
    blocks: list[Block] = list(read_blocks(text, catalog))
    for index, block in enumerate(blocks):
        inner = _runs(block.runs, catalog)
        if block.kind == "bullet":
            before = index and blocks[index - 1].kind == "bullet"
            after = index + 1 < len(blocks) and blocks[index + 1].kind == "bullet"
            inner = Markup("{}<li>{}</li>{}").format(
                Markup("") if before else Markup("<ul>"), inner, Markup("") if after else Markup("</ul>")
            )
            parts.append(inner)
        else:
            parts.append(Markup("<p>{}</p>").format(inner))
    return Markup("").join(parts)


def _runs(runs: Iterable[Run], catalog: Catalog) -> Markup:
    parts: list[Markup] = []
    for run in runs:
        if run.kind == "symbol" and run.code in catalog.symbols:
            part = symbol(catalog.symbols[run.code])
        elif run.kind == "parameter":
            part = Markup('<a class="value" href="{}" title="{}">{}</a>').format(
                url_for("book.parameters", code=catalog.ruleset.code) + f"#{run.code}", run.code, run.text
            )
        elif run.kind == "rule":
            part = Markup('<a href="{}">{}</a>').format(
                url_for("book.rules", code=catalog.ruleset.code) + f"#{run.code}", run.text
            )
        elif run.kind == "card":
            part = Markup('<a href="{}">{}</a>').format(
                url_for("cards.by_code", code=catalog.ruleset.code, card=run.code), run.text
            )
        elif run.kind == "unknown":
            part = Markup('<mark class="wrong">{}</mark>').format(run.text)
        else:
            part = escape(run.text)
        if run.bold:
            part = Markup("<b>{}</b>").format(part)
        if run.italic:
            part = Markup("<i>{}</i>").format(part)
        parts.append(part)
    return Markup("").join(parts)


def finding_link(finding: Finding, code: str) -> str:
    """Return the address of the place that a finding is about, or ""."""
    where = finding.where
    if where.kind == "card" and where.code:
        return url_for("cards.by_code", code=code, card=where.code)
    if where.kind == "deck" and where.code:
        return url_for("decks.by_code", code=code, deck=where.code)
    if where.kind == "rule" and where.code:
        return url_for("book.rules", code=code) + f"#{where.code}"
    if where.kind == "parameter" and where.code:
        return url_for("book.parameters", code=code) + f"#{where.code}"
    if where.kind == "ruling" and where.code:
        return url_for("book.rulings", code=code) + f"#{where.code}"
    return ""


def counts_of(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each severity that occurs, the gravest first."""
    counts = {"error": 0, "warning": 0, "info": 0}
    for finding in findings:
        counts[finding.severity] += 1
    return {level: number for level, number in counts.items() if number}


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its word: 1 card, 2 cards."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def count(number: int) -> str:
    """Return a number as people read it."""
    return f"{number:,}"


def moment(at: datetime) -> Markup:
    """Return a moment as a time element, in UTC to the minute."""
    if at.tzinfo is None:
        at = at.replace(tzinfo=UTC)
    at = at.astimezone(UTC)
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(timespec="seconds"), f"{at:%Y-%m-%d %H:%M}")
