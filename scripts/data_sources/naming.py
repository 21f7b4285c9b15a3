"""Gives a recorded cell the name of the tag that it came from."""

from collections.abc import Mapping

from craftplan.recipes.catalog import Ingredient
from craftplan.recipes.ids import ItemId, RecipeId, TagId, qualified, short

from .facts import facts


class Naming:
    """Member sets to tag names; where several fit the facts decide, and a case without a fact is an error."""

    def __init__(self, tags: Mapping[TagId, tuple[ItemId, ...]]) -> None:
        self._tags = tags
        self._named: dict[frozenset[ItemId], list[TagId]] = {}
        for tag, members in tags.items():
            self._named.setdefault(frozenset(members), []).append(tag)
        self._lists: dict[str, list[str]] = facts("names")["lists"]
        self._choice: dict[str, str] = facts("names")["tags"]

    def ingredient(self, recipe: RecipeId, members: tuple[ItemId, ...]) -> Ingredient:
        """Return the ingredient with these members, in the order of its tag."""
        lists = self._lists.get(short(recipe), [])
        candidates = [tag for tag in self._named.get(frozenset(members), []) if short(tag)[1:] not in lists]
        if len(members) == 1 or not candidates:
            return Ingredient(None, members)
        if len(candidates) == 1:
            return Ingredient(candidates[0], self._tags[candidates[0]])
        choice = TagId(qualified("#" + self._choice[short(recipe)]))
        if choice not in candidates:
            raise LookupError(f"{recipe}: {choice} is none of {candidates}")
        return Ingredient(choice, self._tags[choice])
