"""What servers have taken: pairs of a recipe and a member, counted against all that there are."""

import pytest
from school import School, member, nothing
from shell import craftplan


@pytest.fixture
def school(home: object) -> School:
    from craftplan.agent import places

    return School(places.state() / "ledger")


@pytest.mark.promise("memory.proven")
def test_each_confirmed_member_counts_once_for_its_recipe_and_server(school: School) -> None:
    school.run("stick", {"oak_planks": 8}, nothing, 4)
    school.run("stick", {"oak_planks": 8}, nothing, 4)
    school.run("stick", {"oak_planks": 8, "birch_planks": 9}, member("stick", "birch_planks"), 4)
    School(school.folder, server="b", runs=9).run("chest", {"oak_planks": 4, "birch_planks": 4}, nothing)
    document = craftplan("memory", "proven", "--json").document
    assert [(one["server"], one["minecraft"], one["members"]) for one in document["servers"]] == [
        ("a", "1.20.4", {"minecraft:stick": ["minecraft:oak_planks"]}),
        ("b", "1.20.4", {"minecraft:chest": ["minecraft:birch_planks", "minecraft:oak_planks"]}),
    ]
    first, second = document["servers"]
    assert (first["pairs"][0], second["pairs"][0]) == (1, 2)
    assert (
        first["pairs"][1]
        == second["pairs"][1]
        == sum(
            len({item for cell in recipe.ingredients if len(cell.members) > 1 for item in cell.members})
            for recipe in school.catalog.recipes.values()
        )
    )
    assert "  chest  birch_planks, oak_planks" in craftplan("memory", "proven").out.splitlines()


@pytest.mark.promise("memory.proven")
def test_a_recipe_without_a_choice_counts_as_a_recipe_alone(school: School) -> None:
    school.run("iron_nugget", {"iron_ingot": 1}, nothing)
    (one,) = craftplan("memory", "proven", "--json").document["servers"]
    assert (one["members"], one["recipes"][0], one["pairs"][0]) == ({"minecraft:iron_nugget": []}, 1, 0)


def test_where_nothing_was_confirmed_it_says_so(home: object) -> None:
    assert craftplan("memory", "proven").out == "nothing was confirmed on any server yet\n"
