"""A plan as a tree: what each item is made of, down to what is at hand or has to be gathered."""

from collections import Counter
from dataclasses import dataclass, field

from rich.text import Text

from ...planner.result import Plan, Step
from ...recipes.ids import ItemId, TagId, short
from .batches import batches
from .words import amount


@dataclass(slots=True)
class Branch:
    """So many of one item, wanted for one purpose, and what they are made of."""

    item: ItemId
    count: int
    tag: TagId | None = None
    notes: list[str] = field(default_factory=list)
    parts: list["Branch"] = field(default_factory=list)


def draw_tree(plan: Plan) -> list[Text]:
    """Return the plan's tree, one line an item."""
    lines: list[Text] = []
    for branch in grow(plan):
        lines.append(_line(branch, bold=True))
        _draw_parts(branch, "", lines)
    return lines


def grow(plan: Plan) -> list[Branch]:
    """Return one branch for each goal; stations that the plan makes first hang under the first goal that uses them."""
    pool = _Pool(plan)
    branches = [pool.branch(goal.item, goal.count, None, fresh=True) for goal in plan.goals]
    for item, count in plan.kept:
        station = pool.branch(item, count, None)
        station.notes.insert(0, "kept")
        branches[0].parts.append(station)
    for item, count in plan.left_over:
        first = next(
            (branch for branch in _walk(branches) if branch.item == item and branch.parts and not branch.tag), None
        )
        if first is not None:
            first.notes.append(f"{count} left over")
    return branches


class _Pool:
    """Gives out what is at hand, then what a craft left over, then the crafts of the steps, each exactly once."""

    def __init__(self, plan: Plan) -> None:
        missing = {lack.item: lack.count for lack in plan.missing}
        self.missing = Counter(missing)
        self.at_hand = Counter({item: count - missing.get(item, 0) for item, count in plan.needs})
        for item, count in plan.kept:
            self.at_hand[item] += count if all(step.item != item for step in plan.steps) else 0
        self.surplus: Counter[ItemId] = Counter()
        steps = [batch.step for batch in batches(plan.steps)]
        self.crafts = {step.number: step.times for step in steps}
        self.fuel = {step.number: step.fuel for step in steps if step.fuel is not None}
        self.steps: dict[ItemId, list[Step]] = {}
        for step in steps:
            self.steps.setdefault(step.item, []).append(step)

    def branch(self, item: ItemId, count: int, tag: TagId | None, *, fresh: bool = False) -> Branch:
        """Return the branch of ``count`` items; ``fresh`` ones are made anew, whatever is at hand."""
        branch = Branch(item, count, tag)
        if not fresh:
            count = self._take(branch, count)
        for step in self.steps.get(item, ()):
            if count <= 0:
                break
            times = min(self.crafts[step.number], -(-count // step.recipe.count))
            if times == 0:
                continue
            self.crafts[step.number] -= times
            made = times * step.recipe.count
            self.surplus[item] += max(0, made - count)
            count -= made
            branch.parts += self._parts(step, times)
        if count > 0:
            self.missing[item] -= count
            branch.notes.append("to gather")
        return branch

    def _take(self, branch: Branch, count: int) -> int:
        for store, note in ((self.at_hand, "at hand"), (self.surplus, "")):
            taken = min(count, store[branch.item])
            store[branch.item] -= taken
            count -= taken
            if taken and note:
                branch.notes.append(note if taken == branch.count else f"{taken} {note}")
        return count

    def _parts(self, step: Step, times: int) -> list[Branch]:
        bound = {bind.slot: bind.item for bind in step.bind}
        wanted: Counter[tuple[ItemId, TagId | None]] = Counter()
        for part in step.ingredients:
            for slot in part.slots:
                wanted[bound[slot], part.tag] += times
        parts = [self.branch(item, count, tag) for (item, tag), count in wanted.items()]
        fuel = self.fuel.pop(step.number, None)
        if fuel is not None:
            burnt = self.branch(fuel.item, fuel.count, None)
            burnt.notes.insert(0, "fuel")
            parts.append(burnt)
        return parts


def _walk(branches: list[Branch]) -> list[Branch]:
    return [found for branch in branches for found in (branch, *_walk(branch.parts))]


def _line(branch: Branch, *, bold: bool = False) -> Text:
    line = Text(amount(branch.item, branch.count), "bold" if bold else "")
    if branch.tag and "to gather" not in branch.notes:
        line.append(f"  {short(branch.tag)}", "cyan")
    if branch.notes:
        line.append(f"  {', '.join(branch.notes)}", "red" if "to gather" in branch.notes else "dim")
    return line


def _draw_parts(branch: Branch, indent: str, lines: list[Text]) -> None:
    for part in branch.parts:
        last = part is branch.parts[-1]
        lines.append(Text(indent + ("└── " if last else "├── ")).append_text(_line(part)))
        _draw_parts(part, indent + ("    " if last else "│   "), lines)
