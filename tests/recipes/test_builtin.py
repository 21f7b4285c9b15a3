import pytest
from craftplan.recipes.builtin import DATA, DEFAULT, builtin, builtin_versions
from craftplan.recipes.catalog import Catalog, Kind, Recipe
from craftplan.recipes.errors import InputError
from craftplan.recipes.ids import ItemId, RecipeId, qualified
from craftplan.recipes.versions import version_key
from reference import Expected, expected_recipes, expected_tags, needs_reference

REFERENCE = {"1.13.2": "1.13.1"}
"""The recorded 1.13.2 has the recipes of the reference's 1.13.1."""

DISTINCT = tuple(sorted(path.stem for path in DATA.glob("*.json") if path.stem != "versions"))


def is_recorded(version: str) -> bool:
    return "reconstructed" not in builtin(version).source


def seen(recipe: Recipe, *, ordered: bool) -> Expected:
    cells = tuple(cell and (cell.tag, _members(cell.members, ordered=ordered)) for cell in recipe.cells)
    shape = (recipe.count, recipe.width, recipe.height, recipe.ticks)
    return Expected(recipe.kind.value, cells, recipe.result, *shape)


def expected(version: str, *, ordered: bool) -> dict[str, Expected]:
    plain, _ = expected_recipes(version)
    return {
        name: recipe._replace(
            cells=tuple(cell and (cell[0], _members(cell[1], ordered=ordered)) for cell in recipe.cells)
        )
        for name, recipe in plain.items()
    }


def _members(members: tuple[str, ...], *, ordered: bool) -> tuple[str, ...]:
    return members if ordered else tuple(sorted(members))


def recipe(catalog: Catalog, name: str) -> Recipe:
    return catalog.recipes[RecipeId(qualified(name))]


@needs_reference
@pytest.mark.parametrize("version", builtin_versions())
def test_every_recipe_equals_the_games_own_cell_by_cell(version: str) -> None:
    reference = REFERENCE.get(version, version)
    catalog = builtin(version)
    plain = expected(reference, ordered=is_recorded(version))
    ours = {name: seen(found, ordered=is_recorded(version)) for name, found in catalog.recipes.items()}
    assert {name: ours.get(RecipeId(name)) for name in plain} == plain
    _, other = expected_recipes(reference)
    listed = {special.id: special.type for special in catalog.special}
    assert set(listed) | (set(ours) - set(plain)) == set(other)
    assert all(other[name] == kind for name, kind in listed.items())


@needs_reference
@pytest.mark.parametrize("version", builtin_versions())
def test_every_tag_equals_the_games_own(version: str) -> None:
    expected_now = expected_tags(REFERENCE.get(version, version))
    ours = dict(builtin(version).tags)
    assert {tag: set(members) for tag, members in ours.items()} == {tag: set(expected_now[tag]) for tag in ours}
    if is_recorded(version):
        unordered = {"#minecraft:slabs", "#minecraft:stairs"} if version_key(version) < version_key("1.16") else set()
        assert set(ours) == set(expected_now)
        assert {tag for tag in ours if ours[tag] != expected_now[tag]} <= unordered


@pytest.mark.promise("catalog.reconstructed")
@pytest.mark.parametrize("version", DISTINCT)
def test_a_reconstructed_catalog_says_so(version: str) -> None:
    assert is_recorded(version) is (version_key(version) <= version_key("1.20.4"))


@pytest.mark.parametrize(
    ("version", "recipes", "special", "tags", "items"),
    [("1.16.5", 846, 13, 54, 975), ("1.20.1", 1160, 14, 99, 1254), ("1.20.4", 1160, 14, 99, 1311)],
)
def test_a_built_in_catalog_is_complete(version: str, recipes: int, special: int, tags: int, items: int) -> None:
    catalog = builtin(version)
    assert (len(catalog.recipes), len(catalog.special), len(catalog.tags)) == (recipes, special, tags)
    assert len(catalog.items) == items


@pytest.mark.parametrize("version", DISTINCT)
def test_every_name_in_a_built_in_catalog_is_one_of_its_items(version: str) -> None:
    catalog = builtin(version)
    named = {member for members in catalog.tags.values() for member in members}
    for found in catalog.recipes.values():
        named.update(member for cell in found.ingredients for member in cell.members)
        named.update([found.result] if found.result else [])
        assert all(cell.members for cell in found.ingredients), found.id
    assert named <= set(catalog.items)


def test_a_wooden_pickaxe_takes_any_planks_above_two_sticks() -> None:
    pickaxe = recipe(builtin(), "wooden_pickaxe")
    tags = [cell and (cell.tag or cell.members[0]) for cell in pickaxe.cells]
    planks, stick = "#minecraft:planks", "minecraft:stick"
    assert tags == [planks, planks, planks, None, stick, None, None, stick, None]
    assert (pickaxe.width, pickaxe.height, pickaxe.fits_inventory_grid) == (3, 3, False)
    assert {"minecraft:oak_planks", "minecraft:cherry_planks"} <= set(pickaxe.ingredients[0].members)


def test_a_grid_is_read_row_by_row_not_column_by_column() -> None:
    hoe = recipe(builtin("1.20.1"), "wooden_hoe")
    assert [cell and cell.members[0].removeprefix("minecraft:") for cell in hoe.cells] == [
        *("oak_planks", "oak_planks"),
        *(None, "stick"),
        *(None, "stick"),
    ]


