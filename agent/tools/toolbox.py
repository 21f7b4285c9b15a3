"""The tools that there are, and what became of those that there were; with the hash that names the whole."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from ...recipes.errors import InputError
from ..runs.gates import digest
from .tool import Tool


class UnknownToolError(InputError):
    """No tool has that name; ``near`` comes closest, ``valid`` are all, ``replacement`` stands for one that was."""

    code = "unknown_tool"


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A tool that was taken out: since which version of craftplan, and what does its work now."""

    since: str
    replacement: str


@dataclass(frozen=True)
class Toolbox:
    """Tools by name, in the order they are listed. Equal declarations have an equal ``manifest_hash``."""

    tools: Mapping[str, Tool[Any, Any]]
    removed: Mapping[str, Tombstone] = field(default_factory=dict)

    @cached_property
    def manifest_hash(self) -> str:
        """16 hex digits that change with any tool's name, version, words or schemas."""
        return digest(self.manifest)

    @cached_property
    def manifest(self) -> list[dict[str, Any]]:
        """What every tool is, in JSON."""
        return [
            {
                "name": tool.name,
                "version": tool.version,
                "effect": tool.effect,
                "description": tool.description,
                "input_schema": tool.input_schema,
                "output_schema": tool.output_schema,
            }
            for tool in self.tools.values()
        ]

    def find(self, name: str) -> Tool[Any, Any]:
        """Return the tool of that name. Raises an UnknownToolError that names the nearest, or the replacement."""
        tool = self.tools.get(name)
        if tool is not None:
            return tool
        valid = list(self.tools)
        gone = self.removed.get(name)
        if gone is not None:
            raise UnknownToolError(
                f"the tool {name} was taken out in {gone.since}",
                hint=f"call {gone.replacement} instead",
                code="removed_tool",
                replacement=gone.replacement,
                valid=valid,
            )
        near = get_close_matches(name.lower().replace("-", "_")[:100], valid, n=1, cutoff=0.5)
        raise UnknownToolError(
            f"there is no tool {name[:100]!r}",
            hint=f"did you mean {near[0]}?" if near else f"the tools are {', '.join(valid)}",
            near=near,
            name=name[:100],
            valid=valid,
        )
