"""A seeded agent that makes the mistakes language models make, and mends what it is told of."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from craftplan.agent.tools import TOOLS, Context, call
from craftplan.planner import HAND_KINDS
from craftplan.recipes.catalog import Catalog, Recipe

MISTAKES = ("tool", "item", "plural", "count", "text", "wood", "slot")
CHANCE = 0.2
"""How likely each mistake is in each call, as long as the agent was not told of it."""
MOST_CALLS = 6


@dataclass(frozen=True, slots=True)
class Intent:
    """What the agent means: an item, how many, from what, and which member in each slot that takes several."""

    item: str
    count: int
    inventory: Mapping[str, int]
    loose: Mapping[int, str]
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a set of tools says to one call: the plan it came to, and which mistakes it names.

    It is not ``chosen`` where there was no way to say which member goes where.
    """

    plan: Mapping[str, Any] | None
    named: frozenset[str] = frozenset()
    chosen: bool = True


Tools = Callable[[str, dict[str, Any]], Answer]


def intents(context: Context, count: int, seed: int) -> Iterator[Intent]:
    """Yield intents: one recipe with a tag, its cells filled with members at random, everything at hand."""
    chance = random.Random(seed)
    recipes = [recipe for recipe in context.catalog.recipes.values() if _loose(recipe)]
    found = 0
    while found < count:
        recipe = chance.choice(recipes)
        intent = _intent(context, recipe, chance)
        if intent is not None:
            found += 1
            yield intent


def pursue(intent: Intent, tools: Tools, seed: str) -> tuple[bool, int]:
    """Call until something was planned, at most six times; return whether it was right, and the calls."""
    heeded: set[str] = set()
    for turn in range(1, MOST_CALLS + 1):
        chance = random.Random(f"{seed}/{turn}")
        made = {mistake for mistake in MISTAKES if chance.random() < CHANCE} - heeded
        answer = tools(*_spoilt(intent, made, chance))
        if answer.plan is not None:
            return _right(intent, answer.plan, chosen=answer.chosen), turn
        told = answer.named & made
        heeded |= told or {chance.choice(MISTAKES)}  # who is told nothing mends something at random
    return False, MOST_CALLS


def with_tags(context: Context) -> Tools:
    """Return craftplan's own tools; what they name is read from their envelopes."""

    def ask(name: str, arguments: dict[str, Any]) -> Answer:
        envelope = call(TOOLS, context, name, arguments)
        if envelope["status"] == "ok" and name == "plan_craft":
            return Answer(envelope["result"]["plan"])
        return Answer(None, frozenset(_named(envelope)))

    return ask


def generic(context: Context, *, choosing: bool = True) -> Tools:
    """Return the same planner behind tools that take exact arguments only, and say no more than that it failed.

    Without ``choosing`` there is nothing to choose: whatever members the plan takes are right.
    """
    tool = TOOLS.tools["plan_craft"]

    def ask(name: str, arguments: dict[str, Any]) -> Answer:
        names = [goal["item"] for goal in arguments["goals"]] if isinstance(arguments["goals"], list) else []
        if name != tool.name or any(item not in context.catalog.items for item in names):
            return Answer(None)
        if next(tool.checks_input.iter_errors(arguments), None) is not None:
            return Answer(None)
        if not choosing:
            arguments = {**arguments, "choices": []}
        envelope = call(TOOLS, context, name, arguments)
        ready = envelope["status"] == "ok" and envelope["result"]["ready"]
        return Answer(envelope["result"]["plan"] if ready else None, chosen=choosing)

    return ask


def _loose(recipe: Recipe) -> bool:
    return recipe.kind in HAND_KINDS and any(len(one.members) > 1 for one in recipe.ingredients)


