"""The chain of hashes: each line against the line before, every byte, from the first record to the newest anchor."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from ...recipes.errors import IntegrityError
from .record import GENESIS, SUFFIX, BrokenLineError, Event, decode
from .segments import lines, newest_lines, segments

ANCHORS = "anchors.jsonl"
_STARTS = b'{"v":1,"seq":%d,'
_ENDS = b',"prev":"%s","hash":"%s"}\n'
_REPAIRED = f'"kind":"{Event.LEDGER_REPAIRED}"'.encode()


@dataclass(frozen=True, slots=True)
class Head:
    """The newest record's number and hash; an empty ledger has seq 0."""

    seq: int = 0
    hash: str = GENESIS


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that breaks the chain: in which file, which line, at which byte, and how."""

    segment: str
    line: int
    offset: int
    problem: str


@dataclass(frozen=True, slots=True)
class Verification:
    """How many records stand in the chain, the head they lead to, and the first damage that no repair explains.

    ``explained`` holds the damages that a repair named; the records around them are whole.
    """

    records: int
    head: Head
    damage: Damage | None
    explained: tuple[Damage, ...] = ()


def verify(folder: Path) -> Verification:
    """Check every byte of every segment against the chain, and the chain against the anchors."""
    walk = _Walk(folder)
    for segment in segments(folder):
        damage = walk.follow(segment)
        if damage:
            return walk.found(damage)
    return walk.found(walk.cut_off())


def check_newest(folder: Path, head: Head) -> None:
    """Check the segment that is being written: nothing is appended to what is damaged.

    Raises an IntegrityError that names segment, line and byte. Sealed segments are not read: ``verify`` does that.
    """
    existing = segments(folder)
    walk = _Walk(folder)
    if len(existing) > 1:
        walk.head = _head_at_end(existing[-2])
    damage = (walk.follow(existing[-1]) if existing else None) or walk.cut_off(head)
    if damage:
        raise damaged(damage)


def _head_at_end(segment: Path) -> Head | None:
    last = newest_lines(segment)[-1:]
    if not last or not is_whole(last[0]):
        return None
    record = decode(last[0])
    return Head(record.seq, record.hash)


@dataclass(frozen=True, slots=True)
class Damages:
    """Every damage that no repair explains yet, the head before the first, and the last readable record's."""

    damages: tuple[Damage, ...]
    good: Head
    last: Head


def damages(folder: Path) -> Damages:
    """Walk the whole chain past every damage, and past the anchors beyond its end."""
    walk = _Walk(folder, collects=True)
    for segment in segments(folder):
        walk.follow(segment)
    cut_off = walk.cut_off()
    if cut_off:
        walk.fresh.append(cut_off)
    return Damages(tuple(walk.fresh), walk.good or walk.last, walk.last)


def as_document(damage: Damage) -> dict[str, object]:
    """Return the damage as it stands in records and documents."""
    return {
        "segment": damage.segment,
        "line": damage.line,
        "offset": damage.offset,
        "problem": damage.problem,
    }


def damaged(damage: Damage) -> IntegrityError:
    """Return the error for a damage."""
    return IntegrityError(
        f"line {damage.line} of the ledger's {damage.segment} (byte {damage.offset}) {damage.problem}",
        hint="nothing was written; `craftplan ledger repair` goes on in a new segment and keeps everything as it is",
        segment=damage.segment,
        line=damage.line,
        offset=damage.offset,
    )


def explained(folder: Path) -> dict[tuple[str, int], Damage]:
    """Return the damages that repairs have named: each repair is the first record of a segment."""
    found = {}
    for segment in segments(folder):
        with segment.open("rb") as file:
            first = file.readline()
        if _REPAIRED in first and is_whole(first):
            for named in decode(first).body["damages"]:
                damage = Damage(**named)
                found[damage.segment, damage.line] = damage
    return found


