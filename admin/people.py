"""The person behind a session cookie. Names and passwords are kept by carddb.pipeline.users."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from sqlmodel import Session

from carddb import models
from carddb.edit import EditError
from carddb.edit.problems import problem
from carddb.pipeline import users
from carddb.rules import Finding

_USERS = models.User.__table__  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is signed in; ``seal`` changes with the password, which ends all their sessions."""

    id: int
    name: str
    is_active: bool
    seal: str

    @property
    def is_authenticated(self) -> bool:
        """Return whether they may still come in."""
        return self.is_active

    @property
    def is_anonymous(self) -> bool:
        """Return False: nobody becomes a Person without signing in."""
        return False

    def get_id(self) -> str:
        """Return what the session cookie remembers."""
        return f"{self.id}.{self.seal}"


def has_people(session: Session) -> bool:
    """Return whether anybody can sign in yet."""
    return session.execute(select(_USERS.c.id).limit(1)).first() is not None


def read_person(session: Session, person_id: int) -> Person | None:
    """Return a person who may sign in, or None."""
    row = session.get(models.User, person_id)
    if row is None or row.id is None or not row.is_active:
        return None
    return Person(row.id, row.name, row.is_active, row.password_hash[-16:])


def find_person(session: Session, cookie: str) -> Person | None:
    """Return the person whom a session cookie remembers, or None when that is over."""
    number, _, seal = cookie.partition(".")
    person = read_person(session, int(number)) if number.isdigit() and len(number) < 10 else None
    return person if person and person.seal == seal else None


def is_last(session: Session, person_id: int) -> bool:
    """Return whether nobody else can sign in."""
    query = select(_USERS.c.id).where(_USERS.c.is_active, _USERS.c.id != person_id).limit(1)
    return session.execute(query).first() is None


def refuse(field: str, message: str) -> EditError:
    """Return the error about one field of a person's form."""
    return EditError([complaint(field, message)])


def complaint(field: str, message: str) -> Finding:
    """Return a finding about one field of a person's form."""
    return problem(field, message, kind="user")


def check_new_password(password: str, again: str) -> None:
    """Raise EditError when a new password cannot be taken."""
    wrong = users.password_problem(password)
    if wrong:
        raise refuse("password", wrong)
    if password != again:
        raise refuse("again", "The two passwords differ; type the same one twice.")
