"""What the ledger's records add up to, in a SQLite file that may be deleted: it is made again from the ledger.

There is one for each fold: of the lessons, of the runs, of the gates, of what bots hold.
"""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from .chain import Damage, damaged, explained
from .record import SUFFIX, BrokenLineError, Event, Record, check, decode, event_of
from .segments import segments

TABLES = 2
"""The version of the tables; with the fold's own it is the file's. A file of another version is made again."""
_TABLES = """
CREATE TABLE entry (kind TEXT, key TEXT, first INTEGER, last INTEGER, body TEXT, PRIMARY KEY (kind, key));
CREATE INDEX entry_last ON entry (kind, last);
CREATE INDEX lesson_place ON entry (json_extract(body, '$.scope.server'), json_extract(body, '$.component'))
    WHERE kind = 'lesson';
CREATE TABLE link (node TEXT, target TEXT, PRIMARY KEY (node, target)) WITHOUT ROWID;
CREATE TABLE file (place TEXT PRIMARY KEY, changed INTEGER, size INTEGER) WITHOUT ROWID;
CREATE TABLE mark (segment TEXT, offset INTEGER, tail BLOB);
"""
_SECONDS = 10.0
"""How long to wait for another process that is folding records in."""


class Entries(Protocol):
    """What folding a record may read and change: entries by kind and key, and links from a node to a target."""

    def get(self, kind: str, key: str) -> Any:
        """Return the entry's body, or None."""

    def put(self, kind: str, key: str, body: Any) -> None:
        """Keep a body; the record that is being folded becomes the entry's last one."""

    def drop(self, kind: str, key: str) -> None:
        """Let there be no such entry any more."""

    def link(self, node: str, target: str) -> None:
        """Keep that a node has to do with a target."""


