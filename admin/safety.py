"""What guards every page: who may see it, tokens, headers, sizes, and error pages that never lose typed text."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, Response, current_app, redirect, render_template, request, session, url_for
from flask_login import current_user
from flask_wtf.csrf import CSRFError, CSRFProtect
from sqlalchemy.exc import DataError, OperationalError
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter
from werkzeug.sansio.utils import host_is_trusted

LARGEST_REQUEST = 8 * 1024 * 1024
LARGEST_UPLOAD = 128 * 1024 * 1024
"""Most that the forms for pictures take at once; others take LARGEST_REQUEST."""

OPEN_ENDPOINTS = frozenset({"static", "signin.sign_in", "signin.first"})
"""The only endpoints that answer people who have not signed in."""

CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

WORDS = {
    400: ("This address cannot be read", "The page sent something that cannot be read. Go back and try again."),
    403: ("Not for you", "You are signed in, but this may not be changed here."),
    404: ("Nothing is here", "It was deleted or renamed, or the address has a typing error."),
    405: ("Not this way", "This address only takes what its own page sends."),
    413: ("Too much at once", "Send less at once."),
    429: ("Too many tries", "Wait a minute, then try again."),
    500: ("A mistake of ours", "Nothing was written. What happened is in the server's log."),
    503: ("Somebody else is saving", "The database was busy for too long; nothing was written. Send it again."),
}
SECRET_FIELDS = ("password", "again", "token", "csrf_token")


class IdConverter(BaseConverter):
    """A row id in an address; anything else is 404."""

    regex = r"[1-9][0-9]{0,8}"
    part_isolating = True

    def to_python(self, value: str) -> int:
        """Return the id as a number."""
        return int(value)


def secret_key(files: Path) -> str:
    """Return the key that signs the cookies; it is made once and readable only by its owner."""
    path = files / "secret_key"
    try:
        return path.read_text("ascii").strip()
    except FileNotFoundError:
        files.mkdir(parents=True, exist_ok=True)
    key = secrets.token_hex(32)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(key + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(temporary, path)
    except FileExistsError:
        key = path.read_text("ascii").strip()
    finally:
        os.unlink(temporary)
    return key


def guard(app: Flask, hosts: Sequence[str] | None) -> None:
    """Put the guards in front of every route of the app, and the headers on every answer.

    hosts: the names by which the app may be called, None for any (a page elsewhere could point its name here).
    """
    app.url_map.converters["id"] = IdConverter
    if hosts is not None:
        app.before_request(partial(_refuse_host, list(hosts)))
    app.before_request(_require_sign_in)
    app.before_request(_limit_size)
    CSRFProtect(app)
    app.before_request(_refuse_other_sites)
    app.after_request(_add_headers)
    app.register_error_handler(CSRFError, _csrf_page)
    app.register_error_handler(HTTPException, _error_page)
    app.register_error_handler(OperationalError, _busy_page)
    app.register_error_handler(DataError, _data_page)
    app.register_error_handler(Exception, _mistake_page)


def _refuse_host(hosts: list[str]) -> Response | None:
    if host_is_trusted(request.environ.get("HTTP_HOST", ""), hosts):
        return None
    return Response("This carddb is not called by that name. Use its address on this machine.\n", 400)


def _require_sign_in() -> Response | tuple[str, int] | None:
    endpoint = request.endpoint or ""
    if endpoint in OPEN_ENDPOINTS or endpoint.endswith(".static") or current_user.is_authenticated:
        return None
    if request.method not in ("GET", "HEAD"):
        title = "You are not signed in any more"
        text = "Sign in again in a second tab, then copy your text from below. Nothing was written."
        return error_page(401, title, text), 401
    target = request.full_path.rstrip("?")
    return redirect(url_for("signin.sign_in", next=target if target != "/" else None))


View = TypeVar("View", bound=Callable[..., Any])


def takes_uploads(view: View) -> View:
    """Mark a view whose form may carry pictures."""
    view.largest = LARGEST_UPLOAD  # type: ignore[attr-defined]
    return view


def _limit_size() -> tuple[str, int] | None:
    """Say how much this request may hold, before anything of it is read."""
    view = current_app.view_functions.get(request.endpoint or "")
    request.max_content_length = getattr(view, "largest", LARGEST_REQUEST)
    return None


def _refuse_other_sites() -> tuple[str, int] | None:
    """Refuse posts that a browser says come from another site, whatever token they carry."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return None
    if request.headers.get("Sec-Fetch-Site", "same-origin") in ("same-origin", "none"):
        return None
    return error_page(403, "From another site", "Another web site sent this; it was refused."), 403


def _add_headers(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", CONTENT_POLICY)
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["X-Frame-Options"] = "DENY"
    response.headers["Referrer-Policy"] = "same-origin"
    response.headers["Cross-Origin-Opener-Policy"] = "same-origin"
    response.headers["Permissions-Policy"] = "camera=(), microphone=(), geolocation=()"
    if response.mimetype == "text/html":
        response.headers["Cache-Control"] = "no-store"
    return response


def error_page(code: int, title: str, text: str) -> str:
    """Return the page of an error, with what was typed so that it can be copied."""
    typed: list[tuple[str, str]] = []
    if code != 413 and request.method == "POST":
        values = request.form.items(multi=True)
        typed = [(k, v) for k, v in values if k not in SECRET_FIELDS and v.strip() and not k.startswith("row_")]
    is_known = current_user.is_authenticated and code != 500
    again = request.path if code == 400 and request.method == "GET" and request.args and is_known else ""
    return render_template(
        "error.html", code=code, title=title, text=text, typed=typed, is_known=is_known, again=again
    )


def _csrf_page(_error: CSRFError) -> tuple[str, int]:
    title = "This page was open for too long"
    text = "Its token does not fit your session any more, so nothing was written. Load the page again and repeat."
    if "csrf_token" not in session:
        text = "Your browser sent no session cookie, so nothing was written. Allow cookies for this address."
    return error_page(400, title, text), 400


def _error_page(error: HTTPException) -> tuple[str, int] | HTTPException:
    code = error.code or 500
    if code < 400:
        return error
    title, text = WORDS.get(code, (error.name, "Go back and try again."))
    if code == 413:
        most = (request.max_content_length or LARGEST_REQUEST) // 1024 // 1024
        text = f"One form may hold {most} MB; nothing was written. Send less at once."
    if isinstance(error.description, Sentence):
        text = str(error.description)
    return error_page(code, title, text), code


class Sentence(str):
    """A description of an error that was written for people: abort(404, Sentence("..."))."""


def _busy_page(error: OperationalError) -> tuple[str, int]:
    if "locked" not in str(error.orig) and "busy" not in str(error.orig):
        return _mistake_page(error)
    return error_page(503, *WORDS[503]), 503


def _data_page(_error: DataError) -> tuple[str, int]:
    text = "It holds a character or a number that no database can store; nothing was written."
    return error_page(400, "That cannot be stored", text), 400


def _mistake_page(error: Exception) -> tuple[str, int]:
    current_app.logger.error("%s %s", request.method, request.path.encode("unicode_escape").decode(), exc_info=error)
    return error_page(500, *WORDS[500]), 500
