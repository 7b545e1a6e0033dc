"""What people and files hand in, one Pydantic model per noun, shaped as in data/; nothing is stored from here.

A document names other things by code. ``extra`` keys are refused, so a misspelt key is a problem and not a loss.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from carddb.models.base import CODE, LINE, LONG, NAME, TEXT

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_PATH = re.compile(r"\s*+M(?:[\sMLCQZ,]++|-?[0-9]++(?:\.[0-9]++)?+)*+\Z")


def _clean(text: str) -> str:
    found = _CONTROL.search(text)
    if found:
        raise ValueError(
            f"character {found.start() + 1} is the invisible control character U+{ord(found[0]):04X}; delete it"
        )
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").strip()


def _one_line(text: str) -> str:
    if "\n" in text:
        raise ValueError("must be one line")
    return text


def _vector(text: str) -> str:
    if text and not _PATH.match(text):
        raise ValueError("is no vector path; it starts with M and uses only absolute M, L, C, Q and Z with numbers")
    return text


def _filled(text: str) -> str:
    if not text:
        raise ValueError("must not be empty")
    return text


def _bound(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _printed(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        if abs(value) >= 10**15:
            raise ValueError("is outside the allowed range; a printed number has at most 9 digits")
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f'must be a whole number or a text such as "X", not {value!r:.60}')
    return value


def _value(value: Any) -> Any:
    """Return a parameter's value as it is stored. Raises: ValueError when it is of no kind that parameters have."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        if abs(value) > LIMIT:
            raise ValueError(f"must be a number between -{LIMIT:,} and {LIMIT:,}")
        return value
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return [_word(item) for item in value]
    raise ValueError(f"must be a whole number, true or false, a word or a list of words, not {value!r:.60}")


def _word(text: str) -> str:
    if len(text) > NAME:
        raise ValueError(f"is {len(text):,} characters long; at most {NAME} fit")
    return _one_line(_clean(text))


LIMIT = 1_000_000_000
"""Largest number that parameters and limits take, either way."""

CODE_FORM = r"^[a-z0-9][a-z0-9_]*$"
PARAMETER_FORM = r"^[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)*$"
RULE_FORM = r"^([A-Z][A-Z0-9]*(-[A-Z0-9]+)+)?$"
UID_FORM = r"^([a-z0-9]{8,32})?$"
COLOR_FORM = r"^#[0-9a-fA-F]{6}$"
NO_OR_COLOR_FORM = r"^(#[0-9a-fA-F]{6})?$"
BOUND_FORM = r"^(-?[0-9]{1,9}|[a-z][a-z0-9_]*(\.[A-Za-z0-9_]+)*)?$"
NO_OR_CODE_FORM = r"^([a-z0-9][a-z0-9_]*)?$"
TYPE_FORM = r"^([a-z0-9][a-z0-9_]*|\*)$"
PREFIX_FORM = r"^[A-Z][A-Z0-9]{0,7}$"
LANGUAGE_FORM = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
VERSION_FORM = r"^[0-9]+\.[0-9]+(\.[0-9]+)?([-+.][A-Za-z0-9.]+)?$"
TEMPLATE_FORM = r"^[a-z0-9][a-z0-9_-]*$"
SHORT_FORM = r"^[A-Za-z][A-Za-z0-9_]*$"
SEVERITY_FORM = r"^[a-z][a-z0-9_.]*$"
NUMBER_FORM = r"^\S+$"
ART_FORM = r"^([A-Za-z0-9][A-Za-z0-9._-]*)?$"
_PERCENT = r"(100|[0-9]{1,2}(\.[0-9])?)"
FOCUS_FORM = rf"^({_PERCENT} {_PERCENT})?$"
CROP_FORM = rf"^({_PERCENT} {_PERCENT} {_PERCENT} {_PERCENT})?$"

