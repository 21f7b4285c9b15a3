"""How a practice server is told to behave from its start: the shape of ``--config``'s file."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Count = Annotated[int, Field(ge=0)]
Chance = Annotated[float, Field(ge=0, le=1)]


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Lie(_Strict):
    """Every result is this instead; a ``hidden`` one is shown right and given wrong."""

    item: str
    count: Annotated[int, Field(ge=1)] = 1
    hidden: bool = False


class Refusal(_Strict):
    """Recipes that show no result: those for ``result``, or only with ``member`` in the grid."""

    result: str
    member: str | None = None


class Mishap(_Strict):
    """Something that befalls who clicks: after so many clicks of anybody's, or by chance at any.

    An ``unanswered`` one comes before the server answers the click, so that no answer shows what was before.
    ``item``, ``count``: what is stolen, or fills the inventory; ``recipe``, ``disabled``; ``tag``, ``add``, ``remove``;
    ``reason`` of a kick; ``pid`` of who is killed, the server's own if none; ``ms`` until a restarted server lets
    players in.
    """

    op: Literal[
        "steal_item",
        "full_inventory",
        "recipe_disabled",
        "tag_changed",
        "close_window",
        "kick",
        "die",
        "kill",
        "restart",
    ]
    after: Annotated[int, Field(ge=1)] | None = None
    chance: Annotated[float, Field(gt=0, le=1)] | None = None
    unanswered: bool = False
    item: str | None = None
    count: Annotated[int, Field(ge=1)] | None = None
    recipe: str | None = None
    disabled: bool | None = None
    tag: str | None = None
    add: tuple[str, ...] | None = None
    remove: tuple[str, ...] | None = None
    reason: str | None = None
    pid: Count | None = None
    ms: Count | None = None


class Conditions(_Strict):
    """How the server misbehaves; what is not set behaves. The names are the control port's."""

    lag: Annotated[Count, Field(description="ms that every click waits")] = 0
    tick: Annotated[Count, Field(description="ms; packets are handled together once in that time, 0: at once")] = 0
    drop_clicks: Annotated[Count, Field(description="the next clicks are ignored")] = 0
    reject_clicks: Annotated[Count, Field(description="the next clicks are refused")] = 0
    close_window: Annotated[Count, Field(description="the window is closed after so many clicks")] = 0
    drop_chance: Annotated[Chance, Field(description="how often a click is ignored")] = 0
    reject_chance: Annotated[Chance, Field(description="how often a click is refused")] = 0
    seed: Annotated[Count, Field(description="of everything that happens by chance")] = 1
    cooking_speed: Annotated[int, Field(ge=1, description="ticks that pass in a furnace in one")] = 1
    always_stale: Annotated[bool, Field(description="every click is answered with the whole window")] = False
    silent: Annotated[bool, Field(description="nothing is told of windows")] = False
    deaf: Annotated[bool, Field(description="clicks are done but not acknowledged")] = False
    lie_result: Lie | None = None
    refuse: tuple[Refusal, ...] = ()
    mishaps: tuple[Mishap, ...] = ()


class Patch(_Strict):
    """A scenario over the version's own recipes and tags, see ``Control.patch``."""

    remove: tuple[str, ...] = ()
    recipes: tuple[dict[str, Any], ...] = ()
    tags: dict[str, tuple[str, ...]] = {}
    members: dict[str, tuple[str, ...]] = {}
    without: dict[str, tuple[str, ...]] = {}
    count: dict[str, Annotated[int, Field(ge=1)]] = {}


class Scenario(_Strict):
    """A scenario's file."""

    model_config = ConfigDict(frozen=True, extra="forbid", json_schema_extra={"$id": "craftplan/scenario/1"})

    schema_name: Annotated[Literal["craftplan/scenario/1"], Field(alias="schema")] = "craftplan/scenario/1"
    conditions: Conditions = Conditions()
    patch: Patch = Patch()
