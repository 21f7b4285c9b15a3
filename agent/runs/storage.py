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
    had: Mapping[ItemId, int] | None = None
    """What the inventory held before anything was taken out; None as long as nothing was."""

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
        return [report for place in places if (report := self._move(place, {}, {})).held is None]

    def fetch(self, plan: Plan, here: Mapping[ItemId, int]) -> StoreReport | None:
        """Take out what the plan needs beyond what is here; return the report of a chest that did not give it."""
        lacking = Counter({item: count - here.get(item, 0) for item, count in [*plan.needs, *plan.kept]})
        for place, held in list(self.counts.items()):
            take = {item: min(count, held.get(item, 0)) for item, count in (+lacking).items()}
            take = {item: count for item, count in take.items() if count}
            if not take:
                continue
            self.had = self.had or dict(here)
            report = self._move(place, take, {})
            if report.outcome != "ok":
                return report
            lacking -= Counter(take)
        return None

    def put_back(self, here: Mapping[ItemId, int], keep: Mapping[ItemId, int]) -> Counter[ItemId]:
        """Put away what the inventory holds more than it did, but for what was made; return what found no room."""
        had = self.had or {}
        over = +Counter({item: count - keep.get(item, 0) - had.get(item, 0) for item, count in here.items()})
        for place in list(self.counts):
            for item, count in sorted(over.items()):
                if self._move(place, {}, {item: count}).outcome == "ok":
                    del over[item]
        return over

    def _move(self, place: Position, take: Mapping[ItemId, int], put: Mapping[ItemId, int]) -> StoreReport:
        report = self.world.bot.store(place, take=take, put=put)
        if take or put:
            body = {"take": dict(take), "put": dict(put), "outcome": report.outcome, "held": report.held}
            self.run.record(Event.STORAGE_MOVED, {**place.model_dump(), **body})
        if report.held is not None:
            self.counts[place] = report.held
        return report
