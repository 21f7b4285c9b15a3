"""Runs a server's command and outlives who started it, for as long as the server needs to save its world and end.

``python keeper.py SECONDS COMMAND …``: what comes from stdin goes to the server's console. When stdin ends, because it
was closed or its owner is gone, the server is told to stop, and ended if it does not within so many seconds.
"""

import contextlib
import os
import subprocess
import sys
import threading

CONSOLE, OWNER = 0, 1
BLOCK = 1 << 16


def main() -> None:
    """Run the command of this process's arguments and exit with its code."""
    server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    threading.Thread(target=_forward, args=(server, float(sys.argv[1])), daemon=True).start()
    _repeat(server)
    code = server.wait()
    os._exit(code if code >= 0 else 128 - code)


def _repeat(server: "subprocess.Popen[bytes]") -> None:
    """Hand on what the server prints; when nobody reads it any more, it must not break its saving."""
    assert server.stdout is not None
    while said := os.read(server.stdout.fileno(), BLOCK):
        with contextlib.suppress(OSError):
            os.write(OWNER, said)


def _forward(server: "subprocess.Popen[bytes]", patience: float) -> None:
    assert server.stdin is not None
    with contextlib.suppress(OSError):
        while said := os.read(CONSOLE, BLOCK):
            server.stdin.write(said)
            server.stdin.flush()
    with contextlib.suppress(OSError):
        server.stdin.write(b"stop\n")
        server.stdin.close()
    for end in (server.terminate, server.kill):
        try:
            server.wait(patience)
        except subprocess.TimeoutExpired:
            end()


if __name__ == "__main__":
    main()
