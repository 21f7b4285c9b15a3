"""Attempts that a server confirmed, played again without one: ``craftplan ledger export --attempts`` adds to them."""

from collections import Counter
from pathlib import Path

import pytest
from craftplan.agent.runs.recorded import Recorded
from craftplan.planner.grid import matches
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId
from shell import craftplan

RECORDED = [
    Recorded.model_validate_json(line)
    for line in Path(__file__).with_name("recorded.jsonl").read_text(encoding="utf-8").splitlines()
]
GRIDS = {"inventory": 4, "crafting_table": 9}


@pytest.mark.promise("ledger.attempts")
@pytest.mark.parametrize("one", RECORDED, ids=lambda one: f"{one.recipe} at {one.station} ×{one.times}")
def test_what_a_server_confirmed_is_what_our_recipes_say(one: Recorded) -> None:
    catalog = builtin(one.minecraft)
    recipe = catalog.recipes[one.recipe]
    if one.station in GRIDS:
        cells = [one.slots.get(slot) for slot in range(1, GRIDS[one.station] + 1)]
        assert recipe in list(matches(cells, catalog))
    change: Counter[ItemId] = Counter({recipe.result: recipe.count * one.times})
    for item in one.slots.values():
        change[item] -= one.times
        remainder = catalog.items[item].remainder
        if remainder is not None:
            change[remainder] += one.times
    fuel = {item for item in one.seen if item not in change}
    assert {item: count for item, count in one.seen.items() if item not in fuel} == change
    assert len(fuel) <= (one.station == "furnace")
    assert all(one.before.get(item, 0) + count >= 0 for item, count in one.seen.items())


@pytest.mark.server
@pytest.mark.promise("ledger.attempts")
def test_each_confirmed_attempt_is_exported_once(home: Path, tmp_path: Path) -> None:
    for _ in range(2):
        assert craftplan("stick", "4", "--have", "oak_planks=2").code == 0
    copy = tmp_path / "attempts.jsonl"
    said = craftplan("ledger", "export", "--attempts", str(copy))
    assert said.code == 0, said.err
    (one,) = [Recorded.model_validate_json(line) for line in copy.read_text(encoding="utf-8").splitlines()]
    assert (one.minecraft, one.station, one.times) == ("1.20.4", "inventory", 1)
    assert sorted(one.slots.values()) == ["minecraft:oak_planks"] * 2
    assert one.seen == {"minecraft:stick": 4, "minecraft:oak_planks": -2}
