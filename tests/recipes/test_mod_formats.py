"""The mod loaders' own ingredient types and conditions."""

from typing import Any

import pytest
from craftplan.recipes.catalog import Ingredient
from craftplan.recipes.formats.lookup import Loader
from craftplan.recipes.ids import RecipeId
from packs import load, pack, rules, shapeless

TAGS = {
    "wood": ["minecraft:oak_planks", "minecraft:birch_planks", "minecraft:stick"],
    "planks": ["minecraft:birch_planks", "minecraft:oak_planks", "minecraft:cherry_planks"],
}
WATER = '{"minecraft:potion_contents":{"potion":"minecraft:water"}}'


def ingredient(loader: Loader, minecraft: str, written: Any) -> Ingredient | list[str]:
    """What an ingredient is read to, or the rules that were broken."""
    new = minecraft.startswith("1.21")
    tags = {
        f"data/demo/tags/{'item' if new else 'items'}/{tag}.json": {"values": values} for tag, values in TAGS.items()
    }
    result = {"id" if new else "item": "minecraft:bowl"}
    path = f"data/demo/{'recipe' if new else 'recipes'}/x.json"
    loaded = load(minecraft, pack({**tags, path: shapeless(written, result=result)}), loader=loader)
    recipe = loaded.catalog.recipes.get(RecipeId("demo:x"))
    return recipe.ingredients[0] if recipe else rules(loaded)


WOOD, PLANKS, OAK = {"tag": "demo:wood"}, {"tag": "demo:planks"}, {"item": "minecraft:oak_planks"}
POTION = {"potion_contents": {"potion": "minecraft:water"}}


