"""From a goal to confirmed items: seven phases, each durable in the ledger before the next begins."""

from collections import Counter
from dataclasses import replace

from ..planner import HAND_KINDS, Answer, Experience, Goal, Inventory, Plan, plan
from ..planner.result import Step
from ..recipes.catalog import Catalog
from ..recipes.ids import ItemId, short
from .drawing.words import plural
from .execution import Attempted, Hands
from .failures import TEACHES, Stop
from .ledger import Ledger
from .lessons import FailureClass, Fault, Lesson, Scope, lesson_from
from .memory import Memory, Receipt, follows
from .reconcile import reconcile
from .record import Event
from .report import Report, Result
from .run import Audience, Phase, Run
from .world import World

STEPS_KEPT = 100
"""How many steps of a plan the ledger holds; each attempt is there whole in any case."""
MOST_TRIES = 3
"""How often one recipe is refused in a run before the run stops; each time its binding or recipe was another."""


def craft(world: World, catalog: Catalog, goals: tuple[Goal, ...], ledger: Ledger, audience: Audience) -> Report:
    """Make the goals' items on the world's server and return what the server confirmed.

    Nothing is clicked unless the whole plan can be done. Errors of the world are raised; what goes wrong in the game
    stands in the report.
    """
    return Pipeline(world, catalog, goals, ledger, audience).craft()


