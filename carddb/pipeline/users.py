"""People who may sign in: adding them, their passwords as argon2 hashes, and what was changed about them by whom."""

from __future__ import annotations

from typing import Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Engine, select
from sqlmodel import Session

from carddb.edit import write_session
from carddb.models import Revision, User
from carddb.models.base import CODE
from carddb.pipeline.project import UsageError

SHORTEST = 8
"""Shortest password, in characters."""
LONGEST = 200
"""Longest password, in characters; hashing more would only keep the machine busy."""

_HASHER = PasswordHasher()


def password_problem(password: str) -> str:
    """Return why a password is refused, or ""."""
    if len(password) < SHORTEST:
        return f"The password needs at least {SHORTEST} characters."
    return f"The password may have at most {LONGEST} characters." if len(password) > LONGEST else ""


def name_problem(name: str) -> str:
    """Return why a person's name is refused, or ""."""
    if not name.strip() or name != name.strip() or not name.isprintable() or len(name) > 60:
        return "The name must be 1 to 60 visible characters, without spaces around it."
    return ""


def add_user(engine: Engine, name: str, password: str, *, author: str = "") -> int:
    """Add a person.

    author: who does it, for the history; the person alone if it is left out.
    Returns: their id. Raises: UsageError when name or password cannot be taken.
    """
    problem = name_problem(name) or password_problem(password)
    if problem:
        raise UsageError(problem)
    with write_session(engine) as session:
        if _find(session, name):
            raise UsageError(f"{name} is already there; 'carddb user passwd {name}' sets a new password.")
        user = User(name=name, password_hash=_HASHER.hash(password))
        session.add(user)
        session.flush()
        assert user.id is not None
        _remember(session, user, None, _known(user), author or name)
        return user.id


def set_password(engine: Engine, name: str, password: str, *, author: str = "") -> None:
    """Set a password; author as for add_user.

    Raises: UsageError when there is no such person or the password cannot be taken.
    """
    with write_session(engine) as session:
        user = _find(session, name)
        if user is None:
            raise UsageError(f"There is nobody called {name!r}; 'carddb user list' names all.")
        _change(session, user, author or name, password, user.is_active)


def change_user(engine: Engine, user_id: int, *, author: str, password: str, is_active: bool) -> None:
    """Let a person sign in or not, and set another password unless it is ""; both in one change.

    Raises: LookupError when there is no such person; UsageError when the password cannot be taken.
    """
    with write_session(engine) as session:
        user = session.get(User, user_id)
        if user is None:
            raise LookupError("This person does not exist any more.")
        if password or is_active != user.is_active:
            _change(session, user, author, password or None, is_active)


def _change(session: Session, user: User, author: str, password: str | None, is_active: bool) -> None:
    if password is not None:
        problem = password_problem(password)
        if problem:
            raise UsageError(problem)
    before = _known(user)
    after = {**before, "is_active": is_active}
    if password is not None:
        user.password_hash = _HASHER.hash(password)
        before["password"], after["password"] = "the former one", "a new one"
    user.is_active = is_active
    user.version += 1
    session.add(user)
    _remember(session, user, before, after, author)


def _known(user: User) -> dict[str, Any]:
    """Return what the history may say of a person; never anything of the password."""
    return {"name": user.name, "is_active": user.is_active}


def _remember(
    session: Session, user: User, before: dict[str, Any] | None, after: dict[str, Any], author: str
) -> None:
    assert user.id is not None
    revision = Revision(
        author=author,
        kind="user",
        thing_id=user.id,
        code=user.name[:CODE],
        action="update" if before else "create",
        from_version=user.version - 1 if before else None,
        to_version=user.version,
        before=before,
        after=after,
    )
    session.add(revision)


def verify(engine: Engine, name: str, password: str) -> int | None:
    """Return the id of the active person with this name and password, else None; both answers take as long."""
    with Session(engine) as session:
        user = _find(session, name)
        stored = user.password_hash if user and user.is_active else _HASHER.hash("nobody")
        try:
            _HASHER.verify(stored, password[:LONGEST])
        except (VerificationError, InvalidHashError):
            return None
        return user.id if user and user.is_active else None


def list_users(engine: Engine) -> list[User]:
    """Return all people by name."""
    with Session(engine, expire_on_commit=False) as session:
        return list(session.scalars(select(User).order_by(User.name)))


def _find(session: Session, name: str) -> User | None:
    return session.scalars(select(User).where(User.name == name)).first()  # type: ignore[arg-type]
