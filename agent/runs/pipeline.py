"""From a goal to confirmed items: eight phases, each durable in the ledger before the next begins."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.metadata import version
from time import monotonic

from ...planner import Answer, Experience, Goal, Inventory, Plan
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId
from .. import settings
from ..drawing.words import plural
from ..ledger.ledger import Ledger
from ..ledger.record import Event
from ..memory.learning import Learning
from ..memory.lessons import FailureClass
from ..world import World, written_where
from .asking import Asking
from .execution import Hands
from .failures import Stop
from .gates import Kind, Terms
from .kept_plan import kept, plan_hash
from .making import Making
from .phases import Context, Dependencies, Discovery, Executed, Gated, Phase, Planned, Preflight, Verified
from .reconcile import Settled, reconcile, record_settled, settle
from .report import Report, Result
from .run import Audience, Run
from .served import served_by

PATIENCE_SECONDS = 15.0
"""How long what lies on the ground is waited for before an attempt's end is called unknown."""
Chosen = Callable[[Plan, Catalog, Inventory, Experience], Plan]
"""What the caller makes of the first plan that is ready: other members for its cells, or a plan of the caller's own. It
is given the server's catalog, what the bot has, and what every plan has to heed."""

MOST_KEPT = 100
"""How many differing tags, and recipes, one record names."""


def craft(
    world: World,
    catalog: Catalog,
    goals: tuple[Goal, ...],
    ledger: Ledger,
    audience: Audience,
    terms: Terms = Terms(),  # noqa: B008 - frozen
    *,
    chosen: Chosen | None = None,
) -> Report:
    """Make the goals' items on the world's server and return what the server confirmed.

    Nothing is clicked unless the whole plan can be done, and nothing that ``terms`` want approved before it is. Errors
    of the world are raised; what goes wrong in the game stands in the report.
    """
    pipeline = Pipeline(world, catalog, goals, Run(ledger), audience, terms)
    pipeline.chosen = chosen
    return pipeline.craft()


