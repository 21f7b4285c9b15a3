"""What goes over the bridge: orders in, what the server showed out. Items are namespaced ids, counts are items."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..planner.result import Station
from ..recipes.ids import ItemId, TagId

Strategy = Literal["burst", "careful", "slow"]
"""``burst`` sends the clicks of a phase together and looks once, ``careful`` looks after each click, ``slow`` sends
ordinary clicks and waits long."""
Reason = Literal[
    "ok",
    "no_result",
    "wrong_result",
    "missing_items",
    "inventory_full",
    "storage_full",
    "place_refused",
    "take_refused",
    "return_failed",
    "no_station",
    "too_far",
    "wrong_window",
    "occupied",
    "fuel_ran_out",
    "stalled",
    "open_timeout",
    "click_timeout",
    "out_of_time",
    "window_changed",
    "disconnected",
]
"""Why an attempt ended. ``ok`` says that all clicks were done; what was made, ``before`` and ``after`` tell."""
EventKind = Literal["chat", "message", "kicked", "end", "error", "death", "auth", "console", "left"]


REACH = 4.5
"""From the eyes to the middle of a block that can be used, in blocks: the game's own limit in survival."""


class Message(BaseModel):
    """The root of all messages: immutable, and nothing in it that is not named."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Position(Message):
    """A block's place in the world."""

    x: int
    y: int
    z: int


class Point(Message):
    """A place in the world, in blocks."""

    x: float
    y: float
    z: float


class ServerInfo(Message):
    """What the server says it is; ``version`` is Minecraft's, ``brand`` who wrote the server."""

    version: str
    protocol: int
    brand: str | None
    username: str


class Seen(Message):
    """A stack that the server showed."""

    item: ItemId
    count: int


class SlotItem(Message):
    """A stack in a slot of window 0; ``plain`` ones carry nothing beyond their kind (no name, enchantment, wear)."""

    slot: int
    item: ItemId
    count: int
    plain: bool


class StationInReach(Message):
    """A station and its distance from the bot's eyes, in blocks; farther than ``REACH`` it has to be walked to."""

    block: str
    position: Position
    distance: float


class WalkReport(Message):
    """How walking to a block ended, and where the bot stands now; ``no_path`` says that there is no way on foot."""

    arrived: bool
    reason: Literal["arrived", "no_path", "out_of_time", "stopped"]
    detail: str
    position: Point


class Snapshot(Message):
    """The inventory as the server showed it after a forced resync.

    ``slots`` hold armour, main rows, hotbar and off hand by window 0's numbers; ``counts`` are the plain items of main
    rows and hotbar: what steps may use. ``forced`` is false on a server that does not show windows when asked: then
    they are what it last said of its own accord.
    """

    slots: tuple[SlotItem, ...]
    grid: tuple[SlotItem, ...]
    cursor: Seen | None
    counts: dict[ItemId, int]
    free_slots: int
    position: Point
    stations: tuple[StationInReach, ...]
    chests: tuple[StationInReach, ...] = ()
    forced: bool = True


class Placement(Message):
    """The item that one craft needs in a slot of the station's window."""

    slot: int = Field(ge=0, le=9)
    item: ItemId


class Fuel(Message):
    """What may burn for a step, ``count`` pieces in all; what does not burn comes back."""

    item: ItemId
    count: int = Field(ge=1)


SLOTS: Mapping[Station, range] = MappingProxyType(
    {
        Station.INVENTORY: range(1, 5),
        Station.CRAFTING_TABLE: range(1, 10),
        Station.SMITHING_TABLE: range(3),
    }
)
"""The window slots that a step may fill; one input, slot 0, where nothing else is said."""
FUELLED = frozenset({Station.FURNACE, Station.BLAST_FURNACE, Station.SMOKER})


