"""The practice server: a child process on loopback that decides with its own recipe data."""

import contextlib
import json
import os
import queue
import re
import subprocess
import tempfile
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from ..recipes.errors import InputError, WorldError
from ..recipes.versions import version_key
from .control import Control
from .packs import laid_out
from .rcon import Rcon

SCRIPT = Path(__file__).parent / "js" / "main.cjs"
DATA = SCRIPT.parent / "data"
READY_SECONDS = 60.0
STOP_SECONDS = 5.0
LOG_LINES = 200
_PROMPT = re.compile(r"\x1b\[\d*[A-Z]|^> ")
"""What flying-squid's console prints although nobody types."""


def practice_versions() -> tuple[str, ...]:
    """Return the versions that there is a practice server of, oldest first."""
    return tuple(sorted((path.stem for path in DATA.glob("*.json")), key=version_key))


class PracticeServer:
    """A practice server, running for as long as the context: ``host``, ``port``, ``control`` and ``rcon`` to ask it.

    It ends by itself when this process ends, however it ends: it watches its stdin.
    """

    host = "127.0.0.1"

    def __init__(
        self,
        node: Path,
        packages: Path,
        *,
        version: str = "1.20.4",
        port: int = 0,
        patch: Mapping[str, Any] | None = None,
        conditions: Mapping[str, Any] | None = None,
        datapacks: Sequence[Path] = (),
        keep: Path | None = None,
    ) -> None:
        """Prepare a server; port 0 takes a free one, ``patch`` changes its recipe data, ``conditions`` its manners.

        ``datapacks`` are folders, zips, mods or servers, the last on top; the log says which recipes are left out.
        With a file to ``keep`` things in, what players hold and what blocks were changed outlives the server.
        """
        self.version = version
        self._node = node
        self._packages = packages
        self._options = {
            "version": version,
            "port": port,
            "patch": patch or {},
            "conditions": conditions or {},
            "keep": str(keep.absolute()) if keep else None,
        }
        self._datapacks = tuple(datapacks)
        self._process: subprocess.Popen[str] | None = None
        self._log: deque[str] = deque(maxlen=LOG_LINES)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self.port = port
        self.control: Control
        self.rcon: Rcon

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Start and wait until players can join. Raises a WorldError with the log's last lines if they never can."""
        self._folder = tempfile.TemporaryDirectory(prefix="craftplan-practice-")
        try:
            packs = laid_out(self._datapacks, self.version, Path(self._folder.name, "packs"), self._log.append)
        except InputError:
            self.stop()
            raise
        options = {**self._options, "datapacks": [str(folder.absolute()) for folder in packs]}
        self._process = subprocess.Popen(
            [self._node, SCRIPT, json.dumps(options)],
            cwd=self._folder.name,
            env={**os.environ, "CRAFTPLAN_NODE_PACKAGES": str(self._packages)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        ready: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, args=(self._process, ready), daemon=True).start()
        try:
            told = ready.get(timeout=READY_SECONDS)
        except BaseException as stop:
            self.stop()
            if isinstance(stop, queue.Empty):
                raise self._failed(f"was not ready after {READY_SECONDS:.0f} s") from None
            raise
        if told is None:
            code = self._process.wait()
            self.stop()
            raise self._failed(f"ended with code {code}")
        self.port = told["port"]
        self.control = Control(self.host, told["control"], told["token"])
        self.rcon = Rcon(self.host, told["rcon"], told["token"])

    def wait(self) -> None:
        """Wait for as long as the server runs. Raises a WorldError when it ends by itself."""
        assert self._process is not None
        raise self._failed(f"ended with code {self._process.wait()}")

    def stop(self) -> None:
        """End the server; it is killed if it does not end by itself."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(BrokenPipeError):
                if process.stdin:
                    process.stdin.close()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def restart(self, *, killed: bool = False) -> None:
        """End the server, at once where it is ``killed``, and start it on the same port."""
        if killed and self._process is not None:
            self._process.kill()
        self.stop()
        self._options["port"] = self.port
        self.start()

    @property
    def pid(self) -> int | None:
        """The server's process id while it runs."""
        return self._process.pid if self._process else None

    @property
    def log(self) -> tuple[str, ...]:
        """The last lines the server printed."""
        return tuple(self._log)

    def _read(self, process: subprocess.Popen[str], ready: "queue.Queue[dict[str, Any] | None]") -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                start = line.find("READY {")
                if start >= 0:
                    ready.put(json.loads(line[start + len("READY ") :]))
                elif said := _PROMPT.sub("", line).strip():
                    self._log.append(said)
        ready.put(None)

    def _failed(self, what: str) -> WorldError:
        said = list(self._log)[-8:]
        reason = next((line for line in said if "Error" in line), said[-1] if said else "it said nothing")
        taken = "EADDRINUSE" in reason
        return WorldError(
            f"the practice server for Minecraft {self.version} {what}: {reason.strip()}",
            hint="another program listens on that port; port 0 takes a free one"
            if taken
            else "`craftplan doctor` checks Node and the packages; --minecraft chooses another version",
            code="port_taken" if taken else "practice_server",
            log=said,
        )
