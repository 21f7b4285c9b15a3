"""``find_items``: which items have these words in their names."""

from collections.abc import Sequence
from weakref import WeakKeyDictionary

from pydantic import Field

from ...recipes.catalog import Catalog
from ...recipes.ids import ItemId, short
from .thrift import all_items
from .tool import Context, Model, Tool


class FindItems(Model):
    """Words of the name."""

    words: str = Field(description="Words that the item's name holds, as in: oak planks.", max_length=100)
    most: int = Field(default=20, description="How many items to list at most.", ge=1, le=50)


class FoundItem(Model):
    """An item, the kinds of recipes that make it, and how many share a slot."""

    item: str
    made_by: list[str]
    stack_size: int


class FoundItems(Model):
    """The items, shortest names first, and how many there are in all."""

    items: list[FoundItem]
    total: int


def find(context: Context, wanted: FindItems) -> FoundItems:
    """Return the items whose names hold all the words, or most of them where none holds all."""
    catalog = context.catalog
    text = wanted.words.lower().removeprefix("minecraft:").replace("_", " ").replace("-", " ")
    words = [word.removesuffix("s") or word for word in text.split()]
    found = _holding(words, _names(catalog))
    listed = [
        FoundItem(
            item=short(item),
            made_by=sorted({str(recipe.kind) for recipe in catalog.producers.get(item, ())}),
            stack_size=catalog.items[item].stack_size,
        )
        for item, _ in found[: wanted.most]
    ]
    return FoundItems(items=listed, total=len(found))


def _holding(words: list[str], names: Sequence[tuple[ItemId, str]]) -> Sequence[tuple[ItemId, str]]:
    """Return the names that hold all the words; where none does, those that hold most of them."""
    found = names
    for word in words:
        found = [(item, name) for item, name in found if word in name]
    if found or not words:
        return found
    held = [sum(word in name for word in words) for _, name in names]
    most = max(held)
    return [pair for pair, count in zip(names, held, strict=True) if count == most > 0]


def _names(catalog: Catalog) -> tuple[tuple[ItemId, str], ...]:
    """Return the items with their names, without namespaces, shortest first; made once for a catalog."""
    if catalog not in _NAMES:
        items = sorted(catalog.items, key=lambda item: (len(item), item))
        _NAMES[catalog] = tuple((item, item.rpartition(":")[2]) for item in items)
    return _NAMES[catalog]


_NAMES: WeakKeyDictionary[Catalog, tuple[tuple[ItemId, str], ...]] = WeakKeyDictionary()


FIND_ITEMS = Tool(
    "find_items",
    "Find items by words of their names, with how they are made: those that hold all the words, else most of them.",
    FindItems,
    FoundItems,
    find,
    triggers=("search", "list", "names", "items", "which"),
    version="1.1.0",
    avoided=all_items,
)
