"""Chests that a run may use: what lies there counts, what a plan needs is taken out, what is left over goes back."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from ...bridge.messages import Position, StationInReach, StoreReport
from ...planner.result import Plan
from ...recipes.ids import ItemId
from ..ledger.record import Event
from ..world import World
from .run import Run


@dataclass(slots=True)
class Storage:
    """The chests of one run: ``counts`` is what the server last showed in them, each chest's plain items."""

    world: World
    run: Run
    counts: dict[Position, Mapping[ItemId, int]] = field(default_factory=dict)

    @property
    def total(self) -> Counter[ItemId]:
        """What lies in all of them."""
        total: Counter[ItemId] = Counter()
        for held in self.counts.values():
            total.update(held)
        return total

    def look(self, chests: tuple[StationInReach, ...]) -> list[StoreReport]:
        """Look into the chests; return the reports of those that could not be looked into."""
        where = self.world.storage
        places = [found.position for found in chests] if where == "nearby" else [where] if where else []
        return [report for place in places if (report := self._store(place)).held is None]

    def fetch(self, plan: Plan, here: Mapping[ItemId, int]) -> StoreReport | None:
        """Take out what the plan needs beyond what is here; return the report of a chest that did not give it."""
        lacking = Counter({item: count - here.get(item, 0) for item, count in [*plan.needs, *plan.kept]})
        for place, held in list(self.counts.items()):
            take = {item: min(count, held.get(item, 0)) for item, count in (+lacking).items()}
            take = {item: count for item, count in take.items() if count}
            if not take:
                continue
            report = self._move(place, here, take=take)
            if report.outcome != "ok":
                return report
            lacking -= Counter(take)
        return None

    def put_back(self, here: Mapping[ItemId, int], keep: Mapping[ItemId, int]) -> Counter[ItemId]:
        """Put away what the inventory holds more than it did, but for what was made; return what found no room."""
        had = self.run.progress.had or {}
        over = +Counter({item: count - keep.get(item, 0) - had.get(item, 0) for item, count in here.items()})
        for place in list(self.counts):
            for item, count in sorted((+over).items()):
                report = self._move(place, here, put={item: count})
                over[item] += (report.made or {}).get(item, 0)
        return +over

    def _move(self, place: Position, here: Mapping[ItemId, int], **wanted: Mapping[ItemId, int]) -> StoreReport:
        """Take or put; what the inventory held goes to the disk before, what the server showed of it after."""
        order = {**place.model_dump(), "take": {}, "put": {}, **wanted}
        self.run.record(Event.STORAGE_MOVING, {**order, "had": dict(here)})
        report = self._store(place, **wanted)
        self.run.record(
            Event.STORAGE_MOVED, {**order, "outcome": report.outcome, "made": report.made, "held": report.held}
        )
        return report

    def _store(self, place: Position, **wanted: Mapping[ItemId, int]) -> StoreReport:
        report = self.world.bot.store(place, **wanted)
        if report.held is not None:
            self.counts[place] = report.held
        return report
