"""The `javascript` package, loaded without its own start: the only place that imports it.

Its ``__init__`` starts Node at once, with our stdout in Node's hands, and prints what Node says there. Here its parts
are imported one by one, it is handed a process that we started, and what it prints is kept as evidence.
"""

import atexit
import os
import subprocess
import sys
import threading
import time
from collections import deque
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

MODULES = ("config", "connection", "errors", "events", "proxy", "pyi")
LINES_KEPT = 50
DETACH_SECONDS = 5.0
PRELOAD = Path(__file__).parent / "js" / "preload.cjs"
"""Silences Node and ties its life to ours before anything else runs in it."""
said: deque[str] = deque(maxlen=LINES_KEPT)
"""The last lines that the package printed, Node's own among them."""


class Dropped(list[bytes]):
    """Stands in for the package's queue of what could not be sent: it would be sent to the next process instead."""

    def append(self, _: bytes) -> None:
        """Drop it; whoever waits for the answer is told that the process is dead."""


def start_node(node: Path, packages: Path) -> subprocess.Popen[bytes]:
    """Start Node with the package's script, apart from our terminal (ctrl-C is ours to handle) and from our stdout."""
    script = Path(_load().connection.dn, "js", "bridge.js")
    environment = {name: value for name, value in os.environ.items() if name != "DEBUG"}
    environment |= {"CRAFTPLAN_NODE_PACKAGES": str(packages), "FORCE_COLOR": "0", "NO_COLOR": "1"}
    return subprocess.Popen(
        [node, "--require", PRELOAD, script],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def attach(process: subprocess.Popen[bytes]) -> Any:
    """Let the package talk to a process and return its event loop, whose thread is its attribute ``thread``."""
    package = _load()
    config, connection = package.config, package.connection
    said.clear()
    connection.sendQ = Dropped()
    connection.com_items.clear()
    connection.proc = process
    connection.subprocess = SimpleNamespace(PIPE=subprocess.PIPE, Popen=lambda *_, **__: process)
    loop = config.event_loop = package.events.EventLoop()
    loop.thread = config.event_thread = threading.Thread(target=loop.loop, name="bridge", daemon=True)
    loop.thread.start()
    config.executor = package.proxy.Executor(loop)
    config.global_jsi = package.proxy.Proxy(config.executor, 0)
    return loop


def require(folder: str, name: str, seconds: float) -> Any:
    """Return the proxy of a module's exports."""
    return _load().config.global_jsi.require(f"./{name}", None, folder, timeout=seconds)


def reader() -> threading.Thread:
    """Return the thread that reads what Node says."""
    thread: threading.Thread = _load().connection.com_thread
    return thread


def detach(loop: Any) -> None:
    """End a loop's threads; whoever of them waits for a caller that has gone is met.

    A ctrl-C in the middle of a call can lose a wake-up, so that they are woken until they end. They are daemons: one
    that never does is left behind after some seconds rather than waited for.
    """
    loop.active = loop.callbackExecutor.running = False
    end = time.monotonic() + DETACH_SECONDS
    while loop.thread.is_alive() and time.monotonic() < end:
        loop.queue.put("exit")
        for _, barrier in list(loop.responses.values()):
            if barrier.n_waiting:
                barrier.wait()
        loop.responses.clear()
        loop.thread.join(0.01)
    while loop.callbackExecutor.is_alive() and time.monotonic() < end:
        loop.callbackExecutor.jobs.put([0, 0, lambda _: None, None])
        loop.callbackExecutor.join(0.01)


def _load() -> Any:
    """Import the parts once. The package's marks on the interpreter (excepthook, environment, atexit) are taken off."""
    if "javascript" in sys.modules:
        return SimpleNamespace(**{name: sys.modules[f"javascript.{name}"] for name in MODULES})
    hook, colours = sys.excepthook, os.environ.get("FORCE_COLOR")
    spec = find_spec("javascript")
    assert spec is not None, "javascript is a dependency"
    sys.modules["javascript"] = module_from_spec(spec)
    modules: dict[str, Any] = {name: import_module(f"javascript.{name}") for name in MODULES}
    sys.excepthook = hook
    os.environ.pop("FORCE_COLOR", None)
    if colours is not None:
        os.environ["FORCE_COLOR"] = colours
    for module in modules.values():
        module.print = keep
        module.debug = ignore
    modules["connection"].notebook = False
    atexit.unregister(modules["connection"].stop)
    return SimpleNamespace(**modules)


def keep(*words: Any, **_: Any) -> None:
    """Keep what would have been printed."""
    said.append(" ".join(str(word).rstrip() for word in words))


def ignore(*_: Any) -> None:
    """Do nothing with what would have been printed for debugging."""
