"""Signing in: a one-time link for the first person, then name and password; signing out by POST."""

from __future__ import annotations

import secrets
from typing import cast

from flask import Blueprint, Flask, current_app, flash, redirect, render_template, request, session, url_for
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_login import LoginManager, current_user, login_required, login_user, logout_user
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect
from werkzeug.wrappers import Response

from admin import desk, people
from admin.arguments import asked, takes, text
from carddb.edit import EditError
from carddb.models.base import NAME
from carddb.models.database import reading
from carddb.pipeline import users

TRIES = "10 per minute; 60 per hour"
_TOKEN = "carddb.first_token"

signin = Blueprint("signin", __name__)


def first_link(app: Flask, address: str) -> str | None:
    """Return the one-time link by which the first person chooses name and password; None when somebody can sign in.

    Every call makes a new link, and only the newest one works.

    Args:
        app: the app that will serve it.
        address: where it is served, such as http://127.0.0.1:8000.
    """
    with reading(app.extensions["carddb"].engine) as opened:
        if people.has_people(opened):
            return None
    token = secrets.token_urlsafe(24)
    app.extensions[_TOKEN] = token
    return f"{address.rstrip('/')}/first?token={token}"


def install(app: Flask) -> None:
    """Add the sign-in pages to an app."""
    manager = LoginManager(app)
    manager.session_protection = None
    manager.user_loader(lambda cookie: people.find_person(desk.session(), cookie))
    limiter = Limiter(get_remote_address, app=app, storage_uri="memory://", headers_enabled=False)
    app.register_blueprint(signin)
    for name in ("sign_in", "first"):
        view = app.view_functions[f"signin.{name}"]
        limited = limiter.limit(TRIES, methods=["POST"])(view)
        app.view_functions[f"signin.{name}"] = limiter.limit(TRIES, key_func=_typed_name, methods=["POST"])(limited)


def _typed_name() -> str:
    return "name:" + request.form.get("name", "")[:200].casefold()


@signin.route("/sign-in", methods=["GET", "POST"])
@takes(text("next", 4000))
def sign_in() -> str | Response | tuple[str, int]:
    """Ask for name and password."""
    if current_user.is_authenticated:
        return redirect(_target())
    if request.method != "POST":
        return render_template("signin.html", is_empty=not people.has_people(desk.session()))
    name = request.form.get("name", "")
    person = _check(name, request.form.get("password", ""))
    if person is None:
        problem = "This name and password do not fit. Check both; after several tries you must wait a minute."
        return render_template("signin.html", name=name, problem=problem, is_empty=False), 401
    _enter(person)
    return redirect(_target())


@signin.route("/first", methods=["GET", "POST"])
@takes(text("token"))
def first() -> str | Response | tuple[str, int]:
    """Let the holder of the one-time link choose name and password."""
    token = request.form.get("token", asked("token"))
    known = current_app.extensions.get(_TOKEN)
    is_good = bool(known) and secrets.compare_digest(token.encode(), str(known).encode())
    if not is_good or people.has_people(desk.session()):
        return render_template("signin.html", is_spent=True, is_empty=False), 403
    if request.method != "POST":
        return render_template("first.html", token=token)
    name, password = request.form.get("name", "").strip(), request.form.get("password", "")
    try:
        wrong = users.name_problem(name)
        if wrong:
            raise people.refuse("name", wrong)
        people.check_new_password(password, request.form.get("again", ""))
    except EditError as error:
        return render_template("first.html", token=token, name=name, findings=error.findings), 400
    if current_app.extensions.pop(_TOKEN, None) != known:
        return render_template("signin.html", is_spent=True, is_empty=False), 403
    users.add_user(desk.desk().engine, name, password)
    desk.close_session()
    _enter(_check(name, password))
    flash("Welcome. From now on you sign in with this name and password.", "good")
    return redirect(url_for("home.index"))


@signin.route("/sign-out", methods=["POST"])
@login_required
def sign_out() -> Response:
    """End the session of this browser."""
    logout_user()
    session.clear()
    return redirect(url_for("signin.sign_in"))


@signin.route("/you", methods=["GET", "POST"])
def you() -> str | Response | tuple[str, int]:
    """Change one's own password; all other browsers of this person are signed out by it."""
    if request.method != "POST":
        return render_template("you.html")
    person = cast(people.Person, current_user)
    password = request.form.get("password", "")
    try:
        if _check(person.name, request.form.get("old", "")) is None:
            raise people.refuse("old", "This is not your present password.")
        people.check_new_password(password, request.form.get("again", ""))
    except EditError as error:
        return render_template("you.html", findings=error.findings), 400
    users.set_password(desk.desk().engine, person.name, password)
    desk.close_session()
    _enter(_check(person.name, password))
    flash("Your password is changed. Other browsers were signed out.", "good")
    return redirect(url_for("home.index"))


def _check(name: str, password: str) -> people.Person | None:
    person_id = users.verify(desk.desk().engine, name.strip()[:NAME], password)
    return people.read_person(desk.session(), person_id) if person_id else None


def _enter(person: people.Person | None) -> None:
    assert person is not None
    session.clear()
    session.permanent = True
    login_user(person)


def _target() -> str:
    """Return where to go after signing in: a page of ours, or the home page."""
    wanted = request.form.get("next", asked("next"))
    if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and wanted.isprintable():
        adapter = current_app.create_url_adapter(request)
        try:
            if adapter:
                adapter.match(wanted.partition("?")[0], method="GET")
                return wanted
        except (HTTPException, RequestRedirect):
            pass
    return url_for("home.index")
