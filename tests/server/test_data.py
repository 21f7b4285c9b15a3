"""The practice server judges as the game does: from its own data, against the game's own recipe files."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from craftplan import server
from craftplan.server.practice import practice_versions
from reference import Expected, expected_recipes, expected_tags, needs_reference

Ask = Callable[[str, list[Any]], list[Any]]
DATA = Path(server.__path__[0], "js", "data")
VERSIONS = practice_versions()
REFERENCE = {"1.13.2": "1.13.1"}
"""Releases whose recipes are another's."""
CRAFTING = ("shaped", "shapeless")
OTHER = {
    "smelting": "smelting",
    "blasting": "blasting",
    "smoking": "smoking",
    "campfire_cooking": "campfire_cooking",
    "stonecutting": "stonecutting",
    "smithing": "smithing",
    "smithing_transform": "smithing",
}

every_version = pytest.mark.parametrize("version", VERSIONS)


def bare(name: str) -> str:
    return name.removeprefix("minecraft:").removeprefix("#minecraft:")


def expected(version: str, *kinds: str) -> dict[str, Expected]:
    """The game's recipes of some kinds, by their bare names."""
    recipes = expected_recipes(REFERENCE.get(version, version))[0]
    return {bare(name): recipe for name, recipe in recipes.items() if recipe.kind in kinds}


def data(version: str) -> Any:
    return json.loads((DATA / f"{version}.json").read_text())


def members(cell: Any) -> list[str] | None:
    return cell and sorted(bare(member) for member in cell[1])


def filled(recipe: Any, chance: random.Random) -> tuple[list[str | None], int]:
    """A 3×3 grid that holds the recipe, each cell with some member of its own."""
    cells = [cell and bare(chance.choice(cell[1])) for cell in recipe.cells]
    if recipe.kind == "shapeless":
        cells += [None] * (9 - len(cells))
        chance.shuffle(cells)
        return cells, 3
    rows = [cells[row * recipe.width : (row + 1) * recipe.width] for row in range(recipe.height)]
    padded = [row + [None] * (3 - recipe.width) for row in rows]
    return [cell for row in padded for cell in row] + [None] * 3 * (3 - recipe.height), 3


def test_there_are_versions_from_both_ends() -> None:
    assert {"1.13.2", "1.16.5", "1.18.2", "1.19.4", "1.20.1", "1.20.4", "1.21.1", "1.21.4"} <= set(VERSIONS)


@needs_reference
@every_version
def test_crafting_recipes_are_the_games_cell_by_cell(version: str) -> None:
    ours = {}
    for recipe in data(version)["recipes"]:
        if "shape" in recipe:
            cells = [cell for row in recipe["shape"] for cell in row]
            ours[recipe["id"]] = (len(recipe["shape"][0]), cells, recipe["result"], recipe["count"])
        else:
            ours[recipe["id"]] = (0, sorted(recipe["parts"]), recipe["result"], recipe["count"])
    games = {}
    for name, recipe in expected(version, *CRAFTING).items():
        cells = [members(cell) for cell in recipe.cells]
        cells = sorted(cells) if recipe.kind == "shapeless" else cells
        games[name] = (recipe.width, cells, bare(str(recipe.result)), recipe.count)
    assert ours == games


@needs_reference
@every_version
def test_what_other_stations_make_is_the_games(version: str) -> None:
    ours = {
        kind: {
            recipe["id"]: (
                recipe.get("cells") or [recipe["input"]],
                recipe["result"],
                recipe["count"],
                recipe.get("ticks", 0),
            )
            for recipe in data(version)[kind]
        }
        for kind in set(OTHER.values())
    }
    games: dict[str, Any] = {kind: {} for kind in ours}
    for name, recipe in expected(version, *OTHER).items():
        cells = [members(cell) for cell in recipe.cells]
        games[OTHER[recipe.kind]][name] = (cells, bare(str(recipe.result)), recipe.count, recipe.ticks)
    assert ours == games


@needs_reference
@every_version
def test_each_tag_has_the_games_members(version: str) -> None:
    ours = data(version)["tags"]
    games = {bare(tag): sorted(map(bare, held)) for tag, held in expected_tags(REFERENCE.get(version, version)).items()}
    known = {tag: games.get(tag) for tag in ours if not (version > "1.21.2" and tag not in games)}
    assert {tag: ours[tag] for tag in known} == known
    if version < "1.20.6":
        assert set(ours) == set(games)


@needs_reference
@every_version
def test_every_crafting_recipe_of_the_game_makes_its_result_with_mixed_members(version: str, ask_matcher: Ask) -> None:
    chance = random.Random(version)
    wanted = [recipe for recipe in expected(version, *CRAFTING).values() for _ in range(3)]
    answers = ask_matcher(version, [filled(recipe, chance) for recipe in wanted])
    assert len(wanted) > 1300
    wrong = [
        (recipe, answer)
        for recipe, answer in zip(wanted, answers, strict=True)
        if answer != (recipe.result, recipe.count)
    ]
    assert wrong == []


@needs_reference
@every_version
def test_a_cell_with_an_item_of_no_member_makes_nothing(version: str, ask_matcher: Ask) -> None:
    chance = random.Random(version)
    grids = []
    for recipe in expected(version, *CRAFTING).values():
        grid, width = filled(recipe, chance)
        place = chance.choice([at for at, item in enumerate(grid) if item])
        grids.append(([*grid[:place], "barrier", *grid[place + 1 :]], width))
    assert ask_matcher(version, grids) == [None] * len(grids)


def test_known_recipes_without_the_reference(ask_matcher: Ask) -> None:
    oak, spruce, stick = "oak_planks", "spruce_planks", "stick"
    pickaxe = [oak, spruce, oak, None, stick, None, None, stick, None]
    chest = [oak, oak, spruce, oak, None, spruce, "birch_planks", oak, oak]
    assert ask_matcher("1.20.4", [[pickaxe, 3], [chest, 3], [["oak_log", None, None, None], 2], [chest[::-1], 3]]) == [
        ("minecraft:wooden_pickaxe", 1),
        ("minecraft:chest", 1),
        ("minecraft:oak_planks", 4),
        ("minecraft:chest", 1),
    ]
