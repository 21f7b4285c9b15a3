"""The skill's pages: thin, whole, and the same as the tools' declarations."""

from pathlib import Path

import pytest
import yaml
from craftplan.agent.memory.hot import estimate
from craftplan.agent.tools import TOOLS
from craftplan.agent.tools.skill import ROUTER, SECTIONS, skill
from shell import craftplan


@pytest.mark.promise("tools.skill")
def test_the_router_is_thin_and_every_tool_is_on_one_page() -> None:
    pages = skill(TOOLS)
    assert len(pages[ROUTER].splitlines()) <= 60
    front = yaml.safe_load(pages[ROUTER].split("---")[1])
    assert (front["name"], len(front["description"]) < 1024) == ("craftplan", True)
    assert sorted(tool for _, tools in SECTIONS.values() for tool in tools) == sorted(TOOLS.tools)
    for name, (_, tools) in SECTIONS.items():
        page = pages[f"reference/{name}.md"]
        assert f"| {estimate(page)} |" in pages[ROUTER]
        for tool in tools:
            assert f"## {tool}\n" in page
            for argument in TOOLS.tools[tool].input_schema["properties"]:
                assert f"* `{argument}` (" in page


@pytest.mark.promise("tools.skill")
def test_the_pages_in_docs_are_the_ones_that_are_made(tree: Path, home: Path, tmp_path: Path) -> None:
    said = craftplan("tools", "skill", "--out", str(tmp_path / "skill"))
    made = {str(path.relative_to(tmp_path)): path.read_text("utf-8") for path in tmp_path.rglob("skill/**/*.md")}
    kept = {
        f"skill/{path.relative_to(tree / 'docs' / 'skill')}": path for path in (tree / "docs" / "skill").rglob("*.md")
    }
    assert made == {name: path.read_text("utf-8") for name, path in kept.items()}
    assert said.out.count("tokens") == len(made) == 6
