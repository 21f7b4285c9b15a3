"""What was never meant to happen: its traceback is saved, and it becomes an error like any other."""

import traceback
from datetime import UTC, datetime

from ..recipes.errors import CraftplanError
from . import places


def saved_bug(bug: BaseException) -> CraftplanError:
    """Save the traceback in the user's state folder and return the error that names the file."""
    folder = places.state() / "bugs"
    folder.mkdir(exist_ok=True)
    path = folder / f"{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.txt"
    path.write_text("".join(traceback.format_exception(bug)), encoding="utf-8")
    return CraftplanError(f"a bug of ours: {bug!r}", hint=f"the traceback is in {path}", code="bug", path=str(path))
