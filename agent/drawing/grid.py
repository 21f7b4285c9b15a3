"""One step drawn as the window's own grid, with the slot numbers that a bot author can use as they are."""

from rich.text import Text

from ...planner.result import Station, Step
from ...recipes.ids import ItemId, short
from .words import amount

CELL = 8
"""Characters between two walls."""
_ENDINGS = ("stone", "slate", "rack", "berries")
"""Where words that are longer are cut."""
_STATIONS = {Station.INVENTORY: "inventory grid"}
_COLUMNS = {Station.INVENTORY: 2, Station.CRAFTING_TABLE: 3}


def heading(step: Step, numbers: str = "") -> Text:
    """Return ``1 oak_planks ×12  inventory grid, 3 times``; ``numbers`` where it is more than one step."""
    times = f", {step.times} times" if step.times > 1 else ""
    where = f"{_STATIONS.get(step.station, step.station.replace('_', ' '))}{times}"
    return Text.assemble(f"{numbers or step.number} ", (amount(step.item, step.count), "bold"), f"  {where}")


def one_line(step: Step, numbers: str = "") -> Text:
    """Return ``3  stick ×4  1,3 ← oak_planks``: the step for plans with many."""
    return Text.assemble(f"{numbers or step.number:>3}  ", (amount(step.item, step.count), "bold"), f"  {_fills(step)}")


def block(step: Step, lacking: frozenset[ItemId], numbers: str = "") -> list[Text]:
    """Return the step's heading and grid, line by line. Slots whose item is ``lacking`` are red."""
    columns = _COLUMNS.get(step.station)
    if columns is None:
        return [
            heading(step, numbers),
            Text(f"  {_fills(step)}  → {amount(step.item, step.count)}, slot {step.result_slot}"),
        ]
    return [heading(step, numbers), *(Text("  ").append_text(line) for line in _grid(step, columns, lacking))]


def _grid(step: Step, columns: int, lacking: frozenset[ItemId]) -> list[Text]:
    bound = {bind.slot: bind.item for bind in step.bind}
    alike = _ambiguous(set(bound.values()))
    lines = [_wall("┌┬┐", columns)]
    for row in range(columns):
        slots = range(1 + row * columns, 1 + (row + 1) * columns)
        lines.append(Text("│"))
        lines.append(Text("│"))
        for slot in slots:
            item = bound.get(slot)
            first, last = _label(item, alike)
            style = "red" if item in lacking else ""
            lines[-2].append(str(slot), "dim").append(first[: CELL - 2].center(CELL - 1), style).append("│")
            lines[-1].append(last[:CELL].center(CELL), style).append("│")
        lines.append(_wall("├┼┤" if row < columns - 1 else "└┴┘", columns))
    _beside(lines, 2 + (columns - 2) * 2, f"  → {amount(step.item, step.recipe.count)}", f"    slot {step.result_slot}")
    return lines


def _beside(lines: list[Text], row: int, result: str, slot: str) -> None:
    lines[row].append(result, "bold")
    lines[row + 1].append(slot, "dim")


def _wall(corners: str, columns: int) -> Text:
    return Text(corners[0] + corners[1].join(["─" * CELL] * columns) + corners[2])


def _label(item: ItemId | None, alike: frozenset[str]) -> tuple[str, str]:
    """Return the words for a cell's two lines: the last word alone where it is clear, else the words before it too."""
    if item is None:
        return "", ""
    first, _, last = short(item).rpartition(":")[2].rpartition("_")
    if last in alike:
        return first.replace("_", " "), last
    if len(last) <= CELL:
        return "", last
    # cobblestone: cobble above stone
    cut = next((len(last) - len(end) for end in _ENDINGS if last.endswith(end)), CELL - 2)
    return last[:cut], last[cut:]


def _ambiguous(items: set[ItemId]) -> frozenset[str]:
    words = [item.rpartition(":")[2].rpartition("_")[2] for item in items]
    return frozenset(word for word in words if words.count(word) > 1)


def _fills(step: Step) -> str:
    slots: dict[ItemId, list[int]] = {}
    for bind in step.bind:
        slots.setdefault(bind.item, []).append(bind.slot)
    fills = [f"{','.join(map(str, numbers))} ← {short(item)}" for item, numbers in slots.items()]
    if step.fuel:
        fills.append(f"{step.fuel.slot} ← {short(step.fuel.item)} ×{step.fuel.count}")
    return "  ".join(fills)
