"""The tools' page: each tool is on it, each command runs, each client's configuration parses and is accepted."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from craftplan.agent.doors.commands import command
from craftplan.agent.tools import TOOLS
from shell import craftplan


@pytest.fixture
def page(tree: Path) -> str:
    return (tree / "docs" / "tools.md").read_text(encoding="utf-8")


def test_every_tool_is_on_the_page_and_no_other(page: str) -> None:
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*) ?\|$", page.partition("## Tags")[0], re.MULTILINE)
    changes = {"reads": "", "records": "memory", "crafts": "the bot's items"}
    assert [(name, said.strip()) for name, said in rows] == [
        (tool.name, changes[tool.effect]) for tool in TOOLS.tools.values()
    ]


def test_every_member_of_the_envelope_is_on_the_page(page: str) -> None:
    golden = json.loads((Path(__file__).parent / "golden" / "ok.json").read_text(encoding="utf-8"))
    table = page.partition("## The envelope")[2].partition("## MCP")[0]
    assert {name for name in golden if name not in {"schema", "tool"} and f"| `{name}` |" not in table} == set()


def test_every_command_of_the_page_runs(page: str, home: Path) -> None:
    found = re.findall(r"^\$ scripts/craftplan (.+)$", page, re.MULTILINE)
    assert len(found) >= 3
    for line in found:
        said = craftplan(*shlex.split(line))
        assert said.code == 0, (line, said.err)


@pytest.mark.promise("mcp.server")
def test_every_clients_configuration_parses_and_its_arguments_are_taken(page: str) -> None:
    section = page.partition("## MCP")[2].partition("## From Python")[0]
    blocks = re.findall(r"```(json|toml)\n(.+?)```", section, re.DOTALL)
    assert len(blocks) == 5
    servers: list[dict[str, Any]] = []
    for kind, text in blocks:
        (named,) = (json.loads(text) if kind == "json" else tomllib.loads(text)).values()
        servers.append(named["craftplan"])
    for server in servers[:-1]:
        assert server["command"] == "craftplan"
        name, *arguments = server["args"]
        command(name).make_context(name, list(arguments), resilient_parsing=False)
    assert servers[-1]["headers"]["Authorization"].startswith("Bearer ")


def test_the_pages_python_runs(page: str, home: Path) -> None:
    (example,) = re.findall(r"```python\n(.+?)```", page, re.DOTALL)
    done = subprocess.run([sys.executable, "-W", "error", "-c", example], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "ok minecraft:coal\n"), done.stderr
