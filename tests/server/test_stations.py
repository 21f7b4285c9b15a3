"""Furnaces, campfires, stonecutters, smithing tables and chests of the practice server, used by a bare client."""

import pytest
from bare_client import Player, until

pytestmark = pytest.mark.server

everywhere = pytest.mark.parametrize("on_stage", ["1.16.5", "1.20.4", "1.21.4"], indirect=True, scope="module")
PLACE = (9, 5, 8)
MAIN_OF_FURNACE = 30
"""The first hotbar slot in a furnace's window."""


def shift(player: Player, slot: int) -> None:
    player.click(slot, mode=1, stale=True)


@everywhere
@pytest.mark.parametrize(
    ("block", "raw", "cooked"),
    [
        ("furnace", "iron_ore", "iron_ingot"),
        ("blast_furnace", "iron_ore", "iron_ingot"),
        ("smoker", "beef", "cooked_beef"),
    ],
)
def test_a_furnace_cooks_what_lies_in_it_and_burns_fuel(player: Player, block: str, raw: str, cooked: str) -> None:
    player.hold(**{raw: 3, "coal": 2})
    player.control.conditions(cooking_speed=20)
    player.open(PLACE, block)
    shift(player, MAIN_OF_FURNACE)
    shift(player, MAIN_OF_FURNACE + 1)
    until(
        lambda: player.control.container(*PLACE)[2] == {"item": f"minecraft:{cooked}", "count": 3}, "three are cooked"
    )
    assert player.control.container(*PLACE)[:2] == (None, {"item": "minecraft:coal", "count": 1})
    bars = {packet["property"] for packet in player.heard() if packet["name"] == "craft_progress_bar"}
    assert bars == {0, 1, 2, 3}
    shift(player, 2)
    shift(player, 1)
    assert player.held() == {cooked: 3, "coal": 1}


@everywhere
def test_a_furnace_keeps_what_is_in_it_and_gives_it_back_when_it_is_broken(player: Player) -> None:
    player.hold(dirt=5)
    player.open(PLACE, "furnace")
    player.click(MAIN_OF_FURNACE, stale=True, claim=["dirt", 5])
    player.click(0, stale=True)
    player.ask("close")
    player.heard()
    assert player.held() == {}
    assert player.control.container(*PLACE)[0] == {"item": "minecraft:dirt", "count": 5}
    player.control.set_block(*PLACE, "air")
    until(lambda: player.held() == {"dirt": 5}, "what fell out is picked up")


@everywhere
def test_a_furnace_takes_only_fuel_as_fuel(player: Player) -> None:
    player.hold(dirt=5)
    player.open(PLACE, "furnace")
    player.click(MAIN_OF_FURNACE, stale=True, claim=["dirt", 5])
    player.click(1, stale=True)
    assert player.control.container(*PLACE) == (None, None, None)
    player.ask("close")


@everywhere
def test_a_stonecutter_cuts_what_is_chosen_until_other_stone_lies_in_it(player: Player) -> None:
    player.hold(stone=3)
    player.open(PLACE, "stonecutter")
    shift(player, 29)
    shown = []
    for button in range(3):
        player.ask("press", button=button)
        shown += [packet["item"] for packet in player.heard() if packet["name"] == "set_slot" and packet["slot"] == 1]
    expected = [["chiseled_stone_bricks", 1], ["stone_brick_slab", 2], ["stone_brick_stairs", 1]]
    assert shown == expected
    player.ask("press", button=1)
    shift(player, 1)
    assert player.held() == {"stone_brick_slab": 6}


@everywhere
def test_a_smithing_table_makes_netherite_of_diamond(player: Player) -> None:
    templated = player.control.inventory(player.name) and not player.name.endswith("16.5")
    cells = {"netherite_upgrade_smithing_template": 1} if templated else {}
    cells |= {"diamond_pickaxe": 1, "netherite_ingot": 2}
    player.hold(**cells)
    player.open(PLACE, "smithing_table")
    result = len(cells)
    first = result + 1 + 27
    for number in range(result):
        shift(player, first + number)
    player.click(result, stale=True, claim=["netherite_pickaxe", 1])
    assert player.held() == {"netherite_pickaxe": 1, "netherite_ingot": 1}
    assert player.control.inventory(player.name).cursor == {"item": "minecraft:netherite_pickaxe", "count": 1}
    player.ask("close")
    player.heard()
    until(lambda: player.held() == {"netherite_pickaxe": 1, "netherite_ingot": 1}, "everything is back")


@everywhere
@pytest.mark.parametrize("block", ["chest", "barrel"])
def test_a_chest_keeps_things_for_everybody(player: Player, block: str) -> None:
    player.hold(dirt=5)
    player.control.set_block(*PLACE, "air")
    player.open(PLACE, block)
    player.control.container(*PLACE, {"slot": 3, "item": "diamond", "count": 7})
    assert [packet["item"] for packet in player.heard() if packet.get("slot") == 3] == [["diamond", 7]]
    shift(player, 3)
    shift(player, 54)
    assert player.held() == {"diamond": 7}
    player.ask("close")
    player.heard()
    assert player.control.container(*PLACE)[0] == {"item": "minecraft:dirt", "count": 5}
    player.control.container(*PLACE)
    player.control.set_block(*PLACE, "air")
    until(lambda: player.held() == {"diamond": 7, "dirt": 5}, "what fell out is picked up")


@everywhere
def test_a_campfire_cooks_what_is_laid_on_it_and_lets_it_fall(player: Player) -> None:
    player.hold(beef=2)
    player.control.conditions(cooking_speed=100)
    player.control.set_block(*PLACE, "campfire")
    player.heard()
    player.ask("hold", slot=0)
    player.ask("use", x=PLACE[0], y=PLACE[1], z=PLACE[2])
    until(lambda: player.held() == {"beef": 1, "cooked_beef": 1}, "one piece is cooked and picked up")
    player.control.set_block(*PLACE, "air")
