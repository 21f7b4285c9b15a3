"""A plan's own click lists, sent as they are to a server that shares no code with the planner."""

import pytest
from bare_client import Player
from craftplan.planner import Goal, Inventory, plan
from craftplan.planner.window import click_lists
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, qualified

pytestmark = pytest.mark.server

CATALOG = builtin("1.20.4")
TABLE = (9, 5, 9)


@pytest.mark.promise("plan.clicks")
@pytest.mark.parametrize(
    ("item", "count", "have"),
    [
        ("torch", 8, {"oak_planks": 7, "coal": 5}),
        ("wooden_pickaxe", 1, {"oak_log": 3, "oak_planks": 2, "spruce_planks": 1, "stick": 2}),
        ("chest", 3, {"oak_log": 5, "spruce_planks": 9}),
        ("cake", 1, {"wheat": 3, "sugar": 2, "milk_bucket": 3, "egg": 1}),
        ("iron_block", 1, {"iron_nugget": 64, "iron_ingot": 5}),
        ("ladder", 30, {"stick": 70}),
    ],
)
def test_a_server_ends_with_what_the_plan_says(player: Player, item: str, count: int, have: dict[str, int]) -> None:
    order = list(CATALOG.items)
    held = {name: have[name] for name in sorted(have, key=lambda name: order.index(ItemId(qualified(name))))}
    inventory = Inventory({ItemId(qualified(name)): number for name, number in held.items()})
    found = plan(CATALOG, Goal(ItemId(qualified(item)), count), inventory, stations=["crafting_table"])
    assert found.ready
    player.hold(**held)
    for step, one in zip(found.steps, click_lists(found, CATALOG, inventory), strict=True):
        assert one is not None
        if step.station == "crafting_table":
            player.open(TABLE, "crafting_table")
        for click in (*one.clicks.fill, *one.clicks.take):
            player.click(click.slot, click.button, click.mode, stale=True)
        if step.station == "crafting_table":
            player.ask("close")
    player.heard()
    expected = dict(held)
    for name, used in found.needs:
        expected[name.removeprefix("minecraft:")] -= used
    for name, made in (*found.left_over, (ItemId(qualified(item)), count)):
        short = name.removeprefix("minecraft:")
        expected[short] = expected.get(short, 0) + made
    assert player.held() == {name: number for name, number in expected.items() if number}
