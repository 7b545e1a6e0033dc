"""Names change by small steps on a ground that is shared, and always are what they would be if made anew."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from carddb.wording.layers import MOST_CHANGES, Layered
from carddb.wording.lexer import tokenize
from carddb.wording.names import Names, NamesToFind

KNOWN = frozenset(("draw", "a", "card"))
WORD = st.sampled_from(["Stone", "Golem", "Draw", "a", "Guard", "7"])
NAME = st.one_of(
    st.lists(WORD, min_size=1, max_size=3).map(" ".join),
    st.sampled_from(["Stone  Golem", '"Hi" Golem', " ", "Stone\nGolem"]),
)
TEXTS = ("Draw a Stone Golem Guard", 'a "Stone Golem" Stone', "Golem 7 Draw Golem", "Guard Stone  Golem a card")


def told(names: Names, asked: set[str]) -> object:
    """Return all that names say."""
    found = [names.find(tokens, at) for tokens in map(tokenize, TEXTS) for at in range(len(tokens))]
    written = [(name in names, names.write(name), sorted(names.ending_in([name]))) for name in sorted(asked)]
    return found, written, [names.starting_with(text, 3) for text in ("", "s", "St", "g", '"')]


@settings(max_examples=150, deadline=None)
@given(st.sets(NAME, max_size=8), st.lists(st.sets(NAME, max_size=6), min_size=1, max_size=4))
def test_names_after_any_changes_are_as_if_made_anew(first: set[str], steps: list[set[str]]) -> None:
    asked = first.union(*steps)
    states = [(Names(sorted(first), KNOWN), first)]
    for wanted in steps:
        states.append((states[-1][0].changed(wanted), wanted))
    for names, wanted in states:
        assert told(names, asked) == told(Names(sorted(wanted), KNOWN), asked)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=30), st.integers(0, 9))
def test_layers_hold_what_a_dictionary_holds(steps: list[tuple[int, bool]], first: int) -> None:
    layers: Layered[int, int] = Layered({first: 0})
    plain = {first: 0}
    for number, (key, is_put) in enumerate(steps):
        before, kept = layers, dict(plain)
        layers = layers.copy()
        if is_put:
            layers.put(key, number)
            plain[key] = number
        else:
            layers.drop(key)
            plain.pop(key, None)
        assert dict(before.items()) == kept
        assert dict(layers.items()) == plain
        assert [key in layers for key in range(10)] == [key in plain for key in range(10)]


def test_many_changes_become_ground_of_their_own() -> None:
    layers = Layered({"a": 1})
    few = layers.copy()
    few.put("b", 2)
    for number in range(MOST_CHANGES + 1):
        layers.put(str(number), number)
    later = layers.copy()
    assert list(few.copy().changes()) == [("b", 2)]
    assert list(later.changes()) == []
    assert dict(later.items()) == dict(layers.items())


def test_index_of_the_ground_is_made_once_for_all_copies() -> None:
    made = []

    def count(ground: object) -> int:
        made.append(ground)
        return len(made)

    layers = Layered({"a": 1})
    later = layers.copy()
    later.put("b", 2)
    assert (later.index(count), layers.index(count), len(made)) == (1, 1, 1)


def test_names_are_found_bare_and_quoted_and_not_inside_of_words() -> None:
    names = NamesToFind(["Stone Golem", "Draw", 'Say "Hi"'])
    assert names.stand_in("Destroy Stone  Golem.")
    assert names.stand_in('Destroy "Draw".')
    assert names.stand_in('Destroy "Say ""Hi""".')
    assert not names.stand_in("Drawer of Stone; Golem")
