"""One call of a tool: arguments repaired, checked and named, the function done, and everything told in an envelope."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import ceil
from time import perf_counter
from typing import Any

from pydantic import ValidationError

from ...recipes.errors import CraftplanError, SchemaError
from .. import places
from ..bugs import saved_bug
from ..memory.hot import BYTES_PER_TOKEN, estimate
from ..schemas import verify
from ..world import World
from .envelope import Ending, Status, envelope, failed, unnamed
from .outcome import Outcome
from .repair import Repairs
from .tool import Context, Tool
from .toolbox import Toolbox

MOST_INLINE = 4096
"""How many bytes the good part of refused arguments may have to be sent back with the violations."""


def call(toolbox: Toolbox, context: Context, name: str, arguments: object) -> dict[str, Any]:
    """Call a tool and return its envelope. Nothing is raised but what ends the process (ctrl-C)."""
    calling = _Call(toolbox, context, name)
    try:
        ending = calling.do(arguments)
    except CraftplanError as error:
        ending = failed(_slim(error), name, arguments if isinstance(arguments, Mapping) else {})
    except Exception as bug:  # noqa: BLE001 - a client must never see a bare "internal error"
        ending = failed(saved_bug(bug), name, {})
    return calling.told(ending)


@dataclass(slots=True)
class _Call:
    """A call and its figures: milliseconds of each part, what was repaired."""

    toolbox: Toolbox
    context: Context
    name: str
    repairs: Repairs = field(default_factory=Repairs)
    durations: dict[str, float] = field(default_factory=dict)
    tool: Tool[Any, Any] | None = None
    lessons: tuple[str, ...] = ()
    tokens: int = 0
    round_trips: int = 0

    def do(self, arguments: object) -> Ending:
        """Repair, check, resolve the names, call; the answer is a model, so it keeps to its schema."""
        began = perf_counter()
        self.tool = tool = self.toolbox.find(self.name)
        schema = tool.marked_schema
        given = {} if arguments is None else arguments
        if not _keeps_to(tool, given):
            given = self.repairs.shape(given, schema)
            verify(given, tool.checks_input)
        named = self.repairs.names(given, schema, lambda: self.context.catalog)
        self.durations["check"] = perf_counter() - began
        if self.repairs.problems:
            return unnamed(self.repairs.problems, named)
        began = perf_counter()
        try:
            answer = tool.function(replace(self.context, world=self._world), tool.input.model_validate(named))
        finally:
            self.durations["work"] = perf_counter() - began
        ending = Ending(Status.OK)
        if isinstance(answer, Outcome):
            self.lessons = answer.lessons
            ending, answer = answer.ending, answer.answer
        result = None
        if answer is not None:
            text = answer.model_dump_json()
            self.tokens = ceil(len(text) / BYTES_PER_TOKEN)
            result = json.loads(text)
        return Ending(ending.status, result, ending.failure, ending.gate, ending.question)

    @contextmanager
    def _world(self) -> Iterator[World]:
        """Open the context's world, and count how often its bot is asked for something."""
        with self.context.world() as world:
            child = world.bot.child
            before = child.asked.total()
            try:
                yield world
            finally:
                self.round_trips += child.asked.total() - before

    def told(self, ending: Ending) -> dict[str, Any]:
        """Return the envelope with its figures."""
        meta: dict[str, Any] = {
            "ms": {part: round(1000 * seconds, 3) for part, seconds in self.durations.items()},
            "round_trips": self.round_trips,
            "lessons": list(self.lessons),
        }
        document = envelope(self.name, ending, self.repairs.made, self.toolbox.manifest_hash, meta)
        asked_or_wrong = document["error"] or document["input"]
        disclosed = self.tokens + (estimate(json.dumps(asked_or_wrong)) if asked_or_wrong else 0)
        avoided = self.tool.avoided if self.tool is not None and ending.result is not None else None
        spared = avoided(self.context.catalog) if avoided else 0
        meta["tokens"] = {"disclosed": disclosed, "avoided": max(0, spared - disclosed)}
        return document


def _keeps_to(tool: Tool[Any, Any], given: object) -> bool:
    """Whether the arguments are the model's, asked of pydantic, which is faster than the schema."""
    try:
        tool.input.model_validate(given, strict=True)
    except ValidationError:
        return False
    return True


def _slim(error: CraftplanError) -> CraftplanError:
    """Put the good part of refused arguments into a file where it is long, and leave its hash and place instead."""
    if not isinstance(error, SchemaError) or "partial" not in error.evidence:
        return error
    text = json.dumps(error.evidence["partial"], ensure_ascii=False).encode()
    if len(text) <= MOST_INLINE:
        return error
    folder = places.state() / "partials"
    folder.mkdir(exist_ok=True)
    digest = sha256(text).hexdigest()
    path = folder / f"{digest[:16]}.json"
    path.write_bytes(text)
    kept = {"sha256": digest, "bytes": len(text), "path": str(path)}
    return SchemaError(error.message, hint=error.hint, code=error.code, **{**error.evidence, "partial": kept})
