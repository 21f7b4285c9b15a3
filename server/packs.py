"""What a person's paths hold, laid out as plain data pack folders for the practice server, which reads nothing else.

Opening zips, jars and server folders is ``recipes``' craft; what their files mean the server decides for itself.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

from ..recipes.formats.generations import Format, format_of
from ..recipes.packs.pack import META, Pack
from ..recipes.rejected import Rejected
from ..recipes.sources import open_sources

READ = re.compile(r"data/[a-z0-9_.-]+/(recipes?|tags/items?)/[a-z0-9_./-]+\.json")
"""The files that the practice server reads; nothing else is laid out."""


def laid_out(
    paths: Sequence[Path], minecraft: str, place: Path, say: Callable[[str], object] = lambda _: None
) -> list[Path]:
    """Return a data pack folder for every pack that the paths hold, the lowest first; those made are below ``place``.

    A folder that is a data pack is returned as it is, so that what changes in it counts after a reload. The game's own
    jar is left out: the practice server has its own recipes. Overlays are those of ``minecraft``'s format.
    Raises InputError for a path that is missing or holds no pack.
    """
    folders: list[Path] = []
    for path in paths:
        if (path / META).is_file() and '"overlays"' not in (path / META).read_text(encoding="utf-8", errors="replace"):
            folders.append(path)
            continue
        sources = open_sources([path])
        for game in sources.game:
            say(f"{game.name} is the game itself: the practice server decides with its own recipes of {minecraft}")
        for loose in sources.loose:
            say(f"{loose.name} is no data pack: the practice server does not read it")
        for pack in (*sources.mods, *sources.packs):
            folder = place / f"{len(folders)}-{re.sub(r'[^a-zA-Z0-9_.-]', '_', pack.name)}"
            _lay_out(pack, format_of(minecraft), folder)
            folders.append(folder)
    return folders


def _lay_out(pack: Pack, number: Format, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / META).write_bytes(pack.files.read(META) if META in pack.files else b"{}")
    layers = pack.layers(number)
    for layer in layers:
        for path in [path for path in pack.files if path.startswith(layer) and READ.fullmatch(path[len(layer) :])]:
            target = folder / path[len(layer) :]
            target.parent.mkdir(parents=True, exist_ok=True)
            try:
                target.write_bytes(pack.files.read(path))
            except Rejected:
                target.write_bytes(b"")  # the server says of an empty file that it is not loaded