class Attempt(Message):
    """One step: a recipe, ``times`` times, at the inventory's grid or at the station that stands at ``position``.

    ``remainders`` name what an ingredient or fuel leaves behind (a milk bucket a bucket); such crafts are done one by
    one, so that nothing is thrown when the inventory is full. ``fuel`` is for furnaces, blast furnaces and smokers;
    ``ticks`` is how long one piece cooks.
    """

    station: Station
    placements: tuple[Placement, ...] = Field(min_length=1)
    result_item: ItemId
    result_count: int = Field(default=1, ge=1)
    times: int = Field(default=1, ge=1)
    position: Position | None = None
    fuel: Fuel | None = None
    ticks: int = Field(default=0, ge=0)
    remainders: dict[ItemId, ItemId] = {}
    strategy: Strategy = "careful"

    @model_validator(mode="after")
    def _fits_its_station(self) -> Self:
        slots = SLOTS.get(self.station, range(1))
        if wrong := [placement.slot for placement in self.placements if placement.slot not in slots]:
            raise ValueError(f"a {self.station} has the slots {slots.start} to {slots.stop - 1}, not {wrong}")
        if self.position is None and self.station is not Station.INVENTORY:
            raise ValueError(f"where is the {self.station}? name its position")
        if self.fuel is not None and self.station not in FUELLED:
            raise ValueError(f"nothing burns in a {self.station}")
        return self


class Click(NamedTuple):
    """A click that was sent: the window's slot, button and mode as in the protocol, ms since the attempt began.

    Mode 7 is none of the protocol's: a button of the window itself, a stonecutter's recipe.
    """

    slot: int
    button: int
    mode: int
    ms: int


class AttemptReport(Message):
    """What the server showed of one attempt: evidence, not a verdict.

    ``before`` and ``after`` are plain items of main rows and hotbar by the server's own account; ``after`` is None when
    the server could not be asked any more. ``made`` is their difference, ``result_seen`` what the result slot showed.
    """

    outcome: Reason
    detail: str
    before: dict[ItemId, int]
    after: dict[ItemId, int] | None
    made: dict[ItemId, int] | None
    result_seen: Seen | None
    clicks: tuple[Click, ...]
    ms: int


class StoreReport(Message):
    """What the server showed of moving things between the inventory and a chest (barrel, shulker box): evidence.

    ``before`` and ``after`` are the inventory's plain items, ``held_before`` and ``held`` the chest's; None where the
    server could not be asked any more, or the chest was not opened.
    """

    outcome: Reason
    detail: str
    before: dict[ItemId, int]
    after: dict[ItemId, int] | None
    made: dict[ItemId, int] | None
    held_before: dict[ItemId, int] | None
    held: dict[ItemId, int] | None
    result_seen: None
    clicks: tuple[Click, ...]
    ms: int


class Refusal(Message):
    """Why a station could not be put down: ``no_item``, ``no_spot`` or ``place_refused``."""

    reason: Literal["no_item", "no_spot", "place_refused"]
    detail: str


class TakeReport(Message):
    """Whether a station is gone from the world, and whether it came back into the inventory."""

    taken: bool
    picked_up: bool
    detail: str


class Event(Message):
    """Something that happened on its own; ``at`` is ms since 1970.

    Of a ``chat`` line ``uuid`` is what the server stated; None where it sent the line as plain text, which others can
    imitate.
    """

    seq: int
    kind: EventKind
    text: str
    at: int
    sender: str | None = None
    uuid: str | None = None
    whisper: bool = False


class ServerRecipe(Message):
    """A recipe as the server told it, each cell the items it accepts; a special one has no cells and no result.

    ``ticks`` is how long it cooks. ``id`` is None from 1.21.2 on, where servers keep it to themselves.
    """

    id: str | None
    kind: str
    width: int
    height: int
    cells: tuple[tuple[ItemId, ...], ...]
    result: Seen | None
    ticks: int


class ServerRecipes(Message):
    """The recipes that the server told; ``times`` counts how often it declared them, so that a reload is noticed.

    ``complete`` says that there are no others: up to 1.21.1. From 1.21.2 on they are what a stonecutter cuts, and of
    the rest what the player's recipe book shows.
    """

    recipes: tuple[ServerRecipe, ...]
    complete: bool
    times: int


class ItemTags(Message):
    """The item tags that the server sent; ``times`` counts how often, so that a reload is noticed."""

    tags: dict[TagId, tuple[ItemId, ...]]
    times: int
