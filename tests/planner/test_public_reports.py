"""Groups (c) and (d) of the public reports: what went wrong for others, with the right answer."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

import pytest
from craftplan.planner import HAND_KINDS, Answer, Experience, Goal, Inventory, Plan, Step, plan
from craftplan.planner.capacity import SLOTS, peak_slots
from craftplan.planner.clicks import SHIFT, clicks
from craftplan.planner.grid import match, matches
from craftplan.planner.simulate import simulate
from craftplan.planner.window import Window
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog, Ingredient, Kind, Recipe, Special
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified, short
from small_catalogs import catalog_of

VANILLA = builtin("1.20.4")
TABLE = ["crafting_table"]


def make(
    wanted: str, have: str = "", *, catalog: Catalog = VANILLA, stations: Sequence[str] = TABLE, **options: Any
) -> Plan:
    goals = [Goal(ItemId(item), count) for item, count in counts(wanted).items()]
    found = plan(catalog, goals, Inventory(counts(have)), stations=stations, **options)
    assert simulate(found, catalog, Inventory(counts(have)), claims=True) is None
    return found


def counts(text: str) -> dict[ItemId, int]:
    return {ItemId(qualified(name)): int(count) for name, _, count in (part.partition("=") for part in text.split())}


def missing(found: Plan) -> dict[str, int]:
    return {short(lack.item): lack.count for lack in found.missing}


def left(found: Plan) -> dict[str, int]:
    return {short(item): count for item, count in found.left_over}


def slots(step: Step) -> dict[int, str]:
    return {bind.slot: short(bind.item) for bind in step.bind}


def test_d_c01_base_materials_after_all_yields() -> None:
    found = make("stone_pickaxe=1")
    assert missing(found) == {"cobblestone": 3, "oak_log": 1}
    assert left(found) == {"oak_planks": 2, "stick": 2}
    assert [short(step.item) for step in found.steps] == ["oak_planks", "stick", "stone_pickaxe"]


def test_d_c02_a_count_is_items_and_the_surplus_is_said() -> None:
    found = make("stick=1", "oak_planks=2")
    assert found.ready
    assert (found.crafts, left(found)) == (1, {"stick": 3})
    more = make("stick=5", "oak_planks=2", kinds=frozenset({Kind.SHAPED}))
    assert (more.crafts, missing(more)) == (2, {"oak_planks": 2})


def test_d_c03_big_requests_add_up() -> None:
    found = make("hopper=187", kinds=HAND_KINDS)
    assert missing(found) == {"iron_ingot": 935, "oak_log": 374}
    assert left(found) == {}


@pytest.mark.parametrize("wanted", ["coal_block=1 torch=4", "torch=4 coal_block=1"])
def test_d_c04_a_loose_slot_leaves_the_scarce_item_to_its_strict_sibling(wanted: str) -> None:
    found = make(wanted, "coal=9 charcoal=1 stick=1")
    assert found.ready
    assert dict(found.needs) == counts("coal=9 charcoal=1 stick=1")


def test_d_c05_what_is_in_stock_is_used() -> None:
    found = make("stone_bricks=4", "cobblestone=4 stone=4 coal=5", stations=["furnace"])
    assert dict(found.needs) == counts("stone=4")
    assert found.crafts == 1


def test_d_c06_leftovers_are_shared_between_branches() -> None:
    found = make("crossbow=1", "oak_log=1 iron_ingot=2 string=2")
    assert found.ready
    assert left(found) == {"oak_planks": 1, "tripwire_hook": 1}


def test_d_c07_a_recipe_that_needs_its_own_output() -> None:
    template = "netherite_upgrade_smithing_template"
    found = make(f"{template}=2", f"{template}=1 diamond=14 netherrack=2")
    assert (found.ready, found.crafts) == (True, 2)
    seedless = make(f"{template}=2", "diamond=14 netherrack=2")
    assert missing(seedless) == {template: 1}


def test_d_c08_pack_and_unpack_do_not_go_round() -> None:
    cycle = catalog_of(
        *(
            (
                "iron_ingot @ iron_nugget iron_nugget iron_nugget / iron_nugget iron_nugget iron_nugget / "
                "iron_nugget iron_nugget iron_nugget"
            ),
            "9 iron_nugget = iron_ingot",
        ),
        *(
            (
                "iron_block @ iron_ingot iron_ingot iron_ingot / iron_ingot iron_ingot iron_ingot / "
                "iron_ingot iron_ingot iron_ingot"
            ),
            "9 iron_ingot = iron_block",
        ),
    )
    assert missing(make("iron_block=1", catalog=cycle)) == {"iron_ingot": 9}
    packed = make("iron_block=1", "iron_nugget=81", catalog=cycle)
    assert (packed.ready, packed.crafts, left(packed)) == (True, 10, {})


@pytest.mark.parametrize("wanted", ["cake=1 bucket=3", "bucket=3 cake=1"])
def test_d_c09_returned_containers_count(wanted: str) -> None:
    found = make(wanted, "milk_bucket=3 sugar=2 egg=1 wheat=3")
    assert (found.ready, found.crafts) == (True, 1)


def test_d_c10_a_tool_that_comes_back_is_not_used_up() -> None:
    mod = catalog_of("plate = ingot hammer", remainders={"hammer": "hammer"}, stack_sizes={"hammer": 1})
    found = make("plate=12", "ingot=12 hammer=1", catalog=mod)
    assert (found.ready, found.crafts, dict(found.kept)) == (True, 12, counts("hammer=1"))
    assert {step.times for step in found.steps} == {1}
    assert missing(make("plate=12", "ingot=12", catalog=mod)) == {"hammer": 1}


def test_d_c11_small_units_are_joined() -> None:
    found = make("shield=1", "iron_nugget=9 oak_planks=6")
    assert (found.ready, found.crafts) == (True, 2)


def test_d_c12_a_slot_that_nothing_fills_is_a_shortage() -> None:
    nothing = catalog_of("panel @ stick #nothing", "4 torch @ coal / stick", tags={"nothing": ""})
    found = make("panel=1 torch=4", "stick=10 coal=1", catalog=nothing)
    assert found.answer is Answer.UNREACHABLE
    assert [(lack.tag, lack.count) for lack in found.missing] == [("#minecraft:nothing", 1)]
    assert found.steps == ()
    assert make("torch=4", "stick=10 coal=1", catalog=nothing).ready


def test_d_c13_how_far_it_reaches_is_said() -> None:
    found = make("diamond_block=2", "diamond=10")
    assert found.answer is Answer.MISSING
    assert (missing(found), found.reach) == ({"diamond": 8}, 1)


def test_d_c14_large_amounts_are_arithmetic() -> None:
    began = perf_counter()
    found = make("cake=100000", "milk_bucket=300000 sugar=200000 egg=100000 wheat=300000")
    assert perf_counter() - began < 1
    assert (found.ready, len(found.steps), left(found)) == (True, 1, {"bucket": 300000})
    have = Inventory(counts("milk_bucket=300000 sugar=200000 egg=100000 wheat=300000"))
    assert peak_slots(found, VANILLA, have) > SLOTS, "it cannot be carried, and that is a question of its own"


def test_d_d01_a_vertical_pair_stands_upright_in_the_small_grid() -> None:
    (step,) = make("torch=4", "coal=1 stick=1", stations=[]).steps
    assert slots(step) in ({1: "coal", 3: "stick"}, {2: "coal", 4: "stick"})


def test_d_d02_blank_edges_do_not_make_a_recipe_large() -> None:
    catalog = catalog_of("4 torch @ - coal - / - stick - / - - -")
    recipe = next(iter(catalog.recipes.values()))
    (step,) = make("torch=4", "coal=1 stick=1", catalog=catalog, stations=[]).steps
    assert slots(step) == {1: "coal", 3: "stick"}
    assert match([None, ItemId("minecraft:coal"), None, ItemId("minecraft:stick")], catalog) == recipe


@pytest.mark.parametrize(
    ("grid", "valid"),
    [
        ("iron iron - iron stick - - stick -", True),
        ("iron iron - stick iron - stick - -", True),
        ("- stick - iron stick - iron iron -", False),
        ("- iron iron stick stick iron - - -", False),
    ],
)
def test_d_d03_only_the_left_right_mirror_is_the_same(grid: str, *, valid: bool) -> None:
    axe = catalog_of("axe @ iron iron / iron stick / - stick")
    read = [None if cell == "-" else ItemId(f"minecraft:{cell}") for cell in grid.split()]
    assert bool(match(read, axe)) is valid


def test_d_d04_a_door_is_two_wide_and_three_tall() -> None:
    (step,) = make("iron_door=3", "iron_ingot=6").steps
    assert set(slots(step)) == {1, 2, 4, 5, 7, 8}
    bars: list[ItemId | None] = [ItemId("minecraft:iron_ingot")] * 6 + [None] * 3
    assert [short(found.id) for found in matches(bars, VANILLA)] == ["iron_bars"]


def test_d_d05_mirrored_recipes_are_seen_to_be_ambiguous() -> None:
    catalog = catalog_of("left @ x y", "right @ y x")
    (step,) = make("right=1", "x=1 y=1", catalog=catalog, stations=[]).steps
    grid = [ItemId("minecraft:y"), ItemId("minecraft:x"), None, None]
    assert [found.result for found in matches(grid, catalog)] == ["minecraft:left", "minecraft:right"]
    assert step.rivals == (RecipeId("test:0_left"),)


def test_d_d06_inner_blanks_stay() -> None:
    (step,) = make("hopper=1", "iron_ingot=5 chest=1").steps
    assert slots(step) == {**dict.fromkeys((1, 3, 4, 6, 8), "iron_ingot"), 5: "chest"}


def test_d_d07_unknown_kinds_are_not_guessed() -> None:
    row = Recipe(
        RecipeId("demo:row"),
        Kind.SHAPED,
        tuple(Ingredient(None, (ItemId(f"demo:{c}"),)) for c in "xyx"),
        ItemId("demo:row"),
        width=3,
        height=1,
    )
    base = catalog_of("a = b", more=["demo:x", "demo:y", "demo:row", "demo:ring"])
    catalog = Catalog(
        minecraft="1.20.4",
        source="tests",
        items=base.items.values(),
        tags={},
        recipes=[row],
        unsupported=[Special(RecipeId("demo:ring"), "demo:fixed_shaped")],
    )
    found = make("demo:row=1", "demo:x=2 demo:y=1", catalog=catalog)
    assert slots(found.steps[0]) == {1: "demo:x", 2: "demo:y", 3: "demo:x"}
    assert make("demo:ring=1", catalog=catalog).answer is Answer.UNCRAFTABLE


def test_d_d08_what_lies_in_the_grid_goes_first() -> None:
    (step,) = make("torch=4", "coal=1 stick=1", stations=[]).steps
    oak, birch = ItemId("minecraft:oak_planks"), ItemId("minecraft:birch_planks")
    window = {1: (oak, 1), 4: (birch, 1), 9: (ItemId("minecraft:coal"), 1), 10: (ItemId("minecraft:stick"), 1)}
    found = clicks(step, window)
    assert found is not None
    assert [(click.slot, click.mode) for click in found.fill[:2]] == [(1, SHIFT), (4, SHIFT)]
    after = Window(step, {}, VANILLA)
    after.slots = window
    for click in (*found.fill, *found.take):
        after.click(click)
    held = sorted(after.places().values())
    assert held == [(birch, 1), (oak, 1), (ItemId("minecraft:torch"), 4)]


def test_d_a08_a_similar_item_is_no_substitute() -> None:
    found = make("oak_boat=1", "birch_log=2")
    assert missing(found) == {"oak_log": 2}


@pytest.mark.parametrize("planks", ["oak_planks=8", "birch_planks=8", "oak_planks=3 birch_planks=5"])
def test_d_a09_members_are_alternatives(planks: str) -> None:
    found = make("chest=1", planks)
    assert found.ready
    assert dict(found.needs) == counts(planks)


def test_avoided_recipes_and_members_are_planned_around() -> None:
    stick, oak = RecipeId("minecraft:stick"), ItemId("minecraft:oak_planks")
    around = make(
        "stick=4", "oak_planks=9 birch_planks=2", experience=Experience(avoid_members=frozenset({(stick, oak)}))
    )
    assert dict(around.needs) == counts("birch_planks=2")
    other = make("stick=1", "oak_planks=9 bamboo=2", experience=Experience(avoid=frozenset({stick})))
    assert dict(other.needs) == counts("bamboo=2")
    wished = make(
        "stick=4", "oak_planks=9 birch_planks=2", experience=Experience(prefer=(ItemId("minecraft:birch_planks"),))
    )
    assert dict(wished.needs) == counts("birch_planks=2")


def test_tags_are_named_in_what_is_missing() -> None:
    (lack,) = make("chest=1").missing
    assert (short(lack.item), lack.count, lack.tag) == ("oak_log", 2, TagId("#minecraft:oak_logs"))
