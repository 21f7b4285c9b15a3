"""What a failed attempt taught: who erred, why, and what code does about it next time."""

from base64 import b32encode
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from hashlib import blake2b
from typing import Annotated, Literal
from weakref import WeakKeyDictionary

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from ...planner.goal import Experience
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId, RecipeId, TagId, short

_HASHES: WeakKeyDictionary[Catalog, dict[RecipeId, str]] = WeakKeyDictionary()
LONGEST = 200
"""How many characters a root cause or a description has at most."""


def cut(text: str, longest: int = LONGEST) -> str:
    """Return the text, cut with an ellipsis where it is longer.

    >>> cut("minecraft:stick", 10)
    'minecraft…'
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


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


class AvoidTag(Value):
    """Put no member of this tag into this recipe, but those that the server is known to take."""

    action: Literal["avoid_tag"] = "avoid_tag"
    recipe: RecipeId
    tag: TagId

    def __str__(self) -> str:
        return f"make {short(self.recipe)} with proven members of {short(self.tag)} only"


class AvoidRecipe(Value):
    """Do not use this recipe."""

    action: Literal["avoid_recipe"] = "avoid_recipe"
    recipe: RecipeId

    def __str__(self) -> str:
        return f"do not use the recipe {short(self.recipe)}"


class UseStrategy(Value):
    """Send the clicks of this recipe, or of every recipe, in this manner from the first attempt on."""

    action: Literal["use_strategy"] = "use_strategy"
    strategy: Literal["burst", "careful", "slow"]
    recipe: RecipeId | None = None

    def __str__(self) -> str:
        return f"send {self.strategy} clicks for {short(self.recipe) if self.recipe else 'every recipe'}"


Resolution = Annotated[AvoidMember | AvoidTag | AvoidRecipe | UseStrategy, Field(discriminator="action")]


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
    message: Annotated[str, BeforeValidator(lambda text: cut(text, 500))]


class Scope(Value):
    """Where a lesson holds: on this server, in this version, as long as the recipe and the tag are the same."""

    server: str
    minecraft: str
    recipe_hash: str = ""
    tag_hash: str = ""


class Evidence(Value):
    """Ledger numbers of the attempt that failed and, once there is one, of the confirmed attempt that did without.

    ``suspects`` are all members that may have been at fault in the failed attempt, the blamed one first.
    """

    failed: int
    fixed: int | None = None
    suspects: tuple[ItemId, ...] = ()


class Status(StrEnum):
    """A lesson begins as a candidate and is verified by a confirmed success that used its resolution."""

    CANDIDATE = "candidate"
    VERIFIED = "verified"
    STALE = "stale"
    """Recipe or tag have changed since: to be tried again, not applied."""
    QUARANTINED = "quarantined"
    """It did harm at least twice, and more often than it helped."""
    SUPERSEDED = "superseded"
    """Another lesson says more, the blamed was acquitted, or a person forgot it."""
    ARCHIVED = "archived"
    """Put aside by a person."""


LIVE = frozenset({Status.CANDIDATE, Status.VERIFIED})


class Stats(Value):
    """How often attempts that followed a lesson went well, and how often badly."""

    helped: int = 0
    harmed: int = 0

    @property
    def applied(self) -> int:
        """How many attempts followed it."""
        return self.helped + self.harmed

    @property
    def harmful(self) -> bool:
        """Whether it has done more harm than good."""
        return self.harmed >= 2 and self.harmed > self.helped  # noqa: PLR2004 - once may be chance


class Lesson(Value):
    """One lesson. ``component`` is the node that it is about, ``connected`` the nodes that it touches.

    ``rev`` counts its revisions from 1; counters do not make a new one. ``supersedes`` names the lessons that it
    stands for.
    """

    id: str
    rev: int = 1
    supersedes: tuple[str, ...] = ()
    error: Fault
    root_cause: Annotated[str, BeforeValidator(cut)]
    resolution: Resolution
    component: str
    connected: tuple[str, ...] = Field(min_length=1)
    scope: Scope
    evidence: Evidence
    status: Status = Status.CANDIDATE
    stats: Stats = Stats()

    @cached_property
    def description(self) -> str:
        """One line to find it by."""
        return cut(f"{self.root_cause}; {self.resolution}")

    @property
    def live(self) -> bool:
        """Whether it is heeded where it holds."""
        return self.status in LIVE

    def revised(self, status: Status, **changes: object) -> "Lesson":
        """Return the next revision."""
        return self.model_copy(update={"status": status, "rev": self.rev + 1, **changes})

    def counted(self, counter: str) -> "Lesson":
        """Return it with one more in a counter: ``helped`` or ``harmed``."""
        stats = self.stats.model_copy(update={counter: getattr(self.stats, counter) + 1})
        return self.model_copy(update={"stats": stats})


def lesson_id(fault: Fault, resolution: Resolution, scope: Scope) -> str:
    """Return the id that the same failure of the same thing on the same server always has: ``L-`` and 10 letters."""
    text = f"{fault.failure}|{fault.code}|{resolution.model_dump_json()}|{scope.server}|{scope.minecraft}"
    return f"L-{b32encode(blake2b(text.encode(), digest_size=10).digest()).decode()[:10]}"


def recipe_hash(catalog: Catalog, recipe: RecipeId) -> str:
    """Return the hash of a recipe of the catalog, computed once."""
    known = _HASHES.setdefault(catalog, {})
    if recipe not in known:
        known[recipe] = catalog.recipe_hash(recipe)
    return known[recipe]


def holds(lesson: Lesson, catalog: Catalog) -> bool:
    """Whether the recipe and the tag that the lesson is about are still what they were."""
    done, scope = lesson.resolution, lesson.scope
    recipe = done.recipe
    if recipe and scope.recipe_hash not in {"", recipe in catalog.recipes and recipe_hash(catalog, recipe)}:
        return False
    if isinstance(done, AvoidTag):
        return done.tag in catalog.tags and catalog.tag_hash(done.tag) == scope.tag_hash
    return True


def experience_of(
    lessons: Iterable[Lesson], catalog: Catalog, proven: Mapping[RecipeId, frozenset[ItemId]]
) -> Experience:
    """Return what the planner has to heed, as the plain value it understands.

    ``proven`` are the members that the server has taken in each recipe.
    """
    recipes: set[RecipeId] = set()
    members: set[tuple[RecipeId, ItemId]] = set()
    for lesson in lessons:
        done = lesson.resolution
        if isinstance(done, AvoidRecipe):
            recipes.add(done.recipe)
        elif isinstance(done, AvoidMember):
            members.add((done.recipe, done.member))
        elif isinstance(done, AvoidTag):
            taken = proven.get(done.recipe, frozenset())
            members |= {(done.recipe, member) for member in catalog.tags[done.tag] if member not in taken}
    return Experience(frozenset(recipes), frozenset(members))
