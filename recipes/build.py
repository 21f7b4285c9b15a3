"""Paths to a catalog: what ``--catalog PATH`` and ``craftplan catalog build`` do."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from .builtin import builtin, builtin_versions
from .errors import InputError
from .formats.generations import RELEASES, Format, format_of, generation_of
from .formats.lookup import Loader
from .load import Loaded, Options, load_packs
from .packs.loose import Loose
from .packs.pack import Pack, open_pack
from .sources import Sources, open_sources
from .versions import version_key


def build_catalog(
    paths: Sequence[Path],
    *,
    minecraft: str | None = None,
    loader: Loader | None = None,
    mods: Iterable[str] = (),
    beneath: bool = True,
) -> Loaded:
    """Load everything that the paths hold into one catalog.

    ``minecraft`` and ``loader`` are needed where the sources do not say them; ``mods`` are ids of mods that are there
    besides. With ``beneath`` the built-in recipes of the version lie below packs which do not bring the game's own.

    Raises InputError for paths that hold nothing, and for versions or loaders that contradict each other.
    """
    return build_sources(open_sources(paths), minecraft=minecraft, loader=loader, mods=mods, beneath=beneath)


def build_sources(
    sources: Sources, *, minecraft: str | None, loader: Loader | None, mods: Iterable[str], beneath: bool
) -> Loaded:
    """Load sources that are already open, as ``build_catalog`` does."""
    version = decided_version(sources, minecraft)
    generation = generation_of(format_of(version))
    loose = [open_pack(Loose(files, generation)) for files in sources.loose]
    packs = [*sources.game, *sources.mods, *sources.packs, *loose]
    below = builtin(version) if beneath and not sources.game and version in builtin_versions() else None
    options = Options(version, decided_loader(sources, loader), frozenset(mods), below)
    loaded = load_packs(packs, options)
    return replace(loaded, diagnostics=(*sources.notices, *loaded.diagnostics))


def decided_version(sources: Sources, asked: str | None) -> str:
    """Return the game version: what a jar declares, else what was asked for, else what all packs are made for.

    Raises InputError (``version_contradiction``) naming both sides, or when nothing says a version.
    """
    said = [*sources.versions, *([("--minecraft", asked)] if asked else [])]
    if said:
        first = said[0]
        for other in said[1:]:
            if other[1] != first[1]:
                raise _contradiction(f"{first[0]} is {first[1]}", f"{other[0]} says {other[1]}")
        return first[1]
    return _declared_by_packs([*sources.game, *sources.packs, *sources.mods])


def _declared_by_packs(packs: Sequence[Pack]) -> str:
    declared = [pack for pack in packs if pack.meta.formats is not None]
    if not declared:
        raise InputError("nothing says which version of the game this is for", hint="add --minecraft VERSION")
    possible = list(RELEASES)
    for place, pack in enumerate(declared):
        fitting = [release for release in possible if _fits(pack, release[0])]
        if not fitting:
            raise _none_fits(declared[: place + 1])
        possible = fitting
    return max((version for _, versions in possible for version in versions), key=version_key)


def _fits(pack: Pack, number: Format) -> bool:
    formats = pack.meta.formats
    return formats is not None and (number in formats or formats.lowest.major <= number.major <= formats.highest.major)


def _none_fits(packs: Sequence[Pack]) -> InputError:
    *others, last = packs
    if not others:
        return InputError(
            f"{last.name} is made for pack format {last.meta.formats}, which no known version has",
            hint="add --minecraft VERSION",
            code="unknown_version",
        )
    other = next((pack for pack in others if not _overlap(pack, last)), others[0])
    return _contradiction(
        f"{other.name} is made for pack format {other.meta.formats}", f"{last.name} for {last.meta.formats}"
    )


def _overlap(one: Pack, other: Pack) -> bool:
    return any(_fits(one, number) and _fits(other, number) for number, _ in RELEASES)


def _contradiction(one: str, other: str) -> InputError:
    return InputError(
        f"{one}, but {other}", hint="say which with --minecraft, or leave one out", code="version_contradiction"
    )


def decided_loader(sources: Sources, asked: Loader | None) -> Loader:
    """Return what runs the packs: what was asked for, else the one loader that all mods are for, else vanilla.

    Raises InputError (``loader_contradiction``) where mods are for different loaders, or one for several.
    """
    if asked:
        return asked
    common: frozenset[Loader] = frozenset(Loader)
    before = ""
    for name, loaders in sources.loaders:
        if not common & loaders:
            one, other = "/".join(sorted(common)), "/".join(sorted(loaders))
            raise InputError(
                f"{before} is for {one}, but {name} is for {other}",
                hint="say which loader runs them: --loader fabric|quilt|forge|neoforge",
                code="loader_contradiction",
            )
        common, before = common & loaders, name
    if not sources.loaders:
        return Loader.VANILLA
    if len(common) > 1:
        raise InputError(
            f"{before} is for {' and '.join(sorted(common))}",
            hint="say which loader runs it: --loader fabric|quilt|forge|neoforge",
            code="loader_contradiction",
        )
    return next(iter(common))
