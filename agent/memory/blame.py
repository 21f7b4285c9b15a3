"""From refusals and successes to lessons: who is blamed, who is acquitted, and what is true of a whole tag."""

from collections import Counter
from collections.abc import Iterable

from ...planner.goal import Experience
from ...planner.result import Step
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId, TagId, short
from .lessons import AvoidMember, AvoidRecipe, AvoidTag, Evidence, Fault, Lesson, Scope, Status, UseStrategy, lesson_id

ENOUGH = 3
"""So many of a kind make a lesson about the kind."""
NOBODY: frozenset[ItemId] = frozenset()


def lesson_from(
    step: Step,
    fault: Fault,
    scope: Scope,
    failed: int,
    blamed: Experience,
    proven: frozenset[ItemId] = NOBODY,
    known: Experience = Experience(),  # noqa: B008 - frozen
) -> Lesson:
    """Return what the refusal of a step teaches.

    Blamed is one member of a tag, since another may do: of those that the server has never taken in this recipe and
    that are not blamed yet, the one that fills the most slots. A recipe whose cells leave no choice is blamed whole.
    What is ``known`` to be refused and was tried all the same explains the refusal by itself.
    """
    recipe = step.recipe.id
    bound = chosen(step)
    blamable = [item for item in bound if (recipe, item) in known.avoid_members]
    blamable = blamable or [item for item in bound if (recipe, item) not in blamed.avoid_members]
    suspects = sorted(
        [item for item in blamable if item not in proven] or blamable, key=lambda item: (-bound[item], item)
    )
    if not suspects or recipe in known.avoid:
        return lesson_about(AvoidRecipe(recipe=recipe), fault, scope, Evidence(failed=failed), ())
    tags = [part.tag for part in step.ingredients if part.tag and suspects[0] in part.members]
    evidence = Evidence(failed=failed, suspects=tuple(suspects))
    return lesson_about(
        AvoidMember(recipe=recipe, member=suspects[0]), fault, scope, evidence, tuple(dict.fromkeys(tags))
    )


def manner_from(step: Step, strategy: str, fault: Fault, scope: Scope, evidence: Evidence) -> Lesson:
    """Return what clicks teach that only worked in another manner: a lesson about clicking, not about the recipe."""
    manner = UseStrategy.model_validate({"strategy": strategy, "recipe": step.recipe.id})
    return lesson_about(manner, fault, scope.model_copy(update={"recipe_hash": ""}), evidence, ())


def chosen(step: Step) -> Counter[ItemId]:
    """Return the items in cells that leave a choice, and how many cells each fills."""
    free = {slot for part in step.ingredients if len(part.members) > 1 for slot in part.slots}
    return Counter(bind.item for bind in step.bind if bind.slot in free)


def follows(step: Step, lesson: Lesson, catalog: Catalog) -> bool:
    """Whether the step makes what the lesson's recipe makes, without what the lesson blames."""
    done = lesson.resolution
    if isinstance(done, UseStrategy):
        return False
    if isinstance(done, AvoidRecipe):
        known = catalog.recipes.get(done.recipe)
        return known is not None and step.recipe.id != done.recipe and step.item == known.result
    if step.recipe.id != done.recipe:
        known = catalog.recipes.get(done.recipe)
        return isinstance(done, AvoidTag) and known is not None and step.item == known.result
    blamed = {done.member} if isinstance(done, AvoidMember) else set(catalog.tags.get(done.tag, ()))
    return all(bind.item not in blamed for bind in step.bind)


def contradicts(step: Step, lesson: Lesson) -> bool:
    """Whether the step, confirmed, shows that the blamed is innocent."""
    done = lesson.resolution
    if isinstance(done, AvoidMember):
        return step.recipe.id == done.recipe and any(bind.item == done.member for bind in step.bind)
    return isinstance(done, AvoidRecipe) and step.recipe.id == done.recipe


def left_over_suspects(lesson: Lesson, proven: frozenset[ItemId]) -> tuple[ItemId, ...]:
    """Return who may still have been at fault in the attempt that the lesson is from."""
    return tuple(item for item in lesson.evidence.suspects if item not in proven)


def reblamed(lesson: Lesson, suspects: tuple[ItemId, ...]) -> Lesson:
    """Return the lesson that blames the next suspect, now that the first is acquitted: by the same evidence."""
    assert isinstance(lesson.resolution, AvoidMember)
    tags = tuple(TagId(node.removeprefix("tag:")) for node in lesson.connected if node.startswith("tag:"))
    evidence = lesson.evidence.model_copy(update={"suspects": suspects, "fixed": None})
    other = lesson.resolution.model_copy(update={"member": suspects[0]})
    return lesson_about(other, lesson.error, lesson.scope, evidence, tags)


