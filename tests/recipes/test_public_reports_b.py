"""Group (b) of the public reports: formats and versions."""

from typing import Any

import pytest
from craftplan.recipes.builtin import builtin
from craftplan.recipes.diagnostics import Level
from craftplan.recipes.formats.lookup import Loader
from craftplan.recipes.ids import ItemId, RecipeId
from packs import can_make, load, pack, rules, shapeless

MUD = pack({"data/demo/recipe/mud.json": shapeless({"item": "minecraft:mud"}, result={"id": "minecraft:packed_mud"})})


@pytest.mark.promise("catalog.formats")
def test_d_b01_object_ingredients_load_up_to_1_21_1_only() -> None:
    assert can_make(load("1.21.1", MUD).catalog, "packed_mud", {"mud": 1})
    newer = load("1.21.3", MUD)
    assert not newer.catalog.recipes
    (said,) = newer.diagnostics
    assert (said.rule, said.pointer, newer.counts.rejected) == ("old_ingredient", "/ingredients/0", 1)
    assert "1.21.2" in said.hint


@pytest.mark.promise("catalog.formats")
@pytest.mark.parametrize(
    ("minecraft", "key", "rule"),
    [
        ("1.20.4", "item", None),
        ("1.20.6", "item", "old_result"),
        ("1.20.4", "id", "new_result"),
        ("1.20.6", "id", None),
    ],
)
def test_d_b02_a_result_has_item_up_to_1_20_4_and_id_from_1_20_5(minecraft: str, key: str, rule: str | None) -> None:
    recipe = {
        "type": "minecraft:crafting_shaped",
        "pattern": ["SSS"],
        "key": {"S": {"item": "minecraft:stick"}},
        "result": {key: "minecraft:cobblestone"},
    }
    loaded = load(minecraft, pack({"data/demo/recipes/stones.json": recipe}))
    assert rules(loaded) == ([rule] if rule else [])
    assert can_make(loaded.catalog, "cobblestone", {"stick": 3}) is (rule is None)


@pytest.mark.promise("catalog.formats")
@pytest.mark.parametrize(
    ("minecraft", "counts", "ignored"), [("1.20.6", "recipes", "recipe"), ("1.21.1", "recipe", "recipes")]
)
def test_d_b03_the_folder_is_plural_up_to_1_20_6_and_singular_from_1_21(
    minecraft: str, counts: str, ignored: str
) -> None:
    recipe = shapeless({"item": "minecraft:stick"}, result={"id": "minecraft:bowl"})
    loaded = load(
        minecraft, pack({f"data/demo/{folder}/bowl_{folder}.json": recipe for folder in ("recipe", "recipes")})
    )
    assert list(loaded.catalog.recipes) == [f"demo:bowl_{counts}"]
    (said,) = loaded.diagnostics
    assert (said.rule, said.file) == ("folder_of_other_version", f"data/demo/{ignored}/bowl_{ignored}.json")


TANK = {"data/demo/recipes/tank.json": shapeless({"item": "minecraft:glass"}, result={"item": "demo:tank"})}


@pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"type": "minecraft:crafting_shapeless"}'])
def test_d_b04_a_broken_file_on_top_removes_the_recipe(broken: bytes) -> None:
    top = pack({"data/demo/recipes/tank.json": broken}, name="top")
    loaded = load("1.20.1", pack(TANK, name="low"), top)
    assert "demo:tank" not in loaded.catalog.recipes
    (said,) = loaded.diagnostics
    assert (said.pack, said.level) == ("top", Level.ERROR)
    assert "shadows low's" in said.message


def test_d_b04_a_broken_file_on_top_also_removes_what_is_built_in() -> None:
    top = pack({"data/minecraft/recipes/beacon.json": b""}, name="top")
    catalog = load("1.20.4", top, beneath=builtin("1.20.4")).catalog
    assert "minecraft:beacon" not in catalog.recipes
    assert len(catalog.recipes) == len(builtin("1.20.4").recipes) - 1


