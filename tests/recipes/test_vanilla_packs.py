"""All of vanilla's releases, as data packs, read by the loader and by the tests' own reader."""

import pytest
from craftplan.recipes.catalog import Catalog, Kind
from craftplan.recipes.ids import ItemId, RecipeId, TagId
from craftplan.recipes.load import Loaded, Options, load_packs
from craftplan.recipes.packs.files import Memory
from craftplan.recipes.packs.pack import open_pack
from reference import ARCHIVE, Expected, expected_recipes, expected_tags, files, needs_reference

pytestmark = needs_reference

VERSIONS = sorted(files()) if ARCHIVE.exists() else []

COUNTS = {
    "1.13": (524, 30),
    "1.14.4": (757, 39),
    "1.15.2": (768, 42),
    "1.16.5": (859, 54),
    "1.17": (1058, 69),
    "1.18": (1058, 71),
    "1.19": (1089, 77),
    "1.19.4": (1089, 85),
    "1.20": (1174, 99),
    "1.20.4": (1174, 99),
    "1.20.5": (1175, 147),
    "1.21": (1290, 147),
    "1.21.2": (1337, 170),
    "1.21.4": (1370, 173),
    "1.21.5": (1373, 176),
    "1.21.6": (1407, 179),
    "1.21.8": (1407, 179),
    "1.21.9": (1461, 190),
    "1.21.11": (1470, 198),
    "26.1": (1515, 207),
    "26.2": (1585, 224),
}


def loaded(version: str) -> Loaded:
    import json

    content = {
        f"data/minecraft/{path}.json": json.dumps(document).encode() for path, document in files()[version].items()
    }
    return load_packs([open_pack(Memory(version, content))], Options(version))


def seen(catalog: Catalog) -> dict[str, Expected]:
    return {
        recipe.id: Expected(
            recipe.kind.value,
            tuple(cell and (cell.tag, cell.members) for cell in recipe.cells),
            recipe.result,
            *(recipe.count, recipe.width, recipe.height, recipe.ticks),
        )
        for recipe in catalog.recipes.values()
    }


def test_all_fifty_releases_are_there() -> None:
    assert len(VERSIONS) == 50


@pytest.mark.promise("catalog.releases")
@pytest.mark.parametrize("version", VERSIONS)
def test_a_release_loads_whole_and_without_a_word(version: str) -> None:
    result = loaded(version)
    assert result.diagnostics == ()
    plain, other = expected_recipes(version)
    ours = seen(result.catalog)
    assert {name: ours.get(name) for name in plain} == plain
    further = {special.id: special.type for special in result.catalog.special}
    assert set(other) == set(further) | (set(ours) - set(plain))
    assert all(other[name] == kind for name, kind in further.items())
    assert dict(result.catalog.tags) == expected_tags(version)
    if version in COUNTS:
        recipes, tags = COUNTS[version]
        assert (len(plain) + len(other), len(result.catalog.tags)) == (recipes, tags)


@pytest.mark.promise("catalog.types")
def test_every_type_of_26_2_is_planned_or_listed() -> None:
    catalog = loaded("26.2").catalog
    kinds = dict.fromkeys(Kind, 0)
    for recipe in catalog.recipes.values():
        kinds[recipe.kind] += 1
    assert {kind.value: number for kind, number in kinds.items() if number} == {
        "shaped": 733,
        "shapeless": 323,
        "stonecutting": 319,
        "smelting": 73,
        "blasting": 25,
        "smoking": 9,
        "campfire_cooking": 9,
        "smithing_transform": 12,
        "smithing_trim": 18,
        "transmute": 33,
        "dye": 6,
        "imbue": 1,
        "decorated_pot": 1,
    }
    assert len(catalog.special) == 1585 - len(catalog.recipes)
    assert all(special.type.startswith("minecraft:crafting_special_") for special in catalog.special)


def test_a_transmutation_is_the_changed_item_and_what_changes_it() -> None:
    catalog = loaded("26.2").catalog
    bundle = catalog.recipes[RecipeId("minecraft:black_bundle")]
    assert [cell.tag or cell.members[0] for cell in bundle.ingredients] == ["#minecraft:bundles", "minecraft:black_dye"]
    assert (bundle.kind, bundle.result, bundle.fits_inventory_grid) == (Kind.TRANSMUTE, "minecraft:black_bundle", True)
    copied = catalog.recipes[RecipeId("minecraft:map_cloning")]
    assert (copied.result, copied.count, len(copied.cells)) == ("minecraft:filled_map", 2, 2)


def test_blank_edges_of_a_pattern_are_trimmed() -> None:
    spyglass = loaded("26.2").catalog.recipes[RecipeId("minecraft:spyglass")]
    assert (spyglass.width, spyglass.height) == (1, 3)
    assert None not in spyglass.cells


def test_the_components_of_a_result_are_kept() -> None:
    stew = loaded("26.2").catalog.recipes[RecipeId("minecraft:suspicious_stew_from_allium")]
    assert '"minecraft:suspicious_stew_effects"' in stew.components
    plain = loaded("26.2").catalog.recipes[RecipeId("minecraft:mushroom_stew")]
    assert plain.components == ""


def test_brewing_as_data_asks_for_the_potion_in_the_bottle() -> None:
    catalog = loaded("26.3-snapshot-9").catalog
    brewed = [recipe for recipe in catalog.recipes.values() if recipe.kind is Kind.BREWING]
    assert len(brewed) == 279
    strength = catalog.recipes[RecipeId("minecraft:brewing/lingering_potion_awkward_blaze_powder")]
    bottle, powder = strength.ingredients
    assert bottle.components == '{"minecraft:potion_contents":{"potion":"minecraft:awkward"}}'
    assert powder.members == ("minecraft:blaze_powder",)
    assert strength.components == '{"minecraft:potion_contents":{"potion":"minecraft:strength"}}'


def test_nested_tags_are_flattened_however_deep() -> None:
    catalog = loaded("26.2").catalog
    logs = catalog.tags[TagId("#minecraft:logs")]
    assert ItemId("minecraft:stripped_warped_hyphae") in logs
    assert len(set(logs)) == len(logs)
