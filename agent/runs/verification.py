"""Whether a step was done: the difference between two of the server's own snapshots, against the recipe's promise."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ...planner.result import Step
from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId

Delta = Mapping[ItemId, int]
"""How many more (or fewer) of each item; items that did not change are left out."""


class Outcome(StrEnum):
    """The verdict's word."""

    CONFIRMED = "confirmed"
    NOTHING_MADE = "nothing_made"
    WRONG_RESULT = "wrong_result"
    PARTIAL = "partial"
    CONSUMED_WITHOUT_RESULT = "consumed_without_result"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the server's inventory shows (``seen``) beside what the step promised (``expected``), in items.

    ``crafts`` is how many of the step's crafts that is, where it can be told.
    """

    outcome: Outcome
    expected: Delta
    seen: Delta
    crafts: int = 0

    @property
    def confirmed(self) -> bool:
        """Whether the step was done, exactly."""
        return self.outcome is Outcome.CONFIRMED


def expected_delta(step: Step, catalog: Catalog, times: int | None = None, burnt: int | None = None) -> Delta:
    """Return what ``times`` crafts of the step do to the inventory: result in, ingredients out, remainders back.

    ``burnt`` is how many pieces of fuel are gone; all of the step's where nothing is said.
    """
    crafts = step.times if times is None else times
    delta: Counter[ItemId] = Counter({step.item: step.recipe.count * crafts})
    for bind in step.bind:
        delta[bind.item] -= crafts
        remainder = catalog.items[bind.item].remainder
        if remainder is not None:
            delta[remainder] += crafts
    if step.fuel is not None:
        pieces = step.fuel.count if burnt is None else burnt
        delta[step.fuel.item] -= pieces
        remainder = catalog.items[step.fuel.item].remainder
        if remainder is not None:
            delta[remainder] += pieces
    return _changes(delta)


def _done(step: Step, catalog: Catalog, seen: Delta, times: int) -> bool:
    """Whether so many crafts were done, with the step's fuel or less: a fire may still have burnt."""
    most = step.fuel.count if step.fuel else 0
    return any(seen == expected_delta(step, catalog, times, burnt) for burnt in range(most, -1, -1))


def judge(step: Step, catalog: Catalog, before: Mapping[ItemId, int], after: Mapping[ItemId, int] | None) -> Verdict:
    """Return the verdict on one step from the server's counts before and after; no ``after`` leaves it unknown."""
    expected = expected_delta(step, catalog)
    if after is None:
        return Verdict(Outcome.UNKNOWN, expected, {})
    seen = delta_between(before, after)
    crafts = _crafts(step, catalog, seen)
    return Verdict(_outcome(step, expected, seen, crafts), expected, seen, crafts)


def delta_between(before: Mapping[ItemId, int], after: Mapping[ItemId, int]) -> Delta:
    """Return what changed from one count of an inventory to the next."""
    return _changes(Counter({item: after.get(item, 0) - before.get(item, 0) for item in {*before, *after}}))


def _crafts(step: Step, catalog: Catalog, seen: Delta) -> int:
    """Return how many of the step's crafts the change is; 0 where it is no number of them."""
    every = range(step.times, 0, -1)
    return next((crafts for crafts in every if _done(step, catalog, seen, crafts)), 0)


def _outcome(step: Step, expected: Delta, seen: Delta, crafts: int) -> Outcome:
    if crafts:
        return Outcome.CONFIRMED if crafts == step.times else Outcome.PARTIAL
    if not seen:
        return Outcome.NOTHING_MADE
    gained = {item for item, count in seen.items() if count > 0}
    if gained - {item for item, count in expected.items() if count > 0}:
        return Outcome.WRONG_RESULT
    return Outcome.CONSUMED_WITHOUT_RESULT if step.item not in gained else Outcome.UNKNOWN


def _changes(delta: Mapping[ItemId, int]) -> Delta:
    return {item: delta[item] for item in sorted(delta) if delta[item] != 0}
