"""Stdout carries the answer and nothing else, at the level of file descriptors."""

import json
import os
import subprocess
import sys

import pytest

NOISE = """
import os, subprocess, sys
from craftplan.agent.doors.streams import shielded
streams = shielded()
print("printed", file=sys.__stderr__)
os.write(1, b"written to descriptor one\\n")
subprocess.run(["echo", "said by a child"])
streams.document({"answer": 42})
"""


@pytest.mark.promise("shell.streams")
def test_noise_of_this_process_and_its_children_goes_to_stderr() -> None:
    done = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == {"answer": 42}
    for noise in ("printed", "written to descriptor one", "said by a child"):
        assert noise in done.stderr


def craftplan(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", "from craftplan.agent.doors.main import main; main()", *arguments]
    inherited = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "TERM"}}
    return subprocess.run(command, capture_output=True, env={**inherited, **environment}, check=False)


def test_a_terminal_that_knows_no_utf8_gets_ascii() -> None:
    done = craftplan("recipe", "stick", PYTHONIOENCODING="latin-1")
    assert done.stdout.isascii()
    assert b"stick x4" in done.stdout


def test_no_color_and_pipes_have_no_escapes() -> None:
    assert b"\x1b" not in craftplan("recipe", "stick").stdout
    assert b"\x1b" in craftplan("recipe", "stick", FORCE_COLOR="1", TERM="xterm").stdout
    assert b"\x1b" not in craftplan("recipe", "stick", FORCE_COLOR="1", NO_COLOR="1", TERM="dumb").stdout


@pytest.mark.parametrize("heavy", ["networkx", "mcp", "javascript", "rich", "pydantic", "jsonschema"])
def test_help_loads_nothing_heavy(heavy: str) -> None:
    code = (
        "import sys\nfrom craftplan.agent.doors.main import run\nfrom craftplan.agent.doors.streams import shielded\n"
        "run(['--help'], shielded())\n"
        f"sys.exit({heavy!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
