"""Why this plan and no other: what each alternative would have cost, and why a goal is out of reach."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..recipes.catalog import Catalog, Kind, Recipe
from ..recipes.ids import ItemId, RecipeId
from .goal import Experience, Goal, Inventory
from .planning import plan
from .result import Answer, Missing, Plan, Step
from .stations import PLANNED_KINDS


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another recipe for an item, and the plan with it: how many ``crafts`` more, and what it lacks."""

    recipe: RecipeId
    answer: Answer
    crafts: int
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """One step: the members that could have filled its loose cells, and the recipes that could have made its item."""

    step: int
    recipe: RecipeId
    members: tuple[ItemId, ...]
    alternatives: tuple[Alternative, ...]

    @property
    def forced(self) -> bool:
        """Whether there was no choice at all."""
        return not self.alternatives and not self.members


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a goal cannot be made now: the cheapest plan with what it lacks, and each recipe's own shortage.

    ``one_short`` are the recipes that only one kind of material keeps from being done.
    """

    plan: Plan
    alternatives: tuple[Alternative, ...]
    one_short: tuple[RecipeId, ...]


class Explainer:
    """Answers questions about one catalog and inventory, by planning again without what was chosen."""

    def __init__(
        self,
        catalog: Catalog,
        inventory: Inventory,
        *,
        experience: Experience = Experience(),  # noqa: B008 - frozen
        stations: Iterable[str] = (),
        kinds: frozenset[Kind] = PLANNED_KINDS,
        budget: float = 1.0,
    ) -> None:
        self.catalog = catalog
        self.inventory = inventory
        self.experience = experience
        self.stations = tuple(stations)
        self.kinds = kinds
        self.budget = budget

    def explain(self, found: Plan) -> tuple[Reason, ...]:
        """Return the reason of each step of a plan."""
        return tuple(self._reason(found, step) for step in found.steps)

    def why_not(self, goal: Goal) -> WhyNot:
        """Return what keeps one goal from being made."""
        found = self._plan((goal,), self.experience)
        makers = self._makers(goal.item)
        alternatives = tuple(self._alternative(found, (goal,), recipe, makers) for recipe in makers)
        short = tuple(other.recipe for other in alternatives if len(other.missing) == 1)
        return WhyNot(found, alternatives, short)

    def _reason(self, found: Plan, step: Step) -> Reason:
        makers = self._makers(step.item)
        others = [recipe for recipe in makers if recipe.id != step.recipe.id]
        bound = {bind.item for bind in step.bind}
        made = {other.item for other in found.steps}
        members = [
            member
            for part in step.ingredients
            for member in part.members
            if member not in bound and (self.inventory[member] or member in made)
        ]
        alternatives = tuple(self._alternative(found, found.goals, recipe, makers) for recipe in others)
        return Reason(step.number, step.recipe.id, tuple(dict.fromkeys(members)), alternatives)

    def _alternative(
        self, found: Plan, goals: tuple[Goal, ...], recipe: Recipe, makers: tuple[Recipe, ...]
    ) -> Alternative:
        """Plan with one recipe alone for its item."""
        avoid = self.experience.avoid | {other.id for other in makers if other.id != recipe.id}
        other = self._plan(goals, replace(self.experience, avoid=avoid))
        return Alternative(recipe.id, other.answer, other.crafts - found.crafts, other.missing)

    def _makers(self, item: ItemId) -> tuple[Recipe, ...]:
        return tuple(
            recipe
            for recipe in self.catalog.producers.get(item, ())
            if recipe.kind in self.kinds and recipe.id not in self.experience.avoid
        )

    def _plan(self, goals: tuple[Goal, ...], experience: Experience) -> Plan:
        return plan(
            self.catalog,
            goals,
            self.inventory,
            experience=experience,
            stations=self.stations,
            kinds=self.kinds,
            budget=self.budget,
        )
