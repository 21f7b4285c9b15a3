"""What a tool is, and how one is called: arguments and answers both keep to their schemas."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from ...recipes.catalog import Catalog
from ..ledger import Ledger
from ..schemas import check
from ..world import World

Input = TypeVar("Input", bound=BaseModel)
Output = TypeVar("Output", bound=BaseModel)


class Model(BaseModel):
    """A tool's input or output: frozen, without members that nobody declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Wanted(Model):
    """An item to make, and how many of it."""

    item: str = Field(description="The item's id or name: minecraft:torch, torch, Torch.", max_length=100)
    count: int = Field(default=1, description="A number of items, not of crafts.", ge=1, le=1_000_000)


@dataclass(frozen=True, slots=True)
class Context:
    """What tools act on; ``world`` opens the server that `craft` crafts on."""

    catalog: Catalog
    ledger: Ledger
    world: Callable[[], AbstractContextManager[World]]


@dataclass(frozen=True, slots=True)
class Tool(Generic[Input, Output]):
    """A tool: its name, one sentence for the agent that chooses, its models and its function."""

    name: str
    description: str
    input: type[Input]
    output: type[Output]
    function: Callable[[Context, Input], Output]

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of the arguments."""
        return {**self.input.model_json_schema(), "$id": f"craftplan/tool/{self.name}/input/1"}

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema (2020-12) of the answer."""
        schema = self.output.model_json_schema(mode="serialization")
        return {**schema, "$id": f"craftplan/tool/{self.name}/output/1"}

    def call(self, context: Context, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to arguments that are JSON; raises a SchemaError with every violation of either schema."""
        check(dict(arguments), self.input_schema)
        answer = self.function(context, self.input.model_validate(arguments)).model_dump(mode="json")
        check(answer, self.output_schema)
        return answer