@pytest.mark.promise("catalog.stacking")
def test_d_b05_a_filter_hides_files_of_lower_packs_only() -> None:
    beacon = shapeless({"item": "minecraft:glass"}, result={"id": "minecraft:beacon"})
    low = pack({"data/minecraft/recipe/beacon.json": beacon, "data/minecraft/recipe/bowl.json": beacon}, name="low")
    hiding = {
        "pack": {"pack_format": 48},
        "filter": {"block": [{"namespace": "minecraft", "path": r"recipe/beacon\.json"}]},
    }
    own = {"data/demo/recipe/beacon.json": beacon, "data/minecraft/recipe/beacon.json": beacon}
    middle = pack({"data/demo/recipe/beacon.json": beacon}, name="middle", meta=hiding)
    assert sorted(load("1.21", low, middle).catalog.recipes) == ["demo:beacon", "minecraft:bowl"]
    assert "minecraft:beacon" in load("1.21", low, pack(own, name="own", meta=hiding)).catalog.recipes
    above = pack({"data/minecraft/recipe/beacon.json": beacon}, name="above")
    assert "minecraft:beacon" in load("1.21", low, middle, above).catalog.recipes


def test_d_b05_a_filter_searches_and_hides_what_is_built_in_too() -> None:
    hiding = {
        "pack": {"pack_format": 26},
        "filter": {"block": [{"path": "^recipes/.*pickaxe"}, {"namespace": "nobody"}]},
    }
    catalog = load("1.20.4", pack({}, meta=hiding), beneath=builtin("1.20.4")).catalog
    assert not [name for name in catalog.recipes if "pickaxe" in name]
    assert "minecraft:wooden_axe" in catalog.recipes


def conditional(neoforge: str = "neoforge:mod_loaded") -> dict[str, Any]:
    recipe = shapeless({"item": "minecraft:stick"}, result={"id": "minecraft:bowl"})
    return {
        **recipe,
        "neoforge:conditions": [{"type": neoforge, "modid": "othermod"}],
        "fabric:load_conditions": [{"condition": "fabric:all_mods_loaded", "values": ["othermod"]}],
    }


@pytest.mark.promise("catalog.conditions")
@pytest.mark.parametrize(
    ("loader", "there"), [(Loader.NEOFORGE, False), (Loader.FABRIC, False), (Loader.VANILLA, True)]
)
def test_d_b06_each_loader_reads_its_own_conditions_only(loader: Loader, there: bool) -> None:  # noqa: FBT001
    packs = pack({"data/demo/recipe/bowl.json": conditional()})
    loaded = load("1.21.1", packs, loader=loader)
    assert ("demo:bowl" in loaded.catalog.recipes) is there
    assert loaded.counts.conditional == (not there)
    with_mod = load("1.21.1", packs, loader=loader, mods=frozenset({"othermod"}))
    assert "demo:bowl" in with_mod.catalog.recipes


def test_d_b06_a_condition_of_another_loader_is_unknown() -> None:
    loaded = load(
        "1.21.1", pack({"data/demo/recipe/bowl.json": conditional("forge:mod_loaded")}), loader=Loader.NEOFORGE
    )
    assert not loaded.catalog.recipes
    (said,) = loaded.diagnostics
    assert (said.rule, said.pointer) == ("unknown_condition", "/neoforge:conditions/0/type")


@pytest.mark.parametrize(("values", "there"), [([], False), (["minecraft:stick"], True)])
def test_d_b07_a_condition_about_a_tag_sees_all_packs_merged(values: list[str], there: bool) -> None:  # noqa: FBT001
    empty = {"type": "neoforge:tag_empty", "tag": "c:sausage/raw"}
    recipe = {
        **shapeless({"tag": "c:sausage/raw"}, result={"id": "minecraft:bowl"}),
        "neoforge:conditions": [{"type": "neoforge:not", "value": empty}],
    }
    low = pack({"data/demo/recipe/roll.json": recipe, "data/c/tags/item/sausage/raw.json": {"values": []}}, name="low")
    high = pack({"data/c/tags/item/sausage/raw.json": {"values": values}}, name="high")
    loaded = load("1.21.1", low, high, loader=Loader.NEOFORGE)
    assert ("demo:roll" in loaded.catalog.recipes) is there


