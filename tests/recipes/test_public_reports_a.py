"""Group (a) of the public reports: what tags and ingredients mean."""

import pytest
from craftplan.recipes.builtin import builtin, builtin_versions
from craftplan.recipes.errors import UnknownItemError
from craftplan.recipes.formats.lookup import Loader
from craftplan.recipes.ids import ItemId, TagId
from craftplan.recipes.names import resolve_item
from packs import can_make, load, pack, rules, shapeless


def has(version: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(version not in builtin_versions(), reason=f"no built-in catalog of {version}")


@has("1.20.6")
def test_d_a01_a_crafting_table_takes_any_wood_in_1_20_6_whatever_the_data_set_says() -> None:
    catalog = builtin("1.20.6")
    assert can_make(catalog, "crafting_table", {"jungle_planks": 4})
    assert can_make(catalog, "chest", {"jungle_planks": 8})


def test_d_a02_metadata_is_free_in_each_cell_of_a_1_12_recipe() -> None:
    planks = {"item": "minecraft:planks", "data": 32767}
    recipe = {
        "type": "crafting_shaped",
        "pattern": ["##", "##"],
        "key": {"#": planks},
        "result": {"item": "minecraft:crafting_table"},
    }
    catalog = load("1.12.2", pack({"assets/minecraft/recipes/crafting_table.json": recipe})).catalog
    assert can_make(catalog, "crafting_table", {"planks@0": 2, "planks@2": 2})
    assert not can_make(catalog, "crafting_table", {"planks@0": 2, "log@2": 2})


@pytest.mark.parametrize(
    ("entry", "craftable"), [("othermod:pie", False), ({"id": "othermod:pie", "required": False}, True)]
)
def test_d_a03_an_unknown_id_drops_the_tag_unless_it_is_not_required(entry: object, craftable: bool) -> None:  # noqa: FBT001
    files = {
        "data/demo/tags/items/meals.json": {"values": ["minecraft:bread", entry]},
        "data/demo/recipes/kit.json": shapeless(
            {"tag": "demo:meals"}, {"item": "minecraft:stick"}, result={"item": "demo:kit"}
        ),
    }
    loaded = load("1.20.1", pack(files))
    assert can_make(loaded.catalog, "demo:kit", {"bread": 1, "stick": 1}) is craftable
    said = [found for found in loaded.diagnostics if found.rule == "missing_required"]
    assert bool(said) is not craftable
    if said:
        assert "#demo:meals" in said[0].message
        assert "othermod:pie" in said[0].message
        assert said[0].pointer == "/values/1"


def test_d_a04_an_empty_tag_is_satisfied_by_nothing() -> None:
    files = {
        "data/c/tags/item/copper_ingots.json": {"values": []},
        "data/demo/recipe/rod.json": shapeless("#c:copper_ingots", "minecraft:stick", result={"id": "demo:rod"}),
    }
    loaded = load("1.21.4", pack(files))
    assert not can_make(loaded.catalog, "demo:rod", {"stick": 64})
    (recipe,) = loaded.catalog.producers[ItemId("demo:rod")]
    assert [(cell.tag, cell.members) for cell in recipe.ingredients] == [
        ("#c:copper_ingots", ()),
        (None, ("minecraft:stick",)),
    ]
    assert rules(loaded) == ["empty_tag"]


def test_d_a05_a_block_tag_is_no_item_tag() -> None:
    files = {
        "data/demo/tags/block/demo_logs.json": {"values": ["minecraft:oak_log"]},
        "data/demo/recipe/rod.json": shapeless("#demo:demo_logs", result={"id": "demo:rod"}),
    }
    loaded = load("1.21.4", pack(files))
    assert not can_make(loaded.catalog, "demo:rod", {"oak_log": 1})
    assert rules(loaded) == ["block_tag"]
    assert "block tag" in loaded.diagnostics[0].message


def test_d_a05_only_neoforges_own_ingredient_type_reads_block_tags() -> None:
    ingredient = {"neoforge:ingredient_type": "neoforge:block_tag", "tag": "demo:demo_logs"}
    files = {
        "data/demo/tags/block/demo_logs.json": {"values": ["minecraft:oak_log"]},
        "data/demo/recipe/rod.json": shapeless(ingredient, result={"id": "demo:rod"}),
    }
    neoforge = load("1.21.4", pack(files), loader=Loader.NEOFORGE)
    assert can_make(neoforge.catalog, "demo:rod", {"oak_log": 1})
    assert not load("1.21.4", pack(files)).catalog.recipes


def test_d_a06_the_other_loaders_spelling_of_a_tag_is_reported_not_replaced() -> None:
    files = {
        "data/forge/tags/items/ingots/iron.json": {"values": ["minecraft:iron_ingot"]},
        "data/demo/recipes/jet.json": shapeless({"tag": "c:iron_ingots"}, result={"item": "demo:jet"}),
    }
    loaded = load("1.19.2", pack(files), loader=Loader.FORGE)
    assert not can_make(loaded.catalog, "demo:jet", {"iron_ingot": 9})
    (said,) = loaded.diagnostics
    assert (said.rule, said.pointer) == ("unknown_tag", "/ingredients/0/tag")
    assert "#forge:ingots/iron" in said.hint


NESTED = {
    "data/demo/tags/items/a.json": {"values": ["#demo:b"]},
    "data/demo/tags/items/b.json": {"values": ["#demo:c"]},
    "data/demo/recipes/sole.json": shapeless({"tag": "demo:a"}, result={"item": "demo:sole"}),
}


def test_d_a07_tags_within_tags_are_followed_to_the_end() -> None:
    loaded = load("1.20.1", pack({**NESTED, "data/demo/tags/items/c.json": {"values": ["minecraft:iron_boots"]}}))
    assert can_make(loaded.catalog, "demo:sole", {"iron_boots": 1})
    assert loaded.diagnostics == ()


def test_d_a07_a_loop_of_tags_is_named() -> None:
    loop = {"values": ["minecraft:iron_boots", "#demo:a"]}
    loaded = load("1.20.1", pack({**NESTED, "data/demo/tags/items/c.json": loop}))
    (cycle, *_) = loaded.diagnostics
    assert cycle.rule == "tag_cycle"
    assert "#demo:a → #demo:b → #demo:c → #demo:a" in cycle.message
    assert not can_make(loaded.catalog, "demo:sole", {"iron_boots": 1})


def test_a_very_long_chain_of_tags_is_followed_without_recursion() -> None:
    chain = {f"data/demo/tags/items/t{n}.json": {"values": [f"#demo:t{n + 1}"]} for n in range(5000)}
    chain["data/demo/tags/items/t5000.json"] = {"values": ["minecraft:stick"]}
    assert load("1.20.1", pack(chain)).catalog.tags[TagId("#demo:t0")] == ("minecraft:stick",)


def test_d_a08_a_boat_of_oak_takes_nothing_but_oak() -> None:
    catalog = builtin("1.20.4")
    assert can_make(catalog, "oak_boat", {"oak_planks": 5})
    assert not can_make(catalog, "oak_boat", {"birch_planks": 64, "oak_planks": 4})


@pytest.mark.parametrize("wood", ["oak", "birch", "cherry"])
def test_d_a09_alternatives_are_one_of_these_for_each_cell(wood: str) -> None:
    catalog = builtin("1.20.4")
    assert can_make(catalog, "chest", {f"{wood}_planks": 8})
    assert not can_make(catalog, "chest", {f"{wood}_planks": 7})
    (chest,) = catalog.producers[ItemId("minecraft:chest")]
    assert len(chest.ingredients) == 8


@has("1.21.5")
def test_d_a10_the_meaning_of_an_ingredient_and_the_items_are_of_one_version() -> None:
    have = {"milk_bucket": 3, "sugar": 2, "brown_egg": 1, "wheat": 3}
    assert can_make(builtin("1.21.5"), "cake", have)
    with pytest.raises(UnknownItemError):
        resolve_item(builtin("1.21.4"), "brown_egg")
