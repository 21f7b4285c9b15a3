"""A command of craftplan in a process of its own, for those that run until they are stopped."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMAND = [sys.executable, "-u", "-c", "from craftplan.agent.doors.main import main; main()"]


@contextmanager
def running(*arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """Start the command; it is killed if the context ends before it does."""
    command = [*COMMAND, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()
