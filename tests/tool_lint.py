"""Every provider's rules, proved for the tools and for the plan of any one recipe."""

from collections.abc import Iterator
from typing import Any

from craftplan.agent.tools import TOOLS
from craftplan.agent.tools.choices import choices_schema
from craftplan.agent.tools.ingredients import described
from craftplan.agent.tools.lint import MOST_OPTIONAL, anthropic, draft, listed, llama, openai
from craftplan.agent.tools.plan_craft import PLAN_CRAFT
from craftplan.agent.tools.rendering import for_anthropic, for_json_schema, for_mcp, for_openai
from craftplan.agent.tools.toolbox import Toolbox
from craftplan.recipes.catalog import Recipe
from craftplan.recipes.ids import ItemId

Choices = dict[str, Any] | None


def problems(choices: Choices = None) -> Iterator[str]:
    """Yield what any provider would refuse of the whole list, with one plan's choices in it."""
    for tool in for_openai(TOOLS, choices):
        function = tool["function"]
        yield from (f"openai {function['name']} {found}" for found in openai(function["parameters"]))
        yield from listed(function["parameters"], function["name"], function["description"])
    optional = 0
    for tool in for_anthropic(TOOLS, choices):
        schema = tool["input_schema"]
        yield from (f"anthropic {tool['name']} {found}" for found in anthropic(schema))
        optional += len(set(schema["properties"]) - set(schema.get("required", ())))
    if optional > MOST_OPTIONAL:
        yield f"anthropic: {optional} arguments may be left out"
    for tool in for_mcp(TOOLS, choices):
        yield from (f"llama {tool['name']} {found}" for found in llama(tool["inputSchema"]))
        yield from listed(tool["inputSchema"], tool["name"], tool["description"])
        yield from (f"mcp {tool['name']} {found}" for found in draft(tool["outputSchema"]))
    for tool in for_json_schema(TOOLS, choices):
        for schema in (tool["input_schema"], tool["output_schema"]):
            yield from (f"2020-12 {tool['name']} {found}" for found in draft(schema))


def choices_of(recipe: Recipe, *, at_hand: int | None = None) -> dict[str, Any]:
    """Return the choices of one step that does this recipe, with every member at hand, or only the first ones."""
    parts = [
        {"tag": part.tag, "members": members, "slots": part.slots}
        for part, members in zip(described(recipe).ingredients, dict.fromkeys(recipe.ingredients), strict=True)
        for members in [list(members.members)]
    ]
    held = {ItemId(item): 1 for part in parts for item in part["members"][:at_hand]}
    bind = [{"slot": slot, "item": part["members"][0]} for part in parts if part["members"] for slot in part["slots"]]
    step = {"step": 1, "recipe": recipe.id, "item": recipe.result, "ingredients": parts, "bind": bind}
    return choices_schema({"steps": [step]}, held)


def recipe_problems(recipe: Recipe) -> Iterator[str]:
    """Yield what any provider would refuse of this recipe's choices, as they stand in the list of tools."""
    choices = choices_of(recipe)
    only = Toolbox({PLAN_CRAFT.name: PLAN_CRAFT})
    yield from openai(for_openai(only, choices)[0]["function"]["parameters"])
    yield from anthropic(for_anthropic(only, choices)[0]["input_schema"])
    yield from llama(for_mcp(only, choices)[0]["inputSchema"])
    yield from draft(choices)
