"""What may stand behind the ? of an address: each view says what it takes; anything else is refused in a sentence.

A view without ``takes`` takes nothing. Views read with ``asked`` and ``asked_number``; nobody reads request.args.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import abort, current_app, g, request

from admin.safety import Sentence

View = TypeVar("View", bound=Callable[..., Any])
Choices = Iterable[str] | Callable[..., Iterable[str]]

MOST_NAMED = 80
"""Allowed values that a refusal names."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of an address.

    kind: text, number (whole, not below ``least``) or choice. choices: the values, or what returns them when it is
    called with the view's own arguments (of a method, its object first). longest: most characters.
    """

    name: str
    kind: str
    choices: Choices = ()
    least: int = 0
    longest: int = 200

    def problem(self, value: str, allowed: Iterable[str]) -> str:
        """Return what is wrong with a value as one sentence with what is allowed, or ""."""
        if self.kind == "number":
            is_number = value.isascii() and value.isdigit() and len(value) < 10 and int(value) >= self.least
            return "" if is_number else f"{_said(self.name, value)} must be a whole number from {self.least} on."
        if self.kind == "choice":
            return "" if value in allowed else f"{_said(self.name, value)} is not possible; {_listed(allowed)}."
        if len(value) > self.longest:
            return f"{self.name} has {len(value):,} characters; at most {self.longest:,} are allowed."
        return "" if "\0" not in value else f"{self.name} holds a character that no text has; leave it out."


def text(name: str, longest: int = 200) -> Argument:
    """Return an argument that is any text up to a length."""
    return Argument(name, "text", longest=longest)


def number(name: str, least: int = 1) -> Argument:
    """Return an argument that is a whole number from ``least`` on."""
    return Argument(name, "number", least=least)


def choice(name: str, choices: Choices) -> Argument:
    """Return an argument that is one of some values; see Argument."""
    return Argument(name, "choice", choices)


def takes(*arguments: Argument) -> Callable[[View], View]:
    """Say what a view takes in its address."""

    def mark(view: View) -> View:
        view.takes = arguments  # type: ignore[attr-defined]
        return view

    return mark


def check() -> None:
    """Read the arguments of this request; one that its view does not take or allow ends it with 400."""
    endpoint = request.endpoint or ""
    if endpoint == "static" or endpoint.endswith(".static") or endpoint not in current_app.view_functions:
        return
    view = current_app.view_functions[endpoint]
    known = {argument.name: argument for argument in getattr(view, "takes", ())}
    values: dict[str, str] = {}
    for name, given in request.args.lists():
        if name not in known:
            allowed = f"it takes {', '.join(known)}" if known else "it takes nothing behind the question mark"
            abort(400, Sentence(f"This address does not know {_quoted(name)}; {allowed}."))
        if len(given) > 1:
            abort(400, Sentence(f"{name} stands twice in this address; it may stand there once."))
        if given[0]:
            values[name] = given[0]
    for name, value in values.items():
        argument = known[name]
        wrong = argument.problem(value, _allowed(argument, view))
        if wrong:
            abort(400, Sentence(wrong))
    g.asked = values


def read_form(view: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Return the fields of the form that was sent which a view takes, and by name what is wrong with them.

    Empty fields are left out. What the view takes says the same of a form as of an address.
    """
    view = current_app.view_functions[view] if isinstance(view, str) else view
    values, wrong = {}, {}
    for argument in view.takes:
        value = request.form.get(argument.name, "").strip()
        if value:
            values[argument.name] = value
            if problem := argument.problem(value, _allowed(argument, view)):
                wrong[argument.name] = problem
    return values, wrong


def asked(name: str, default: str = "") -> str:
    """Return an argument as it was checked; an empty one counts as not given."""
    return str(g.get("asked", {}).get(name, default))


def asked_number(name: str, default: int) -> int:
    """Return an argument that is a number."""
    return int(g.get("asked", {}).get(name, default))


def _allowed(argument: Argument, view: Any) -> list[str]:
    if not callable(argument.choices):
        return list(argument.choices)
    owner = getattr(view, "__self__", None)
    return list(argument.choices(*([owner] if owner is not None else []), **(request.view_args or {})))


def _listed(allowed: Iterable[str]) -> str:
    names = list(allowed)
    if not names:
        return "there is nothing to choose from"
    rest = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return f"it takes {', '.join(names[:MOST_NAMED])}{rest}"


def _said(name: str, value: str) -> str:
    return f"{name}={_quoted(value)}"


def _quoted(value: str) -> str:
    shown = value if len(value) <= 60 else value[:59] + "…"
    return f"“{shown}”"
