"""Plancraft's actions for a list of crafts: few moves, by reusing what lies in the grid.

A beam search over the order of the crafts, where each pattern lies, and where each result lands. Savings: one filling
serves several crafts in a row; a result that lands in an empty cell of the next pattern is there already; what is left
in a cell stays for the next craft.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

LABELS = {0: "[0]"} | {1 + row * 3 + column: f"[{'ABC'[row]}{column + 1}]" for row in range(3) for column in range(3)}
LABELS |= {slot: f"[I{slot - 9}]" for slot in range(10, 46)}
GRID = range(1, 10)
FIRST = 10
STACK = 64
"""The first inventory slot."""
Slots = dict[int, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Job:
    """A craft to do: ``cells`` hold (row, column, item), or (-1, place, item) for a heap; ``smelt``: one cell."""

    cells: tuple[tuple[int, int, str], ...]
    times: int
    result: str
    made: int
    smelt: bool

    def needs(self) -> Counter[str]:
        """Return how many of each item all crafts take."""
        needed: Counter[str] = Counter()
        for _, _, item in self.cells:
            needed[item] += self.times
        return needed


@dataclass(slots=True)
class State:
    """Where everything lies, what was done, what is left to do."""

    slots: Slots
    actions: tuple[str, ...]
    left: tuple[int, ...]

    def move(self, source: int, target: int, amount: int) -> None:
        """Move items between slots."""
        item, held = self.slots[source]
        if held == amount:
            del self.slots[source]
        else:
            self.slots[source] = (item, held - amount)
        self.slots[target] = (item, self.slots.get(target, (item, 0))[1] + amount)
        self.actions += (f"move: from {LABELS[source]} to {LABELS[target]} with quantity {amount}",)

    def free(self, item: str, amount: int) -> int | None:
        """Return an inventory slot that takes so many of the item."""
        for slot in range(10, 46):
            if slot in self.slots and self.slots[slot][0] == item and self.slots[slot][1] + amount <= STACK:
                return slot
        return next((slot for slot in range(10, 46) if slot not in self.slots), None)


def actions_for(
    jobs: Sequence[Job], inventory: Mapping[int, tuple[str, int]], beam: int = 40
) -> tuple[str, ...] | None:
    """Return the shortest list of actions that was found, or None."""
    states = [State(dict(inventory), (), tuple(range(len(jobs))))]
    if len(jobs) == 1:
        # With an empty grid every layout takes the same number of moves.
        return next((after.actions for after in _steps(states[0], jobs)), None)
    for _ in jobs:
        following: dict[object, State] = {}
        for state in states:
            for after in _steps(state, jobs):
                key = (after.left, tuple(sorted((slot, held) for slot, held in after.slots.items() if slot < FIRST)))
                if key not in following or len(after.actions) < len(following[key].actions):
                    following[key] = after
        states = sorted(
            following.values(), key=lambda state: (len(state.actions) - _promise(state, jobs), state.actions)
        )[:beam]
        if not states:
            return None
    return min((state.actions for state in states), key=lambda actions: (len(actions), actions))


def _promise(state: State, jobs: Sequence[Job]) -> int:
    """Return how many moves the grid saves the job that it suits best: right cells, less those to be cleared."""
    grid = {slot: item for slot, (item, _) in state.slots.items() if slot < FIRST}
    if not grid or not state.left:
        return -len(grid)
    best = -9
    for at in state.left:
        job = jobs[at]
        if job.smelt:
            best = max(best, 0)
        for layout in _layouts(job, state.slots):
            wants = set(layout.values())
            saved = 0
            for slot, item in grid.items():
                if layout.get(slot) == item:
                    saved += 1
                elif item not in wants:
                    saved -= 1
            best = max(best, saved)
    return best


def _steps(state: State, jobs: Sequence[Job]) -> Iterator[State]:
    have: Counter[str] = Counter()
    for item, held in state.slots.values():
        have[item] += held
    for at in state.left:
        job = jobs[at]
        if any(have[item] < amount for item, amount in job.needs().items()):
            continue
        left = tuple(other for other in state.left if other != at)
        wanted = {item for other in left for _, _, item in jobs[other].cells}
        if job.smelt:
            yield from _smelted(state, job, jobs, left)
        else:
            more = _later(job, left, jobs)
            for layout in _layouts(job, state.slots):
                for extra in ({}, *({slot: more[item]} for slot, item in layout.items() if item in more)):
                    filled = _filled(state, layout, job.times, extra)
                    if filled is not None:
                        yield from _taken(filled, layout, job, left, wanted=job.result in wanted)


def _later(job: Job, left: Sequence[int], jobs: Sequence[Job]) -> dict[str, int]:
    """Return what of the job's items later jobs take as well, once a cell."""
    mine = {item for _, _, item in job.cells}
    later: dict[str, int] = {}
    for other in left:
        for item in {item for _, _, item in jobs[other].cells if item in mine and not jobs[other].smelt}:
            later[item] = later.get(item, 0) + jobs[other].times
    return later


def _layouts(job: Job, slots: Slots) -> Iterable[dict[int, str]]:
    if job.cells[0][0] < 0:
        return _heaps([item for _, _, item in job.cells], slots)
    return _patterns(job.cells)


