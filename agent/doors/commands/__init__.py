"""The shell's commands, one module each; this table is what the shell offers."""

from .bot import bot
from .catalog import catalog
from .craft import craft
from .doctor import doctor
from .forget import forget
from .graph import graph
from .items import items
from .ledger import ledger
from .lessons import lessons
from .plan import plan
from .recipe import recipe
from .remember import remember
from .server import server
from .tools import tools
from .why import why
from .why_not import why_not

_TABLE = (
    craft,
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
    why,
    ledger,
    tools,
    doctor,
)
COMMANDS = {command.name or "": command for command in _TABLE}
