"""Random vanilla tasks with a fixed seed: a goal, and an inventory that more or less leads to it."""

from collections.abc import Iterator
from random import Random

from craftplan.planner import Goal, Inventory
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId

SEED = 20260
DEEPEST = 4
PRESENT = 0.95
"""How likely an ingredient is there."""


def random_tasks(catalog: Catalog, count: int, seed: int = SEED) -> Iterator[tuple[Goal, Inventory]]:
    """Yield tasks: the inventory holds bits of the goal's closure (some levels down), and things that do not matter."""
    random = Random(seed)
    makable = [item for item in catalog.items if catalog.producers.get(item)]
    every = list(catalog.items)
    for _ in range(count):
        goal = Goal(random.choice(makable), random.choice((1, 1, 1, 2, 3, 5, 8, 16)))
        have: dict[ItemId, int] = {}
        _stock(catalog, goal.item, goal.count, have, random, depth=0)
        for item in random.sample(every, random.randint(0, 12)):
            have[item] = have.get(item, 0) + random.randint(1, 32)
        yield goal, Inventory(have)


def _stock(catalog: Catalog, item: ItemId, count: int, have: dict[ItemId, int], random: Random, depth: int) -> None:
    recipe = random.choice(catalog.producers[item])
    times = -(-count // recipe.count)
    for cell in recipe.ingredients:
        if not cell.members:
            continue
        member = random.choice(cell.members)
        if depth < DEEPEST and catalog.producers.get(member) and random.random() < (0.55 if depth else 0.8):
            _stock(catalog, member, times, have, random, depth + 1)
        elif random.random() < PRESENT:
            have[member] = have.get(member, 0) + times + random.choice((0, 0, 1, 3))
