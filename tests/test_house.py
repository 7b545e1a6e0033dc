"""The house keeps its order: lint, types, stages and the top level of the repository."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOP = {"pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE"}
FOLDERS = {"carddb", "migrations", "admin", "print_templates", "tests", "data"}
CODE = ["carddb", "admin", "migrations", "tests"]
LINT_STAGES = "from importlinter.cli import lint_imports_command as lint; lint()"


@pytest.mark.parametrize(
    "command",
    [
        ["ruff", "check", *CODE],
        ["ruff", "format", "--check", *CODE],
        ["mypy"],
        ["importlinter"],
    ],
    ids=["lint", "format", "types", "stages"],
)
def test_tool_has_nothing_to_complain_about(command: list[str]) -> None:
    run = ["-c", LINT_STAGES] if command == ["importlinter"] else ["-m", *command]
    done = subprocess.run([sys.executable, *run], cwd=ROOT, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_top_level_holds_only_what_was_agreed() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    tops = {line.split("/")[0] for line in listed.splitlines()}
    assert {name for name in tops if not name.startswith(".")} <= TOP | FOLDERS


def test_readme_shows_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    run = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/carddb build -o build"
    tests = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/pytest"
    assert run in readme
    assert tests in readme
