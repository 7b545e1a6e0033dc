"""Documents into the database and back: safe to repeat, all or nothing, and sensible over what people have edited."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import testbed as t
from sqlalchemy import Engine

from carddb import models
from carddb.catalog import Catalog
from carddb.edit import EditError, editing
from carddb.edit import documents as d
from carddb.edit.convert import card_document, catalog_document
from carddb.edit.load import load_document
from carddb.exchange.folder import list_folders, read_folder, write_folder
from carddb.exchange.json import export_files
from carddb.models.database import open_engine
from carddb.pipeline.booklets import print_booklet_of
from carddb.resources import resource

SHIPPED = list_folders(resource("data"))
GOLEM = t.card("Stone Golem", uid="golemgolem", printings=[t.printing("001", uid="printing01")], rules="Swift")
WOLF = t.card("Grey Wolf", uid="wolfwolfwo", printings=[t.printing("002", uid="printing02")])
BEAR = t.card("Brown Bear", uid="bearbearbe", printings=[t.printing("003", uid="printing03")])
RUSH = t.deck({"stone_golem": 3, "grey_wolf": 2}, uid="rushrushru")


def whole(*cards: d.CardDocument, **fields: Any) -> d.CatalogDocument:
    return t.document(cards=list(cards or (GOLEM, WOLF, BEAR)), decks=fields.pop("decks", [RUSH]), **fields)


STOCK = whole()
"""What stands in the database that each test of this module gets a copy of."""


def without_ids(catalog: Catalog) -> Any:
    return catalog_document(catalog).model_dump()


def changed(card: d.CardDocument, **fields: Any) -> d.CardDocument:
    return d.CardDocument.model_validate({**card.model_dump(by_alias=True), **fields})


def numbers(engine: Engine) -> dict[str, str]:
    return {c.code: c.printings[0].number for c in t.catalog(engine).cards}


def refused(engine: Engine, document: d.CatalogDocument, **options: Any) -> list[str]:
    """Load a document that must be refused; return the messages, having made sure that nothing was written."""
    before, revisions = t.catalog(engine), len(t.rows(engine, models.Revision))
    with pytest.raises(EditError) as error:
        t.load(engine, document, **options)
    assert t.catalog(engine) == before
    assert len(t.rows(engine, models.Revision)) == revisions
    assert all(finding.code == "edit.invalid" for finding in error.value.findings)
    return [finding.message for finding in error.value.findings]


# again, and back out


def test_loading_twice_changes_nothing(world: Engine) -> None:
    before, revisions = t.catalog(world), len(t.rows(world, models.Revision))
    report = t.load(world, whole())
    assert not report.is_change
    assert (t.catalog(world), len(t.rows(world, models.Revision))) == (before, revisions)


@pytest.fixture(scope="module")
def shipped(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a SQLite file with all shipped rulesets."""
    path = tmp_path_factory.mktemp("shipped") / "carddb.db"
    shutil.copy(sqlite_template, path)
    load_shipped(f"sqlite:///{path}")
    return path


def load_shipped(url: str) -> None:
    engine = open_engine(url)
    with editing(engine, "loader") as editor:
        for folder in SHIPPED:
            document = read_folder(folder).document
            assert document is not None
            load_document(editor, document)
    engine.dispose()


def dump(engine: Engine, code: str, folder: Path) -> dict[str, bytes]:
    write_folder(catalog_document(t.catalog(engine, code)), folder)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.mark.parametrize("code", [folder.name for folder in SHIPPED])
def test_what_is_dumped_loads_as_the_same_into_the_same_and_a_fresh_database(
    shipped: Path, new_sqlite: Any, tmp_path: Path, code: str
) -> None:
    here, there = open_engine(new_sqlite(like=f"sqlite:///{shipped}")), open_engine(new_sqlite())
    files = dump(here, code, tmp_path / "dump")
    document = read_folder(tmp_path / "dump").document
    assert document == catalog_document(t.catalog(here, code))
    assert not t.load(here, document).is_change
    t.load(there, document)
    assert without_ids(t.catalog(there, code)) == without_ids(t.catalog(here, code))
    assert dump(there, code, tmp_path / "again") == files
    here.dispose()
    there.dispose()