class Pipeline:
    """The phases of one run, in the order they are written here."""

    def __init__(
        self, world: World, catalog: Catalog, goals: tuple[Goal, ...], ledger: Ledger, audience: Audience
    ) -> None:
        self.world = world
        self.catalog = catalog
        self.goals = goals
        self.audience = audience
        self.run = Run(ledger)
        self.memory = Memory(ledger)
        self.hands = Hands(world, catalog, self.run, audience)
        self.started: Counter[ItemId] = Counter()
        self.confirmed: Counter[ItemId] = Counter()
        self.refused: Counter[str] = Counter()
        self.learnt: list[Lesson] = []
        self.attempts: list[Attempted] = []

    def craft(self) -> Report:
        """Run all phases."""
        first, receipt = self._prepare()
        report = self._report(first, receipt)
        if first.ready:
            self._gate(first)
            self.audience.planned(first)
            self.started.update(self.hands.counts)
            report = self._execute(first, receipt)
        return self._summed_up(report)

    def preview(self) -> Report:
        """Run the phases up to the plan, and click nothing."""
        first, receipt = self._prepare(give=False)
        report = self._report(first, receipt)
        if report.result is Result.CONFIRMED:
            report = replace(report, result=Result.PLANNED)
        return self._summed_up(report)

    def _prepare(self, *, give: bool = True) -> tuple[Plan, Receipt]:
        wanted = [{"item": goal.item, "count": goal.count} for goal in self.goals]
        place = {"server": self.world.server, "address": self.world.address, "username": self.world.username}
        self.run.record(Event.RUN_STARTED, {"goals": wanted, **place})
        self._context()
        self._discover()
        self._check_dependencies()
        first, receipt = self._plan(self.goals)
        if give and self.world.give and first.answer is Answer.MISSING:
            self._give(first)
            first, receipt = self._plan(self.goals)
        return first, receipt

    def _summed_up(self, report: Report) -> Report:
        summary = {"result": report.result, "confirmed": dict(self.confirmed)}
        if report.stop:
            summary |= {"failure": report.stop.failure, "code": report.stop.code, "message": report.stop.message}
        self.run.record(Event.RUN_SUMMARY, summary)
        return report

    def _context(self) -> None:
        with self.run.phase(Phase.CONTEXT) as evidence:
            evidence |= {
                "minecraft": self.catalog.minecraft,
                "catalog": self.catalog.hash,
                "source": self.catalog.source,
            }

    def _discover(self) -> None:
        with self.run.phase(Phase.DISCOVERY) as evidence:
            counts = self.hands.look()
            evidence["counts"] = dict(counts)
            for settled in reconcile(self.run, self.world.address, self.world.username, counts):
                self.audience.say(f"attempt {settled['attempt']} was cut off: {settled['outcome'].replace('_', ' ')}")

    def _check_dependencies(self) -> None:
        """Compare the tags that plans will be made with against the tags that the server sent."""
        with self.run.phase(Phase.DEPENDENCIES) as evidence:
            sent = self.world.bot.item_tags()
            differ = [
                tag for tag, members in self.catalog.tags.items() if tag in sent and set(sent[tag]) != set(members)
            ]
            evidence |= {"tags_sent": len(sent), "tags_that_differ": differ}
            if differ:
                names = ", ".join(map(short, differ[:5]))
                self.audience.say(f"the server's {names} hold{'s' * (len(differ) == 1)} other items than the catalog's")

    def _plan(self, goals: tuple[Goal, ...]) -> tuple[Plan, Receipt]:
        """Consult the lessons, then plan: around candidates too, unless that leaves something missing.

        What this very run saw refused is not tried again in any case.
        """
        with self.run.phase(Phase.PLAN) as evidence:
            receipt = self.memory.consult(self.catalog, self.world.server, run=self.run.id)
            answer = self._plan_with(goals, receipt.cautious)
            if not answer.ready and not self.learnt and receipt.cautious != receipt.experience:
                answer = self._plan_with(goals, receipt.experience)
            evidence |= {"answer": answer.answer, "steps": len(answer.steps), "minimal": answer.minimal}
            missing = {lack.item: lack.count for lack in answer.missing}
            steps = _brief(answer.steps[:STEPS_KEPT])
            self.run.record(Event.PLAN_CREATED, {"steps": steps, "of": len(answer.steps), "missing": missing})
        return answer, receipt

    def _plan_with(self, goals: tuple[Goal, ...], experience: Experience) -> Plan:
        stations = frozenset(found.block.removeprefix("minecraft:") for found in self.hands.stations)
        at_hand = Inventory(self.hands.counts)
        return plan(self.catalog, goals, at_hand, experience=experience, stations=stations, kinds=HAND_KINDS)

    def _give(self, short_plan: Plan) -> None:
        assert self.world.give is not None
        given = {lack.item: lack.count for lack in short_plan.missing}
        for item, count in given.items():
            self.world.give(item, count)
        self.run.record(Event.MATERIALS_GIVEN, {"items": given})
        self.audience.say(f"gave the bot {', '.join(plural(item, count) for item, count in given.items())}")
        self.hands.look()

    def _gate(self, ready: Plan) -> None:
        with self.run.phase(Phase.GATE):
            self.run.record(Event.GATE_SKIPPED, {"gate": "plan", "policy": "none", "crafts": ready.crafts})

    def _execute(self, first: Plan, receipt: Receipt) -> Report:
        with self.run.phase(Phase.EXECUTE) as evidence:
            try:
                stop = self._do(first, receipt)
            finally:
                evidence["confirmed"] = dict(self.confirmed)
            self.hands.take_stations_back()
        return self._report(first, receipt, stop or self._verify())

    def _verify(self) -> Stop | None:
        """Look once more at what the server holds: as much of every goal as the verdicts say must be there."""
        with self.run.phase(Phase.VERIFY) as evidence:
            counts = self.hands.look()
            lost = {
                goal.item: self.started[goal.item] + self.confirmed[goal.item] - counts.get(goal.item, 0)
                for goal in self.goals
            }
            lost = {item: count for item, count in lost.items() if count > 0}
            evidence |= {"counts": dict(counts), "lost": lost}
        if not lost:
            return None
        named = ", ".join(plural(item, count) for item, count in lost.items())
        return Stop(FailureClass.UNKNOWN, "lost", f"{named} were confirmed, and are not in the inventory any more")

    def _do(self, current: Plan, receipt: Receipt) -> Stop | None:
        """Do the plan's steps; after a refusal learn, plan what is left anew, and go on."""
        while current.steps:
            for step in current.steps:
                attempted = self.hands.do(step, receipt)
                self.attempts.append(attempted)
                if not attempted.verdict.confirmed:
                    break
                self._account(attempted)
                self._confirm_lessons(attempted)
            else:
                return None
            stop = self._learn(attempted, receipt)
            left = self._left()
            if stop or not left:
                return stop
            current, receipt = self._plan(left)
            if not current.ready:
                return _no_way_around(attempted, current)
            self.audience.planned(current)
        return None

    def _account(self, attempted: Attempted) -> None:
        for item, change in attempted.verdict.seen.items():
            self.confirmed[item] += change

    def _left(self) -> tuple[Goal, ...]:
        left = [replace(goal, count=goal.count - max(0, self.confirmed[goal.item])) for goal in self.goals]
        return tuple(goal for goal in left if goal.count > 0)

    def _learn(self, attempted: Attempted, receipt: Receipt) -> Stop | None:
        """Turn a refusal into a lesson, or say why the run has to end."""
        self._account(attempted)
        self.hands.look()
        step, reason = attempted.step, attempted.reason
        message = f"{short(step.item)}: {reason.replace('_', ' ')}"
        self.refused[step.item] += 1
        if reason not in TEACHES:
            failure = attempted.failure or FailureClass.UNKNOWN
            return Stop(failure, reason, message, attempted.id)
        fault = Fault(failure=FailureClass.LOGIC, code=f"E_{reason.upper()}", message=message)
        scope = Scope(
            server=self.world.server,
            minecraft=self.catalog.minecraft,
            recipe_hash=self.catalog.recipe_hash(step.recipe.id),
        )
        lesson = lesson_from(step, fault, scope, attempted.verified, receipt.cautious)
        self.learnt.append(self.memory.propose(lesson, run=self.run.id))
        self.audience.learnt(lesson)
        if self.refused[step.item] >= MOST_TRIES:
            return Stop(FailureClass.LOGIC, reason, f"{message}, {MOST_TRIES} times", attempted.id)
        return None

    def _confirm_lessons(self, attempted: Attempted) -> None:
        for number, lesson in enumerate(self.learnt):
            if follows(attempted.step, lesson, self.catalog):
                self.learnt[number] = self.memory.confirm(lesson, attempted.verified, run=self.run.id)

    def _report(self, answered: Plan, receipt: Receipt, stop: Stop | None = None) -> Report:
        result = Result.CONFIRMED
        if not answered.ready:
            result = Result.MISSING if answered.answer is Answer.MISSING else Result.IMPOSSIBLE
        elif stop:
            result = Result.STOPPED
        made = tuple((goal.item, self.confirmed[goal.item]) for goal in self.goals)
        learnt, attempts = tuple(self.learnt), tuple(self.attempts)
        return Report(self.run.id, result, answered, made, stop, learnt, receipt.lessons, attempts)


def _no_way_around(attempted: Attempted, current: Plan) -> Stop:
    lacks = ", ".join(plural(lack.item, lack.count) for lack in current.missing) or "another recipe"
    message = f"the server refused {short(attempted.step.recipe.id)}; a way around it needs {lacks}"
    return Stop(FailureClass.LOGIC, attempted.reason, message, attempted.id)


def _brief(steps: tuple[Step, ...]) -> list[dict[str, object]]:
    return [
        {"recipe": step.recipe.id, "times": step.times, "bind": {bind.slot: bind.item for bind in step.bind}}
        for step in steps
    ]