class Pipeline:
    """The phases of one run, in the order they are written here."""

    def __init__(
        self,
        world: World,
        catalog: Catalog,
        goals: tuple[Goal, ...],
        run: Run,
        audience: Audience,
        terms: Terms = Terms(),  # noqa: B008 - frozen
    ) -> None:
        self.world = world
        self.served = served_by(world.bot, catalog)
        self.catalog = catalog = self.served.catalog
        self.goals = goals
        self.run = run
        self.audience = audience
        self.learning = Learning(world, catalog, run, audience)
        self.hands = Hands(world, catalog, run, audience, self.learning.memory.redeem)
        self.asking = Asking(world, run, terms)
        self.making = Making(goals, self.hands, self.learning, audience, self.replan)
        self.terms = terms
        self.chosen: Chosen | None = None

    def craft(self) -> Report:
        """Run all phases."""
        self.start()
        self.look_around()
        if self.asking.discovery(self.hands):
            return self.waiting(self.nothing_planned())
        self.check_dependencies()
        first = self.plan(self.goals)
        if self.world.give and first.answer is Answer.MISSING:
            self._give(first)
            first = self.plan(self.goals)
        return self.go_on(first)

    def preview(self) -> Report:
        """Run the phases up to the plan, and click nothing."""
        self.start()
        self.look_around()
        self.check_dependencies()
        report = self.report(self.plan(self.goals))
        if report.result is Result.CONFIRMED:
            report = replace(report, result=Result.PLANNED)
        return self.summed_up(report)

    def go_on(self, first: Plan) -> Report:
        """Pass the plan through its gate and do it."""
        if not first.ready:
            return self.summed_up(self.report(first))
        if not self.gate(first):
            return self.waiting(first)
        self.audience.planned(first)
        return self.execute(first)

    def start(self) -> None:
        """Record what the run is for, where, and under which terms."""
        wanted = [{"item": goal.item, "count": goal.count} for goal in self.goals]
        place = {"server": self.world.server, "address": self.world.address, "username": self.world.username}
        terms = {
            "approve": self.terms.policy,
            "initiated_by": self.terms.initiated_by,
            "required_approver": self.terms.required_approver,
            "different_approver": self.terms.different_approver,
        }
        how = {"auth": self.world.auth, "catalog": self.catalog.source, "lasts": self.world.give is None}
        allowed = {"reach": self.world.reach, "storage": written_where(self.world.storage)}
        self.run.record(Event.RUN_STARTED, {"goals": wanted, **place, **how, **allowed, "terms": terms})

    def look_around(self) -> list[Settled]:
        """Do the phases before anything is decided: preflight, context, discovery.

        Return what the inventory says of attempts that were cut off: this run's own last one first, then others'.
        """
        with self.run.phase(Phase.PREFLIGHT) as end:
            head = self.run.ledger.head()
            end.evidence = Preflight(
                craftplan=version("craftplan"),
                config=settings.digest(),
                server=self.world.server,
                username=self.world.username,
                seq=head.seq,
                hash=head.hash,
            )
        with self.run.phase(Phase.CONTEXT) as end:
            catalog = self.catalog
            end.evidence = Context(minecraft=catalog.minecraft, catalog=catalog.hash, source=catalog.source)
        with self.run.phase(Phase.DISCOVERY) as end:
            self.hands.look()
            settled = [
                *self._settle_own(),
                *reconcile(self.run, self.world.address, self.world.username, self.hands.counts),
            ]
            self.hands.look_into_chests()
            for one in settled:
                self.audience.say(f"attempt {one.attempt} was cut off: {one.outcome.replace('_', ' ')}")
            end.evidence = Discovery(
                counts=dict(self.hands.counts),
                forced=self.hands.forced,
                stations=tuple(sorted({found.block for found in self.hands.stations})),
                settled=tuple(one.attempt for one in settled),
            )
        return settled

    def check_dependencies(self) -> None:
        """Say where the server's own tags and recipes, which plans are made with, differ from the catalog's."""
        with self.run.phase(Phase.DEPENDENCIES) as end:
            served = self.served
            end.evidence = Dependencies(
                told=served.told,
                tags_that_differ=served.tags[:MOST_KEPT],
                recipes_that_differ=served.recipes[:MOST_KEPT],
            )
            for line in served.lines():
                self.audience.say(line)

    def plan(self, goals: tuple[Goal, ...]) -> Plan:
        """Consult the lessons, plan, and keep the plan whole in the ledger."""
        with self.run.phase(Phase.PLAN) as end:
            answer = self.learning.plan(goals, self.hands.at_hand, self.hands.in_reach)
            if answer.ready and self.chosen is not None:
                chosen, self.chosen = self.chosen, None
                answer = chosen(answer, self.catalog, Inventory(self.hands.at_hand), self.learning.heeding)
            self.keep(answer)
            end.evidence = Planned(
                answer=answer.answer,
                steps=len(answer.steps),
                minimal=answer.minimal,
                plan=plan_hash(answer, self.catalog),
            )
        return answer

    def keep(self, answer: Plan) -> None:
        """Put a plan whole into the ledger."""
        for part in kept(answer, self.catalog, self.hands.counts):
            self.run.record(Event.PLAN_CREATED, part)

    def replan(self, left: tuple[Goal, ...]) -> Plan | None:
        """Plan what is left anew; None where that has to be approved first."""
        again = self.plan(left)
        return again if not again.ready or self.gate(again) else None

    def gate(self, ready: Plan) -> bool:
        """Whether the plan may be done now; else it waits for its gate."""
        with self.run.phase(Phase.GATE) as end:
            outcome = self.asking.plan(ready, self.catalog, self.hands)
            end.evidence = Gated(gate=Kind.PLAN, outcome=outcome)
        return self.asking.opened is None

    def execute(self, first: Plan) -> Report:
        """Do the steps, take stations back, and look at what the server holds in the end."""
        with self.run.phase(Phase.EXECUTE) as end:
            try:
                stop = self.making.do(first)
            finally:
                end.evidence = Executed(confirmed=dict(self.run.progress.confirmed))
            self.hands.take_stations_back()
            self.hands.put_back({goal.item: self.run.progress.confirmed[goal.item] for goal in self.goals})
        if self.asking.opened:
            return self.waiting(first)
        return self.summed_up(self.report(first, stop or self._verify()))

    def report(self, answered: Plan, stop: Stop | None = None) -> Report:
        """Return how the run stands."""
        result = Result.CONFIRMED
        if not answered.ready:
            result = Result.MISSING if answered.answer is Answer.MISSING else Result.IMPOSSIBLE
        elif stop:
            result = Result.STOPPED
        confirmed = self.run.progress.confirmed
        return Report(
            run=self.run.id,
            result=result,
            plan=answered,
            made=tuple((goal.item, confirmed[goal.item]) for goal in self.goals),
            stop=stop,
            lessons=tuple(self.learning.learnt),
            applied=self.learning.heeded,
            attempts=tuple(self.making.attempts),
            in_the_way=self.learning.in_the_way,
        )

    def waiting(self, answered: Plan) -> Report:
        """Return the report of a run that waits for an approval: it has no end yet, and can be taken up."""
        self.run.ledger.anchor()
        return replace(self.report(answered), result=Result.NEEDS_APPROVAL, gate=self.asking.opened)

    def summed_up(self, report: Report) -> Report:
        """Record the run's end, set an anchor, and return the report."""
        summary: dict[str, object] = {"result": report.result, "confirmed": dict(self.run.progress.confirmed)}
        if report.stop:
            summary |= {"failure": report.stop.failure, "code": report.stop.code, "message": report.stop.message}
        self.run.record(Event.RUN_SUMMARY, summary)
        self.run.ledger.anchor()
        return report

    def _settle_own(self) -> list[Settled]:
        """Settle what an earlier process of this run began: a station that was put down, an attempt without a result.

        What lay in grid or cursor then may lie on the ground now: it is waited for until the inventory tells.
        """
        self.hands.settle_stations()
        intent = self.run.progress.open
        if intent is None:
            return []
        end = monotonic() + PATIENCE_SECONDS
        settled = settle(intent.body, self.hands.counts)
        while not settled.known and monotonic() < end:
            settled = settle(intent.body, self.hands.look())
        record_settled(self.run, settled, intent.node)
        return [settled]

    def _verify(self) -> Stop | None:
        """Look once more at what the server holds: as much of every goal as the verdicts say must be there."""
        progress = self.run.progress
        started: Mapping[ItemId, int] = progress.started or {}
        with self.run.phase(Phase.VERIFY) as end:
            counts = self.hands.look()
            lost = {
                goal.item: started.get(goal.item, 0) + progress.confirmed[goal.item] - counts.get(goal.item, 0)
                for goal in self.goals
            }
            lost = {item: count for item, count in lost.items() if count > 0}
            end.evidence = Verified(counts=dict(counts), lost=dict(lost))
        if not lost:
            return None
        named = ", ".join(plural(item, count) for item, count in lost.items())
        return Stop(FailureClass.UNKNOWN, "lost", f"{named} were confirmed, and are not in the inventory any more")

    def _give(self, short_plan: Plan) -> None:
        assert self.world.give is not None
        given = {lack.item: lack.count for lack in short_plan.missing}
        for item, count in given.items():
            self.world.give(item, count)
        self.run.record(Event.MATERIALS_GIVEN, {"items": given})
        self.audience.say(f"gave the bot {', '.join(plural(item, count) for item, count in given.items())}")
        self.hands.look()

    def nothing_planned(self) -> Plan:
        """Return a plan without steps, for reports of runs that have none."""
        return Plan(Answer.UNKNOWN, self.catalog.minecraft, self.catalog.hash, self.goals)