def test_two_kinds_of_database_agree_about_all_shipped_rulesets(
    shipped: Path, new_postgres: Any, tmp_path: Path
) -> None:
    url = new_postgres()
    load_shipped(url)
    sqlite, postgres = open_engine(f"sqlite:///{shipped}"), open_engine(url)
    for code in (folder.name for folder in SHIPPED):
        assert without_ids(t.catalog(sqlite, code)) == without_ids(t.catalog(postgres, code))
        assert dump(sqlite, code, tmp_path / "a" / code) == dump(postgres, code, tmp_path / "b" / code)
        assert export_files(t.catalog(sqlite, code)) == export_files(t.catalog(postgres, code))
    booklets = [tmp_path / "sqlite.pdf", tmp_path / "postgres.pdf"]
    for engine, path in zip((sqlite, postgres), booklets, strict=True):
        print_booklet_of(t.catalog(engine, code), tmp_path, path)
    assert booklets[0].read_bytes() == booklets[1].read_bytes()
    sqlite.dispose()
    postgres.dispose()


def test_edited_card_survives_a_dump_with_identity_and_version(
    world: Engine, new_database: Any, tmp_path: Path
) -> None:
    with editing(world, "Ada") as editor:
        editor.update_card(
            t.card_id(world, "stone_golem"), changed(GOLEM, rules="Poison 3", roles=["titan", "beast"]), 1
        )
        editor.create_rows("role", t.CODE, [d.RoleDocument(code="giant", name="Giant")])
        editor.set_positions(t.CODE, "role", [("giant",), ("titan",)])
    dump(world, t.CODE, tmp_path)
    document = read_folder(tmp_path).document
    assert document is not None
    assert not t.load(world, document).is_change
    other = open_engine(new_database())
    t.load(other, document)
    stored = t.catalog(other).card_by_code["stone_golem"]
    assert (stored.uid, stored.version, stored.roles) == ("golemgolem", 2, ("titan", "beast"))
    assert without_ids(t.catalog(other)) == without_ids(t.catalog(world))
    other.dispose()


def test_entries_that_the_folder_does_not_name_are_kept_and_reported(world: Engine) -> None:
    report = t.load(world, whole(GOLEM, WOLF, decks=[]))
    assert (report.kept, report.is_change) == (["card brown_bear", "deck rush"], False)
    assert "brown_bear" in t.catalog(world).card_by_code


def test_entries_that_the_folder_does_not_name_stay_behind_the_others(world: Engine) -> None:
    t.load(world, whole(BEAR, GOLEM, decks=[]))
    assert [c.code for c in t.catalog(world).cards] == ["brown_bear", "stone_golem", "grey_wolf"]
    assert not t.load(world, whole(BEAR, GOLEM, decks=[])).is_change


def test_prune_makes_the_database_equal_to_the_folder(world: Engine, new_database: Any) -> None:
    smaller = t.document(
        cards=[changed(GOLEM, rules="")],
        decks=[],
        roles=[{"code": "titan", "name": "Titan"}],
        keywords=[t.keyword("Poison", arguments=[{"code": "n"}])],
        card_sets=[{"code": "core", "name": "Core", "uid": "testbedcore"}],
        rulings=[],
        texts=[],
        phrases=[],
    )
    report = t.load(world, smaller, prune=True)
    assert set(report.deleted) == {
        "card brown_bear",
        "card grey_wolf",
        "deck rush",
        "role beast",
        "keyword swift",
        "card_set promo",
        "ruling T-GAP-1",
        "text bonus creature",
        "phrase on_attack",
    }
    other = open_engine(new_database())
    t.load(other, smaller)
    here, there = without_ids(t.catalog(world)), without_ids(t.catalog(other))
    here["cards"][0]["version"] = 1
    assert here == there
    assert not t.load(world, smaller, prune=True).is_change
    other.dispose()


def test_pruned_card_is_taken_out_of_decks_that_stay(world: Engine) -> None:
    t.load(world, whole(GOLEM, decks=[t.deck({"stone_golem": 4}, uid="rushrushru")]), prune=True)
    assert [(e.card, e.quantity) for e in t.catalog(world).decks["rush"].entries] == [("stone_golem", 4)]


