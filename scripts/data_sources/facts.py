"""The hand-kept facts: what the packages lack, one file a subject."""

from pathlib import Path
from typing import Any

from .packages import read

FACTS = Path(__file__).parent / "facts"


def facts(name: str) -> Any:
    """Return one file of facts."""
    return read(FACTS / f"{name}.json")
