"""Goals on a practice server that refuses some members, the same ones for the same seed: who fails how often."""

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import Event
from craftplan.agent.memory.blame import lesson_about
from craftplan.agent.memory.lessons import AvoidMember, Evidence, FailureClass, Fault, Scope, Status
from craftplan.agent.node import Node
from craftplan.agent.runs.pipeline import craft
from craftplan.agent.runs.report import Result
from craftplan.agent.world import World
from craftplan.bridge.bot import Bot
from craftplan.planner.goal import Goal
from craftplan.recipes.builtin import builtin
from craftplan.recipes.catalog import Catalog
from craftplan.recipes.ids import ItemId, RecipeId, qualified
from craftplan.server.practice import PracticeServer
from school import evidence
from stage import until
from workshop import Listener

BOT = "Tester"
PLANKS = ("oak_planks", "spruce_planks", "birch_planks")
STONES = ("cobblestone", "blackstone", "cobbled_deepslate")
SLABS = ("oak_slab", "spruce_slab", "birch_slab")
LOGS = ("oak_log", "spruce_log", "birch_log")
SHAPES = ("pickaxe", "axe", "sword", "shovel", "hoe")
CHOICES: Mapping[str, Sequence[str]] = {
    "stick": PLANKS,
    **{f"wooden_{shape}": PLANKS for shape in SHAPES},
    **{f"stone_{shape}": STONES for shape in SHAPES},
    "furnace": STONES,
    "composter": SLABS,
    "campfire": LOGS,
    "crafting_table": PLANKS,
    "chest": PLANKS,
    "bowl": PLANKS,
    "note_block": PLANKS,
    "loom": PLANKS,
    "smoker": LOGS,
}
"""Twenty goals, and the members that one of their ingredients may be filled with."""
ALSO = {"stick": 4, "coal": 1, "redstone": 1, "string": 2, "furnace": 1}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Attempts that failed, goals that were made, and why others were not."""

    failures: int
    made: int
    missed: tuple[str, ...] = ()


@dataclass(slots=True)
class Misbehaving:
    """A server and a bot. ``refused`` are the members that it takes in no recipe of a goal."""

    practice: PracticeServer
    bot: Bot
    catalog: Catalog
    refused: Mapping[str, Sequence[str]]

    def run(self, ledger: Ledger) -> Outcome:
        """Make every goal once, with one ledger."""
        failures = made = 0
        missed = []
        for goal in self.refused:
            self.practice.control.clear(BOT)
            others = {item: count for item, count in ALSO.items() if item != goal}
            for item, count in {**dict.fromkeys(CHOICES[goal], 8), **others}.items():
                assert self.practice.control.give(BOT, qualified(item), count) == 0
            listener = Listener()
            world = World(self.bot, "practice", "here", self.catalog.minecraft, BOT)
            report = craft(world, self.catalog, (Goal(ItemId(qualified(goal))),), ledger, listener)
            failures += len(listener.refused)
            made += report.result is Result.CONFIRMED
            if report.result is not Result.CONFIRMED:
                missed.append(f"{goal}: {report.stop.message if report.stop else report.result}")
        return Outcome(failures, made, tuple(missed))

    def poison(self, ledger: Ledger, seed: int, *, borne_out: bool = False) -> int:
        """Put verified lessons into the ledger that blame a good member of every second goal; return how many.

        Where they are ``borne_out`` the attempts that they name as their evidence are made up, too.
        """
        source = random.Random(seed)
        count = 0
        for goal, refused in list(self.refused.items())[::2]:
            good = source.choice([item for item in CHOICES[goal] if item not in refused])
            recipe = RecipeId(qualified(goal))
            failed, fixed = evidence(ledger, recipe, "practice") if borne_out else (1, 2)
            lesson = lesson_about(
                AvoidMember(recipe=recipe, member=ItemId(qualified(good))),
                Fault(failure=FailureClass.LOGIC, code="E_SERVER_DISAGREES", message="made up"),
                Scope(
                    server="practice",
                    minecraft=self.catalog.minecraft,
                    recipe_hash=self.catalog.recipe_hash(recipe),
                ),
                Evidence(failed=failed, fixed=fixed),
            ).model_copy(update={"status": Status.VERIFIED})
            ledger.append(Event.LESSON_PROPOSED, {"lesson": lesson.model_dump(mode="json")}, node=lesson.component)
            count += 1
        return count


@contextmanager
def misbehaving(
    node: Node, server_packages: Path, bridge_packages: Path, seed: int, goals: Sequence[str] = tuple(CHOICES)
) -> Iterator[Misbehaving]:
    """A server that, for most goals, refuses one or two of the three members, by the seed."""
    source = random.Random(seed)
    refused = {goal: source.sample(CHOICES[goal], source.choice((0, 1, 1, 2, 2))) for goal in goals}
    with (
        PracticeServer(node.path, server_packages, version="1.20.4") as practice,
        Bot(node.path, bridge_packages) as bot,
    ):
        bot.connect(practice.host, practice.port, BOT)
        practice.control.set_block(9, 5, 9, "crafting_table")
        until(lambda: bot.snapshot().stations, "a table in reach")
        practice.control.refuse(
            *({"result": goal, "member": member} for goal, members in refused.items() for member in members)
        )
        yield Misbehaving(practice, bot, builtin("1.20.4"), refused)
