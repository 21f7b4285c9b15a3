"""What an attempt's end does to memory: refusals blame, successes acquit, verify and count. No language model."""

from ...planner.result import Step
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId
from . import blame
from .blame import follows
from .lessons import AvoidMember, Evidence, Fault, Lesson, Scope, Status, UseStrategy
from .memory import Memory
from .receipt import Receipt, components_of


def refused(
    memory: Memory, step: Step, fault: Fault, scope: Scope, failed: int, receipt: Receipt, catalog: Catalog, *, run: str
) -> Lesson:
    """Learn from a refusal: a lesson, one about the whole tag where it is the third of a kind, and whom it harms.

    Refused again, what a verified lesson blames shows that the lesson is right. The lessons that the attempt followed
    did harm. Receipts issued before are void.
    """
    memory.void()
    proven = memory.proven(scope, step.recipe.id)
    new = blame.lesson_from(step, fault, scope, failed, receipt.cautious, proven, receipt.experience)
    lesson = memory.propose(new, run=run)
    if lesson.status is Status.VERIFIED:
        memory.count(lesson, "helped", failed, run=run)
    whole = generalise(memory, lesson, catalog, run=run)
    right = {lesson.id, *whole.supersedes}
    for other in receipt.lessons:
        if other.status is Status.VERIFIED and other.id not in right and follows(step, other, catalog):
            memory.count(other, "harmed", failed, run=run)
    return whole


def generalise(memory: Memory, lesson: Lesson, catalog: Catalog, *, run: str) -> Lesson:
    """Return the lesson about the tag, or the server, that this one is the third of; else the lesson itself."""
    if isinstance(lesson.resolution, UseStrategy):
        known = [other for other in memory.lessons() if other.scope.server == lesson.scope.server]
    else:
        known = memory.about(lesson.scope.server, [lesson.component])
    whole = blame.about_the_kind(lesson, known, catalog)
    if whole is None:
        return lesson
    whole = memory.propose(whole, run=run)
    for member in known:
        if member.id in whole.supersedes and member.live:
            memory.supersede(member, f"{whole.id} says it of all of them", by=whole, run=run)
    return whole


def succeeded(
    memory: Memory, step: Step, scope: Scope, fixed: int, receipt: Receipt, catalog: Catalog, *, run: str
) -> None:
    """Learn from a confirmed attempt: who is innocent, which candidates are verified, which lessons helped."""
    makers = [recipe.id for recipe in catalog.producers.get(step.item, ())]
    about = [
        other
        for other in memory.about(scope.server, components_of(catalog, makers))
        if other.live and other.scope.minecraft == scope.minecraft
    ]
    if not about:
        return
    proven = memory.proven(scope, step.recipe.id) | {bind.item for bind in step.bind}
    about = _acquitted(memory, about, step, fixed, proven, run)
    narrowed = [_narrowed(other, step, proven) for other in about]
    certain = [other for other in narrowed if len(other.evidence.suspects) <= 1]
    heeded = {lesson.id for lesson in receipt.lessons if lesson.status is Status.VERIFIED}
    for lesson in (other for other in narrowed if follows(step, other, catalog)):
        guilty = None if lesson in certain else blame.explained(lesson, certain)
        if lesson.id in heeded:
            memory.count(lesson, "helped", fixed, run=run)
        elif lesson.status is Status.CANDIDATE and guilty:
            memory.supersede(lesson, f"{guilty.id} explains the same failure", by=guilty, run=run)
        elif lesson.status is Status.CANDIDATE:
            generalise(memory, memory.confirm(lesson, fixed, run=run), catalog, run=run)


def clicked(
    memory: Memory,
    step: Step,
    fault: Fault,
    scope: Scope,
    failed: int,
    strategy: str,
    fixed: int,
    catalog: Catalog,
    *,
    run: str,
) -> Lesson:
    """Learn that a recipe's clicks had to be sent in another manner: verified at once, by the failure and the success.

    Only the manner is learnt: nothing is said about the recipe.
    """
    manner = blame.manner_from(step, strategy, fault, scope, Evidence(failed=failed))
    lesson = memory.propose(manner, run=run)
    if lesson.status is Status.CANDIDATE:
        lesson = memory.confirm(lesson, fixed, run=run)
    return generalise(memory, lesson, catalog, run=run)


def _acquitted(
    memory: Memory, about: list[Lesson], step: Step, fixed: int, proven: frozenset[ItemId], run: str
) -> list[Lesson]:
    """Return the lessons that stand; those that a confirmed step contradicts are acquitted, and the next is blamed."""
    standing = [lesson for lesson in about if not blame.contradicts(step, lesson)]
    for lesson in about:
        if lesson in standing:
            continue
        if lesson.status is Status.VERIFIED:
            memory.count(lesson, "harmed", fixed, run=run)
            continue
        memory.supersede(lesson, f"acquitted by record {fixed}", run=run)
        rest = blame.left_over_suspects(lesson, proven)
        if rest and not any(_blames(other, rest) for other in standing):
            standing.append(memory.propose(blame.reblamed(lesson, rest), run=run))
    return standing


def _blames(lesson: Lesson, suspects: tuple[ItemId, ...]) -> bool:
    return isinstance(lesson.resolution, AvoidMember) and lesson.resolution.member in suspects


def _narrowed(lesson: Lesson, step: Step, proven: frozenset[ItemId]) -> Lesson:
    """Return the lesson with those suspects that are left."""
    done = lesson.resolution
    if not isinstance(done, AvoidMember) or done.recipe != step.recipe.id:
        return lesson
    evidence = lesson.evidence.model_copy(update={"suspects": blame.left_over_suspects(lesson, proven)})
    return lesson.model_copy(update={"evidence": evidence})
