"""Why this plan and no other: what each alternative would have cost, and why a goal is out of reach."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from ..recipes.catalog import Catalog, Kind, Recipe
from ..recipes.ids import ItemId, RecipeId
from .closure import Closure, closure_of
from .goal import Experience, Goal, Inventory
from .planning import plan
from .result import Answer, Missing, Plan, Station, Step
from .stations import PLANNED_KINDS, station_item


@dataclass(frozen=True, slots=True)
class Alternative:
    """The plan with another recipe, or with another ``member`` in the cells: how many ``crafts`` more, what it lacks.

    ``instead`` is the member that the plan uses there.
    """

    recipe: RecipeId
    answer: Answer
    crafts: int
    missing: tuple[Missing, ...]
    member: ItemId | None = None
    instead: ItemId | None = None


@dataclass(frozen=True, slots=True)
class Reason:
    """One step: what else could make its item or fill its loose cells, and the steps it has to come ``after``."""

    step: int
    recipe: RecipeId
    recipes: tuple[Alternative, ...]
    members: tuple[Alternative, ...]
    after: tuple[int, ...]

    @property
    def forced(self) -> bool:
        """Whether there was no choice at all."""
        return not self.recipes and not self.members


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why a goal cannot be made now: the cheapest plan with what it lacks, and each recipe's own shortage.

    ``one_short`` are the recipes that only one kind of material keeps from being done, ``avoided`` those that a wish or
    a lesson left out.
    """

    plan: Plan
    alternatives: tuple[Alternative, ...]
    one_short: tuple[RecipeId, ...]
    avoided: tuple[RecipeId, ...] = ()


@dataclass(frozen=True, slots=True)
class Explainer:
    """Answers questions about one catalog and inventory, by planning again without what was chosen."""

    catalog: Catalog
    inventory: Inventory
    experience: Experience = field(default_factory=Experience)
    stations: tuple[str, ...] = ()
    kinds: frozenset[Kind] = PLANNED_KINDS
    budget: float = 1.0
    keep: Mapping[ItemId, int] = field(default_factory=dict)

    def plan(self, goals: Iterable[Goal], experience: Experience | None = None, *, gather: bool = True) -> Plan:
        """Return the plan that all answers are measured against, or the one with another experience."""
        return plan(
            self.catalog,
            goals,
            self.inventory,
            experience=self.experience if experience is None else experience,
            stations=self.stations,
            kinds=self.kinds,
            budget=self.budget,
            gather=gather,
            keep=self.keep,
        )

    def closure(self, goals: Iterable[Goal]) -> Closure:
        """Return all that can matter for the goals, whatever is at hand."""
        items = tuple(dict.fromkeys(goal.item for goal in goals))
        return closure_of(self.catalog, items, self.kinds, frozenset(self.stations), self.experience)

    def most(self, item: ItemId, limit: int) -> Plan:
        """Return the plan of as many of an item as what is at hand makes, at most ``limit``; that of one if it is none.

        Who can make so many can make fewer, so the count is found by halving.
        """
        low, high = 0, 1
        while high <= limit and self._reaches(item, high):
            low, high = high, min(high * 2, limit) if high < limit else limit + 1
        while low < high - 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._reaches(item, middle) else (low, middle)
        return self.plan((Goal(item, max(low, 1)),))

    def _reaches(self, item: ItemId, count: int) -> bool:
        return self.plan((Goal(item, count),), gather=False).ready

    def explain(self, found: Plan) -> tuple[Reason, ...]:
        """Return the reason of each step of a plan."""
        return tuple(self._reason(found, step) for step in found.steps)

    def why_not(self, goal: Goal) -> WhyNot:
        """Return what keeps one goal from being made."""
        found = self.plan((goal,))
        makers = self._makers(goal.item)
        alternatives = tuple(self._with_recipe(found, recipe, makers) for recipe in makers)
        short = tuple(other.recipe for other in alternatives if len(other.missing) == 1)
        avoided = tuple(
            recipe.id for recipe in self.catalog.producers.get(goal.item, ()) if recipe.id in self.experience.avoid
        )
        return WhyNot(found, alternatives, short, avoided)

    def _reason(self, found: Plan, step: Step) -> Reason:
        makers = self._makers(step.item)
        recipes = [self._with_recipe(found, recipe, makers) for recipe in makers if recipe.id != step.recipe.id]
        return Reason(step.number, step.recipe.id, tuple(recipes), self._members(found, step), _after(found, step))

    def _members(self, found: Plan, step: Step) -> tuple[Alternative, ...]:
        """Return the plans with one other member alone in a loose ingredient's cells; only members there are."""
        made = {other.item for other in found.steps}
        bound = {bind.slot: bind.item for bind in step.bind}
        alternatives: dict[ItemId, Alternative] = {}
        for part in step.ingredients:
            used = dict.fromkeys(bound[slot] for slot in part.slots)
            for member in part.members:
                there = self.inventory[member] > self.keep.get(member, 0) or member in made
                if member not in used and member not in alternatives and there and self._accepts(step.recipe, member):
                    refused = {(step.recipe.id, other) for other in part.members if other != member}
                    experience = replace(self.experience, avoid_members=self.experience.avoid_members | refused)
                    other = self._alternative(found, step.recipe, experience)
                    alternatives[member] = replace(other, member=member, instead=next(iter(used)))
        return tuple(alternatives.values())

    def _accepts(self, recipe: Recipe, member: ItemId) -> bool:
        return (recipe.id, member) not in self.experience.avoid_members

    def _with_recipe(self, found: Plan, recipe: Recipe, makers: tuple[Recipe, ...]) -> Alternative:
        """Plan with one recipe alone for its item."""
        avoid = self.experience.avoid | {other.id for other in makers if other.id != recipe.id}
        return self._alternative(found, recipe, replace(self.experience, avoid=avoid))

    def _alternative(self, found: Plan, recipe: Recipe, experience: Experience) -> Alternative:
        other = self.plan(found.goals, experience)
        return Alternative(recipe.id, other.answer, other.crafts - found.crafts, other.missing)

    def _makers(self, item: ItemId) -> tuple[Recipe, ...]:
        return tuple(
            recipe
            for recipe in self.catalog.producers.get(item, ())
            if recipe.kind in self.kinds and recipe.result == item and recipe.id not in self.experience.avoid
        )


def _after(found: Plan, step: Step) -> tuple[int, ...]:
    """Return the earlier steps that make what a step uses: its items, its fuel, its station."""
    used = {bind.item for bind in step.bind}
    if step.fuel is not None:
        used.add(step.fuel.item)
    if step.station is not Station.INVENTORY and step.station not in found.stations:
        used.add(station_item(step.station))
    return tuple(other.number for other in found.steps if other.number < step.number and other.item in used)
