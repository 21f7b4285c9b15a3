"""``craftplan catalog``: what craftplan knows, from where, and what it could not read."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ....recipes.errors import InputError
from ....recipes.ids import short
from ..exits import Exit
from ..streams import Streams
from . import options

if TYPE_CHECKING:
    from ....recipes.catalog import Catalog
    from ....recipes.load import Loaded

_PATH = click.Path(path_type=Path)
_paths = click.argument("paths", nargs=-1, type=_PATH, metavar="[PATH …]")
_loader = click.option(
    "--loader", type=click.Choice(["vanilla", "fabric", "quilt", "forge", "neoforge"]), help="What runs the packs."
)


@click.group()
def catalog() -> None:
    """Read jars, server folders, data packs and mods: what is known, and what could not be read."""


@catalog.command(options_metavar="[OPTIONS]")
@_paths
@options.minecraft
@_loader
@options.as_json
@click.pass_obj
def show(
    streams: Streams, paths: tuple[Path, ...], minecraft: str | None, loader: str | None, *, as_json: bool
) -> Exit:
    """Show what a catalog holds: versions, recipes by kind, tags, and what cannot be planned."""
    from ....recipes.builtin import builtin
    from ....recipes.overview import overview

    loaded = _load(paths, minecraft, loader) if paths else None
    seen = overview(loaded.catalog if loaded else builtin(minecraft) if minecraft else builtin())
    if as_json:
        streams.document({"schema": "craftplan/catalog/1", **seen.data()})
        return Exit.DONE
    streams.answer(
        [
            f"Minecraft {seen.minecraft}   {seen.recipes} recipes · {seen.tags} tags · {seen.items} items",
            f"from         {seen.source}",
            f"hash         {seen.hash}",
            f"kinds        {_counted(seen.kinds)}",
            f"special      {_counted(seen.special)}",
            f"unsupported  {_counted(seen.unsupported)}",
        ]
    )
    return Exit.DONE


@catalog.command(options_metavar="[OPTIONS]")
@click.argument("paths", nargs=-1, required=True, type=_PATH, metavar="PATH …")
@options.minecraft
@_loader
@options.as_json
@click.pass_obj
def check(
    streams: Streams, paths: tuple[Path, ...], minecraft: str | None, loader: str | None, *, as_json: bool
) -> Exit:
    """Say of every file that was not loaded, or not as written, which rule it breaks; exit 1 if something was lost."""
    from ....recipes.overview import check as checked

    found = checked(_load(paths, minecraft, loader))
    if as_json:
        streams.document({"schema": "craftplan/check/1", **found.data()})
    else:
        streams.answer(str(diagnostic) for diagnostic in found.diagnostics)
        streams.answer([_counted(found.counts)])
    return Exit(found.exit_code)


@catalog.command(options_metavar="[OPTIONS]")
@click.argument("paths", nargs=-1, required=True, type=_PATH, metavar="PATH …")
@options.minecraft
@_loader
@click.pass_obj
def build(streams: Streams, paths: tuple[Path, ...], minecraft: str | None, loader: str | None) -> Exit:
    """Compile a catalog into the cache, so that --catalog with the same paths opens at once."""
    loaded = _load(paths, minecraft, loader)
    known = loaded.catalog
    streams.answer([f"{len(known.recipes)} recipes of Minecraft {known.minecraft} from {', '.join(loaded.packs)}"])
    return Exit.DONE


@catalog.command(options_metavar="[OPTIONS]")
@click.argument("sides", nargs=-1, type=_PATH, metavar="[BEFORE [AFTER]]")
@options.server
@options.minecraft
@options.as_json
@click.pass_obj
def diff(
    streams: Streams,
    sides: tuple[Path, ...],
    address: str | None,
    username: str,
    auth: str,
    minecraft: str | None,
    *,
    as_json: bool,
) -> Exit:
    """Show what changes from one catalog to another; BEFORE and AFTER are paths, or versions that come with craftplan.

    With --server, AFTER is what that server tells a bot of its tags and recipes, and BEFORE is its version's own
    catalog if nothing else is named. Exits 1 when they differ.
    """
    from ....recipes.compare import difference

    if (len(sides) > 1) if address else (len(sides) != 2):  # noqa: PLR2004 - before and after
        raise InputError("there are two sides to compare", hint="name BEFORE and AFTER, or --server HOST[:PORT]")
    if address:
        before, after = _served(streams, sides, address, username, auth, minecraft)
    else:
        before, after = (_side(side, minecraft) for side in sides)
    found = difference(before, after)
    changed = {change.recipe: sorted(change.fields) for change in found.changed}
    document: dict[str, Any] = {
        "schema": "craftplan/diff/1",
        "recipes": {"removed": found.removed, "added": found.added, "changed": changed},
        "tags": {
            "removed": found.tags_removed,
            "added": found.tags_added,
            "changed": {tag: {"removed": gone, "added": came} for tag, (gone, came) in found.tags_changed.items()},
        },
    }
    if as_json:
        streams.document(document)
    else:
        streams.answer(f"− {short(recipe)}" for recipe in found.removed)
        streams.answer(f"+ {short(recipe)}" for recipe in found.added)
        streams.answer(f"· {short(recipe)}: {', '.join(fields)}" for recipe, fields in changed.items())
        streams.answer(f"− {short(tag)}" for tag in found.tags_removed)
        streams.answer(f"+ {short(tag)}" for tag in found.tags_added)
        for tag, (gone, came) in found.tags_changed.items():
            members = [f"−{short(item)}" for item in gone] + [f"+{short(item)}" for item in came]
            streams.answer([f"· {short(tag)}: {' '.join(members)}"])
    return Exit.NO if found else Exit.DONE


@catalog.command(options_metavar="[OPTIONS]")
@click.argument("reference", type=_PATH)
@options.as_json
@click.pass_obj
def fidelity(streams: Streams, reference: Path, *, as_json: bool) -> Exit:
    """Measure the built-in catalogs against the game's own files, REFERENCE/<version>/data/minecraft."""
    from dataclasses import asdict

    from ....recipes.reference import measured

    found = measured(reference)
    if as_json:
        streams.document({"schema": "craftplan/fidelity/1", "versions": [asdict(one) for one in found]})
    else:
        streams.answer(["version   recipes  equal  wrong  missing  extra  cells equal  impossible"])
        streams.answer(
            f"{one.minecraft:<8}  {one.recipes:>7}  {one.equal:>5}  {len(one.wrong):>5}  {len(one.missing):>7}"
            f"  {len(one.extra):>5}  {one.cells_equal:>5}/{one.cells:<5}  {len(one.impossible):>10}"
            for one in found
        )
    return Exit.DONE if all(not one.impossible for one in found) else Exit.NO


