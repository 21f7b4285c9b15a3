"""Stonecutters and smithing tables: the right button, and the windows of all versions."""

import pytest
from craftplan.planner.result import Station
from stage import Stage, step

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize(
        "on_stage", ["1.14.4", "1.16.5", "1.19.4", "1.20.4", "1.21.4"], indirect=True, scope="module"
    ),
]
STRATEGIES = pytest.mark.parametrize("strategy", ["burst", "careful"])
TEMPLATE = "netherite_upgrade_smithing_template"


def has_smithing(stage: Stage) -> bool:
    return stage.server.version != "1.14.4"


def smithing(stage: Stage) -> dict[int, str]:
    cells = ["diamond_pickaxe", "netherite_ingot"]
    templated = stage.server.version.startswith(("1.20", "1.21"))
    return dict(enumerate([TEMPLATE, *cells] if templated else cells))


@pytest.mark.promise("craft.stations")
@STRATEGIES
@pytest.mark.parametrize(
    ("cut", "count"), [("stone_brick_stairs", 1), ("stone_slab", 2), ("chiseled_stone_bricks", 1), ("stone_stairs", 1)]
)
def test_the_right_button_of_a_stonecutter_is_pressed(stage: Stage, strategy: str, cut: str, count: int) -> None:
    stage.hold(stone=20)
    position = stage.station("stonecutter")
    order = step(Station.STONECUTTER, {0: "stone"}, cut, count, 7, strategy, position=position)
    report = stage.bot.attempt(order)
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"stone": 13, cut: 7 * count}
    pressed = [click.button for click in report.clicks if click.mode == 7]
    assert len(pressed) == 1 or stage.server.version == "1.21.4"


@STRATEGIES
def test_what_a_stonecutter_does_not_cut_comes_back(stage: Stage, strategy: str) -> None:
    stage.hold(stone=4)
    stage.server.control.refuse({"result": "stone_stairs"})
    position = stage.station("stonecutter")
    report = stage.bot.attempt(
        step(Station.STONECUTTER, {0: "stone"}, "stone_stairs", 1, 2, strategy, position=position)
    )
    assert report.outcome in {"no_result", "wrong_result"}
    assert report.made == {}
    assert stage.held() == {"stone": 4}


@pytest.mark.promise("craft.stations")
@STRATEGIES
def test_diamond_becomes_netherite(stage: Stage, strategy: str) -> None:
    if not has_smithing(stage):
        pytest.skip("smithing tables have a window from 1.16 on")
    cells = smithing(stage)
    stage.hold(**dict.fromkeys(cells.values(), 1))
    position = stage.station("smithing_table")
    report = stage.bot.attempt(
        step(Station.SMITHING_TABLE, cells, "netherite_pickaxe", strategy=strategy, position=position)
    )
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"netherite_pickaxe": 1}


@STRATEGIES
def test_a_refused_upgrade_costs_nothing(stage: Stage, strategy: str) -> None:
    if not has_smithing(stage):
        pytest.skip("smithing tables have a window from 1.16 on")
    cells = smithing(stage)
    stage.hold(**dict.fromkeys(cells.values(), 1))
    stage.server.control.refuse({"result": "netherite_pickaxe"})
    position = stage.station("smithing_table")
    report = stage.bot.attempt(
        step(Station.SMITHING_TABLE, cells, "netherite_pickaxe", strategy=strategy, position=position)
    )
    assert (report.outcome, report.made) == ("no_result", {})
    assert stage.held() == dict.fromkeys(cells.values(), 1)


def test_a_station_of_another_kind_is_said_before_the_first_click(stage: Stage) -> None:
    stage.hold(stone=4)
    position = stage.station("furnace")
    report = stage.bot.attempt(step(Station.STONECUTTER, {0: "stone"}, "stone_stairs", position=position))
    assert (report.outcome, report.clicks, report.made) == ("no_station", (), {})
