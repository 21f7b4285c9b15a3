"""Calls tools in this process, with a catalog, a fresh ledger, and no server unless a test brings one."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from craftplan.agent.runs.gates import Terms
from craftplan.agent.schemas import check
from craftplan.agent.tools import TOOLS, Context, call
from craftplan.agent.tools.envelope import SCHEMA
from craftplan.agent.world import World
from craftplan.recipes.builtin import builtin
from workshop import Workshop


def nowhere() -> Any:
    raise AssertionError("no server is needed for this tool")


def working(workshop: Workshop, terms: Terms) -> Context:
    """Return what tools act on whose bot stands in the workshop, on a server that gives nothing."""

    @contextmanager
    def opened() -> Iterator[World]:
        yield workshop.world()

    return Context(builtin(workshop.minecraft), workshop.ledger, opened, terms)


@dataclass(frozen=True)
class ToolRoom:
    """The tools, as an agent meets them: a name and arguments go in, an envelope comes out."""

    context: Context

    def __call__(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        envelope = call(TOOLS, self.context, name, arguments)
        assert envelope["schema"] == SCHEMA
        assert envelope["manifest_hash"] == TOOLS.manifest_hash
        if envelope["result"] is not None:
            check(envelope["result"], TOOLS.tools[name].output_schema)
        return envelope

    def ok(self, name: str, /, **arguments: Any) -> Any:
        envelope = self(name, **arguments)
        assert envelope["status"] == "ok", envelope["error"] or envelope["input"]
        return envelope["result"]

    def error(self, name: str, /, **arguments: Any) -> Any:
        envelope = self(name, **arguments)
        assert envelope["status"] == "failed", envelope
        return envelope["error"]
