"""Standing wishes of people: never use this, keep so many of that, use this first. Typed, so that code keeps them."""

import re
from base64 import b32encode
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from hashlib import blake2b

from ...planner.fuel import uses_of
from ...planner.goal import Experience
from ...planner.result import Answer, Plan
from ...recipes.catalog import Catalog
from ...recipes.errors import InputError
from ...recipes.ids import ItemId, RecipeId, TagId, qualified, short
from ...recipes.names import resolve_item, resolve_tag
from ..heeded import Heeded
from .lessons import Value

LARGEST = 1_000_000
FORMS = '"never use ITEM", "keep COUNT ITEM" and "prefer ITEM"; ITEM may be a #tag or a wood, such as spruce, too'


class Manner(StrEnum):
    """What is wished."""

    AVOID = "avoid"
    KEEP = "keep"
    PREFER = "prefer"


_READ = {
    Manner.AVOID: re.compile(r"(?:never use|do not use|don't use|avoid)\s+(?P<name>.+)"),
    Manner.KEEP: re.compile(r"(?:always )?(?:keep|leave)\s+(?:at least )?(?P<count>\d{1,9})\s*[x×]?\s+(?P<name>.+)"),
    Manner.PREFER: re.compile(r"prefer\s+(?P<name>.+)"),
}
_SAID = {Manner.AVOID: "never use {name}", Manner.KEEP: "keep {count} {name}", Manner.PREFER: "prefer {name}"}


class Wish(Value):
    """One wish. ``node`` is ``item:…``, ``tag:#…`` or ``wood:…``; ``count`` is how many items are kept."""

    id: str
    manner: Manner
    node: str
    count: int = 0

    def __str__(self) -> str:
        return _SAID[self.manner].format(count=self.count, name=short(self.node.partition(":")[2]))

    def members(self, catalog: Catalog) -> tuple[ItemId, ...]:
        """Return the items that it is about: none where this version does not have them."""
        kind, _, name = self.node.partition(":")
        if kind == "item":
            return (ItemId(name),) if name in catalog.items else ()
        if kind == "tag":
            return tuple(catalog.tags.get(TagId(name), ()))
        return tuple(item for item in catalog.items if _of_wood(item, name))


def read_wish(text: str, catalog: Catalog) -> Wish:
    """Return the wish that a person's words say.

    Raises an InputError that names the forms for any other words, an UnknownItemError with near names.
    """
    words = " ".join(text.strip().strip("\"'.!").lower().replace("’", "'").split())
    for manner, form in _READ.items():
        said = form.fullmatch(words)
        if said:
            node = _node(said["name"], catalog)
            count = int(said["count"]) if manner is Manner.KEEP else 0
            if manner is Manner.KEEP:
                _check_kept(node, count, catalog)
            return Wish(id=_id(manner, node), manner=manner, node=node, count=count)
    raise InputError(f"{text[:80]!r} is no wish that can be kept", hint=f"the forms are {FORMS}", code="wish")


def replaced(wish: Wish, others: Iterable[Wish]) -> tuple[Wish, ...]:
    """Return the wishes that a newer one replaces: one that says the contrary of the same thing."""
    contrary = {Manner.AVOID: Manner.PREFER, Manner.PREFER: Manner.AVOID}
    return tuple(other for other in others if other.node == wish.node and other.manner is contrary.get(wish.manner))


