"""Finds the item or tag that people mean: ``Wooden Pickaxe``, ``torches``, ``minecraft:oak_planks``."""

from collections.abc import Collection, Iterator
from difflib import SequenceMatcher
from heapq import nlargest

from .catalog import Catalog
from .errors import InputError, UnknownItemError
from .ids import ItemId, TagId, qualified, short

NEAR = 5
LONGEST = 80
"""Nobody means an item by more letters than that."""

ALIKE = 0.6
"""How much of two names must agree, 0 to 1, for one to be offered for the other."""


def resolve_item(catalog: Catalog, text: str) -> ItemId:
    """Return the item that ``text`` names: an id, a title, a plural where it can mean only one item.

    Raises InputError (``ambiguous``) for the name of a whole family (``pickaxe``), UnknownItemError otherwise.
    """
    slug = _slug(text)
    for exact in (ItemId(qualified(text.strip())), ItemId(qualified(slug))):
        if exact in catalog.items:
            return exact
    found = {item for form in _forms(slug) for item in _called(catalog.items, form)}
    if len(found) == 1:
        return ItemId(found.pop())
    family = found or {item for form in (slug, *_forms(slug)) for item in catalog.items if item.endswith(f"_{form}")}
    if len(family) > 1:
        raise _ambiguous(text, tuple(sorted(map(short, family))))
    near = tuple(short(item) for item in _near(slug, catalog.items))
    raise UnknownItemError(text, minecraft=catalog.minecraft, near=near)


def resolve_tag(catalog: Catalog, text: str) -> TagId:
    """Return the tag that ``text`` names, with or without its ``#``. Raises InputError (``unknown_tag``)."""
    slug = _slug(text.strip().removeprefix("#"))
    exact = TagId(qualified(f"#{slug}"))
    if exact in catalog.tags:
        return exact
    found = {tag for form in (slug, *_forms(slug)) for tag in _called(catalog.tags, form)}
    if len(found) == 1:
        return TagId(found.pop())
    near = tuple(short(tag) for tag in sorted(found) or _near(slug, catalog.tags))
    raise InputError(
        f"no item tag called {text!r} in Minecraft {catalog.minecraft}",
        hint=f"did you mean {', '.join(near)}?" if near else "`craftplan items --tags` lists every tag",
        code="unknown_tag",
        name=text,
        near=near,
    )


def _slug(text: str) -> str:
    words = (
        text.strip().lower().removeprefix("minecraft:").replace("'", " ").replace("-", " ").replace("_", " ").split()
    )
    if words[:2] == ["block", "of"]:
        words = [*words[2:], "block"]
    return "_".join(words)


def _forms(slug: str) -> Iterator[str]:
    """The other numbers of the last word: torches → torch, leaf → leaves, plank → planks."""
    yield slug
    for plural, singular in (("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")):
        if slug.endswith(plural) and len(slug) > len(plural) + 1:
            yield slug.removesuffix(plural) + singular
        if singular and slug.endswith(singular):
            yield slug.removesuffix(singular) + plural
    yield f"{slug}s"
    yield f"{slug}es"


def _called(names: Collection[str], path: str) -> list[str]:
    """Ids with that path in the game's own namespace, or else in any."""
    sign = "#" if next(iter(names), "").startswith("#") else ""
    own = f"{sign}minecraft:{path}"
    return [own] if own in names else [name for name in names if name.rpartition(":")[2] == path]


def _near(slug: str, names: Collection[str]) -> list[str]:
    """The names that come closest, best first; underscores do not count."""
    want = slug.rpartition(":")[2].replace("_", "")
    if len(want) > LONGEST:
        return []
    scored = ((_likeness(want, name.rpartition(":")[2].replace("_", "")), name) for name in names)
    best = nlargest(NEAR, (pair for pair in scored if pair[0] >= ALIKE), key=lambda pair: (pair[0], pair[1]))
    top = best[0][0] if best else 0
    return [name for score, name in best if score >= top - 0.2]


def _likeness(want: str, name: str) -> float:
    matcher = SequenceMatcher(None, name, want, autojunk=False)
    if matcher.real_quick_ratio() < ALIKE or matcher.quick_ratio() < ALIKE:
        return 0.0
    return matcher.ratio()


def _ambiguous(text: str, family: tuple[str, ...]) -> InputError:
    return InputError(
        f"{text!r} is not one item but {len(family)}",
        hint=f"say which: {', '.join(family)}",
        code="ambiguous",
        name=text,
        family=family,
    )
