"""A practice server of each version, shared by the tests of a session; and Node to ask its matcher."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from craftplan import server
from craftplan.agent.node import Node

JS = Path(server.__path__[0], "js")


@pytest.fixture(scope="session")
def ask_matcher(node: Node) -> Callable[[str, list[Any]], list[Any]]:
    """The server's own matcher, asked about many grids at once: its answers, each [item, count] or None."""
    script = """
    const { Rules } = require(process.argv[1] + '/rules.cjs')
    const rules = new Rules(process.argv[2])
    const grids = JSON.parse(require('fs').readFileSync(0))
    console.log(JSON.stringify(grids.map(([grid, width]) => rules.match(grid, width))))
    """

    def ask(version: str, grids: list[Any]) -> list[Any]:
        command = [node.path, "-e", script, str(JS), version]
        done = subprocess.run(command, input=json.dumps(grids), capture_output=True, text=True, timeout=60, check=True)
        return [made and (f"minecraft:{made['item']}", made["count"]) for made in json.loads(done.stdout)]

    return ask
