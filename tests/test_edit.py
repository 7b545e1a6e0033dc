"""The one write path: versions, history, what is derived, what is refused, and many writers at once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import testbed as t
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, insert, text, update
from sqlmodel import Session

from carddb import models
from carddb.edit import Conflict, EditError, UnguardedWrite, editing, parse
from carddb.edit import documents as d
from carddb.edit.convert import card_document
from carddb.models.database import open_engine
from carddb.wording.folding import search_text

GOLEM = t.card("Stone Golem", rules="Swift\nPoison 300", printings=[t.printing("001")], roles=["beast"])
WOLF = t.card("Grey Wolf", printings=[t.printing("002")])


STOCK = t.document(cards=[GOLEM, WOLF])
"""What stands in the database that each test of this module gets a copy of."""


def save(engine: Engine, of: str, version: int | None = None, **fields: Any) -> int:
    """Change fields of a stored card, as somebody does who read it at a version."""
    stored = t.catalog(engine).card_by_code[of]
    values = {**card_document(stored).model_dump(by_alias=True), **fields}
    with editing(engine, "Ada") as editor:
        return editor.update_card(stored.id, d.CardDocument.model_validate(values), version or stored.version)


def messages(error: Any) -> list[str]:
    return [finding.message for finding in error.value.findings]


# versions and history


def test_saving_counts_the_version_and_remembers_before_and_after(world: Engine) -> None:
    assert save(world, "stone_golem", name="Clay Golem") == 2
    row = t.history(world)[-1]
    assert (row.action, row.author, row.code, row.from_version, row.to_version) == (
        "update",
        "Ada",
        "stone_golem",
        1,
        2,
    )
    assert (row.before["name"], row.after["name"]) == ("Stone Golem", "Clay Golem")
    assert row.before["version"] == 1
    assert row.after == card_document(t.catalog(world).card_by_code["stone_golem"]).model_dump(by_alias=True)


def test_saving_the_same_again_changes_nothing(world: Engine) -> None:
    before = len(t.history(world))
    assert save(world, "stone_golem") == 1
    assert len(t.history(world)) == before


def test_order_of_words_is_the_ruleset_s_and_no_change(world: Engine) -> None:
    assert save(world, "stone_golem", affinities=["blue", "red"], roles=["titan", "beast"]) == 2
    assert t.catalog(world).card_by_code["stone_golem"].affinities == ("red", "blue")
    assert save(world, "stone_golem", affinities=["blue", "red"], roles=["titan", "beast"]) == 2


def test_creation_remembers_every_identity(world: Engine) -> None:
    stored = t.catalog(world).card_by_code["stone_golem"]
    row = t.history(world)[0]
    assert (row.action, row.before, row.to_version) == ("create", None, 1)
    assert row.after["uid"] == stored.uid
    assert row.after["printings"][0]["uid"] == stored.printings[0].uid


def test_stale_version_is_a_conflict_that_shows_what_is_stored(world: Engine) -> None:
    save(world, "stone_golem", name="Clay Golem")
    with pytest.raises(Conflict) as error:
        save(world, "stone_golem", version=1, name="Mud Golem")
    assert (error.value.version, error.value.current["name"]) == (2, "Clay Golem")
    assert "Clay Golem" in messages(error)[0]


def test_version_from_the_future_is_a_conflict_too(world: Engine) -> None:
    with pytest.raises(Conflict):
        save(world, "stone_golem", version=7, name="Mud Golem")


def test_identity_survives_renames(world: Engine) -> None:
    before = t.catalog(world).card_by_code["stone_golem"]
    save(world, "stone_golem", name="Mud", code="mud", uid="somethingelse")
    after = t.catalog(world).card_by_code["mud"]
    assert (after.uid, after.id) == (before.uid, before.id)
    assert after.printings[0].uid == before.printings[0].uid


def test_renumbered_printing_keeps_its_identity(world: Engine) -> None:
    before = t.catalog(world).card_by_code["stone_golem"].printings[0].uid
    save(world, "stone_golem", printings=[t.printing("009")])
    assert t.catalog(world).card_by_code["stone_golem"].printings[0].uid == before


def test_printing_put_before_another_leaves_both_identities(world: Engine) -> None:
    before = t.catalog(world).card_by_code["stone_golem"].printings[0].uid
    save(world, "stone_golem", printings=[t.printing("009"), t.printing("001")])
    uids = {p.number: p.uid for p in t.catalog(world).card_by_code["stone_golem"].printings}
    assert uids["001"] == before
    assert uids["009"] not in ("", before)


def test_failed_save_leaves_nothing(world: Engine) -> None:
    before, revisions = t.catalog(world), len(t.rows(world, models.Revision))
    with pytest.raises(EditError), editing(world, "Ada") as editor:  # noqa: PT012
        editor.update_card(t.card_id(world, "grey_wolf"), t.card("Grey Wolf", rules="Swift"), 1)
        editor.create_cards(t.CODE, [t.card("New", printings=[t.printing("001")])])
    assert t.catalog(world) == before
    assert len(t.rows(world, models.Revision)) == revisions


def test_card_that_is_gone_is_said_to_be_gone(world: Engine) -> None:
    with pytest.raises(LookupError, match="does not exist any more"), editing(world, "Ada") as editor:
        editor.update_card(999, GOLEM, 1)


# what is refused


def test_all_problems_of_a_card_are_named_at_once(world: Engine) -> None:
    bad = t.card(
        "Bad",
        type="creature",
        rarity="comon",
        affinities=["grey"],
        roles=["beest"],
        stats={"cost": 99, "attack": "much", "luck": 1},
        texts={"foo": "bar"},
        printings=[t.printing("001"), t.printing("5", set="cor")],
        links=[{"kind": "token", "to": "nobody"}],
    )
    with pytest.raises(EditError) as error, editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [bad])
    assert {finding.where.field for finding in error.value.findings} == {
        "rarity",
        "affinities",
        "roles",
        "stats.cost",
        "stats.attack",
        "stats.luck",
        "texts.foo",
        "printings[1].number",
        "printings[2].set",
        "links[1].to",
    }
    assert all(finding.where.code == "bad" for finding in error.value.findings)


def test_messages_name_the_allowed_value_and_the_nearest_word(world: Engine) -> None:
    with pytest.raises(EditError) as error:
        save(world, "stone_golem", stats={"cost": "10"}, rarity="comon")
    assert messages(error) == ["There is no rarity 'comon'.", "Cost is 10; allowed is 0 to 9."]
    assert error.value.findings[0].hint == "Did you mean common?"


def test_number_of_another_card_is_refused_with_its_name(world: Engine) -> None:
    with pytest.raises(EditError) as error:
        save(world, "stone_golem", printings=[t.printing("002")])
    assert messages(error) == ["Number 002 of set 'core' already belongs to 'Grey Wolf'."]


def test_code_of_another_card_is_refused(world: Engine) -> None:
    with pytest.raises(EditError) as error:
        save(world, "stone_golem", code="grey_wolf")
    assert messages(error) == ["Another card already has the code 'grey_wolf'; choose another code."]


def test_copied_identity_is_refused_in_words(world: Engine) -> None:
    stored = t.catalog(world).card_by_code["stone_golem"]
    copied = t.card("Copy", uid=stored.uid, printings=[t.printing("003", uid=stored.printings[0].uid)])
    with pytest.raises(EditError) as error, editing(world, "Ada") as editor:
        editor.create_cards(t.CODE, [copied])
    assert len(messages(error)) == 2
    assert all("leave uid out" in message for message in messages(error))


def test_deleting_a_used_card_is_refused_with_the_names_of_its_users(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.create_deck(t.CODE, t.deck({"stone_golem": 3}))
        editor.create_cards(t.CODE, [t.card("Maker", links=[{"kind": "token", "to": "stone_golem"}])])
    with pytest.raises(EditError) as error, editing(world, "Ada") as editor:
        editor.delete_card(t.card_id(world, "stone_golem"), 1)
    assert messages(error) == ["Stone Golem cannot be deleted: it is used by the deck Rush and the card Maker."]


def test_card_that_links_only_to_itself_can_be_deleted(world: Engine) -> None:
    save(world, "stone_golem", links=[{"kind": "face", "to": "stone_golem"}])
    with editing(world, "Ada") as editor:
        editor.delete_card(t.card_id(world, "stone_golem"), 2)
    row = t.history(world)[-1]
    assert (row.action, row.from_version, row.after, row.before["name"]) == ("delete", 2, None, "Stone Golem")
    assert "stone_golem" not in t.catalog(world).card_by_code
    assert t.rows(world, models.CardKeyword) == []


VOCABULARY = ("card_type", "rarity", "stat", "role", "keyword", "card_set")


@pytest.mark.parametrize("kind", VOCABULARY)
def test_deleting_a_used_word_is_refused_with_the_names_of_cards(world: Engine, kind: str) -> None:
    model = {"card_type": models.CardType, "rarity": models.Rarity, "stat": models.StatDef, "role": models.Role}
    row = t.rows(world, model.get(kind) or (models.Keyword if kind == "keyword" else models.CardSet))[0]
    with (
        pytest.raises(EditError, match=r"cannot be deleted: it is used by the card Stone Golem"),
        editing(world, "Ada") as editor,
    ):
        editor.delete_row(kind, row.id, 1)


USED = [
    ("parameter", models.Parameter, "deck_max", "the ruling T-GAP-1, the zone pile and the deck rule size"),
    ("parameter", models.Parameter, "cost_max", "the stat cost"),
    ("section", models.Section, "card", "the rule T-CARD-1"),
    ("rule", models.Rule, "T-DECK-1", "the parameter deck_max"),
]


@pytest.mark.parametrize(("kind", "model", "code", "user"), USED)
def test_deleting_what_other_rows_name_is_refused_with_their_names(
    world: Engine, kind: str, model: Any, code: str, user: str
) -> None:
    row = t.one(world, model, code=code)
    with (
        pytest.raises(EditError, match=rf"{code}' cannot be deleted: it is used by .*{user}"),
        editing(world, "Ada") as editor,
    ):
        editor.delete_row(kind, row.id, 1)


def test_renaming_what_other_rows_name_is_refused(world: Engine) -> None:
    row = t.one(world, models.Section, code="card")
    with pytest.raises(EditError, match="There is no section 'card'"), editing(world, "Ada") as editor:
        editor.update_row("section", row.id, d.SectionDocument(code="cards", name="Cards"), 1)


def test_row_that_refers_to_nothing_is_refused(world: Engine) -> None:
    rule = d.RuleDocument(code="T-X-1", section="nowhere", title="X", kinds=["CARD"], text="X.")
    with pytest.raises(EditError, match="There is no section 'nowhere'"), editing(world, "Ada") as editor:
        editor.create_rows("rule", t.CODE, [rule])
    with pytest.raises(EditError, match="There is no parameter 'luck_max'"), editing(world, "Ada") as editor:
        editor.create_rows("stat", t.CODE, [d.StatDocument(code="luck", name="Luck", short="L", max="luck_max")])


@pytest.mark.parametrize("name", ["Poison", "wither", "POISON"])
def test_keyword_name_that_is_taken_is_refused(world: Engine, name: str) -> None:
    with pytest.raises(EditError, match="already belongs to the keyword 'poison'"), editing(world, "Ada") as editor:
        editor.create_rows("keyword", t.CODE, [t.keyword("Venom", aliases=[name])])


def test_two_rows_swap_codes_and_two_keywords_swap_names(world: Engine) -> None:
    ids = {row.code: row.id for row in t.rows(world, models.CardSet)}
    words = {row.code: row.id for row in t.rows(world, models.Keyword)}
    swift, poison = t.keyword("Swift", code="poison"), t.keyword("Poison", code="swift", aliases=["Wither"])
    with editing(world, "Ada") as editor:
        sets = [(ids["core"], d.CardSetDocument(code="promo", name="A"), 1)]
        sets.append((ids["promo"], d.CardSetDocument(code="core", name="B"), 1))
        assert editor.update_rows("card_set", t.CODE, sets) == [2, 2]
        assert editor.update_rows("keyword", t.CODE, [(words["swift"], poison, 1), (words["poison"], swift, 1)]) == [
            2,
            2,
        ]
    catalog = t.catalog(world)
    assert catalog.card_by_code["stone_golem"].printings[0].card_set == "promo"
    assert {k.code: k.name for k in catalog.keywords.values()} == {"swift": "Poison", "poison": "Swift"}
    assert [k.keyword for k in catalog.card_by_code["stone_golem"].keywords] == ["poison", "swift"]


def test_taken_ruleset_code_is_refused(world: Engine) -> None:
    head = t.document().ruleset
    with pytest.raises(EditError, match="already a ruleset 'testbed'"), editing(world, "Ada") as editor:
        editor.create_ruleset(head.model_copy(update={"uid": ""}))
    with pytest.raises(EditError, match="leave uid out"), editing(world, "Ada") as editor:
        editor.create_ruleset(head.model_copy(update={"code": "other"}))


def test_deleted_ruleset_is_kept_whole_in_its_revision(world: Engine) -> None:
    row = t.one(world, models.Ruleset)
    with editing(world, "Ada") as editor:
        editor.delete_ruleset(row.id, row.version)
    for model in (models.Ruleset, models.Card, models.Printing, models.Keyword, models.StatDef):
        assert t.rows(world, model) == []
    before = t.history(world, "ruleset")[-1].before
    assert [card["name"] for card in before["cards"]] == ["Stone Golem", "Grey Wolf"]
    t.load(world, d.CatalogDocument.model_validate(before))
    assert t.catalog(world).card_by_code["stone_golem"].uid == before["cards"][0]["uid"]


# what is derived


def test_keywords_are_derived_from_the_text(world: Engine) -> None:
    keywords = t.catalog(world).card_by_code["stone_golem"].keywords
    assert [(k.keyword, k.arguments, k.is_own) for k in keywords] == [("swift", (), True), ("poison", (300,), True)]
    save(world, "stone_golem", rules="Wither 5\nGive Swift to a creature.", texts={"bonus": "Swift"})
    keywords = t.catalog(world).card_by_code["stone_golem"].keywords
    assert [(k.keyword, k.arguments, k.is_own) for k in keywords] == [("poison", (5,), True), ("swift", (), True)]


def keywords_of(engine: Engine, code: str) -> list[str]:
    return [k.keyword for k in t.catalog(engine).card_by_code[code].keywords]


def test_renamed_keyword_and_new_alias_are_found_in_the_texts_that_are_there(world: Engine) -> None:
    row = t.one(world, models.Keyword, code="swift")
    with editing(world, "Ada") as editor:
        assert editor.update_row("keyword", row.id, t.keyword("Haste", code="swift"), 1) == 2
    assert keywords_of(world, "stone_golem") == ["poison"]
    with editing(world, "Ada") as editor:
        editor.update_row("keyword", row.id, t.keyword("Haste", code="swift", aliases=["Swift"]), 2)
    assert keywords_of(world, "stone_golem") == ["swift", "poison"]
    with editing(world, "Ada") as editor:
        editor.create_rows("keyword", t.CODE, [t.keyword("Poison 300", code="deadly")])
    assert keywords_of(world, "stone_golem") == ["swift", "deadly"]


def indexed(engine: Engine, word: str) -> list[int]:
    with engine.connect() as connection:
        found = connection.execute(text("SELECT rowid FROM card_fts WHERE card_fts MATCH :w"), {"w": f'"{word}"'})
        return [row[0] for row in found]


def test_search_text_follows_card_and_words(world: Engine) -> None:
    def stored() -> str:
        return str(t.one(world, models.Card, code="stone_golem").search_text)

    def computed() -> str:
        catalog = t.catalog(world)
        card = catalog.card_by_code["stone_golem"]
        return search_text(card.name, catalog.type_line(card), card.rules, card.texts.values())

    save(
        world, "stone_golem", name="Ærie Gölem", flags=["legendary"], texts={"bonus": "Ten"}, roles=["titan", "beast"]
    )
    assert stored() == computed() == "aerie golem\nlegendary creature – beast titan\nswift poison 300\nten"
    role = t.one(world, models.Role, code="titan")
    with editing(world, "Ada") as editor:
        editor.update_row("role", role.id, d.RoleDocument(code="titan", name="Colossus"), 1)
        editor.set_positions(t.CODE, "role", [("titan",), ("beast",)])
    assert stored() == computed()
    assert "colossus beast" in stored()


def test_index_of_sqlite_stays_in_step(sqlite: Engine) -> None:
    t.load(sqlite, t.document(cards=[GOLEM, WOLF]))
    golem = t.card_id(sqlite, "stone_golem")
    assert indexed(sqlite, "stone go") == [golem]
    save(sqlite, "stone_golem", name="Clay Golem")
    assert (indexed(sqlite, "stone go"), indexed(sqlite, "clay go")) == ([], [golem])
    role = t.one(sqlite, models.Role, code="beast")
    with editing(sqlite, "Ada") as editor:
        editor.update_row("role", role.id, d.RoleDocument(code="beast", name="Monster"), 1)
    assert indexed(sqlite, "monster") == [golem]
    with editing(sqlite, "Ada") as editor:
        editor.delete_card(golem, 2)
    assert indexed(sqlite, "clay go") == []
    with sqlite.connect() as connection:
        connection.exec_driver_sql("INSERT INTO card_fts(card_fts, rank) VALUES ('integrity-check', 1)")


# decks


def test_deck_keeps_its_order_and_counts_versions(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        deck_id = editor.create_deck(t.CODE, t.deck({"stone_golem": 3, "grey_wolf": 2}))
    with editing(world, "Ada") as editor:
        assert editor.update_deck(deck_id, t.deck({"stone_golem": 3, "grey_wolf": 2}), 1) == 1
        assert editor.update_deck(deck_id, t.deck({"grey_wolf": 2, "stone_golem": 3}), 1) == 2
    assert [e.card for e in t.catalog(world).decks["rush"].entries] == ["grey_wolf", "stone_golem"]
    with pytest.raises(Conflict), editing(world, "Ada") as editor:
        editor.update_deck(deck_id, t.deck({}), 1)
    with pytest.raises(EditError, match="'wolff' is no card"), editing(world, "Ada") as editor:
        editor.update_deck(deck_id, t.deck({"wolff": 1}), 2)
    with editing(world, "Ada") as editor:
        editor.delete_deck(deck_id, 2)
    assert [row.action for row in t.history(world, "deck")] == ["create", "update", "delete"]


def test_two_decks_swap_codes(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        a = editor.create_deck(t.CODE, t.deck({}, code="a", name="A"))
        b = editor.create_deck(t.CODE, t.deck({}, code="b", name="B"))
        editor.update_decks(t.CODE, [(a, t.deck({}, code="b", name="A"), 1), (b, t.deck({}, code="a", name="B"), 1)])
    assert {code: x.name for code, x in t.catalog(world).decks.items()} == {"b": "A", "a": "B"}


def test_two_cards_swap_codes_and_numbers(world: Engine) -> None:
    golem, wolf = t.card_id(world, "stone_golem"), t.card_id(world, "grey_wolf")
    first = t.card("Stone Golem", code="grey_wolf", printings=[t.printing("002")])
    second = t.card("Grey Wolf", code="stone_golem", printings=[t.printing("001")])
    with editing(world, "Ada") as editor:
        editor.save_cards(t.CODE, changed=[(golem, first, 1), (wolf, second, 1)])
    stored = t.catalog(world).card_by_code
    assert (stored["grey_wolf"].id, stored["stone_golem"].id) == (golem, wolf)
    assert [c.printings[0].number for c in t.catalog(world).cards] == ["002", "001"]


# the guard


def test_objects_written_by_another_session_are_refused(world: Engine) -> None:
    with Session(world) as session:
        session.add(models.Role(ruleset_id=1, code="x", name="X"))
        with pytest.raises(UnguardedWrite, match="Role"):
            session.commit()


WRITES: list[Callable[[Any], Any]] = [
    lambda c: c.execute(update(models.Card.__table__).values(name="x")),  # type: ignore[attr-defined]
    lambda c: c.execute(insert(models.Role.__table__).values(code="x")),  # type: ignore[attr-defined]
    lambda c: c.execute(models.Printing.__table__.delete()),  # type: ignore[attr-defined]
    lambda c: c.execute(text("UPDATE card SET name = 'x'")),
    lambda c: c.execute(text('delete from "card"')),
]


@pytest.mark.parametrize("number", range(len(WRITES)))
def test_statements_of_another_session_or_connection_are_refused(world: Engine, number: int) -> None:
    with Session(world) as session, pytest.raises(UnguardedWrite):
        WRITES[number](session)
    with world.connect() as connection, pytest.raises(UnguardedWrite):
        WRITES[number](connection)
    assert t.catalog(world).card_by_code["stone_golem"].name == "Stone Golem"


def test_reading_objects_is_free(world: Engine) -> None:
    with Session(world) as session:
        session.execute(text("SELECT 1"))
        assert session.get(models.Card, t.card_id(world, "stone_golem")) is not None
        session.commit()


# many at once


def at_once(jobs: list[Callable[[], str]]) -> list[str]:
    """Run jobs in threads that start together; return what each came to."""
    barrier = threading.Barrier(len(jobs))
    results: list[str] = []

    def run(job: Callable[[], str]) -> None:
        barrier.wait()
        try:
            results.append(job())
        except Exception as error:
            results.append(type(error).__name__)

    threads = [threading.Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_of_six_who_save_one_card_one_wins_and_five_are_told(world: Engine) -> None:
    card_id = t.card_id(world, "stone_golem")

    def saver(who: int, version: int) -> Callable[[], str]:
        def job() -> str:
            with editing(world, f"user {who}") as editor:
                editor.update_card(card_id, t.card("Stone Golem", rules=f"{who} at {version}"), version)
            return "saved"

        return job

    rounds = 6
    for version in range(1, rounds + 1):
        assert Counter(at_once([saver(i, version) for i in range(6)])) == {"saved": 1, "Conflict": 5}
    assert t.catalog(world).card_by_code["stone_golem"].version == rounds + 1
    assert [r.to_version for r in t.history(world) if r.action == "update"] == list(range(2, rounds + 2))


def test_six_who_save_different_cards_all_save(database: Engine) -> None:
    t.load(database, t.document(cards=[t.card(f"Card {i}") for i in range(6)]))
    ids = {c.code: c.id for c in t.catalog(database).cards}

    def saver(code: str) -> Callable[[], str]:
        def job() -> str:
            for version in range(1, 4):
                with editing(database, code) as editor:
                    editor.update_card(ids[code], t.card(code, code=code, rules=f"Version {version}."), version)
            return "saved"

        return job

    assert at_once([saver(code) for code in ids]) == ["saved"] * 6
    assert {c.version for c in t.catalog(database).cards} == {4}


def test_two_who_create_the_same_code_or_number_get_one_card(world: Engine) -> None:
    def job() -> str:
        with editing(world, "Ada") as editor:
            editor.create_cards(t.CODE, [t.card("New", printings=[t.printing("009")])])
        return "saved"

    assert Counter(at_once([job] * 4)) == {"saved": 1, "EditError": 3}


def test_card_put_into_a_deck_while_it_is_deleted_is_never_half_gone(world: Engine) -> None:
    card_id = t.card_id(world, "grey_wolf")

    def delete() -> str:
        with editing(world, "Ada") as editor:
            editor.delete_card(card_id, 1)
        return "deleted"

    def use() -> str:
        with editing(world, "Bob") as editor:
            editor.create_deck(t.CODE, t.deck({"grey_wolf": 1}))
        return "used"

    assert sorted(at_once([delete, use])) in (["EditError", "deleted"], ["EditError", "used"])
    t.catalog(world)


def test_readers_neither_wait_for_a_writer_nor_see_half_of_it(world: Engine) -> None:
    with editing(world, "Ada") as editor:
        editor.update_card(t.card_id(world, "stone_golem"), t.card("Clay Golem", code="stone_golem"), 1)
        assert t.catalog(world).card_by_code["stone_golem"].name == "Stone Golem"
    assert t.catalog(world).card_by_code["stone_golem"].name == "Clay Golem"


def test_writer_does_not_wait_for_a_reader_who_keeps_one_picture(world: Engine) -> None:
    card_id = t.card_id(world, "stone_golem")
    with world.connect() as connection:
        connection.execute(text("SELECT name FROM card")).all()
        with editing(world, "Ada") as editor:
            editor.update_card(card_id, t.card("Clay Golem", code="stone_golem"), 1)


def test_writer_who_waits_too_long_is_told_so(sqlite: Engine) -> None:
    t.load(sqlite, t.document(cards=[GOLEM]))
    impatient = open_engine(str(sqlite.url.database))
    with impatient.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=50")
    golem = t.card_id(sqlite, "stone_golem")
    with editing(sqlite, "Ada") as editor:
        editor.update_card(golem, t.card("Clay Golem", code="stone_golem"), 1)
        with pytest.raises(EditError, match="busy") as error, editing(impatient, "Bob") as other:
            other.update_card(golem, t.card("Mud Golem", code="stone_golem"), 1)
    assert error.value.findings[0].code == "edit.busy"
    impatient.dispose()


# what people type

ODD = st.sampled_from(
    ["Æ", "ﬁ", "e\u0301", "\u200d", "\u202e", "שלום", "日本", "🔥", "{mana}", "<b>", "&amp;", "'", '"']
)
TYPED = st.lists(st.one_of(ODD, st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"))), max_size=30)
LINE = TYPED.map(lambda parts: "".join(parts).strip())
PARAGRAPH = st.lists(LINE, max_size=4).map(lambda lines: "\n".join(lines).strip())
CARDS = st.builds(
    t.card,
    name=LINE.filter(bool),
    code=st.just("typed"),
    rules=PARAGRAPH,
    type=st.just("creature"),
    affinities=st.lists(st.sampled_from(["red", "blue"]), unique=True),
    stats=st.fixed_dictionaries(
        {}, optional={"cost": st.sampled_from(["X", "0", "9"]), "attack": st.integers(0, 20)}
    ),
    texts=st.fixed_dictionaries({}, optional={"bonus": PARAGRAPH.filter(bool)}),
    flags=st.lists(st.just("legendary"), max_size=1),
    printings=st.lists(
        st.builds(t.printing, number=st.sampled_from(["1", "002a", "★3", "T-4"]), flavor=PARAGRAPH, artist=LINE),
        max_size=2,
        unique_by=lambda p: p.number,
    ),
)


@given(card=CARDS)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_card_is_read_back_as_it_was_typed(world: Engine, card: d.CardDocument) -> None:
    with editing(world, "Ada") as editor:
        (card_id,) = editor.create_cards(t.CODE, [card])
    stored = card_document(t.catalog(world).card_by_code["typed"])
    with editing(world, "Ada") as editor:
        assert editor.update_card(card_id, card, 1) == 1
        editor.delete_card(card_id, 1)
    for name in ("name", "rules", "type", "stats", "texts", "flags"):
        assert getattr(stored, name) == getattr(card, name)
    assert set(stored.affinities) == set(card.affinities)
    typed = [(p.number, p.flavor, p.artist) for p in card.printings]
    assert [(p.number, p.flavor, p.artist) for p in stored.printings] == typed


@given(
    character=st.characters(categories=("Cc", "Cs"), exclude_characters="\t\n\r\x85").filter(
        lambda c: not "\x80" <= c <= "\x9f"
    )
)
def test_control_characters_are_refused_with_their_place(character: str) -> None:
    with pytest.raises(EditError) as error:
        parse(d.CardDocument, {"code": "a", "name": "A", "type": "x", "rules": f"ab{character}c"}, "card")
    (finding,) = error.value.findings
    assert (finding.where.kind, finding.where.code, finding.where.field) == ("card", "a", "rules")
    assert f"U+{ord(character):04X}" in finding.message or "surrogate" in finding.message


def test_form_of_a_text_is_told_in_words() -> None:
    with pytest.raises(EditError) as error:
        parse(d.CardDocument, {"code": "Stone Golem", "name": " ", "type": "x", "numbr": 1, "stats": []}, "card")
    assert messages(error) == [
        "code must be small letters, digits and _ only, such as stone_golem, not 'Stone Golem'.",
        "name must not be empty.",
        "stats must be a table of keys and values, not [].",
        "numbr is not a known key.",
    ]


def test_every_form_of_a_text_has_its_words() -> None:
    forms = {
        schema["pattern"]
        for definition in [d.CatalogDocument.model_json_schema()]
        for schema in patterns_of(definition)
    }
    assert forms <= set(d.FORMS)


def patterns_of(schema: Any) -> list[dict[str, Any]]:
    found = [schema] if isinstance(schema, dict) and isinstance(schema.get("pattern"), str) else []
    inner = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else []
    return found + [x for value in inner for x in patterns_of(value)]


@pytest.mark.parametrize("path", ["M" + "1" * 4000 + "x", "M" + "1.1" * 3000 + "!", "M " * 9000 + "K"])
def test_bad_vector_path_is_refused_at_once(path: str) -> None:
    with pytest.raises(EditError, match="no vector path"):
        parse(d.RarityDocument, {"code": "a", "name": "A", "mark": path}, "rarity")
