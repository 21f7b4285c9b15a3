"""Furnaces, blast furnaces, smokers and campfires: what goes in, what comes out, and nothing stays there."""

import pytest
from craftplan.planner.result import Station
from craftplan.recipes.errors import WorldError
from stage import Stage, step, until

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4", "1.21.4"], indirect=True, scope="module"),
]
FAST = 40
"""Ticks a tick: an ingot takes a quarter of a second."""
STRATEGIES = pytest.mark.parametrize("strategy", ["burst", "careful"])
AT = (9, 5, 9)


@pytest.mark.promise("craft.stations")
@pytest.mark.parametrize(
    ("station", "raw", "cooked", "ticks"),
    [
        (Station.FURNACE, "iron_ore", "iron_ingot", 200),
        (Station.BLAST_FURNACE, "iron_ore", "iron_ingot", 100),
        (Station.SMOKER, "beef", "cooked_beef", 100),
    ],
)
def test_what_is_cooked_comes_back_with_the_fuel_that_did_not_burn(
    stage: Stage, station: Station, raw: str, cooked: str, ticks: int
) -> None:
    stage.hold(**{raw: 11, "coal": 5})
    stage.server.control.conditions(cooking_speed=FAST)
    order = step(
        station,
        {0: raw},
        cooked,
        times=9,
        strategy="burst",
        position=stage.station(station),
        fuel=("coal", 3),
        ticks=ticks,
    )
    report = stage.bot.attempt(order)
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {raw: 2, cooked: 9, "coal": 3}
    assert report.made == {f"minecraft:{raw}": -9, f"minecraft:{cooked}": 9, "minecraft:coal": -2}
    assert stage.server.control.container(*AT) == (None, None, None)


def test_while_something_cooks_the_chat_is_answered_and_the_hands_are_busy(stage: Stage) -> None:
    stage.hold(iron_ore=1, coal=1)
    stage.server.control.conditions(cooking_speed=4)
    at = stage.station("furnace")
    said: list[str] = []

    def meanwhile() -> None:
        stage.bot.events()
        stage.bot.chat("still cooking")
        with pytest.raises(WorldError) as caught:
            stage.bot.snapshot()
        said.append(caught.value.code)
        stage.bot.snapshot()

    order = step(Station.FURNACE, {0: "iron_ore"}, "iron_ingot", position=at, fuel=("coal", 1), ticks=200)
    report = stage.bot.attempt(order, meanwhile)
    assert (report.outcome, stage.held()) == ("ok", {"iron_ingot": 1})
    assert set(said) == {"busy"}


@STRATEGIES
def test_more_than_a_stack_of_fuel_pieces_is_fed_one_after_the_other(stage: Stage, strategy: str) -> None:
    stage.hold(iron_ore=64, lava_bucket=1, stick=2)
    stage.server.control.give(stage.name, "lava_bucket", 1)
    stage.server.control.conditions(cooking_speed=1000)
    order = step(
        Station.FURNACE,
        {0: "iron_ore"},
        "iron_ingot",
        times=64,
        strategy=strategy,
        position=stage.station("furnace"),
        fuel=("lava_bucket", 1),
        ticks=200,
        remainders={"lava_bucket": "bucket"},
    )
    report = stage.bot.attempt(order)
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"iron_ingot": 64, "bucket": 1, "lava_bucket": 1, "stick": 2}


def test_logs_become_charcoal_over_logs(stage: Stage) -> None:
    stage.hold(oak_log=7)
    stage.server.control.conditions(cooking_speed=FAST)
    order = step(
        Station.FURNACE,
        {0: "oak_log"},
        "charcoal",
        times=3,
        strategy="burst",
        position=stage.station("furnace"),
        fuel=("oak_log", 2),
        ticks=200,
    )
    assert stage.bot.attempt(order).outcome == "ok"
    assert stage.held() == {"oak_log": 2, "charcoal": 3}


def test_what_the_server_does_not_cook_comes_back_with_its_fuel(stage: Stage) -> None:
    stage.hold(iron_ore=2, coal=1)
    stage.server.control.refuse({"result": "iron_ingot"})
    order = step(
        Station.FURNACE,
        {0: "iron_ore"},
        "iron_ingot",
        times=2,
        strategy="burst",
        position=stage.station("furnace"),
        fuel=("coal", 1),
        ticks=200,
    )
    report = stage.bot.attempt(order)
    assert (report.outcome, report.made) == ("no_result", {})
    assert stage.held() == {"iron_ore": 2, "coal": 1}
    assert report.ms < 10_000


def test_a_fire_that_goes_out_is_told_and_what_was_not_cooked_comes_back(stage: Stage) -> None:
    stage.hold(iron_ore=4, stick=2)
    stage.server.control.conditions(cooking_speed=FAST)
    order = step(
        Station.FURNACE,
        {0: "iron_ore"},
        "iron_ingot",
        times=4,
        strategy="burst",
        position=stage.station("furnace"),
        fuel=("stick", 2),
        ticks=200,
    )
    report = stage.bot.attempt(order)
    assert report.outcome == "fuel_ran_out"
    assert stage.held() == {"iron_ore": 3, "iron_ingot": 1}


def test_a_furnace_window_that_the_server_closes_is_opened_again_to_take_everything_out(stage: Stage) -> None:
    stage.hold(iron_ore=3, coal=1)
    position = stage.station("furnace")
    stage.server.control.conditions(cooking_speed=1, close_window=4)
    order = step(
        Station.FURNACE,
        {0: "iron_ore"},
        "iron_ingot",
        times=3,
        position=position,
        fuel=("coal", 1),
        ticks=200,
        strategy="burst",
    )
    report = stage.bot.attempt(order)
    assert report.outcome == "window_changed"
    until(lambda: stage.server.control.dropped() == {}, "what fell is picked up")
    assert stage.server.control.container(*AT) == (None, None, None)
    held = stage.held()
    assert held["iron_ore"] == 3
    assert held.get("coal", 0) in {0, 1}


def test_a_campfire_cooks_what_is_laid_on_it(stage: Stage) -> None:
    stage.hold(beef=7)
    stage.server.control.conditions(cooking_speed=300)
    order = step(Station.CAMPFIRE, {0: "beef"}, "cooked_beef", times=6, position=stage.station("campfire"), ticks=600)
    report = stage.bot.attempt(order)
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"beef": 1, "cooked_beef": 6}


def test_a_campfire_takes_nothing_that_it_does_not_cook(stage: Stage) -> None:
    stage.hold(stick=2)
    order = step(Station.CAMPFIRE, {0: "stick"}, "diamond", position=stage.station("campfire"), ticks=600)
    report = stage.bot.attempt(order)
    assert (report.outcome, report.made) == ("place_refused", {})
    assert stage.held() == {"stick": 2}


def test_what_somebody_else_cooks_is_left_alone(stage: Stage) -> None:
    stage.hold(iron_ore=1, coal=1)
    position = stage.station("furnace")
    stage.server.control.container(*AT, {"slot": 2, "item": "minecraft:gold_ingot", "count": 3})
    order = step(
        Station.FURNACE, {0: "iron_ore"}, "iron_ingot", position=position, fuel=("coal", 1), ticks=200, strategy="burst"
    )
    report = stage.bot.attempt(order)
    assert (report.outcome, report.clicks, report.made) == ("occupied", (), {})
    assert stage.server.control.container(*AT)[2] == {"item": "minecraft:gold_ingot", "count": 3}
    assert stage.held() == {"iron_ore": 1, "coal": 1}
