"""The tools that agents call: each declared once as input model, output model and function."""

from .craft import CRAFT
from .plan_craft import PLAN_CRAFT
from .resolve_tag import RESOLVE_TAG

TOOLS = {tool.name: tool for tool in (PLAN_CRAFT, RESOLVE_TAG, CRAFT)}
