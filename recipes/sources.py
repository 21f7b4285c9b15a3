"""From the paths that people name to packs in their order: what each is, which version, which loader.

==================================  ====================================================================
a path is                           when
==================================  ====================================================================
the game's jar                      it has the game's recipes, or carries such a jar (bundler)
a mod's jar                         it has a loader's metadata; jars inside it count too
a server's folder                   it has ``server.properties``, or two of ``versions``, ``mods``, …
a data pack                         a folder or zip with ``pack.mcmeta``, ``data`` or (1.12) ``assets``
a plain folder of recipes           a folder with JSON files and none of these
==================================  ====================================================================
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .diagnostics import Diagnostic
from .errors import InputError
from .formats.lookup import Loader
from .packs.archive import Archive
from .packs.files import Files, Under
from .packs.folder import Folder
from .packs.jars import game_jar, game_version, has_game
from .packs.mods import Mod, read_mod, with_nested
from .packs.pack import META, Pack, open_pack
from .packs.server_folder import ServerFolder, is_server_folder, read_server_folder

GAME_SIZE = 400
"""A pack with more recipes than this in ``minecraft`` is the game itself."""


@dataclass(slots=True)
class Sources:
    """What was found: packs of the game, of mods and of data packs, and what they say of version and loader."""

    game: list[Pack] = field(default_factory=list)
    mods: list[Pack] = field(default_factory=list)
    packs: list[Pack] = field(default_factory=list)
    loose: list[Files] = field(default_factory=list)
    containers: list[Files] = field(default_factory=list)
    versions: list[tuple[str, str]] = field(default_factory=list)
    loaders: list[tuple[str, frozenset[Loader]]] = field(default_factory=list)
    notices: list[Diagnostic] = field(default_factory=list)


def open_sources(paths: Sequence[Path]) -> Sources:
    """Return what the paths hold. Raises InputError for a path that is missing or holds nothing of ours."""
    sources = Sources()
    for path in paths:
        if not path.exists():
            raise InputError(f"{path} does not exist", hint="name a jar, a data pack, or a server's folder")
        if path.is_dir() and is_server_folder(path):
            _server(sources, read_server_folder(path))
        else:
            _one(sources, Folder(path) if path.is_dir() else Archive.at(path))
    return sources


def _one(sources: Sources, files: Files) -> None:
    sources.containers.append(files)
    game = game_jar(files)
    if game is not None:
        _game(sources, game, game_version(game) or game_version(files))
        return
    mod = read_mod(files)
    if mod is not None:
        _mod(sources, files)
        return
    pack = open_pack(files)
    folders = {path.partition("/")[0] for path in pack.files}
    if META in pack.files or folders & {"data", "assets"}:
        (sources.game if _is_game(pack) else sources.packs).append(pack)
    elif any(path.endswith(".json") for path in files):
        sources.loose.append(files)
    else:
        raise InputError(
            f"{files.name} holds no recipes", hint="a jar, a data pack (pack.mcmeta, data/), or a server's folder"
        )


def _is_game(pack: Pack) -> bool:
    own = sum(path.startswith(("data/minecraft/recipe", "assets/minecraft/recipes")) for path in pack.files)
    return own > GAME_SIZE


def _game(sources: Sources, files: Files, version: str | None) -> None:
    sources.game.append(Pack(files.name, _GameData(files)))
    if version:
        sources.versions.append((files.name, version))


class _GameData(Under):
    """Of a game's jar only what lies in ``data`` and ``assets``; its thousands of classes are nothing to us."""

    def __init__(self, files: Files) -> None:
        super().__init__(files, "")
        self._listed = [path for path in files if path.startswith(("data/", "assets/minecraft/recipes/"))]

    def __iter__(self) -> Iterator[str]:
        return iter(self._listed)


def _mod(sources: Sources, files: Files) -> None:
    for jar in with_nested(files, sources.notices):
        mod = read_mod(jar) or Mod(jar, frozenset(), frozenset())
        sources.mods.append(open_pack(jar, mod.ids))
        if mod.loaders:
            sources.loaders.append((jar.name, mod.loaders))


def _server(sources: Sources, server: ServerFolder) -> None:
    sources.notices.extend(server.notices)
    game = _game_of(server)
    if game is not None:
        _game(sources, game[0], game[1])
        sources.containers.append(game[0])
    for path in server.mods:
        jar = Archive.at(path)
        sources.containers.append(jar)
        _mod(sources, jar)
    for path in server.packs:
        files: Files = Folder(path) if path.is_dir() else Archive.at(path)
        sources.containers.append(files)
        sources.packs.append(open_pack(files))
    if server.loader:
        sources.loaders.append((server.root.name, frozenset({server.loader})))


def _game_of(server: ServerFolder) -> tuple[Files, str | None] | None:
    """The game's jar in a server's folder. Raises InputError when there are several versions of it."""
    found: dict[str, tuple[Files, str | None]] = {}
    for path in server.jars:
        try:
            jar = Archive.at(path)
            game = game_jar(jar)
        except InputError:
            continue
        if game is not None and has_game(game):
            version = game_version(game) or game_version(jar)
            found.setdefault(version or "", (game, version))
    if len(found) > 1:
        raise InputError(
            f"{server.root} holds several versions of the game: {', '.join(found)}",
            hint="name the jar that the server runs, and the world's datapacks",
            code="several_versions",
        )
    return next(iter(found.values()), None)
