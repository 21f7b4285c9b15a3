"""The Node child: one call at a time, JSON in and out, and always an end to waiting.

Everything goes through one JavaScript function that never rejects and answers in time (`js/agent.cjs`), because an
answer that comes late breaks the `javascript` package for good. The package knows one child a process, and so do we.
"""

import contextlib
import json
import os
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..recipes.errors import BusyError, CraftplanError, WorldError
from .failures import failure

AGENT = Path(__file__).parent / "js" / "agent.cjs"
GRACE_SECONDS = 20.0
"""How much longer than JavaScript we wait for an answer: it answers by itself in time, unless it hangs."""
START_SECONDS = 30.0
STOP_SECONDS = 1.0
SWEEP_SECONDS = 0.005
SLICE_MS = 500
"""How long a call may keep Python waiting where there is something to do meanwhile."""

_in_use = threading.Lock()


class NodeChild:
    """A running Node with the agent loaded."""

    def __init__(self, node: Path, packages: Path, *, agent: Path = AGENT, grace: float = GRACE_SECONDS) -> None:
        """Start Node and load the agent.

        Raises a WorldError (``packages``, ``node_start``) when it does not come up, a BusyError where one runs already.
        """
        if not (packages / "node_modules" / "mineflayer").is_dir():
            raise failure("packages", f"no JavaScript packages in {packages}", packages=str(packages))
        if not os.access(node, os.X_OK):
            raise failure("node_start", f"{node} is no executable", node=str(node))
        if not _in_use.acquire(blocking=False):
            raise BusyError(
                "this process has a bot already", hint="one bot a process: close it, or start another process"
            )
        self._grace = grace
        self.asked: Counter[str] = Counter()
        """How often Node was asked for what."""
        self._lock = threading.Lock()
        self._dead = threading.Event()
        self._closed = False
        try:
            self._start(node, packages, agent)
        except BaseException:
            _in_use.release()
            raise

    def _start(self, node: Path, packages: Path, agent: Path) -> None:
        from . import javascript_package

        self._package = javascript_package
        try:
            self._process = javascript_package.start_node(node, packages)
        except OSError as error:
            raise failure("node_start", f"{node} does not start: {error}", node=str(node)) from None
        self._loop = javascript_package.attach(self._process)
        self._watcher = threading.Thread(target=self._watch, name="bridge watcher", daemon=True)
        try:
            with self._lock:
                self._watcher.start()
                self._call = javascript_package.require(quote(str(agent.parent)), agent.name, START_SECONDS).call
        except Exception as error:  # noqa: BLE001 - the package raises plain Exceptions
            self._end()
            said = [*self.said, getattr(error, "js", str(error))]
            raise failure("node_start", f"{node} did not load the agent", node=str(node), said=said) from None
        except BaseException:
            self._end()
            raise

    @property
    def pid(self) -> int:
        """The child's process id."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether calls can be made."""
        return not self._dead.is_set() and not self._closed

    @property
    def said(self) -> tuple[str, ...]:
        """The last lines that Node or the package printed."""
        return tuple(self._package.said)

    def call(
        self,
        command: str,
        args: dict[str, Any] | None = None,
        *,
        timeout: float,
        meanwhile: Callable[[], object] | None = None,
    ) -> Any:
        """Return the value of one call; ``timeout`` is in seconds. Whatever interrupts the waiting ends the child.

        A long call calls ``meanwhile`` now and then, which may ask what needs no hands; its WorldErrors end nothing.
        Raises a WorldError with the agent's own code, or ``bridge_dead``, or ``call_timeout``.
        """
        asked = {"command": command, "args": args or {}, "timeout": int(timeout * 1000)}
        if meanwhile is None:
            return self._ask(command, asked, timeout)["value"]
        answer = self._ask(command, {**asked, "slice": SLICE_MS}, timeout)
        while "pending" in answer:
            try:
                with contextlib.suppress(WorldError):
                    meanwhile()
            except BaseException:
                self._kill()
                raise
            answer = self._ask(command, {"command": "wait", "slice": SLICE_MS}, SLICE_MS / 1000)
        return answer["value"]

    def _ask(self, command: str, asked: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        request = json.dumps(asked)
        with self._lock:
            self.asked[asked["command"]] += 1
            if not self.alive:
                raise failure("bridge_dead", f"Node is gone; {command} was not sent", command=command, said=self.said)
            try:
                answer: dict[str, Any] = json.loads(self._call(request, timeout=timeout + self._grace))
            except BaseException as error:
                died = self._dead.is_set()
                self._kill()
                if not isinstance(error, Exception):
                    raise
                code, what = ("bridge_dead", "Node died") if died else ("call_timeout", "Node did not answer")
                raise failure(code, f"{what} during {command}", command=command, said=self.said) from None
        if "error" in answer:
            raise _told(answer["error"], command)
        return answer

    def close(self) -> None:
        """End the child and let another be started. Closing twice is no error."""
        if self._closed:
            return
        self._closed = True
        self._end()
        _in_use.release()

    def _end(self) -> None:
        self._kill()
        self._watcher.join()
        self._package.detach(self._loop)
        for pipe in (self._process.stdin, self._process.stderr):
            with contextlib.suppress(OSError):
                if pipe:
                    pipe.close()

    def _kill(self) -> None:
        """End the process: the agent exits when its stdin ends; one that hangs is killed."""
        with contextlib.suppress(OSError):
            if self._process.stdin:
                self._process.stdin.close()
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _watch(self) -> None:
        """Notice the child's death and wake whoever waits for an answer; the package itself would let them wait."""
        self._process.wait()
        self._dead.set()
        while True:
            for request in list(self._loop.requests):
                event, _ = self._loop.requests.pop(request)
                self._loop.responses[request] = ({"r": request, "error": "Node died"}, threading.Barrier(1))
                event.set()
            if not self._lock.locked():
                break
            time.sleep(SWEEP_SECONDS)
        self._package.reader().join()
        if self._process.stderr:
            for line in self._process.stderr.read().decode("utf-8", "replace").splitlines():
                self._package.keep(line)


def _told(error: dict[str, Any], command: str) -> Exception:
    """Return the agent's error as ours; what is no trouble of the world is a bug."""
    code, message, evidence = error["code"], error["message"], error["evidence"]
    if code == "bug":
        hint = "this is craftplan's own fault; the evidence holds the stack"
        return CraftplanError(f"{command}: {message}", hint=hint, code="bug", **evidence)
    return failure(code, message, command=command, **evidence)
