"""Layout: lengths, templates, text that fits, cards and sheets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from carddb.catalog import Affinity, Symbol
from carddb.layout.boxes import FormUse, Mark
from carddb.layout.boxes import Path as Outline
from carddb.layout.card import CardPlacer, traits_of
from carddb.layout.colors import ColorError, Palette
from carddb.layout.template import Traits
from carddb.layout.template_file import list_templates, load_template
from carddb.layout.typography import dashed, quoted
from carddb.layout.units import LengthError, length_um, millimetres, size_um
from carddb.pdf.fonts import FontBook, font_file
from tests.printing import (
    all_boxes,
    codes,
    fonts,
    own_template,
    place,
    placer,
    printed,
    runs,
    straight,
    template,
    write_template,
)
from tests.support import (
    SQUARE,
    by_code,
    make_card,
    make_catalog,
    make_keyword,
    make_parameter,
    make_printing,
    shipped,
)

RULES_BOX = """
[[element]]
id = "rules"
kind = "text"
left = "5mm"
right = "5mm"
top = "40mm"
h = "{height}"
font = "text"
bold = "text bold"
italic = "text italic"
size = "9pt"
min = "6pt"
reminder_below = "8pt"
parts = [{{ field = "rules" }}, {{ field = "flavor", font = "text italic", drop_below = "8.6pt" }}]
"""


def rules_card(rules: str, flavor: str = "", **fields):
    return make_card(rules=rules, printings=(make_printing(flavor=flavor),), **fields)


# --- lengths ---


@pytest.mark.parametrize(
    ("text", "expected"),
    [("63mm", 63_000), ("63.5 mm", 63_500), ("0.125in", 3_175), ("72pt", 25_400), ("1.5cm", 15_000), ("7um", 7)],
)
def test_length_is_whole_micrometres(text, expected):
    assert length_um(text) == expected


@pytest.mark.parametrize("text", ["63", "", "mm", "nanmm", "infmm", "1e3mm", "0mm", "-3mm", "9000000mm", 63, None])
def test_length_that_makes_no_sense_is_refused(text):
    with pytest.raises(LengthError):
        length_um(text)


def test_unknown_unit_is_named():
    with pytest.raises(LengthError, match="px"):
        length_um("63px")


def test_millimetres_are_written_as_people_do():
    assert [millimetres(63_500), millimetres(88_000)] == ["63.5", "88"]


# --- typed and printed characters ---


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ('"Look what I found!"', "“Look what I found!”"),
        ("Summoner's 'tis 5' tall", "Summoner’s ’tis 5’ tall"),
        ('<font color="red">"Look"</font>', '<font color="red">“Look”</font>'),
        ("'quoted' and (\"so\")", "‘quoted’ and (“so”)"),
        ("the '90s", "the ’90s"),
        ('a <b and c> "d"', "a <b and c> “d”"),
    ],
)
def test_quotes_become_curly_and_tags_stay(typed, expected):
    assert quoted(typed) == expected


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "“It’s ‘so’,” I said"),
        ("de-AT", "„It’s ‚so‘,“ I said"),
        ("fr", "«It’s ‹so›,» I said"),
        ("sv", "”It’s ’so’,” I said"),
    ],
)
def test_quotes_are_those_of_the_language_and_apostrophes_stay(language, expected):
    assert quoted("\"It's 'so',\" I said", language) == expected


def test_quotes_on_cards_follow_the_language_of_the_ruleset(tmp_path):
    catalog = make_catalog()
    german = replace(catalog, ruleset=replace(catalog.ruleset, language="de"))
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    press = CardPlacer(german, chosen, fonts())
    assert "„Ja“" in printed(press.place(rules_card('Sage "Ja".')))


def test_double_hyphens_become_dashes_and_one_before_a_number_a_minus():
    assert dashed("a -- b---c -1/-1 well-1 2-3 ----") == "a — b—c −1/−1 well-1 2-3 ----"


# --- templates ---


@pytest.mark.parametrize("name", list_templates("cards"))
def test_bundled_card_template_loads_without_findings(name):
    found, findings = load_template(name, measure=fonts())
    assert findings == []
    assert found is not None
    assert found.back


def test_template_lists_all_its_problems_at_once(tmp_path):
    text = """format = 1
