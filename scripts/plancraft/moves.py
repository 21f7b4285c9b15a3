"""Plancraft's actions for a list of crafts: the turns of ``order``, played slot by slot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from order import CELLS, Job, Kitchen, Turn

LABELS = {0: "[0]"} | {1 + row * 3 + column: f"[{'ABC'[row]}{column + 1}]" for row in range(3) for column in range(3)}
LABELS |= {slot: f"[I{slot - 9}]" for slot in range(10, 46)}
INVENTORY = range(10, 46)
STACK = 64
Slots = dict[int, tuple[str, int]]


def kitchen(jobs: Sequence[Job], inventory: Mapping[int, tuple[str, int]]) -> Kitchen:
    """Return the jobs with what is at hand for them."""
    used = {item for job in jobs for item in job.needs}
    stacks: dict[str, list[int]] = {}
    for item, count in inventory.values():
        if item in used:
            stacks.setdefault(item, []).append(count)
    have = {item: sum(counts) for item, counts in stacks.items()}
    return Kitchen(jobs, have, {item: sorted(counts, reverse=True) for item, counts in stacks.items()})


def actions_for(work: Kitchen, inventory: Mapping[int, tuple[str, int]]) -> tuple[str, ...] | None:
    """Return the shortest list of actions that was found, or None."""
    turns = work.turns()
    if turns is None:
        return None
    table = Table(dict(inventory))
    done = all(table.play(work.jobs[turn.job], turn) for turn in turns)
    return tuple(table.actions) if done else None


@dataclass(slots=True)
class Table:
    """What lies in the grid and in the inventory, and what was done."""

    slots: Slots
    actions: list[str]

    def __init__(self, slots: Slots) -> None:
        self.slots = slots
        self.actions = []

    def play(self, job: Job, turn: Turn) -> bool:
        """Do one job; False when something has no room."""
        if job.smelt:
            return self._smelt(job, turn)
        return self._fill(job, turn) and all(
            self._take(job, turn, turn.lands[:1] if last else ()) for last in [*[False] * (job.times - 1), True]
        )

    def _fill(self, job: Job, turn: Turn) -> bool:
        layout = turn.layout
        lacking = [cell for cell, item in layout.items() if self._there(cell, item) < job.times]
        for cell in [cell for cell in CELLS if cell in self.slots and self.slots[cell][0] != layout.get(cell)]:
            item, count = self.slots[cell]
            target = next(
                (one for one in lacking if layout[one] == item and (one not in self.slots or self._there(one, item))),
                None,
            )
            if target is None:
                target = self._room(item, count)
            if target is None:
                return False
            self._move(cell, target, count)
        for cell in lacking:
            while (short := job.times - self._there(cell, layout[cell])) > 0:
                source = self._source(job, turn, layout[cell], short)
                if source is None:
                    return False
                spare = self.slots[source][1] - self._stays(job, turn, source)
                more = turn.extra.get(cell, 0) if source not in layout else 0
                self._move(source, cell, min(short + more, spare))
        return True

    def _there(self, slot: int, item: str) -> int:
        held = self.slots.get(slot)
        return held[1] if held is not None and held[0] == item else 0

    def _stays(self, job: Job, turn: Turn, slot: int) -> int:
        """Return how many of a cell's items have to stay there."""
        return job.times + turn.extra.get(slot, 0) if slot in turn.layout else 0

    def _source(self, job: Job, turn: Turn, item: str, short: int) -> int | None:
        """Return the slot to take from: one that has enough, grid cells first; of the others the fullest."""
        best: tuple[bool, bool, int, int] | None = None
        for slot, (found, count) in self.slots.items():
            if found == item:
                spare = count - self._stays(job, turn, slot)
                if spare > 0:
                    key = (spare >= short, slot in turn.layout, -abs(spare - short), -slot)
                    best = key if best is None or key > best else best
        return best and -best[3]

    def _take(self, job: Job, turn: Turn, lands: tuple[int, ...]) -> bool:
        target = lands[0] if lands else self._room(job.result, job.made)
        if target is None:
            return False
        for cell in turn.layout:
            item, count = self.slots[cell]
            self._lay(cell, item, count - 1)
        self._lay(target, job.result, self._there(target, job.result) + job.made)
        self.actions.append(f"move: from [0] to {LABELS[target]} with quantity {job.made}")
        return True

    def _smelt(self, job: Job, turn: Turn) -> bool:
        """Smelt stack by stack: out of the grid where the item lies there, else the fullest stack first."""
        item, lacking, done = job.cells[0][2], job.times, 0
        while lacking:
            source = max(
                (slot for slot, (found, _) in self.slots.items() if found == item and slot),
                key=lambda slot: (self.slots[slot][1] >= lacking, slot in CELLS, self.slots[slot][1], -slot),
                default=None,
            )
            if source is None:
                return False
            amount = min(lacking, self.slots[source][1])
            target = turn.lands[done % len(turn.lands)] if turn.lands else self._room(job.result, amount)
            if target is None:
                return False
            self._lay(source, item, self.slots[source][1] - amount)
            self._lay(target, job.result, self._there(target, job.result) + amount)
            self.actions.append(f"smelt: from {LABELS[source]} to {LABELS[target]} with quantity {amount}")
            lacking -= amount
            done += 1
        return True

    def _move(self, source: int, target: int, amount: int) -> None:
        item, count = self.slots[source]
        self._lay(source, item, count - amount)
        self._lay(target, item, self._there(target, item) + amount)
        self.actions.append(f"move: from {LABELS[source]} to {LABELS[target]} with quantity {amount}")

    def _lay(self, slot: int, item: str, count: int) -> None:
        if count:
            self.slots[slot] = (item, count)
        else:
            self.slots.pop(slot, None)

    def _room(self, item: str, amount: int) -> int | None:
        """Return an inventory slot that takes so many of the item."""
        room = [
            slot
            for slot, (found, count) in self.slots.items()
            if found == item and slot in INVENTORY and count <= STACK - amount
        ]
        return min(room) if room else next((slot for slot in INVENTORY if slot not in self.slots), None)
