"""Steps on the practice server, each checked against the server's own inventory."""

import threading
from typing import Any

import pytest
from craftplan.bridge.messages import Attempt, AttemptReport, Position
from craftplan.recipes.errors import WorldError
from pydantic import ValidationError
from stage import BUCKETS, CAKE, MIXED_CHEST, MIXED_PICKAXE, Stage, at_table, by_hand, until

pytestmark = pytest.mark.server

STRATEGIES = pytest.mark.parametrize("strategy", ["burst", "careful"])
ALL_STRATEGIES = pytest.mark.parametrize("strategy", ["burst", "careful", "slow"])


@ALL_STRATEGIES
def test_a_pickaxe_of_two_woods_is_made_at_a_table(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=5, spruce_planks=3, stick=4)
    report = stage.bot.attempt(at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", strategy=strategy))
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"oak_planks": 3, "spruce_planks": 2, "stick": 2, "wooden_pickaxe": 1}
    assert report.made == {
        "minecraft:oak_planks": -2,
        "minecraft:spruce_planks": -1,
        "minecraft:stick": -2,
        "minecraft:wooden_pickaxe": 1,
    }


@STRATEGIES
def test_chests_of_two_woods_are_made_from_broken_stacks(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=70, spruce_planks=66)
    report = stage.bot.attempt(at_table(stage.table(), MIXED_CHEST, "chest", times=16, strategy=strategy))
    assert (report.outcome, report.detail) == ("ok", "")
    assert stage.held() == {"oak_planks": 6, "spruce_planks": 2, "chest": 16}


@STRATEGIES
def test_forty_eight_planks_are_one_attempt(stage: Stage, strategy: str) -> None:
    stage.hold(oak_log=20)
    report = stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, times=12, strategy=strategy))
    assert report.outcome == "ok"
    assert stage.held() == {"oak_log": 8, "oak_planks": 48}
    assert report.after == {"minecraft:oak_log": 8, "minecraft:oak_planks": 48}


@STRATEGIES
def test_the_buckets_of_cakes_come_back(stage: Stage, strategy: str) -> None:
    stage.hold(milk_bucket=6, sugar=4, egg=2, wheat=6)
    order = at_table(stage.table(), CAKE, "cake", times=2, strategy=strategy, remainders=BUCKETS)
    assert stage.bot.attempt(order).outcome == "ok"
    assert stage.held() == {"cake": 2, "bucket": 6}


@ALL_STRATEGIES
def test_a_refused_recipe_shows_no_result_and_costs_nothing(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=5, spruce_planks=3, stick=4)
    stage.server.control.refuse({"result": "wooden_pickaxe", "member": "spruce_planks"})
    report = stage.bot.attempt(at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", strategy=strategy))
    assert (report.outcome, report.result_seen, report.made) == ("no_result", None, {})
    assert stage.held() == {"oak_planks": 5, "spruce_planks": 3, "stick": 4}


@ALL_STRATEGIES
def test_another_result_than_expected_is_not_taken(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=4)
    report = stage.bot.attempt(by_hand({1: "oak_planks", 3: "oak_planks"}, "oak_button", strategy=strategy))
    assert report.outcome == "wrong_result"
    assert report.result_seen is not None
    assert (report.result_seen.item, report.result_seen.count) == ("minecraft:stick", 4)
    assert stage.held() == {"oak_planks": 4}


def test_a_full_inventory_is_foreseen_before_the_first_click(stage: Stage) -> None:
    stage.hold(oak_log=2, dirt=35 * 64)
    stage.bot.snapshot()
    before = len(stage.clicks())
    report = stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, strategy="burst"))
    assert (report.outcome, report.clicks) == ("inventory_full", ())
    assert all(click["slot"] == -999 for click in stage.clicks()[before:])
    assert stage.held() == {"oak_log": 2, "dirt": 35 * 64}
    assert stage.server.control.dropped() == {}


@STRATEGIES
def test_a_full_inventory_that_the_step_itself_empties_is_no_obstacle(stage: Stage, strategy: str) -> None:
    stage.hold(oak_log=2, dirt=35 * 64)
    assert stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, times=2, strategy=strategy)).outcome == "ok"
    assert stage.held() == {"oak_planks": 8, "dirt": 35 * 64}


def test_what_is_missing_is_said_and_nothing_moves(stage: Stage) -> None:
    stage.hold(oak_planks=1)
    report = stage.bot.attempt(by_hand({1: "oak_planks", 3: "oak_planks"}, "stick", 4))
    assert (report.outcome, report.clicks) == ("missing_items", ())
    assert "1 of 2 minecraft:oak_planks" in report.detail
    assert stage.held() == {"oak_planks": 1}


