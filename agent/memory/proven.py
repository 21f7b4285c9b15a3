"""What servers have taken: which recipes, with which members of their tags, an attempt was confirmed with."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId, RecipeId
from .memory import Memory


@dataclass(frozen=True, slots=True)
class Proven:
    """One server: the members that each recipe was confirmed with there, of those among which there is a choice.

    ``pairs`` counts them, each with its recipe; ``recipes_in_all`` and ``pairs_in_all`` are what its version has.
    """

    server: str
    minecraft: str
    members: Mapping[RecipeId, tuple[ItemId, ...]]
    recipes_in_all: int
    pairs_in_all: int

    @property
    def pairs(self) -> int:
        """How many pairs of a recipe and a member were confirmed."""
        return sum(map(len, self.members.values()))


def proven(memory: Memory, catalog_of: Callable[[str], Catalog]) -> Iterator[Proven]:
    """Yield what each server has taken, by its name; ``catalog_of`` returns a version's recipes, or raises."""
    memory.index.follow()
    places: dict[tuple[str, str], dict[RecipeId, frozenset[ItemId]]] = {}
    for entry in memory.index.entries("proven"):
        server, minecraft, recipe = entry.key.rsplit("|", 2)
        places.setdefault((server, minecraft), {})[RecipeId(recipe)] = frozenset(map(ItemId, entry.body))
    for (server, minecraft), used in places.items():
        choices = _choices(catalog_of(minecraft))
        taken = {recipe: tuple(sorted(choices[recipe] & items)) for recipe, items in used.items() if recipe in choices}
        yield Proven(server, minecraft, taken, len(choices), sum(map(len, choices.values())))


def _choices(catalog: Catalog) -> dict[RecipeId, frozenset[ItemId]]:
    """Return the members of each recipe's cells in which more than one item may lie."""
    return {
        recipe.id: frozenset(item for cell in recipe.ingredients if len(cell.members) > 1 for item in cell.members)
        for recipe in catalog.recipes.values()
    }
