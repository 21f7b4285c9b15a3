"""The ledger: the only truth about what was tried. Append-only, hash-chained, on the disk before it is acknowledged."""

import json
import os
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...recipes.errors import BusyError, IntegrityError
from . import chain
from .chain import ANCHORS, Damage, Head, Verification, damaged
from .record import BrokenLineError, Event, Record, check, decode, encode, event_of
from .segments import lines, locked, newest_lines, open_folder, segments, sync, sync_folder, write_whole

SEGMENT_BYTES = 4 * 1024 * 1024
"""A segment that has grown to this size is sealed and the next one begun."""
ANCHOR_EACH = 1000
"""After so many records an anchor is set; a run's end sets one too."""


class HeadMovedError(BusyError):
    """Somebody else appended first: what was decided on the old head has to be decided anew."""

    code = "head_moved"


@dataclass(frozen=True, slots=True)
class _Tail:
    """Where the next record goes: after ``size`` bytes of ``segment``."""

    segment: Path
    size: int
    head: Head

    @property
    def is_the_end(self) -> bool:
        """Whether nobody has written since: the segment is as long, and there is none after it."""
        try:
            size = os.stat(self.segment).st_size  # noqa: PTH116 - on the way of every append
        except FileNotFoundError:
            return False
        return size == self.size and not os.path.lexists(self.after)

    @property
    def after(self) -> Path:
        """The segment that would come next."""
        return self.segment.with_name(f"{int(self.segment.stem) + 1:06}.jsonl")


