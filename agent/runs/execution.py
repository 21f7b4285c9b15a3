"""Attempts: each intent is on the disk before the first click, each verdict comes from the server's own inventory."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ...bridge.messages import REACH, Attempt, Fuel, Placement, Position, Refusal, StationInReach, Strategy
from ...planner.fuel import cooking_ticks
from ...planner.result import Plan, Station, Step
from ...planner.stations import COOKING
from ...recipes.catalog import Catalog
from ...recipes.errors import WorldError
from ...recipes.ids import ItemId, RecipeId, short
from ..drawing.words import plural
from ..ledger.record import Event
from ..memory.lessons import FailureClass
from ..memory.receipt import Receipt
from ..world import World
from .failures import TEACHES, Stop, classify
from .progress import step_key
from .run import Audience, Run
from .storage import Storage
from .verification import Outcome, Verdict, expected_delta, judge

STRATEGIES: tuple[Strategy, ...] = ("burst", "careful", "slow")
"""How the clicks of an attempt are sent, in the order they are tried. A strategy is tried once for a step."""

CLICKS_KEPT = 500
"""How many of an attempt's clicks the ledger holds, the last ones: a record has a longest length."""


@dataclass(frozen=True, slots=True)
class Attempted:
    """The last attempt of a step: its verdict with the ledger's number of it, and the executor's reason."""

    id: str
    step: Step
    verdict: Verdict
    verified: int
    reason: str
    failure: FailureClass | None = None
    strategy: Strategy = STRATEGIES[0]
    struggle: "Attempted | None" = None
    """The first attempt of the step, where that went wrong by our own clicks and another manner was tried."""