@pytest.mark.promise("catalog.stacking")
def test_d_b08_overlays_apply_by_format_and_the_later_one_wins() -> None:
    def made(count: int, ingredient: Any) -> dict[str, Any]:
        return shapeless(ingredient, result={"id": "minecraft:bowl", "count": count})

    files = {
        "data/demo/recipe/x.json": made(1, {"item": "minecraft:stick"}),
        "v57/data/demo/recipe/x.json": made(2, "minecraft:stick"),
        "v61/data/demo/recipe/x.json": made(3, "minecraft:stick"),
    }
    entries = [{"formats": {"min_inclusive": 57, "max_inclusive": 99}, "directory": "v57"}]
    meta = {"pack": {"pack_format": 48, "supported_formats": [48, 99]}, "overlays": {"entries": entries}}
    one = pack(files, meta=meta)
    entries = [*entries, {"min_format": 61, "max_format": [61, 0], "directory": "v61"}]
    two = pack(files, meta={**meta, "overlays": {"entries": entries}})

    def count(minecraft: str, overlaid: Any) -> int:
        return load(minecraft, overlaid).catalog.recipes[RecipeId("demo:x")].count

    assert (count("1.21", one), count("1.21.4", one), count("1.21.4", two), count("1.21.5", two)) == (1, 2, 3, 2)


@pytest.mark.parametrize(
    ("data", "accepted"),
    [(None, None), (0, ("minecraft:dirt@0",)), (32767, ("minecraft:dirt@0", "minecraft:dirt@1", "minecraft:dirt@2"))],
)
def test_d_b09_in_1_12_an_item_with_variants_needs_its_data(data: int | None, accepted: tuple[str, ...] | None) -> None:
    dirt = {"item": "minecraft:dirt"} | ({} if data is None else {"data": data})
    loaded = load("1.12.2", pack({"assets/demo/recipes/brick.json": shapeless(dirt, result={"item": "demo:brick"})}))
    if accepted is None:
        assert rules(loaded) == ["no_data"]
        assert not loaded.catalog.recipes
    else:
        assert loaded.catalog.recipes[RecipeId("demo:brick")].ingredients[0].members == accepted


@pytest.mark.parametrize(
    ("minecraft", "key", "base", "subtracted"),
    [
        ("1.21.4", "neoforge:ingredient_type", "#minecraft:planks", "minecraft:oak_planks"),
        ("1.21.1", "type", {"tag": "minecraft:planks"}, {"item": "minecraft:oak_planks"}),
    ],
)
def test_d_b10_a_difference_refuses_what_is_subtracted(minecraft: str, key: str, base: Any, subtracted: Any) -> None:
    other = {key: "neoforge:difference", "base": base, "subtracted": subtracted}
    unknown = {key: "othermod:anything"}
    files = {
        "data/demo/recipe/sign.json": shapeless(other, other, result={"id": "demo:sign"}),
        "data/demo/recipe/odd.json": shapeless(unknown, result={"id": "demo:odd"}),
        "data/minecraft/tags/item/planks.json": {"values": ["minecraft:oak_planks", "minecraft:birch_planks"]},
    }
    loaded = load(minecraft, pack(files), loader=Loader.NEOFORGE)
    assert not can_make(loaded.catalog, "demo:sign", {"oak_planks": 2})
    assert can_make(loaded.catalog, "demo:sign", {"birch_planks": 2})
    assert ItemId("demo:odd") not in loaded.catalog.producers
    assert [special.id for special in loaded.catalog.unsupported] == ["demo:odd"]
    assert "othermod:anything" in loaded.diagnostics[0].message


