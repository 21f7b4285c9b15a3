from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Ingredient, Kind, Recipe
from craftplan.recipes.compare import difference
from craftplan.recipes.ids import ItemId, RecipeId, TagId
from craftplan.recipes.served import Told, served
from packs import can_make

PLANKS = TagId("#minecraft:planks")
VANILLA = builtin("1.20.4")
NEWER = builtin("1.21.4")
CHEST, STICK, GLASS = (RecipeId(f"minecraft:{name}") for name in ("chest", "stick", "glass"))
COBBLED, SLAB = ItemId("minecraft:cobblestone"), ItemId("minecraft:cobblestone_slab")


def recipe(kind: Kind, result: str, *cells: str, count: int = 1, name: str = "", **more: int) -> Recipe:
    """A recipe as a server tells it: members only."""
    accepted = tuple(Ingredient(None, (ItemId(f"minecraft:{cell}"),)) for cell in cells)
    return Recipe(RecipeId(name), kind, accepted, ItemId(f"minecraft:{result}"), count, **more)


def told(*changed: Recipe, gone: RecipeId | None = None) -> Told:
    """What a server up to 1.21.1 tells whose recipes are vanilla's, but for these."""
    own = {
        name: Recipe(
            name,
            one.kind,
            tuple(cell and Ingredient(None, cell.members[::-1]) for cell in one.cells),
            *(one.result, one.count, one.width, one.height, one.ticks),
        )
        for name, one in VANILLA.recipes.items()
        if one.result is not None and name != gone
    }
    return Told(VANILLA.tags, tuple((own | {one.id: one for one in changed}).values()), complete=True)


def test_a_server_that_says_the_same_changes_nothing() -> None:
    backwards = {tag: members[::-1] for tag, members in VANILLA.tags.items()}
    assert served(VANILLA, Told({**backwards, TagId("#mod:unused"): (COBBLED,)})) is VANILLA
    assert served(VANILLA, told()) is VANILLA
    assert served(VANILLA, Told({})) is VANILLA


def test_a_proxy_that_has_no_recipes_to_tell_takes_none_away() -> None:
    assert served(VANILLA, Told(VANILLA.tags, (), complete=True)) is VANILLA


def test_what_a_server_says_of_its_tags_counts() -> None:
    palm = ItemId("demo:palm_planks")
    now = served(VANILLA, Told({PLANKS: (ItemId("minecraft:oak_planks"), palm)}))
    assert can_make(now, "chest", {"demo:palm_planks": 4, "oak_planks": 4})
    assert not can_make(now, "chest", {"birch_planks": 8})
    assert palm in now.items
    assert now.recipe_hash(CHEST) != VANILLA.recipe_hash(CHEST)
    assert now.recipes[RecipeId("minecraft:anvil")] is VANILLA.recipes[RecipeId("minecraft:anvil")]


def test_a_tag_that_the_server_has_emptied_is_satisfied_by_nothing() -> None:
    assert not can_make(served(VANILLA, Told({PLANKS: ()})), "chest", {"oak_planks": 8})


def test_a_recipe_that_is_not_told_where_all_are_is_gone() -> None:
    found = difference(VANILLA, served(VANILLA, told(gone=CHEST)))
    assert (found.removed, found.added, found.changed) == ((CHEST,), (), ())


def test_another_recipe_of_the_same_id_replaces_the_catalogs_and_a_new_one_is_added() -> None:
    sticks = recipe(Kind.SHAPELESS, "stick", "bamboo", count=3, name=STICK)
    own = recipe(Kind.SMELTING, "glass", "gravel", name="my:glass", ticks=50)
    now = served(VANILLA, told(sticks, own))
    found = difference(VANILLA, now)
    assert (found.added, [change.recipe for change in found.changed]) == (("my:glass",), [STICK])
    assert (now.recipes[STICK].count, now.recipes[RecipeId("my:glass")].ticks) == (3, 50)
    assert can_make(now, "stick", {"bamboo": 1})
    assert not can_make(now, "stick", {"oak_planks": 2})


def test_a_told_cell_gets_its_tags_name_again() -> None:
    cell = Ingredient(None, VANILLA.tags[PLANKS][::-1])
    own = Recipe(RecipeId("my:slab"), Kind.SHAPELESS, (cell,), SLAB, 2)
    now = served(VANILLA, told(own))
    assert [cell.tag for cell in now.recipes[own.id].ingredients] == [PLANKS]


def test_of_a_station_whose_recipes_are_all_told_those_that_are_not_are_gone() -> None:
    cuts = [one for one in NEWER.recipes.values() if one.kind is Kind.STONECUTTING]
    gone = next(one for one in cuts if one.result == SLAB)
    left = tuple(one for one in cuts if one is not gone)
    extra = recipe(Kind.STONECUTTING, "cobblestone_slab", "dirt", count=5)
    now = served(NEWER, Told({}, (*left, extra)))
    assert gone.id not in now.recipes
    (added,) = difference(NEWER, now).added
    assert (added, now.recipes[added].count) == ("server:cobblestone_slab_from_stonecutting_1", 5)


def test_a_recipe_without_an_id_stands_for_the_only_one_of_its_result() -> None:
    now = served(NEWER, Told({}, (recipe(Kind.SHAPELESS, "furnace", "dirt", count=2), _chest(3))))
    assert now.recipes[CHEST].count == 3
    found = difference(NEWER, now)
    assert [change.recipe for change in found.changed] == [CHEST]
    assert found.added == ("server:furnace_from_shapeless_1",)
    assert found.removed == ()


def _chest(count: int) -> Recipe:
    one = NEWER.recipes[CHEST]
    return Recipe(RecipeId(""), one.kind, one.cells, one.result, count, one.width, one.height)
