"""The Node child behind the `javascript` package: one call at a time, JSON in and out, and always an end to waiting.

The package is used through one function that never rejects and answers in time (`js/agent.cjs`), because a late answer
breaks it for good. It is loaded without its own start, so that Node gets our executable, our environment and no hold on
our stdout; what the package prints is kept as evidence. It knows one child for a Python process, and so do we.
"""

import atexit
import contextlib
import json
import os
import subprocess
import sys
import threading
from collections import deque
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import quote

from ..recipes.errors import BusyError, WorldError
from .failures import failure

AGENT = Path(__file__).parent / "js" / "agent.cjs"
GRACE_SECONDS = 20.0
"""How much longer than JavaScript we wait for an answer: it answers by itself in time, unless it hangs."""
START_SECONDS = 30.0
STOP_SECONDS = 2.0
SWEEP_SECONDS = 0.01
LINES_KEPT = 50
MODULES = ("config", "connection", "errors", "events", "proxy", "pyi")

_in_use = threading.Lock()
_said: deque[str] = deque(maxlen=LINES_KEPT)


class NodeChild:
    """A running Node with the agent loaded. Starting a second one while the first runs raises a BusyError."""

    def __init__(self, node: Path, packages: Path, agent: Path = AGENT) -> None:
        """Start Node and load the agent. Raises a WorldError when it does not come up."""
        if not (packages / "node_modules" / "mineflayer").is_dir():
            raise failure("packages", f"no JavaScript packages in {packages}", packages=str(packages))
        if not os.access(node, os.X_OK):
            raise failure("node_start", f"{node} is no executable", node=str(node))
        if not _in_use.acquire(blocking=False):
            raise BusyError("this process has a bot already", hint="one bot for a process: close it, or start another")
        self._lock = threading.Lock()
        self._dead = threading.Event()
        self._closed = False
        _said.clear()
        try:
            self._bridge = _load(_Spawner(node, packages))
            self._start(agent)
        except BaseException as error:
            self.close()
            if isinstance(error, WorldError) or not isinstance(error, Exception):
                raise
            raise failure("node_start", f"{node} did not load the agent: {error}", said=list(_said)) from error

    def _start(self, agent: Path) -> None:
        config, connection = self._bridge["config"], self._bridge["connection"]
        connection.sendQ.clear()
        connection.com_items.clear()
        connection.proc = None
        self._loop = config.event_loop = self._bridge["events"].EventLoop()
        config.event_thread = threading.Thread(target=self._loop.loop, daemon=True)
        config.event_thread.start()
        config.executor = self._bridge["proxy"].Executor(self._loop)
        config.global_jsi = self._bridge["proxy"].Proxy(config.executor, 0)
        threading.Thread(target=self._watch, daemon=True).start()
        with self._lock:
            folder = quote(str(agent.parent))
            self._call = config.global_jsi.require(f"./{agent.name}", None, folder, timeout=START_SECONDS).call
        if self._call is None:
            raise failure("node_start", f"{agent} has no function `call`", said=list(_said))

    @property
    def pid(self) -> int:
        """The child's process id."""
        return int(self._process.pid)

    @property
    def alive(self) -> bool:
        """Whether calls can be made."""
        return not self._dead.is_set() and not self._closed

    @property
    def said(self) -> tuple[str, ...]:
        """The last lines that Node or the package printed."""
        return tuple(_said)

    @property
    def _process(self) -> subprocess.Popen[bytes]:
        process: subprocess.Popen[bytes] = self._bridge["connection"].proc
        return process

    def call(self, command: str, args: dict[str, Any] | None = None, *, timeout: float) -> Any:
        """Return the value of one call; ``timeout`` is in seconds. Whatever interrupts the waiting ends the child.

        Raises a WorldError: with the agent's own code, or ``bridge_dead``, or ``call_timeout``.
        """
        request = json.dumps({"command": command, "args": args or {}, "timeout": int(timeout * 1000)})
        with self._lock:
            if not self.alive:
                raise failure("bridge_dead", f"Node is gone; {command} was not sent", command=command, said=list(_said))
            try:
                answer = json.loads(self._call(request, timeout=timeout + GRACE_SECONDS))
            except BaseException as error:
                died = self._dead.is_set()
                self._kill()
                if not isinstance(error, Exception):
                    raise
                code, what = ("bridge_dead", "Node died") if died else ("call_timeout", "Node did not answer")
                raise failure(code, f"{what} during {command}", command=command, said=list(_said)) from None
        if "error" in answer:
            raise _told(answer["error"], command)
        return answer["value"]

    def close(self) -> None:
        """End the child and let another be started. Closing twice is no error."""
        if self._closed:
            return
        self._closed = True
        self._kill()
        loop = getattr(self, "_loop", None)
        if loop is not None:
            loop.active = loop.callbackExecutor.running = False
            loop.queue.put("exit")
            loop.callbackExecutor.jobs.put([0, 0, lambda _: None, None])
        _in_use.release()

    def _kill(self) -> None:
        process = getattr(self, "_bridge", {"connection": ModuleType("none")})["connection"].__dict__.get("proc")
        if process is None:
            return
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(0 if self._dead.is_set() else STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _watch(self) -> None:
        """Notice the child's death and wake whoever waits for an answer; the package itself would let them wait."""
        loop = self._loop
        while self._process is None and loop.active:
            self._dead.wait(SWEEP_SECONDS)
        if self._process is not None:
            self._process.wait()
        self._dead.set()
        while True:
            for request, (event, _) in list(loop.requests.items()):
                loop.responses[request] = ({"r": request, "error": "Node died"}, threading.Barrier(1))
                loop.requests.pop(request, None)
                event.set()
            if not self._lock.locked():
                return
            threading.Event().wait(SWEEP_SECONDS)


class _Spawner:
    """Stands in for `subprocess` in the package's one use of it: our executable, environment and streams."""

    PIPE = subprocess.PIPE

    def __init__(self, node: Path, packages: Path) -> None:
        self._node = str(node)
        self._packages = str(packages)

    def Popen(self, command: list[str], **_: Any) -> subprocess.Popen[bytes]:  # noqa: N802 - subprocess's own name
        """Start Node apart from our terminal: ctrl-C is ours to handle, its stdout is nobody's."""
        environment = {name: value for name, value in os.environ.items() if name != "DEBUG"}
        return subprocess.Popen(
            [self._node, *command[1:]],
            env={**environment, "CRAFTPLAN_NODE_PACKAGES": self._packages, "FORCE_COLOR": "0", "NO_COLOR": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )


def _load(spawner: _Spawner) -> dict[str, ModuleType]:
    """Import the package's parts without its ``__init__``, which starts Node at once with our stdout in its hands."""
    hook, colours = sys.excepthook, os.environ.get("FORCE_COLOR")
    spec = find_spec("javascript")
    assert isinstance(spec, ModuleSpec), "javascript is a dependency"
    sys.modules.setdefault("javascript", module_from_spec(spec))
    modules = {name: __import__(f"javascript.{name}", fromlist=[name]) for name in MODULES}
    sys.excepthook = hook
    if colours is None:
        os.environ.pop("FORCE_COLOR", None)
    for module in modules.values():
        module.print = _keep  # type: ignore[attr-defined]
        if hasattr(module, "debug"):
            module.debug = _ignore
    connection = modules["connection"]
    connection.subprocess = spawner  # type: ignore[attr-defined]
    connection.notebook = False  # type: ignore[attr-defined]
    atexit.unregister(connection.stop)
    return modules


def _keep(*words: Any, **_: Any) -> None:
    _said.append(" ".join(str(word).rstrip() for word in words))


def _ignore(*_: Any) -> None:
    return None


def _told(error: dict[str, Any], command: str) -> Exception:
    if error["code"] == "bug":
        return RuntimeError(f"{command}: {error['message']}\n{error['evidence'].get('stack', '')}")
    return failure(error["code"], error["message"], command=command, **error["evidence"])
