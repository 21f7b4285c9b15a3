from dataclasses import replace

from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog, Ingredient, Recipe
from craftplan.recipes.compare import difference, fidelity
from craftplan.recipes.ids import ItemId, RecipeId, TagId
from craftplan.recipes.reference import measured
from reference import ARCHIVE, needs_reference


def changed(*recipes: Recipe, without: str = "") -> Catalog:
    base = builtin("1.20.4")
    now = {name: recipe for name, recipe in base.recipes.items() if name != without}
    now.update({recipe.id: recipe for recipe in recipes})
    return Catalog(
        minecraft="1.20.4", source="test", items=list(base.items.values()), tags=base.tags, recipes=now.values()
    )


CHEST = builtin("1.20.4").recipes[RecipeId("minecraft:chest")]


def test_a_catalog_does_not_differ_from_itself() -> None:
    assert not difference(builtin("1.20.4"), changed())


def test_a_difference_names_fields_and_tags() -> None:
    found = difference(builtin("1.20.1"), builtin("1.20.4"))
    assert not found.removed + found.added + found.changed
    flowers = TagId("#minecraft:flowers")
    assert found.tags_changed == {flowers: ((), ("minecraft:chorus_flower", "minecraft:spore_blossom"))}
    found = difference(builtin("1.20.4"), changed(replace(CHEST, count=2), without="minecraft:anvil"))
    assert found.removed == ("minecraft:anvil",)
    assert [(change.recipe, change.fields) for change in found.changed] == [("minecraft:chest", {"count": (1, 2)})]


def test_a_component_of_a_result_is_a_difference() -> None:
    found = difference(builtin("1.20.4"), changed(replace(CHEST, components='{"minecraft:lock":"x"}')))
    assert found.changed[0].fields == {"components": ("", '{"minecraft:lock":"x"}')}


def test_fidelity_sees_what_is_narrower_wider_missing_and_invented() -> None:
    oak = Ingredient(None, (ItemId("minecraft:oak_planks"),))
    narrow = replace(CHEST, cells=tuple(cell and oak for cell in CHEST.cells))
    found = fidelity(changed(narrow, without="minecraft:anvil"), builtin("1.20.4"))
    assert (found.wrong, found.missing, found.impossible) == (("minecraft:chest",), ("minecraft:anvil",), ())
    dirt = Ingredient(None, (ItemId("minecraft:oak_planks"), ItemId("minecraft:dirt")))
    wide = replace(CHEST, cells=tuple(cell and dirt for cell in CHEST.cells))
    invented = replace(CHEST, id=RecipeId("demo:cheap"), cells=(oak,), width=1, height=1)
    found = fidelity(changed(wide, invented), builtin("1.20.4"))
    assert found.extra == ("demo:cheap",)
    assert found.impossible == ("minecraft:chest", "demo:cheap")
    assert found.cells - found.cells_equal == 8


def test_the_name_of_a_tag_does_not_count_its_members_do() -> None:
    unnamed = replace(CHEST, cells=tuple(cell and Ingredient(None, cell.members) for cell in CHEST.cells))
    assert fidelity(changed(unnamed), builtin("1.20.4")).share == 1.0


@needs_reference
def test_the_measure_finds_the_built_in_catalogs_whole() -> None:
    versions = ("1.13.2", "1.20.4", "1.20.6", "1.21.4", "26.1")
    found = measured(ARCHIVE, versions)
    assert [one.minecraft for one in found] == list(versions)
    for one in found:
        assert (one.share, one.wrong, one.missing, one.extra, one.impossible) == (1.0, (), (), (), ())
        assert one.cells == one.cells_equal > 2000
