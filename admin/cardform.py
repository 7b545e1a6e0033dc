"""A card form between browser and document: reading what was typed, naming all that is wrong with it at once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlmodel import Session
from werkzeug.datastructures import MultiDict

from admin.desk import CARDS
from carddb.catalog import Catalog
from carddb.edit import EditError, Editor, parse
from carddb.edit import documents as d
from carddb.edit.cards import card_rows
from carddb.edit.renaming import RenamePlan
from carddb.models.base import CODE
from carddb.rules import Finding
from carddb.wording.folding import fold

Values = dict[str, Any]

PRINTING_FIELDS = ("set", "number", "flavor", "artist", "art", "art_focus", "art_crop")


def typed_values(form: MultiDict[str, str], catalog: Catalog) -> Values:
    """Return what was typed in the shape of a CardDocument, only with the stats and texts that the type has."""
    card_type = form.get("type", "")
    values: Values = {name: form.get(name, "") for name in ("code", "name", "type", "rarity", "rules", "status")}
    for name in ("affinities", "roles", "flags"):
        values[name] = list(dict.fromkeys(form.getlist(name)))
    stats = {code: form.get(f"stats.{code}", "").strip() for code in catalog.stats_of_type.get(card_type, {})}
    values["stats"] = {code: value for code, value in stats.items() if value}
    boxes = [text.code for text in catalog.texts_of_type.get(card_type, ()) if text.box == "own"]
    texts = {code: form.get(f"texts.{code}", "") for code in boxes}
    values["texts"] = {code: text for code, text in texts.items() if text.strip()}
    kinds, targets = form.getlist("link_kind"), form.getlist("link_to")
    values["links"] = [
        {"kind": kind, "to": to.strip()} for kind, to in zip(kinds, targets, strict=False) if to.strip()
    ]
    values["printings"] = _printings(form)
    return values


def _printings(form: MultiDict[str, str]) -> list[Values]:
    columns = {name: form.getlist(f"printing_{name}") for name in (*PRINTING_FIELDS, "uid")}
    rows = []
    for index in range(min(len(columns["set"]), 200)):
        row = {name: column[index] if index < len(column) else "" for name, column in columns.items()}
        if any(row[name].strip() for name in PRINTING_FIELDS if name != "set"):
            rows.append({**row, "number": row["number"].strip()})
    return rows


def leftovers(form: MultiDict[str, str], catalog: Catalog) -> list[tuple[str, str]]:
    """Return the typed stats and texts that the chosen type does not have; they are kept, but not saved."""
    card_type = form.get("type", "")
    known = {f"stats.{code}" for code in catalog.stats_of_type.get(card_type, {})}
    known |= {f"texts.{text.code}" for text in catalog.texts_of_type.get(card_type, ()) if text.box == "own"}
    return [
        (name, value)
        for name, value in form.items()
        if name.startswith(("stats.", "texts.")) and name not in known and value.strip()
    ]


def resolve_links(values: Values, session: Session, ruleset_id: int) -> None:
    """Replace names of linked cards by their codes where a name belongs to exactly one card."""
    for link in values["links"]:
        same_code = CARDS.c.code == link["to"]
        same_name = CARDS.c.name_key == fold(link["to"])
        query = select(CARDS.c.code).where(CARDS.c.ruleset_id == ruleset_id, same_code | same_name).limit(3)
        found = list(session.scalars(query))
        if link["to"] not in found and len(found) == 1:
            link["to"] = found[0]


def read_document(values: Values, editor: Editor, ruleset: str) -> d.CardDocument:
    """Return the document of typed values. Raises: EditError with all problems of all fields at once.

    What the ruleset says of a document that can be read, the editor says when it saves it.
    """
    try:
        document: d.CardDocument = parse(d.CardDocument, values, "card")
    except EditError as error:
        raise EditError(error.findings + _further_problems(values, error.findings, editor, ruleset)) from None
    return document


def with_own_texts(document: d.CardDocument, plan: RenamePlan) -> d.CardDocument:
    """Return a typed card whose own texts say its new name, where nothing else was typed in them."""
    own = {text.field: text for text in plan.texts if text.card_id == plan.thing_id}
    rules = own.get("rules")
    after = {
        code: own[code].after for code, text in document.texts.items() if code in own and text == own[code].before
    }
    is_same = rules is not None and document.rules == rules.before
    return document.model_copy(
        update={"rules": rules.after if is_same and rules else document.rules, "texts": {**document.texts, **after}}
    )


def _further_problems(values: Values, findings: Iterable[Finding], editor: Editor, ruleset: str) -> list[Finding]:
    """Return what the ruleset says about the fields that could be read."""
    patched: Values = {**values, "stats": dict(values["stats"]), "texts": dict(values["texts"])}
    fallback = {"code": "x", "name": "x", "status": "idea"}
    broken = set()
    for finding in findings:
        top, _, rest = finding.where.field.partition(".")
        top = top.split("[")[0]
        broken.add(finding.where.field)
        if top in ("stats", "texts") and rest:
            patched[top].pop(rest.split(".")[0], None)
        elif top in fallback:
            patched[top] = fallback[top]
        else:
            patched.pop(top, None)
    if "type" not in patched:
        return []
    try:
        document = parse(d.CardDocument, patched, "card")
    except EditError:
        return []
    further = card_rows(document, editor.words(ruleset), editor.lexicon(ruleset))[1]
    return [finding for finding in further if finding.where.field not in broken]


def by_field(findings: Iterable[Finding]) -> Mapping[str, list[Finding]]:
    """Return findings by the name of the form field that they belong to; "" for those of no field."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        found[_form_field(finding.where.field)].append(finding)
    return found


def _form_field(field: str) -> str:
    if re.fullmatch(r"printings\[\d+\](\.\w+)?", field) or field.startswith(("stats.", "texts.")):
        return field
    top = re.split(r"[.\[]", field)[0]
    names = (
        "code",
        "name",
        "type",
        "rarity",
        "rules",
        "status",
        "affinities",
        "roles",
        "flags",
        "links",
        "printings",
    )
    return top if top in names else ""


def free_code(name: str, taken: Iterable[str]) -> str:
    """Return a code made of a name that no card has yet."""
    base = re.sub(r"[^a-z0-9]+", "_", fold(name)).strip("_")[: CODE - 4] or "card"
    used = set(taken)
    if base not in used:
        return base
    return next(code for number in range(2, 10_000) if (code := f"{base}_{number}") not in used)


def codes_like(name: str, session: Session, ruleset_id: int) -> list[str]:
    """Return the codes that a new code of this name could clash with."""
    base = re.sub(r"[^a-z0-9]+", "_", fold(name)).strip("_")[: CODE - 4] or "card"
    query = select(CARDS.c.code).where(
        CARDS.c.ruleset_id == ruleset_id, CARDS.c.code.startswith(base, autoescape=True)
    )
    return list(session.scalars(query))