class Ledger:
    """A folder of JSONL segments. Many threads and processes may append at once: one kernel lock orders them."""

    def __init__(self, folder: Path) -> None:
        """Open the ledger in ``folder``, which is made if it is not there.

        Raises a WorldError where the folder is a link, on a network file system, or cannot be made.
        """
        self.folder = folder
        open_folder(folder)
        self._begin()

    def append(
        self,
        event: Event,
        body: Mapping[str, Any],
        *,
        node: str | None = None,
        run: str | None = None,
        expected: Head | None = None,
    ) -> Record:
        """Write one record and return it once it is on the disk.

        With ``expected`` it is written only where that still is the newest record: of many processes that decide on
        the same head one writes, and the others get a HeadMovedError.

        A torn tail that a killed writer left is first moved to ``quarantine/``. Raises a WorldError when the disk
        takes only part of the record (which is then taken back), an IntegrityError when the newest segment is damaged
        or the disk did not keep what was written: after that this ledger appends nothing more.
        """
        if self._process != os.getpid():
            self._begin()
        with self._mutex, locked(self.folder / "lock"):
            if self._poisoned:
                raise self._poisoned
            tail = self._current_tail()
            if expected is not None and tail.head != expected:
                raise HeadMovedError(
                    f"the ledger has gone on to record {tail.head.seq}", hint="look again, and decide anew"
                )
            record, descriptor = self._write(self._rolled_over(tail), event, body, node, run)
        self._synced(descriptor)
        if record.seq % ANCHOR_EACH == 0:
            self.anchor(Head(record.seq, record.hash))
        return record

    def anchor(self, head: Head | None = None) -> None:
        """Note the head beside the chain, so that a tail that is cut off later is missed."""
        head = head or self.head()
        line = json.dumps({"seq": head.seq, "hash": head.hash}).encode() + b"\n"
        path = self.folder / ANCHORS
        with self._mutex, locked(self.folder / "lock"):
            sync(write_whole(path, line, path.stat().st_size if path.exists() else 0))

    def read(self, *, since: int = 0, events: frozenset[Event] | None = None) -> Iterator[Record]:
        """Yield the records after number ``since``, oldest first. A torn tail, never acknowledged, is passed over.

        Raises an IntegrityError at any other line that is no record, unless a repair has named it: what was read
        after it could not be trusted.
        """
        existing = self._since(since)
        repaired: Mapping[tuple[str, int], Damage] | None = None
        for segment in existing:
            for number, offset, line in lines(segment):
                try:
                    if events is not None and event_of(line) not in events:
                        check(line)
                        continue
                    record = decode(line)
                except BrokenLineError as broken:
                    if segment == existing[-1] and not line.endswith(b"\n"):
                        return
                    repaired = chain.explained(self.folder) if repaired is None else repaired
                    if (segment.name, number) in repaired:
                        continue
                    raise damaged(Damage(segment.name, number, offset, str(broken))) from None
                if record.seq > since:
                    yield record

    def head(self) -> Head:
        """Return the newest record's number and hash."""
        with self._mutex, locked(self.folder / "lock"):
            return self._current_tail().head

    def verify(self) -> Verification:
        """Check every byte of every segment against the chain and the anchors, up to the first damage."""
        return chain.verify(self.folder)

    def repair(self) -> tuple[Damage, ...]:
        """Go on after damages: a new segment begins with a record that names them. Nothing is changed; return them."""
        with self._mutex, locked(self.folder / "lock"):
            found = chain.damages(self.folder)
            if not found.damages:
                return ()
            number = int(segments(self.folder)[-1].stem) + 1 if segments(self.folder) else 1
            tail = _Tail(self.folder / f"{number:06}.jsonl", 0, found.last)
            named = [chain.as_document(damage) for damage in found.damages]
            body = {"damages": named, "last_good": {"seq": found.good.seq, "hash": found.good.hash}}
            _, descriptor = self._write(tail, Event.LEDGER_REPAIRED, body, None, None)
            self._synced(descriptor)
            return found.damages

    def _begin(self) -> None:
        """Know nothing yet; a forked child begins so too, since locks and threads are its parent's."""
        self._process = os.getpid()
        self._mutex = threading.Lock()
        self._tail: _Tail | None = None
        self._checked = False
        self._poisoned: IntegrityError | None = None

    def _synced(self, descriptor: int) -> None:
        try:
            sync(descriptor)
        except IntegrityError as failed:
            self._poisoned = failed
            raise

    def _since(self, since: int) -> list[Path]:
        """Return the segments that may hold records after number ``since``."""
        existing = segments(self.folder)
        for place in range(len(existing) - 1, 0, -1):
            with existing[place].open("rb") as file:
                first = file.readline()
            if chain.is_whole(first) and decode(first).seq <= since + 1:
                return existing[place:]
        return existing

    def _rolled_over(self, tail: _Tail) -> _Tail:
        """Return where the next record goes: into a new segment where this one is full, once all of it is kept."""
        if tail.size < SEGMENT_BYTES:
            return tail
        sync(os.open(tail.segment, os.O_RDWR))
        return _Tail(tail.after, 0, tail.head)

    def _current_tail(self) -> _Tail:
        """Return the tail, read again only if another writer was here since; mend it if it is torn."""
        known = self._tail
        if known is not None and known.is_the_end:
            return known
        existing = segments(self.folder)
        segment = existing[-1] if existing else self.folder / "000001.jsonl"
        self._tail = self._read_tail(segment, segment.stat().st_size if existing else 0)
        if not self._checked:
            chain.check_newest(self.folder, self._tail.head)
            self._checked = True
        return self._tail

    def _read_tail(self, segment: Path, size: int) -> _Tail:
        if size == 0:
            before = [other for other in segments(self.folder) if other < segment]
            head = self._read_tail(before[-1], before[-1].stat().st_size).head if before else Head()
            return _Tail(segment, 0, head)
        last = newest_lines(segment)
        try:
            record = decode(last[-1])
        except BrokenLineError as broken:
            return self._mend(segment, size, last, str(broken))
        return _Tail(segment, size, Head(record.seq, record.hash))

    def _mend(self, segment: Path, size: int, last: list[bytes], problem: str) -> _Tail:
        """Take a torn line out of the way, or end one that lacks nothing but its newline."""
        torn = last[-1]
        if torn.endswith(b"\n") or chain.is_whole(torn[:-1] + b"\n"):  # a killed writer leaves no such line
            raise damaged(Damage(segment.name, _line_count(segment), size - len(torn), problem))
        evidence = {"segment": segment.name, "bytes": len(torn), "problem": problem}
        if chain.is_whole(torn + b"\n"):
            sync(write_whole(segment, b"\n", size))
            record = decode(torn + b"\n")
            whole, evidence["offset"], evidence["kept"] = size + 1, size, "in its place: only the newline was lacking"
            head = Head(record.seq, record.hash)
        else:
            whole = size - len(torn)
            head = self._head_before(segment, whole, last)
            evidence["offset"], evidence["kept"] = whole, self._set_aside(segment, whole, torn)
            os.truncate(segment, whole)
        _, descriptor = self._write(_Tail(segment, whole, head), Event.LEDGER_RECOVERED, evidence, None, None)
        self._synced(descriptor)
        assert self._tail is not None
        return self._tail

    def _head_before(self, segment: Path, whole: int, last: list[bytes]) -> Head:
        """Return the head that a torn line should have followed."""
        if whole == 0:
            return self._read_tail(segment, 0).head
        try:
            record = decode(last[-2])
        except (BrokenLineError, IndexError) as broken:
            raise IntegrityError(
                f"the ledger's last two records are broken ({segment.name}: {broken})",
                hint="`craftplan ledger verify` shows where, `craftplan ledger repair` goes on; nothing was written",
                segment=str(segment),
            ) from None
        return Head(record.seq, record.hash)

    def _set_aside(self, segment: Path, whole: int, torn: bytes) -> str:
        quarantine = self.folder / "quarantine"
        quarantine.mkdir(exist_ok=True)
        kept = quarantine / f"{segment.stem}-{whole}-{os.urandom(4).hex()}"
        kept.write_bytes(torn)
        return kept.name

    def _write(
        self, tail: _Tail, event: Event, body: Mapping[str, Any], node: str | None, run: str | None
    ) -> tuple[Record, int]:
        """Write a record and return it with the descriptor that has to be synced before it is acknowledged."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        seq, prev = tail.head.seq + 1, tail.head.hash
        line = encode(seq=seq, time=now, run=run, event=event, node=node, body=body, prev=prev)
        descriptor = write_whole(tail.segment, line, tail.size)
        if tail.size == 0:
            sync_folder(self.folder)
        record = decode(line)
        self._tail = _Tail(tail.segment, tail.size + len(line), Head(record.seq, record.hash))
        return record, descriptor


def _line_count(segment: Path) -> int:
    return sum(1 for _ in lines(segment))
