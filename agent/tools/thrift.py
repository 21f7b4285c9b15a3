"""How many tokens it would take to tell everything: what tools that tell a part of it spare their callers."""

import json
from collections.abc import Callable
from weakref import WeakKeyDictionary

from ...recipes.catalog import Catalog
from ..document import recipe_document
from ..memory.hot import estimate

_KNOWN: WeakKeyDictionary[Catalog, dict[str, int]] = WeakKeyDictionary()


def all_items(catalog: Catalog) -> int:
    """Return the tokens of an enum of every item: what a schema without tags needs for each field that names one."""
    return _once(catalog, "items", lambda: json.dumps(list(catalog.items)))


def all_recipes(catalog: Catalog) -> int:
    """Return the tokens of every recipe with its tags' members."""
    return _once(catalog, "recipes", lambda: json.dumps([recipe_document(one) for one in catalog.recipes.values()]))


def all_tags(catalog: Catalog) -> int:
    """Return the tokens of every tag with its members."""
    return _once(catalog, "tags", lambda: json.dumps({tag: list(members) for tag, members in catalog.tags.items()}))


def _once(catalog: Catalog, name: str, text: Callable[[], str]) -> int:
    known = _KNOWN.setdefault(catalog, {})
    if name not in known:
        known[name] = estimate(text())
    return known[name]
