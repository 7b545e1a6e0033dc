"""What ``carddb check`` looks at: a project's rulesets, one deck, or the project itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from carddb.catalog import Catalog
from carddb.pipeline.find import find_deck
from carddb.pipeline.findings import all_findings, sort_findings
from carddb.pipeline.project import Project, UsageError
from carddb.pipeline.storage import check_database
from carddb.pipeline.users import list_users
from carddb.rules import Finding, Where
from carddb.rules.registry import check_deck
from carddb.rules.settings import SettingError, apply_settings


def check_project(
    project: Project, ruleset: str | None, *, deck: str | None = None, settings: Sequence[str] = ()
) -> list[Finding]:
    """Return the findings of one ruleset or of all, the gravest first.

    Args:
        project: the project.
        ruleset: its code, None for all.
        deck: only this deck: a code, or a file with a plain list.
        settings: KEY=VALUE parameters or readings to check under.

    Raises: UsageError when a ruleset, deck or setting is not known.
    """
    codes = project.rulesets([ruleset] if ruleset else [])
    if ruleset is None and len(codes) > 1 and (deck or settings):
        raise UsageError(f"Name the ruleset that this is about: {', '.join(codes)}.")
    found: list[Finding] = []
    for code in codes:
        catalog = with_settings(project.catalog(code), settings)
        if deck is None:
            found += all_findings(catalog, project.files)
            continue
        listed = find_deck(catalog, deck)
        catalog = replace(catalog, decks={**catalog.decks, listed.code: listed})
        found += check_deck(listed, catalog)
    return sort_findings(found)


def with_settings(catalog: Catalog, settings: Sequence[str]) -> Catalog:
    """Return a catalog under other parameter values or readings. Raises: UsageError naming the choices."""
    try:
        return apply_settings(catalog, list(settings))
    except SettingError as error:
        raise UsageError(str(error)) from None


def check_deploy(project: Project) -> list[Finding]:
    """Return what stands in the way of letting others use this project."""
    where = Where("project")
    found = [Finding("deploy.database", "error", problem, where) for problem in check_database(project)]
    if not any(person.is_active for person in list_users(project.engine)):
        hint = "Run 'carddb user add NAME', or open the link that 'carddb up' prints."
        found.append(Finding("deploy.users", "warning", "Nobody can sign in yet.", where, hint=hint))
    key = project.files / "secret_key"
    if key.is_file() and key.stat().st_mode & 0o077:
        hint = f"Run: chmod 600 {key}"
        found.append(
            Finding("deploy.secret", "error", "Others on this machine can read the secret key.", where, hint=hint)
        )
    if project.url.startswith("sqlite"):
        message = "The database is a SQLite file: right for one machine, one process of the admin."
        found.append(
            Finding("deploy.sqlite", "info", message, where, hint="Teams on several machines use PostgreSQL.")
        )
    return found
