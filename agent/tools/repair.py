"""Arguments put right where only one thing can have been meant: numbers and JSON as text, loose forms, names."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from ...recipes.catalog import Catalog
from ...recipes.errors import InputError, UnknownItemError
from ...recipes.ids import qualified
from ...recipes.names import resolve_item, resolve_tag
from ..schemas import pointer
from .plain import MARK, REST

Path = tuple[str | int, ...]
_INTEGER = re.compile(r"\s*[+-]?\d{1,18}(\.0+)?\s*")
_BETWEEN, _AROUND = re.compile(r"[\n;]+|\.\s+"), " \t-*•."
_TRUTH = {"true": True, "false": False}


@dataclass(frozen=True, slots=True)
class Repair:
    """Something that was put right: where, what stood there, what stands there now, and why."""

    pointer: str
    was: Any
    now: Any
    why: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A name that could not be resolved: the error, and the names that may have been meant."""

    path: Path
    error: InputError
    candidates: tuple[str, ...]

    @property
    def ambiguous(self) -> bool:
        """Whether several things have that name, so that only the caller can say which."""
        return self.error.code == "ambiguous"


@dataclass(slots=True)
class Repairs:
    """Repairs one call's arguments; ``made`` is what was put right, ``problems`` the names that could not be."""

    made: list[Repair] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def shape(self, value: Any, schema: Mapping[str, Any], path: Path = ()) -> Any:
        """Return the value in the form that its schema asks for, where that is unambiguous."""
        value = self._formed(value, schema, path)
        if isinstance(value, dict) and "properties" in schema:
            value = self._split(value, schema, path)
            optional = set(schema["properties"]) - set(schema.get("required", ()))
            return {
                name: self.shape(part, schema["properties"].get(name, {}), (*path, name))
                for name, part in value.items()
                if not (part is None and name in optional)
            }
        if isinstance(value, list) and "items" in schema:
            return [self.shape(part, schema["items"], (*path, place)) for place, part in enumerate(value)]
        return value

    def names(self, value: Any, schema: Mapping[str, Any], catalog: Callable[[], Catalog], path: Path = ()) -> Any:
        """Return the value with the names of items and tags resolved to ids by the ``catalog``, if there are any."""
        if isinstance(value, dict) and "properties" in schema:
            return {
                name: self.names(part, schema["properties"].get(name, {}), catalog, (*path, name))
                for name, part in value.items()
            }
        if isinstance(value, list) and "items" in schema:
            return [self.names(part, schema["items"], catalog, (*path, place)) for place, part in enumerate(value)]
        kind = schema.get(MARK)
        return self._named(value, kind, catalog(), path) if kind and isinstance(value, str) and value else value

    def _split(self, value: dict[str, Any], schema: Mapping[str, Any], path: Path) -> dict[str, Any]:
        """Return the value; what is too long for a field and says several things goes on in the field for the rest."""
        for name, part in schema["properties"].items():
            text, rest = value.get(name), part.get(REST)
            if rest is None or rest in value or not isinstance(text, str) or len(text) <= part["maxLength"]:
                continue
            pieces = [piece for one in _BETWEEN.split(text) if (piece := one.strip(_AROUND))]
            if len(pieces) > 1:
                self.made.append(Repair(pointer((*path, name)), _brief(text), pieces[0], f"the rest is in {rest}"))
                value = {**value, name: pieces[0], rest: pieces[1:]}
        return value

    def _formed(self, value: Any, schema: Mapping[str, Any], path: Path) -> Any:
        if isinstance(value, float) and not isfinite(value):
            return str(value)  # JSON has no such number: its name breaks the schema, and can be told
        wanted = schema.get("type")
        for form in _FORMS.get(str(wanted), ()):
            found = list(form(value, schema))
            if found:
                self.made.append(Repair(pointer(path), _brief(value), _brief(found[0]), _WHY[form.__name__]))
                return found[0] if wanted in {"integer", "boolean"} else self._formed(found[0], schema, path)
        return value

    def _named(self, text: str, kind: str, catalog: Catalog, path: Path) -> str:
        try:
            found = str(resolve_tag(catalog, text) if kind == "tag" else _item(catalog, text))
        except UnknownItemError as unknown:
            self.problems.append(Problem(path, unknown, unknown.near))
            return text
        except InputError as unclear:
            names = unclear.evidence.get("family") or unclear.evidence.get("near") or ()
            self.problems.append(Problem(path, unclear, tuple(names)))
            return text
        if found != qualified(f"#{text.removeprefix('#')}" if kind == "tag" else text):
            self.made.append(Repair(pointer(path), text, found, "name"))
        return found


