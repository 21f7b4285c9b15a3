"""``find_tools`` and ``describe_tool``: the tools themselves, no more of them at a time than is needed."""

import re
from collections.abc import Callable, Mapping
from math import log
from typing import Any

from pydantic import Field

from .tool import Context, Model, Tool
from .toolbox import Toolbox

_K, _B = 1.2, 0.75
"""BM25's usual constants: how soon more of a word says no more, how much long texts are held back."""


class FindTools(Model):
    """What is to be done."""

    query: str = Field(default="", max_length=200, description="What you want to do, in words; left out: every tool.")
    most: int = Field(default=5, ge=1, le=20, description="How many tools to name at most.")


class ToolLine(Model):
    """A tool in one line."""

    name: str
    does: str


class FoundTools(Model):
    """The tools that fit best, best first."""

    tools: list[ToolLine]


class DescribeTool(Model):
    """Which tool."""

    name: str = Field(max_length=100, description="The tool's name.")


class ToolDescription(Model):
    """A tool whole."""

    name: str
    version: str
    effect: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]


def disclosing(toolbox: Callable[[], Toolbox]) -> tuple[Tool[Any, Any], Tool[Any, Any]]:
    """Return the two tools that tell of the toolbox they are in."""

    def find(_: Context, wanted: FindTools) -> FoundTools:
        tools = toolbox().tools
        names = ranked(tools, wanted.query)[: wanted.most] if wanted.query.strip() else list(tools)
        return FoundTools(tools=[ToolLine(name=name, does=tools[name].description) for name in names])

    def describe(_: Context, wanted: DescribeTool) -> ToolDescription:
        tool = toolbox().find(wanted.name)
        return ToolDescription(
            name=tool.name,
            version=tool.version,
            effect=tool.effect,
            description=tool.description,
            input_schema=tool.input_schema,
            output_schema=tool.output_schema,
        )

    return (
        Tool(
            "find_tools",
            "Find the tools for something to be done.",
            FindTools,
            FoundTools,
            find,
            triggers=("tools", "able"),
        ),
        Tool(
            "describe_tool",
            "Tell all of one tool: its schemas.",
            DescribeTool,
            ToolDescription,
            describe,
            triggers=("schema", "arguments"),
        ),
    )


def ranked(tools: Mapping[str, Tool[Any, Any]], query: str) -> list[str]:
    """Return the names of the tools that share words with the query, best first (BM25); ties in their own order."""
    texts = {name: _words(f"{name} {tool.description} {' '.join(tool.triggers)}") for name, tool in tools.items()}
    usual = sum(map(len, texts.values())) / len(texts)

    def score(words: list[str]) -> float:
        total = 0.0
        for word in set(_words(query)):
            known = sum(word in text for text in texts.values())
            rarity = log(1 + (len(texts) - known + 0.5) / (known + 0.5))
            times = words.count(word)
            total += rarity * times * (_K + 1) / (times + _K * (1 - _B + _B * len(words) / usual))
        return total

    scores = {name: score(words) for name, words in texts.items()}
    return sorted((name for name in texts if scores[name] > 0), key=lambda name: -scores[name])


def _words(text: str) -> list[str]:
    return [word.removesuffix("s") or word for word in re.findall(r"[a-z]+", text.lower())]
