"""The moves that the Plancraft adapter finds: played by the environment's rules, as few as a blind search finds."""

import os
import re
import sys
from collections import deque
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(os.environ.get("CRAFTPLAN_TREE", Path(__file__).parents[2]), "scripts", "plancraft")))

from moves import LABELS, actions_for, kitchen
from order import Job, patterns

Slots = dict[int, tuple[str, int]]
NUMBERS = {label: slot for slot, label in LABELS.items()}
PLANKS = Job(((-1, 0, "log"),), 1, "planks", 4, smelt=False)
STICKS = Job(((0, 0, "planks"), (1, 0, "planks")), 1, "stick", 4, smelt=False)
PICKAXE = Job(
    ((0, 0, "planks"), (0, 1, "planks"), (0, 2, "planks"), (1, 1, "stick"), (2, 1, "stick")),
    1,
    "pickaxe",
    1,
    smelt=False,
)
INGOTS = Job(((-1, 0, "ore"),), 3, "ingot", 1, smelt=True)
BUCKET = Job(((0, 0, "ingot"), (0, 2, "ingot"), (1, 1, "ingot")), 1, "bucket", 1, smelt=False)


def made(grid: Slots, jobs: list[Job]) -> Job | None:
    """The craft whose pattern is exactly what lies in the grid."""
    lying = {slot: item for slot, (item, _) in grid.items() if slot < 10}
    for job in jobs:
        heap = sorted(item for _, _, item in job.cells) == sorted(lying.values())
        if not job.smelt and (heap if job.heap else lying in patterns(job.cells)):
            return job
    return None


def play(slots: Slots, action: str, jobs: list[Job]) -> Slots | None:
    """What an action leaves; None where the environment would do nothing."""
    found = re.fullmatch(r"(move|smelt): from (\[\w+\]) to (\[\w+\]) with quantity (\d+)", action)
    assert found is not None
    source, target, amount = NUMBERS[found[2]], NUMBERS[found[3]], int(found[4])
    after = dict(slots)
    if source == 0:
        craft = made(slots, jobs)
        if craft is None or craft.made != amount:
            return None
        item = craft.result
    else:
        item = slots.get(source, ("", 0))[0]
        if slots.get(source, ("", 0))[1] < amount:
            return None
        _less(after, source, amount)
    if found[1] == "smelt":
        item = next((job.result for job in jobs if job.smelt and job.cells[0][2] == item), "")
    if not item or after.get(target, (item, 0))[0] != item:
        return None
    after[target] = (item, after.get(target, (item, 0))[1] + amount)
    for slot in [slot for slot in slots if slot < 10] if source == 0 else ():
        _less(after, slot, 1)
    return after


def _less(slots: Slots, slot: int, amount: int) -> None:
    item, count = slots[slot]
    slots[slot] = (item, count - amount)
    if count == amount:
        del slots[slot]


@pytest.mark.parametrize(
    ("jobs", "slots", "actions"),
    [
        ([PLANKS], {10: ("log", 1)}, 2),
        ([STICKS, PICKAXE], {10: ("planks", 5)}, 7),
        ([PLANKS, STICKS, PICKAXE], {10: ("log", 1), 12: ("planks", 3)}, 8),
        ([INGOTS, BUCKET], {10: ("ore", 3)}, 4),
        ([INGOTS, BUCKET], {10: ("ore", 2), 20: ("ore", 1)}, 4),
    ],
)
def test_the_actions_make_the_last_jobs_item_and_are_few(jobs: list[Job], slots: Slots, actions: int) -> None:
    work = kitchen(jobs, slots)
    found = actions_for(work, slots)
    assert found is not None
    now: Slots = dict(slots)
    for action in found:
        after = play(now, action, jobs)
        assert after is not None, (action, now)
        now = after
    assert jobs[-1].result in {item for item, _ in now.values()}
    assert work.bound() <= len(found) == actions


@pytest.mark.parametrize(
    ("jobs", "slots"), [([PLANKS, STICKS], {10: ("log", 1)}), ([STICKS], {10: ("planks", 1), 11: ("planks", 1)})]
)
def test_a_blind_search_finds_no_shorter_list(jobs: list[Job], slots: Slots) -> None:
    found = actions_for(kitchen(jobs, slots), slots)
    assert found is not None
    assert shortest(jobs, slots, len(found)) == len(found)


def shortest(jobs: list[Job], slots: Slots, most: int) -> int | None:
    """Try every action in every state, breadth first."""
    queue = deque([(0, dict(slots))])
    seen: set[object] = set()
    targets = [LABELS[slot] for slot in (1, 2, 4, 5, 13)]
    while queue:
        length, now = queue.popleft()
        if jobs[-1].result in {item for item, _ in now.values()}:
            return length
        if length == most:
            continue
        amounts = [(slot, amount) for slot, (_, count) in now.items() for amount in range(1, count + 1)]
        for source, amount in [(0, job.made) for job in jobs] + amounts:
            for target in targets:
                after = play(now, f"move: from {LABELS[source]} to {target} with quantity {amount}", jobs)
                key = after and frozenset(after.items())
                if after and key not in seen and NUMBERS[target] != source:
                    seen.add(key)
                    queue.append((length + 1, after))
    return None