def _item(catalog: Catalog, text: str) -> str:
    """Return the item; of a tag the only member. Raises an InputError (``ambiguous``) for a tag of several."""
    if not text.startswith("#"):
        return resolve_item(catalog, text)
    tag = resolve_tag(catalog, text)
    members = catalog.tags[tag]
    if len(members) == 1:
        return members[0]
    names = tuple(member.removeprefix("minecraft:") for member in members)
    raise InputError(
        f"{text!r} is a tag of {len(members)} items, not one item",
        hint=f"say which: {', '.join(names[:20])}",
        code="ambiguous",
        name=text,
        family=names,
    )


def _number_as_text(value: Any, _: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        yield int(value.strip().partition(".")[0])
    elif isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        yield int(value)


def _truth_as_text(value: Any, _: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(value, str) and value.strip().lower() in _TRUTH:
        yield _TRUTH[value.strip().lower()]


def _json_as_text(value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """Parse once: what is text again after that stays text, and breaks the schema."""
    if isinstance(value, str) and value.lstrip()[:1] in {"[", "{"}:
        try:
            parsed = json.loads(value)
        except (ValueError, RecursionError):
            return
        if isinstance(parsed, list | dict) and (isinstance(parsed, dict) or schema.get("type") == "array"):
            yield parsed


def _one_for_a_list(value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    part = schema.get("items", {})
    named = isinstance(value, str) and not value.lstrip().startswith(_JSON)
    fields = isinstance(value, dict) and not set(value).isdisjoint(part.get("properties", {}))
    if fields or (named and (part.get("type") == "string" or _key(part))):
        yield [value]


def _counts_by_name(value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """A mapping of names to counts, where a list of items and counts is asked for."""
    part = schema.get("items", {})
    if isinstance(value, dict) and {"item", "count"} <= set(part.get("properties", {})):
        yield [{"item": name, "count": count} for name, count in value.items()]


def _slots_by_step(value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    """A plan's own choices, ``{"step_1": {"slot_3": item}}``, where a list of them is asked for."""
    part = schema.get("items", {})
    if not (isinstance(value, dict) and {"step", "slot", "item"} <= set(part.get("properties", {}))):
        return
    if all(name.startswith("step_") and isinstance(cells, dict) for name, cells in value.items()):
        yield [
            {"step": _numbered(step), "slot": _numbered(slot), "item": item}
            for step, cells in value.items()
            for slot, item in cells.items()
        ]


def _numbered(name: str) -> int | str:
    number = name.rpartition("_")[2]
    return int(number) if number.isdecimal() and len(number) < len(str(2**32)) else name


def _name_for_an_object(value: Any, schema: Mapping[str, Any]) -> Iterator[Any]:
    if isinstance(value, str) and _key(schema) and not value.lstrip().startswith(_JSON):
        yield {"item": value}


def _key(schema: Mapping[str, Any]) -> bool:
    """Whether an object may be meant by an item's name alone."""
    return schema.get("required") == ["item"]


def _brief(value: Any) -> Any:
    text = json.dumps(value, ensure_ascii=False)
    return value if len(text) <= _SHOWN else text[:_SHOWN] + "…"


_SHOWN = 200
_JSON = ("[", "{", '"')
"""What text begins with that is meant as JSON, and is no name."""
_FORMS = {
    "integer": (_number_as_text,),
    "boolean": (_truth_as_text,),
    "array": (_json_as_text, _slots_by_step, _one_for_a_list, _counts_by_name),
    "object": (_json_as_text, _name_for_an_object),
}
_WHY = {
    "_number_as_text": "a number as text",
    "_truth_as_text": "true or false as text",
    "_json_as_text": "JSON as text",
    "_slots_by_step": "a plan's choices by step and slot",
    "_one_for_a_list": "one thing where a list is asked for",
    "_counts_by_name": "counts by name",
    "_name_for_an_object": "a name where an object is asked for",
}