@STRATEGIES
def test_a_slow_line_changes_nothing_but_the_time(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=3, spruce_planks=3, stick=4)
    order = at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", strategy=strategy)
    stage.server.control.conditions(lag=60)
    report = stage.bot.attempt(order)
    assert report.outcome == "ok"
    assert report.ms >= 120
    assert stage.held()["wooden_pickaxe"] == 1


@STRATEGIES
def test_items_that_arrive_while_hands_are_full_are_kept(stage: Stage, strategy: str) -> None:
    stage.hold(oak_log=30)
    stage.server.control.conditions(lag=20)
    reports = []
    order = by_hand({1: "oak_log"}, "oak_planks", 4, times=10, strategy=strategy)
    begun = len(stage.clicks())
    worker = threading.Thread(target=lambda: reports.append(stage.bot.attempt(order)))
    worker.start()
    until(lambda: any(click["slot"] > 0 for click in stage.clicks()[begun:]), "the first click")
    stage.server.control.give(stage.name, "dirt", 5)
    stage.server.control.give(stage.name, "oak_log", 7)
    worker.join()
    assert reports[0].outcome == "ok", reports[0]
    assert stage.held() == {"oak_log": 27, "oak_planks": 40, "dirt": 5}


def test_what_lies_in_the_grid_is_put_back_first(stage: Stage) -> None:
    stage.hold(oak_log=3, dirt=2)
    clicker = stage.bot.child
    stage.bot.snapshot()
    for slot, button in ((37, 0), (4, 0), (36, 1)):
        clicker.call("click", {"slot": slot, "button": button, "mode": 0}, timeout=5)
    snapshot = stage.bot.snapshot()
    assert [stack.item for stack in snapshot.grid] == ["minecraft:dirt"]
    assert snapshot.cursor is not None
    assert stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, times=3, strategy="burst")).outcome == "ok"
    assert stage.held() == {"dirt": 2, "oak_planks": 12}


@STRATEGIES
def test_a_server_that_resends_everything_is_no_obstacle(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=3, spruce_planks=3, stick=4)
    order = at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", strategy=strategy)
    stage.server.control.conditions(always_stale=True)
    assert stage.bot.attempt(order).outcome == "ok"
    assert stage.held()["wooden_pickaxe"] == 1


@STRATEGIES
@pytest.mark.parametrize("condition", ["drop_clicks", "reject_clicks"])
def test_clicks_that_the_server_ignores_lose_nothing(stage: Stage, strategy: str, condition: str) -> None:
    stage.hold(oak_log=6)
    stage.bot.snapshot()
    stage.server.control.conditions(**{condition: 2})
    report = stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, times=5, strategy=strategy))
    stage.server.control.conditions(**{condition: 0})
    stage.bot.snapshot()
    held = stage.held()
    assert held == {f"{item.removeprefix('minecraft:')}": count for item, count in (report.after or {}).items()}
    assert held.get("oak_planks", 0) == 4 * (6 - held.get("oak_log", 0))
    assert report.outcome != "ok" or held == {"oak_log": 1, "oak_planks": 20}


@STRATEGIES
def test_a_window_that_the_server_closes_is_reported_and_loses_nothing(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=3, spruce_planks=3, stick=4)
    order = at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", strategy=strategy)
    stage.server.control.conditions(close_window=4)
    report = stage.bot.attempt(order)
    assert report.outcome == "window_changed"
    assert stage.held() == {"oak_planks": 3, "spruce_planks": 3, "stick": 4}


@STRATEGIES
def test_a_result_that_turns_out_different_is_told(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=4)
    stage.server.control.conditions(lie_result={"item": "minecraft:stick", "count": 4})
    report = stage.bot.attempt(by_hand({1: "oak_planks", 3: "oak_planks"}, "oak_button", strategy=strategy))
    assert report.outcome == "wrong_result"
    assert stage.held() == {"oak_planks": 4}


def planks(stage: Stage, times: int = 1) -> AttemptReport:
    return stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, times, "burst"))


@pytest.mark.promise("craft.one-look")
def test_what_was_seen_to_be_made_is_taken_in_one_go_with_a_stack_of_it_in_the_hand(stage: Stage) -> None:
    stage.hold(oak_log=9, oak_planks=3)
    planks(stage)
    report = planks(stage)
    assert (report.outcome, len({click.ms for click in report.clicks})) == ("ok", 1)
    assert report.before == {"minecraft:oak_log": 8, "minecraft:oak_planks": 7}
    assert report.after == {"minecraft:oak_log": 7, "minecraft:oak_planks": 11}
    assert stage.held() == {"oak_log": 7, "oak_planks": 11}


