"""The most important test: whatever is killed wherever, a resumed run uses nothing twice and ends with the plan's end.

These are some of the points; ``scripts/chaos kills`` goes through every line of the ledger and every click.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.server.practice import PracticeServer
from kills import AtClick, AtLine, Outcome, Point, Scene

pytestmark = pytest.mark.server
DONE = {"oak_log": 1, "crafting_table": 1, "wooden_pickaxe": 1, "stick": 2, "spruce_planks": 3}
"""What two oak and two spruce logs are after the pickaxe's plan."""
CALLS = ["attempt", "attempt", "attempt", "attempt", "place_station", "attempt", "take_station"]
WHOLE = 42
"""How many lines of the ledger a run is that nobody kills."""


@pytest.fixture(scope="module")
def scene(node: Node, server_packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("kills")
    with PracticeServer(node.path, server_packages, keep=folder / "kept.json") as practice:
        yield Scene(practice, folder)


def whole(ended: Outcome) -> None:
    assert ended.second is not None
    assert (ended.second["result"], ended.second["stop"]) == ("confirmed", None)
    assert dict(ended.held) == DONE
    assert dict(ended.dropped) == {}
    assert ended.intact
    assert ended.open == 0


@pytest.mark.promise("resume.kill")
@pytest.mark.parametrize(
    "point",
    [
        AtLine(23, "after"),
        AtLine(30, "torn"),
        AtLine(39, "before"),
        AtClick(9, "python"),
        AtClick(12, "node"),
        AtClick(13, "server"),
    ],
    ids=str,
)
def test_a_run_killed_at_any_point_and_resumed_uses_nothing_twice(scene: Scene, point: Point) -> None:
    ended = scene.play(point)
    assert ended.first is None or ended.first["result"] == "error", "the point was never reached"
    whole(ended)


@pytest.mark.promise("resume.rest")
def test_a_resumed_run_does_only_what_is_left(scene: Scene) -> None:
    ended = scene.play(AtLine(33, "before"))
    whole(ended)
    assert ended.first is None
    assert ended.second is not None
    assert ended.second["calls"] == ["attempt", "take_station"]


def test_a_run_that_nobody_kills_makes_the_same(scene: Scene) -> None:
    ended = scene.play(None)
    whole(ended)
    assert ended.second is not None
    assert (ended.second["calls"], ended.second["written"]) == (CALLS, WHOLE)