@pytest.mark.parametrize(
    ("loader", "minecraft", "written", "members"),
    [
        (Loader.FORGE, "1.20.1", {"type": "forge:difference", "base": WOOD, "subtracted": OAK}, "birch_planks stick"),
        (Loader.FORGE, "1.20.1", {"type": "forge:intersection", "children": [WOOD, PLANKS]}, "oak_planks birch_planks"),
        (
            Loader.FORGE,
            "1.20.1",
            {"type": "forge:compound", "children": [OAK, {"item": "minecraft:dirt"}]},
            "oak_planks dirt",
        ),
        (Loader.FORGE, "1.20.1", {"type": "minecraft:item", "item": "minecraft:dirt"}, "dirt"),
        (
            Loader.NEOFORGE,
            "1.21.1",
            {"type": "neoforge:intersection", "children": [WOOD, PLANKS]},
            "oak_planks birch_planks",
        ),
        (
            Loader.NEOFORGE,
            "1.21.1",
            {"type": "neoforge:compound", "children": [OAK, PLANKS]},
            "oak_planks birch_planks cherry_planks",
        ),
        (
            *(Loader.NEOFORGE, "1.21.4"),
            {"neoforge:ingredient_type": "neoforge:compound", "children": ["minecraft:dirt", "#demo:wood"]},
            "dirt oak_planks birch_planks stick",
        ),
        (
            Loader.FABRIC,
            "1.21.1",
            {"fabric:type": "fabric:difference", "base": WOOD, "subtracted": OAK},
            "birch_planks stick",
        ),
        (
            Loader.FABRIC,
            "1.21.1",
            {"fabric:type": "fabric:all", "ingredients": [WOOD, PLANKS]},
            "oak_planks birch_planks",
        ),
        (
            Loader.QUILT,
            "1.21.1",
            {"fabric:type": "fabric:any", "ingredients": [OAK, {"item": "minecraft:dirt"}]},
            "oak_planks dirt",
        ),
        (Loader.FABRIC, "1.21.4", {"fabric:type": "fabric:any", "ingredients": ["minecraft:dirt"]}, "dirt"),
    ],
)
def test_a_custom_ingredient_accepts_exactly_its_set(
    loader: Loader, minecraft: str, written: Any, members: str
) -> None:
    found = ingredient(loader, minecraft, written)
    assert isinstance(found, Ingredient)
    assert found == Ingredient(None, tuple(f"minecraft:{name}" for name in members.split()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("loader", "minecraft", "written", "components", "strict"),
    [
        (
            Loader.NEOFORGE,
            "1.21.1",
            {"type": "neoforge:components", "items": "minecraft:potion", "components": POTION},
            None,
            False,
        ),
        (
            *(Loader.NEOFORGE, "1.21.1"),
            {"type": "neoforge:components", "items": ["minecraft:potion"], "components": POTION, "strict": True},
            *(None, True),
        ),
        (
            *(Loader.FABRIC, "1.21.1"),
            {"fabric:type": "fabric:components", "base": {"item": "minecraft:potion"}, "components": POTION},
            *(None, False),
        ),
        (
            Loader.FORGE,
            "1.20.1",
            {"type": "forge:nbt", "item": "minecraft:potion", "nbt": "{x:1}"},
            '{"nbt":"{x:1}"}',
            True,
        ),
        (
            *(Loader.FORGE, "1.20.1"),
            {"type": "forge:partial_nbt", "items": ["minecraft:potion"], "nbt": {"x": 1}},
            *('{"nbt":{"x":1}}', False),
        ),
    ],
)
def test_what_a_stack_must_carry_is_kept(
    loader: Loader,
    minecraft: str,
    written: Any,
    components: str | None,
    strict: bool,  # noqa: FBT001
) -> None:
    found = ingredient(loader, minecraft, written)
    assert isinstance(found, Ingredient)
    wanted = components or '{"potion_contents":{"potion":"minecraft:water"}}'
    assert (found.members, found.components, found.strict) == (("minecraft:potion",), wanted, strict)


@pytest.mark.promise("catalog.types")
@pytest.mark.parametrize(
    ("loader", "minecraft", "written"),
    [
        (Loader.NEOFORGE, "1.21.1", {"type": "forge:difference2", "base": WOOD}),
        (Loader.FORGE, "1.20.1", {"type": "othermod:fluid", "fluid": "water"}),
        (Loader.FABRIC, "1.21.1", {"fabric:type": "othermod:thing"}),
        (
            *(Loader.FORGE, "1.20.1"),
            {
                "type": "forge:compound",
                "children": [{"type": "forge:nbt", "item": "minecraft:potion", "nbt": "{}"}, OAK],
            },
        ),
    ],
)
def test_an_ingredient_that_cannot_be_read_exactly_is_unsupported(loader: Loader, minecraft: str, written: Any) -> None:
    assert ingredient(loader, minecraft, written) == ["unsupported_ingredient"]


@pytest.mark.parametrize("loader", [Loader.VANILLA, Loader.FABRIC])
def test_another_loaders_type_is_read_as_the_running_one_reads_it(loader: Loader) -> None:
    written = {"type": "forge:difference", "base": WOOD, "subtracted": OAK}
    assert ingredient(loader, "1.20.1", written) == ["bad_ingredient"]


def holds(loader: Loader, key: str, conditions: Any, minecraft: str = "1.20.1", **options: Any) -> bool | list[str]:
    new = minecraft.startswith("1.21")
    recipe = shapeless({"item": "minecraft:stick"}, result={"id" if new else "item": "minecraft:bowl"})
    tags = {f"data/demo/tags/{'item' if new else 'items'}/wood.json": {"values": TAGS["wood"]}}
    path = f"data/demo/{'recipe' if new else 'recipes'}/x.json"
    loaded = load(minecraft, pack({**tags, path: recipe | {key: conditions}}), loader=loader, **options)
    if loaded.counts.conditional and rules(loaded) != ["condition"]:
        return rules(loaded)
    return bool(loaded.counts.loaded)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"type": "forge:mod_loaded", "modid": "here"}, True),
        ({"type": "forge:mod_loaded", "modid": "gone"}, False),
        ({"type": "forge:not", "value": {"type": "forge:mod_loaded", "modid": "gone"}}, True),
        ({"type": "forge:and", "values": [{"type": "forge:true"}, {"type": "forge:false"}]}, False),
        ({"type": "forge:or", "values": [{"type": "forge:true"}, {"type": "forge:false"}]}, True),
        ({"type": "forge:item_exists", "item": "minecraft:stick"}, True),
        ({"type": "forge:item_exists", "item": "gone:stick"}, False),
        ({"type": "forge:tag_empty", "tag": "demo:wood"}, False),
        ({"type": "forge:tag_empty", "tag": "demo:none"}, True),
        ({"type": "other:odd"}, ["unknown_condition"]),
        ("text", ["bad_condition"]),
    ],
)
def test_forges_conditions(condition: Any, expected: bool | list[str]) -> None:  # noqa: FBT001
    assert holds(Loader.FORGE, "conditions", [condition], mods=frozenset({"here"})) == expected


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"condition": "fabric:all_mods_loaded", "values": ["here", "gone"]}, False),
        ({"condition": "fabric:any_mods_loaded", "values": ["here", "gone"]}, True),
        ({"condition": "fabric:not", "value": {"condition": "fabric:all_mods_loaded", "values": ["gone"]}}, True),
        ({"condition": "fabric:tags_populated", "values": ["demo:wood"]}, True),
        ({"condition": "fabric:tags_populated", "values": ["demo:none"]}, False),
        ({"condition": "fabric:registry_contains", "registry": "minecraft:item", "values": ["minecraft:stick"]}, True),
        ({"condition": "fabric:features_enabled", "features": ["minecraft:bundle"]}, ["undecided_condition"]),
    ],
)
def test_fabrics_conditions(condition: Any, expected: bool | list[str]) -> None:  # noqa: FBT001
    assert holds(Loader.FABRIC, "fabric:load_conditions", [condition], mods=frozenset({"here"})) == expected


def test_neoforges_key_came_with_1_20_2() -> None:
    gone = [{"type": "neoforge:mod_loaded", "modid": "gone"}]
    assert holds(Loader.NEOFORGE, "neoforge:conditions", gone, "1.21.1") is False
    assert holds(Loader.NEOFORGE, "conditions", gone, "1.21.1") is True


def test_of_a_conditional_recipe_the_first_that_holds_counts() -> None:
    def choice(mod: str, item: str) -> dict[str, Any]:
        recipe = shapeless({"item": "minecraft:stick"}, result={"item": item})
        return {"conditions": [{"type": "forge:mod_loaded", "modid": mod}], "recipe": recipe}

    recipes = [choice("gone", "minecraft:dirt"), choice("here", "minecraft:bowl"), choice("here", "minecraft:chest")]
    files = {"data/demo/recipes/x.json": {"type": "forge:conditional", "recipes": recipes}}
    loaded = load("1.20.1", pack(files), loader=Loader.FORGE, mods=frozenset({"here"}))
    assert loaded.catalog.recipes[RecipeId("demo:x")].result == "minecraft:bowl"
    none = load("1.20.1", pack(files), loader=Loader.FORGE)
    assert (none.counts.conditional, len(none.catalog.recipes)) == (1, 0)
