"""Finds the best plan by trying everything, for tiny catalogs: shares nothing with the planner but its prices."""

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product

from craftplan.recipes.catalog import Catalog, Recipe

Counts = Mapping[str, int]
State = tuple[tuple[str, int], ...]
MOST_STATES = 4000


def fewest_crafts(catalog: Catalog, goals: Counts, have: Counts, deepest: int) -> int | None:
    """Return the fewest crafts that gain the goals, None when more than ``deepest`` (or none) do.

    Raises OverflowError when there are too many states to look at.
    """
    first = _state(Counter(have))
    seen = {first}
    queue = deque([(first, 0)])
    while queue:
        state, crafts = queue.popleft()
        counts = Counter(dict(state))
        if all(counts[item] - have.get(item, 0) >= count for item, count in goals.items()):
            return crafts
        if crafts == deepest:
            continue
        for recipe in catalog.recipes.values():
            for after in _crafted(catalog, recipe, counts):
                if after not in seen:
                    seen.add(after)
                    queue.append((after, crafts + 1))
        if len(seen) > MOST_STATES:
            raise OverflowError
    return None


def cheaper(prices: Mapping[str, int], limit: int) -> Iterator[Counts]:
    """Yield every purchase that costs less than the limit."""
    least = min(prices.values(), default=limit)
    for size in range(1, limit // max(least, 1) + 1):
        for bought in combinations_with_replacement(sorted(prices), size):
            if sum(prices[item] for item in bought) < limit:
                yield Counter(bought)


def _crafted(catalog: Catalog, recipe: Recipe, counts: Counter[str]) -> Iterator[State]:
    for bound in set(map(tuple, map(sorted, product(*(cell.members for cell in recipe.ingredients))))):
        if all(counts[item] >= count for item, count in Counter(bound).items()):
            after = counts.copy()
            after.subtract(bound)
            after.update(rest for item in bound if (rest := catalog.items[item].remainder))
            after[recipe.result] += recipe.count
            yield _state(after)


def _state(counts: Counter[str]) -> State:
    return tuple(sorted((item, count) for item, count in counts.items() if count))
