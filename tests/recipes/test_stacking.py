"""How tags of several packs come together, and what counts where."""

from typing import Any

import pytest
from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import RecipeId, TagId
from craftplan.recipes.versions import version_key
from packs import load, pack, rules, shapeless

X = TagId("#demo:x")


def tag(*values: Any, **more: Any) -> dict[str, Any]:
    return {"data/demo/tags/items/x.json": {"values": list(values), **more}}


def members(*packs: Any, minecraft: str = "1.20.1") -> list[str]:
    return [member.removeprefix("minecraft:") for member in load(minecraft, *packs).catalog.tags[X]]


@pytest.mark.promise("catalog.stacking")
def test_tags_of_all_packs_come_together_from_below() -> None:
    assert members(pack(tag("minecraft:stick")), pack(tag("minecraft:dirt", "minecraft:stick"))) == ["stick", "dirt"]


def test_a_replacing_file_forgets_what_lies_below_it_only() -> None:
    low, middle, high = tag("minecraft:stick"), tag("minecraft:dirt", replace=True), tag("minecraft:bowl")
    assert members(pack(low), pack(middle), pack(high)) == ["dirt", "bowl"]


def test_neoforges_remove_takes_members_away() -> None:
    assert members(pack(tag("minecraft:stick", "minecraft:dirt")), pack(tag(remove=["minecraft:stick"]))) == ["dirt"]


def test_a_broken_tag_file_is_left_out_and_the_others_stay() -> None:
    loaded = load("1.20.1", pack(tag("minecraft:stick")), pack({"data/demo/tags/items/x.json": b"{"}, name="top"))
    assert loaded.catalog.tags[X] == ("minecraft:stick",)
    assert [(found.rule, found.pack) for found in loaded.diagnostics] == [("not_json", "top")]


@pytest.mark.parametrize("values", ["minecraft:stick", None, [5], [{"id": 5}], [{"required": True}], [["x"]]])
def test_what_is_no_tag_is_refused(values: Any) -> None:
    assert rules(load("1.20.1", pack({"data/demo/tags/items/x.json": {"values": values}}))) == ["bad_tag"]


def test_entries_that_may_be_missing_came_with_1_16_2() -> None:
    optional = tag("minecraft:stick", {"id": "demo:none", "required": False})
    assert members(pack(optional), minecraft="1.16.5") == ["stick"]
    loaded = load("1.16.1", pack(optional))
    assert rules(loaded) == ["bad_tag"]
    assert "1.16.2" in loaded.diagnostics[0].hint


def test_a_tag_that_needs_a_broken_tag_is_broken_too() -> None:
    files = tag("#demo:y", "minecraft:stick") | {"data/demo/tags/items/y.json": {"values": ["gone:item"]}}
    loaded = load("1.20.1", pack(files))
    assert loaded.catalog.tags[X] == ()
    assert [found.message.split(" ")[0] for found in loaded.diagnostics] == ["#demo:y", "#demo:x"]


def test_two_loops_are_named_apart_and_others_live() -> None:
    loops = {"a": ["#demo:b"], "b": ["#demo:a"], "c": ["#demo:c"], "d": ["minecraft:stick"], "e": ["#demo:a"]}
    files = {f"data/demo/tags/items/{name}.json": {"values": values} for name, values in loops.items()}
    loaded = load("1.20.1", pack(files))
    cycles = [found.message for found in loaded.diagnostics if found.rule == "tag_cycle"]
    assert [message.split(": ", 1)[1] for message in cycles] == ["#demo:a → #demo:b → #demo:a", "#demo:c → #demo:c"]
    assert loaded.catalog.tags[TagId("#demo:d")] == ("minecraft:stick",)


def test_a_pack_that_widens_a_tag_widens_the_built_in_recipes() -> None:
    files = {"data/minecraft/tags/items/planks.json": {"values": ["demo:palm_planks"]}}
    files |= {
        "data/demo/recipes/palm.json": shapeless({"item": "minecraft:stick"}, result={"item": "demo:palm_planks"})
    }
    catalog = load("1.20.4", pack(files), beneath=builtin("1.20.4")).catalog
    for cell in catalog.recipes[RecipeId("minecraft:chest")].ingredients:
        assert cell.members[-1] == "demo:palm_planks"
    assert "demo:palm_planks" in catalog.items
    assert catalog.recipe_hash(RecipeId("minecraft:chest")) != builtin("1.20.4").recipe_hash(
        RecipeId("minecraft:chest")
    )


def test_a_filter_can_hide_a_built_in_tag() -> None:
    hiding = {
        "pack": {"pack_format": 26},
        "filter": {"block": [{"namespace": "minecraft", "path": "tags/items/planks"}]},
    }
    replaced = {"data/minecraft/tags/items/planks.json": {"values": ["minecraft:oak_planks"]}}
    catalog = load("1.20.4", pack(replaced, meta=hiding), beneath=builtin("1.20.4")).catalog
    assert catalog.tags[TagId("#minecraft:planks")] == ("minecraft:oak_planks",)


@pytest.mark.promise("catalog.stacking")
def test_the_topmost_file_of_an_id_is_the_recipe() -> None:
    def bowls(count: int) -> dict[str, Any]:
        recipe = shapeless({"item": "minecraft:stick"}, result={"item": "minecraft:bowl", "count": count})
        return {"data/demo/recipes/x.json": recipe}

    loaded = load("1.20.1", pack(bowls(1)), pack(bowls(2)), pack(bowls(3)))
    assert loaded.catalog.recipes[RecipeId("demo:x")].count == 3
    assert loaded.counts.loaded == 1


def test_a_tag_that_a_reconstructed_catalog_may_lack_is_not_called_missing() -> None:
    files = {"data/demo/recipe/x.json": shapeless("#minecraft:enchantable/bow", result={"id": "minecraft:bowl"})}
    (found,) = load("1.21.4", pack(files), beneath=builtin("1.21.4")).diagnostics
    assert found.rule == "unknown_tag"
    assert "server's jar" in found.hint


def test_versions_are_ordered_by_age() -> None:
    ordered = ["1.8.9", "1.12.2", "1.20", "1.20.4", "1.21.10", "1.21.11", "26.1", "26.3-snapshot-9", "26.3"]
    assert sorted(sorted(ordered), key=version_key) == ordered


def test_every_item_that_a_pack_names_is_an_item_of_the_catalog() -> None:
    one = shapeless(
        {"item": "demo:gear"}, [{"item": "demo:rod"}, {"item": "minecraft:stick"}], result={"item": "demo:kit"}
    )
    files = {"data/demo/recipes/x.json": one} | tag("demo:cog")
    assert {"demo:gear", "demo:rod", "demo:kit", "demo:cog"} <= set(load("1.20.1", pack(files)).catalog.items)
