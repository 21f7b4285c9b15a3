"""The Node child: its deaths, its noise, and the end of every wait."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from craftplan.agent.node import Node
from craftplan.bridge.failures import failure
from craftplan.bridge.node_child import NodeChild
from craftplan.recipes.errors import BusyError, WorldError
from stage import until

HANGING = """
module.exports = { call: text => new Promise(resolve => {
  const { command } = JSON.parse(text)
  if (command === 'ping') resolve('{"value": 1}')
  if (command === 'pending' || command === 'wait') resolve('{"pending": true}')
  if (command === 'late') setTimeout(() => resolve('{"value": 2}'), 700)
  require('node:fs').writeFileSync(__dirname + '/called', '')
  if (command === 'spin') for (;;) {}
}) }
"""
NOISE = """
const { writeSync } = require('node:fs')
const { isMainThread } = require('node:worker_threads')
if (isMainThread) setInterval(() => {
  console.log('NOISE log'); console.error('NOISE error')
  process.stdout.write('NOISE raw'); process.stderr.write('NOISE half')
  writeSync(1, 'NOISE fd 1')
}, 2)
"""
Start = Callable[..., NodeChild]


@pytest.fixture
def start(node: Node, bridge_packages: Path) -> Iterator[Start]:
    """Starts children and closes them after the test."""
    children: list[NodeChild] = []

    def started(agent: Path | None = None, **more: float) -> NodeChild:
        options = {"agent": agent} if agent else {}
        child = NodeChild(node.path, bridge_packages, **options, **more)
        children.append(child)
        return child

    yield started
    for child in children:
        child.close()


@pytest.fixture
def hanging(tmp_path: Path) -> Path:
    """An agent that answers late, or never."""
    script = tmp_path / "a folder #1" / "hanging.cjs"
    script.parent.mkdir()
    script.write_text(HANGING)
    return script


def runs(pid: int) -> bool:
    """Whether a process runs; one that is dead and not yet waited for does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_call_is_answered(start: Start) -> None:
    child = start()
    assert child.call("ping", timeout=5)["pid"] == child.pid


def test_an_unknown_command_is_our_own_bug_and_breaks_nothing(start: Start) -> None:
    child = start()
    with pytest.raises(Exception, match="no command fly") as caught:
        child.call("fly", timeout=5)
    assert getattr(caught.value, "code", None) == "bug"
    assert child.call("ping", timeout=5)["pid"] == child.pid


def test_a_child_killed_during_a_call_is_an_error_at_once(start: Start, hanging: Path) -> None:
    child = start(hanging)
    killed: list[float] = []

    def kill() -> None:
        until((hanging.parent / "called").exists, "the call arrived")
        killed.append(time.monotonic())
        os.kill(child.pid, signal.SIGKILL)

    threading.Thread(target=kill).start()
    with pytest.raises(WorldError) as caught:
        child.call("never", timeout=30)
    assert time.monotonic() - killed[0] < 0.5
    assert (caught.value.code, caught.value.evidence["step"]) == ("bridge_dead", "unknown")
    begun = time.monotonic()
    with pytest.raises(WorldError, match="was not sent"):
        child.call("ping", timeout=30)
    assert time.monotonic() - begun < 0.1


def test_a_child_that_does_not_answer_in_time_is_ended_and_the_step_is_unknown(start: Start, hanging: Path) -> None:
    child = start(hanging, grace=0.1)
    with pytest.raises(WorldError) as caught:
        child.call("late", timeout=0.2)
    assert (caught.value.code, caught.value.evidence["step"]) == ("call_timeout", "unknown")
    assert not runs(child.pid)


def test_a_child_that_spins_is_killed(start: Start, hanging: Path) -> None:
    child = start(hanging, grace=0.1)
    with pytest.raises(WorldError, match="did not answer"):
        child.call("spin", timeout=0.1)
    assert not runs(child.pid)


def test_after_a_death_another_child_can_be_started(start: Start) -> None:
    first = start()
    os.kill(first.pid, signal.SIGKILL)
    until(lambda: not first.alive, "its death is noticed")
    first.close()
    second = start()
    assert second.call("ping", timeout=5)["pid"] == second.pid != first.pid


def test_two_children_in_one_process_are_refused(start: Start) -> None:
    start()
    with pytest.raises(BusyError, match="has a bot already"):
        start()


def test_many_threads_may_call_at_once(start: Start) -> None:
    child = start()
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda: answers.extend(child.call("ping", timeout=5)["pid"] for _ in range(25)))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [child.pid] * 200


def test_a_child_leaves_no_threads_and_no_marks_on_the_interpreter(start: Start) -> None:
    start().close()
    before = threading.active_count(), sys.excepthook, os.environ.get("FORCE_COLOR")
    for _ in range(3):
        start().close()
    assert (threading.active_count(), sys.excepthook, os.environ.get("FORCE_COLOR")) == before