FORMS = {
    CODE_FORM: "small letters, digits and _ only, such as stone_golem",
    PARAMETER_FORM: "the code of a parameter, such as deck_max or copies.Common",
    RULE_FORM: "a rule id, such as SH-BATTLE-7",
    UID_FORM: "8 to 32 small letters and digits; leave it out to get one",
    COLOR_FORM: "a colour such as #8c2f1f",
    NO_OR_COLOR_FORM: "a colour such as #8c2f1f, or nothing",
    BOUND_FORM: "a whole number of at most 9 digits or the code of a parameter",
    NO_OR_CODE_FORM: "small letters, digits and _ only, or nothing",
    TYPE_FORM: "the code of a card type, or * for all",
    PREFIX_FORM: "1 to 8 capital letters and digits, such as SH",
    LANGUAGE_FORM: "a language code, such as en or pt-BR",
    VERSION_FORM: "a version, such as 0.1.0",
    TEMPLATE_FORM: "the name of a card template: small letters, digits, - and _ only",
    SHORT_FORM: "a short name that starts with a letter: letters, digits and _ only, such as PWR",
    SEVERITY_FORM: "error, warning, info or the code of a parameter",
    NUMBER_FORM: "a collector number without blanks, such as 012",
    ART_FORM: "a file name: letters, digits, dots, - and _ only",
    FOCUS_FORM: "two percentages from the left and the top, such as 50 30",
    CROP_FORM: "four percentages: left, top, right and bottom, such as 10 0 90 100",
}
"""What each form of a text means, in words for people."""

Clean = Annotated[str, AfterValidator(_clean)]
Code = Annotated[str, StringConstraints(pattern=CODE_FORM, max_length=CODE)]
ParameterCode = Annotated[str, StringConstraints(pattern=PARAMETER_FORM, max_length=CODE)]
RuleId = Annotated[str, StringConstraints(pattern=RULE_FORM, max_length=CODE)]
Uid = Annotated[str, StringConstraints(pattern=UID_FORM)]
Name = Annotated[str, StringConstraints(max_length=NAME), AfterValidator(_clean), AfterValidator(_one_line)]
Title = Annotated[Name, StringConstraints(min_length=1)]
LineText = Annotated[str, StringConstraints(max_length=LINE), AfterValidator(_clean)]
ParaText = Annotated[str, StringConstraints(max_length=TEXT), AfterValidator(_clean)]
LongText = Annotated[str, StringConstraints(max_length=LONG), AfterValidator(_clean)]
VectorPath = Annotated[str, StringConstraints(max_length=LONG), AfterValidator(_clean), AfterValidator(_vector)]
Color = Annotated[str, StringConstraints(pattern=COLOR_FORM, to_lower=True)]
BoundText = Annotated[str, BeforeValidator(_bound), StringConstraints(pattern=BOUND_FORM, max_length=CODE)]
Number = Annotated[int, Field(ge=-LIMIT, le=LIMIT)]
SeverityWord = Literal["error", "warning", "info"]
Printed = Annotated[
    str, BeforeValidator(_printed), StringConstraints(max_length=16), AfterValidator(_clean), AfterValidator(_filled)
]
Value = Annotated[bool | int | str | list[str], BeforeValidator(_value)]


class Document(BaseModel):
    """The base of all documents."""

    model_config = ConfigDict(extra="forbid", validate_default=False)


class RulesetDocument(Document):
    """The head of a ruleset."""

    uid: Uid = ""
    code: Code
    name: Title
    prefix: Annotated[str, StringConstraints(pattern=PREFIX_FORM)]
    tagline: LineText = ""
    description: ParaText = ""
    credits: ParaText = ""
    language: Annotated[str, StringConstraints(pattern=LANGUAGE_FORM, max_length=16)] = "en"
    content_version: Annotated[str, StringConstraints(pattern=VERSION_FORM, max_length=32)] = Field(
        default="0.1.0", alias="version"
    )
    card_template: Annotated[str, StringConstraints(pattern=TEMPLATE_FORM, max_length=CODE)] = "base"
    players: Annotated[int, Field(ge=1, le=12)] = 2
    introduction: LongText = ""
    design: LongText = ""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class ChoiceDocument(Document):
    """A value of a parameter of type choice."""

    value: Title
    text: Annotated[LineText, StringConstraints(min_length=1)]


