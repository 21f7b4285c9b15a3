"""The whole plan: a header that answers "can I?", the tree, the grids, and last lines that answer "what now?"."""

from collections.abc import Sequence

from rich.text import Text

from ...planner.result import Answer, Missing, Plan
from ...recipes.ids import ItemId, short, title
from .batches import batches
from .grid import block, one_line
from .tree import draw_tree
from .words import amount, shortage

ALL_GRIDS = 6
"""Plans of more steps draw one line a step, unless all grids are asked for."""
GAP = 2
NO_STEPS = {
    Answer.UNCRAFTABLE: "no recipe makes it",
    Answer.SPECIAL: "only the game's own code makes it",
    Answer.UNREACHABLE: "no recipe makes it from anything that can be had",
    Answer.UNKNOWN: "no plan was found in time; a larger --budget may find one",
}
"""The answers that come without steps, in words."""


def draw_plan(plan: Plan, *, width: int, all_grids: bool = False) -> list[Text]:
    """Return the drawing of a plan, ``width`` characters wide where its grids can be set side by side."""
    if plan.answer in NO_STEPS:
        return [header(plan), *([Text(), *missing_table(plan.missing)] if plan.missing else [])]
    lacking = frozenset(lack.item for lack in plan.missing)
    sections = [[header(plan)], draw_tree(plan)]
    joined = batches(plan.steps)
    if all_grids or len(joined) <= ALL_GRIDS:
        sections.append(_flow([block(batch.step, lacking, batch.numbers) for batch in joined], width))
    else:
        sections.append([one_line(batch.step, batch.numbers) for batch in joined])
    sections.append(missing_table(plan.missing))
    sections.append(_rest(plan))
    lines: list[Text] = []
    for section in filter(None, sections):
        lines += [Text(), *section] if lines else section
    return lines


def header(plan: Plan) -> Text:
    """Return the line that alone answers "can I?"."""
    goals = ", ".join(f"{title(goal.item)} ×{goal.count}" for goal in plan.goals)
    return Text.assemble((goals, "bold"), f"   Minecraft {plan.minecraft} · ", _state(plan))


def _state(plan: Plan) -> Text:
    if plan.answer in NO_STEPS:
        return Text(NO_STEPS[plan.answer], "red")
    steps = f"{len(plan.steps)} step{'s' if len(plan.steps) != 1 else ''} · "
    if not plan.missing:
        return Text.assemble(steps, ("everything at hand", "green"))
    return Text.assemble(steps, (f"needs {shortage(plan.missing)}", "red"))


def _flow(blocks: Sequence[list[Text]], width: int) -> list[Text]:
    """Set blocks side by side for as long as they fit, then below."""
    rows: list[list[list[Text]]] = []
    for drawn in blocks:
        if rows and sum(_width(other) + GAP for other in rows[-1]) + _width(drawn) <= width:
            rows[-1].append(drawn)
        else:
            rows.append([drawn])
    lines: list[Text] = []
    for row in rows:
        lines += [Text()] * bool(lines) + _join(row)
    return lines


def _join(row: list[list[Text]]) -> list[Text]:
    lines = []
    for number in range(max(map(len, row))):
        line = Text()
        for drawn in row:
            if number < len(drawn):
                line.append_text(drawn[number])
            if drawn is not row[-1]:
                start = sum(_width(other) + GAP for other in row[: row.index(drawn) + 1])
                line.pad_right(start - line.cell_len)
        line.rstrip()
        lines.append(line)
    return lines


def _width(drawn: list[Text]) -> int:
    return max(line.cell_len for line in drawn)


def missing_table(missing: Sequence[Missing]) -> list[Text]:
    """Return what is lacking as a table: have, need, and how to get it."""
    if not missing:
        return []
    names = max(len("missing"), *(len(short(lack.item)) for lack in missing))
    rows = [f"{short(lack.item):<{names}}  {lack.have:>4}  {lack.need:>4}  {_how(lack)}" for lack in missing]
    return [Text(f"{'missing':<{names}}  have  need  how", "bold"), *map(Text, rows)]


def _how(lack: Missing) -> str:
    if lack.tag is None:
        return "to gather"
    return f"any of {short(lack.tag)}"


def _rest(plan: Plan) -> list[Text]:
    lines = [
        Text.assemble((f"{name:<11}", "bold"), _amounts(items))
        for name, items in (("left over", plan.left_over), ("kept", plan.kept))
        if items
    ]
    if plan.missing and len(plan.goals) == 1 and plan.reach:
        lines.append(Text(f"what is at hand reaches for {plan.reach} of {plan.goals[0].count}"))
    return lines


def _amounts(items: Sequence[tuple[ItemId, int]]) -> str:
    return ", ".join(amount(item, count) if count > 1 else short(item) for item, count in items)
