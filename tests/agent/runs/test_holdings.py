"""What the ledger says a bot holds, where its run used a chest and was cut off before it looked again."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.runs.holdings import drift
from craftplan.agent.runs.run import Run
from craftplan.recipes.ids import ItemId
from plans import OAK, STICK

SERVER, BOT = "localhost:25565", "Bot"


def moved(folder: Path, made: Mapping[ItemId, int] | None, outcome: str = "ok") -> Ledger:
    """The ledger of a run that looked, asked a chest for sticks, and was cut off."""
    run = Run(Ledger(folder))
    run.record(Event.RUN_STARTED, {"goals": [], "server": SERVER, "address": SERVER, "username": BOT})
    run.record(Event.PHASE_COMPLETED, {"phase": "discovery", "counts": {OAK: 8}})
    order = {"x": 7, "y": 5, "z": 9, "take": {STICK: 3}, "put": {}}
    run.record(Event.STORAGE_MOVING, {**order, "had": {OAK: 8}})
    run.record(Event.STORAGE_MOVED, {**order, "outcome": outcome, "made": made, "held": None})
    return run.ledger


@pytest.mark.parametrize(
    ("made", "outcome", "shown"),
    [
        ({STICK: 3}, "ok", {OAK: 8, STICK: 3}),
        ({OAK: -2}, "ok", {OAK: 6}),
        ({STICK: 1}, "place_refused", {OAK: 8, STICK: 1}),
        (None, "disconnected", {OAK: 8}),
    ],
)
def test_what_the_server_showed_of_a_chest_is_no_drift(
    tmp_path: Path, made: Mapping[ItemId, int] | None, outcome: str, shown: Mapping[ItemId, int]
) -> None:
    found = drift(moved(tmp_path, made, outcome), SERVER, BOT, shown)
    assert found is not None
    assert not found.found


def test_what_nobody_saw_a_chest_give_is_drift(tmp_path: Path) -> None:
    found = drift(moved(tmp_path, None, "disconnected"), SERVER, BOT, {OAK: 8, STICK: 3})
    assert found is not None
    assert (dict(found.surplus), dict(found.deficit)) == ({STICK: 3}, {})
