"""The ledger's files: segments of lines in one folder, the lock that orders who writes, and what reaches the disk."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ...recipes.errors import IntegrityError, WorldError
from .record import LONGEST, Event

NETWORK = frozenset({"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "fuse.sshfs", "ncpfs"})
"""File systems whose locks and syncs other machines do not always honour."""
_sync = getattr(os, "fdatasync", os.fsync)


def open_folder(folder: Path, mounts: Path = Path("/proc/self/mountinfo")) -> None:
    """Make the ledger's folder ready. Raises a WorldError where it cannot be trusted to keep what is written."""
    hint = "set CRAFTPLAN_HOME to a folder on a disk of this machine that you may write to"
    if folder.is_symlink():
        raise WorldError(f"the ledger's folder {folder} is a symbolic link", hint=hint, code="ledger_folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failed:
        message = f"the ledger's folder {folder} cannot be made: {failed.strerror}"
        raise WorldError(message, hint=hint, code="ledger_folder") from None
    kind = _file_system(folder.resolve(), mounts)
    if kind in NETWORK:
        raise WorldError(
            f"the ledger's folder {folder} is on a network file system ({kind})", hint=hint, code="ledger_folder"
        )


def _file_system(folder: Path, mounts: Path) -> str:
    """Return the kind of file system that holds the folder, as Linux tells it; nothing elsewhere."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    found = [(line.split()[4], line.partition(" - ")[2].split()[0]) for line in lines if " - " in line]
    above = [(point, kind) for point, kind in found if folder.is_relative_to(point.replace("\\040", " "))]
    return max(above, key=lambda mount: len(mount[0]))[1] if above else ""


def segments(folder: Path) -> list[Path]:
    """Return the folder's segments, oldest first."""
    return sorted(folder.glob("[0-9]*.jsonl"))


def mentions(folder: Path, event: Event) -> bool:
    """Whether there ever was such a record, by the ledger's bytes alone: no line is read, and no folder made."""
    wanted = f'"kind":"{event}"'.encode()
    return any(wanted in segment.read_bytes() for segment in segments(folder))


def lines(segment: Path) -> Iterator[tuple[int, int, bytes]]:
    """Yield number, byte offset and bytes of each line, its newline included."""
    offset = 0
    for number, line in enumerate(segment.read_bytes().splitlines(keepends=True), 1):
        yield number, offset, line
        offset += len(line)


def newest_lines(segment: Path) -> list[bytes]:
    """Return the last lines of a segment: two at least, where it has two."""
    with segment.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 2 * LONGEST))
        return file.read().splitlines(keepends=True)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the kernel's lock on a file: it ends with the process, so that there are no stale locks."""
    if os.name != "posix":
        from filelock import FileLock

        with FileLock(path):
            yield
        return
    import fcntl

    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as failed:
        raise WorldError(
            f"the ledger cannot be locked: {failed}",
            hint="may you write to its folder? `craftplan doctor` checks",
            code="ledger_folder",
        ) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


def write_whole(segment: Path, line: bytes, size: int) -> int:
    """Append a line to a segment of ``size`` bytes and return the open descriptor, not synced yet.

    What the disk takes of a line that it does not take whole is taken back: then a WorldError is raised.
    """
    descriptor = os.open(segment, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        written, problem = os.write(descriptor, line), ""
    except OSError as failed:
        written, problem = 0, str(failed)
    if written == len(line):
        return descriptor
    os.ftruncate(descriptor, size)
    os.close(descriptor)
    raise WorldError(
        f"the ledger could not be written: {problem or f'only {written} of {len(line)} bytes went to the disk'}",
        hint=f"is the disk of {segment.parent} full? nothing was lost; nothing was crafted after this",
        code="ledger_full",
    )


def sync(descriptor: int) -> None:
    """Wait until what was written is on the disk, and close. Raises an IntegrityError where the disk failed."""
    try:
        _sync(descriptor)
    except OSError as failed:
        raise IntegrityError(
            f"the disk did not keep what was written to the ledger: {failed}",
            hint="the last record may be lost; look at the disk, then at `craftplan ledger verify`",
            code="ledger_sync",
        ) from None
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Put the folder's list of files onto the disk."""
    if os.name == "posix":
        sync(os.open(folder, os.O_RDONLY))
