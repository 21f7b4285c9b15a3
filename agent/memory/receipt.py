"""The receipt of a consultation: no attempt is made without one that is about its recipe."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from weakref import WeakKeyDictionary

from ...planner import PLANNED_KINDS
from ...planner.closure import closure_of
from ...planner.goal import Experience
from ...recipes.catalog import Catalog
from ...recipes.errors import CraftplanError
from ...recipes.ids import ItemId, RecipeId
from .hot import rank
from .lessons import Lesson, Status, UseStrategy, experience_of
from .wishes import Wish

MOST_A_NODE = 3
"""How many lessons about one node a receipt holds, the best first."""
Proven = Mapping[RecipeId, frozenset[ItemId]]


class ConsultRequiredError(CraftplanError):
    """An attempt was to be made without a receipt for its recipe."""

    code = "consult_required"


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof that the lessons were consulted: the ledger's number of it, the lessons that hold here, and what they say.

    ``experience`` holds the verified ones; ``cautious`` the candidates too, for as long as there is a way around;
    ``tested`` only those that have helped since, for when the others leave no way at all. ``nodes`` are the recipes
    that were asked about; ``strategies`` says how to send the clicks of a recipe (None: of any).
    """

    seq: int
    lessons: tuple[Lesson, ...]
    experience: Experience
    cautious: Experience
    tested: Experience = field(default_factory=Experience)
    strategies: Mapping[RecipeId | None, str] = field(default_factory=dict)
    nodes: frozenset[RecipeId] = frozenset()
    wishes: tuple[Wish, ...] = ()

    def strategy(self, recipe: RecipeId) -> str | None:
        """Return in which manner the recipe's clicks are sent first, where lessons say so."""
        return self.strategies.get(recipe) or self.strategies.get(None)


def receipt_of(
    seq: int,
    lessons: tuple[Lesson, ...],
    wishes: tuple[Wish, ...],
    nodes: frozenset[RecipeId],
    catalog: Catalog,
    proven: Proven,
) -> Receipt:
    """Return the receipt of a consultation that stands in the ledger under number ``seq``."""
    verified = [lesson for lesson in lessons if lesson.status is Status.VERIFIED]
    tested = [lesson for lesson in verified if lesson.stats.helped > lesson.stats.harmed]
    manners = [lesson.resolution for lesson in reversed(verified)]
    return Receipt(
        seq,
        lessons,
        experience_of(verified, catalog, proven),
        experience_of(lessons, catalog, proven),
        experience_of(tested, catalog, proven),
        {done.recipe: done.strategy for done in manners if isinstance(done, UseStrategy)},
        nodes,
        wishes,
    )


def best(lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Return at most three lessons of each node: verified before candidates, then by the good they did, then newer."""
    taken: dict[str, int] = {}
    kept = []
    for lesson in sorted(lessons, key=rank):
        taken[lesson.component] = taken.get(lesson.component, 0) + 1
        if taken[lesson.component] <= MOST_A_NODE:
            kept.append(lesson)
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about: the recipes that can matter, the nodes that lessons about them are kept under, a digest."""

    recipes: frozenset[RecipeId]
    components: tuple[str, ...]
    digest: str


def asked_about(catalog: Catalog, goals: Iterable[ItemId]) -> Asked:
    """Return what has to be asked about for the goals; without goals, everything."""
    known = _ASKED.setdefault(catalog, {})
    wanted = tuple(dict.fromkeys(goals))
    if wanted not in known:
        if len(known) >= _MOST_KEPT:
            known.clear()
        recipes = _recipes_of(catalog, wanted)
        digest = sha256("\n".join(sorted(recipes)).encode()).hexdigest()
        known[wanted] = Asked(recipes, components_of(catalog, recipes), digest)
    return known[wanted]


def components_of(catalog: Catalog, recipes: Iterable[RecipeId]) -> tuple[str, ...]:
    """Return the nodes that lessons about these recipes are kept under, but for the server's own."""
    named = list(recipes)
    tags = {cell.tag for recipe in named for cell in catalog.recipes[recipe].ingredients if cell.tag}
    return (*(f"recipe:{recipe}" for recipe in named), *(f"tag:{tag}" for tag in tags))


def _recipes_of(catalog: Catalog, wanted: tuple[ItemId, ...]) -> frozenset[RecipeId]:
    if not wanted:
        return frozenset(catalog.recipes)
    closure = closure_of(catalog, wanted, PLANNED_KINDS, frozenset(), Experience())
    return frozenset(way.recipe.id for way in closure.ways)


_ASKED: WeakKeyDictionary[Catalog, dict[tuple[ItemId, ...], Asked]] = WeakKeyDictionary()
_MOST_KEPT = 1024
