"""Which recording a version starts from, and what is revised in it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from craftplan.recipes.catalog import Ingredient, Recipe, Special
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified

from .facts import facts
from .notation import read_notation, renamed

Tags = dict[TagId, tuple[ItemId, ...]]


class Edition:
    """The recipes and tags of one version, while facts revise them."""

    def __init__(self, recipes: list[Recipe], special: list[Special], tags: Mapping[TagId, tuple[ItemId, ...]]) -> None:
        self.recipes = {recipe.id: recipe for recipe in recipes}
        self.special = {special.id: special for special in special}
        self.tags: Tags = dict(tags)

    def revise(self, revision: dict[str, Any]) -> None:
        """Apply one revision, its parts always in this order."""
        self._tags(revision)
        for old, new in revision.get("like", {}).items():
            self._like(old, new)
        for name in revision.get("remove_recipes", []):
            self.recipes.pop(RecipeId(qualified(name)), None)
            self.special.pop(RecipeId(qualified(name)), None)
        for old, new in expanded(revision.get("rename_recipes", {})):
            recipe = self.recipes.pop(RecipeId(qualified(old)))
            name = RecipeId(qualified(new))
            self.recipes[name] = replace(recipe, id=name)
        for swap in revision.get("swap", []):
            self._swap(swap)
        for name, text in expanded(revision.get("recipes", {})):
            recipe = read_notation(name, text, self.tags)
            self.recipes[recipe.id] = recipe
            self.special.pop(recipe.id, None)
        for name, kind in expanded(revision.get("special", {})):
            special = Special(RecipeId(qualified(name)), qualified(kind))
            self.special[special.id] = special
        for name in revision.get("then_remove_tags", []):
            del self.tags[_tag(name)]
        self._rebind()

    def _tags(self, revision: dict[str, Any]) -> None:
        for name in revision.get("remove_tags", []):
            del self.tags[_tag(name)]
        for name, members in revision.get("tags", {}).items():
            self.tags[_tag(name)] = self._members(members)
        for name, members in revision.get("add_to_tags", {}).items():
            now = self.tags[_tag(name)]
            self.tags[_tag(name)] = tuple(dict.fromkeys((*now, *self._members(members))))
        for name, members in revision.get("remove_from_tags", {}).items():
            gone = self._members(members)
            self.tags[_tag(name)] = tuple(member for member in self.tags[_tag(name)] if member not in gone)

    def _members(self, text: str) -> tuple[ItemId, ...]:
        found: dict[ItemId, None] = {}
        for _, word in expanded({text: text}):
            for name in word.split():
                found.update(dict.fromkeys(self.tags[_tag(name[1:])] if name[0] == "#" else [ItemId(qualified(name))]))
        return tuple(found)

    def _like(self, old: str, new: str) -> None:
        """Give a family all that another has: recipes with its name, and places in the same tags."""
        for tag, members in list(self.tags.items()):
            more = [ItemId(renamed(member, old, new)) for member in members if renamed(member, old, new) != member]
            self.tags[tag] = tuple(dict.fromkeys((*members, *more)))
            if renamed(tag, old, new) != tag:
                other = tuple(ItemId(renamed(member, old, new)) for member in members)
                self.tags[TagId(renamed(tag, old, new))] = other
                self.tags[tag] = members
        for recipe in list(self.recipes.values()):
            name = RecipeId(renamed(recipe.id, old, new))
            if name != recipe.id and name not in self.recipes:
                cells = tuple(cell and self._renamed(cell, old, new) for cell in recipe.cells)
                result = ItemId(renamed(recipe.result, old, new)) if recipe.result else None
                self.recipes[name] = replace(recipe, id=name, cells=cells, result=result)

    def _renamed(self, cell: Ingredient, old: str, new: str) -> Ingredient:
        if cell.tag:
            tag = TagId(renamed(cell.tag, old, new))
            return Ingredient(tag, self.tags[tag])
        return Ingredient(None, tuple(ItemId(renamed(member, old, new)) for member in cell.members))

    def _swap(self, swap: dict[str, str]) -> None:
        """Replace one ingredient by another in some recipes, or widen a list."""
        if "add" in swap:
            self._widen(swap)
            return
        old = read_notation("x", f"+ {swap['from']} > x", self.tags).ingredients[0]
        new = read_notation("x", f"+ {swap['to']} > x", self.tags).ingredients[0]
        for name, _ in expanded(dict.fromkeys(swap["in"].split(), "")):
            recipe = self.recipes[RecipeId(qualified(name))]
            cells = tuple(new if cell and cell.members == old.members else cell for cell in recipe.cells)
            if cells == recipe.cells:
                raise LookupError(f"{name} has no {swap['from']}")
            self.recipes[recipe.id] = replace(recipe, cells=cells)

    def _widen(self, swap: dict[str, str]) -> None:
        for name, _ in expanded(dict.fromkeys(swap["in"].split(), "")):
            recipe = self.recipes[RecipeId(qualified(name))]
            (cell,) = recipe.ingredients
            members = (*cell.members, *self._members(swap["add"]))
            self.recipes[recipe.id] = replace(recipe, cells=(Ingredient(None, members),))

    def _rebind(self) -> None:
        """Give every named ingredient the members that its tag has now."""
        for name, recipe in self.recipes.items():
            cells = tuple(
                Ingredient(cell.tag, self.tags[cell.tag]) if cell and cell.tag else cell for cell in recipe.cells
            )
            self.recipes[name] = replace(recipe, cells=cells)


def expanded(lines: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Spell out ``{list}`` in names and texts; a word of several parts is ``{list.0}``, ``{list.1}``."""
    lists: dict[str, list[str]] = facts("lists")["lists"]
    for name, text in lines.items():
        used = [key for key in lists if f"{{{key}}}" in name + text or f"{{{key}." in name + text]
        for choice in product(*(lists[key] for key in used)):
            one, other = name, text
            for key, word in zip(used, choice, strict=True):
                parts = word.split(",")
                for place, part in enumerate(parts):
                    one, other = (line.replace(f"{{{key}.{place}}}", part) for line in (one, other))
                one, other = (line.replace(f"{{{key}}}", word) for line in (one, other))
            yield one, other


def _tag(name: str) -> TagId:
    return TagId(qualified(f"#{name}"))


def line_of(version: str) -> tuple[str, list[dict[str, Any]]]:
    """Return the recording that a version starts from and the revisions that lead to it, oldest first."""
    entry = facts("revisions")["versions"][version]
    if "recorded" in entry:
        recorded, before = entry["recorded"], []
    else:
        recorded, before = line_of(entry["after"])
    return recorded, [*before, *(facts("revisions")["revisions"][name] for name in entry.get("revisions", []))]


VERSIONS = list(facts("revisions")["versions"])
