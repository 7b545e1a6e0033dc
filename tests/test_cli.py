"""The command line: what it prints, where, and its exit status."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from carddb.cli import main
from carddb.cli.renaming import KINDS as COMMAND_KINDS
from carddb.models.database import upgrade
from carddb.pipeline.project import Project, UsageError, open_project
from carddb.pipeline.renaming import KINDS
from carddb.resources import resource

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main(list(arguments))
        printed = capsys.readouterr()
        status = stopped.value.code
        assert isinstance(status, int)
        return status, printed.out, printed.err

    return call


@pytest.fixture
def db(shipped_file: Path) -> str:
    return str(shipped_file)


def test_shipped_rulesets_have_no_error_and_no_warning(run: Run, db: str) -> None:
    status, out, _ = run("--db", db, "check", "--format", "json", "--fail-on", "warning")
    found = json.loads(out)
    assert [f for f in found["findings"] if f["severity"] != "info"] == []
    assert status == 0


def test_check_under_another_reading_finds_what_that_reading_forbids(run: Run, db: str) -> None:
    status, out, _ = run("--db", db, "check", "summoners_vault", "--set", "SV-GAP-1=strict_60", "--format", "json")
    rules = {f["rule"] for f in json.loads(out)["findings"] if f["severity"] == "error"}
    assert rules == {"SV-DECK-1"}
    assert status == 1


def test_fail_on_never_ends_with_zero(run: Run, db: str) -> None:
    assert run("--db", db, "check", "summoners_vault", "--set", "deck_min=60", "--fail-on", "never")[0] == 0


def test_sarif_names_the_rules(run: Run, db: str) -> None:
    _, out, _ = run("--db", db, "check", "soulhold", "--set", "max.Court=0", "--format", "sarif")
    document = json.loads(out)
    assert document["version"] == "2.1.0"
    assert {r["ruleId"] for r in document["runs"][0]["results"] if r["level"] == "error"} == {"SH-DECK-6"}


def test_deck_list_from_a_file_is_checked(run: Run, db: str, tmp_path: Path) -> None:
    listed = tmp_path / "mine.txt"
    listed.write_text("59 Stone Golem\n", encoding="utf-8")
    status, out, _ = run("--db", db, "check", "glyphs_of_legends", "--deck", str(listed), "--format", "json")
    assert status == 1
    assert {f["rule"] for f in json.loads(out)["findings"] if f["severity"] == "error"} == {"GL-DECK-1", "GL-DECK-2"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("check", "no_such_game"), "There is no ruleset 'no_such_game'; known: "),
        (("check", "soulhold", "--deck", "no_such_deck"), "There is no deck and no file 'no_such_deck'"),
        (("check", "soulhold", "--set", "no_such=1"), "no_such"),
        (("check", "--set", "deck_min=1"), "Name the ruleset"),
        (("find", "nokey:3", "--ruleset", "soulhold"), "nokey"),
        (("find", "(", "--ruleset", "soulhold"), "The query ends where a condition should follow"),
        (("sheets", "soulhold", "--sheet", "no-such", "-o", "x.pdf"), "no-such"),
        (("sheets", "soulhold", "name:zzzzzz", "-o", "x.pdf"), "No card"),
        (("export", "docx", "soulhold", "-o", "x"), "There is no format 'docx'; known: json."),
        (("export", "json", "soulhold", "name:zzzzzz", "-o", "x"), "No card matches"),
        (("load", "no_such_folder"), "There is no folder no_such_folder."),
        (("dump", "no_such_game", "-o", "x"), "There is no ruleset 'no_such_game'"),
        (("nonsense",), "No such command"),
        (("check", "--format", "xml"), "xml"),
    ],
)
def test_wrong_use_is_one_sentence_and_status_2(
    run: Run, db: str, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    placed = [str(tmp_path / word) if word in ("x", "x.pdf") else word for word in arguments]
    status, out, err = run("--db", db, *placed)
    assert status == 2
    assert told in err
    assert out == ""
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("database", "told"),
    [
        ("mysql://x/y", "mysql is not supported"),
        ("postgresql+psycopg://nobody@127.0.0.1:1/x", "cannot be used"),
        ("://", "is no database address"),
        ("{tmp}/none.db", "There is no database"),
        ("{tmp}/text.db", "is no carddb database"),
        ("{tmp}", "is a folder"),
    ],
)
def test_unusable_database_is_named(run: Run, tmp_path: Path, database: str, told: str) -> None:
    (tmp_path / "text.db").write_text("this is a letter, not a database\n" * 50, encoding="utf-8")
    status, _, err = run("--db", database.replace("{tmp}", str(tmp_path)), "check")
    assert status == 2
    assert told in err


def test_find_prints_a_table_json_and_csv(run: Run, db: str) -> None:
    status, out, _ = run("--db", db, "find", "name:'stone golem'", "--ruleset", "glyphs_of_legends")
    assert status == 0
    assert "Stone Golem" in out
    assert out.rstrip().endswith("1 card.")
    _, out, _ = run("--db", db, "find", "code:stone_golem", "--ruleset", "glyphs_of_legends", "--format", "json")
    assert [card["name"] for card in json.loads(out)] == ["Stone Golem"]
    _, out, _ = run("--db", db, "find", "code:stone_golem", "--ruleset", "glyphs_of_legends", "--format", "csv")
    assert out.splitlines()[0].startswith("code,name,type")
    assert out.splitlines()[1].startswith("stone_golem,Stone Golem")


def test_load_of_a_broken_folder_names_every_problem_and_writes_nothing(
    run: Run, shipped: Project, tmp_path: Path
) -> None:
    target = tmp_path / "data"
    assert run("--db", shipped.url, "dump", "soulhold", "-o", str(target))[0] == 0
    cards = (target / "cards.toml").read_text(encoding="utf-8")
    (target / "cards.toml").write_text(cards.replace('type = "', 'type = "no_', 2), encoding="utf-8")
    (target / "keywords.toml").write_text("format = 2\n", encoding="utf-8")
    before = shipped.catalog("soulhold")
    status, _, err = run("--db", shipped.url, "load", str(target))
    assert status == 2
    assert err.count("no_") == 2
    assert "format 2 is not known" in err
    assert "nothing was changed" in err
    assert shipped.catalog("soulhold") == before


def test_many_problems_of_one_kind_are_counted_and_all_stand_in_json(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "soulhold"
    shutil.copytree(resource("data") / "soulhold", folder)
    text = (folder / "ruleset.toml").read_text("utf-8")
    (folder / "ruleset.toml").write_text(text + "\n" + text[text.index("[[") :], "utf-8")
    db = f"sqlite:///{tmp_path / 'empty.db'}"

    status, printed, told = run("--db", db, "load", str(folder))
    in_json, document, silence = run("--db", db, "load", str(folder), "--format", "json")

    findings = json.loads(document)["findings"]
    doubled = [f for f in findings if f["message"].startswith("The code '")]
    assert (status, in_json, printed, silence) == (2, 2, "", "")
    assert told.count("The code '") == 20
    assert f"and {len(doubled) - 20} more edit.invalid ruleset.toml: The code … stands there … times" in told
    assert f"{len(findings)} problems; nothing was changed." in told


def test_dry_run_tells_and_writes_nothing(run: Run, fresh_shipped: Project, tmp_path: Path) -> None:
    target = tmp_path / "data"
    url = fresh_shipped.url
    run("--db", url, "dump", "soulhold", "-o", str(target))
    book = (target / "ruleset.toml").read_text(encoding="utf-8")
    (target / "ruleset.toml").write_text(book.replace('name = "Soulhold"', 'name = "Soulkeep"', 1), encoding="utf-8")
    status, out, _ = run("--db", url, "load", "--dry-run", str(target))
    assert status == 0
    assert "changed: ruleset soulhold" in out
    assert fresh_shipped.catalog("soulhold").ruleset.name == "Soulhold"
    run("--db", url, "load", str(target))
    assert fresh_shipped.catalog("soulhold").ruleset.name == "Soulkeep"


def test_database_of_an_older_carddb_says_so_can_be_saved_and_comes_up(run: Run, tmp_path: Path) -> None:
    from alembic import command

    from carddb.models.database import alembic_config

    old = tmp_path / "old.db"
    command.upgrade(alembic_config(f"sqlite:///{old}"), "0003_card_use")
    status, _, told = run("--db", str(old), "find", "x")
    assert status == 2
    assert "older carddb" in told
    assert run("--db", str(old), "db", "backup", str(tmp_path / "saved.db"))[0] == 0
    assert run("--db", str(old), "db", "upgrade")[0] == 0
    assert run("--db", str(old), "db", "check")[0] == 0


def test_database_of_a_newer_carddb_is_left_alone(run: Run, tmp_path: Path) -> None:
    newer = tmp_path / "newer.db"
    upgrade(str(newer))
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_later'")
    before = newer.read_bytes()
    for create in (False, True):
        with pytest.raises(UsageError, match="newer carddb"):
            open_project(str(newer), create=create)
    assert newer.read_bytes() == before


def test_query_that_is_wrong_everywhere_is_told_once(run: Run, db: str) -> None:
    status, _, told = run("--db", db, "find", "(")
    assert (status, told.count("The query ends")) == (2, 1)


def test_search_names_the_rulesets_that_do_not_know_the_query(run: Run, db: str) -> None:
    _, _, told = run("--db", db, "find", "rarity>lamplit")
    assert "glyphs_of_legends, soulhold" in told


def test_backup_and_restore_bring_back_what_was_saved(run: Run, fresh_shipped: Project, tmp_path: Path) -> None:
    url, saved = fresh_shipped.url, tmp_path / "saved.db"
    before = fresh_shipped.catalog("soulhold")
    assert run("--db", url, "db", "backup", str(saved))[0] == 0
    assert run("--db", url, "db", "backup", str(saved))[0] == 2
    target = tmp_path / "other.db"
    assert run("--db", str(target), "db", "restore", str(saved), "--yes")[0] == 0
    assert run("--db", str(target), "db", "check")[0] == 0
    from carddb.pipeline.project import open_project

    assert open_project(str(target)).catalog("soulhold") == before


def test_restore_refuses_a_file_that_is_no_database(run: Run, shipped: Project, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("hello", encoding="utf-8")
    status, _, err = run("--db", shipped.url, "db", "restore", str(letter), "--yes")
    assert status == 2
    assert "is no whole carddb database" in err


def test_people_are_added_once_and_listed(run: Run, fresh_shipped: Project) -> None:
    url = fresh_shipped.url
    assert run("--db", url, "user", "add", "Ada", "--password", "correct horse")[0] == 0
    assert run("--db", url, "user", "add", "Ada", "--password", "correct horse")[0] == 2
    assert run("--db", url, "user", "add", "Bea", "--password", "short")[0] == 2
    _, out, _ = run("--db", url, "user", "list")
    assert "Ada" in out
    assert "Bea" not in out


def test_export_list_says_what_each_format_cannot_express(run: Run, db: str) -> None:
    status, out, _ = run("--db", db, "export", "--list")
    assert status == 0
    assert "json" in out
    assert "history" in out


@pytest.mark.parametrize("code", ["glyphs_of_legends", "soulhold", "summoners_vault"])
def test_shipped_folder_stands_in_the_form_that_dump_writes(run: Run, db: str, tmp_path: Path, code: str) -> None:
    run("--db", db, "dump", code, "-o", str(tmp_path))
    shipped = resource("data") / code
    written = {str(p.relative_to(tmp_path)): p.read_text(encoding="utf-8") for p in tmp_path.rglob("*.*")}
    stored = {str(p.relative_to(shipped)): p.read_text(encoding="utf-8") for p in shipped.rglob("*.*")}
    assert written == stored


def test_word_with_a_minus_is_part_of_the_query(run: Run, db: str) -> None:
    _, spells, _ = run("--db", db, "find", "--ruleset", "summoners_vault", "type:spell")
    _, others, _ = run("--db", db, "find", "-type:spell", "--ruleset", "summoners_vault")
    _, everything, _ = run("--db", db, "find", "--ruleset", "summoners_vault")
    count = [int(text.split()[-2]) for text in (spells, others, everything)]
    assert count[0] + count[1] == count[2]
    assert 0 < count[0] < count[2]


@pytest.mark.parametrize("command", [("db", "upgrade"), ("up",), ("build", "-o", "out"), ("load",), ("check",)])
def test_database_of_somebody_else_is_left_alone(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    import sqlite3

    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE t (a)")
    other.close()
    before = file.read_bytes()
    status, _, err = run("--db", str(file), *(str(tmp_path / w) if w == "out" else w for w in command))
    assert status == 2
    assert "carddb" in err
    assert file.read_bytes() == before


def test_load_of_a_folder_into_an_empty_place_loads_only_that(run: Run, db: str, tmp_path: Path) -> None:
    run("--db", db, "dump", "soulhold", "-o", str(tmp_path / "data"))
    status, out, _ = run("--db", str(tmp_path / "new.db"), "load", str(tmp_path / "data"))
    assert status == 0
    assert out.startswith("soulhold: ")
    assert "nothing differs" not in out
    _, out, _ = run("--db", str(tmp_path / "new.db"), "find")
    assert out.endswith("96 cards.\n")


def test_template_is_copied_once_and_never_over_an_edited_one(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("templates", "--copy", "soulhold")[0] == 2
    assert run("templates", "--copy", "cards/soulhold")[0] == 0
    assert (tmp_path / "print_templates" / "cards" / "soulhold.toml").is_file()
    assert run("templates", "--copy", "cards/soulhold")[0] == 2
    assert run("templates", "--copy", "cards/nothing")[0] == 2


def test_rename_shows_what_would_change_and_changes_nothing(run: Run, fresh_shipped: Project) -> None:
    db = str(fresh_shipped.engine.url.database)
    before = fresh_shipped.catalog("glyphs_of_legends")
    arguments = ("--db", db, "rename", "glyphs_of_legends", "keyword", "poison", "Venom", "--dry-run")
    status, out, _ = run(*arguments)
    assert status == 0
    assert "would be called Venom" in out
    assert "Nothing was changed." in out
    found = json.loads(run(*arguments, "--format", "json")[1])
    assert found["texts"]
    assert all("Venom" in text["after"] and text["after"] != text["before"] for text in found["texts"])
    assert {m["kind"] for m in found["untouched"]} >= {"rule"}
    assert fresh_shipped.catalog("glyphs_of_legends") == before


def test_rename_changes_the_thing_and_its_texts_together(run: Run, fresh_shipped: Project) -> None:
    db = str(fresh_shipped.engine.url.database)
    status, out, _ = run("--db", db, "rename", "glyphs_of_legends", "keyword", "poison", "Venom")
    assert status == 0
    assert "Poison is now called Venom" in out
    catalog = fresh_shipped.catalog("glyphs_of_legends")
    assert catalog.keywords["poison"].name == "Venom"
    assert not any("Poison " in card.rules for card in catalog.cards)
    assert "nothing to change" in run("--db", db, "rename", "glyphs_of_legends", "keyword", "poison", "Venom")[1]


def test_rename_of_something_that_is_not_there_is_one_sentence(run: Run, db: str) -> None:
    for words, said in (
        (("nowhere", "card", "x", "Y"), "no ruleset 'nowhere'"),
        (("soulhold", "card", "nothing", "Y"), "no card 'nothing' in soulhold"),
        (("soulhold", "deck", "x", "Y"), "'deck' is not one of"),
        (("soulhold", "role", "nothing", "Y"), "no role 'nothing'"),
    ):
        status, out, err = run("--db", db, "rename", *words)
        assert (status, out) == (2, "")
        assert said in err


def test_kinds_of_the_command_are_those_that_can_be_renamed() -> None:
    assert tuple(KINDS) == COMMAND_KINDS
