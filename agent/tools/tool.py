"""What a tool is: declared once as input model, output model and function, rendered for whoever calls it."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from ...recipes.catalog import Catalog
from ..ledger.ledger import Ledger
from ..runs.gates import Terms
from ..runs.run import Audience
from ..schemas import validator
from ..world import World
from .outcome import Outcome
from .plain import MARK, REST, plain
from .quiet import QUIET

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator

Input = TypeVar("Input", bound=BaseModel)
Output = TypeVar("Output", bound=BaseModel)
LONGEST_NAME = 100
Item = Annotated[str, Field(max_length=LONGEST_NAME, json_schema_extra={MARK: "item"})]
Tag = Annotated[str, Field(max_length=LONGEST_NAME, json_schema_extra={MARK: "tag"})]


class Effect(StrEnum):
    """What calling a tool changes: nothing, craftplan's own memory, or the bot's belongings."""

    READS = "reads"
    RECORDS = "records"
    CRAFTS = "crafts"


class Model(BaseModel):
    """A tool's input or output: frozen, without members that nobody declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Wanted(Model):
    """An item to make, and how many of it."""

    item: Item = Field(description="The item's id or name: minecraft:torch or torch.")
    count: int = Field(default=1, description="A number of items, not of crafts.", ge=1, le=1_000_000)


class Held(Model):
    """An item, and how many of it there are."""

    item: Item = Field(description="The item's id or name.")
    count: int = Field(description="A number of items.", ge=0, le=1_000_000)


@dataclass(frozen=True, slots=True)
class Context:
    """What tools act on. ``world`` opens the server to craft on; ``caller`` is who asks, in gates and records.

    ``known`` is the catalog, or what returns it: a running server's recipes are those of its version, and its own.
    Where ``passes_gates`` is false the caller's own word is not enough: a person has to pass them. ``after_run`` is
    called with the id of a run that a tool has ended or left waiting.
    """

    known: Catalog | Callable[[], Catalog]
    ledger: Ledger
    world: Callable[[], AbstractContextManager[World]]
    terms: Terms = field(default_factory=Terms)
    audience: Audience = QUIET
    caller: str = "python"
    passes_gates: bool = True
    after_run: Callable[[str], None] | None = None

    @property
    def catalog(self) -> Catalog:
        """The recipes that tools look things up in, plan and craft with. Raises a WorldError where nobody can say."""
        return self.known if isinstance(self.known, Catalog) else self.known()


@dataclass(frozen=True, slots=True)
class Tool(Generic[Input, Output]):
    """A tool: its name, one sentence for the agent that chooses, its models and its function.

    ``triggers`` are words that people use for what it does; ``avoided`` returns how many tokens the catalog would have
    cost that it spares its caller.
    """

    name: str
    description: str
    input: type[Input]
    output: type[Output]
    function: Callable[[Context, Input], Output | Outcome]
    effect: Effect = Effect.READS
    triggers: tuple[str, ...] = ()
    version: str = "1.0.0"
    avoided: Callable[[Catalog], int] | None = None

    @property
    def marked_schema(self) -> dict[str, Any]:
        """The JSON Schema of the arguments, with marks at the fields that name items and tags."""
        return _input_schema(self.name, self.input)

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of the arguments."""
        return _unmarked_schema(self.name, self.input)

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of the result."""
        return _output_schema(self.name, self.output)

    @property
    def checks_input(self) -> "Draft202012Validator":
        """The validator of the arguments."""
        return _input_validator(self.name, self.input)


@cache
def _input_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    return {**plain(model.model_json_schema()), "$id": f"craftplan/tool/{name}/input/1"}


@cache
def _unmarked_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    return {**plain(model.model_json_schema(), drop=(MARK, REST)), "$id": f"craftplan/tool/{name}/input/1"}


@cache
def _output_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    schema = plain(model.model_json_schema(mode="serialization"), drop=(MARK, REST))
    return {**schema, "$id": f"craftplan/tool/{name}/output/1"}


@cache
def _input_validator(name: str, model: type[BaseModel]) -> "Draft202012Validator":
    return validator(_unmarked_schema(name, model))
