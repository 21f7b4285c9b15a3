"""Folds over the ledger that remember how far they are: a start reads what is new, not everything.

A checkpoint is a small file beside the ledger. It can be deleted at any time, and is made again from the records; one
that does not fit the ledger (an older head, a repaired chain) is not believed.
"""

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from .ledger import Ledger
from .record import Record

State = dict[str, Any]
"""What a fold knows: JSON."""


def fold(ledger: Ledger, name: str, version: int, start: State, take: Callable[[State, Record], None]) -> State:
    """Return the state after every record of the ledger; ``take`` changes it by one record.

    ``version`` is the fold's own: another one begins anew.
    """
    path = ledger.folder / "checkpoints" / f"{name}.json"
    kept = _read(path.read_bytes() if path.exists() else b"", version)
    state, seen, records = start, None, iter(ledger.read())
    if kept is not None:
        newer = ledger.read(since=kept["seq"] - 1)
        last = next(newer, None)
        if last is not None and (last.seq, last.hash) == (kept["seq"], kept["hash"]):
            state, seen, records = kept["state"], last, newer
    for record in records:
        take(state, record)
        seen = record
    if seen is not None and (kept is None or seen.seq != kept["seq"]):
        path.parent.mkdir(exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        document = {"version": version, "seq": seen.seq, "hash": seen.hash, "state": state}
        beside.write_text(json.dumps(document), encoding="utf-8")
        beside.replace(path)
    return state


def _read(content: bytes, version: int) -> Mapping[str, Any] | None:
    try:
        kept = json.loads(content)
        fits = kept["version"] == version and isinstance(kept["seq"], int) and isinstance(kept["state"], dict)
    except (ValueError, KeyError, TypeError):
        return None
    return kept if fits else None
