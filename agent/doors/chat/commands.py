"""What each command of the chat does; the table at the end is what players can say."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....planner import Inventory, kinds_at
from ....planner import plan as make_plan
from ....recipes.errors import InputError
from ...memory.memory import Memory
from ...memory.wishes import heeded
from ...runs import gates
from ...runs.gates import Gate
from ...runs.resuming import abandon, newest_open, offer, own_progress
from ...runs.unfinished import progress_of, unfinished
from ..words import read_goals
from .answers import describe, describe_attempt, describe_gate, describe_inventory
from .callers import identity
from .orders import MOST, Order

if TYPE_CHECKING:
    from .door import ChatDoor

GREETING = "craftplan listens: !craft ITEM, !plan ITEM, !help"


@dataclass(frozen=True, slots=True)
class Asked:
    """A command's words, who said them, and whether only to the bot."""

    player: str
    words: tuple[str, ...]
    whisper: bool = False

    @property
    def who(self) -> str:
        """The name under which a player approves and is recorded."""
        return identity(self.player)

    def one(self, what: str) -> str:
        """Return the only word. Raises an InputError where there is none, or more."""
        if len(self.words) != 1:
            raise InputError(f"name one {what}", hint="!help lists the commands", code="usage")
        return self.words[0]


@dataclass(frozen=True, slots=True)
class ChatCommand:
    """A command: how it is written, what it does, and its answer."""

    form: str
    help: str
    answer: "Callable[[ChatDoor, Asked], Iterable[str]]"


def _help(_: "ChatDoor", asked: Asked) -> Iterable[str]:
    if asked.words:
        command = COMMANDS.get(asked.words[0].removeprefix("!").lower())
        return [f"{command.form}: {command.help}"] if command else [f"I do not know {asked.words[0][:20]}"]
    names = [command.form for command in COMMANDS.values()]
    half = (len(names) + 1) // 2
    return ["; ".join(names[:half]), "; ".join(names[half:]), "!help COMMAND says more; counts are items"]


