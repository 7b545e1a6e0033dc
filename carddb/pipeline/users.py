"""People who may sign in: adding them, and their passwords as argon2 hashes."""

from __future__ import annotations

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Engine, select
from sqlmodel import Session

from carddb.edit import write_session
from carddb.models import User
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


def add_user(engine: Engine, name: str, password: str) -> int:
    """Add a person. Returns: their id. Raises: UsageError when name or password cannot be taken."""
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
        return user.id


def set_password(engine: Engine, name: str, password: str) -> None:
    """Set a password. Raises: UsageError when there is no such person or the password cannot be taken."""
    problem = password_problem(password)
    if problem:
        raise UsageError(problem)
    with write_session(engine) as session:
        user = _find(session, name)
        if user is None:
            raise UsageError(f"There is nobody called {name!r}; 'carddb user list' names all.")
        user.password_hash = _HASHER.hash(password)
        user.version += 1
        session.add(user)


def set_active(engine: Engine, user_id: int, is_active: bool) -> None:
    """Let a person sign in, or not. Raises: LookupError when there is no such person."""
    with write_session(engine) as session:
        user = session.get(User, user_id)
        if user is None:
            raise LookupError("This person does not exist any more.")
        user.is_active = is_active
        user.version += 1
        session.add(user)


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
