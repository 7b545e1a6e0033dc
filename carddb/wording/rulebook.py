"""The markup of rulebook texts: {parameter}, {=3}, {?name:yes|no}, {card:...}, **bold** and *italic*.

{?name=3:yes|no} compares with a value, {?name==other:yes|no} with the value of another parameter.

Nothing is drawn here: a text becomes runs to print, or a list of what it names and what is wrong with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from carddb.catalog import Card, Catalog, Keyword, Parameter, ParameterValue, Symbol

RunKind = Literal["text", "parameter", "constant", "card", "keyword", "symbol", "rule", "unknown"]

_REFERENCE = re.compile(r"(card|keyword|symbol|rule):\s*(\S+)")
_CONDITION = re.compile(r"\?\s*([\w.\-]+)\s*(?:=\s*([^:{}|]*?)\s*)?:")
_NAME = re.compile(r"[A-Za-z_][\w.\-]*")
_DEPTH_LIMIT = 20


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one style; ``text`` is what prints, ``code`` what it refers to.

    kind "unknown": the placeholder names nothing; ``text`` is then the placeholder as typed.
    """

    kind: RunKind
    text: str
    code: str = ""
    bold: bool = False
    italic: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or a bullet of a longer text."""

    kind: Literal["paragraph", "bullet"]
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A thing that a text names; kind is parameter, card, keyword, symbol or rule."""

    kind: str
    code: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a text, in one sentence, and where. ``kind``: syntax or digit."""

    kind: Literal["syntax", "digit"]
    message: str
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Words:
    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _Place:
    kind: RunKind
    code: str
    source: str
    start: int


@dataclass(frozen=True, slots=True)
class _Branch:
    name: str
    value: str | None
    yes: tuple[_Node, ...]
    no: tuple[_Node, ...]
    source: str
    start: int


_Node = _Words | _Place | _Branch


def fill(text: str, catalog: Catalog, values: Mapping[str, ParameterValue] | None = None) -> tuple[Run, ...]:
    """Return the runs that a text prints, with the parameter values in force.

    values: further names (or other values) that placeholders may use, such as ``actual`` in a deck rule.
    """
    nodes, _ = _parse(text)
    return _style(tuple(_evaluate(nodes, catalog, values or {})))


def plain(text: str, catalog: Catalog, values: Mapping[str, ParameterValue] | None = None) -> str:
    """Return what a text prints as words alone; a symbol is written by its name."""
    return "".join(run.text for run in fill(text, catalog, values))


def read_blocks(text: str, catalog: Catalog) -> tuple[Block, ...]:
    """Split a text at blank lines and bullets ("- ") into blocks of runs; wrapped lines are joined."""
    blocks: list[Block] = []
    kind: Literal["paragraph", "bullet"] = "paragraph"
    lines: list[str] = []

    def close() -> None:
        if lines:
            blocks.append(Block(kind, fill(" ".join(lines), catalog)))
            lines.clear()

    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith("- "):
            close()
            kind = "bullet" if line else "paragraph"
            line = line[2:].strip()
        if line:
            lines.append(line)
    close()
    return tuple(blocks)


def read_references(text: str) -> tuple[Reference, ...]:
    """Return everything that a text names, in order, in every branch of it."""
    return tuple(_references(_parse(text)[0]))


def read_problems(text: str) -> tuple[Problem, ...]:
    """Return the faults of a text that need no catalog: broken braces, digits that are no parameter."""
    nodes, problems = _parse(text)
    return tuple(sorted([*problems, *_digits(nodes)], key=lambda problem: problem.span))


def show_value(parameter: Parameter, value: ParameterValue | None = None) -> str:
    """Return a parameter's value (or another value of it) in the words that a rule prints."""
    shown = parameter.value if value is None else value
    for choice in parameter.choices:
        if choice.value == shown:
            return choice.text
    return _show(shown)


