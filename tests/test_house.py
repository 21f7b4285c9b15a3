"""The house's own rules, kept by tests: short modules, one direction, no left-overs."""

import re
from pathlib import Path

import pytest

ROOMS = ("recipes", "planner", "bridge", "server", "agent")
LONGEST = 400


def modules(tree: Path) -> list[Path]:
    found = [path for room in ROOMS for kind in ("py", "cjs") for path in (tree / room).rglob(f"*.{kind}")]
    return [path for path in found if "node_modules" not in path.parts]


def test_no_module_is_longer_than_can_be_read_in_one_go(tree: Path) -> None:
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in modules(tree)}
    assert [f"{path.relative_to(tree)}: {length}" for path, length in lengths.items() if length > LONGEST] == []
    ordered = sorted(lengths.values())
    assert ordered[len(ordered) // 2] <= 120


def test_inside_the_package_imports_are_relative(tree: Path) -> None:
    absolute = re.compile(r"^\s*(from|import) craftplan", re.MULTILINE)
    assert [path for path in modules(tree) if absolute.search(path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("word", ["TODO", "FIXME", "XXX", "NotImplementedError"])
def test_nothing_is_left_to_do_in_the_code(tree: Path, word: str) -> None:
    assert [path for path in modules(tree) if word in path.read_text(encoding="utf-8")] == []


def test_no_lock_file_names_a_download_address(tree: Path) -> None:
    for lock in (tree / room / "js" / "package-lock.json" for room in ("bridge", "server")):
        assert '"resolved"' not in lock.read_text(encoding="utf-8")


def test_the_practice_server_and_the_bridge_share_nothing_with_the_planner(tree: Path) -> None:
    """The server decides alone; its JavaScript reads no file outside its own folder."""
    for path in (tree / "server" / "js").glob("*.cjs"):
        required = re.findall(r"require\('([^']+)'\)", path.read_text(encoding="utf-8"))
        assert all(not name.startswith("..") for name in required), path