@catalog.command(options_metavar="[OPTIONS]")
@click.argument("version")
@click.option("--mirror", metavar="URL", help="Where to look instead of the official hosts; the paths stay.")
@click.pass_obj
def fetch(streams: Streams, version: str, mirror: str | None) -> Exit:
    """Download a version's server jar into the cache, checked, and read its recipes."""
    from ....recipes.fetch import fetch_server_jar
    from ... import places

    told = -1

    def progress(done: int, total: int) -> None:
        nonlocal told
        tenth = 10 * done // max(total, 1)
        if tenth != told:
            told = tenth
            streams.say(f"{done / 1e6:.1f} of {total / 1e6:.1f} MB")

    jar = fetch_server_jar(version, folder=places.cache() / "jars", mirror=mirror, progress=progress)
    known = _load((jar,), None, None).catalog
    streams.answer(
        [f"{jar}", f"{len(known.recipes)} recipes of Minecraft {known.minecraft}; use it with --catalog {jar}"]
    )
    return Exit.DONE


def _side(side: Path, minecraft: str | None) -> "Catalog":
    from ....recipes.builtin import builtin, builtin_versions

    version = str(side)
    return builtin(version) if version in builtin_versions() else _load((side,), minecraft, None).catalog


def _served(
    streams: Streams, sides: tuple[Path, ...], address: str, username: str, auth: str, minecraft: str | None
) -> tuple["Catalog", "Catalog"]:
    """Return a catalog, and what becomes of it by the word of the server at the address."""
    from ....recipes.served import served
    from ...runs.served import told_by
    from ...world import catalog_of, server_world

    with server_world(address, username, auth, minecraft, streams.say) as world:
        before = _side(sides[0], world.minecraft) if sides else catalog_of(world)
        return before, served(before, told_by(world.bot))


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{short(name).replace('_', ' ')} {count}" for name, count in counts.items()) or "none"


def _load(paths: tuple[Path, ...], minecraft: str | None, loader: str | None) -> "Loaded":
    from ....recipes.cache import cached_catalog
    from ....recipes.formats.lookup import Loader
    from ... import places

    asked = Loader(loader) if loader else None
    return cached_catalog(paths, minecraft=minecraft, loader=asked, folder=places.cache() / "catalogs")
