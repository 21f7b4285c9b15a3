"""JSON Schemas in their plainest form: no titles, no references, no unions; what every provider takes."""

from collections.abc import Mapping
from typing import Any

MARK = "x-craftplan"
"""What a field's text names: an item or a tag. It is resolved before the function is called, and never rendered."""
REST = "x-craftplan-rest"
"""The field that takes the rest of one whose text is too long for it and says several things; never rendered."""


def plain(schema: Mapping[str, Any], drop: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the schema with its definitions written out where they are used, without titles and what is dropped."""
    definitions = schema.get("$defs", {})

    def written_out(part: Any) -> Any:
        if isinstance(part, list):
            return [written_out(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            target = definitions[part["$ref"].rpartition("/")[2]]
            return written_out({**target, **{key: value for key, value in part.items() if key != "$ref"}})
        rest = {key: value for key, value in part.items() if key not in {"$defs", *drop}}
        if isinstance(rest.get("title"), str):
            del rest["title"]
        if rest.get("default", "") is None:
            del rest["default"]
        if "properties" in rest:
            named = {name: written_out(value) for name, value in rest.pop("properties").items()}
            return {**{key: written_out(value) for key, value in rest.items()}, "properties": named}
        return {key: written_out(value) for key, value in rest.items()}

    written: dict[str, Any] = written_out(dict(schema))
    return written
