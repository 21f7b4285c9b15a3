"""In which order, and where in the grid, crafts are done with the fewest moves: a search over what lies in the grid.

What a craft costs: one move for each cell that does not hold its item yet, one for each cell that holds something else
(unless that is moved to where it is needed), one for each time the result is taken. What saves moves: a result that
lands in an empty cell of a later pattern, what is left in a cell for the next craft, a cell filled for several crafts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

CELLS = range(1, 10)
MOST_STATES = 3000
"""How many states are looked at before the rest is done greedily."""
MOST_MORE = 12
NEVER = 1 << 20
Cells = tuple[tuple[int, int, str], ...]
"""A pattern: (row, column, item), or (-1, place, item) for a heap."""
Lying = Mapping[int, tuple[str, int]]
"""Cells with item and count."""
Grid = tuple[tuple[int, str, int], ...]
"""Filled cells: cell, item, count, in the order of the cells."""


@dataclass(frozen=True, slots=True)
class Job:
    """A craft to do: ``cells`` hold (row, column, item), or (-1, place, item) for a heap; ``smelt``: one cell."""

    cells: Cells
    times: int
    result: str
    made: int
    smelt: bool

    @property
    def heap(self) -> bool:
        """Whether the items may lie anywhere."""
        return self.cells[0][0] < 0

    @property
    def needs(self) -> Mapping[str, int]:
        """How many of each item all crafts take."""
        return _needs(self.cells, self.times)


@dataclass(frozen=True, slots=True)
class Turn:
    """One job done: its ``layout``, how many more than it takes are put into some cells, where the result lands.

    ``lands`` is empty for the inventory; a smelt from several stacks may land in as many cells.
    """

    job: int
    layout: Mapping[int, str]
    extra: Mapping[int, int]
    lands: tuple[int, ...]


State = tuple[int, Grid]
"""The jobs left, as bits, and what lies in the grid."""


class Kitchen:
    """The jobs of one example, and what is at hand at first."""

    def __init__(self, jobs: Sequence[Job], have: Mapping[str, int], stacks: Mapping[str, Sequence[int]]) -> None:
        self.jobs = jobs
        self.have = have
        self.smelts = [_stacks(stacks.get(job.cells[0][2], ()), job.times) if job.smelt else () for job in jobs]
        self.looked = 0
        self._able: dict[int, tuple[int, ...]] = {}
        self._chains: dict[tuple[int, int], int] = {}
        self._least: dict[State, int] = {}
        self._failed: dict[State, int] = {}

    @property
    def start(self) -> State:
        """Everything is left to do, and the grid is empty."""
        return (1 << len(self.jobs)) - 1, ()

    def bound(self) -> int:
        """Return how many moves the jobs take in any order."""
        if len(self.jobs) == 1:
            (job,) = self.jobs
            return len(self.smelts[0]) if job.smelt else len(job.cells) + job.times
        return self.least(self.start)

    def turns(self) -> list[Turn] | None:
        """Return the jobs in the best order that was found, with their places; None when there is no order."""
        start = self.start
        if len(self.jobs) == 1:
            # With an empty grid every layout takes the same number of moves.
            return [next(turn for _, _, turn in self._following(*start, NEVER))]
        least = self.least(start)
        if least >= NEVER:
            return None
        for more in range(MOST_MORE):
            found = self._within(start, least + more)
            if found is not None:
                return found
            if self.looked > MOST_STATES:
                break
        return self._greedily(start)

    def least(self, state: State) -> int:
        """Return how many moves a state takes at least: what the first craft takes here, then a chain of crafts."""
        found = self._least.get(state)
        if found is None:
            self.looked += 1
            found = self._least[state] = self._bound(state)
        return found

    def _bound(self, state: State) -> int:
        left, grid = state
        smelts = self._smelts_of(left)
        crafts = [at for at in self._crafts(left) if self._ready(left, at)]
        if not crafts:
            return NEVER if any(True for _ in self._crafts(left)) else smelts
        lying = {cell: (item, count) for cell, item, count in grid}
        return smelts + min(self._first(left, at, lying) + self._chain(left & ~(1 << at), at) for at in crafts)

    def _first(self, left: int, at: int, lying: Lying) -> int:
        """Return what a craft takes at least as the next, with what lies in the grid."""
        job = self.jobs[at]
        price = len(job.cells)
        if lying:
            price = min(_filled(layout, job.times, lying)[0] for layout in _layouts(job, lying))
        return max(0, price - self._landed(left, at)) + job.times

    def _chain(self, left: int, before: int) -> int:
        """Return what the crafts left take at least after one that was just done: at best each helps the next."""
        found = self._chains.get((left, before))
        if found is None:
            found = min(
                (
                    max(0, len(self.jobs[at].cells) - self._helps(left, before, at) - self._landed(left, at))
                    + self.jobs[at].times
                    + self._chain(left & ~(1 << at), at)
                    for at in self._crafts(left)
                    if self._ready(left, at)
                ),
                default=NEVER if any(True for _ in self._crafts(left)) else 0,
            )
            self._chains[left, before] = found
        return found

    def _helps(self, left: int, before: int, at: int) -> int:
        """Return how many cells of a craft the one before fills at best: what is left there, and its result."""
        first, then = self.jobs[before], self.jobs[at]
        own = sum(item == first.result for _, _, item in then.cells)
        lands = False
        if own:
            # More than the cells take has to be cleared, unless nothing else comes.
            rest = [self.jobs[one] for one in self._crafts(left & ~(1 << at))]
            stays = first.made <= own * then.times or not rest
            lands = stays or any(first.result == item for job in rest for _, _, item in job.cells)
        return int(lands) + _common(first.cells, then.cells)

    def _landed(self, left: int, at: int) -> int:
        """Return how many cells of a craft smelts can fill."""
        return sum(
            min(len(self.smelts[one]), sum(item == job.result for _, _, item in self.jobs[at].cells))
            for one, job in enumerate(self.jobs)
            if job.smelt and left >> one & 1
        )

    def _smelts_of(self, left: int) -> int:
        return sum(len(stacks) for at, stacks in enumerate(self.smelts) if left >> at & 1)

    def _crafts(self, left: int) -> Iterator[int]:
        return (at for at, job in enumerate(self.jobs) if left >> at & 1 and not job.smelt)

    def _ready(self, left: int, at: int) -> bool:
        """Whether a craft's items are there once all that is left to smelt is smelted."""
        return at in self._able_now(left, smelted=True)

    def _able_now(self, left: int, *, smelted: bool = False) -> tuple[int, ...]:
        """Return the jobs whose items are all there."""
        key = left << 1 | smelted
        found = self._able.get(key)
        if found is None:
            have = dict(self.have)
            for at, job in enumerate(self.jobs):
                done = not left >> at & 1
                if done:
                    for item, count in job.needs.items():
                        have[item] = have.get(item, 0) - count
                if done or (smelted and job.smelt):
                    have[job.result] = have.get(job.result, 0) + job.made * job.times
            found = self._able[key] = tuple(
                at
                for at, job in enumerate(self.jobs)
                if left >> at & 1 and all(have.get(item, 0) >= count for item, count in job.needs.items())
            )
        return found

    def _within(self, state: State, budget: int) -> list[Turn] | None:
        """Return turns of so many moves at most; None when there are none, or too many states were looked at."""
        if not state[0]:
            return []
        if self._failed.get(state, -1) >= budget or self.looked > MOST_STATES:
            return None
        for price, after, turn in self._following(*state, budget):
            if price + self.least(after) <= budget:
                found = self._within(after, budget - price)
                if found is not None:
                    return [turn, *found]
        self._failed[state] = budget
        return None

    def _greedily(self, state: State) -> list[Turn] | None:
        """Return turns that always go on with what promises most."""
        turns: list[Turn] = []
        while state[0]:
            best = min(self._following(*state, NEVER), key=lambda one: one[0] + self._bound(one[1]), default=None)
            if best is None:
                return None
            _, state, turn = best
            turns.append(turn)
        return turns

    def _following(self, left: int, grid: Grid, budget: int) -> Iterator[tuple[int, State, Turn]]:
        lying = {cell: (item, count) for cell, item, count in grid}
        for at in self._able_now(left):
            after = left & ~(1 << at)
            if self.jobs[at].smelt:
                yield from self._smelted(at, after, lying)
            else:
                room = budget - self._smelts_of(after) - self._chain(after, at)
                yield from self._crafted(at, after, lying, room)

    def _smelted(self, at: int, left: int, grid: Lying) -> Iterator[tuple[int, State, Turn]]:
        job, stacks = self.jobs[at], self.smelts[at]
        source, lying = job.cells[0][2], dict(grid)
        from_grid = next((cell for cell, (item, count) in lying.items() if item == source and count >= job.times), None)
        if from_grid is not None:
            item, count = lying.pop(from_grid)
            stacks = (job.times,)
            if count > job.times:
                lying[from_grid] = (item, count - job.times)
        for lands in self._smelt_landings(job, left, lying, len(stacks)):
            made = dict(lying)
            for cell, amount in zip(lands * len(stacks), stacks, strict=False):
                made[cell] = (job.result, amount + (made[cell][1] if cell in made else 0))
            yield len(stacks), (left, _grid(made)), Turn(at, {}, {}, lands)

    def _smelt_landings(self, job: Job, left: int, lying: Lying, stacks: int) -> Iterator[tuple[int, ...]]:
        for at in self._crafts(left):
            for layout in _layouts(self.jobs[at], lying) if stacks > 1 else ():
                cells = tuple(cell for cell, item in layout.items() if item == job.result and cell not in lying)
                if len(cells) > 1:
                    yield cells[:stacks]
        yield from self._landings(job.result, left, lying)

    def _crafted(self, at: int, left: int, lying: Lying, room: int) -> Iterator[tuple[int, State, Turn]]:
        job = self.jobs[at]
        for layout in _layouts(job, lying):
            price, rests = _filled(layout, job.times, lying)
            price += job.times
            if price > room:
                continue
            for extra in self._extras(layout, left):
                # An extra goes only where something is put anyway; nothing of it is used up now.
                after = rests | {cell: (layout[cell], count) for cell, count in extra.items() if cell not in rests}
                for lands in self._landings(job.result, left, {**after, **layout}):
                    made = {**after, lands[0]: (job.result, job.made)} if lands else after
                    yield price, (left, _grid(made)), Turn(at, layout, extra, lands)

    def _extras(self, layout: Mapping[int, str], left: int) -> Iterator[Mapping[int, int]]:
        """Yield what to put into cells beyond what the job takes: nothing, or for later jobs, one cell or all."""
        yield {}
        later = [self.jobs[at] for at in self._crafts(left)]
        shared = {
            cell: sum(other.times for other in later if (cell, item) in _possible(other.cells))
            for cell, item in layout.items()
        }
        shared = {cell: amount for cell, amount in shared.items() if amount}
        for cell, amount in shared.items():
            yield {cell: amount}
        if len(shared) > 1:
            yield shared

    def _landings(self, result: str, left: int, lying: Mapping[int, object]) -> Iterator[tuple[int, ...]]:
        """Yield the free cells that a later pattern has the result in, and nothing: the inventory."""
        users = [_possible(self.jobs[at].cells) for at in self._crafts(left)]
        for cell in CELLS:
            if cell not in lying and any((cell, result) in possible for possible in users):
                yield (cell,)
        yield ()