class Hands:
    """Does steps with the world's bot, and knows what the server last said the inventory holds."""

    def __init__(
        self,
        world: World,
        catalog: Catalog,
        run: Run,
        audience: Audience,
        redeem: Callable[[Receipt, RecipeId], int],
    ) -> None:
        """``redeem`` returns the ledger's number of the consultation that an attempt rests on, or raises."""
        self.world = world
        self.catalog = catalog
        self.run = run
        self.audience = audience
        self.redeem = redeem
        self.counts: Mapping[ItemId, int] = {}
        self.stations: tuple[StationInReach, ...] = ()
        self.chests: tuple[StationInReach, ...] = ()
        self.storage = Storage(world, run)
        self.forced = True

    def look(self) -> Mapping[ItemId, int]:
        """Ask the server for the inventory and the stations in reach; keep both, return the inventory's counts."""
        snapshot = self.world.bot.snapshot(self.world.reach)
        self.counts, self.stations, self.forced = snapshot.counts, snapshot.stations, snapshot.forced
        self.chests = snapshot.chests
        return self.counts

    @property
    def at_hand(self) -> dict[ItemId, int]:
        """What the inventory and the chests hold."""
        return dict(Counter(self.counts) + self.storage.total)

    def look_into_chests(self) -> None:
        """See what the chests hold that the run may use, and say of which it cannot be seen."""
        for report in self.storage.look(self.chests):
            self.audience.say(f"a chest counts for nothing: {report.detail or report.outcome}")

    def fetch(self, plan: Plan) -> Stop | None:
        """Take out of the chests what the plan needs of them."""
        if not self.storage.counts:
            return None
        report = self.storage.fetch(plan, self.counts)
        self.look()
        if report is None:
            return None
        return Stop(classify(report.outcome, Outcome.NOTHING_MADE), report.outcome, f"the chest: {report.detail}")

    def put_back(self, made: Mapping[ItemId, int]) -> None:
        """Put what is left over into the chests, but for what was made, and say what found no room."""
        if self.run.progress.had is None:
            return
        left = self.storage.put_back(self.look(), made)
        if left:
            named = ", ".join(plural(item, count) for item, count in sorted(left.items()))
            self.audience.say(f"no chest has room for {named}")

    @property
    def in_reach(self) -> frozenset[str]:
        """The kinds of stations in reach, as a plan names them."""
        return frozenset(found.block.removeprefix("minecraft:") for found in self.stations)

    def strategies(self, step: Step) -> tuple[Strategy, ...]:
        """Return the strategies that this step was not tried with yet, by whatever process, since it last went well."""
        tried = self.run.progress.tries.get(step_key(step.recipe.id, _bound(step)), [])
        return tuple(strategy for strategy in STRATEGIES if strategy not in tried)

    def do(self, step: Step, receipt: Receipt) -> Attempted:
        """Attempt a step until it is confirmed, changes something, or no strategy is left (there has to be one).

        Only attempts that changed nothing are tried again: what consumed something is never repeated blindly. The
        receipt proves that the lessons were consulted for it.
        """
        advised = receipt.strategy(step.recipe.id)
        first, *others = sorted(self.strategies(step), key=lambda strategy: strategy != advised)
        attempted = begun = replace(self._attempt(step, receipt, first), strategy=first)
        for strategy in others:
            if attempted.failure is not FailureClass.INSTRUMENTATION or attempted.verdict.seen:
                break
            self.audience.say(f"{short(step.item)}: {attempted.reason.replace('_', ' ')}; trying {strategy} clicks")
            attempted = replace(self._attempt(step, receipt, strategy), strategy=strategy, struggle=begun)
        return attempted

    def _attempt(self, step: Step, receipt: Receipt, strategy: Strategy) -> Attempted:
        position = self._station(step.station)
        attempt, before = self.run.next_attempt(), dict(self.counts)
        intent = {
            "attempt": attempt,
            "step": step.number,
            "recipe": step.recipe.id,
            "item": step.item,
            "station": step.station,
            "times": step.times,
            "bind": _bound(step),
            "before": before,
            "expected": expected_delta(step, self.catalog),
            "each": None if step.fuel else expected_delta(step, self.catalog, 1),
            "strategy": strategy,
            "consulted": self.redeem(receipt, step.recipe.id),
        }
        node = f"recipe:{step.recipe.id}"
        self.run.record(Event.ATTEMPT_INTENT, intent, node)
        if isinstance(position, Refusal):
            return self._refused_place(attempt, step, position)
        try:
            report = self.world.bot.attempt(self._order(step, position, strategy), self.audience.stop_asked)
        except WorldError as error:
            if "step" not in error.evidence:  # else nobody knows: the intent stays open until the server is asked
                undone = {"attempt": attempt, "outcome": error.code, "undone": True}
                self.run.record(Event.ATTEMPT_RESULT, undone, node)
            raise
        evidence = report.model_dump(mode="json")
        evidence["clicks"] = {"sent": len(report.clicks), "last": evidence["clicks"][-CLICKS_KEPT:]}
        teaches = report.outcome in TEACHES
        self.run.record(Event.ATTEMPT_RESULT, {"attempt": attempt, "teaches": teaches, **evidence}, node)
        self.counts = before if report.after is None else report.after
        verdict = judge(step, self.catalog, report.before, report.after)
        verified = self._verified(attempt, step, verdict)
        if verdict.confirmed:
            self.audience.done(step, verdict, report.ms)
            return Attempted(attempt, step, verdict, verified, report.outcome)
        self.audience.failed(step, verdict, report.outcome, attempt)
        failure = classify(report.outcome, verdict.outcome)
        return Attempted(attempt, step, verdict, verified, report.outcome, failure)

    def _refused_place(self, attempt: str, step: Step, refusal: Refusal) -> Attempted:
        """Nothing was clicked, since there is no station to click."""
        verdict = Verdict(Outcome.NOTHING_MADE, expected_delta(step, self.catalog), {})
        result = {"attempt": attempt, "outcome": refusal.reason, "detail": refusal.detail}
        self.run.record(Event.ATTEMPT_RESULT, result, f"recipe:{step.recipe.id}")
        self.audience.failed(step, verdict, refusal.reason, attempt)
        verified = self._verified(attempt, step, verdict)
        return Attempted(attempt, step, verdict, verified, refusal.reason, classify(refusal.reason, verdict.outcome))

    def _verified(self, attempt: str, step: Step, verdict: Verdict) -> int:
        body = {
            "attempt": attempt,
            "outcome": verdict.outcome,
            "crafts": verdict.crafts,
            "expected": verdict.expected,
            "seen": verdict.seen,
        }
        return self.run.record(Event.VERIFY_RESULT, body, f"recipe:{step.recipe.id}").seq

    def _order(self, step: Step, position: Position | None, strategy: Strategy) -> Attempt:
        return Attempt(
            station=step.station,
            position=position,
            placements=tuple(Placement(slot=bind.slot, item=bind.item) for bind in step.bind),
            times=step.times,
            result_item=step.item,
            result_count=step.recipe.count,
            fuel=Fuel(item=step.fuel.item, count=step.fuel.count) if step.fuel else None,
            ticks=cooking_ticks(step.recipe) if step.recipe.kind in COOKING else 0,
            remainders=self._remainders(step),
            strategy=strategy,
        )

    def _remainders(self, step: Step) -> dict[ItemId, ItemId]:
        used = {bind.item for bind in step.bind} | ({step.fuel.item} if step.fuel else set())
        found = {item: self.catalog.items[item].remainder for item in sorted(used)}
        return {item: remainder for item, remainder in found.items() if remainder is not None}

    def _station(self, station: Station) -> Position | Refusal | None:
        """Return where the station is; it is placed first where none is in reach."""
        if station is Station.INVENTORY:
            return None
        if station in self.run.progress.placed and self._is_reached(self.run.progress.placed[station]):
            return self.run.progress.placed[station]
        block = f"minecraft:{station}"
        near = sorted((found for found in self.stations if found.block == block), key=lambda found: found.distance)
        for found in near:
            if self._is_reached(found.position):
                return found.position
        self.audience.say(f"placing the {station.replace('_', ' ')}")
        self.run.record(Event.STATION_PLACING, {"block": block, "held": self.counts.get(ItemId(block), 0)})
        placed = self.world.bot.place_station(block)
        self.run.record(Event.STATION_PLACED, {"block": block, **placed.model_dump(mode="json")})
        if isinstance(placed, Refusal):
            return placed
        self.look()
        return placed

    def _is_reached(self, position: Position) -> bool:
        """Walk to a station that does not stand in reach; say why where that cannot be done."""
        if self.world.reach <= REACH:
            return True
        walked = self.world.bot.walk_to(position)
        if not walked.arrived:
            place = f"{position.x} {position.y} {position.z}"
            self.audience.say(f"no way to {place}: {walked.reason.replace('_', ' ')}")
        return walked.arrived

    def settle_stations(self) -> None:
        """See what became of stations that an earlier process of this run was putting down or picking up."""
        progress = self.run.progress
        if progress.placing is not None:
            block, held = ItemId(progress.placing["block"]), progress.placing["held"]
            near = [found.position for found in self.stations if found.block == block]
            if near and self.counts.get(block, 0) < held:
                self.run.record(Event.STATION_PLACED, {"block": block, **near[0].model_dump(mode="json")})
            else:
                self.run.record(Event.STATION_PLACED, {"block": block, "reason": "cut_off"})
        for station, position in list(progress.placed.items()):
            if not any(found.position == position for found in self.stations):
                block = ItemId(f"minecraft:{station}")
                taken = self.world.bot.collect(position, block, progress.held.get(station, 0))
                self.run.record(Event.STATION_TAKEN, {"block": block, **taken.model_dump(mode="json")})
                self.look()

    def take_stations_back(self) -> None:
        """Pick up what was placed, and say where something stays behind."""
        for station, position in list(self.run.progress.placed.items()):
            block = ItemId(f"minecraft:{station}")
            self._is_reached(position)
            self.run.record(Event.STATION_TAKING, {"block": block, "held": self.counts.get(block, 0)})
            report = self.world.bot.take_station(position)
            self.run.record(Event.STATION_TAKEN, {"block": block, **report.model_dump(mode="json")})
            if not report.picked_up:
                place = f"{position.x} {position.y} {position.z}"
                self.audience.say(f"the {station.replace('_', ' ')} stays behind at {place}: {report.detail}")


def _bound(step: Step) -> dict[str, ItemId]:
    return {str(bind.slot): bind.item for bind in step.bind}