def _show(value: ParameterValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value == "none":
        return "no limit"
    if isinstance(value, tuple):
        return " and ".join(filter(None, (", ".join(value[:-1]), *value[-1:])))
    return str(value)


def _parse(text: str) -> tuple[tuple[_Node, ...], list[Problem]]:
    problems: list[Problem] = []
    nodes, _ = _parse_nodes(text, 0, 0, problems)
    return nodes, problems


def _parse_nodes(
    text: str, at: int, depth: int, problems: list[Problem], stops: str = ""
) -> tuple[tuple[_Node, ...], int]:
    """Read nodes until one of ``stops`` on this level or the end; return them and the place of the stop."""
    nodes: list[_Node] = []
    start = at
    while at < len(text):
        char = text[at]
        if char == "{" or char in stops or char == "}":
            if at > start:
                nodes.append(_Words(text[start:at], start))
            if char in stops:
                return tuple(nodes), at
            node, end = _parse_place(text, at, depth, problems) if char == "{" else (_Words("}", at), at + 1)
            if char == "}":
                problems.append(Problem("syntax", "A closing brace has no opening one.", (at, end)))
            nodes.append(node)
            at = start = end
        else:
            at += 1
    if at > start:
        nodes.append(_Words(text[start:], start))
    return tuple(nodes), at


def _parse_place(text: str, at: int, depth: int, problems: list[Problem]) -> tuple[_Node, int]:
    if match := _CONDITION.match(text, at + 1):
        return _parse_branch(text, at, match, depth, problems)
    end = text.find("}", at)
    if end < 0:
        problems.append(Problem("syntax", "An opening brace is never closed.", (at, len(text))))
        return _Words(text[at:], at), len(text)
    inner = text.find("{", at + 1, end)
    if inner > 0:
        problems.append(Problem("syntax", "An opening brace is never closed.", (at, inner)))
        return _Words(text[at:inner], at), inner
    source, body = text[at : end + 1], text[at + 1 : end].strip()
    if body.startswith("=") and body[1:].strip():
        return _Place("constant", body[1:].strip(), source, at), end + 1
    if reference := _REFERENCE.fullmatch(body):
        kind: RunKind = reference[1]  # type: ignore[assignment]  # the pattern allows just those kinds
        return _Place(kind, reference[2], source, at), end + 1
    if _NAME.fullmatch(body):
        return _Place("parameter", body, source, at), end + 1
    problems.append(
        Problem("syntax", f'"{source}" is neither a parameter nor {{=constant}} nor {{kind:code}}.', (at, end + 1))
    )
    return _Place("unknown", body, source, at), end + 1


def _parse_branch(text: str, at: int, match: re.Match[str], depth: int, problems: list[Problem]) -> tuple[_Node, int]:
    if depth >= _DEPTH_LIMIT:
        problems.append(Problem("syntax", f"Choices are nested more than {_DEPTH_LIMIT} deep.", (at, len(text))))
        return _Words(text[at:], at), len(text)
    yes, end = _parse_nodes(text, match.end(), depth + 1, problems, "|}")
    no: tuple[_Node, ...] = ()
    if text[end : end + 1] == "|":
        no, end = _parse_nodes(text, end + 1, depth + 1, problems, "}")
    if end >= len(text):
        problems.append(Problem("syntax", f'The choice "{{?{match[1]}:" is never closed.', (at, len(text))))
    return _Branch(match[1], match[2], yes, no, text[at : end + 1], at), end + 1


def _evaluate(nodes: tuple[_Node, ...], catalog: Catalog, values: Mapping[str, ParameterValue]) -> Iterator[Run]:
    for node in nodes:
        if isinstance(node, _Words):
            yield Run("text", node.text)
        elif isinstance(node, _Place):
            yield _run(node, catalog, values)
        elif node.name in values or node.name in catalog.parameters:
            value = values[node.name] if node.name in values else catalog.parameters[node.name].value
            wanted = node.value
            if wanted and wanted.startswith("="):
                other = wanted[1:].strip()
                if other not in values and other not in catalog.parameters:
                    yield Run("unknown", node.source, other)
                    continue
                compared = values[other] if other in values else catalog.parameters[other].value
                holds = value == compared
            else:
                holds = _holds(value, wanted)
            yield from _evaluate(node.yes if holds else node.no, catalog, values)
        else:
            yield Run("unknown", node.source, node.name)


def _holds(value: ParameterValue, wanted: str | None) -> bool:
    """Tell which branch is taken: a limit is true unless it is none, a list unless it is empty."""
    if wanted is None:
        return value not in (False, "none", "no", 0, ())
    return wanted == ("true" if value is True else "false" if value is False else str(value))


def _run(place: _Place, catalog: Catalog, values: Mapping[str, ParameterValue]) -> Run:
    code = place.code
    if place.kind == "constant":
        return Run("constant", code)
    if place.kind == "parameter" and code in values:
        return Run("parameter", _show(values[code]), code)
    if place.kind == "parameter" and code in catalog.parameters:
        return Run("parameter", show_value(catalog.parameters[code]), code)
    if place.kind == "rule" and code in catalog.rules:
        return Run("rule", code, code)
    thing: Card | Keyword | Symbol | None = None
    if place.kind == "card":
        thing = catalog.card_by_code.get(code)
    elif place.kind == "keyword":
        thing = catalog.keywords.get(code)
    elif place.kind == "symbol":
        thing = catalog.symbols.get(code)
    return Run(place.kind, thing.name, code) if thing else Run("unknown", place.source, code)


def _style(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """Take the paired stars out of the words and style what stands between them; a lone star prints."""
    pieces: list[Run] = []
    for run in runs:
        if run.kind == "text":
            pieces.extend(Run("text", part) for part in re.split(r"(\*\*|\*)", run.text) if part)
        else:
            pieces.append(run)
    marks = _pair_stars(pieces)
    styled: list[Run] = []
    bold = italic = False
    for index, piece in enumerate(pieces):
        if index in marks:
            bold ^= piece.text == "**"
            italic ^= piece.text == "*"
            continue
        piece = replace(piece, bold=bold, italic=italic)
        last = styled[-1] if styled else None
        if last and last.kind == piece.kind == "text" and (last.bold, last.italic) == (bold, italic):
            styled[-1] = replace(last, text=last.text + piece.text)
        else:
            styled.append(piece)
    return tuple(styled)


def _pair_stars(pieces: list[Run]) -> set[int]:
    """Return the places of the stars that open or close a style: opened before a word, closed after one."""
    marks: set[int] = set()
    for mark in ("**", "*"):
        opened: int | None = None
        for index, piece in enumerate(pieces):
            if piece.kind != "text" or piece.text != mark:
                continue
            before = pieces[index - 1].text[-1:] if index else " "
            after = pieces[index + 1].text[:1] if index + 1 < len(pieces) else " "
            if opened is None and not after.isspace():
                opened = index
            elif opened is not None and not before.isspace():
                marks.update((opened, index))
                opened = None
    return marks


def _references(nodes: tuple[_Node, ...]) -> Iterator[Reference]:
    for node in nodes:
        if isinstance(node, _Branch):
            span = (node.start, node.start + len(node.source))
            yield Reference("parameter", node.name, span)
            if node.value and node.value.startswith("="):
                yield Reference("parameter", node.value[1:].strip(), span)
            yield from _references(node.yes)
            yield from _references(node.no)
        elif isinstance(node, _Place) and node.kind not in ("constant", "unknown"):
            yield Reference(node.kind, node.code, (node.start, node.start + len(node.source)))


def _digits(nodes: tuple[_Node, ...]) -> Iterator[Problem]:
    for node in nodes:
        if isinstance(node, _Branch):
            yield from _digits(node.yes)
            yield from _digits(node.no)
        elif isinstance(node, _Words):
            for match in re.finditer(r"\d+", node.text):
                span = (node.start + match.start(), node.start + match.end())
                message = f'The number "{match[0]}" is no {{parameter}} and no constant {{={match[0]}}}.'
                yield Problem("digit", message, span)
