"""What the planner answers: a plan with slots, or exactly why not."""

from dataclasses import dataclass
from enum import StrEnum

from ..recipes.catalog import Recipe
from ..recipes.ids import ItemId, RecipeId, TagId
from .goal import Goal


class Station(StrEnum):
    """Where a step is done."""

    INVENTORY = "inventory"
    CRAFTING_TABLE = "crafting_table"
    FURNACE = "furnace"
    BLAST_FURNACE = "blast_furnace"
    SMOKER = "smoker"
    CAMPFIRE = "campfire"
    STONECUTTER = "stonecutter"
    SMITHING_TABLE = "smithing_table"


class Minimal(StrEnum):
    """Whether a better plan can exist."""

    PROVED = "proved"
    BEST_KNOWN = "best_known"


class Answer(StrEnum):
    """The planner's word: four ways to say no, one to say yes."""

    FEASIBLE = "feasible"
    MISSING = "missing"
    """Craftable, but the inventory lacks base materials: ``missing`` holds all of them."""
    UNCRAFTABLE = "uncraftable"
    """No recipe makes it."""
    SPECIAL = "special"
    """Only recipes which the game computes in code make it."""
    UNREACHABLE = "unreachable"
    """Recipes make it, but something in them can never be had: ``missing`` names it, and no step is given."""
    UNKNOWN = "unknown"
    """The budget ended before a plan was found."""


@dataclass(frozen=True, slots=True)
class Bind:
    """The item that goes into a window slot."""

    slot: int
    item: ItemId


@dataclass(frozen=True, slots=True)
class StepIngredient:
    """One ingredient of a step and the window slots that it fills."""

    tag: TagId | None
    members: tuple[ItemId, ...]
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fuel:
    """What a cooking step burns: ``count`` pieces in all, into window slot ``slot``."""

    slot: int
    item: ItemId
    count: int


@dataclass(frozen=True, slots=True)
class Step:
    """One recipe, ``times`` times, at one station, with one and the same binding each time.

    ``count`` is the number of items it makes in all. Slots are the window's own (design: result 0, player grid 1-4,
    table grid 1-9 row by row; furnace 0 input, 1 fuel, 2 result). ``fuel`` is None where nothing burns; it is no part
    of ``bind``, whose items are used up once each time. ``rivals`` are recipes that the same grid makes too: which one
    the game shows is not up to the client, so the result slot has to be read.
    """

    number: int
    recipe: Recipe
    item: ItemId
    count: int
    times: int
    station: Station
    result_slot: int
    ingredients: tuple[StepIngredient, ...]
    bind: tuple[Bind, ...]
    fuel: Fuel | None = None
    rivals: tuple[RecipeId, ...] = ()


@dataclass(frozen=True, slots=True)
class Missing:
    """A base material that the plan takes and the inventory lacks. ``tag`` is set when any member of it would do."""

    item: ItemId
    have: int
    need: int
    tag: TagId | None = None

    @property
    def count(self) -> int:
        """How many are lacking."""
        return self.need - self.have


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole answer to a goal.

    ``steps`` assume that what is ``missing`` has been gathered first; a plan is ready to run when nothing is missing.
    ``needs`` is what the steps take from the inventory (missing items included), ``left_over`` what they make beyond
    the goal, ``kept`` what they only borrow. ``reach`` is how many of a single goal's items can be made from what is
    at hand. ``gap`` is by how many crafts a better plan could still be shorter, 0 when ``minimal`` is proved. Counts
    are items.
    """

    answer: Answer
    minecraft: str
    catalog: str
    goals: tuple[Goal, ...]
    steps: tuple[Step, ...] = ()
    needs: tuple[tuple[ItemId, int], ...] = ()
    missing: tuple[Missing, ...] = ()
    left_over: tuple[tuple[ItemId, int], ...] = ()
    kept: tuple[tuple[ItemId, int], ...] = ()
    reach: int = 0
    stations: frozenset[str] = frozenset()
    minimal: Minimal = Minimal.BEST_KNOWN
    gap: int = 0

    @property
    def ready(self) -> bool:
        """Whether the steps can be done with what is at hand."""
        return self.answer is Answer.FEASIBLE

    @property
    def crafts(self) -> int:
        """How many crafts and smelts the steps are."""
        return sum(step.times for step in self.steps)