@pytest.mark.parametrize("program", ["/bin/false", "/etc/hostname", "/nowhere/node"])
def test_what_is_no_node_is_said_at_once(program: str, bridge_packages: Path) -> None:
    begun = time.monotonic()
    with pytest.raises(WorldError) as caught:
        NodeChild(Path(program), bridge_packages)
    assert caught.value.code == "node_start"
    assert time.monotonic() - begun < 2


def test_missing_packages_are_said(node: Node, tmp_path: Path) -> None:
    with pytest.raises(WorldError, match="no JavaScript packages") as caught:
        NodeChild(node.path, tmp_path)
    assert caught.value.code == "packages"


def test_an_agent_that_does_not_load_tells_why(start: Start, tmp_path: Path) -> None:
    broken = tmp_path / "broken.cjs"
    broken.write_text("throw new Error('not today')")
    with pytest.raises(WorldError) as caught:
        start(broken)
    assert "not today" in str(caught.value.evidence["said"])


PROGRAM = """
import sys, time
from pathlib import Path
from craftplan.bridge.node_child import NodeChild
child = NodeChild(Path(sys.argv[1]), Path(sys.argv[2]))
print(child.pid, flush=True)
"""


def program(node: Node, packages: Path, rest: str, **more: object) -> subprocess.Popen[str]:
    """A Python of its own that starts a child, prints its pid and goes on with ``rest``."""
    command = [sys.executable, "-c", PROGRAM + rest, str(node.path), str(packages)]
    return subprocess.Popen(command, text=True, stdout=subprocess.PIPE, **more)  # type: ignore[call-overload, no-any-return]


def test_node_dies_with_a_python_that_is_killed(node: Node, bridge_packages: Path) -> None:
    python = program(node, bridge_packages, "time.sleep(60)")
    pid = int(python.stdout.readline())
    assert runs(pid)
    python.kill()
    python.communicate()
    until(lambda: not runs(pid), "node is gone")


def test_a_node_that_spins_dies_with_a_python_that_is_killed(node: Node, bridge_packages: Path, hanging: Path) -> None:
    rest = f"""
child.close()
child = NodeChild(Path(sys.argv[1]), Path(sys.argv[2]), agent=Path({str(hanging)!r}))
print(child.pid, flush=True)
child.call("spin", timeout=30)
"""
    python = program(node, bridge_packages, rest)
    python.stdout.readline()
    pid = int(python.stdout.readline())
    until((hanging.parent / "called").exists, "it spins")
    python.kill()
    python.communicate()
    until(lambda: not runs(pid), "node is gone")


def test_node_dies_with_a_python_that_forgets_it_and_python_ends_quickly(node: Node, bridge_packages: Path) -> None:
    python = program(node, bridge_packages, "")
    pid = int(python.stdout.readline())
    begun = time.monotonic()
    python.communicate()
    assert (python.returncode, time.monotonic() - begun < 0.35) == (0, True)
    until(lambda: not runs(pid), "node is gone")


def test_ctrl_c_during_a_call_ends_node_and_is_passed_on(node: Node, bridge_packages: Path, hanging: Path) -> None:
    rest = f"""
child.close()
child = NodeChild(Path(sys.argv[1]), Path(sys.argv[2]), agent=Path({str(hanging)!r}))
print(child.pid, flush=True)
try:
    child.call("never", timeout=30)
except KeyboardInterrupt:
    print("interrupted", child.alive, flush=True)
"""
    python = program(node, bridge_packages, rest)
    python.stdout.readline()
    pid = int(python.stdout.readline())
    until((hanging.parent / "called").exists, "the call arrived")
    python.send_signal(signal.SIGINT)
    assert python.communicate(timeout=10)[0] == "interrupted False\n"
    assert not runs(pid)


def test_no_noise_of_node_reaches_stdout(node: Node, bridge_packages: Path, tmp_path: Path) -> None:
    noise = tmp_path / "noise.cjs"
    noise.write_text(NOISE)
    rest = """
for _ in range(50):
    assert child.call("ping", timeout=5)["pid"] == child.pid
heard = " ".join(event["text"] for event in child.call("events", {"after": 0}, timeout=5))
assert all(f"NOISE {what}" in heard for what in ("log", "error", "raw", "half")), heard[:500]
child.close()
print("answer", flush=True)
"""
    environment = {**os.environ, "NODE_OPTIONS": f"--require {noise}", "DEBUG": "*"}
    python = program(node, bridge_packages, rest, env=environment)
    output, _ = python.communicate(timeout=60)
    assert python.returncode == 0
    assert "NOISE" not in output
    assert output.splitlines()[1:] == ["answer"]


def test_what_breaks_while_a_long_call_is_waited_for_ends_the_child(start: Start, hanging: Path) -> None:
    child = start(hanging)
    assert child.call("ping", timeout=5) == 1
    turns: list[int] = []

    def meanwhile() -> None:
        turns.append(child.call("ping", timeout=5))
        if len(turns) == 3:
            raise KeyboardInterrupt
        raise failure("kicked", "nobody minds")

    with pytest.raises(KeyboardInterrupt):
        child.call("pending", timeout=5, meanwhile=meanwhile)
    assert (turns, child.alive) == ([1, 1, 1], False)