def test_removed_keyword_that_a_text_still_names_becomes_plain_words(world: Engine) -> None:
    t.load(world, whole(keywords=[]), prune=True)
    catalog = t.catalog(world)
    assert (catalog.keywords, catalog.card_by_code["stone_golem"].keywords) == ({}, ())


def test_keyword_under_another_code_is_found_in_the_texts(world: Engine) -> None:
    t.load(world, whole(keywords=[t.keyword("Swift", code="fast"), t.keyword("Poison")]), prune=True)
    assert [k.keyword for k in t.catalog(world).card_by_code["stone_golem"].keywords] == ["fast"]


def test_keyword_name_that_a_kept_keyword_has_is_refused(world: Engine) -> None:
    assert refused(world, whole(keywords=[t.keyword("Swift", code="fast")])) == [
        "The name 'Swift' already belongs to the keyword 'swift'."
    ]


# all or nothing


LOADER = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from carddb.edit import editing
from carddb.edit.load import load_document
from carddb.exchange.folder import read_folder
from carddb.models.database import open_engine

database, folder, points = sys.argv[1], Path(sys.argv[2]), [int(point) for point in sys.argv[3:]]
document = read_folder(folder).document
for point in points:
    child = os.fork()
    if not child:
        seen = 0

        @event.listens_for(Engine, "after_cursor_execute")
        def die(*_):
            global seen
            seen += 1
            if seen == point:
                os.kill(os.getpid(), signal.SIGKILL)

        with editing(open_engine(database), "loader") as editor:
            load_document(editor, document)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""Loads a folder, each time in a process of its own that kills itself after a number of statements."""


def test_load_killed_at_any_point_leaves_nothing_and_can_be_repeated(world: Engine, tmp_path: Path) -> None:
    before, revisions = t.catalog(world), len(t.rows(world, models.Revision))
    cards = [changed(card, rules="Poison 9") for card in (GOLEM, WOLF, BEAR)] + [
        t.card(f"Card {i}") for i in range(20)
    ]
    document = whole(*cards, roles=[{"code": "beast", "name": "Brute"}, {"code": "ooze", "name": "Ooze"}])
    write_folder(document, tmp_path / "more")
    points = [12, 60, 110, 160, 190, 200]
    ends = subprocess.run(
        [sys.executable, "-c", LOADER, world.url.render_as_string(False), str(tmp_path / "more"), *map(str, points)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert [int(end) for end in ends] == [-signal.SIGKILL] * len(points)
    assert (t.catalog(world), len(t.rows(world, models.Revision))) == (before, revisions)
    assert t.load(world, document).is_change
    assert len(t.catalog(world).cards) == 23


def test_problem_in_the_second_ruleset_leaves_nothing_of_the_first(database: Engine) -> None:
    bad = t.document(ruleset={"code": "other", "name": "Other", "prefix": "O"}, cards=[t.card("A", rarity="none")])
    with pytest.raises(EditError, match="There is no rarity 'none'"), editing(database, "loader") as editor:
        [load_document(editor, document) for document in (whole(), bad)]
    for model in (models.Ruleset, models.Card, models.Revision):
        assert t.rows(database, model) == []


# over what people have edited


def edit(engine: Engine, card: d.CardDocument, **fields: Any) -> None:
    """Change a stored card as somebody does in the admin."""
    stored = next(c for c in t.catalog(engine).cards if c.uid == card.uid)
    with editing(engine, "Ada") as editor:
        editor.update_card(stored.id, changed(card_document(stored), **fields), stored.version)


def test_two_codes_swapped_in_the_folder_are_swapped(world: Engine) -> None:
    t.load(world, whole(changed(GOLEM, code="grey_wolf"), changed(WOLF, code="stone_golem"), BEAR))
    assert {c.uid: c.code for c in t.catalog(world).cards} == {
        "golemgolem": "grey_wolf",
        "wolfwolfwo": "stone_golem",
        "bearbearbe": "brown_bear",
    }
    assert {e.card: e.quantity for e in t.catalog(world).decks["rush"].entries} == {"stone_golem": 3, "grey_wolf": 2}


def test_two_numbers_swapped_in_the_folder_are_swapped_with_their_identity(world: Engine) -> None:
    golem = changed(GOLEM, printings=[t.printing("002", uid="printing01")])
    wolf = changed(WOLF, printings=[t.printing("001", uid="printing02")])
    t.load(world, whole(golem, wolf, BEAR))
    assert numbers(world) == {"stone_golem": "002", "grey_wolf": "001", "brown_bear": "003"}
    assert t.catalog(world).card_by_code["stone_golem"].printings[0].uid == "printing01"


def test_numbers_swapped_in_the_admin_are_swapped_back(world: Engine) -> None:
    edit(world, GOLEM, printings=[t.printing("009", uid="printing01")])
    edit(world, WOLF, printings=[t.printing("001", uid="printing02")])
    edit(world, GOLEM, printings=[t.printing("002", uid="printing01")])
    t.load(world, whole())
    assert numbers(world) == {"stone_golem": "001", "grey_wolf": "002", "brown_bear": "003"}


def test_printings_moved_from_card_to_card_keep_their_identity(world: Engine) -> None:
    golem = changed(GOLEM, printings=[t.printing("002", uid="printing02")])
    wolf = changed(WOLF, printings=[t.printing("001", uid="printing01")])
    t.load(world, whole(golem, wolf, BEAR))
    assert {c.code: c.printings[0].uid for c in t.catalog(world).cards[:2]} == {
        "stone_golem": "printing02",
        "grey_wolf": "printing01",
    }


def test_whole_set_renumbered_by_one_is_renumbered(world: Engine) -> None:
    shifted = [
        changed(card, printings=[{**card.printings[0].model_dump(by_alias=True), "number": f"{i + 2:03}"}])
        for i, card in enumerate((GOLEM, WOLF, BEAR))
    ]
    new = t.card("First", printings=[t.printing("001")])
    t.load(world, whole(new, *shifted))
    assert numbers(world) == {"first": "001", "stone_golem": "002", "grey_wolf": "003", "brown_bear": "004"}


def test_card_renamed_in_the_folder_is_the_same_card_and_its_old_code_is_free(world: Engine) -> None:
    newcomer = t.card("Stone Golem Two", code="stone_golem", uid="newcomer00")
    t.load(world, whole(changed(GOLEM, code="clay_golem", name="Clay Golem"), WOLF, BEAR, newcomer, decks=[]))
    stored = t.catalog(world).card_by_code
    assert (stored["clay_golem"].uid, stored["stone_golem"].uid) == ("golemgolem", "newcomer00")
    assert stored["clay_golem"].version == 2
    assert [e.card for e in t.catalog(world).decks["rush"].entries] == ["clay_golem", "grey_wolf"]


def test_card_renamed_in_the_admin_gets_the_code_of_the_folder_back(world: Engine) -> None:
    edit(world, GOLEM, code="clay_golem", name="Clay Golem")
    t.load(world, whole())
    assert t.catalog(world).card_by_code["stone_golem"].version == 3


def test_type_changed_in_the_folder_takes_the_numbers_of_the_new_type(world: Engine) -> None:
    spell = changed(GOLEM, type="spell", stats={"cost": "X"}, texts={})
    t.load(world, whole(spell, WOLF, BEAR))
    stored = t.catalog(world).card_by_code["stone_golem"]
    assert (stored.type, {code: v.printed for code, v in stored.stats.items()}) == ("spell", {"cost": "X"})


def test_type_changed_without_its_numbers_is_refused(world: Engine) -> None:
    assert refused(world, whole(changed(GOLEM, type="spell"), WOLF, BEAR)) == ["A spell has no number 'attack'."]


def test_code_that_a_card_of_the_admin_has_is_refused(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Clay Golem")])
    assert refused(world, whole(changed(GOLEM, code="clay_golem"), WOLF, BEAR, decks=[])) == [
        "Another card already has the code 'clay_golem'; choose another code."
    ]


def test_number_that_a_card_of_the_admin_has_is_refused(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [t.card("Clay Golem", printings=[t.printing("004")])])
    bear = changed(BEAR, printings=[t.printing("004", uid="printing03")])
    message = "Number 004 of set 'core' already belongs to 'Clay Golem'."
    assert refused(world, whole(GOLEM, WOLF, bear)) == [message]
    t.load(world, whole(GOLEM, WOLF, bear), prune=True)
    assert numbers(world)["brown_bear"] == "004"


def test_same_code_with_another_identity_is_the_same_card_and_keeps_the_stored_one(world: Engine) -> None:
    report = t.load(world, whole(changed(GOLEM, uid="otherother", name="Other"), WOLF, BEAR))
    assert report.updated == ["card stone_golem"]
    stored = t.catalog(world).card_by_code["stone_golem"]
    assert (stored.uid, stored.name) == ("golemgolem", "Other")


def test_folder_of_another_ruleset_with_the_same_code_is_refused(world: Engine) -> None:
    other = whole(ruleset={"code": t.CODE, "name": "Other", "prefix": "T", "uid": "otherother"})
    assert refused(world, other) == [
        "The database has another ruleset 'testbed': its uid is testbed00, not otherother."
    ]


def test_copied_folder_with_the_identities_of_another_ruleset_is_refused(world: Engine) -> None:
    copied = whole(ruleset={"code": "copy", "name": "Copy", "prefix": "C", "uid": "copycopyco"})
    messages = []
    with pytest.raises(EditError) as error:
        t.load(world, copied)
    messages = [finding.message for finding in error.value.findings]
    assert messages == ["Another card set already has the uid 'testbedcore'; a copy needs its own, so leave uid out."]
    assert [row.code for row in t.rows(world, models.Ruleset)] == [t.CODE]


def test_set_renamed_in_the_folder_keeps_its_printings(world: Engine) -> None:
    sets = [{"code": "first", "name": "First", "uid": "testbedcore"}, {"code": "promo", "name": "Promo"}]
    cards = [
        changed(card, printings=[{**card.printings[0].model_dump(by_alias=True), "set": "first"}])
        for card in (GOLEM, WOLF, BEAR)
    ]
    report = t.load(world, whole(*cards, card_sets=sets))
    assert report.updated == ["card_set first"]
    assert {c.printings[0].card_set for c in t.catalog(world).cards} == {"first"}


def test_two_keywords_swap_names_and_an_alias_moves(world: Engine) -> None:
    words = [t.keyword("Poison", code="swift", aliases=["Wither"]), t.keyword("Swift", code="poison")]
    t.load(world, whole(keywords=words))
    assert [k.keyword for k in t.catalog(world).card_by_code["stone_golem"].keywords] == ["poison"]


def test_two_decks_swap_codes(world: Engine) -> None:
    slow = t.deck({"brown_bear": 1}, code="slow", name="Slow", uid="slowslowsl")
    t.load(world, whole(decks=[RUSH, slow]))
    swapped = [RUSH.model_copy(update={"code": "slow"}), slow.model_copy(update={"code": "rush"})]
    t.load(world, whole(decks=swapped))
    assert {code: deck.uid for code, deck in t.catalog(world).decks.items()} == {
        "slow": "rushrushru",
        "rush": "slowslowsl",
    }


def test_word_that_only_edited_cards_use_is_not_pruned_away(world: Engine) -> None:
    edit(world, WOLF, rarity="rare")
    rarities = [{"code": "common", "name": "Common"}]
    t.load(world, whole(GOLEM, BEAR, decks=[], rarities=rarities))
    assert t.catalog(world).card_by_code["grey_wolf"].rarity == "rare"
    t.load(world, whole(GOLEM, BEAR, decks=[], rarities=rarities), prune=True)
    assert list(t.catalog(world).rarities) == ["common"]


def test_kept_row_that_would_refer_to_nothing_new_is_no_obstacle_to_a_second_load(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_rows("stat", t.CODE, [d.StatDocument(code="luck", name="Luck", short="L", max="deck_max")])
    report = t.load(world, whole())
    assert set(report.kept) == {"stat luck creature", "stat luck spell"}
    assert not report.is_change


def test_short_name_that_a_kept_stat_has_is_refused(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_rows("stat", t.CODE, [d.StatDocument(code="luck", name="Luck", short="L")])
    stats = [*t.document().stats, d.StatDocument(code="life", name="Life", short="l")]
    assert refused(world, whole(stats=stats))[0] == "The short name 'L' already stands for 'life'."
