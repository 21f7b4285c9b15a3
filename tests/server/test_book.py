"""What clients from 1.21.2 on are told of recipes: what stations take, and what the book has unlocked."""

from collections.abc import Callable
from typing import Any

import pytest
from bare_client import Player
from craftplan.server.practice import PracticeServer

pytestmark = [pytest.mark.server, pytest.mark.promise("practice.book")]

on_both = pytest.mark.parametrize("on_stage", ["1.21.3", "1.21.4"], indirect=True, scope="module")


def entries(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for packet in said if packet["name"] == "recipe_book_add" for entry in packet["entries"]]


def making(found: list[dict[str, Any]], item: str) -> list[dict[str, Any]]:
    return [entry for entry in found if entry["result"][0] == item]


def test_who_joins_is_told_what_stations_take_and_an_empty_book(
    practices: Callable[[str], PracticeServer], join: Callable[[PracticeServer, str], Player]
) -> None:
    said = join(practices("1.21.4"), "Reader").heard()
    (told,) = [packet for packet in said if packet["name"] == "declare_recipes"]
    assert "iron_ore" in told["sets"]["minecraft:furnace_input"]
    assert "iron_ore" not in told["sets"]["minecraft:smoker_input"]
    assert told["sets"]["minecraft:smithing_addition"] == ["netherite_ingot"]
    stone = [result for accepted, result in told["cut"] if accepted == ["stone"]]
    assert stone[:3] == [["chiseled_stone_bricks", 1], ["stone_brick_slab", 2], ["stone_brick_stairs", 1]]
    (book,) = [packet for packet in said if packet["name"] == "recipe_book_add"]
    assert (book["entries"], book["replace"]) == ([], True)
    assert "recipe_book_settings" in [packet["name"] for packet in said]


@on_both
def test_who_holds_an_ingredient_unlocks_its_recipes_once(player: Player) -> None:
    player.control.give(player.name, "honeycomb")
    found = entries(player.heard())
    (candle,) = making(found, "candle")
    assert (candle["type"], candle["width"], candle["station"]) == ("crafting_shaped", 1, "crafting_table")
    assert candle["cells"] == [["string"], ["honeycomb"]]
    assert candle["notify"]
    player.control.give(player.name, "honeycomb")
    assert entries(player.heard()) == []


@on_both
def test_all_recipes_can_be_unlocked_and_say_tags_by_name(player: Player) -> None:
    player.control.unlock(player.name)
    player.control.patch()
    said = player.heard()
    assert [packet["replace"] for packet in said if packet["name"] == "recipe_book_add"][-1]
    found = [packet["entries"] for packet in said if packet["name"] == "recipe_book_add"][-1]
    (stick,) = [entry for entry in making(found, "stick") if "#minecraft:planks" in entry["cells"]]
    assert stick["cells"] == ["#minecraft:planks", "#minecraft:planks"]
    assert stick["parts"] == ["#minecraft:planks", "#minecraft:planks"]
    (cake,) = making(found, "cake")
    assert cake["cells"][0] == ["milk_bucket leaves bucket"]
    (beacon,) = making(found, "beacon")
    assert beacon["cells"][4] == ["nether_star"]
    (bow,) = making(found, "bow")
    assert bow["cells"][0] is None
    kinds = {(entry["type"], entry["category"]) for entry in found}
    assert kinds == {
        ("crafting_shaped", "crafting_misc"),
        ("crafting_shapeless", "crafting_misc"),
        ("furnace", "furnace_misc"),
        ("furnace", "blast_furnace_misc"),
        ("furnace", "smoker_food"),
        ("furnace", "campfire"),
        ("stonecutter", "stonecutter"),
        ("smithing", "smithing"),
    }
    assert player.control.unlock(player.name) == 0


@on_both
def test_a_disabled_recipe_leaves_the_book(player: Player) -> None:
    player.control.unlock(player.name)
    player.control.disable("bow")
    told = [packet for packet in player.heard() if packet["name"] == "recipe_book_add"][-1]
    assert told["replace"]
    assert len(told["entries"]) > 1000
    assert making(told["entries"], "bow") == []
    player.control.patch()
    assert len(making(entries(player.heard()), "bow")) == 1
