"""Opens a compiled catalog: reads the document, and builds items, tags and recipes when they are asked for."""

from json import loads

from .catalog import GRIDS, HEAPS, Catalog, Ingredient, Item, Recipe, Special
from .collection import paused_collection
from .compiled import DEFAULTS, EMPTY, FORMAT, KINDS, Document, Row
from .errors import IntegrityError
from .ids import ItemId, RecipeId, TagId, qualified
from .lazy import LazyMap

RECIPES = '"recipes":[\n'
_BLANK = ("", str(EMPTY))


def open_catalog(text: str | bytes, minecraft: str | None = None) -> Catalog:
    """Return the catalog that ``compile_catalog`` wrote; ``minecraft`` is another release with the same content.

    Raises IntegrityError for anything else.
    """
    try:
        head, _, rows = (text if isinstance(text, str) else text.decode()).partition(RECIPES)
        document: Document = loads(head + '"recipes":[]}')
        if document["format"] != FORMAT:
            raise IntegrityError(
                f"compiled catalog has format {document['format']}, this craftplan reads {FORMAT}",
                hint="build it again",
            )
        with paused_collection():
            return _Opened(document, rows).catalog(minecraft or document["minecraft"])
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise IntegrityError(f"not a compiled catalog: {error}", hint="build it again") from error


class _Opened:
    """The document's tables, and how each thing is built from its row."""

    def __init__(self, document: Document, rows: str) -> None:
        self.document = document
        known = [ItemId(name if ":" in name else f"minecraft:{name}") for name in document["items"]]
        self.known = {item: place for place, item in enumerate(known)}
        self.names = known + [ItemId(qualified(name)) for name in document["others"]]
        self.stack_sizes = {place: int(size) for size, places in document["stack_sizes"].items() for place in places}
        self.remainders: dict[str, str] = document["remainders"]
        self.ingredients: dict[int, Ingredient] = {}
        self.tags = LazyMap({TagId(qualified(name)): row for name, row in document["tags"].items()}, self.members)
        self.lines = rows.removesuffix("\n]\n}\n").split("\n") if rows.strip("\n]}") else []
        names = [line[2 : line.index('"', 2)] for line in self.lines]
        self.ids = [RecipeId(name if ":" in name else f"minecraft:{name}") for name in names]
        self.recipes = LazyMap(dict(zip(self.ids, self.lines, strict=True)), self.recipe)

    def producers(self) -> LazyMap[ItemId, tuple[Recipe, ...]]:
        """The recipes that make each item, found without parsing the lines."""
        makers: dict[str, list[RecipeId]] = {}
        for recipe, line in zip(self.recipes, self.lines, strict=True):
            makers.setdefault(line.split(",", 2)[1], []).append(recipe)
        makers.pop(str(EMPTY), None)
        return LazyMap({self.names[int(result)]: recipes for result, recipes in makers.items()}, self.made)

    def first_cells(self) -> LazyMap[tuple[int, ItemId], dict[int, Recipe]]:
        """The crafting recipes by the size and first cell of what goes in, found without parsing the lines."""
        crafted = {str(place) for place, kind in enumerate(KINDS) if kind in GRIDS or kind in HEAPS}
        alike: dict[tuple[int, str], list[int]] = {}
        for place, line in enumerate(self.lines):
            _, _, kind, rest = line.split(",", 3)
            if kind in crafted:
                filled = [cell for cell in rest[1 : rest.index("]")].split(",") if cell not in _BLANK]
                if filled:
                    alike.setdefault((len(filled), filled[0]), []).append(place)
        rows: dict[tuple[int, ItemId], list[list[int]]] = {}
        for (size, first), places in alike.items():
            for member in self.accepted(int(first)):
                rows.setdefault((size, self.names[member]), []).append(places)
        return LazyMap(rows, self.begun)

    def catalog(self, minecraft: str) -> Catalog:
        document = self.document
        return Catalog(
            minecraft=minecraft,
            source=document["source"],
            items=LazyMap(self.known, self.item),
            tags=self.tags,
            recipes=self.recipes,
            special=[Special(RecipeId(qualified(name)), kind) for name, kind in document["special"]],
            unsupported=[Special(RecipeId(qualified(name)), kind) for name, kind in document["unsupported"]],
            producers=self.producers,
            first_cells=self.first_cells,
            content_hash=document["hash"] if minecraft == document["minecraft"] else None,
        )

    def made(self, _: ItemId, recipes: list[RecipeId]) -> tuple[Recipe, ...]:
        return tuple(self.recipes[recipe] for recipe in recipes)

    def begun(self, _: tuple[int, ItemId], groups: list[list[int]]) -> dict[int, Recipe]:
        return {place: self.recipes[self.ids[place]] for places in groups for place in places}

    def item(self, item: ItemId, place: int) -> Item:
        remainder = self.remainders.get(self.document["items"][place])
        return Item(item, self.stack_sizes.get(place, 64), ItemId(qualified(remainder)) if remainder else None)

    def members(self, _: TagId, places: list[int]) -> tuple[ItemId, ...]:
        return tuple(self.names[place] for place in places)

    def recipe(self, recipe: RecipeId, line: str) -> Recipe:
        row: Row = loads(line.removesuffix(","))
        _, result, kind, cells = row[:4]
        count, width, height, ticks, components = row[4:] + DEFAULTS[len(row) - 4 :]
        return Recipe(
            recipe,
            KINDS[kind],
            tuple(None if cell < 0 else self.ingredient(cell) for cell in cells),
            None if result < 0 else self.names[result],
            count=count,
            width=width,
            height=height,
            ticks=ticks,
            components=components,
        )

    def ingredient(self, place: int) -> Ingredient:
        built = self.ingredients.get(place)
        if built is None:
            built = self.ingredients[place] = self._ingredient(self.document["ingredients"][place])
        return built

    def accepted(self, place: int) -> list[int]:
        """The items that an ingredient accepts, as numbers."""
        row = self.document["ingredients"][place]
        if isinstance(row, str):
            row = self.document["tags"][row]
        elif isinstance(row, dict):
            row = row["items"]
        return row if isinstance(row, list) else [row]

    def _ingredient(self, row: object) -> Ingredient:
        match row:
            case str():
                tag = TagId(qualified(row))
                return Ingredient(tag, self.tags[tag])
            case int():
                return Ingredient(None, (self.names[row],))
            case list():
                return Ingredient(None, tuple(self.names[place] for place in row))
            case {"tag": tag_name, "items": [*places], "components": components, "strict": strict}:
                members = tuple(self.names[place] for place in places)
                return Ingredient(TagId(tag_name) if tag_name else None, members, components, strict)
        raise IntegrityError(f"not an ingredient: {row!r}", hint="build the catalog again")
