"""Steps that differ in nothing but how often they are done, as the one step that people see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ...planner.result import Fuel, Step


@dataclass(frozen=True, slots=True)
class Batch:
    """One or more steps in a row with the same recipe and binding: ``step`` is all of them, up to number ``last``."""

    step: Step
    last: int

    @property
    def numbers(self) -> str:
        """Return ``3``, or ``3-5`` where it takes several steps."""
        return str(self.step.number) if self.last == self.step.number else f"{self.step.number}-{self.last}"


def batches(steps: Iterable[Step]) -> Sequence[Batch]:
    """Return the steps, equal neighbours joined."""
    found: list[Batch] = []
    for step in steps:
        before = found[-1].step if found else None
        if before is not None and (before.recipe.id, before.bind) == (step.recipe.id, step.bind):
            found[-1] = Batch(_joined(before, step), step.number)
        else:
            found.append(Batch(step, step.number))
    return found


def _joined(one: Step, other: Step) -> Step:
    fuels = [fuel for fuel in (one.fuel, other.fuel) if fuel is not None]
    fuel = Fuel(fuels[0].slot, fuels[0].item, sum(fuel.count for fuel in fuels)) if fuels else None
    return replace(one, times=one.times + other.times, count=one.count + other.count, fuel=fuel)
