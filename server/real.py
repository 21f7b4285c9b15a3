"""A real server, vanilla or Paper: started with the right Java, waited for, and stopped so that its world is whole."""

import contextlib
import socket
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from ..recipes.errors import WorldError
from .java import Java
from .ping import Answer, wait_until_ready
from .rcon import Rcon
from .settings import EVERYWHERE, LOOPBACK, Settings

READY_SECONDS = 300.0
READ_SECONDS = 10.0
KEEPER = Path(__file__).parent / "keeper.py"
LOG_LINES = 500
TAIL = 12


class RealServer:
    """A server's process, running for as long as the context: ``host``, ``port``, ``answer`` and ``rcon``.

    The folder is the server's own: its world and settings stay there. When this process ends, however it ends, the
    keeper lets the server save and end too.
    """

    def __init__(
        self, java: Java, jar: Path, folder: Path, settings: Settings, *, memory: str = "2G", patience: float = 60.0
    ) -> None:
        """Prepare a server; ``memory`` is the most Java may use, ``patience`` how many s the server has to save."""
        self.settings = settings
        self.host = LOOPBACK if settings.address in EVERYWHERE else settings.address
        self.port = settings.port
        self.rcon = Rcon(self.host, settings.rcon_port, settings.rcon_password)
        self.answer: Answer
        self._command: list[str | Path] = [
            sys.executable,
            "-I",
            KEEPER,
            str(patience),
            java.path,
            f"-Xmx{memory}",
            "-jar",
            jar.absolute(),
            "nogui",
        ]
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None
        self._log: deque[str] = deque(maxlen=LOG_LINES)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self, seconds: float = READY_SECONDS) -> None:
        """Start and wait until the server answers. Raises a WorldError with the log's last lines if it never does."""
        _check_free(self.host, self.port)
        self._process = subprocess.Popen(
            self._command,
            cwd=self._folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        reader = threading.Thread(target=self._read, args=(self._process,), daemon=True)
        reader.start()
        try:
            answer = wait_until_ready(self.host, self.port, time.monotonic() + seconds, self._alive)
        except BaseException:
            self.stop()
            raise
        if answer is None:
            code = self._process.poll()
            self.stop()
            reader.join(READ_SECONDS)
            raise self._failed(f"was not ready after {seconds:.0f} s" if code is None else f"ended with code {code}")
        self.answer = answer

    def wait(self) -> None:
        """Wait for as long as the server runs. Raises a WorldError when it ends by itself."""
        assert self._process is not None
        raise self._failed(f"ended with code {self._process.wait()}")

    def stop(self) -> None:
        """Let the server save and end; it is ended if it does not."""
        process, self._process = self._process, None
        if process is None or process.stdin is None:
            return
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.wait()

    @property
    def pid(self) -> int | None:
        """The keeper's process id while it runs; the server is its child."""
        return self._process.pid if self._process else None

    @property
    def log(self) -> tuple[str, ...]:
        """The last lines the server printed."""
        return tuple(self._log)

    def _alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _read(self, process: "subprocess.Popen[str]") -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._log.append(line.rstrip())

    def _failed(self, what: str) -> WorldError:
        said = list(self._log)[-TAIL:]
        reason = _reason(said)
        return WorldError(
            f"the server {what}: {reason}",
            hint=f"the whole log is in {self._folder / 'logs'}; its last lines are in --json",
            code="server_failed",
            log=said,
        )


_SAYS_WHY = (
    ("UnsupportedClassVersionError", "this Java is too old for it"),
    ("Unsupported Java", "this Java is not one that it runs on"),
    ("FAILED TO BIND TO PORT", "the port is taken"),
    ("You need to agree to the EULA", "its licence was not accepted"),
    ("OutOfMemoryError", "Java's memory does not suffice"),
)
"""What servers print, and what it comes to."""


def _reason(said: Sequence[str]) -> str:
    for sign, meaning in _SAYS_WHY:
        for line in said:
            if sign in line:
                return f"{meaning} ({line.strip()})"
    return next((line for line in reversed(said) if line.strip()), "it said nothing")


def _check_free(host: str, port: int) -> None:
    """Whoever listens already would answer our pings in the server's place."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise WorldError(
                f"port {port} is taken: {error.strerror}",
                hint="end what listens there, or use --port",
                code="port_taken",
            ) from None