def _stacks(stacks: Sequence[int], needed: int) -> tuple[int, ...]:
    """Return how many are taken from each stack, the fullest first."""
    taken = []
    for count in stacks:
        if needed > 0:
            taken.append(min(count, needed))
            needed -= count
    return tuple(taken) if needed <= 0 else (*taken, needed)


def _grid(lying: Lying) -> Grid:
    return tuple(sorted((cell, item, count) for cell, (item, count) in lying.items()))


def _filled(layout: Mapping[int, str], times: int, lying: Lying) -> tuple[int, dict[int, tuple[str, int]]]:
    """Return the moves that fill a layout, and what lies in the grid once that is crafted."""
    if not lying:
        return len(layout), {}
    filled = {cell: held for cell, held in lying.items() if layout.get(cell) == held[0]}
    lacking = [cell for cell, item in layout.items() if cell not in filled or filled[cell][1] < times]
    price = len(lacking)
    for cell, (item, count) in lying.items():
        if layout.get(cell) == item:
            continue
        target = next((one for one in lacking if layout[one] == item and one not in filled), None)
        if target is None:
            price += 1
        else:
            filled[target] = (item, count)
            price += count < times
    return price, {cell: (item, count - times) for cell, (item, count) in filled.items() if count > times}


@cache
def _needs(cells: Cells, times: int) -> Mapping[str, int]:
    needed: dict[str, int] = {}
    for _, _, item in cells:
        needed[item] = needed.get(item, 0) + times
    return needed