def _plan(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    goals = read_goals(asked.words, door.catalog)
    snapshot = door.world.bot.snapshot(door.world.reach)
    reach = frozenset(found.block.removeprefix("minecraft:") for found in snapshot.stations)
    wished = heeded(Memory(door.ledger).wishes(), door.catalog, door.catalog.recipes, snapshot.counts)
    plan = make_plan(
        door.catalog,
        goals,
        Inventory(snapshot.counts),
        experience=wished.experience,
        stations=reach,
        kinds=kinds_at(reach),
        keep=wished.keep,
    )
    return describe(plan)


def _craft(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    goals = read_goals(asked.words, door.catalog)
    order = Order(goals, asked.player, asked.whisper)
    if door.orders.full:
        return [f"{MOST} orders wait already; !stop drops them"]
    if not door.orders.waiting:
        offer(door.ledger, door.world.address, door.world.username)
    before = door.orders.add(order)
    return [f"{order} waits as number {before + 1}"] if before else []


def _status(door: "ChatDoor", _: Asked) -> Iterable[str]:
    order, following = door.orders.current, door.following
    if order is None:
        run = newest_open(door.ledger, door.world.address, door.world.username)
        return [f"idle; run {run.id} is not finished: !resume or !drop" if run else "idle"]
    place = f", step {following.step + 1} of {following.of}" if following and following.of else ""
    rest = [f"{number} {other}" for number, other in enumerate(door.orders.waiting, 1) if number > 1]
    return [f"making {order} for {order.player}{place}", *(["waiting: " + "; ".join(rest)] if rest else [])]


def _stop(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    dropped = door.orders.drop_waiting()
    also = f"; {dropped} waiting orders dropped" if dropped else ""
    if door.following is None:
        return [f"nothing is being made{also}"]
    door.following.stops = asked.player
    return [f"stopping before the next step{also}"]


def _resume(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    if asked.words:
        name = asked.one("run")
    else:
        run = newest_open(door.ledger, door.world.address, door.world.username)
        if run is None:
            return ["there is no run to go on with"]
        name = run.id
    return _go_on(door, asked, name, None)


def _drop(door: "ChatDoor", _: Asked) -> Iterable[str]:
    abandon(door.ledger, door.world.address, door.world.username)
    return ["runs that were not finished are dropped; the ledger keeps them"]


def _approve(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    if not asked.words:
        own = {run.id for run in unfinished(door.ledger, door.world.address, door.world.username).runs}
        waiting = [gate for gate in gates.waiting(door.ledger) if gate.run in own]
        return [line for gate in waiting for line in describe_gate(gate)] or ["nothing waits for an approval"]
    _check_own(door, asked)
    gate = gates.claim(door.ledger, asked.one("gate"), asked.who)
    return _go_on(door, asked, gate.run, gate)


def _reject(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    _check_own(door, asked)
    gate = gates.reject(door.ledger, asked.one("gate"), asked.who)
    return [f"run {gate.run} is not approved; nothing of it is done"]


def _check_own(door: "ChatDoor", asked: Asked) -> None:
    """Raise an InputError where a gate is of another bot's run: passed here, it would be lost to that one."""
    own_progress(door.world, door.ledger, gates.find(door.ledger, asked.one("gate")).run)


def _go_on(door: "ChatDoor", asked: Asked, run: str, claim: Gate | None) -> Iterable[str]:
    from ....planner import Goal

    progress = progress_of(door.ledger, run)
    goals = tuple(Goal(item, count) for item, count in progress.goals.items())
    before = door.orders.add(Order(goals, asked.player, asked.whisper, run, claim))
    return [f"going on with {run}" if not before else f"run {run} waits as number {before + 1}"]


def _why(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    attempt = asked.words[0] if asked.words else door.last_attempt
    if attempt is None:
        return ["nothing has failed since I joined"]
    records = [record for record in door.ledger.read() if record.body.get("attempt") == attempt]
    return describe_attempt(records) or [f"I know of no attempt {attempt[:40]}"]


def _inventory(door: "ChatDoor", _: Asked) -> Iterable[str]:
    return describe_inventory(door.world.bot.snapshot().counts)


def _remember(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    wish = Memory(door.ledger).remember(" ".join(asked.words), door.catalog)
    return [f"from now on: {wish} (!forget {wish.id})"]


def _forget(door: "ChatDoor", asked: Asked) -> Iterable[str]:
    gone = Memory(door.ledger).forget(" ".join(asked.words), door.catalog)
    return [f"{gone.id} holds no longer"]


def _lessons(door: "ChatDoor", _: Asked) -> Iterable[str]:
    memory = Memory(door.ledger)
    wishes = [f"{wish.id} {wish}" for wish in memory.wishes()]
    lessons = [f"{lesson.id} {lesson.status}: {lesson.resolution}" for lesson in memory.lessons()]
    known = [*wishes, *lessons]
    return known[:2] + ([f"and {len(known) - 2} more: `craftplan lessons`"] if len(known) > 2 else []) or [  # noqa: PLR2004
        "no lessons and no wishes yet"
    ]


COMMANDS = {
    "craft": ChatCommand("!craft 3 torch", "I make it, if I have what it takes; several items may be named", _craft),
    "plan": ChatCommand("!plan 3 torch", "how it is made, from what I carry", _plan),
    "status": ChatCommand("!status", "what I am doing, and which orders wait", _status),
    "stop": ChatCommand("!stop", "I stop before the next step, and drop the orders that wait", _stop),
    "resume": ChatCommand("!resume [RUN]", "I go on with a run that was cut off", _resume),
    "drop": ChatCommand("!drop", "I let the runs be that were cut off", _drop),
    "approve": ChatCommand("!approve [ID]", "I may use that up; without an ID: what waits", _approve),
    "reject": ChatCommand("!reject ID", "I may not", _reject),
    "inventory": ChatCommand("!inventory", "what I carry", _inventory),
    "why": ChatCommand("!why [ATTEMPT]", "what was expected and what was seen when something failed", _why),
    "remember": ChatCommand("!remember WISH", "never use ITEM, keep COUNT ITEM, prefer ITEM: from now on", _remember),
    "forget": ChatCommand("!forget ID", "that wish or lesson holds no longer", _forget),
    "lessons": ChatCommand("!lessons", "what I was told and what I learnt", _lessons),
    "help": ChatCommand("!help", "this", _help),
}
