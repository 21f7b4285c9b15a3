"""Reads the recipe and tag packets that a vanilla server sent, as recorded in minecraft-packets.

The traps: the grid of a shaped recipe is nested the wrong way round in 10 of the 11 recordings (flattened and cut by
``width`` it is right in all of them); 1.13.2's types lack ``minecraft:``; tags arrive flat, and shuffled before 1.16;
a cell carries its members, not the name of its tag.
"""

from pathlib import Path
from typing import Any

from craftplan.recipes.catalog import Ingredient, Kind, Recipe, Special
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified

from .naming import Naming
from .packages import PACKETS, data_path, read

SHUFFLED = ("1.13.2", "1.14.4", "1.15.2")
ORDERED = "1.16.5"
KINDS = {"crafting_shaped": Kind.SHAPED, "crafting_shapeless": Kind.SHAPELESS} | {
    kind.value: kind
    for kind in (
        *(Kind.SMELTING, Kind.BLASTING, Kind.SMOKING, Kind.CAMPFIRE_COOKING, Kind.STONECUTTING),
        *(Kind.SMITHING, Kind.SMITHING_TRANSFORM, Kind.SMITHING_TRIM),
    )
}


class Recording:
    """One version's packets, decoded: ``tags``, ``recipes`` and ``special``, sorted by id."""

    def __init__(self, packages: Path, version: str) -> None:
        folder = packages / PACKETS / version / "from-server"
        self.names = {row["id"]: ItemId(qualified(row["name"])) for row in read(data_path(packages, version, "items"))}
        self.order = {name: place for place, name in enumerate(self.names.values())}
        self.tags = self._tags(read(folder / "tags/1.json"))
        if version in SHUFFLED:
            self._restore_order(Recording(packages, ORDERED).tags)
        self.naming = Naming(self.tags)
        self.recipes: list[Recipe] = []
        self.special: list[Special] = []
        for packet in sorted(read(folder / "declare_recipes/1.json")["recipes"], key=lambda row: str(row["recipeId"])):
            self._recipe(RecipeId(packet["recipeId"]), packet["type"].removeprefix("minecraft:"), packet.get("data"))

    def _tags(self, packet: Any) -> dict[TagId, tuple[ItemId, ...]]:
        rows = packet.get("itemTags")
        if rows is None:
            rows = next(group["tags"] for group in packet["tags"] if group["tagType"] == "minecraft:item")
        tags = {f"#{row['tagName']}": tuple(self.names[item] for item in row["entries"]) for row in rows}
        return {TagId(tag): tags[tag] for tag in sorted(tags)}

    def _restore_order(self, ordered: dict[TagId, tuple[ItemId, ...]]) -> None:
        """Sort members as the first version with ordered tags has them, others by the registry."""
        for tag, members in self.tags.items():
            later = {member: place for place, member in enumerate(ordered.get(tag, ()))}
            places = {member: (later.get(member, len(later)), self.order[member]) for member in members}
            self.tags[tag] = tuple(sorted(members, key=places.__getitem__))

    def _recipe(self, name: RecipeId, kind: str, data: Any) -> None:
        if kind not in KINDS:
            self.special.append(Special(name, f"minecraft:{kind}"))
            return
        shaped = kind == "crafting_shaped"
        result = data.get("result") or {"itemId": None, "itemCount": 1}
        self.recipes.append(
            Recipe(
                name,
                KINDS[kind],
                tuple(self._cell(name, cell) for cell in self._cells(kind, data)),
                None if result["itemId"] is None else self.names[result["itemId"]],
                count=result["itemCount"],
                width=data["width"] if shaped else 0,
                height=data["height"] if shaped else 0,
                ticks=data.get("cookTime", 0),
            )
        )

    def _cells(self, kind: str, data: Any) -> list[Any]:
        if kind == "crafting_shaped":
            return [cell for line in data["ingredients"] for cell in line]
        if kind == "crafting_shapeless":
            return list(data["ingredients"])
        return [data[slot] for slot in ("ingredient", "template", "base", "addition") if slot in data]

    def _cell(self, recipe: RecipeId, stacks: list[Any]) -> Ingredient | None:
        members = tuple(self.names[stack["itemId"]] for stack in stacks if stack.get("present", True))
        return self.naming.ingredient(recipe, members) if members else None