@cache
def patterns(cells: Cells) -> tuple[Mapping[int, str], ...]:
    """Return the pattern at every place."""
    high, wide = 1 + max(row for row, _, _ in cells), 1 + max(column for _, column, _ in cells)
    return tuple(
        {1 + (row + down) * 3 + column + right: item for row, column, item in cells}
        for down in range(4 - high)
        for right in range(4 - wide)
    )


@cache
def _common(one: Cells, other: Cells) -> int:
    """Return in how many cells at most two patterns have the same item."""
    if one[0][0] < 0 or other[0][0] < 0:
        return (Counter(item for _, _, item in one) & Counter(item for _, _, item in other)).total()
    return max(
        sum(there.get(cell) == item for cell, item in here.items())
        for here in patterns(one)
        for there in patterns(other)
    )


@cache
def _possible(cells: Cells) -> frozenset[tuple[int, str]]:
    """Return which cells may hold which items in some layout."""
    if cells[0][0] < 0:
        return frozenset((cell, item) for _, _, item in cells for cell in CELLS)
    return frozenset(pair for layout in patterns(cells) for pair in layout.items())


def _layouts(job: Job, lying: Lying) -> Iterable[Mapping[int, str]]:
    return _heaps(job, lying) if job.heap else patterns(job.cells)


def _heaps(job: Job, lying: Lying) -> Iterator[Mapping[int, str]]:
    """Lay a heap over what is in the grid already; the rest from the first free cell, or from the last."""
    left = [item for _, _, item in job.cells]
    layout: dict[int, str] = {}
    for cell in CELLS:
        if cell in lying and lying[cell][0] in left:
            layout[cell] = lying[cell][0]
            left.remove(lying[cell][0])
    if not left:
        yield layout
        return
    occupied = [cell for cell in CELLS if cell in lying and cell not in layout]
    for cells in (CELLS, reversed(CELLS)):
        free = iter([*(cell for cell in cells if cell not in lying), *occupied])
        yield {**layout, **{next(free): item for item in left}}
