"""The catalog that a command plans with: a built-in one, or what the user's own paths hold."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...recipes.builtin import builtin
from ...recipes.catalog import Catalog
from .streams import Streams

if TYPE_CHECKING:
    from ..world import World


def read_catalog(streams: Streams, minecraft: str | None, paths: Sequence[Path]) -> Catalog:
    """Return the catalog of ``--catalog`` paths, or the built-in one; what was not loaded is said on stderr."""
    if not paths:
        return builtin(minecraft) if minecraft else builtin()
    from ...recipes.cache import cached_catalog
    from ...recipes.diagnostics import errors
    from .. import places

    loaded = cached_catalog(paths, minecraft=minecraft, folder=places.cache() / "catalogs")
    lost = errors(loaded.diagnostics)
    if lost:
        named = " ".join(map(str, paths))
        streams.say(f"{len(lost)} files were not loaded; `craftplan catalog check {named}` says why")
    return loaded.catalog


def catalog_on(streams: Streams, world: "World", paths: Sequence[Path]) -> Catalog:
    """Return the catalog of the server's version. Raises an InputError where ``paths`` are of another one."""
    from ..world import catalog_of

    return read_catalog(streams, world.minecraft, paths) if paths else catalog_of(world)
