"""The Flask application: settings, guards, pages, tables. No page is defined here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask import Flask, g
from jinja2.bccache import Bucket, BytecodeCache
from sqlalchemy import Engine

from admin import (
    arguments,
    art,
    book,
    cards,
    decks,
    desk,
    downloads,
    history,
    home,
    jobs,
    marks,
    printers,
    releases,
    renaming,
    safety,
    sheets,
    signin,
    tables,
    wording,
)
from admin.database import Database

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def create_app(
    engine: Engine,
    *,
    files: Path,
    hosts: Sequence[str] | None = LOOPBACK,
    secure: bool = False,
    secret: str | None = None,
) -> Flask:
    """Make the admin.

    Args:
        engine: an engine of carddb.models.database.open_engine, its schema up to date.
        files: the project's folder for art, the key of the cookies and rendered pictures; print templates of the
            project's own are looked for beside it.
        hosts: the names under which the admin may be called; None takes any name.
        secure: cookies only over https (behind a proxy with a certificate).
        secret: the key that signs the cookies; by default one is made once and kept in ``files``.
    """
    app = Flask("admin")
    app.config.update(
        SECRET_KEY=secret or safety.secret_key(files),
        SESSION_COOKIE_NAME="carddb",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=secure,
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        MAX_CONTENT_LENGTH=safety.LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=safety.LARGEST_REQUEST,
        WTF_CSRF_TIME_LIMIT=None,
        SQLALCHEMY_DATABASE_URI="sqlite://",
        SEND_FILE_MAX_AGE_DEFAULT=timedelta(hours=1),
    )
    app.jinja_env.bytecode_cache = _TEMPLATES
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.extensions["carddb"] = desk.Desk(engine, files)
    app.teardown_appcontext(desk.close_session)
    safety.guard(app, hosts)
    signin.install(app)
    app.before_request(arguments.check)
    app.jinja_env.globals["asked"] = arguments.asked
    database = Database(engine)
    database.init_app(app)
    for pages in (
        home.home, cards.cards, decks.decks, book.book, history.history, renaming.renaming, downloads.downloads,
        art.art, sheets.sheets, printers.printers, releases.releases,
    ):  # fmt: skip
        app.register_blueprint(pages)
    jobs.install(app)
    wording.install(app)
    tables.install(app, database)
    marks.install(app)
    app.context_processor(_navigation)
    return app


class _CompiledTemplates(BytecodeCache):
    """Compiled templates by their content; further apps of one process need not compile them again."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill a bucket with what was compiled before."""
        code = self._code.get((bucket.key, bucket.checksum))
        if code is not None:
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what was compiled."""
        self._code[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


_TEMPLATES = _CompiledTemplates()


def _navigation() -> dict[str, Any]:
    return {"rulesets": desk.list_rulesets, "ruleset": g.get("ruleset")}
