"""Prompts that people pick from their client's menu: words that lead an agent through the tools."""

from dataclasses import dataclass
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError

Ctx = ServerRequestContext[Any, Any]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt: what it is for, its arguments with their meanings, and its text."""

    description: str
    arguments: dict[str, str]
    text: str


PROMPTS = {
    "craft_item": Prompt(
        "Make an item with what the bot has.",
        {"item": "What to make.", "count": "How many items."},
        "Make {count} {item} in Minecraft. Call inventory, then plan_craft with what it holds. If something is "
        "missing, say what, and stop. Else call craft, and tell what the server confirmed. Ask me before you approve.",
    ),
    "explain_missing": Prompt(
        "Say why an item cannot be made now.",
        {"item": "What is wanted."},
        "Call inventory, then explain_plan for 1 {item} with what it holds. Tell in two sentences what is missing "
        "in the end, and which recipe is closest.",
    ),
    "remember_wish": Prompt(
        "Keep a wish for all crafts to come.",
        {"wish": "What never to use, to keep, or to prefer."},
        "Put this wish into one of the three forms that remember takes, call it, and read back what holds now: {wish}",
    ),
}


async def list_prompts(_: Ctx, __: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    """Return every prompt."""
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=name,
                description=prompt.description,
                arguments=[
                    types.PromptArgument(name=argument, description=text, required=argument != "count")
                    for argument, text in prompt.arguments.items()
                ],
            )
            for name, prompt in PROMPTS.items()
        ]
    )


async def get_prompt(_: Ctx, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    """Return a prompt with its arguments filled in. Raises an MCPError that names what is missing."""
    prompt = PROMPTS.get(params.name)
    if prompt is None:
        raise MCPError(types.INVALID_PARAMS, f"no prompt {params.name[:60]!r}; there are {', '.join(PROMPTS)}")
    given = {"count": "1", **(params.arguments or {})}
    lacking = [name for name in prompt.arguments if name not in given]
    if lacking:
        raise MCPError(types.INVALID_PARAMS, f"{params.name} needs {', '.join(lacking)}")
    text = prompt.text.format(**{name: given[name][:200] for name in prompt.arguments})
    content = types.TextContent(type="text", text=text)
    return types.GetPromptResult(
        description=prompt.description, messages=[types.PromptMessage(role="user", content=content)]
    )
