from craftplan.recipes.builtin import builtin
from craftplan.recipes.ids import ItemId, RecipeId, TagId
from craftplan.recipes.rebind import with_server_tags
from packs import can_make

PLANKS = TagId("#minecraft:planks")


def test_what_a_server_says_of_its_tags_counts() -> None:
    vanilla = builtin("1.20.4")
    palm = ItemId("demo:palm_planks")
    tags = {**vanilla.tags, PLANKS: (ItemId("minecraft:oak_planks"), palm)}
    served = with_server_tags(vanilla, tags)
    assert can_make(served, "chest", {"demo:palm_planks": 4, "oak_planks": 4})
    assert not can_make(served, "chest", {"birch_planks": 8})
    assert palm in served.items
    chest = RecipeId("minecraft:chest")
    assert served.recipe_hash(chest) != vanilla.recipe_hash(chest)
    assert served.recipes[RecipeId("minecraft:anvil")] is vanilla.recipes[RecipeId("minecraft:anvil")]


def test_a_tag_that_the_server_does_not_have_is_satisfied_by_nothing() -> None:
    vanilla = builtin("1.20.4")
    served = with_server_tags(vanilla, {tag: members for tag, members in vanilla.tags.items() if tag != PLANKS})
    assert not can_make(served, "chest", {"oak_planks": 8})


def test_a_server_that_says_the_same_changes_nothing() -> None:
    assert with_server_tags(builtin("1.20.4"), dict(builtin("1.20.4").tags)) is builtin("1.20.4")