class ParameterDocument(Document):
    """A named number or choice."""

    code: ParameterCode
    type: Literal["int", "limit", "bool", "choice", "list", "severity"]
    value: Value
    min: Number | None = None
    max: Number | None = None
    unit: Name = ""
    description: ParaText = ""
    origin: Literal["seed", "house ruling"] = "house ruling"
    rule: RuleId = ""
    choices: list[ChoiceDocument] = Field(default_factory=list)

    @model_validator(mode="after")
    def _value_fits_type(self) -> Self:
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is larger than max {self.max}")
        words = [choice.value for choice in self.choices]
        if len(set(words)) != len(words):
            raise ValueError("two choices have the same value")
        if self.type == "choice" and not words:
            raise ValueError("a parameter of type choice needs choices")
        problem = value_problem(self, self.value)
        if problem:
            raise ValueError(problem)
        return self


def value_problem(parameter: Any, value: Any) -> str:
    """Return why a value does not fit a parameter (a document, a row or a noun), or "" when it does."""
    kind, low, high = parameter.type, parameter.min, parameter.max
    is_int = isinstance(value, int) and not isinstance(value, bool)
    if kind == "bool":
        return "" if isinstance(value, bool) else "value must be true or false"
    if kind in ("int", "limit"):
        if kind == "limit" and value == "none":
            return ""
        if not is_int:
            return "value must be a whole number" + (' or "none"' if kind == "limit" else "")
        if (low is not None and value < low) or (high is not None and value > high):
            return f"value {value} is outside {'' if low is None else low}..{'' if high is None else high}"
        return ""
    if kind == "list":
        is_list = isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)
        return "" if is_list else "value must be a list of words"
    if kind == "severity":
        return "" if value in ("error", "warning", "info") else "value must be error, warning or info"
    words = [c["value"] if isinstance(c, dict) else c.value for c in parameter.choices]
    return "" if value in words else f"value must be one of: {', '.join(words)}"


class ReadingDocument(Document):
    """A reading of a gap."""

    code: Code
    text: ParaText
    sets: dict[ParameterCode, Value] = Field(default_factory=dict)


class RulingDocument(Document):
    """The chosen reading of a gap."""

    code: RuleId
    title: Title
    issue: ParaText
    chosen: Code
    why: ParaText
    parameters: list[ParameterCode] = Field(default_factory=list)
    readings: list[ReadingDocument] = Field(alias="reading", min_length=1)

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    @model_validator(mode="after")
    def _chosen_is_a_reading(self) -> Self:
        codes = [reading.code for reading in self.readings]
        if self.chosen not in codes:
            raise ValueError(f"chosen reading {self.chosen!r} is none of: {', '.join(codes)}")
        if len(set(codes)) != len(codes):
            raise ValueError("two readings have the same code")
        return self


class SectionDocument(Document):
    """A chapter of the rulebook."""

    code: Code
    name: Title
    text: LongText = ""


RULE_KINDS = ("CARD", "DECK", "SETUP", "PHASE", "ACTION", "RESOLVE", "STATE", "END", "TEXT")


class RuleDocument(Document):
    """One numbered sentence of the rulebook."""

    code: Annotated[RuleId, StringConstraints(min_length=3)]
    section: Code
    title: Title
    kinds: list[Literal["CARD", "DECK", "SETUP", "PHASE", "ACTION", "RESOLVE", "STATE", "END", "TEXT"]] = Field(
        min_length=1
    )
    severity: SeverityWord = "error"
    origin: Literal["S", "S*", "I"] = "S"
    gaps: list[RuleId] = Field(default_factory=list)
    parameters: list[ParameterCode] = Field(default_factory=list)
    text: Annotated[ParaText, AfterValidator(_filled)]


