"""One pack: its files, what it says of itself, and whether it belongs to a mod."""

from dataclasses import dataclass, field

from ..diagnostics import Diagnostic
from ..documents import read_document
from ..formats.generations import Format
from ..rejected import Rejected
from .files import Files, Under
from .meta import PackMeta, read_meta

META = "pack.mcmeta"


@dataclass(slots=True)
class Pack:
    """A pack as it lies in the stack. ``mods`` are the ids of the mods it carries, whose items then exist."""

    name: str
    files: Files
    meta: PackMeta = field(default_factory=PackMeta)
    mods: frozenset[str] = frozenset()
    notices: list[Diagnostic] = field(default_factory=list)

    def layers(self, number: Format) -> list[str]:
        """Return the folders that count for a format, from the pack's own (``""``) to the topmost overlay."""
        return ["", *(f"{overlay.folder}/" for overlay in self.meta.overlays if number in overlay.formats)]


def open_pack(files: Files, mods: frozenset[str] = frozenset()) -> Pack:
    """Return the pack in some files; one folder around everything is looked through."""
    if META not in files:
        wrapping = _wrapping(files)
        if wrapping:
            files = Under(files, wrapping)
    pack = Pack(files.name, files, mods=mods)
    if META in files:
        try:
            pack.meta = read_meta(read_document(files.read(META), pack.notices.append))
        except Rejected as rejected:
            pack.notices.append(rejected.diagnostic)
        pack.notices.extend(pack.meta.notices)
    pack.notices = [notice.at(pack.name, META) for notice in pack.notices]
    return pack


def _wrapping(files: Files) -> str:
    """The folder of the only pack.mcmeta, when it is one level down."""
    found = [path for path in files if path.count("/") == 1 and path.endswith(f"/{META}")]
    return found[0].removesuffix(META) if len(found) == 1 else ""
