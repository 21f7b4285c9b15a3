"""Four writers on one ledger, killed again and again while they write: for the tests and for scripts/chaos."""

import os
import random
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path

from craftplan.agent.ledger.ledger import Ledger

WRITER = Path(__file__).with_name("writer.py")
WRITERS = 4
MOST = 40


@dataclass
class Slaughter:
    """What was acknowledged to whom, and how many were killed."""

    acknowledged: dict[int, str] = field(default_factory=dict)
    kills: int = 0

    def lost(self, folder: Path) -> set[int]:
        """The acknowledged records that the ledger does not hold with the same hash."""
        held = {record.seq: record.hash for record in Ledger(folder).read()}
        return {seq for seq, hashed in self.acknowledged.items() if held.get(seq) != hashed}


def slaughter(folder: Path, kills: int, seed: int) -> Slaughter:
    """Kill so many writers, four at work at any time, each after some of its records were acknowledged."""
    found, lock = Slaughter(), threading.Lock()

    def lives(place: int) -> None:
        chance = random.Random(seed * WRITERS + place)
        for _ in range(place, kills, WRITERS):
            _one_life(folder, place, chance.randint(1, MOST), found, lock)

    threads = [threading.Thread(target=lives, args=(place,)) for place in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def _one_life(folder: Path, place: int, most: int, found: Slaughter, lock: threading.Lock) -> None:
    command = [sys.executable, str(WRITER), str(folder), str(place)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(WRITER.parent)}
    ) as writer:
        assert writer.stdout is not None
        for number, line in enumerate(writer.stdout, 1):
            seq, _, hashed = line.strip().partition(" ")
            if line.endswith("\n"):
                with lock:
                    found.acknowledged[int(seq)] = hashed
            if number == most:
                writer.kill()
    with lock:
        found.kills += writer.returncode == -9


def quick_folder() -> Path:
    """A new folder where syncing costs nothing, so that many records are written between two kills."""
    memory = Path("/dev/shm")  # noqa: S108 - a folder in memory; mkdtemp makes our own in it
    return Path(tempfile.mkdtemp(prefix="craftplan-", dir=memory if memory.is_dir() else None))
