import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = "CRAFTPLAN_DATA_PACKAGES"

pytestmark = [
    pytest.mark.skipif(not (ROOT / "scripts/data").exists(), reason="runs in a checkout only"),
    pytest.mark.skipif(
        PACKAGES not in os.environ, reason=f"{PACKAGES} names no node_modules with the two npm packages"
    ),
]


@pytest.mark.promise("catalog.generated")
def test_running_the_script_again_changes_nothing() -> None:
    command = [sys.executable, "scripts/data", "--check", "--packages", os.environ[PACKAGES]]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    assert "differs" not in done.stdout
