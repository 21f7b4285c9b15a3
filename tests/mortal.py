"""A process that makes things with a bot, and dies where it is told to: started by ``kills.py``, killed for good.

Its orders are one line of JSON on stdin. It says ``{"ready": …}`` with its own and Node's process id and waits for
a line before it begins; at the end it says how the run ended and how many lines were written.
"""

import json
import os
import signal
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from craftplan.agent import places
from craftplan.agent.ledger import ledger as module
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import event_of
from craftplan.agent.runs.pipeline import craft
from craftplan.agent.runs.resuming import newest_open, resume
from craftplan.agent.world import catalog_of, read_where, server_world
from craftplan.bridge.bot import Bot
from craftplan.planner.goal import Goal
from craftplan.recipes.errors import CraftplanError
from craftplan.recipes.ids import ItemId, qualified
from workshop import Listener

calls: list[str] = []
written = count(1)


def dies_at(line: int | None, when: str, event: str | None) -> None:
    """Die with the ledger's line number ``line`` not written yet, half written, or written and not acknowledged.

    With an ``event`` only the lines that tell of it are counted.
    """
    write = module.write_whole
    told = count(1)

    def mortal(segment: Path, content: bytes, size: int) -> int:
        number = next(written)
        if (number if event is None else event_of(content) == event and next(told)) == line:
            if when == "torn":
                write(segment, content[: len(content) // 2], size)
            if when == "after":
                write(segment, content, size)
            os.kill(os.getpid(), signal.SIGKILL)
        return write(segment, content, size)

    module.write_whole = mortal


def count_calls() -> None:
    """Keep the names of what the bot is asked to do to the world."""
    for name in ("attempt", "place_station", "take_station"):
        told = getattr(Bot, name)

        def counted(self: Bot, *args: Any, _told: Any = told, _name: str = name) -> Any:
            calls.append(_name)
            return _told(self, *args)

        setattr(Bot, name, counted)


def tell(said: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(said) + "\n")
    sys.stdout.flush()


def main() -> None:
    orders = json.loads(sys.stdin.readline())
    dies_at(orders.get("line"), orders.get("when", "before"), orders.get("event"))
    count_calls()
    ledger = Ledger(places.state() / "ledger")
    end: dict[str, Any] = {}
    try:
        with server_world(orders["address"], orders["username"], "offline", orders["version"], lambda _: None) as world:
            tell({"ready": {"python": os.getpid(), "node": world.bot.child.pid}})
            sys.stdin.readline()
            catalog = catalog_of(world)
            if orders["do"] == "resume":
                run = newest_open(ledger)
                assert run is not None
                report = resume(world, catalog, ledger, run.id, Listener())
            else:
                goals = tuple(Goal(ItemId(qualified(item)), count) for item, count in orders["goals"])
                near = replace(world, storage=read_where(orders["storage"]))
                report = craft(near, catalog, goals, ledger, Listener())
            end = {"result": report.result, "stop": report.stop and report.stop.message, "run": report.run}
    except CraftplanError as error:
        end = {"result": "error", "code": error.code, "stop": error.message}
    tell({**end, "written": next(written) - 1, "calls": calls})


if __name__ == "__main__":
    main()
