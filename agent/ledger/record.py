"""One ledger record: a line of JSON that carries the hash of itself and of the line before it.

``hash`` is the SHA-256 of the line's bytes up to the last ``}`` of the object *without* the hash member, so a
reader checks raw bytes and needs no canonical form of JSON. The member's length is constant.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from ...recipes.errors import IntegrityError

VERSION = 1
"""The major version of the format: members and events may be added under it, and are kept by who does not know them."""
GENESIS = "0" * 64
"""What the first record of a ledger names as the hash before it."""
LONGEST = 64 * 1024
"""The longest line in bytes; bigger evidence does not belong into the ledger."""
HASH = b',"hash":"'
SUFFIX = len(HASH) + 64 + len(b'"}\n')
"""How many bytes of a line state its hash."""


class Event(StrEnum):
    """What a record tells of."""

    RUN_STARTED = "run.started"
    RUN_RESUMED = "run.resumed"
    RUN_SUMMARY = "run.summary"
    PHASE_STARTED = "phase.started"
    PHASE_COMPLETED = "phase.completed"
    PHASE_FAILED = "phase.failed"
    MATERIALS_GIVEN = "materials.given"
    CONSULT_RECEIPT = "consult.receipt"
    PLAN_CREATED = "plan.created"
    STATION_PLACING = "station.placing"
    STATION_PLACED = "station.placed"
    STATION_TAKING = "station.taking"
    STATION_TAKEN = "station.taken"
    STORAGE_MOVING = "storage.moving"
    STORAGE_MOVED = "storage.moved"
    GATE_OPENED = "gate.opened"
    GATE_CLAIMED = "gate.claimed"
    GATE_HANDED_ON = "gate.handed_on"
    GATE_APPROVED = "gate.approved"
    GATE_REJECTED = "gate.rejected"
    GATE_EXPIRED = "gate.expired"
    GATE_REFUSED = "gate.refused"
    GATE_SKIPPED = "gate.skipped"
    ATTEMPT_INTENT = "attempt.intent"
    ATTEMPT_RESULT = "attempt.result"
    VERIFY_RESULT = "verify.result"
    RECONCILE_RESULT = "reconcile.result"
    LESSON_PROPOSED = "lesson.proposed"
    LESSON_VERIFIED = "lesson.verified"
    LESSON_OUTCOME = "lesson.outcome"
    LESSON_DEMOTED = "lesson.demoted"
    LESSON_SUPERSEDED = "lesson.superseded"
    WISH_REMEMBERED = "wish.remembered"
    WISH_FORGOTTEN = "wish.forgotten"
    MODEL_ASKED = "model.asked"
    MODEL_CALLED = "model.called"
    NOTE_EDITED = "note.edited"
    VAULT_SYNCED = "vault.synced"
    VAULT_RESTORED = "vault.restored"
    REVIEW_RESULT = "review.result"
    INVENTORY_RECONCILED = "inventory.reconciled"
    LEDGER_RECOVERED = "ledger.recovered"
    LEDGER_REPAIRED = "ledger.repaired"


_encoded = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_KIND = re.compile(rb'"kind":"([^"\\]*)"')


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it stands in the ledger. ``event`` may be a word of a newer minor version: kept, not understood."""

    seq: int
    time: str
    run: str | None
    event: str
    node: str | None
    body: Mapping[str, Any]
    prev: str
    hash: str


class BrokenLineError(ValueError):
    """A line that is not a record: torn or edited."""


class NewerRecordError(IntegrityError):
    """A record of a newer major version: an older craftplan neither reads nor continues such a ledger."""

    code = "newer_ledger"


def encode(*, seq: int, time: str, run: str | None, event: str, node: str | None, body: object, prev: str) -> bytes:
    """Return the record's line. Raises ValueError for bodies with floats that are not numbers, or a line too long."""
    members = {
        "v": VERSION,
        "seq": seq,
        "ts": time,
        "run": run,
        "kind": event,
        "node": node,
        "body": body,
        "prev": prev,
    }
    content = _encoded(members).encode()
    line = content[:-1] + HASH + sha256(content).hexdigest().encode() + b'"}\n'
    if len(line) > LONGEST:
        raise ValueError(f"a ledger record holds at most {LONGEST} bytes, this {event} has {len(line)}")
    return line


def event_of(line: bytes) -> str:
    """Return the event of a whole line without reading the rest of it."""
    found = _KIND.search(line)
    return found[1].decode() if found else ""


def check(line: bytes) -> tuple[bytes, str]:
    """Return a whole line's content and the hash that it has. Raises a BrokenLineError saying how it is broken."""
    if not line.endswith(b'"}\n') or line[-SUFFIX : -SUFFIX + len(HASH)] != HASH:
        raise BrokenLineError("does not end with a hash")
    content = line[:-SUFFIX] + b"}"
    stated = line[-SUFFIX + len(HASH) : -3].decode("ascii", "replace")
    if sha256(content).hexdigest() != stated:
        raise BrokenLineError("does not have the hash it states")
    return content, stated


def decode(line: bytes) -> Record:
    """Return the record of a line; members that nobody knows are passed over.

    Raises a BrokenLineError saying how the line is broken, a NewerRecordError for a newer major version.
    """
    content, stated = check(line)
    members = json.loads(content)
    if members["v"] != VERSION:
        raise NewerRecordError(
            f"the ledger was written in version {members['v']} of its format, this craftplan reads version {VERSION}",
            hint="use the craftplan that wrote it, or a newer one; nothing was read or written",
        )
    return Record(
        seq=members["seq"],
        time=members["ts"],
        run=members["run"],
        event=members["kind"],
        node=members["node"],
        body=members["body"],
        prev=members["prev"],
        hash=stated,
    )
