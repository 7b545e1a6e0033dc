"""Other parameter values and other readings of a ruling, tried on a copy of the catalog."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import replace

from carddb.catalog import Catalog, Parameter, ParameterValue
from carddb.rules.book_checks import describe_allowed, is_allowed


class SettingError(ValueError):
    """A setting names nothing or does not fit; the message is one sentence with the remedy."""


def with_parameters(catalog: Catalog, values: Mapping[str, ParameterValue]) -> Catalog:
    """Return a catalog in which some parameters have other values.

    Raises: SettingError when a parameter does not exist or may not have the value.
    """
    parameters = dict(catalog.parameters)
    for code, value in values.items():
        parameter = _parameter(catalog, code)
        if not is_allowed(parameter, value):
            raise SettingError(f"{code} cannot be {value!r}; it must be {describe_allowed(parameter)}.")
        parameters[code] = replace(parameter, value=value)
    return replace(catalog, parameters=parameters)


def with_reading(catalog: Catalog, gap: str, reading: str) -> Catalog:
    """Return a catalog in which a ruling chooses another reading, with the parameter values that this sets.

    Raises: SettingError when there is no such ruling or reading.
    """
    if gap not in catalog.rulings:
        raise SettingError(f"There is no ruling {gap}{_near(gap, catalog.rulings)}.")
    ruling = catalog.rulings[gap]
    chosen = next((found for found in ruling.readings if found.code == reading), None)
    if chosen is None:
        codes = ", ".join(found.code for found in ruling.readings)
        raise SettingError(f"{gap} has no reading {reading!r}; its readings are {codes}.")
    changed = replace(catalog, rulings={**catalog.rulings, gap: replace(ruling, chosen=reading)})
    return with_parameters(changed, chosen.sets)


def apply_settings(catalog: Catalog, settings: Iterable[str]) -> Catalog:
    """Return a catalog under settings such as "deck_max=60" or "SV-GAP-1=strict_60", the last one winning.

    Raises: SettingError when a setting cannot be read, names nothing or does not fit.
    """
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not key or not equals or not value:
            raise SettingError(f'"{setting}" is no setting; write PARAMETER=VALUE or RULING=READING.')
        ruling = next((code for code in catalog.rulings if code.lower() == key.lower()), None)
        if ruling:
            catalog = with_reading(catalog, ruling, value)
        else:
            parameter = _parameter(catalog, key)
            catalog = with_parameters(catalog, {key: _read_value(parameter, value)})
    return catalog


def _read_value(parameter: Parameter, text: str) -> ParameterValue:
    if parameter.type == "bool" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if parameter.type in ("int", "limit") and text.removeprefix("-").isdecimal() and len(text) <= 9:
        return int(text)
    if parameter.type == "list":
        return tuple(filter(None, (word.strip() for word in text.split(","))))
    return text


def _parameter(catalog: Catalog, code: str) -> Parameter:
    if code not in catalog.parameters:
        known = [*catalog.parameters, *catalog.rulings]
        raise SettingError(f'There is no parameter or ruling "{code}"{_near(code, known)}.')
    return catalog.parameters[code]


def _near(word: str, known: Iterable[str]) -> str:
    names = list(known)
    close = difflib.get_close_matches(word, names, n=3, cutoff=0.5)
    if close:
        return f"; did you mean {' or '.join(close)}?"[:-1] + "?"
    return f"; known are {', '.join(names[:10])}{' ...' if len(names) > 10 else ''}" if names else ""
