"""Lessons as a projection of the ledger: proposed, verified, and consulted before every first attempt."""

from dataclasses import dataclass

from ..planner.goal import Experience
from ..planner.result import Step
from ..recipes.catalog import Catalog
from .ledger import Ledger
from .lessons import AvoidMember, Lesson, Status, experience_of
from .record import Event

_EVENTS = frozenset({Event.LESSON_PROPOSED, Event.LESSON_VERIFIED})


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof that the lessons were consulted: the ledger's number of it, the lessons that hold here, and what they say.

    ``experience`` holds the verified ones; ``cautious`` the candidates too, for as long as there is a way around.
    """

    seq: int
    lessons: tuple[Lesson, ...]
    experience: Experience
    cautious: Experience


class Memory:
    """The lessons of one ledger."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def lessons(self) -> tuple[Lesson, ...]:
        """Return every lesson in its newest form, in the order they were first learnt."""
        known: dict[str, Lesson] = {}
        for record in self.ledger.read(events=_EVENTS):
            lesson = Lesson.model_validate(record.body["lesson"])
            known[lesson.id] = lesson
        return tuple(known.values())

    def consult(self, catalog: Catalog, server: str, *, run: str) -> Receipt:
        """Return the lessons that hold on this server with these recipes, and record that they were asked for."""
        lessons = tuple(lesson for lesson in self.lessons() if _holds(lesson, catalog, server))
        record = self.ledger.append(Event.CONSULT_RECEIPT, {"lessons": [lesson.id for lesson in lessons]}, run=run)
        verified = tuple(lesson for lesson in lessons if lesson.status is Status.VERIFIED)
        return Receipt(record.seq, lessons, experience_of(verified), experience_of(lessons))

    def propose(self, lesson: Lesson, *, run: str) -> Lesson:
        """Keep a new lesson. One that is known already stays as it is: its first evidence counts."""
        known = {other.id: other for other in self.lessons()}
        if lesson.id not in known:
            self._record(Event.LESSON_PROPOSED, lesson, run)
        return known.get(lesson.id, lesson)

    def confirm(self, lesson: Lesson, fixed: int, *, run: str) -> Lesson:
        """Verify a candidate by the ledger's number of a confirmed attempt that did without what it blames."""
        if lesson.status is Status.VERIFIED:
            return lesson
        evidence = lesson.evidence.model_copy(update={"fixed": fixed})
        verified = lesson.model_copy(update={"status": Status.VERIFIED, "evidence": evidence})
        self._record(Event.LESSON_VERIFIED, verified, run)
        return verified

    def _record(self, event: Event, lesson: Lesson, run: str) -> None:
        self.ledger.append(event, {"lesson": lesson.model_dump(mode="json")}, node=lesson.component, run=run)


def _holds(lesson: Lesson, catalog: Catalog, server: str) -> bool:
    scope, recipe = lesson.scope, lesson.resolution.recipe
    if (scope.server, scope.minecraft) != (server, catalog.minecraft) or recipe not in catalog.recipes:
        return False
    return scope.recipe_hash == catalog.recipe_hash(recipe)


def follows(step: Step, lesson: Lesson, catalog: Catalog) -> bool:
    """Whether the step makes what the lesson's recipe makes, without what the lesson blames."""
    blamed = lesson.resolution
    if isinstance(blamed, AvoidMember):
        return step.recipe.id == blamed.recipe and all(bind.item != blamed.member for bind in step.bind)
    return step.recipe.id != blamed.recipe and step.item == catalog.recipes[blamed.recipe].result
