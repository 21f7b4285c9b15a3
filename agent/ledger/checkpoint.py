"""Folds over the ledger that remember how far they are: a start reads what is new, not everything.

A checkpoint is a small file beside the ledger. It can be deleted at any time, and is made again from the records; one
that does not fit the ledger (an older head, a repaired chain) is not believed.
"""

import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from .ledger import Ledger
from .record import Event, Record

State = dict[str, Any]
"""What a fold knows: JSON."""


def fold(
    ledger: Ledger,
    name: str,
    version: int,
    start: State,
    take: Callable[[State, Record], None],
    events: frozenset[Event],
) -> State:
    """Return the state after every record of the ledger; ``take`` changes it by one record of the ``events``.

    ``version`` is the fold's own: another one begins anew.
    """
    path = ledger.folder / "checkpoints" / f"{name}.json"
    kept = _read(path.read_bytes() if path.exists() else b"", version)
    state, since = start, 0
    if kept is not None:
        last = next(ledger.read(since=kept["seq"] - 1), None)
        if last is not None and (last.seq, last.hash) == (kept["seq"], kept["hash"]):
            state, since = kept["state"], kept["seq"]
    head = ledger.head()
    for record in ledger.read(since=since, events=events):
        if record.seq > head.seq:
            break  # written meanwhile: for the next time
        take(state, record)
    if head.seq and (kept is None or head.seq != since):
        path.parent.mkdir(exist_ok=True)
        beside = path.with_name(f"{path.name}.{os.getpid()}")
        document = {"version": version, "seq": head.seq, "hash": head.hash, "state": state}
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