@cache
def _patterns(cells: tuple[tuple[int, int, str], ...]) -> tuple[dict[int, str], ...]:
    """Return the pattern at every place."""
    high, wide = 1 + max(row for row, _, _ in cells), 1 + max(column for _, column, _ in cells)
    return tuple(
        {1 + (row + down) * 3 + column + right: item for row, column, item in cells}
        for down in range(4 - high)
        for right in range(4 - wide)
    )


def _heaps(items: Sequence[str], slots: Slots) -> Iterator[dict[int, str]]:
    """Lay a heap over what is in the grid already; the rest from the first free cell, or from the last."""
    left = list(items)
    layout: dict[int, str] = {}
    for slot in GRID:
        if slot in slots and slots[slot][0] in left:
            layout[slot] = slots[slot][0]
            left.remove(slots[slot][0])
    for cells in (GRID, reversed(GRID)):
        free = iter(
            [slot for slot in cells if slot not in slots]
            + [slot for slot in GRID if slot in slots and slot not in layout]
        )
        yield {**layout, **{next(free): item for item in left}}


def _filled(state: State, layout: dict[int, str], times: int, extra: Mapping[int, int]) -> State | None:
    """Fill the layout, with ``extra`` for later jobs; clear what does not belong."""
    after = State(dict(state.slots), state.actions, state.left)
    lacking = [
        slot
        for slot, item in layout.items()
        if after.slots.get(slot) is None or after.slots[slot][0] != item or after.slots[slot][1] < times
    ]
    spoilt = [slot for slot in GRID if slot in after.slots and after.slots[slot][0] != layout.get(slot)]
    for slot in spoilt:
        item, held = after.slots[slot]
        target = next(
            (
                cell
                for cell in lacking
                if layout[cell] == item and (cell not in after.slots or after.slots[cell][0] == item)
            ),
            None,
        )
        if target is None or held > STACK:
            target = after.free(item, held)
        if target is None:
            return None
        after.move(slot, target, held)
    for slot in lacking:
        item = layout[slot]
        while (short := times - after.slots.get(slot, (item, 0))[1]) > 0:
            keep = {cell: times + extra.get(cell, 0) for cell in layout}
            source = _source(after, keep, item, short)
            if source is None:
                return None
            spare = after.slots[source][1] - keep.get(source, 0)
            enough = spare > short and source not in layout
            after.move(source, slot, min(short + (extra.get(slot, 0) if enough else 0), spare))
    return after


def _source(state: State, keep: Mapping[int, int], item: str, short: int) -> int | None:
    """Return the slot to take from, grid cells first, one that has enough; ``keep`` stays in each cell."""
    best = None
    for slot, (found, held) in state.slots.items():
        spare = held - keep.get(slot, 0)
        if found == item and spare > 0 and slot:
            key = (spare >= short, slot in keep, -spare if spare >= short else spare, -slot)
            if best is None or key > best[0]:
                best = (key, slot)
    return best and best[1]


def _taken(state: State, layout: dict[int, str], job: Job, left: tuple[int, ...], *, wanted: bool) -> Iterator[State]:
    after = State(dict(state.slots), state.actions, left)
    for _ in range(job.times - 1):
        if not _take(after, layout, job, after.free(job.result, job.made)):
            return
    targets = [after.free(job.result, job.made)]
    if wanted:
        targets += [slot for slot in GRID if slot not in after.slots]
    for target in targets:
        done = State(dict(after.slots), after.actions, left)
        if _take(done, layout, job, target):
            yield done


def _take(state: State, layout: dict[int, str], job: Job, target: int | None) -> bool:
    if target is None:
        return False
    for slot in layout:
        item, held = state.slots[slot]
        if held == 1:
            del state.slots[slot]
        else:
            state.slots[slot] = (item, held - 1)
    state.slots[target] = (job.result, state.slots.get(target, (job.result, 0))[1] + job.made)
    state.actions += (f"move: from [0] to {LABELS[target]} with quantity {job.made}",)
    return True


def _smelted(state: State, job: Job, jobs: Sequence[Job], left: tuple[int, ...]) -> Iterator[State]:
    """Smelt into one slot, or stack by stack into cells of a later job."""
    free = state.free(job.result, job.times)
    rows: list[list[int]] = [[free] * job.times] if free is not None else []
    users = [jobs[other] for other in left if any(item == job.result for _, _, item in jobs[other].cells)]
    if users:
        rows += [[slot] * job.times for slot in GRID if slot not in state.slots]
    for user in users:
        for layout in _layouts(user, state.slots) if not user.smelt else ():
            cells = [slot for slot, item in layout.items() if item == job.result and slot not in state.slots]
            if len(cells) > 1:
                rows.append((cells * job.times)[: job.times])
    for row in rows:
        after = _cooked(State(dict(state.slots), state.actions, left), job, row)
        if after is not None:
            yield after


def _cooked(state: State, job: Job, row: Sequence[int]) -> State | None:
    """Smelt stack by stack, each into the next slot of the row."""
    item, amount = job.cells[0][2], job.times
    for target in row:
        source = max(
            (slot for slot, (found, _) in state.slots.items() if found == item and slot),
            key=lambda slot: (slot in GRID, state.slots[slot][1] >= amount, state.slots[slot][1], -slot),
            default=None,
        )
        if source is None or source == target:
            return None
        taken = min(amount, state.slots[source][1])
        state.move(source, target, taken)
        state.slots[target] = (job.result, state.slots[target][1])
        state.actions = (*state.actions[:-1], state.actions[-1].replace("move", "smelt"))
        amount -= taken
        if not amount:
            return state
    return None
