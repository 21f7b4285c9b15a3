"""What a run learns while it goes: every refusal becomes a lesson, every success confirms or acquits."""

from ...planner import Experience, Goal, Inventory, Plan, kinds_at, plan
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId, RecipeId, short
from ..heeded import Heeded
from ..runs.execution import Attempted
from ..runs.failures import code_of
from ..runs.run import Audience, Run
from ..world import World
from . import teaching
from .lessons import FailureClass, Fault, Lesson, Scope, Status, UseStrategy
from .memory import Memory
from .receipt import Receipt
from .wishes import Wish, heeded, in_the_way, joined, worse

CLICKS = frozenset({"click_timeout", "place_refused", "take_refused", "window_changed", "out_of_time", "return_failed"})
"""The reasons that say something about the manner of clicking, and nothing about a recipe."""


class Learning:
    """The lessons as one run uses them. ``receipt`` is the newest consultation: no attempt is made without it."""

    def __init__(self, world: World, catalog: Catalog, run: Run, audience: Audience) -> None:
        self.memory = Memory(run.ledger)
        self.world = world
        self.catalog = catalog
        self.run = run
        self.audience = audience
        self.learnt: list[Lesson] = []
        self.asked = Heeded()
        """What was wished for this run alone."""
        self.heeding = Experience()
        """What the newest plan was made around."""
        self.in_the_way: tuple[Wish, ...] = ()
        self._receipt: Receipt | None = None

    @property
    def receipt(self) -> Receipt:
        """The newest consultation."""
        assert self._receipt is not None, "the lessons are consulted before anything is tried"
        return self._receipt

    @property
    def heeded(self) -> tuple[Lesson, ...]:
        """The lessons that hold here."""
        return self._receipt.lessons if self._receipt else ()

    def consult(self, goals: tuple[Goal, ...]) -> Receipt:
        """Ask the lessons about the goals' recipes; what was asked before is void."""
        self._receipt = self.memory.consult(self.catalog, self.world.server, goals=goals, run=self.run.id)
        return self._receipt

    def plan(self, goals: tuple[Goal, ...], counts: dict[ItemId, int], stations: frozenset[str]) -> Plan:
        """Plan around candidates too, unless only a bolder plan can be done: around verified lessons, or tested ones.

        What this very run saw refused is not tried again in any case, and what people wish holds in every case:
        ``in_the_way`` are the wishes without which there would be a better answer.
        """
        receipt = self.consult(goals)
        best, heeding = None, receipt.cautious
        for experience in (
            (receipt.cautious,) if self.learnt else (receipt.cautious, receipt.experience, receipt.tested)
        ):
            answer = self._plan(goals, counts, stations, experience, receipt.wishes)
            if best is None or worse(answer, best) < 0:
                best, heeding = answer, experience
            if best.ready:
                break
        assert best is not None
        self.heeding = joined(self.asked.experience, joined(heeding, self._wished(receipt.wishes, counts).experience))
        self.in_the_way = in_the_way(
            receipt.wishes, lambda wishes: self._plan(goals, counts, stations, heeding, wishes)
        )
        for wish in self.in_the_way:
            self.audience.say(f"in the way: {wish}; `craftplan forget {wish.id}` lifts it")
        return best

    def _plan(
        self,
        goals: tuple[Goal, ...],
        counts: dict[ItemId, int],
        stations: frozenset[str],
        experience: Experience,
        wishes: tuple[Wish, ...],
    ) -> Plan:
        wished = self._wished(wishes, counts)
        kept = {item: max(count, wished.keep.get(item, 0)) for item, count in self.asked.keep.items()}
        return plan(
            self.catalog,
            goals,
            Inventory(counts),
            experience=joined(self.asked.experience, joined(experience, wished.experience)),
            stations=stations,
            kinds=kinds_at(stations),
            keep={**wished.keep, **kept},
        )

    def _wished(self, wishes: tuple[Wish, ...], counts: dict[ItemId, int]) -> Heeded:
        return heeded(wishes, self.catalog, self.receipt.nodes, counts)

    def confirmed(self, attempted: Attempted) -> None:
        """Learn from an attempt that went well."""
        step = attempted.step
        scope, run = self._scope(step.recipe.id), self.run.id
        teaching.succeeded(self.memory, step, scope, attempted.verified, self.receipt, self.catalog, run=run)
        self._clicked(attempted)
        self.learnt = [self.memory.lesson(lesson.id) or lesson for lesson in self.learnt]

    def refused(self, attempted: Attempted) -> None:
        """Turn a refusal into a lesson, and say it."""
        step = attempted.step
        message = f"{short(step.item)}: {attempted.reason.replace('_', ' ')}"
        fault = Fault(failure=FailureClass.LOGIC, code=code_of(attempted.reason), message=message)
        scope, run = self._scope(step.recipe.id), self.run.id
        lesson = teaching.refused(
            self.memory, step, fault, scope, attempted.verified, self.receipt, self.catalog, run=run
        )
        self.learnt.append(lesson)
        self.audience.learnt(lesson)

    def _clicked(self, attempted: Attempted) -> None:
        """Learn in which manner a recipe's clicks arrive, and whether what was learnt of it before is true."""
        step, struggle = attempted.step, attempted.struggle
        first = struggle or attempted
        if struggle is not None and struggle.reason not in CLICKS:
            return
        advice = next((lesson for lesson in self.receipt.lessons if self._advises(lesson, first)), None)
        if advice is not None:
            self.memory.count(advice, "harmed" if struggle else "helped", first.verified, run=self.run.id)
        if struggle is None:
            return
        message = f"{short(step.item)}: {struggle.reason.replace('_', ' ')}"
        fault = Fault(failure=FailureClass.INSTRUMENTATION, code=code_of(struggle.reason), message=message)
        lesson = teaching.clicked(
            self.memory,
            step,
            fault,
            self._scope(step.recipe.id),
            struggle.verified,
            attempted.strategy,
            attempted.verified,
            self.catalog,
            run=self.run.id,
        )
        self.audience.learnt(lesson)

    def _advises(self, lesson: Lesson, first: Attempted) -> bool:
        done = lesson.resolution
        return (
            isinstance(done, UseStrategy)
            and lesson.status is Status.VERIFIED
            and done.recipe in {None, first.step.recipe.id}
            and done.strategy == first.strategy
        )

    def _scope(self, recipe: RecipeId) -> Scope:
        return Scope(
            server=self.world.server,
            minecraft=self.catalog.minecraft,
            recipe_hash=self.catalog.recipe_hash(recipe),
        )
