"""What a failed attempt taught: who erred, why, and what code does about it next time."""

from base64 import b32encode
from collections import Counter
from enum import StrEnum
from hashlib import blake2b
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from ..planner.goal import Experience
from ..planner.result import Step
from ..recipes.ids import ItemId, RecipeId, short


class Value(BaseModel):
    """A value at the ledger's edge: frozen, with no members but its own."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class AvoidMember(Value):
    """Do not put this item into this recipe."""

    action: Literal["avoid_member"] = "avoid_member"
    recipe: RecipeId
    member: ItemId

    def __str__(self) -> str:
        return f"make {short(self.recipe)} without {short(self.member)}"


class AvoidRecipe(Value):
    """Do not use this recipe."""

    action: Literal["avoid_recipe"] = "avoid_recipe"
    recipe: RecipeId

    def __str__(self) -> str:
        return f"do not use the recipe {short(self.recipe)}"


Resolution = Annotated[AvoidMember | AvoidRecipe, Field(discriminator="action")]


class FailureClass(StrEnum):
    """Whose failure it was (design §8): only ``logic`` teaches anything about recipes."""

    LOGIC = "logic"
    INFRASTRUCTURE = "infrastructure"
    INSTRUMENTATION = "instrumentation"
    UNKNOWN = "logic:unknown"


class Fault(Value):
    """What went wrong: its class, the executor's reason, and one sentence."""

    failure: FailureClass
    code: str
    message: str = Field(max_length=500)


class Scope(Value):
    """Where a lesson holds: on this server, in this version, as long as the recipe is the same."""

    server: str
    minecraft: str
    recipe_hash: str


class Evidence(Value):
    """Ledger numbers of the attempt that failed and, once there is one, of the confirmed attempt that did without."""

    failed: int
    fixed: int | None = None


class Status(StrEnum):
    """A lesson begins as a candidate and is verified by a confirmed success that used its resolution."""

    CANDIDATE = "candidate"
    VERIFIED = "verified"


class Lesson(Value):
    """One lesson. ``component`` is the node that it is about, ``connected`` the nodes that it touches."""

    id: str
    error: Fault
    root_cause: str = Field(max_length=200)
    resolution: Resolution
    component: str
    connected: tuple[str, ...] = Field(min_length=1)
    scope: Scope
    evidence: Evidence
    status: Status = Status.CANDIDATE


def lesson_from(step: Step, fault: Fault, scope: Scope, failed: int, experience: Experience) -> Lesson:
    """Return what the refusal of a step teaches.

    Blamed is one member of a tag (the one that fills the most slots and is not blamed yet), since another member may
    do; a recipe whose cells leave no choice is blamed whole.
    """
    resolution = _blame(step, experience)
    recipe = step.recipe.id
    connected = [f"recipe:{recipe}"]
    if isinstance(resolution, AvoidMember):
        cause = f"the server makes no {short(step.item)} with {short(resolution.member)} in it"
        connected += [f"item:{resolution.member}"]
        connected += [f"tag:{part.tag}" for part in step.ingredients if part.tag and resolution.member in part.members]
    else:
        cause = f"the server does not know the recipe {short(recipe)}"
    return Lesson(
        id=_fingerprint(fault, resolution, scope),
        error=fault,
        root_cause=cause,
        resolution=resolution,
        component=f"recipe:{recipe}",
        connected=tuple(connected),
        scope=scope,
        evidence=Evidence(failed=failed),
    )


def experience_of(lessons: tuple[Lesson, ...], wishes: Experience = Experience()) -> Experience:  # noqa: B008 - frozen
    """Return what the planner has to heed, as the plain value it understands."""
    resolutions = [lesson.resolution for lesson in lessons]
    recipes = {done.recipe for done in resolutions if isinstance(done, AvoidRecipe)}
    members = {(done.recipe, done.member) for done in resolutions if isinstance(done, AvoidMember)}
    return Experience(wishes.avoid | recipes, wishes.avoid_members | members, wishes.prefer)


def _blame(step: Step, experience: Experience) -> AvoidMember | AvoidRecipe:
    recipe = step.recipe.id
    free = {slot for part in step.ingredients if len(part.members) > 1 for slot in part.slots}
    bound = Counter(bind.item for bind in step.bind if bind.slot in free)
    suspects = [item for item in bound if (recipe, item) not in experience.avoid_members]
    if not suspects:
        return AvoidRecipe(recipe=recipe)
    return AvoidMember(recipe=recipe, member=min(suspects, key=lambda item: (-bound[item], item)))


def _fingerprint(fault: Fault, resolution: AvoidMember | AvoidRecipe, scope: Scope) -> str:
    text = f"{fault.failure}|{fault.code}|{resolution.model_dump_json()}|{scope.server}|{scope.minecraft}"
    return f"L-{b32encode(blake2b(text.encode(), digest_size=10).digest()).decode()[:10]}"
