"""What a reader of recipes may ask: which items and tags there are, in which version, under which loader."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from ..catalog import Ingredient
from ..diagnostics import Diagnostic
from ..ids import ItemId, TagId, qualified
from ..rejected import Rejected
from .generations import Format, Generation


class Loader(StrEnum):
    """What runs the packs; Paper and Spigot are ``vanilla`` here."""

    VANILLA = "vanilla"
    FABRIC = "fabric"
    QUILT = "quilt"
    FORGE = "forge"
    NEOFORGE = "neoforge"


@dataclass(slots=True)
class Lookup:
    """The world of one load. ``notice`` takes what is odd but loads."""

    format: Format
    generation: Generation
    loader: Loader
    tags: Mapping[TagId, tuple[ItemId, ...]]
    known: Callable[[str], bool]
    notice: Callable[[Diagnostic], None]
    mods: frozenset[str] = frozenset()
    block_tags: Mapping[TagId, tuple[ItemId, ...]] = field(default_factory=dict)
    items: dict[str, Ingredient] = field(default_factory=dict)
    sets: dict[str, Ingredient] = field(default_factory=dict)
    constants: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    partial_tags: bool = False
    near: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def item(self, name: object, pointer: str) -> ItemId:
        """Return the item with that name. Raises Rejected when there is none: the game drops the recipe."""
        if not isinstance(name, str):
            raise Rejected("bad_item", "an item is written as a string", pointer=pointer)
        item = qualified(name)
        if item == "minecraft:air":
            raise Rejected("air", "air is no ingredient and no result", pointer=pointer)
        if not self.known(item):
            raise Rejected("unknown_item", f"there is no item {item[:100]}", pointer=pointer)
        return ItemId(item)

    def single(self, name: object, pointer: str) -> Ingredient:
        """Return the ingredient that is one item."""
        found = self.items.get(name) if isinstance(name, str) else None
        if found is None:
            found = Ingredient(None, (self.item(name, pointer),))
            self.items[str(name)] = found
        return found

    def tagged(self, name: object, pointer: str) -> Ingredient:
        """Return the ingredient that is a tag, ``name`` without its ``#``; without members where the tag is missing."""
        found = self.sets.get(name) if isinstance(name, str) else None
        if found is None:
            if not isinstance(name, str) or not name:
                raise Rejected("bad_tag_name", "a tag is written as a string", pointer=pointer)
            tag = TagId(qualified(f"#{name}"))
            found = self.sets[name] = Ingredient(tag, self.tags.get(tag, ()))
        if not found.members and found.tag:
            self.notice(self._without_members(found.tag, pointer))
        return found

    def _without_members(self, tag: TagId, pointer: str) -> Diagnostic:
        if tag in self.tags:
            return Diagnostic("empty_tag", f"the tag {tag} has no members: nothing fits here", pointer=pointer)
        hint = "recipes take item tags"
        if tag in self.block_tags:
            return Diagnostic("block_tag", f"{tag} is a block tag, there is no item tag", pointer=pointer, hint=hint)
        if tag not in self.near:
            self.near[tag] = near_tags(tag, self.tags)
        near = self.near[tag]
        if self.partial_tags and tag.startswith("#minecraft:"):
            hint = "the built-in catalog lacks tags that no recipe of the game uses: name the server's jar as well"
            return Diagnostic("unknown_tag", f"no item tag {tag} is known here", pointer=pointer, hint=hint)
        hint = f"did you mean {', '.join(near)}? nothing is put in its place" if near else ""
        return Diagnostic("unknown_tag", f"there is no item tag {tag}", pointer=pointer, hint=hint)


def near_tags(tag: str, tags: Collection[str]) -> tuple[str, ...]:
    """Return tags that may be meant: the same words in another spelling (``c:iron_ingots``, ``forge:ingots/iron``)."""
    want = _words(tag)
    same = [other for other in tags if _words(other) == want]
    if same:
        return tuple(sorted(same))
    return tuple(get_close_matches(tag, list(tags), n=3, cutoff=0.75))


def _words(tag: str) -> frozenset[str]:
    path = tag.rpartition(":")[2]
    return frozenset(word.removesuffix("s") for word in path.replace("/", "_").split("_"))