class ZoneDocument(Document):
    """A place where cards lie."""

    code: Code
    name: Title
    text: ParaText = ""
    owner: Literal["player", "shared"] = "player"
    kind: Literal["pile", "hand", "slots", "grid", "single"] = "pile"
    face: Literal["up", "down", "hidden", "mixed"] = "up"
    rows: BoundText = "1"
    columns: BoundText = "1"
    x: Annotated[float, Field(ge=-50, le=50)] = 0.0
    y: Annotated[float, Field(ge=-50, le=50)] = 0.0
    w: Annotated[float, Field(gt=0, le=50)] = 1.0
    h: Annotated[float, Field(gt=0, le=50)] = 1.0
    text_on_diagram: Name = ""


class PhaseDocument(Document):
    """A phase of a turn."""

    code: Code
    name: Title
    text: ParaText = ""
    steps: list[LineText] = Field(default_factory=list)


class CardTypeDocument(Document):
    """A card type."""

    code: Code
    name: Title
    plural: Name = ""
    text: ParaText = ""
    in_deck: bool = True
    rule: RuleId = ""
    affinities_min: BoundText = ""
    affinities_max: BoundText = ""
    affinities_rule: RuleId = ""
    roles_min: Annotated[int, Field(ge=0, le=20)] | None = None
    roles_rule: RuleId = ""


TypeCodes = list[Annotated[str, StringConstraints(pattern=TYPE_FORM, max_length=CODE)]]


class StatDocument(Document):
    """A printed number of some card types; "*" names all of them."""

    code: Code
    name: Title
    short: Annotated[str, StringConstraints(pattern=SHORT_FORM, max_length=16)]
    text: ParaText = ""
    types: TypeCodes = Field(default_factory=lambda: ["*"], min_length=1)
    required: bool = True
    min: BoundText = ""
    max: BoundText = ""
    variable: bool = False
    warn_below: Number | None = None
    unless: Annotated[str, StringConstraints(pattern=NO_OR_CODE_FORM, max_length=CODE)] = ""
    rule: RuleId = ""


class TextDefDocument(Document):
    """A further text box of some card types, or a demand on their rules text."""

    code: Code
    name: Title
    types: TypeCodes = Field(default_factory=lambda: ["*"], min_length=1)
    box: Literal["own", "rules"] = "own"
    required: bool = False
    opens_with_phrase: bool = False
    rule: RuleId = ""


class RoleDocument(Document):
    """A role or subtype."""

    code: Code
    name: Title
    text: ParaText = ""
    types: TypeCodes = Field(default_factory=lambda: ["*"])


class AffinityDocument(Document):
    """A colour or faction."""

    code: Annotated[Code, AfterValidator(lambda c: _not_word(c, "neutral", "cards without an affinity"))]
    name: Title
    text: ParaText = ""
    color: Color
    sigil: VectorPath = ""


def _not_word(code: str, word: str, meaning: str) -> str:
    if code == word:
        raise ValueError(f"{word!r} already means {meaning}; choose another code")
    return code


class RarityDocument(Document):
    """A rarity."""

    code: Code
    name: Title
    text: ParaText = ""
    mark: VectorPath = ""


class FlagDocument(Document):
    """A marker on cards."""

    code: Code
    name: Title
    text: ParaText = ""
    types: TypeCodes = Field(default_factory=lambda: ["*"])
    severity_elsewhere: SeverityWord = "error"
    rule: RuleId = ""
    on_type_line: bool = True
    demand: Literal["", "lasting", "bearer"] = ""
    demand_rule: RuleId = ""


