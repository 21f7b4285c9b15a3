"""The practice server judges as the game does: from its own data, against the game's own recipe files."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from reference import expected_recipes, needs_reference

Ask = Callable[[str, list[Any]], list[Any]]
VERSIONS = ["1.13.2", "1.14.4", "1.15.2", "1.16.5", "1.17.1", "1.18.2", "1.19.4", "1.20.1", "1.20.4"]


REFERENCE = {"1.13.2": "1.13.1"}
"""Releases whose recipes are another's."""


def filled(recipe: Any, chance: random.Random) -> tuple[list[str | None], int]:
    """A 3×3 grid that holds the recipe, each cell with some member of its own."""
    cells = [cell and chance.choice(cell[1]).removeprefix("minecraft:") for cell in recipe.cells]
    if recipe.kind == "shapeless":
        cells += [None] * (9 - len(cells))
        chance.shuffle(cells)
        return cells, 3
    rows = [cells[row * recipe.width : (row + 1) * recipe.width] for row in range(recipe.height)]
    padded = [row + [None] * (3 - recipe.width) for row in rows]
    return [cell for row in padded for cell in row] + [None] * 3 * (3 - recipe.height), 3


@needs_reference
@pytest.mark.parametrize("version", VERSIONS)
def test_every_crafting_recipe_of_the_game_makes_its_result_with_mixed_members(version: str, ask_matcher: Ask) -> None:
    chance = random.Random(version)
    kinds = {"shaped", "shapeless"}
    wanted = [
        recipe
        for recipe in expected_recipes(REFERENCE.get(version, version))[0].values()
        if recipe.kind in kinds
        for _ in range(3)
    ]
    assert len(wanted) > 1300
    answers = ask_matcher(version, [filled(recipe, chance) for recipe in wanted])
    wrong = [
        (recipe, answer)
        for recipe, answer in zip(wanted, answers, strict=True)
        if answer != (recipe.result, recipe.count)
    ]
    assert wrong == []


@needs_reference
@pytest.mark.parametrize("version", VERSIONS)
def test_a_cell_with_an_item_of_no_member_makes_something_else_or_nothing(version: str, ask_matcher: Ask) -> None:
    chance = random.Random(version)
    wanted = [
        recipe
        for recipe in expected_recipes(REFERENCE.get(version, version))[0].values()
        if recipe.kind in {"shaped", "shapeless"}
    ]
    grids = []
    for recipe in wanted:
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
