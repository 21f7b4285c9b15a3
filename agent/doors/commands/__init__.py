"""The shell's commands, one module each; this table is what the shell offers."""

from .approve import approve
from .ask import ask
from .bot import bot
from .catalog import catalog
from .craft import craft
from .doctor import doctor
from .forget import forget
from .graph import graph
from .invariants import invariants
from .items import items
from .ledger import ledger
from .lessons import lessons
from .mcp import mcp
from .memory import memory
from .plan import plan
from .recipe import recipe
from .reconcile import reconcile
from .remember import remember
from .resume import resume
from .review import review
from .server import server
from .tools import tools
from .trace import trace
from .why import why
from .why_not import why_not

_TABLE = (
    craft,
    resume,
    approve,
    plan,
    why_not,
    graph,
    items,
    recipe,
    bot,
    server,
    catalog,
    remember,
    forget,
    lessons,
    memory,
    review,
    why,
    trace,
    ledger,
    reconcile,
    invariants,
    tools,
    mcp,
    ask,
    doctor,
)
COMMANDS = {command.name or "": command for command in _TABLE}
