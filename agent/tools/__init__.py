"""The tools that agents call: each declared once as input model, output model and function."""

from typing import Any

from .approve import APPROVE
from .calling import call
from .craft import CRAFT
from .describe_recipe import DESCRIBE_RECIPE
from .disclosure import disclosing
from .explain_plan import EXPLAIN_PLAN
from .find_items import FIND_ITEMS
from .inventory import INVENTORY
from .lessons import LESSONS
from .plan_craft import PLAN_CRAFT
from .reconcile import RECONCILE
from .remember import REMEMBER
from .resolve_tag import RESOLVE_TAG
from .resume import RESUME
from .tool import Context, Tool
from .toolbox import Tombstone, Toolbox

_ALL: tuple[Tool[Any, Any], ...] = (
    FIND_ITEMS,
    DESCRIBE_RECIPE,
    RESOLVE_TAG,
    INVENTORY,
    PLAN_CRAFT,
    EXPLAIN_PLAN,
    CRAFT,
    RESUME,
    APPROVE,
    LESSONS,
    REMEMBER,
    RECONCILE,
    *disclosing(lambda: TOOLS),
)
TOOLS: Toolbox = Toolbox({tool.name: tool for tool in _ALL})
"""Every tool, in the order it is listed."""

__all__ = ["TOOLS", "Context", "Tombstone", "Tool", "Toolbox", "call"]