class SymbolDocument(Document):
    """A picture in the running text."""

    code: Code
    name: Title
    path: Annotated[VectorPath, StringConstraints(min_length=1)]
    color: Annotated[str, StringConstraints(pattern=NO_OR_COLOR_FORM, to_lower=True)] = ""


PhraseKind = Literal[
    "trigger", "static", "cost", "effect", "condition", "duration",
    "payment", "amount", "event", "limit", "mark", "may", "do", "reference", "state", "place",
    "type", "role", "zone", "stat", "resource", "row", "phase",
]  # fmt: skip


class PhraseDocument(Document):
    """A phrase that the ruleset knows; without a pattern it is worded as the registry of phrases words it."""

    code: Code
    kind: PhraseKind
    pattern: LineText = ""
    text: ParaText = ""


class KeywordArgumentDocument(Document):
    """A number of a keyword."""

    code: Code
    min: BoundText = ""
    max: BoundText = ""
    unit: Name = ""


class KeywordDocument(Document):
    """A keyword with its further names."""

    code: Code
    name: Title
    aliases: list[Title] = Field(default_factory=list)
    reminder: LineText = ""
    text: ParaText = ""
    rule: RuleId = ""
    arguments: list[KeywordArgumentDocument] = Field(default_factory=list, alias="argument")

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class CardSetDocument(Document):
    """A card set."""

    uid: Uid = ""
    code: Code
    name: Title
    abbreviation: Annotated[Name, StringConstraints(max_length=16)] = ""
    text: ParaText = ""
    size: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class DeckRuleDocument(Document):
    """A demand on decks; further keys are options, each a query or a parameter code."""

    code: Code
    rule: RuleId = ""
    kind: Literal["size", "count", "copies", "affinity"]
    where: LineText = ""
    min: BoundText = ""
    max: BoundText = ""
    severity: Annotated[str, StringConstraints(pattern=SEVERITY_FORM, max_length=CODE)] = "error"
    message: LineText = ""
    options: dict[str, LineText] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _gather_options(cls, data: Any) -> Any:
        if not isinstance(data, dict):
            return data
        known = [key for key in data if key in cls.model_fields]
        extra = {key: data[key] for key in data if key in DECK_RULE_OPTIONS}
        given = data.get("options", {})
        if not isinstance(given, dict):
            return data
        options = {**given, **extra}
        rest = {key: data[key] for key in data if key not in known and key not in extra}
        return {**{key: data[key] for key in known}, **rest, "options": options}


DECK_RULE_OPTIONS = (
    "uncounted",
    "counts_if",
    "by",
    "leader",
    "opener",
    "opens",
    "opened_max",
    "chain",
    "match",
    "role",
)
"""Keys of a deck rule that only some kinds use."""


class LinkDocument(Document):
    """A tie to another card."""

    kind: Literal["token", "face", "companion"]
    to: Code


def _crop(value: str) -> str:
    if value:
        left, top, right, bottom = map(float, value.split())
        if right - left < 1 or bottom - top < 1:
            raise ValueError("the right edge must lie right of the left one, and the bottom below the top")
    return value


