"""Puts one version's catalog together."""

from pathlib import Path

from craftplan.recipes.catalog import Catalog, Item
from craftplan.recipes.ids import ItemId, qualified

from .facts import facts
from .packages import PACKAGES, data_path, read
from .recorded import Recording
from .versions import REVISIONS, VERSIONS, revise

__all__ = ["VERSIONS", "generate"]


def generate(version: str, packages: Path) -> Catalog:
    """Return the catalog of a version, from its nearest recording and the facts."""
    recorded, revisions = REVISIONS[version]
    recording = Recording(packages, recorded)
    recipes, tags = revise(recording.recipes, recording.tags, revisions)
    source = f"minecraft-packets {PACKAGES['minecraft-packets']}, recorded from {recorded}"
    return Catalog(
        minecraft=version,
        source=source,
        items=_items(packages, version),
        tags=tags,
        recipes=recipes,
        special=recording.special,
    )


def _items(packages: Path, version: str) -> list[Item]:
    remainders: dict[str, str] = facts("remainders")["remainders"]
    return [
        Item(
            ItemId(qualified(row["name"])),
            row["stackSize"],
            ItemId(qualified(remainders[row["name"]])) if row["name"] in remainders else None,
        )
        for row in read(data_path(packages, version, "items"))
        if row["name"] != "air"
    ]
