"""The words of one ruleset, ready to read and print texts: its phrases, terms, keywords and names.

Everything comes from the catalog; a phrase row of the catalog names a phrase of the registry and may reword it, or it
gives the words for a type, role, zone, stat, resource or row where they differ from its name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from carddb.catalog import Catalog, Phrase
from carddb.wording.grammar import JOINTS, LOOSE_WORDS, NUMBER_WORDS, SAME_WORDS, WORDS
from carddb.wording.lexer import Token, fold_word, tokenize
from carddb.wording.names import Names, name_tokens
from carddb.wording.registry import Form, Hole, Pattern, Word, all_forms, read_pattern
from carddb.wording.tree import KeywordUse, Noun, Number, Variable

TERM_KINDS = ("type", "role", "zone", "stat", "resource", "row", "phase")
"""The kinds of rows that give words for a thing of the catalog: "creature|creatures"."""

_FEW = 20
_TERMINALS = {"zone": "ZONE", "stat": "STAT", "resource": "RESOURCE", "row": "ROW", "phase": "PHASE"}
_LEXICAL = {"reference": "REFERENCE", "state": "STATE", "place": "PLACE"}


@dataclass(frozen=True, slots=True)
class KnownForm:
    """A wording that the ruleset knows: its patterns, the fullest first, and its words for the help page."""

    form: Form
    pattern: str
    patterns: tuple[Pattern, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A phrase row that cannot be used, and why."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Term:
    """A word that means something: the terminal of the grammar and its value.

    exact: its case matters. loose: it is read for another word, and never printed.
    """

    words: tuple[str, ...]
    terminal: str
    value: Any
    exact: bool = False
    loose: bool = False


@dataclass(slots=True)
class Step:
    """A knot of the tree of patterns: what may come next, and which wordings end here."""

    words: dict[str, Step]
    holes: dict[tuple[str, str], Step]
    ends: list[KnownForm]
    _kinds: frozenset[str] | None = None
    _hole_kinds: frozenset[str] | None = None

    def kinds(self) -> frozenset[str]:
        """Return the kinds of the phrases that it can still become."""
        if self._kinds is None:
            ends = {known.form.kind for known in self.ends}
            self._kinds = frozenset(ends).union(self.hole_kinds(), *(step.kinds() for step in self.words.values()))
        return self._kinds

    def endings(self) -> Iterator[KnownForm]:
        """Yield the wordings that it can still become."""
        yield from self.ends
        for step in (*self.words.values(), *self.holes.values()):
            yield from step.endings()

    def hole_kinds(self) -> frozenset[str]:
        """Return the kinds of the phrases that go on with an argument here."""
        if self._hole_kinds is None:
            self._hole_kinds = frozenset().union(*(step.kinds() for step in self.holes.values()))
        return self._hole_kinds


class Words:
    """The words of one ruleset."""

    def __init__(self, catalog: Catalog) -> None:
        self.faults: list[Fault] = []
        self.resource_symbols: Set[str] = frozenset()
        """The symbols that stand for a resource: those that rows of resources draw, or all if none does."""
        self.forms: dict[str, KnownForm] = {}
        self.by_node: dict[type[Any], list[KnownForm]] = defaultdict(list)
        self.spelling: dict[tuple[str, str], tuple[str, str]] = {}
        self.first = Step({}, {}, [])
        self.loose = Step({}, {}, [])
        """Other words for the same, which are read and never printed, proposed or listed."""
        self._terms: dict[str, list[Term]] = defaultdict(list)
        self.keywords = catalog.keywords
        self._vocabulary = _vocabulary(catalog)
        self.readings: dict[tuple[str, str], Any] = {}
        self.lines: dict[tuple[str, str], Any] = {}
        self._compared: dict[object, Any] = {}
        self.uses: dict[tuple[str, str], Any] = {}
        self._keyword_of = {name: k.code for k in catalog.keywords.values() for name in (k.name, *k.aliases)}
        for phrase in catalog.phrases.values():
            self._add_phrase(phrase)
        self._add_terms(catalog)
        for terms in self._terms.values():
            terms.sort(key=lambda term: (-len(term.words), term.loose))
        self.known_words = self._known_words()
        self.names = Names((card.name for card in catalog.cards), self.known_words)

    def terms_at(self, tokens: Sequence[Token], at: int) -> Iterator[tuple[str, Any, int]]:
        """Yield what the words at a token may mean, longest first: terminal, value, the token behind."""
        token = tokens[at]
        name = self.names.find(tokens, at)
        if name is not None and token.folded not in self._terms:
            yield "NAME", *name
            name = None
        if token.kind == "number":
            yield "NUMBER", int(token.text), at + 1
        elif token.kind == "signed":
            yield "SIGNED", _signed(token.text), at + 1
        elif token.kind == "symbol" and token.text[1:-1] in self.resource_symbols:
            yield "RESOURCE", ("symbol", token.text[1:-1]), at + 1
        elif token.text == "X":
            yield "X", None, at + 1
        elif token.folded in NUMBER_WORDS:
            yield "NUMBER", NUMBER_WORDS[token.folded], at + 1
        for term in self._terms.get(token.folded, ()):
            if name is not None and name[1] - at >= len(term.words):
                yield "NAME", *name
                name = None
            end = at + len(term.words)
            if term.words == tuple(t.text if term.exact else t.folded for t in tokens[at:end]):
                if (
                    term.terminal == "REFERENCE"
                    and not term.loose
                    and not self._is_as_spelled(term.value, tokens[at + 1 : end])
                ):
                    continue
                if term.terminal == "KEYWORD":
                    yield self._keyword(term, tokens, end)
                else:
                    yield term.terminal, term.value, end
        if name is not None:
            yield "NAME", *name

    def _is_as_spelled(self, reference: str, rest: Sequence[Token]) -> bool:
        """Tell whether the words behind the first have the case of the pattern: "the Attached card" bears a flag."""
        spelled = tokenize(self.spelling["reference", reference][0])
        return [token.text for token in rest] == [token.text for token in spelled[1:]]

    def spell(self, kind: str, code: str, *, plural: bool = False) -> str:
        """Return the words for a thing.

        Raises: KeyError when the ruleset has no word for it.
        """
        return self.spelling[kind, code][plural]

    def for_catalog(self, catalog: Catalog) -> Words:
        """Return the words of a later state of the catalog; texts that read the same are not read again.

        Only changed names of cards are told apart from other changes, which begin anew.
        """
        if _vocabulary(catalog) != self._vocabulary:
            return Words(catalog)
        names = {card.name for card in catalog.cards}
        changed = self.names.difference(names)
        if not changed:
            return self
        return self.with_names(self.names.changed(names), changed)

    def with_names(self, names: Names, changed: Iterable[str]) -> Words:
        """Return these words with other names; texts in which no changed name can stand are not read again."""
        first = {tokens[0] for name in changed if (tokens := name_tokens(name))}
        later = copy(self)
        later.names = names
        later.readings = {} if len(first) > _FEW else _without(self.readings, first)
        later.lines = {} if len(first) > _FEW else _without(self.lines, first)
        later.uses = {key: uses for key, uses in self.uses.copy().items() if key in later.readings}
        return later

    @cached_property
    def resources(self) -> tuple[str, ...]:
        """Return the resources that texts speak of, as they are written: symbols first, then words."""
        symbols = [
            f"{{{code}}}" for kind, code in self.spelling if kind == "symbol" and code in self.resource_symbols
        ]
        return (*symbols, *(spelled[0] for (kind, _), spelled in self.spelling.items() if kind == "resource"))

    @cached_property
    def numbers_of_keyword(self) -> Mapping[str, int]:
        """Return how many numbers each keyword is printed with."""
        return {code: len(keyword.arguments) for code, keyword in self.keywords.items()}

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """Return all terms."""
        return tuple(term for terms in self._terms.values() for term in terms)

    def compared(self, what: object, collect: Callable[[], Any]) -> Any:
        """Return what suggestions compare typed words with, collected once; names of cards are no part of it."""
        if what not in self._compared:
            self._compared[what] = collect()
        return self._compared[what]

    def _keyword(self, term: Term, tokens: Sequence[Token], end: int) -> tuple[str, Any, int]:
        arguments: list[Number | Variable] = []
        wanted = self.numbers_of_keyword[term.value]
        while len(arguments) < wanted and end < len(tokens):
            if tokens[end].kind == "number":
                arguments.append(Number(int(tokens[end].text)))
            elif tokens[end].text == "X":
                arguments.append(Variable())
            else:
                break
            end += 1
        return "KEYWORD", KeywordUse(term.value, " ".join(term.words), tuple(arguments)), end

    def _add_phrase(self, phrase: Phrase) -> None:
        if phrase.kind in TERM_KINDS:
            return
        form = all_forms().get(phrase.code)
        if form is None:
            self.faults.append(Fault(phrase.code, f"No phrase of the registry is called {phrase.code!r}."))
            return
        pattern = phrase.pattern or form.pattern
        try:
            patterns = read_pattern(form, pattern)
        except ValueError as error:
            self.faults.append(Fault(phrase.code, f"The pattern cannot be used: {error}."))
            return
        known = KnownForm(form, pattern, patterns, phrase.text or form.text)
        self.forms[phrase.code] = known
        self.by_node[form.node].append(known)
        if form.kind in _LEXICAL:
            self.spelling[form.kind, form.code] = (pattern, pattern)
            self._add_term(pattern, _LEXICAL[form.kind], form.code)
            for words in _loosely(form, pattern):
                self._add_term(words, _LEXICAL[form.kind], form.code, loose=True)
            return
        for one in patterns:
            self._grow(self.first, one, known)
        printable = {_holes(one) for one in patterns}
        for words in _loosely(form, pattern):
            for one in read_pattern(form, words):
                if _holes(one) in printable:
                    self._grow(self.loose, one, known)

    def _grow(self, first: Step, pattern: Pattern, known: KnownForm) -> None:
        for sequence in _numbers(pattern):
            self._grow_one(first, sequence, known)

    def _grow_one(self, step: Step, sequence: Sequence[str | Hole], known: KnownForm) -> None:
        for piece in sequence:
            branch: dict[Any, Step] = step.words if isinstance(piece, str) else step.holes
            key = piece if isinstance(piece, str) else (piece.kind, piece.name)
            step = branch.setdefault(key, Step({}, {}, []))
        step.ends.append(known)

    def _add_terms(self, catalog: Catalog) -> None:
        rows = {(p.kind, p.code): p.pattern for p in catalog.phrases.values() if p.kind in TERM_KINDS}
        drawn = [key for key, pattern in rows.items() if key[0] == "resource" and pattern == f"{{{key[1]}}}"]
        for key in drawn:
            del rows[key]
            if key[1] not in catalog.symbols:
                self.faults.append(Fault(key[1], f"There is no symbol {key[1]!r}."))
        self.resource_symbols = frozenset(code for _, code in drawn) & {*catalog.symbols} or {*catalog.symbols}
        for card_type in catalog.card_types.values():
            self._noun("type", card_type.code, rows, f"{card_type.name}|{card_type.plural or card_type.name}")
        for role in catalog.roles.values():
            self._noun("role", role.code, rows, f"{role.name}|{role.name}s")
        for zone in catalog.zones.values():
            self._term("zone", zone.code, rows, _small(zone.name))
        for stat in catalog.stats:
            self._term("stat", stat.code, rows, stat.name)
        for phase in catalog.phases.values():
            self._term("phase", phase.code, rows, phase.name)
        for (kind, code), pattern in rows.items():
            if (kind, code) not in self.spelling:
                if kind in ("resource", "row"):
                    self._term(kind, code, rows, pattern)
                else:
                    self.faults.append(Fault(code, f"There is no {kind} {code!r}."))
        for flag in catalog.flags.values():
            self.spelling["flag", flag.code] = (flag.name, flag.name)
            self._add_term(flag.name, "FLAG", flag.code, exact=True)
        for code in catalog.symbols:
            self.spelling["symbol", code] = (f"{{{code}}}", f"{{{code}}}")
        for name, code in self._keyword_of.items():
            self._add_term(name, "KEYWORD", code, exact=True)
        for words, terminal in WORDS.items():
            self._add_term(words, terminal, words)
        for words, terminal in LOOSE_WORDS.items():
            self._add_term(words, terminal, words, loose=True)

    def _noun(self, kind: Any, code: str, rows: Mapping[tuple[str, str], str], words: str) -> None:
        singular, _, plural = rows.get((kind, code), words).partition("|")
        plural = plural or singular
        self.spelling[kind, code] = (singular, plural)
        noun = Noun(kind, code)
        if "this" in self.forms:
            self._add_term(f"this {singular}", "REFERENCE", "this", loose=True)
        if singular == plural:
            self._add_term(singular, "EITHER", noun)
            return
        self._add_term(singular, "NOUN", noun)
        self._add_term(plural, "NOUNS", noun)

    def _term(self, kind: str, code: str, rows: Mapping[tuple[str, str], str], words: str) -> None:
        if (kind, code) in self.spelling:
            return
        one, _, many = rows.get((kind, code), words).partition("|")
        self.spelling[kind, code] = (one, many or one)
        for spelled in dict.fromkeys((one, many or one)):
            self._add_term(spelled, _TERMINALS[kind], ("word", code) if kind == "resource" else code)

    def _add_term(self, words: str, terminal: str, value: Any, *, exact: bool = False, loose: bool = False) -> None:
        tokens = tokenize(words)
        if tokens:
            parts = tuple(t.text if exact else t.folded for t in tokens)
            self._terms[tokens[0].folded].append(Term(parts, terminal, value, exact, loose))

    def _known_words(self) -> frozenset[str]:
        found = {fold_word(word) for term in self.terms for word in term.words} | {*JOINTS, *NUMBER_WORDS, "x"}
        for known in self.forms.values():
            loosely = (
                one for words in _loosely(known.form, known.pattern) for one in read_pattern(known.form, words)
            )
            for pattern in (*known.patterns, *loosely):
                for piece in pattern:
                    if isinstance(piece, Word):
                        found |= {fold_word(piece.singular), fold_word(piece.plural)}
        return frozenset(found.union(loose for loose, word in SAME_WORDS.items() if word in found))


def _vocabulary(catalog: Catalog) -> tuple[object, ...]:
    """Return all of a catalog that gives words, but the names of cards."""
    things = (catalog.phrases, catalog.keywords, catalog.symbols, catalog.card_types, catalog.roles, catalog.zones)
    return (*things, catalog.stats, catalog.phases, catalog.flags)


def _holes(pattern: Pattern) -> frozenset[Hole]:
    return frozenset(piece for piece in pattern if isinstance(piece, Hole))


def _loosely(form: Form, pattern: str) -> tuple[str, ...]:
    """Return the words that are read for a wording although the ruleset prints it in others."""
    return tuple(words for words in (form.pattern, *form.also) if words != pattern)


def _without(known: dict[tuple[str, str], Any], words: Iterable[str]) -> dict[tuple[str, str], Any]:
    """Return what was read of texts in which none of these words stands, and nothing is wrong: hints hold names."""
    chosen = tuple(words)
    return {
        key: value
        for key, value in known.copy().items()
        if not value.problems and not any(word in key[0] for word in chosen)
    }


def _numbers(pattern: Pattern) -> Iterable[Sequence[str | Hole]]:
    """Return a pattern with its singular and with its plural words, folded."""
    singular: list[str | Hole] = [p if isinstance(p, Hole) else fold_word(p.singular) for p in pattern]
    plural: list[str | Hole] = [p if isinstance(p, Hole) else fold_word(p.plural or p.singular) for p in pattern]
    return (singular,) if singular == plural else (singular, plural)


def _small(name: str) -> str:
    """Return a name in sentence case without its capital: "Battle deck" becomes "battle deck"."""
    return name[:1].lower() + name[1:] if name[1:] == name[1:].lower() else name


def _signed(text: str) -> tuple[int, Number | Variable]:
    return 1 if text[0] == "+" else -1, Variable() if text[1:] == "X" else Number(int(text[1:]))