class PrintingDocument(Document):
    """A card in a set."""

    uid: Uid = ""
    card_set: Code = Field(alias="set")
    number: Annotated[
        str, StringConstraints(pattern=NUMBER_FORM, min_length=1, max_length=16), AfterValidator(_clean)
    ]
    flavor: ParaText = ""
    artist: Name = ""
    art: Annotated[str, StringConstraints(pattern=ART_FORM, max_length=CODE * 2)] = ""
    art_focus: Annotated[str, StringConstraints(pattern=FOCUS_FORM, max_length=32)] = ""
    art_crop: Annotated[str, StringConstraints(pattern=CROP_FORM, max_length=32), AfterValidator(_crop)] = ""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class CardDocument(Document):
    """A card as a designer types it; ``version`` counts its saved changes and is never typed."""

    uid: Uid = ""
    code: Code
    name: Title
    type: Code
    affinities: list[Code] = Field(default_factory=list)
    rarity: Annotated[str, StringConstraints(pattern=NO_OR_CODE_FORM, max_length=CODE)] = ""
    roles: list[Code] = Field(default_factory=list)
    flags: list[Code] = Field(default_factory=list)
    stats: dict[Code, Printed] = Field(default_factory=dict)
    rules: ParaText = ""
    texts: dict[Code, Annotated[ParaText, StringConstraints(min_length=1)]] = Field(default_factory=dict)
    status: Literal["idea", "playtest", "final"] = "playtest"
    version: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    links: list[LinkDocument] = Field(default_factory=list)
    printings: list[PrintingDocument] = Field(default_factory=list)

    @model_validator(mode="after")
    def _nothing_twice(self) -> Self:
        for name in ("affinities", "roles", "flags"):
            values = getattr(self, name)
            if len(set(values)) != len(values):
                raise ValueError(f"{name}: the same code stands there twice")
        return self


class DeckDocument(Document):
    """A deck list: card code -> quantity."""

    uid: Uid = ""
    code: Code
    name: Title
    style: Name = ""
    text: ParaText = ""
    cards: dict[Code, Annotated[int, Field(ge=1, le=500)]] = Field(default_factory=dict)


class ScenarioCardDocument(Document):
    """A slot of a figure."""

    card: Annotated[str, StringConstraints(pattern=NO_OR_CODE_FORM, max_length=CODE)] = ""
    attached: list[Code] = Field(default_factory=list)
    note: Name = ""
    empty: Name = ""


class ScenarioRowDocument(Document):
    """A row of cards in a figure."""

    label: Name = ""
    cards: list[ScenarioCardDocument] = Field(default_factory=list)


class ScenarioStepDocument(Document):
    """A step of a worked example."""

    text: ParaText
    verdict: Literal["legal", "illegal", ""] = ""
    rules: list[RuleId] = Field(default_factory=list)
    rows: list[ScenarioRowDocument] = Field(default_factory=list, alias="row")

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class ScenarioDocument(Document):
    """A position or a worked example."""

    code: Code
    name: Title
    text: ParaText = ""
    rules: list[RuleId] = Field(default_factory=list)
    in_booklet: bool = False
    steps: list[ScenarioStepDocument] = Field(default_factory=list, alias="step")

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class CatalogDocument(Document):
    """A whole ruleset, in the order in which it is shown."""

    ruleset: RulesetDocument
    parameters: list[ParameterDocument] = Field(default_factory=list)
    sections: list[SectionDocument] = Field(default_factory=list)
    rules: list[RuleDocument] = Field(default_factory=list)
    rulings: list[RulingDocument] = Field(default_factory=list)
    zones: list[ZoneDocument] = Field(default_factory=list)
    phases: list[PhaseDocument] = Field(default_factory=list)
    card_types: list[CardTypeDocument] = Field(default_factory=list)
    stats: list[StatDocument] = Field(default_factory=list)
    texts: list[TextDefDocument] = Field(default_factory=list)
    roles: list[RoleDocument] = Field(default_factory=list)
    affinities: list[AffinityDocument] = Field(default_factory=list)
    rarities: list[RarityDocument] = Field(default_factory=list)
    flags: list[FlagDocument] = Field(default_factory=list)
    symbols: list[SymbolDocument] = Field(default_factory=list)
    keywords: list[KeywordDocument] = Field(default_factory=list)
    phrases: list[PhraseDocument] = Field(default_factory=list)
    card_sets: list[CardSetDocument] = Field(default_factory=list)
    deck_rules: list[DeckRuleDocument] = Field(default_factory=list)
    cards: list[CardDocument] = Field(default_factory=list)
    decks: list[DeckDocument] = Field(default_factory=list)
    scenarios: list[ScenarioDocument] = Field(default_factory=list)
