"""Which recording a version starts from, and what is revised in it."""

from collections.abc import Iterable, Mapping
from typing import Any

from craftplan.recipes.catalog import Recipe
from craftplan.recipes.ids import ItemId, TagId, qualified

from .facts import facts

REVISIONS: dict[str, tuple[str, list[Any]]] = {
    version: (entry["recorded"], [facts("revisions")["revisions"][name] for name in entry.get("revisions", [])])
    for version, entry in facts("revisions")["versions"].items()
}
VERSIONS = list(REVISIONS)

Tags = dict[TagId, tuple[ItemId, ...]]


def revise(
    recipes: Iterable[Recipe], tags: Mapping[TagId, tuple[ItemId, ...]], revisions: list[Any]
) -> tuple[list[Recipe], Tags]:
    """Apply revisions in order: ``add_to_tags`` appends members."""
    revised = dict(tags)
    for revision in revisions:
        for tag, members in revision.get("add_to_tags", {}).items():
            name = TagId(qualified("#" + tag))
            revised[name] = (*revised[name], *(ItemId(qualified(member)) for member in members))
    return list(recipes), revised
