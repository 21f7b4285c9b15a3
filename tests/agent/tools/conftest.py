"""Every test of the tools has a room to call them in."""

from pathlib import Path

import pytest
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.tools import Context
from craftplan.recipes.builtin import builtin
from toolroom import ToolRoom, nowhere


@pytest.fixture
def tools(tmp_path: Path, home: Path) -> ToolRoom:
    return ToolRoom(Context(builtin("1.20.4"), Ledger(tmp_path / "ledger"), nowhere))
