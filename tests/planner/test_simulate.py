from dataclasses import replace
from typing import Any

import pytest
from craftplan.planner import Goal, Inventory, Plan
from craftplan.planner import plan as make_plan
from craftplan.planner.result import Bind, Fuel
from craftplan.planner.simulate import simulate
from small_catalogs import catalog_of

CATALOG = catalog_of(
    *("4 planks = log", "4 stick @ planks / planks", "crafting_table @ planks planks / planks planks"),
    *("pick @ planks planks planks / - stick - / - stick -", "glass ~ sand", "plate = ingot hammer"),
    remainders={"hammer": "hammer"},
    more=["coal", "furnace"],
)
HAVE = Inventory(
    {"minecraft:log": 3, "minecraft:ingot": 2, "minecraft:hammer": 1, "minecraft:sand": 9, "minecraft:coal": 2}
)
PICK = make_plan(CATALOG, Goal("minecraft:pick"), HAVE)
GLASS = make_plan(CATALOG, Goal("minecraft:glass", 9), HAVE, stations=["furnace"])


def changed(number: int, **fields: Any):
    return replace(PICK, steps=tuple(replace(s, **fields) if s.number == number else s for s in PICK.steps))


def test_a_right_plan_plays() -> None:
    assert PICK.ready
    assert simulate(PICK, CATALOG, HAVE, claims=True) is None
    assert simulate(GLASS, CATALOG, HAVE, claims=True) is None


@pytest.mark.parametrize(
    ("plan", "problem"),
    [
        (changed(1, times=2, count=8), "lacks"),
        (changed(1, count=13), "number, item or count"),
        (changed(4, bind=tuple(Bind(b.slot + 3 * (b.slot > 3), b.item) for b in PICK.steps[3].bind)), "outside"),
        (changed(2, bind=(Bind(1, PICK.steps[1].bind[0].item), Bind(2, PICK.steps[1].bind[1].item))), "grid makes"),
        (changed(1, bind=(Bind(1, GLASS.steps[0].bind[0].item),)), "grid makes"),
        (replace(PICK, steps=(PICK.steps[1], PICK.steps[0], *PICK.steps[2:])), "number, item or count"),
        (replace(PICK, goals=(Goal("minecraft:pick", 2),)), "makes 1"),
        (replace(PICK, left_over=()), "leaves over"),
        (replace(PICK, needs=()), "uses up"),
        (replace(GLASS, stations=frozenset()), "furnace"),
        (replace(GLASS, steps=(replace(GLASS.steps[0], fuel=None),)), "burn"),
        (replace(GLASS, steps=(replace(GLASS.steps[0], fuel=Fuel(1, "minecraft:coal", 1)),)), "burns 200 ticks"),
    ],
)
def test_every_kind_of_wrong_plan_is_caught(plan: Plan, problem: str) -> None:
    assert problem in (simulate(plan, CATALOG, HAVE, claims=True) or "")


def test_a_table_that_is_nowhere_is_missed() -> None:
    without = replace(
        PICK, steps=tuple(replace(s, number=n) for n, s in enumerate((*PICK.steps[:2], PICK.steps[3]), 1))
    )
    assert "crafting_table" in (simulate(without, CATALOG, HAVE) or "")


def test_a_tool_that_comes_back_is_needed_once() -> None:
    found = make_plan(CATALOG, Goal("minecraft:plate", 2), HAVE)
    assert found.ready
    assert ("minecraft:hammer", 1) in found.kept
    assert "hammer" in (simulate(found, CATALOG, Inventory({"minecraft:ingot": 2})) or "")
