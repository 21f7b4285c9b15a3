"""The shell's commands, one module each; this table is what the shell offers."""

from .craft import craft
from .doctor import doctor
from .items import items
from .plan import plan
from .recipe import recipe

COMMANDS = {command.name or "": command for command in (craft, plan, items, recipe, doctor)}
