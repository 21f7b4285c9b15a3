"""Runs plan with the tags and recipes that their server tells, and notice when it tells others."""

from pathlib import Path

import pytest
from craftplan.agent import places
from craftplan.agent.node import Node
from craftplan.agent.runs.report import Result
from craftplan.agent.runs.served import served_by
from craftplan.recipes.builtin import builtin
from craftplan.server.practice import PracticeServer
from shell import craftplan
from stage import until
from workshop import Workshop

pytestmark = pytest.mark.server


@pytest.mark.promise("server.told")
@pytest.mark.parametrize("workshop", ["1.16.5", "1.20.4", "1.21.4"], indirect=True)
def test_a_changed_tag_is_planned_with_in_the_next_run(workshop: Workshop) -> None:
    workshop.give(oak_planks=2, birch_planks=2)
    before = workshop.bot.told()
    workshop.practice.control.change_tag("planks", remove=["oak_planks"])
    until(lambda: workshop.bot.told() != before, "the reload")
    report, listener = workshop.craft(("stick", 4))
    assert (report.result, listener.refused) == (Result.CONFIRMED, [])
    assert "the server's #planks holds other items than the catalog's" in listener.said
    assert workshop.truth() == {"oak_planks": 2, "stick": 4}


@pytest.mark.promise("server.told")
@pytest.mark.parametrize("workshop", ["1.16.5", "1.20.4"], indirect=True)
def test_a_disabled_recipe_is_not_planned_with_until_it_is_back(workshop: Workshop) -> None:
    workshop.give(oak_planks=2, bamboo=2)
    before = workshop.bot.told()
    workshop.practice.control.disable("minecraft:stick")
    until(lambda: workshop.bot.told() != before, "the reload")
    report, listener = workshop.craft(("stick", 1))
    assert (report.result, listener.refused) == (Result.CONFIRMED, [])
    assert "the server's recipes differ from the catalog's in 1: stick" in listener.said
    assert workshop.truth() == {"oak_planks": 2, "stick": 1}
    workshop.practice.control.disable("minecraft:stick", disabled=False)
    until(lambda: workshop.bot.told() == before, "the second reload")
    report, listener = workshop.craft(("stick", 4))
    assert (report.result, listener.said) == (Result.CONFIRMED, [])


@pytest.mark.promise("server.told")
@pytest.mark.parametrize("workshop", ["1.16.5", "1.20.4", "1.21.4"], indirect=True)
def test_another_count_is_planned_with_once_the_server_tells_it(workshop: Workshop) -> None:
    workshop.practice.control.patch(count={"oak_planks": 2})
    workshop.give(oak_log=2)
    until(lambda: ("minecraft:oak_planks", 2) in _told(workshop), "the recipe")
    report, listener = workshop.craft(("oak_planks", 4))
    assert (report.result, listener.refused) == (Result.CONFIRMED, [])
    assert "the server's recipes differ from the catalog's in 1: oak_planks" in listener.said
    assert workshop.truth() == {"oak_planks": 4}


def _told(workshop: Workshop) -> set[tuple[str, int]]:
    told = workshop.bot.server_recipes()
    return {(recipe.result.item, recipe.result.count) for recipe in (told.recipes if told else ()) if recipe.result}


def test_what_was_compared_once_and_is_the_same_is_not_asked_for_again(workshop: Workshop, home: Path) -> None:
    vanilla = builtin("1.20.4")
    assert served_by(workshop.bot, vanilla).catalog is vanilla
    (known,) = (places.cache() / "told").iterdir()
    workshop.practice.control.disable("minecraft:stick")
    until(lambda: served_by(workshop.bot, vanilla).lines() != [], "the reload")
    assert list((places.cache() / "told").iterdir()) == [known]


@pytest.mark.promise("server.told")
def test_the_shell_shows_what_a_server_has_other_than_the_catalog(
    node: Node, server_packages: Path, home: Path
) -> None:
    with PracticeServer(node.path, server_packages) as practice:
        address = f"{practice.host}:{practice.port}"
        same = craftplan("catalog", "diff", "--server", address)
        assert (same.code, same.out) == (0, "")
        practice.control.disable("minecraft:stick")
        practice.control.change_tag("planks", add=["dirt"])
        said = craftplan("catalog", "diff", "--server", address)
        assert (said.code, said.out) == (1, "− stick\n· #planks: +dirt\n")
        found = craftplan("catalog", "diff", "1.20.1", "--server", address, "--json").document
        assert found["recipes"] == {"removed": ["minecraft:stick"], "added": [], "changed": {}}
        assert found["tags"]["changed"]["#minecraft:planks"] == {"removed": [], "added": ["minecraft:dirt"]}


@pytest.mark.parametrize("sides", [["1.20.4"], [], ["1.20.1", "1.20.4", "--server", "localhost"]])
def test_diff_says_which_sides_it_needs(home: Path, sides: list[str]) -> None:
    said = craftplan("catalog", "diff", *sides)
    assert (said.code, said.out) == (2, "")