def heeded(
    wishes: Iterable[Wish], catalog: Catalog, recipes: Iterable[RecipeId], counts: Mapping[ItemId, int]
) -> Heeded:
    """Return what wishes mean for these recipes and what is at hand.

    What is avoided goes into no cell and no fire, and what there is of it stays. Of a tag that many are kept in all,
    first of the member there is most of.
    """
    avoided: dict[ItemId, None] = {}
    keep: dict[ItemId, int] = {}
    prefer: dict[ItemId, None] = {}
    for wish in wishes:
        members = wish.members(catalog)
        if wish.manner is Manner.AVOID:
            avoided |= dict.fromkeys(members)
        elif wish.manner is Manner.PREFER:
            prefer |= dict.fromkeys(members)
        else:
            _allot(keep, wish.count, members, counts)
    keep |= {item: counts[item] for item in avoided if counts.get(item, 0)}
    used = (catalog.recipes[recipe] for recipe in recipes)
    experience = Experience(
        avoid_members=frozenset(uses_of(avoided, used, catalog)),
        prefer=tuple(item for item in prefer if item not in avoided),
    )
    return Heeded(experience, keep)


def in_the_way(wishes: tuple[Wish, ...], planned: Callable[[tuple[Wish, ...]], Plan]) -> tuple[Wish, ...]:
    """Return the wishes without which there would be a better answer: single ones where one alone is to blame."""
    if not wishes or planned(wishes).ready or worse(planned(()), planned(wishes)) >= 0:
        return ()
    alone = [wish for wish in wishes if worse(planned(_but(wishes, wish)), planned(wishes)) < 0]
    return tuple(alone) or wishes


def worse(answer: Plan, than: Plan) -> int:
    """Return by how much an answer is worse than another: below zero where it is better."""
    ranks = {Answer.FEASIBLE: 0, Answer.MISSING: 1}
    return ranks.get(answer.answer, 2) - ranks.get(than.answer, 2)


def joined(experience: Experience, wished: Experience) -> Experience:
    """Return what lessons and wishes say together."""
    return Experience(
        experience.avoid | wished.avoid,
        experience.avoid_members | wished.avoid_members,
        (*experience.prefer, *(item for item in wished.prefer if item not in experience.prefer)),
    )


def _but(wishes: tuple[Wish, ...], left_out: Wish) -> tuple[Wish, ...]:
    return tuple(wish for wish in wishes if wish != left_out)


def _allot(keep: dict[ItemId, int], count: int, members: tuple[ItemId, ...], counts: Mapping[ItemId, int]) -> None:
    if len(members) == 1:
        keep[members[0]] = max(count, keep.get(members[0], 0))
        return
    for item in sorted(members, key=lambda item: (-counts.get(item, 0), item)):
        kept = min(count, counts.get(item, 0))
        if kept:
            keep[item] = max(kept, keep.get(item, 0))
        count -= kept


def _node(name: str, catalog: Catalog) -> str:
    """Return the node that a name means: an item, a wood, or a tag."""
    if name.startswith("#"):
        return f"tag:{resolve_tag(catalog, name)}"
    slug = name.strip().removeprefix("minecraft:").replace(" ", "_")
    if qualified(slug) not in catalog.items and qualified(f"{slug}_planks") in catalog.items:
        return f"wood:{slug}"
    try:
        return f"item:{resolve_item(catalog, name)}"
    except InputError:
        tag = TagId(qualified(f"#{slug}"))
        if tag in catalog.tags:
            return f"tag:{tag}"
        raise


def _of_wood(item: ItemId, wood: str) -> bool:
    return item.removeprefix("minecraft:").removeprefix("stripped_").startswith(f"{wood}_")


def _check_kept(node: str, count: int, catalog: Catalog) -> None:
    if not 1 <= count <= LARGEST:
        raise InputError(f"{count} is not a count to keep", hint=f"a count is from 1 to {LARGEST:,}", code="count")
    if node.startswith("wood:"):
        wood = node.removeprefix("wood:")
        family = [short(item) for item in catalog.items if _of_wood(item, wood)]
        hint = f"say which: {', '.join(family[:12])}"
        raise InputError(f"{count} of {wood} can be {len(family)} things", hint=hint, code="ambiguous")


def _id(manner: Manner, node: str) -> str:
    return f"W-{b32encode(blake2b(f'{manner}|{node}'.encode(), digest_size=5).digest()).decode()}"