colour = "red"
[fonts]
text = "alegreya-sans"
gone = "no-such-family"
[[element]]
id = "a"
kind = "rect"
left = "3"
fill = "inkk"
glow = true
[[element]]
id = "b"
kind = "text"
field = "rules"
font = "nobody"
min = "5pt"
when = { colour = "red" }
[[element]]
kind = "rect"
[[element]]
id = "c"
kind = "pentagram"
[[element]]
id = "d"
kind = "path"
d = "M0 0 l5 5"
"""
    found, findings = load_template("mine", folders=write_template(tmp_path, text), measure=fonts())
    assert found is None
    places = {finding.where.entry for finding in findings}
    assert {"colour", "gone", "element a.left", "element a.fill", "element a.glow", "element b.when.colour"} <= places
    assert {"element b.parts[1].font", "element b.parts[1].min", "element c.kind", "element d.d"} <= places
    assert all(finding.where.file == "cards/mine.toml" for finding in findings)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('format = 1\nextends = "mine"', "template.extends"),
        ('format = 1\nextends = "nobody"', "template.unknown"),
        ("format = 2", "template.format"),
        ("format = ", "template.unreadable"),
    ],
)
def test_template_that_cannot_be_used_says_why(tmp_path, text, code):
    found, findings = load_template("mine", folders=write_template(tmp_path, text))
    assert found is None
    assert [finding.code for finding in findings] == [code]


def test_unknown_template_names_those_that_exist():
    _, findings = load_template("../base")
    assert "base" in findings[0].message


def test_child_template_changes_moves_and_removes_elements(tmp_path):
    write_template(
        tmp_path, 'format = 1\n[[element]]\nid = "a"\nkind = "rect"\nfill = "#111111"\n'
        '[[element]]\nid = "b"\nkind = "rect"\n[[element]]\nid = "c"\nkind = "rect"\n', "parent",
    )  # fmt: skip
    folders = write_template(
        tmp_path, 'format = 1\nextends = "parent"\n[[element]]\nid = "a"\nradius = "2mm"\n'
        '[[element]]\nid = "b"\nremove = true\n[[element]]\nid = "new"\nkind = "rect"\nbefore = "c"\n',
    )  # fmt: skip
    found, findings = load_template("mine", folders=folders)
    assert findings == []
    assert [element.id for element in found.front] == ["a", "new", "c"]
    assert (found.front[0].fill, found.front[0].radius) == ("#111111", 2_000)


def test_project_folder_comes_before_the_bundled_templates(tmp_path):
    folders = write_template(tmp_path, 'format = 1\n[card]\nwidth = "70mm"\n', "base")
    found, _ = load_template("base", folders=folders)
    assert found.width_um == 70_000


def test_edges_keep_their_distance_on_another_card_size(tmp_path):
    chosen = own_template(
        tmp_path, '[[element]]\nid = "a"\nkind = "rect"\nright = "5mm"\nbottom = "4mm"\nw = "10mm"\nh = "6mm"\n'
    )
    frame = chosen.front[0].frame
    assert frame.place(63_000, 88_000) == (48_000, 78_000, 10_000, 6_000)
    assert frame.place(63_500, 88_900) == (48_500, 78_900, 10_000, 6_000)


# --- colours and looks ---

RED_BLUE = Traits("creature", ("red", "blue"), "rare", (), (), (), (), ())


def test_colour_expression_is_worked_from_left_to_right():
    palette = Palette({"paper": "#ffffff"}, {"red": "#800000", "blue": "#000080"})
    assert palette.resolve("affinity mix paper 50", RED_BLUE) == "#c08080"
    assert palette.resolve("affinity:2 darker 50", RED_BLUE) == "#000040"
    assert palette.resolve("affinity:3 alpha 50", RED_BLUE) == "#00008080"


@pytest.mark.parametrize("expression", ["", "nobody", "#12345", "paper lighter", "paper lighter x", "loop"])
def test_colour_that_cannot_be_read_is_refused(expression):
    with pytest.raises(ColorError):
        Palette({"paper": "#ffffff", "loop": "loop"}, {}).resolve(expression, RED_BLUE)


def test_cards_of_one_look_share_one_frame():
    press = placer()
    first, second = (press.place(make_card(name, affinities=("red",))) for name in ("Ash", "Ember"))
    third = press.place(make_card("Rain", affinities=("blue",)))
    frames = [next(b.form.key for b in card.boxes if isinstance(b, FormUse)) for card in (first, second, third)]
    assert frames[0] == frames[1] != frames[2]


def test_condition_draws_only_for_the_cards_it_names(tmp_path):
    chosen = own_template(
        tmp_path,
        '[[element]]\nid = "a"\nkind = "rect"\nfill = "#abcdef"\nwhen = { rarity = "rare", affinities = [2] }\n'
        'unless = { flag = "legendary" }\n',
    )
    plain = make_card(rarity="rare", affinities=("red", "blue"))
    assert len(place(plain, chosen).boxes) == 1
    assert place(replace(plain, flags=("legendary",)), chosen).boxes == ()
    assert place(replace(plain, affinities=("red",)), chosen).boxes == ()
    assert place(replace(plain, rarity="common"), chosen).boxes == ()


def test_grid_lights_the_rows_that_a_role_may_stand_in(tmp_path):
    chosen = own_template(
        tmp_path, '[[element]]\nid = "g"\nkind = "grid"\nparameter = "row_roles"\non = "#ff0000"\noff = "#00ff00"\n'
    )
    rows = {f"row_roles.{n}": make_parameter(f"row_roles.{n}", value, "list") for n, value in
            ((1, ("Beast",)), (2, ("titan",)), (3, ("Beast", "Titan")))}  # fmt: skip
    card = place(make_card(roles=("beast",)), chosen, make_catalog(parameters=rows))
    fills = [box.fill for box in all_boxes(card.boxes) if isinstance(box, Outline)]
    assert fills == ["#ff0000", "#00ff00", "#ff0000"]


# --- words in boxes ---


def test_text_shrinks_until_it_fits_and_never_below_the_smallest_size(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="14mm"))
    short = place(rules_card("Draw 1 card."), chosen)
    long = place(rules_card("Draw cards until you hold seven cards, then discard them. " * 3), chosen)
    assert {run.size for run in runs(short)} == {size_um(9)}
    assert size_um(6) <= runs(long)[0].size < size_um(9)
    assert long.findings == ()


def test_no_word_is_left_alone_on_the_last_line_where_that_can_be_helped(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    lonely = 0
    for extra in range(1, 25):
        lines = runs(
            place(rules_card("When this attacks, draw " + "i" * extra + " cards and gain 2 more Life."), chosen)
        )
        lonely += len(lines) == 2 and " " not in lines[1].text
    assert lonely == 0


@pytest.mark.parametrize("words", range(4, 60, 5))
def test_largest_size_that_fits_is_taken(tmp_path, words):
    """Ask for each size by itself: the first that holds all words is the one that a free choice takes."""
    box = RULES_BOX.format(height="14mm")
    card = rules_card(" ".join(["Draw", "a", "card", "unless", "nobody", "dares"] * 10)[: words * 4])
    free = place(card, own_template(tmp_path / "free", box))
    for size in (*range(size_um(9), size_um(6), -size_um(0.2)), size_um(6)):
        fixed = box.replace('size = "9pt"', f'size = "{size}um"').replace('min = "6pt"', f'min = "{size}um"')
        alone = place(card, own_template(tmp_path / f"{size}", fixed))
        if "layout.overflow" not in codes(alone):
            break
    assert runs(free)[0].size == runs(alone)[0].size
    assert printed(free) == printed(alone)


def test_text_that_cannot_fit_is_cut_and_reported_with_card_and_field(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="8mm"))
    card = place(rules_card("Draw cards until you hold seven cards. " * 20, code="golem"), chosen)
    assert codes(card) == ["layout.overflow"]
    finding = card.findings[0]
    assert (finding.severity, finding.where.code, finding.where.field) == ("error", "golem", "rules")
    assert min(run.size for run in runs(card)) == size_um(6)
    assert runs(card)[-1].text.endswith("…")
    assert all(40_000 < run.y < 48_000 for run in runs(card))


def test_flavor_then_reminder_are_left_out_before_rules_get_small(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="16mm"))
    roomy = place(rules_card("Swift", "A rumour with hooves."), chosen)
    assert printed(roomy) == "Swift (Swift does a thing.) A rumour with hooves."
    assert roomy.findings == ()
    words = "When this attacks, draw 2 cards and then discard 1 card from your hand. "
    full = place(rules_card("Swift\n" + words * 2, "A rumour with hooves."), chosen)
    assert [f.where.field for f in full.findings] == ["flavor"]
    crowded = place(rules_card("Swift\n" + words * 3, "A rumour with hooves."), chosen)
    assert [(f.code, f.where.field) for f in crowded.findings] == [
        ("layout.dropped", "flavor"), ("layout.dropped", "reminder text"),
    ]  # fmt: skip
    assert straight(printed(crowded)) == "Swift " + (words * 3).strip()


def test_keywords_are_bold_where_they_first_count_and_reminder_text_is_italic(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    card = place(rules_card("Poison 300, Swift\nGains Poison 100 for a turn."), chosen)
    bold = " ".join(run.text for run in runs(card) if run.font.endswith(" bold")).split()
    assert bold == ["Poison", "300", "Swift"]
    italic = " ".join(run.text.strip() for run in runs(card) if run.font.endswith(" italic"))
    assert italic == "(Poison: Poison does a thing. Swift: Swift does a thing.)"


def test_short_texts_have_lines_of_like_length(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    found = [
        run.text for run in runs(place(rules_card("When this attacks and wins the fight, you lose one."), chosen))
    ]
    assert len(found) == 2
    assert len(found[1]) > 0.5 * len(found[0])
    assert found[1] != "you lose one."


def test_no_word_stands_alone_on_a_last_line_where_another_break_helps(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    alone = []
    for number in range(1, 40):
        text = "When this attacks and wins, draw a card for each " + "i" * number + " there."
        found = [run.text for run in runs(place(rules_card(text), chosen))]
        alone += [found] if len(found) > 1 and " " not in found[-1] else []
    assert alone == []


def test_word_space_of_the_template_widens_spaces_on_paper_and_in_the_measure(tmp_path):
    box = RULES_BOX.format(height="30mm")
    plain_card = place(rules_card("Draw Swift now"), own_template(tmp_path, box))
    wide = place(
        rules_card("Draw Swift now"), own_template(tmp_path, box.replace("size =", "word_space = 2\nsize ="))
    )
    own = fonts().widths(runs(plain_card)[0].font)[" "]
    assert runs(wide)[0].word_space - runs(plain_card)[0].word_space == round(own)
    assert runs(wide)[-1].x > runs(plain_card)[-1].x + runs(wide)[0].size * own / 1000


def test_reminder_text_follows_the_parameters_in_force(tmp_path):
    keyword = make_keyword("Poison", numbers=1, reminder="Loses {n} {?fast=true:at once|in {when}}.")
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    texts = []
    for fast in (True, False):
        parameters = (make_parameter("fast", fast), make_parameter("when", "each turn", "text"))
        catalog = make_catalog(keywords=by_code([keyword]), parameters=by_code(parameters))
        texts.append(printed(CardPlacer(catalog, chosen, fonts()).place(rules_card("Poison 3"))))
    assert texts == ["Poison 3 (Loses 3 at once.)", "Poison 3 (Loses 3 in each turn.)"]


def test_number_of_a_keyword_never_leaves_it(tmp_path):
    catalog = make_catalog(keywords=by_code([make_keyword("Freeze", numbers=1)]))
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    broken = 0
    for extra in range(30):
        card = rules_card("Give " + "i" * extra + " creatures Freeze 1 and Freeze 2. Then draw as many cards.")
        placed = runs(CardPlacer(catalog, chosen, fonts()).place(card))
        lines = {}
        for run in placed:
            lines.setdefault(run.y, []).append(run.text)
        broken += len(lines) > 1
        assert not any("".join(texts).rstrip().endswith("Freeze") for texts in lines.values())
    assert broken == 30


@pytest.mark.parametrize("gap", [" ", "", "\u2009"])
def test_symbol_stays_with_its_word_and_inside_the_box(tmp_path, gap):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    for extra in range(30):
        card = place(rules_card("Gain " + "i" * extra + f" and pay 1{gap}{{mana}}. Then draw."), chosen)
        marks = [box for box in all_boxes(card.boxes) if isinstance(box, Mark)]
        assert len(marks) == 1
        assert any(
            run.y == marks[0].y and run.x < marks[0].x and run.text.endswith(("1", "1 ", "\u2009"))
            for run in runs(card)
        )
        assert marks[0].x >= 5_000
        assert marks[0].x + marks[0].width <= 58_000


def test_markup_like_text_prints_as_typed():
    typed = 'If <b>ATK & DEF</b> 0.1 <A <0.9 &amp; /etc/passwd <img src="/x.png"> C:\\x'
    card = place(rules_card(typed))
    assert straight(typed) in straight(printed(card))
    assert card.findings == ()


@pytest.mark.parametrize(
    "name",
    ["S.N.O.T.", "Fire // Ice", "Gussari @Ignister", '"Look what I found!"', "Strange Solution: Acidic Ichor",
     "A & B", "CON", "../x", "Salt & Pepper", "S&P"],
)  # fmt: skip
def test_name_prints_as_typed(name):
    card = place(make_card(name, code="x"))
    assert straight(printed(card)).startswith(name)
    assert card.findings == ()


def test_long_name_shrinks_then_wraps_inside_the_frame():
    element = next(e for e in template().front if e.id == "name")
    x, y, width, height = element.frame.place(63_000, 88_000)
    card = place(make_card("The Chronicle-Keeper of the Seven Drowned Glyphs"))
    lines = [run for run in runs(card) if y <= run.y <= y + height]
    assert len(lines) == 2
    assert card.findings == ()
    for run in lines:
        wide = sum(fonts().widths(run.font)[w] for w in run.text.split()) + run.text.count(" ") * 250
        assert run.x + wide * run.size / 1000 <= x + width


def test_name_that_is_cut_is_reported():
    card = place(make_card("Abracadabra " * 30))
    assert ("layout.overflow", "name") in [(f.code, f.where.field) for f in card.findings]


def test_word_wider_than_its_box_is_broken_and_reported(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    card = place(rules_card("x" * 120), chosen)
    assert codes(card) == ["layout.broken_word"]
    assert "".join(run.text for run in runs(card)) == "x" * 120


def test_fallback_font_steps_in_for_letters_that_the_font_lacks(tmp_path):
    text = 'format = 1\n[fonts]\nslab = "zilla-slab"\n' + RULES_BOX.format(height="30mm").replace(
        ' = "text', ' = "slab'
    ).replace('kind = "slab"', 'kind = "text"')
    found, findings = load_template("mine", folders=write_template(tmp_path, text), measure=fonts())
    assert findings == []
    card = place(rules_card("Жар-птица flies"), found)
    assert {run.font.split()[0] for run in runs(card)} == {"zilla-slab", "noto-sans"}
    assert card.findings == ()
    assert "Жар-птица flies" in printed(card)


@pytest.mark.parametrize("character", ["❤", "★", "😀", "日", "ש", "م", "\u0e01", "\u0301"])
def test_character_that_cannot_be_set_is_boxed_and_reported(tmp_path, character):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    card = place(rules_card(f"Draw x{character} now.", code="golem"), chosen)
    assert codes(card) == ["layout.glyph"]
    finding = card.findings[0]
    assert f"U+{ord(character):04X}" in finding.message
    assert (finding.where.code, finding.where.field, finding.actual) == ("golem", "rules", character)
    assert [box.actual for box in all_boxes(card.boxes) if isinstance(box, Mark)] == [character]


def test_missing_script_is_named_with_the_font_that_would_help(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    card = place(rules_card("Draw 日 now."), chosen)
    assert "noto-sans-jp-400.ttf" in card.findings[0].hint


def test_font_of_a_script_in_the_project_steps_in(tmp_path):
    arrows = font_file("alegreya-sans", 400, False, None)
    (tmp_path / "noto-sans-symbols-2-400.ttf").write_bytes(arrows.read_bytes())
    head = 'format = 1\n[fonts]\ntext = "titillium-web"\n[colors]\nneutral = "#808080"\n'
    chosen, _ = load_template("mine", folders=write_template(tmp_path, head + RULES_BOX.format(height="30mm")))
    card = CardPlacer(make_catalog(), chosen, FontBook(tmp_path)).place(rules_card("Go →Ж now."))
    assert card.findings == ()
    assert {run.font for run in runs(card) if "→" in run.text} == {"noto-sans-symbols-2"}


def test_script_from_right_to_left_is_refused_in_words(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    card = place(rules_card("שלום"), chosen)
    assert "right to left" in card.findings[0].message


def test_combining_accent_is_composed_with_its_letter(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm"))
    card = place(rules_card("C\u0327a ira"), chosen)
    assert printed(card) == "Ça ira"
    assert card.findings == ()


def test_missing_character_is_reported_for_every_card_that_has_it():
    press = placer()
    assert [codes(press.place(make_card(f"Ace 日 {n}"))) for n in range(3)] == [["layout.glyph"]] * 3


def test_endless_text_in_any_field_ends_in_a_finding_and_few_boxes():
    text = "All work and no play makes a dull deck. " * 26_000
    card = place(make_card("n" * 1_000_000, rules=text, printings=(make_printing(flavor=text, number=text),)))
    assert {(f.code, f.where.field) for f in card.findings} >= {
        ("layout.overflow", "name"),
        ("layout.overflow", "rules"),
    }
    assert len(runs(card)) < 100


def test_value_none_prints_the_words_of_the_template(tmp_path):
    chosen = own_template(tmp_path, '[[element]]\nid = "t"\nkind = "text"\nfield = "text:bonus"\nnone = "No bonus"\n')
    assert printed(place(make_card(texts={"bonus": "none"}), chosen)) == "No bonus"
    assert printed(place(make_card(), chosen)) == ""


def test_x_prints_as_x_and_user_text_is_no_pattern(tmp_path):
    chosen = own_template(
        tmp_path, '[[element]]\nid = "t"\nkind = "text"\nfield = "{stat:cost}|{name}|{set} {number}"\n'
    )
    card = make_card("{number}", stats={"cost": "X"}, printings=(make_printing("007"),))
    assert printed(place(card, chosen)) == "X|{number}|COR 007"


def test_art_that_is_missing_or_outside_its_folder_gets_a_placeholder(tmp_path):
    (tmp_path / "art").mkdir()
    (tmp_path / "secret.png").write_bytes(b"x")
    press = placer(art_folder=tmp_path / "art")
    for name in ("gone.png", "../secret.png"):
        card = press.place(make_card(printings=(make_printing(art=name),)))
        assert codes(card) == ["layout.art"]


@pytest.mark.parametrize("ruleset", ["soulhold", "summoners_vault", "glyphs_of_legends"])
def test_no_shipped_card_is_cut_broken_or_lacks_a_character(ruleset):
    catalog = shipped(ruleset)
    press = placer(catalog, template(catalog.ruleset.card_template))
    for card in catalog.cards:
        placed = press.place(card)
        assert [f.message for f in placed.findings if f.severity != "info"] == []


def test_traits_leave_out_texts_that_say_none():
    traits = traits_of(make_card(texts={"bonus": "none", "other": "Draw."}), make_printing(flavor="x"))
    assert traits.texts == ("other",)
    assert traits.has == ("flavor", "number")


def test_symbol_without_colour_takes_that_of_the_text(tmp_path):
    chosen = own_template(tmp_path, RULES_BOX.format(height="30mm") + 'color = "#123456"\n')
    symbols = {s.code: s for s in (Symbol("mana", "Mana", SQUARE, ""), Symbol("fire", "Fire", SQUARE, "#aa0000"))}
    card = place(rules_card("{mana} {fire}"), chosen, make_catalog(symbols=symbols))
    fills = [box.form.boxes[0].fill for box in all_boxes(card.boxes) if isinstance(box, Mark)]
    assert fills == ["#123456", "#aa0000"]


def test_cards_without_affinity_take_the_neutral_colour():
    catalog = make_catalog(affinities={"red": Affinity("red", "Red", "", "#8c2f1f", SQUARE)})
    assert place(make_card(), catalog=catalog).findings == ()


def test_boxes_stay_inside_card_and_bleed():
    card = place(rules_card("Swift\nDraw 2 cards.", "So.", affinities=("red", "blue"), cost=3))
    for run in runs(card):
        assert 0 < run.x < card.width_um
        assert 0 < run.y < card.height_um
