"""The tag files of a stack, read, merged and flattened."""

from collections.abc import Mapping

from .diagnostics import Diagnostic
from .documents import read_document
from .formats.generations import OPTIONAL_TAG_ENTRIES, Format
from .ids import ItemId, TagId
from .packs.stack import Found
from .rejected import Rejected
from .tags import Entry, Flattening, Known, TagFile, merged, read_tag

Members = dict[TagId, tuple[ItemId, ...]]


class TagFiles:
    """Reads tags for one load; what is wrong with them goes to ``diagnostics``."""

    def __init__(self, number: Format, known: Known, diagnostics: list[Diagnostic]) -> None:
        self._optional = number >= OPTIONAL_TAG_ENTRIES
        self._known = known
        self._diagnostics = diagnostics

    def read(self, files: Mapping[str, list[Found]], beneath: Members) -> Members:
        """Return every tag with its members; ``beneath`` are the tags that lie below all files."""
        written = {tag: [Entry(member, required=False) for member in members] for tag, members in beneath.items()}
        for name in files:
            tag = TagId(name)
            found = [self._file(file, self._diagnostics) for file in files[name]]
            readable = [file for file in found if file is not None]
            if readable or tag in written:
                written[tag] = merged(readable, written.get(tag, ()))
        flattened = Flattening(written, self._known)
        self._diagnostics.extend(flattened.diagnostics)
        return flattened.tags

    def read_quietly(self, files: Mapping[str, list[Found]]) -> Members:
        """Return tags of another registry: whether they resolve is not asked."""
        ignored: list[Diagnostic] = []
        written: dict[TagId, list[Entry]] = {}
        for name in files:
            found = [self._file(file, ignored) for file in files[name]]
            entries = merged(file for file in found if file is not None)
            written[TagId(name)] = [Entry(entry.id, required=False) for entry in entries]
        return Flattening(written, lambda _: True).tags

    def _file(self, found: Found, diagnostics: list[Diagnostic]) -> TagFile | None:
        pack, path = found.place
        try:
            document = read_document(
                found.pack.files.read(path), lambda notice: diagnostics.append(notice.at(pack, path))
            )
            return read_tag(document, pack, path, optional_entries=self._optional)
        except Rejected as rejected:
            diagnostics.append(rejected.diagnostic.at(pack, path))
            return None
