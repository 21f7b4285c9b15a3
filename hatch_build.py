"""The build hook that makes the top-level folders importable as ``craftplan.*`` in editable installs.

The wheel gets its paths from ``[tool.hatch.build.targets.wheel.sources]``. An editable install instead
puts ``build/editable`` on the path; this hook fills it with one link for each folder.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = ("recipes", "planner", "bridge", "server", "agent")


class EditableLinks(BuildHookInterface):
    """Links ``build/editable/craftplan/<part>`` to each part's folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        """Make the links, on editable installs only."""
        if version != "editable":
            return
        package = Path(self.root, "build", "editable", "craftplan")
        package.mkdir(parents=True, exist_ok=True)
        for part in PARTS:
            link(Path(self.root, part), package / part)


def link(target: Path, place: Path) -> None:
    """Link ``place`` to ``target``: a relative symlink, or a junction on Windows (which needs no rights)."""
    if place.is_symlink() or place.exists():
        return
    if sys.platform == "win32":
        import _winapi

        _winapi.CreateJunction(str(target), str(place))
    else:
        place.symlink_to(os.path.relpath(target, place.parent), target_is_directory=True)
