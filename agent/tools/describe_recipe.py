"""``describe_recipe``: how an item is made, slot by slot."""

from pydantic import Field

from ...recipes.ids import ItemId
from .ingredients import Described, described
from .thrift import all_recipes
from .tool import Context, Item, Model, Tool

MOST = 12


class DescribeRecipe(Model):
    """Which item."""

    item: Item = Field(description="The item that is to be made.")


class Recipes(Model):
    """The recipes that make it, in the game's order, at most twelve, and how many there are."""

    item: str
    recipes: list[Described]
    total: int


def describe(context: Context, wanted: DescribeRecipe) -> Recipes:
    """Return the recipes that make an item; none where nothing does."""
    found = context.catalog.producers.get(ItemId(wanted.item), ())
    return Recipes(item=wanted.item, recipes=[described(recipe) for recipe in found[:MOST]], total=len(found))


DESCRIBE_RECIPE = Tool(
    "describe_recipe",
    "Tell how an item is made: station, counts, and which tag or item each slot takes.",
    DescribeRecipe,
    Recipes,
    describe,
    triggers=("recipe", "pattern", "ingredients", "slots", "grid"),
    avoided=all_recipes,
)
