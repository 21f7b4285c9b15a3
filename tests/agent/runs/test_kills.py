"""The most important test: whatever is killed wherever, a resumed run uses nothing twice and ends with the plan's end.

These are some of the points; ``scripts/chaos kills`` goes through every line of the ledger and every click.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from craftplan.agent.ledger.record import Event
from craftplan.agent.node import Node
from craftplan.server.practice import PracticeServer
from kills import HELD, STORED, AtClick, AtLine, Outcome, Point, Scene

pytestmark = pytest.mark.server
CALLS = ["attempt", "attempt", "attempt", "attempt", "place_station", "attempt", "take_station"]
WHOLE = 42
"""How many lines of the ledger a run is that nobody kills."""


@pytest.fixture(scope="module")
def scene(node: Node, server_packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("kills")
    with PracticeServer(node.path, server_packages, keep=folder / "kept.json") as practice:
        yield Scene(practice, folder)


@pytest.fixture(scope="module")
def whole(scene: Scene) -> Outcome:
    """How a run ends that nobody kills."""
    return scene.play(None)


@pytest.fixture(scope="module")
def stored(scene: Scene) -> Scene:
    """The same server, with most of what a pickaxe needs in a chest."""
    return replace(scene, given=HELD, stored=STORED)


@pytest.fixture(scope="module")
def put_back(stored: Scene) -> Outcome:
    """How a run with a chest ends that nobody kills."""
    return stored.play(None)


def same(ended: Outcome, whole: Outcome) -> None:
    assert ended.second is not None
    assert (ended.second["result"], ended.second["stop"]) == ("confirmed", None)
    assert (ended.held, ended.stored) == (whole.held, whole.stored)
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
def test_a_run_killed_at_any_point_and_resumed_uses_nothing_twice(scene: Scene, whole: Outcome, point: Point) -> None:
    ended = scene.play(point)
    assert ended.first is None or ended.first["result"] == "error", "the point was never reached"
    same(ended, whole)


@pytest.mark.promise("resume.kill")
@pytest.mark.parametrize(
    "point",
    [
        AtLine(1, "before", Event.STORAGE_MOVED),
        AtLine(2, "before", Event.STORAGE_MOVING),
        AtLine(2, "before", Event.STORAGE_MOVED),
        AtClick(5, "server"),
    ],
    ids=str,
)
def test_a_run_with_a_chest_killed_at_any_point_and_resumed_puts_back_what_is_left(
    stored: Scene, put_back: Outcome, point: Point
) -> None:
    ended = stored.play(point)
    assert ended.first is None or ended.first["result"] == "error", "the point was never reached"
    same(ended, put_back)


@pytest.mark.promise("resume.rest")
def test_a_resumed_run_does_only_what_is_left(scene: Scene, whole: Outcome) -> None:
    ended = scene.play(AtLine(33, "before"))
    same(ended, whole)
    assert ended.first is None
    assert ended.second is not None
    assert ended.second["calls"] == ["attempt", "take_station"]


def test_a_run_that_nobody_kills_takes_out_of_the_chest_what_it_needs_and_puts_the_rest_back(put_back: Outcome) -> None:
    same(put_back, put_back)
    assert put_back.held == {"wooden_pickaxe": 1, "dirt": 3, "oak_planks": 1}
    assert put_back.stored == {"oak_log": 4, "stick": 7, "crafting_table": 1, "oak_planks": 1}


def test_a_run_that_nobody_kills_makes_one_pickaxe_of_three_logs(whole: Outcome) -> None:
    same(whole, whole)
    assert whole.second is not None
    assert (whole.second["calls"], whole.second["written"]) == (CALLS, WHOLE)
    assert (whole.held["wooden_pickaxe"], whole.held["crafting_table"], whole.held["stick"]) == (1, 1, 2)
    assert sum(count for item, count in whole.held.items() if item.endswith("_log")) == 1
    assert sum(count for item, count in whole.held.items() if item.endswith("_planks")) == 3