def test_each_kind_keeps_what_its_window_needs() -> None:
    catalog = builtin()
    smelted = recipe(catalog, "iron_ingot_from_smelting_raw_iron")
    assert (smelted.kind, smelted.ticks, smelted.result) == (Kind.SMELTING, 200, "minecraft:iron_ingot")
    cut = recipe(catalog, "oak_slab")
    assert (cut.kind, cut.count) == (Kind.SHAPED, 6)
    stone = recipe(catalog, "stone_slab_from_stone_stonecutting")
    assert (stone.kind, stone.count, len(stone.cells)) == (Kind.STONECUTTING, 2, 1)
    upgraded = recipe(catalog, "netherite_pickaxe_smithing")
    slots = [cell.members[0] for cell in upgraded.ingredients]
    assert slots == [
        "minecraft:netherite_upgrade_smithing_template",
        "minecraft:diamond_pickaxe",
        "minecraft:netherite_ingot",
    ]
    trim = recipe(catalog, "coast_armor_trim_smithing_template_smithing_trim")
    assert (trim.kind, trim.result) == (Kind.SMITHING_TRIM, None)


def test_before_1_20_smithing_has_no_template() -> None:
    upgraded = recipe(builtin("1.16.5"), "netherite_pickaxe_smithing")
    assert (upgraded.kind, len(upgraded.cells)) == (Kind.SMITHING, 2)


def test_a_torch_takes_a_list_of_coals_although_a_tag_has_the_same_members() -> None:
    coal = recipe(builtin(), "torch").ingredients[0]
    assert (coal.tag, coal.members) == (None, ("minecraft:coal", "minecraft:charcoal"))


def test_equal_tags_keep_the_name_that_the_recipe_uses() -> None:
    catalog = builtin()
    assert recipe(catalog, "stone_pickaxe").ingredients[0].tag == "#minecraft:stone_tool_materials"
    assert recipe(catalog, "furnace").ingredients[0].tag == "#minecraft:stone_crafting_materials"


def test_containers_come_back_and_stacks_have_their_size() -> None:
    items = {item.id.removeprefix("minecraft:"): item for item in builtin().items.values()}
    left = {name: item.remainder for name, item in items.items() if item.remainder}
    assert left == {
        "water_bucket": "minecraft:bucket",
        "lava_bucket": "minecraft:bucket",
        "milk_bucket": "minecraft:bucket",
        "dragon_breath": "minecraft:glass_bottle",
        "honey_bottle": "minecraft:glass_bottle",
    }
    sizes = {name: items[name].stack_size for name in ("oak_planks", "ender_pearl", "honey_bottle", "milk_bucket")}
    assert sizes == {"oak_planks": 64, "ender_pearl": 16, "honey_bottle": 16, "milk_bucket": 1}


def test_what_the_game_computes_is_listed_with_its_type() -> None:
    special = {special.id: special.type for special in builtin().special}
    assert special["minecraft:repair_item"] == "minecraft:crafting_special_repairitem"
    assert not set(special) & set(builtin().recipes)


def test_the_makers_of_an_item_are_all_its_recipes() -> None:
    catalog = builtin()
    made = [found.id for found in catalog.recipes.values() if found.result == "minecraft:iron_ingot"]
    assert [found.id for found in catalog.producers[recipe(catalog, "iron_nugget").ingredients[0].members[0]]] == made
    assert len(made) > 3
    assert "minecraft:bedrock" not in catalog.producers


def test_the_stored_hash_is_the_hash_of_the_content() -> None:
    for version in DISTINCT:
        stored = builtin(version)
        again = Catalog(
            minecraft=stored.minecraft,
            source="elsewhere",
            items=list(stored.items.values()),
            tags=stored.tags,
            recipes=list(stored.recipes.values()),
            special=stored.special,
        )
        assert again.hash == stored.hash


def test_a_recipes_hash_changes_with_the_members_of_its_tag() -> None:
    old, new = builtin("1.16.5"), builtin("1.20.4")
    chest, stick_from_bamboo = RecipeId("minecraft:chest"), RecipeId("minecraft:bowl")
    assert old.recipe_hash(chest) != new.recipe_hash(chest)
    assert old.recipe_hash(stick_from_bamboo) != new.recipe_hash(stick_from_bamboo)
    anvil = RecipeId("minecraft:anvil")
    assert old.recipe_hash(anvil) == new.recipe_hash(anvil)


def test_an_unknown_version_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError) as raised:
        builtin("1.20.99")
    assert raised.value.code == "unknown_version"
    assert {DEFAULT, raised.value.evidence["near"][0]} <= {
        version for version in builtin_versions() if "1.20" in version
    }
    assert "1.20.99" in raised.value.message


@pytest.mark.parametrize("version", ["1.13.2", "1.20.4", "26.1"])
def test_recipes_are_found_by_their_first_cell_without_opening_all_of_them(version: str) -> None:
    quick = builtin(version)
    opened = Catalog(
        minecraft=version, source="", items=quick.items.values(), tags=quick.tags, recipes=quick.recipes.values()
    )
    assert dict(quick.first_cells) == dict(opened.first_cells)
    assert opened.first_cells[1, ItemId("minecraft:oak_log")].keys() == {
        place for place, name in enumerate(quick.recipes) if name == "minecraft:oak_planks"
    }
