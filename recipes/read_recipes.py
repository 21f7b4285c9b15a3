"""The recipe files of a stack, each read to a recipe, a listed one, or the reason why it is not loaded."""

from dataclasses import dataclass, replace
from typing import Any

from .catalog import Recipe, Special
from .diagnostics import Diagnostic, Level
from .documents import read_document
from .formats.conditions import meets_conditions
from .formats.lookup import Lookup
from .formats.recipes import is_computed, read_recipe
from .ids import RecipeId
from .packs.stack import Found, Stack
from .rejected import Rejected

CONDITIONAL = ("forge:conditional", "neoforge:conditional")
UNSUPPORTED = frozenset({"unsupported_ingredient"})
BY_CONDITION = frozenset({"unknown_condition", "undecided_condition", "bad_condition"})


@dataclass(slots=True)
class Counts:
    """How many recipe files came to what; together they are all files that count."""

    loaded: int = 0
    special: int = 0
    conditional: int = 0
    unsupported: int = 0
    rejected: int = 0
    hidden: int = 0


class RecipeFiles:
    """Reads the recipes of one load."""

    def __init__(self, lookup: Lookup, diagnostics: list[Diagnostic]) -> None:
        self.lookup = lookup
        self.recipes: dict[RecipeId, Recipe] = {}
        self.special: list[Special] = []
        self.unsupported: list[Special] = []
        self.counts = Counts()
        self._diagnostics = diagnostics
        self._found: Found | None = None
        lookup.notice = self._notice

    def _notice(self, diagnostic: Diagnostic) -> None:
        assert self._found is not None
        self._diagnostics.append(diagnostic.at(*self._found.place))

    def read(self, stack: Stack) -> None:
        """Read the topmost file of each recipe."""
        self.counts.hidden = len(stack.hidden)
        self._constants(stack)
        for name, found in stack.recipes.items():
            self._found = found
            document: dict[str, Any] = {}
            try:
                document = read_document(found.pack.files.read(found.path), self._notice)
                self._one(RecipeId(name), document)
            except Rejected as rejected:
                kind = str(document.get("type", ""))[:100]
                self._reject(RecipeId(name), kind, rejected.diagnostic, stack.shadowed.get(name))

    def _constants(self, stack: Stack) -> None:
        """1.12's named ingredients; two mods' names do not meet, for they carry their mod's id."""
        for found in stack.constants.values():
            self._found = found
            try:
                listed = read_document(b'{"constants":' + found.pack.files.read(found.path) + b"}", self._notice)
                for constant in listed["constants"]:
                    self.lookup.constants.setdefault(str(constant["name"]), []).append(constant)
            except Rejected as rejected:
                self._notice(rejected.diagnostic)
            except (TypeError, KeyError):
                self._notice(Diagnostic("bad_constants", "not a list of named ingredients"))

    def _one(self, name: RecipeId, document: dict[str, Any]) -> None:
        lookup = self.lookup
        if not meets_conditions(lookup, document):
            self._skip("a load condition does not hold")
            return
        if document.get("type") in CONDITIONAL and lookup.loader.value in str(document["type"]):
            self._first_that_holds(name, document)
            return
        read = read_recipe(lookup, name, document)
        if isinstance(read, Recipe):
            self.recipes[name] = read
            self.counts.loaded += 1
        elif is_computed(read):
            self.special.append(Special(name, read))
            self.counts.special += 1
        else:
            self._unsupported(name, read)

    def _first_that_holds(self, name: RecipeId, document: dict[str, Any]) -> None:
        choices = document.get("recipes")
        if not isinstance(choices, list):
            raise Rejected("bad_conditional", "a conditional recipe has a list of `recipes`", pointer="/recipes")
        for place, choice in enumerate(choices):
            recipe = choice.get("recipe") if isinstance(choice, dict) else None
            if not isinstance(recipe, dict):
                raise Rejected("bad_conditional", "a choice has a `recipe`", pointer=f"/recipes/{place}")
            if meets_conditions(self.lookup, choice, own="conditions"):
                self._one(name, recipe)
                return
        self._skip("no choice of a conditional recipe holds")

    def _skip(self, message: str) -> None:
        self.counts.conditional += 1
        self._notice(Diagnostic("condition", message, level=Level.NOTE))

    def _unsupported(self, name: RecipeId, kind: str) -> None:
        self.unsupported.append(Special(name, kind))
        self.counts.unsupported += 1

    def _reject(self, name: RecipeId, kind: str, diagnostic: Diagnostic, below: Found | None) -> None:
        if diagnostic.rule == "computed_result":
            self.special.append(Special(name, kind))
            self.counts.special += 1
            return
        if diagnostic.rule in UNSUPPORTED:
            self._unsupported(name, kind)
            diagnostic = replace(diagnostic, level=Level.WARNING)
        elif diagnostic.rule in BY_CONDITION:
            self.counts.conditional += 1
        else:
            self.counts.rejected += 1
        if below is not None:
            message = f"{diagnostic.message}; it shadows {below.pack.name}'s, so there is no {name}"
            diagnostic = replace(diagnostic, message=message)
        self._notice(diagnostic)
