"""The commands that keep a project healthy: db and user."""

from __future__ import annotations

from pathlib import Path

import click

from carddb.cli.commands import author, carddb, project_of
from carddb.cli.show import out, print_table


@carddb.group()
def db() -> None:
    """Upgrade, back up, restore and check the database."""


@db.command()
@click.pass_context
def upgrade(context: click.Context) -> None:
    """Bring the schema up to date."""
    from carddb.pipeline import storage

    out.print(f"The schema is at {storage.upgrade_database(context.obj)}.")


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_context
def backup(context: click.Context, file: Path) -> None:
    """Copy the database to a file, also while people work."""
    from carddb.pipeline import storage

    storage.backup(context.obj, file)
    out.print(f"{file} written and checked.", markup=False)


@db.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_context
def restore(context: click.Context, file: Path, yes: bool) -> None:
    """Put a backup in the place of the database; what was there is kept beside it."""
    from carddb.pipeline import storage

    if not yes:
        click.confirm(f"Replace the database by {file}? What is there now is kept beside it.", abort=True, err=True)
    kept = storage.restore(context.obj, file)
    out.print(f"Restored from {file}." + (f" The former database is {kept}." if kept else ""), markup=False)


@db.command("check")
@click.pass_context
def check_database(context: click.Context) -> int:
    """Check that the database is whole."""
    from carddb.pipeline import storage

    problems = storage.check_database(project_of(context))
    for problem in problems:
        out.print(problem, markup=False)
    if not problems:
        out.print("The database is whole.")
    return int(bool(problems))


@carddb.group()
def user() -> None:
    """Add people, set passwords, list who may sign in."""


@user.command()
@click.argument("name")
@click.password_option("--password", help="Asked for when not given.")
@click.pass_context
def add(context: click.Context, name: str, password: str) -> None:
    """Add a person."""
    from carddb.pipeline import users

    users.add_user(project_of(context).engine, name, password, author=author())
    out.print(f"{name} may sign in.", markup=False)


@user.command()
@click.argument("name")
@click.password_option("--password", help="Asked for when not given.")
@click.pass_context
def passwd(context: click.Context, name: str, password: str) -> None:
    """Set a person's password."""
    from carddb.pipeline import users

    users.set_password(project_of(context).engine, name, password, author=author())
    out.print(f"The password of {name} is set.", markup=False)


@user.command("list")
@click.pass_context
def list_people(context: click.Context) -> None:
    """List who may sign in."""
    from carddb.pipeline import users
    from carddb.pipeline.project import UsageError

    people = users.list_users(project_of(context).engine)
    if not people:
        raise UsageError("Nobody may sign in yet; 'carddb user add NAME' or the link of 'carddb up' changes that.")
    print_table(
        ("name", "since", "active"),
        [(p.name, f"{p.created_at:%Y-%m-%d}", "yes" if p.is_active else "no") for p in people],
    )