def test_d_b11_an_ingredient_can_demand_components() -> None:
    water = {"minecraft:potion_contents": {"potion": "minecraft:water"}}
    bottle = {"fabric:type": "fabric:components", "base": {"item": "minecraft:potion"}, "components": water}
    files = {"data/demo/recipe/mud.json": shapeless({"item": "minecraft:dirt"}, bottle, result={"id": "minecraft:mud"})}
    catalog = load("1.21.1", pack(files), loader=Loader.FABRIC).catalog
    of_water = '{"minecraft:potion_contents":{"potion":"minecraft:water"}}'
    of_healing = '{"minecraft:potion_contents":{"potion":"minecraft:healing"}}'
    assert can_make(catalog, "mud", {"dirt": 1, ("potion", of_water): 1})
    assert not can_make(catalog, "mud", {"dirt": 1, ("potion", of_healing): 1})
    assert can_make(catalog, "mud", {"dirt": 1, ("potion", of_healing): 1, ("potion", of_water): 1})
    assert catalog.recipes[RecipeId("demo:mud")].ingredients[1].components == of_water


@pytest.mark.promise("catalog.types")
@pytest.mark.parametrize("minecraft", ["1.20.4", "1.21"])
def test_d_b12_a_computed_recipe_is_listed_and_never_free(minecraft: str) -> None:
    folder = "recipe" if minecraft == "1.21" else "recipes"
    rocket = {"type": "minecraft:crafting_special_firework_rocket", "category": "misc"}
    loaded = load(minecraft, pack({f"data/minecraft/{folder}/firework_rocket.json": rocket}))
    assert ItemId("minecraft:firework_rocket") not in loaded.catalog.producers
    assert [special.type for special in loaded.catalog.special] == ["minecraft:crafting_special_firework_rocket"]
    assert loaded.diagnostics == ()


def test_d_b13_a_count_on_an_ingredient_has_no_effect_and_is_said() -> None:
    parts = [{"item": "minecraft:gravel", "count": 2}, {"item": "minecraft:sand", "count": 2}]
    loaded = load("1.20.1", pack({"data/demo/recipes/mix.json": shapeless(*parts, result={"item": "demo:mix"})}))
    assert can_make(loaded.catalog, "demo:mix", {"gravel": 1, "sand": 1})
    assert rules(loaded) == ["ingredient_count", "ingredient_count"]
    assert {found.level for found in loaded.diagnostics} == {Level.WARNING}


@pytest.mark.parametrize(
    "result", [{"id": "minecraft:air", "count": 0}, {"id": "minecraft:air"}, {"id": "minecraft:stick", "count": 0}]
)
def test_d_b14_nothing_is_no_result(result: dict[str, Any]) -> None:
    loaded = load("1.21.3", pack({"data/demo/recipe/map.json": shapeless("minecraft:paper", result=result)}))
    assert not loaded.catalog.recipes
    assert rules(loaded) in (["air"], ["bad_count"])


@pytest.mark.promise("catalog.diagnostics")
def test_d_b15_every_file_that_is_not_read_is_named_with_the_reason() -> None:
    recipe = shapeless({"item": "minecraft:stick"}, result={"item": "minecraft:bowl"})
    files = {
        "data/demo/recipies/a.json": recipe,
        "data/ore reeds/recipes/b.json": recipe,
        "data/recipes/c.json": recipe,
        "data/demo/recipes/D.json": recipe,
        "data/demo/recipes/e.json5": recipe,
    }
    loaded = load("1.20.1", pack(files, meta={"pack": {"pack_format": 6}}))
    assert not loaded.catalog.recipes
    assert {found.file: found.rule for found in loaded.diagnostics} == {
        "pack.mcmeta": "other_format",
        "data/demo/recipies/a.json": "misspelt_folder",
        "data/ore reeds/recipes/b.json": "bad_path",
        "data/recipes/c.json": "no_namespace",
        "data/demo/recipes/D.json": "bad_path",
        "data/demo/recipes/e.json5": "not_json_name",
    }
