"""The same hands on older protocols: transactions up to 1.16.5, tags in play up to 1.20.1."""

import pytest
from stage import BUCKETS, CAKE, MIXED_PICKAXE, Stage, at_table, by_hand

pytestmark = [
    pytest.mark.server,
    pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.1"], indirect=True, scope="module"),
]
STRATEGIES = pytest.mark.parametrize("strategy", ["burst", "careful", "slow"])


@STRATEGIES
def test_a_pickaxe_of_two_woods(stage: Stage, strategy: str) -> None:
    stage.hold(oak_planks=5, spruce_planks=3, stick=4)
    assert (
        stage.bot.attempt(at_table(stage.table(), MIXED_PICKAXE, "wooden_pickaxe", strategy=strategy)).outcome == "ok"
    )
    assert stage.held() == {"oak_planks": 3, "spruce_planks": 2, "stick": 2, "wooden_pickaxe": 1}


@STRATEGIES
def test_cakes_and_their_buckets(stage: Stage, strategy: str) -> None:
    stage.hold(milk_bucket=3, sugar=2, egg=1, wheat=3)
    order = at_table(stage.table(), CAKE, "cake", strategy=strategy, remainders=BUCKETS)
    assert stage.bot.attempt(order).outcome == "ok"
    assert stage.held() == {"cake": 1, "bucket": 3}


@STRATEGIES
def test_many_planks_and_a_refusal(stage: Stage, strategy: str) -> None:
    stage.hold(oak_log=7)
    order = by_hand({1: "oak_log"}, "oak_planks", 4, times=5, strategy=strategy)
    assert stage.bot.attempt(order).outcome == "ok"
    assert stage.held() == {"oak_log": 2, "oak_planks": 20}
    stage.server.control.refuse({"result": "stick"})
    report = stage.bot.attempt(by_hand({1: "oak_planks", 3: "oak_planks"}, "stick", 4, strategy=strategy))
    assert (report.outcome, report.made) == ("no_result", {})
    assert stage.held() == {"oak_log": 2, "oak_planks": 20}


@pytest.mark.parametrize("condition", ["drop_clicks", "reject_clicks"])
def test_ignored_clicks_lose_nothing(stage: Stage, condition: str) -> None:
    stage.hold(oak_log=6)
    stage.bot.snapshot()
    stage.server.control.conditions(**{condition: 2})
    report = stage.bot.attempt(by_hand({1: "oak_log"}, "oak_planks", 4, times=5, strategy="burst"))
    stage.server.control.conditions(**{condition: 0})
    stage.bot.snapshot()
    held = stage.held()
    assert held == {f"{item.removeprefix('minecraft:')}": count for item, count in (report.after or {}).items()}
    assert held.get("oak_planks", 0) == 4 * (6 - held.get("oak_log", 0))


def test_the_servers_tags_have_names(stage: Stage) -> None:
    tags = stage.bot.item_tags()
    assert "minecraft:spruce_planks" in tags["#minecraft:planks"]  # type: ignore[index]
    assert len(tags) > 50


def test_the_servers_own_recipes_are_told_with_what_each_cell_accepts(stage: Stage) -> None:
    told = stage.bot.server_recipes()
    assert told is not None
    assert told.complete
    recipes = {recipe.id: recipe for recipe in told.recipes}
    pickaxe = recipes["minecraft:wooden_pickaxe"]
    assert (pickaxe.kind, pickaxe.width, pickaxe.height) == ("shaped", 3, 3)
    assert pickaxe.result is not None
    assert (pickaxe.result.item, pickaxe.result.count) == ("minecraft:wooden_pickaxe", 1)
    planks = set(stage.bot.item_tags()["#minecraft:planks"])  # type: ignore[index]
    assert [set(cell) for cell in pickaxe.cells[:5]] == [planks, planks, planks, set(), {"minecraft:stick"}]
