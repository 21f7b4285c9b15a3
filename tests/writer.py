"""A process that appends records as fast as it can and says each number once it is acknowledged, until it is killed."""

import sys
from pathlib import Path

from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event

if __name__ == "__main__":
    ledger = Ledger(Path(sys.argv[1]))
    while True:
        record = ledger.append(Event.RUN_STARTED, {"writer": sys.argv[2], "text": "x" * 200}, run="r")
        sys.stdout.write(f"{record.seq} {record.hash}\n")
        sys.stdout.flush()