def explained(lesson: Lesson, others: Iterable[Lesson]) -> Lesson | None:
    """Return the lesson, certain by itself, whose blamed member was in this lesson's failed attempt too."""
    for other in others:
        if (
            other.id != lesson.id
            and isinstance(other.resolution, AvoidMember)
            and other.resolution.recipe == lesson.resolution.recipe
            and len(other.evidence.suspects) == 1
            and other.resolution.member in lesson.evidence.suspects
        ):
            return other
    return None


def about_the_kind(lesson: Lesson, others: Iterable[Lesson], catalog: Catalog) -> Lesson | None:
    """Return the lesson about a tag, or about a server's clicks, that three of a kind with this one make.

    Only members that were the only suspects of their attempts count for a tag.
    """
    alike = [other for other in others if other.live and _kind(other) == _kind(lesson)]
    done = lesson.resolution
    if isinstance(done, UseStrategy) and done.recipe is not None:
        if len({other.resolution.recipe for other in alike}) < ENOUGH:
            return None
        scope = lesson.scope.model_copy(update={"recipe_hash": ""})
        evidence = Evidence(failed=lesson.evidence.failed, fixed=lesson.evidence.fixed)
        return _standing_for(alike, UseStrategy(strategy=done.strategy), lesson.error, scope, evidence, ())
    if not isinstance(done, AvoidMember):
        return None
    certain = [other for other in alike if len(other.evidence.suspects) == 1]
    for node in lesson.connected:
        tag = TagId(node.removeprefix("tag:"))
        members = catalog.tags.get(tag, ()) if node.startswith("tag:") else ()
        of_tag = [other for other in certain if other.evidence.suspects[0] in members]
        if len({other.id for other in of_tag}) >= ENOUGH:
            scope = lesson.scope.model_copy(update={"tag_hash": catalog.tag_hash(tag)})
            fixed = [other.evidence.fixed for other in of_tag if other.evidence.fixed is not None]
            evidence = Evidence(failed=lesson.evidence.failed, fixed=max(fixed, default=None))
            return _standing_for(of_tag, AvoidTag(recipe=done.recipe, tag=tag), lesson.error, scope, evidence, (tag,))
    return None


def _kind(lesson: Lesson) -> tuple[object, ...]:
    """The fingerprint without the one member, or the one recipe, that it is about."""
    done, scope = lesson.resolution, lesson.scope
    about = done.strategy if isinstance(done, UseStrategy) else done.recipe
    return done.action, about, lesson.error.failure, lesson.error.code, scope.server, scope.minecraft


def _standing_for(
    members: list[Lesson],
    resolution: AvoidTag | UseStrategy,
    fault: Fault,
    scope: Scope,
    evidence: Evidence,
    tags: tuple[TagId, ...],
) -> Lesson:
    whole = lesson_about(resolution, fault, scope, evidence, tags)
    status = Status.CANDIDATE if evidence.fixed is None else Status.VERIFIED
    return whole.model_copy(update={"status": status, "supersedes": tuple(sorted(other.id for other in members))})


def lesson_about(
    resolution: AvoidMember | AvoidTag | AvoidRecipe | UseStrategy,
    fault: Fault,
    scope: Scope,
    evidence: Evidence,
    tags: tuple[TagId, ...] = (),
) -> Lesson:
    """Return the candidate with this resolution, connected to its recipe, member, tags and server."""
    recipe = resolution.recipe
    nodes = [f"recipe:{recipe}"] if recipe else []
    component = nodes[0] if nodes else f"server:{scope.server}"
    if isinstance(resolution, AvoidMember):
        cause = f"the server makes no {short(resolution.recipe)} with {short(resolution.member)} in it"
        nodes.append(f"item:{resolution.member}")
    elif isinstance(resolution, AvoidTag):
        cause = f"the server makes no {short(resolution.recipe)} with several members of {short(resolution.tag)} in it"
        component = f"tag:{resolution.tag}"
    elif isinstance(resolution, AvoidRecipe):
        cause = f"the server does not know the recipe {short(resolution.recipe)}"
    else:
        cause = f"the server loses clicks that are not sent {resolution.strategy}"
    nodes += [f"tag:{tag}" for tag in tags]
    return Lesson(
        id=lesson_id(fault, resolution, scope),
        error=fault,
        root_cause=cause,
        resolution=resolution,
        component=component,
        connected=(*nodes, f"server:{scope.server}"),
        scope=scope,
        evidence=evidence,
    )