@dataclass(slots=True)
class _Walk:
    """A walk along the chain; ``head`` is None where the next whole record is believed: after a damage passed by."""

    folder: Path
    collects: bool = False
    head: Head | None = field(default_factory=Head)
    last: Head = field(default_factory=Head)
    records: int = 0
    passed: list[Damage] = field(default_factory=list)
    fresh: list[Damage] = field(default_factory=list)
    good: Head | None = None
    _explained: dict[tuple[str, int], Damage] | None = None
    _anchors: dict[int, tuple[int, int, str]] | None = None

    def follow(self, segment: Path) -> Damage | None:
        """Walk along one segment; stop at the first line that breaks the chain."""
        content = segment.read_bytes().splitlines(keepends=True)
        whole = self._follow_whole(content)
        offset = sum(map(len, content[:whole]))
        for number, line in enumerate(content[whole:], whole + 1):
            damage = self._take(segment, number, offset, line)
            if damage:
                return damage
            offset += len(line)
        return None

    def _follow_whole(self, content: Sequence[bytes]) -> int:
        """Walk along lines for as long as each follows the one before; return how many do.

        The hash covers every byte, so what stands between number and hash needs no reading.
        """
        if self.head is None:
            return 0
        seq, hashed, anchored = self.head.seq, self.head.hash.encode(), self._anchored()
        whole = 0
        for line in content:
            now = sha256(line[:-SUFFIX] + b"}").hexdigest().encode()
            follows = line.endswith(_ENDS % (hashed, now)) and line.startswith(_STARTS % (seq + 1))
            if not follows or (seq + 1 in anchored and anchored[seq + 1][2].encode() != now):
                break
            seq, hashed, whole = seq + 1, now, whole + 1
        if whole:
            self.head = self.last = Head(seq, hashed.decode())
            self.records += whole
        return whole

    def _take(self, segment: Path, number: int, offset: int, line: bytes) -> Damage | None:
        """Take one line that has to be looked at closely."""
        try:
            head = self._step(line)
            self._keeps_anchor(head)
        except BrokenLineError as broken:
            damage = Damage(segment.name, number, offset, str(broken))
            if (segment.name, number) in self._explanations():
                self.passed.append(damage)
            elif self.collects:
                self.good = self.good or self.last
                self.fresh.append(damage)
            else:
                return damage
            self.head = None
            if not is_whole(line):
                return None
            head = self._step(line)
        self.head = self.last = head
        self.records += 1
        return None

    def cut_off(self, head: Head | None = None) -> Damage | None:
        """Return the anchor that names a record beyond the chain's end, if there is one."""
        end = (head or self.last).seq
        beyond = [(line, offset, seq) for seq, (line, offset, _) in self._anchored().items() if seq > end]
        for line, offset, seq in beyond:
            problem = f"names record {seq}, and the chain ends at {end}: its end was cut off"
            return Damage(ANCHORS, line, offset, problem)
        return None

    def found(self, damage: Damage | None) -> Verification:
        """Return what the walk has found."""
        return Verification(self.records, self.last, damage, tuple(self.passed))

    def _step(self, line: bytes) -> Head:
        """Return the head after this line."""
        head = self.head
        record = decode(line)
        if head is not None and (record.prev, record.seq) != (head.hash, head.seq + 1):
            raise BrokenLineError("does not follow the record before it")
        return Head(record.seq, record.hash)

    def _keeps_anchor(self, head: Head) -> None:
        anchor = self._anchored().get(head.seq)
        if anchor is not None and anchor[2] != head.hash:
            raise BrokenLineError("is another record than the anchor of its number names")

    def _explanations(self) -> dict[tuple[str, int], Damage]:
        if self._explained is None:
            self._explained = explained(self.folder)
        return self._explained

    def _anchored(self) -> dict[int, tuple[int, int, str]]:
        """Return line, offset and hash of each anchor by the number of its record; explained ones are left out."""
        if self._anchors is None:
            anchors = list(read_anchors(self.folder))
            passed = self._explanations() if anchors else {}
            self._anchors = {
                seq: (line, offset, hashed) for line, offset, seq, hashed in anchors if (ANCHORS, line) not in passed
            }
        return self._anchors


def read_anchors(folder: Path) -> Iterator[tuple[int, int, int, str]]:
    """Yield line, byte offset, record number and hash of each anchor; a torn line is none."""
    path = folder / ANCHORS
    found: Iterable[tuple[int, int, bytes]] = lines(path) if path.exists() else ()
    for number, offset, line in found:
        try:
            anchor = json.loads(line)
            yield number, offset, int(anchor["seq"]), str(anchor["hash"])
        except (ValueError, KeyError, TypeError):
            continue


def is_whole(line: bytes) -> bool:
    """Whether the line is a record with the hash it states."""
    try:
        decode(line)
    except BrokenLineError:
        return False
    return True