@pytest.mark.promise("craft.one-look")
@pytest.mark.parametrize(
    ("change", "outcome"),
    [
        ({"refuse": [{"result": "oak_planks"}]}, "no_result"),
        ({"lie_result": {"item": "minecraft:stick", "count": 4}}, "wrong_result"),
    ],
)
def test_taking_in_one_go_costs_nothing_where_the_result_turns_out_to_be_another(
    stage: Stage, change: dict[str, Any], outcome: str
) -> None:
    stage.hold(oak_log=9, oak_planks=3)
    assert planks(stage).outcome == planks(stage).outcome == "ok"
    stage.server.control.conditions(**change)
    report = planks(stage)
    assert (report.outcome, report.made) == (outcome, {})
    assert stage.held() == {"oak_log": 7, "oak_planks": 11}
    stage.server.control.reset()
    assert planks(stage).outcome == "ok"


@pytest.mark.promise("craft.one-look")
def test_after_a_reload_every_result_is_looked_at_again(stage: Stage) -> None:
    stage.hold(oak_log=9, oak_planks=3)
    assert planks(stage).outcome == planks(stage).outcome == "ok"
    told = stage.bot.item_tags_sent().times
    stage.server.control.patch(count={"oak_planks": 2})
    until(lambda: stage.bot.item_tags_sent().times > told, "the reload")
    report = planks(stage)
    assert (report.outcome, report.made) == ("wrong_result", {})
    stage.server.control.patch()
    assert stage.held() == {"oak_log": 7, "oak_planks": 11}


def test_where_no_stack_of_the_result_has_room_it_is_looked_at_first(stage: Stage) -> None:
    stage.hold(oak_log=9, oak_planks=62)
    for left, made in ((8, 66), (7, 70)):
        assert planks(stage).outcome == "ok"
        assert stage.held() == {"oak_log": left, "oak_planks": made}


def test_a_table_that_is_not_there_is_said(stage: Stage) -> None:
    stage.hold(oak_planks=3, spruce_planks=3, stick=4)
    nowhere = Position(x=8, y=5, z=10)
    report = stage.bot.attempt(at_table(nowhere, MIXED_PICKAXE, "wooden_pickaxe"))
    assert (report.outcome, report.clicks, report.made) == ("no_station", (), {})


@STRATEGIES
def test_a_step_that_runs_out_of_time_puts_everything_back(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=3, spruce_planks=3, stick=4)
    order = {
        "station": "crafting_table",
        "position": stage.table().model_dump(),
        "cells": [{"slot": slot, "item": f"minecraft:{item}"} for slot, item in MIXED_PICKAXE.items()],
        "times": 1,
        "result": {"item": "minecraft:wooden_pickaxe", "count": 1},
        "remainders": {},
        "strategy": strategy,
    }
    stage.server.control.conditions(lag=120)
    report = stage.bot.child.call("attempt", order, timeout=0.2)
    stage.server.control.conditions(lag=0)
    assert report["outcome"] in {"out_of_time", "click_timeout", "open_timeout"}
    stage.bot.snapshot()
    assert stage.held() == {"oak_planks": 3, "spruce_planks": 3, "stick": 4}


def test_an_item_that_this_version_does_not_have_is_said(stage: Stage) -> None:
    with pytest.raises(WorldError) as caught:
        stage.bot.attempt(by_hand({1: "pale_oak_log"}, "pale_oak_planks", 4))
    assert caught.value.code == "unknown_item"


def test_only_what_slots_and_counts_can_be_is_an_attempt() -> None:
    order = by_hand({1: "oak_log"}, "oak_planks", 4).model_dump()
    for wrong in ({"placements": []}, {"times": 0}, {"result_slot": 1}, {"strategy": "hasty"}, {"more": 1}):
        with pytest.raises(ValidationError):
            Attempt.model_validate({**order, **wrong})
    coal = {"item": "minecraft:coal", "count": 1}
    here = {"x": 1, "y": 2, "z": 3}
    for station, slot, more in (
        ("inventory", 0, {}),
        ("inventory", 5, {}),
        ("crafting_table", 1, {}),
        ("crafting_table", 1, {"position": here, "fuel": coal}),
        ("furnace", 1, {"position": here}),
        ("smithing_table", 3, {"position": here}),
    ):
        with pytest.raises(ValidationError):
            Attempt.model_validate(
                {**order, "station": station, "placements": [{"slot": slot, "item": "minecraft:oak_log"}], **more}
            )