Fold = Callable[[Entries, Record], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its key, the ledger numbers of the first and the last record that made it, and its body."""

    key: str
    first: int
    last: int
    body: Any


class Index:
    """Follows a ledger's folder with ``fold``; each record is folded once, by whichever process comes first.

    ``version`` is the fold's own. Where ``events`` are named, only such records are read. Lines that cannot be read are
    passed by and kept as ``skipped``; a ``strict`` index stops at them, unless a repair has named them.
    """

    def __init__(
        self,
        folder: Path,
        fold: Fold,
        name: str,
        *,
        version: int = 1,
        events: frozenset[Event] | None = None,
        strict: bool = False,
    ) -> None:
        self.folder = folder
        self.path = folder / name
        self._place = str(self.path)
        self._fold = fold
        self._version = 1000 * TABLES + version
        self._events = events
        self._strict = strict
        self._connection: sqlite3.Connection | None = None
        self._process = 0

    def __del__(self) -> None:
        self.close()

    def follow(self) -> None:
        """Fold in what was appended since. A file that is broken, older or of another ledger is made again.

        Raises an IntegrityError at a record of a newer major version, and a strict one at a line that is no record.
        """
        try:
            self._follow()
        except sqlite3.OperationalError as refused:
            if "locked" in str(refused):
                raise
            self.close()
            self._place = ":memory:"  # a folder that may only be read
            self._follow()
        except sqlite3.DatabaseError:
            self.rebuild()
        if self._strict:
            self._stop_at_damage()

    def rebuild(self) -> None:
        """Put the file aside and fold the whole ledger anew."""
        self.close()
        if self.path.exists():
            os.replace(self.path, self.path.with_suffix(".old"))  # noqa: PTH105 - over the one before
        self._follow()

    def damage(self) -> tuple[Damage, ...]:
        """Return the lines that could not be read."""
        return tuple(Damage(*entry.body) for entry in self.entries("skipped"))

    def get(self, kind: str, key: str) -> Entry | None:
        """Return one entry."""
        return next(self._entries("kind = ? AND key = ?", (kind, key)), None)

    def entries(self, kind: str) -> Iterator[Entry]:
        """Yield the entries of a kind, by key."""
        return self._entries("kind = ? ORDER BY key", (kind,))

    def spans(self, kind: str) -> Iterator[tuple[str, int, int]]:
        """Yield key, first and last record of every entry of a kind, by key, without reading what it holds."""
        query = "SELECT key, first, last FROM entry WHERE kind = ? ORDER BY key"
        yield from self._open().execute(query, (kind,)).fetchall()

    def counted(self, kind: str, member: str) -> Mapping[str, int]:
        """Return how many entries of a kind have each value of a member of their body."""
        query = "SELECT json_extract(body, ?), count(*) FROM entry WHERE kind = ? GROUP BY 1 ORDER BY 1"
        return dict(self._open().execute(query, (f"$.{member}", kind)).fetchall())

    def lessons_about(self, server: str, components: Iterable[str]) -> list[tuple[str, int, int]]:
        """Return key, first and last record of the lessons of a server about these nodes, in the order of learning."""
        query = (
            "SELECT entry.key, first, last FROM json_each(?) JOIN entry ON kind = 'lesson'"
            " AND json_extract(body, '$.scope.server') = ? AND json_extract(body, '$.component') = value"
            " ORDER BY first, entry.key"
        )
        return self._open().execute(query, (json.dumps(list(components)), server)).fetchall()

    def links(self, node: str) -> tuple[str, ...]:
        """Return what a node has to do with, in order."""
        rows = self._open().execute("SELECT target FROM link WHERE node = ? ORDER BY target", (node,))
        return tuple(row[0] for row in rows)

    def degrees(self) -> Mapping[str, int]:
        """Return how many links each node has."""
        return dict(self._open().execute("SELECT node, count(*) FROM link GROUP BY node ORDER BY node"))

    def dump(self) -> list[Any]:
        """Return everything, in order: equal for equal ledgers."""
        entries = self._open().execute("SELECT kind, key, first, last, body FROM entry ORDER BY kind, key")
        links = self._open().execute("SELECT node, target FROM link ORDER BY node, target")
        return [*entries, *links]

    def files(self) -> Mapping[str, tuple[int, int]]:
        """Return when each file of notes was changed (ns) and its size, as they were when it was last looked at."""
        rows = self._open().execute("SELECT place, changed, size FROM file").fetchall()
        return {place: (changed, size) for place, changed, size in rows}

    def keep_files(self, files: Mapping[str, tuple[int, int]]) -> None:
        """Keep what files were when they were looked at: only a shorter way, what is lost is looked at again."""
        with _transaction(self._open()) as connection:
            rows = [(place, *found) for place, found in files.items()]
            connection.executemany("INSERT OR REPLACE INTO file VALUES (?, ?, ?)", rows)

    def close(self) -> None:
        """Close the file."""
        connection, self._connection = self._connection, None
        if connection is not None and self._process == os.getpid():
            connection.close()

    def _entries(self, where: str, values: tuple[Any, ...]) -> Iterator[Entry]:
        query = f"SELECT key, first, last, body FROM entry WHERE {where}"  # noqa: S608 - no words of others in it
        for key, first, last, body in self._open().execute(query, values).fetchall():
            yield Entry(key, first, last, json.loads(body))

    def _open(self) -> sqlite3.Connection:
        if self._connection is None or self._process != os.getpid():
            self._process = os.getpid()
            self._connection = sqlite3.connect(
                self._place, timeout=_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA synchronous = OFF")  # it can be made again
        return self._connection

    def _follow(self) -> None:
        connection = self._open()
        if self._file_version() == self._version:
            mark = self._mark()
            if mark is not None and _at_end(self.folder, mark[0], mark[1]):
                return
        with _transaction(connection):
            if self._file_version() != self._version:
                if self._file_version():
                    raise sqlite3.DatabaseError("of another version")
                for statement in _TABLES.split(";"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {self._version}")
            self._fold_in(connection, self._mark())

    def _file_version(self) -> int:
        version: int = self._open().execute("PRAGMA user_version").fetchone()[0]
        return version

    def _stop_at_damage(self) -> None:
        found = self.damage()
        named = explained(self.folder) if found else {}
        for damage in found:
            if (damage.segment, damage.line) not in named:
                raise damaged(damage)

    def _mark(self) -> tuple[str, int, bytes] | None:
        found: tuple[str, int, bytes] | None = self._open().execute("SELECT segment, offset, tail FROM mark").fetchone()
        return found

    def _fold_in(self, connection: sqlite3.Connection, mark: tuple[str, int, bytes] | None) -> None:
        segment, offset, tail = mark or ("", 0, b"")
        if mark and _tail(self.folder / segment, offset) != tail:
            raise sqlite3.DatabaseError("of another ledger")
        batch = _Batch(connection)
        for path in segments(self.folder):
            if path.name < segment:
                continue
            for begin, end, found in _records(path, offset if path.name == segment else 0, self._events):
                segment, offset = path.name, end
                if isinstance(found, Record):
                    batch.seq = found.seq
                    self._fold(batch, found)
                elif found:
                    line = _line_at(path, begin)
                    batch.put("skipped", f"{path.name}@{line:06}", [path.name, line, begin, found])
        batch.flush()
        connection.execute("DELETE FROM mark")
        if segment:
            row = (segment, offset, _tail(self.folder / segment, offset))
            connection.execute("INSERT INTO mark VALUES (?, ?, ?)", row)


def _records(path: Path, start: int, events: frozenset[Event] | None) -> Iterator[tuple[int, int, Record | str]]:
    """Yield the whole lines of a segment from byte ``start`` on: where each begins and ends, and its record.

    Instead of that, how the line is broken; nothing for a record that is not of the ``events``.
    """
    with path.open("rb") as file:
        file.seek(start)
        for line in file:
            if not line.endswith(b"\n"):
                return
            begin, start = start, start + len(line)
            try:
                if events is not None and event_of(line) not in events:
                    check(line)
                    yield begin, start, ""
                else:
                    yield begin, start, decode(line)
            except BrokenLineError as broken:
                yield begin, start, str(broken)


def _line_at(path: Path, offset: int) -> int:
    with path.open("rb") as file:
        return file.read(offset).count(b"\n") + 1


def _at_end(folder: Path, segment: str, offset: int) -> bool:
    path = folder / segment
    after = folder / f"{int(path.stem) + 1:06}.jsonl"
    return path.is_file() and path.stat().st_size == offset and not after.exists()


def _tail(path: Path, offset: int) -> bytes:
    """Return the bytes that end before the mark; they hold a record's hash, so no other ledger has the same."""
    if not path.is_file() or path.stat().st_size < offset:
        return b""
    with path.open("rb") as file:
        file.seek(max(0, offset - SUFFIX))
        return file.read(min(offset, SUFFIX))


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


class _Batch:
    """Entries that are being changed, written once at the end."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.seq = 0
        self._connection = connection
        self._known: dict[tuple[str, str], tuple[int, int, Any] | None] = {}
        self._changed: set[tuple[str, str]] = set()
        self._links: set[tuple[str, str]] = set()

    def get(self, kind: str, key: str) -> Any:
        found = self._find((kind, key))
        return None if found is None else found[2]

    def put(self, kind: str, key: str, body: Any) -> None:
        found = self._find((kind, key))
        first = self.seq if found is None else found[0]
        self._known[kind, key] = (first, self.seq, body)
        self._changed.add((kind, key))

    def drop(self, kind: str, key: str) -> None:
        if self._find((kind, key)) is not None:
            self._known[kind, key] = None
            self._changed.add((kind, key))

    def link(self, node: str, target: str) -> None:
        self._links.add((node, target))

    def flush(self) -> None:
        gone = [place for place in self._changed if self._known[place] is None]
        self._connection.executemany("DELETE FROM entry WHERE kind = ? AND key = ?", gone)
        rows = [
            (*place, found[0], found[1], json.dumps(found[2], sort_keys=True, ensure_ascii=False))
            for place in self._changed
            if (found := self._known[place]) is not None
        ]
        self._connection.executemany("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?, ?)", rows)
        self._connection.executemany("INSERT OR IGNORE INTO link VALUES (?, ?)", sorted(self._links))

    def _find(self, place: tuple[str, str]) -> tuple[int, int, Any] | None:
        if place not in self._known:
            query = "SELECT first, last, body FROM entry WHERE kind = ? AND key = ?"
            row = self._connection.execute(query, place).fetchone()
            self._known[place] = None if row is None else (row[0], row[1], json.loads(row[2]))
        return self._known[place]
