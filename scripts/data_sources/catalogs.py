"""Puts one version's catalog together."""

from pathlib import Path

from craftplan.recipes.catalog import Catalog, Item
from craftplan.recipes.ids import ItemId, qualified

from .facts import facts
from .packages import PACKAGES, data_path, read
from .recorded import Recording
from .versions import VERSIONS, Edition, line_of

__all__ = ["VERSIONS", "files", "generate"]


def generate(version: str, packages: Path) -> Catalog:
    """Return the catalog of a version, from its nearest recording and the facts."""
    recorded, revisions = line_of(version)
    recording = Recording(packages, recorded)
    edition = Edition(recording.recipes, recording.special, recording.tags)
    for revision in revisions:
        edition.revise(revision)
    source = f"minecraft-packets {PACKAGES['minecraft-packets']}, recorded from {recorded}"
    if facts("revisions")["versions"][version].get("reconstructed"):
        source += f"; reconstructed from facts, items from minecraft-data {PACKAGES['minecraft-data']}"
    return Catalog(
        minecraft=version,
        source=source,
        items=_items(packages, version),
        tags={tag: edition.tags[tag] for tag in sorted(edition.tags)},
        recipes=[edition.recipes[name] for name in sorted(edition.recipes)],
        special=[edition.special[name] for name in sorted(edition.special)],
    )


def files() -> dict[str, str]:
    """Return which file holds a version: its own, or that of a release with the same content."""
    return {version: version for version in VERSIONS} | facts("revisions")["same"]


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
