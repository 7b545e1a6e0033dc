"""The command line: parse, call, print. Exit status 0 done, 1 findings, 2 wrong use, 70 our own fault."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from carddb.cli import art, commands, housekeeping, printing, releases, renaming, services, show


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the program and leave with its exit status; ``arguments`` are the process's own by default."""
    try:
        status = commands.carddb(arguments, standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        status = 2
    except click.ClickException as error:
        error.show()
        status = 2
    except (click.Abort, KeyboardInterrupt):
        show.err.print("carddb: stopped; nothing half-written is left.")
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    except Exception as error:
        status = explain(error)
    sys.exit(status if isinstance(status, int) else 0)


def explain(error: Exception) -> int:
    """Tell a user what went wrong. Returns: the exit status. Raises: our own faults again under CARDDB_DEBUG."""
    from carddb.edit import EditError
    from carddb.pipeline.project import UsageError

    if isinstance(error, EditError):
        show.print_problems(error.findings, show.err)
        number = len(error.findings)
        show.err.print(f"{number} problem{'' if number == 1 else 's'}; nothing was changed.")
        return 2
    if isinstance(error, (UsageError, LookupError)) and not isinstance(error, (KeyError, IndexError)):
        show.err.print(f"carddb: {error.args[0]}", markup=False)
        return 2
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        show.err.print(f"carddb: {name}{error.strerror or error}.", markup=False)
        return 2
    if os.environ.get("CARDDB_DEBUG"):
        raise error
    show.err.print(f"carddb: this is a fault of carddb itself, {type(error).__name__}: {error}", markup=False)
    show.err.print("Nothing half-written is left. With CARDDB_DEBUG=1 the same command shows where it happened.")
    return 70


__all__ = ["art", "housekeeping", "main", "printing", "releases", "renaming", "services"]
