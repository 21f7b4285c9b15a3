"""A bot on a practice server, with the server's own word on what the bot holds."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from craftplan.bridge.bot import Bot
from craftplan.bridge.messages import Attempt, Fuel, Placement, Position, Strategy
from craftplan.planner.result import Station
from craftplan.recipes.ids import ItemId
from craftplan.server.practice import PracticeServer

DEADLINE = 20.0


def until(look: Callable[[], object], what: str) -> None:
    """Wait until ``look`` is true."""
    end = time.monotonic() + DEADLINE
    while not look():
        assert time.monotonic() < end, f"not within {DEADLINE} s: {what}"
        time.sleep(0.005)


@dataclass(frozen=True, slots=True)
class Stage:
    """The bot ``name`` on a server whose control port tells the truth."""

    server: PracticeServer
    bot: Bot
    name: str

    def hold(self, **items: int) -> None:
        """Let the bot hold exactly these; nothing lies about that it could pick up."""
        self.server.control.sweep()
        self.server.control.clear(self.name)
        for item, count in items.items():
            assert self.server.control.give(self.name, item, count) == 0, f"no room for {item}"

    def held(self) -> dict[str, int]:
        """What the server says the bot holds; nothing may be left in cursor or grids."""
        truth = self.server.control.inventory(self.name)
        assert truth.cursor is None
        assert not any(truth.grid), truth.grid
        assert not any(truth.table_grid), truth.table_grid
        return {item.removeprefix("minecraft:"): count for item, count in truth.counts.items()}

    def clicks(self) -> list[Mapping[str, int]]:
        """The clicks that reached the server."""
        return list(self.server.control.ask("log", player=self.name, last=2000)["clicks"])

    def table(self) -> Position:
        """A crafting table in reach, put there by the server."""
        return self.station("crafting_table")

    def station(self, block: str) -> Position:
        """A station in reach with nothing in it, put there by the server."""
        position = Position(x=9, y=5, z=9)
        self.server.control.set_block(position.x, position.y, position.z, block)

        def seen() -> list[str]:
            return [found.block for found in self.bot.snapshot().stations if found.position == position]

        until(lambda: seen() == [f"minecraft:{block}"], f"a {block}")
        return position


def by_hand(
    cells: Mapping[int, str], result: str, count: int = 1, times: int = 1, strategy: Strategy = "careful"
) -> Attempt:
    """A step at the inventory's grid."""
    return step(Station.INVENTORY, cells, result, count, times, strategy)


def at_table(
    position: Position,
    cells: Mapping[int, str],
    result: str,
    count: int = 1,
    times: int = 1,
    strategy: Strategy = "careful",
    remainders: Mapping[str, str] | None = None,
) -> Attempt:
    """A step at a crafting table."""
    return step(Station.CRAFTING_TABLE, cells, result, count, times, strategy, position=position, remainders=remainders)


def step(
    station: Station,
    cells: Mapping[int, str],
    result: str,
    count: int = 1,
    times: int = 1,
    strategy: Strategy = "careful",
    *,
    position: Position | None = None,
    fuel: tuple[str, int] | None = None,
    ticks: int = 0,
    remainders: Mapping[str, str] | None = None,
) -> Attempt:
    """A step; items are named without their namespace."""
    return Attempt(
        station=station,
        placements=tuple(Placement(slot=slot, item=_id(item)) for slot, item in cells.items()),
        times=times,
        result_item=_id(result),
        result_count=count,
        position=position,
        fuel=Fuel(item=_id(fuel[0]), count=fuel[1]) if fuel else None,
        ticks=ticks,
        remainders={_id(item): _id(left) for item, left in (remainders or {}).items()},
        strategy=strategy,
    )


def _id(item: str) -> ItemId:
    return ItemId(f"minecraft:{item}")


MIXED_PICKAXE = {1: "oak_planks", 2: "spruce_planks", 3: "oak_planks", 5: "stick", 8: "stick"}
MIXED_CHEST = {slot: ("oak_planks", "spruce_planks")[slot % 2] for slot in (1, 2, 3, 4, 6, 7, 8, 9)}
CAKE = dict(zip(range(1, 10), ["milk_bucket"] * 3 + ["sugar", "egg", "sugar"] + ["wheat"] * 3, strict=True))
BUCKETS = {"milk_bucket": "bucket"}
