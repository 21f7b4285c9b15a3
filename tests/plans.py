"""A catalog written by hand and steps of it, for tests that need no more."""

from craftplan.planner.result import Bind, Station, Step, StepIngredient
from craftplan.recipes.catalog import Catalog, Ingredient, Item, Kind, Recipe
from craftplan.recipes.ids import ItemId, RecipeId, TagId

OAK, SPRUCE, STICK = ItemId("minecraft:oak_planks"), ItemId("minecraft:spruce_planks"), ItemId("minecraft:stick")
MILK, BUCKET, CHEESE = ItemId("demo:milk"), ItemId("demo:bucket"), ItemId("demo:cheese")
PLANKS = Ingredient(TagId("#minecraft:planks"), (OAK, SPRUCE))
STICKS = Recipe(RecipeId("minecraft:stick"), Kind.SHAPED, (PLANKS, PLANKS), STICK, 4, width=1, height=2)
CHEESES = Recipe(RecipeId("demo:cheese"), Kind.SHAPELESS, (Ingredient(None, (MILK,)),), CHEESE)
CATALOG = Catalog(
    minecraft="1.20.4",
    source="tests",
    items=[Item(OAK), Item(SPRUCE), Item(STICK), Item(MILK, 1, BUCKET), Item(BUCKET, 16), Item(CHEESE)],
    tags={TagId("#minecraft:planks"): (OAK, SPRUCE)},
    recipes=[STICKS, CHEESES],
)


def stick_step(*, top: ItemId = OAK, bottom: ItemId = OAK, times: int = 1, number: int = 1) -> Step:
    """Sticks in the inventory's grid."""
    return Step(
        number=number,
        recipe=STICKS,
        item=STICK,
        count=4 * times,
        times=times,
        station=Station.INVENTORY,
        result_slot=0,
        ingredients=(StepIngredient(PLANKS.tag, PLANKS.members, (1, 3)),),
        bind=(Bind(1, top), Bind(3, bottom)),
    )


def cheese_step() -> Step:
    """Cheese of a bucket of milk, whose bucket comes back."""
    return Step(
        number=1,
        recipe=CHEESES,
        item=CHEESE,
        count=1,
        times=1,
        station=Station.INVENTORY,
        result_slot=0,
        ingredients=(StepIngredient(None, (MILK,), (1,)),),
        bind=(Bind(1, MILK),),
    )