def _intent(context: Context, recipe: Recipe, chance: random.Random) -> Intent | None:
    times = chance.randint(1, 3)
    chosen = [chance.choice(one.members) for one in recipe.ingredients]
    held: dict[str, int] = {}
    for item in chosen:
        held[item] = held.get(item, 0) + times
    arguments = {
        "goals": [{"item": recipe.result, "count": recipe.count * times}],
        "inventory": [{"item": item, "count": count} for item, count in held.items()],
        "stations": ["crafting_table"],
    }
    plan = call(TOOLS, context, "plan_craft", arguments)["result"]["plan"]
    if plan["answer"] != "feasible" or [step["recipe"] for step in plan["steps"]] != [recipe.id]:
        return None
    (step,) = plan["steps"]
    bind = {cell["slot"]: cell["item"] for cell in step["bind"]}
    loose: dict[int, str] = {}
    for part in step["ingredients"]:
        if len(part["members"]) > 1:
            items = [bind[slot] for slot in part["slots"]]
            chance.shuffle(items)
            loose |= dict(zip(part["slots"], items, strict=True))
    others = tuple(item for one in recipe.ingredients for item in one.members if item not in held)
    return Intent(str(recipe.result), recipe.count * times, held, loose, others or ("minecraft:stone",))


def _spoilt(intent: Intent, made: set[str], chance: random.Random) -> tuple[str, dict[str, Any]]:
    """Return the call that is meant, with the mistakes in it."""
    name = chance.choice(["craft_item", "planCraft", "make", "plan"]) if "tool" in made else "plan_craft"
    item = intent.item
    if "item" in made:
        item = item.removeprefix("minecraft:").replace("_", " ").title()
    if "plural" in made:
        item = f"{item}s"
    count: Any = chance.choice([0, -intent.count, 10**9]) if "count" in made else intent.count
    choices = [{"step": 1, "slot": slot, "item": held} for slot, held in intent.loose.items()]
    wrong = chance.choice(choices)
    if "wood" in made:
        wrong["item"] = chance.choice(intent.others)
    if "slot" in made:
        wrong["slot"] = chance.choice([0, 46, -1, 99])
    goals: Any = [{"item": item, "count": str(count) if "text" in made else count}]
    inventory: Any = [{"item": held, "count": number} for held, number in intent.inventory.items()]
    arguments = {"goals": goals, "inventory": inventory, "stations": ["crafting_table"], "choices": choices}
    return name, arguments


def _named(envelope: Mapping[str, Any]) -> Iterator[str]:
    """Yield the mistakes that an envelope names: by its code, and by the places it points at."""
    error = envelope["error"] or {}
    if error.get("code") in {"unknown_tool", "removed_tool"}:
        yield "tool"
    places = [violation["pointer"] for violation in error.get("violations", ())]
    places += [error.get("pointer") or "", *(envelope["input"] or {"fields": {}})["fields"].values()]
    for place in places:
        if place.startswith("/goals") and place.endswith("item"):
            yield from ("item", "plural")
        elif place.endswith("count"):
            yield from ("count", "text")
        elif place.endswith("/slot") or place.startswith("/step_1") or place == "/step_1":
            yield from ("slot", "wood")
        elif place.startswith("/choices") and place.endswith("item"):
            yield "wood"


def _right(intent: Intent, plan: Mapping[str, Any], *, chosen: bool) -> bool:
    goals = [(goal["item"], goal["count"]) for goal in plan["goals"]]
    if plan["answer"] != "feasible" or goals != [(intent.item, intent.count)] or len(plan["steps"]) != 1:
        return False
    bind = {cell["slot"]: cell["item"] for cell in plan["steps"][0]["bind"]}
    return not chosen or all(bind.get(slot) == item for slot, item in intent.loose.items())


def tag_blind(catalog: Catalog) -> Catalog:
    """Return the catalog as data sets without tags have it: one member for each cell."""
    from dataclasses import replace

    from craftplan.recipes.catalog import Ingredient

    def first(recipe: Recipe) -> Recipe:
        cells = tuple(cell and Ingredient(None, cell.members[:1]) for cell in recipe.cells)
        return replace(recipe, cells=cells)

    return Catalog(
        minecraft=catalog.minecraft,
        source="tag-blind",
        items=catalog.items.values(),
        tags={},
        recipes=[first(recipe) for recipe in catalog.recipes.values()],
    )
