"""The phrases that a ruleset knows: with real examples, in the booklet and in the guide for designers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest
import testbed
from sqlalchemy import Engine
from wording_support import RULESETS, shipped, shipped_words

from carddb.catalog import Catalog
from carddb.cli import main
from carddb.layout.booklet.lay import PlacedBooklet, lay_booklet
from carddb.layout.booklet.template import load_booklet_template
from carddb.pipeline.wording_guide import guide_body, write_guide
from carddb.wording.phrasebook import GROUPS, Group, read_phrasebook
from tests.printing import fonts, template
from tests.support import make_card, make_catalog


@cache
def book(ruleset: str) -> tuple[Group, ...]:
    return read_phrasebook(shipped(ruleset), shipped_words(ruleset))


def entry(ruleset: str, kind: str, code: str):
    group = next(group for group in book(ruleset) if group.kind == kind)
    return next(entry for entry in group.entries if entry.code == code)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_phrase_that_the_ruleset_knows_is_shown(ruleset):
    shown = {entry.code for group in book(ruleset) for entry in group.entries}
    assert shown == set(shipped_words(ruleset).forms)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_phrase_has_a_meaning_of_its_group_and_a_line_of_a_card(ruleset):
    lines = {
        (c.code, line) for c in shipped(ruleset).cards for t in (c.rules, *c.texts.values()) for line in t.split("\n")
    }
    for group in book(ruleset):
        assert group.kind in GROUPS
        for one in group.entries:
            assert one.example is not None, one.pattern
            assert (one.example.code, one.example.line) in lines
            assert one.cards > 0


def test_place_of_an_example_holds_the_words_of_the_phrase():
    example = entry("soulhold", "effect", "draw").example
    assert re.fullmatch(r"[Dd]raw \d cards?", example.line[example.start : example.end])


def test_cost_is_shown_with_a_card_on_which_it_is_paid():
    assert entry("summoners_vault", "cost", "discard").example.line.startswith("Discard 1 card:")
    assert ":" not in entry("summoners_vault", "effect", "discard").example.line


def test_effect_that_cards_only_pay_is_a_cost_and_no_effect():
    effects = next(group for group in book("soulhold") if group.kind == "effect")
    assert entry("soulhold", "cost", "lose").example is not None
    assert "lose" not in [one.code for one in effects.entries]


def test_pattern_shows_gaps_and_what_may_be_missing():
    assert entry("glyphs_of_legends", "effect", "damage").pattern == (
        "deal <number> damage to <card> [for each <kind of card>]"
    )


def test_states_and_places_are_found_inside_of_phrases():
    example = entry("summoners_vault", "place", "in_a_lane").example
    assert example.line[example.start : example.end] == "in a lane"


def test_line_that_is_not_understood_is_no_example():
    catalog = shipped("soulhold")
    card = replace(catalog.cards[0], rules="Draw 1 card for the flurb.", texts={})
    groups = read_phrasebook(replace(catalog, cards=(card,)), shipped_words("soulhold"))
    assert [one.example for group in groups for one in group.entries if one.example] == []


# --- the booklet ---


@cache
def booklet(ruleset: str) -> PlacedBooklet:
    return lay(shipped(ruleset), ruleset)


def lay(catalog: Catalog, name: str = "base") -> PlacedBooklet:
    look, _ = load_booklet_template(name, measure=fonts())
    return lay_booklet(catalog, look, template(name), fonts())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_booklet_has_a_chapter_on_wording_in_contents_outline_and_index(ruleset):
    placed = booklet(ruleset)
    page = placed.anchors["chapter:wording"]
    titles = {title.partition(" ")[2]: number for title, number in placed.contents}
    assert titles["How cards are worded"] == page
    assert "How cards are worded" in placed.pages[page - 1].text
    assert [b.page for b in placed.outline if b.title == "Effects"] == [placed.anchors["wording:effect"]]
    assert [e.main for e in placed.entries if e.name == "Effect"] == [placed.anchors["wording:effect"]]
    assert placed.findings == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_chapter_on_wording_takes_at_most_four_pages(ruleset):
    placed = booklet(ruleset)
    following = min(n for _, n in placed.contents if n > placed.anchors["chapter:wording"])
    assert placed.anchors["wording:duration"] - placed.anchors["chapter:wording"] <= 3
    assert following - placed.anchors["chapter:wording"] <= 3


def test_booklet_of_a_ruleset_without_phrases_has_no_such_chapter():
    assert "chapter:wording" not in lay(make_catalog([make_card()])).anchors


# --- the guide ---


class Page(HTMLParser):
    """Collects what a page holds, and refuses tags that do not pair."""

    VOID = ("meta", "path", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.tags: list[str] = []
        self.seen: set[str] = set()
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        self.ids |= {value for name, value in attrs if name == "id"}
        self.links |= {value[1:] for name, value in attrs if name == "href"}
        self.tags += [] if tag in self.VOID else [tag]

    def handle_endtag(self, tag):
        assert tag in self.VOID or self.tags.pop() == tag

    def handle_data(self, data):
        self.words += data


@pytest.mark.parametrize("ruleset", RULESETS)
def test_guide_shows_every_phrase_and_its_links_lead_somewhere(ruleset, tmp_path):
    write_guide(shipped(ruleset), tmp_path / "guide.html")
    page = Page((tmp_path / "guide.html").read_text("utf-8"))
    assert page.tags == []
    assert page.links <= page.ids
    assert {f"phrase-{g.kind}-{e.code}" for g in book(ruleset) for e in g.entries} <= page.ids
    assert {"script", "link", "img"} & page.seen == set()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_guide_explains_every_gap_of_a_phrase(ruleset):
    gaps = {p.text for g in book(ruleset) for e in g.entries for p in e.pieces if p.kind == "gap"}
    assert {f"gap-{gap.replace(' ', '-')}" for gap in gaps} <= Page(guide_body(shipped(ruleset))).ids


def test_guide_takes_names_for_words_and_not_for_tags():
    catalog = shipped("soulhold")
    cards = tuple(replace(card, name=f"<b>{card.name}</b> & co") for card in catalog.cards)
    body = guide_body(replace(catalog, cards=cards))
    assert "&lt;b&gt;" in body
    assert Page(body).tags == []


def test_guide_of_a_ruleset_without_phrases_says_so():
    assert "no phrases yet" in Page(guide_body(make_catalog([make_card()]))).words


def run(engine: Engine, *arguments: str) -> int:
    with pytest.raises(SystemExit) as stopped:
        main(["--db", engine.url.render_as_string(hide_password=False), "wording", *arguments])
    return int(stopped.value.code or 0)


def test_command_writes_the_guide(sqlite, tmp_path):
    testbed.load(sqlite, testbed.document(cards=[testbed.card(rules="Swift")]))
    assert run(sqlite, testbed.CODE, "--guide", "-o", str(tmp_path / "new" / "guide.html")) == 0
    assert "Testbed" in Page((tmp_path / "new" / "guide.html").read_text("utf-8")).words


@pytest.mark.parametrize(
    "arguments", [("--guide",), (testbed.CODE, "--guide"), (testbed.CODE, "--fix", "-o", "x.html")]
)
def test_command_says_what_the_guide_needs(sqlite, capsys, arguments):
    testbed.load(sqlite)
    assert run(sqlite, *arguments) == 2
    assert "--guide -o FILE.html" in capsys.readouterr().err
