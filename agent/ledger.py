"""The ledger: the only truth about what was tried. Append-only, hash-chained, on the disk before it is acknowledged."""

import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock

from ..recipes.errors import IntegrityError, WorldError
from .record import GENESIS, LONGEST, BrokenLineError, Event, Record, decode, encode

SEGMENT_BYTES = 16 * 1024 * 1024
"""A segment that has grown to this size is sealed and the next one begun."""
_sync = getattr(os, "fdatasync", os.fsync)


@dataclass(frozen=True, slots=True)
class Head:
    """The newest record's number and hash; an empty ledger has seq 0."""

    seq: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that breaks the chain."""

    segment: str
    line: int
    offset: int
    problem: str


@dataclass(frozen=True, slots=True)
class Verification:
    """How many records stand in an unbroken chain, the head they lead to, and the first damage if there is one."""

    records: int
    head: Head
    damage: Damage | None


@dataclass(frozen=True, slots=True)
class _Tail:
    """Where the next record goes: after ``size`` bytes of ``segment``."""

    segment: Path
    size: int
    head: Head


class Ledger:
    """A folder of JSONL segments. Many threads and processes may append at once: one file lock orders them."""

    def __init__(self, folder: Path) -> None:
        """Open the ledger in ``folder``, which is made if it is not there."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._mutex = threading.Lock()
        self._lock = FileLock(folder / "lock", thread_local=False)
        self._tail: _Tail | None = None

    def append(
        self, event: Event, body: Mapping[str, Any], *, node: str | None = None, run: str | None = None
    ) -> Record:
        """Write one record and return it once it is on the disk.

        A torn tail that a killed writer left is first moved to ``quarantine/``. Raises a WorldError when the disk
        takes only part of the record (which is then taken back), an IntegrityError when the tail cannot be read.
        """
        with self._mutex, self._lock:
            tail = self._current_tail()
            if tail.size >= SEGMENT_BYTES:
                number = int(tail.segment.stem) + 1
                tail = _Tail(self.folder / f"{number:06}.jsonl", 0, tail.head)
            return self._write(tail, event, body, node, run)

    def read(self, *, since: int = 0, events: frozenset[Event] | None = None) -> Iterator[Record]:
        """Yield the records after number ``since``, oldest first. A torn tail, never acknowledged, is passed over.

        Raises an IntegrityError at any other line that is no record: what was read after it could not be trusted.
        """
        segments = self._segments()
        for segment in segments:
            lines = segment.read_bytes().splitlines(keepends=True)
            for number, line in enumerate(lines, 1):
                try:
                    record = decode(line)
                except BrokenLineError as broken:
                    if segment == segments[-1] and number == len(lines):
                        return
                    raise IntegrityError(
                        f"line {number} of the ledger's {segment.name} {broken}",
                        hint="`craftplan ledger` shows where the chain breaks; nothing is overwritten",
                        segment=str(segment),
                        line=number,
                    ) from None
                if record.seq > since and (events is None or record.event in events):
                    yield record

    def head(self) -> Head:
        """Return the newest record's number and hash."""
        with self._mutex, self._lock:
            return self._current_tail().head

    def verify(self) -> Verification:
        """Check every byte of every segment against the chain, up to the first damage."""
        head, records = Head(), 0
        for segment in self._segments():
            offset = 0
            for number, line in enumerate(segment.read_bytes().splitlines(keepends=True), 1):
                try:
                    record = decode(line)
                    _check_follows(record, head)
                except BrokenLineError as broken:
                    return Verification(records, head, Damage(segment.name, number, offset, str(broken)))
                head, records, offset = Head(record.seq, record.hash), records + 1, offset + len(line)
        return Verification(records, head, None)

    def _segments(self) -> list[Path]:
        return sorted(self.folder.glob("[0-9]*.jsonl"))

    def _current_tail(self) -> _Tail:
        """Return the tail, read again only if another writer was here since; mend it if it is torn."""
        segments = self._segments()
        segment = segments[-1] if segments else self.folder / "000001.jsonl"
        size = segment.stat().st_size if segments else 0
        if self._tail is None or (self._tail.segment, self._tail.size) != (segment, size):
            self._tail = self._read_tail(segment, size)
        return self._tail

    def _read_tail(self, segment: Path, size: int) -> _Tail:
        if size == 0:
            before = [other for other in self._segments() if other < segment]
            head = self._read_tail(before[-1], before[-1].stat().st_size).head if before else Head()
            return _Tail(segment, 0, head)
        with segment.open("rb") as file:
            file.seek(max(0, size - 2 * LONGEST))
            chunk = file.read()
        lines = chunk.splitlines(keepends=True)
        try:
            record = decode(lines[-1])
        except BrokenLineError as broken:
            return self._mend(segment, size, lines, str(broken))
        return _Tail(segment, size, Head(record.seq, record.hash))

    def _mend(self, segment: Path, size: int, lines: list[bytes], problem: str) -> _Tail:
        torn = lines[-1]
        whole = size - len(torn)
        if whole:
            try:
                record = decode(lines[-2])
            except (BrokenLineError, IndexError) as broken:
                raise IntegrityError(
                    f"the ledger's last two records are broken ({segment.name}: {broken})",
                    hint="`craftplan ledger verify` shows where; nothing was written",
                    segment=str(segment),
                ) from None
            tail = _Tail(segment, whole, Head(record.seq, record.hash))
        else:
            tail = replace(self._read_tail(segment, 0), segment=segment)
        quarantine = self.folder / "quarantine"
        quarantine.mkdir(exist_ok=True)
        kept = quarantine / f"{segment.stem}-{whole}-{os.urandom(4).hex()}"
        kept.write_bytes(torn)
        os.truncate(segment, whole)
        evidence = {"segment": segment.name, "offset": whole, "bytes": len(torn), "problem": problem, "kept": kept.name}
        self._write(tail, Event.LEDGER_RECOVERED, evidence, None, None)
        assert self._tail is not None
        return self._tail

    def _write(self, tail: _Tail, event: Event, body: Mapping[str, Any], node: str | None, run: str | None) -> Record:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line = encode(seq=tail.head.seq + 1, time=now, run=run, event=event, node=node, body=body, prev=tail.head.hash)
        descriptor = os.open(tail.segment, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            _write_whole(descriptor, line, tail)
        finally:
            os.close(descriptor)
        if tail.size == 0:
            _sync_folder(self.folder)
        record = decode(line)
        self._tail = _Tail(tail.segment, tail.size + len(line), Head(record.seq, record.hash))
        return record


def _check_follows(record: Record, head: Head) -> None:
    if record.prev != head.hash or record.seq != head.seq + 1:
        raise BrokenLineError("does not follow the record before it")


def _write_whole(descriptor: int, line: bytes, tail: _Tail) -> None:
    """Write and sync the line, or take back what was written of it."""
    try:
        written, problem = os.write(descriptor, line), ""
    except OSError as failed:
        written, problem = 0, str(failed)
    if written < len(line):
        os.ftruncate(descriptor, tail.size)
        raise WorldError(
            f"the ledger could not be written: {problem or f'only {written} of {len(line)} bytes went to the disk'}",
            hint=f"is the disk of {tail.segment.parent} full? nothing was lost; nothing was crafted after this",
            code="ledger_full",
        )
    _sync(descriptor)


def _sync_folder(folder: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
