"""The chat's commands: who is heard, what is answered, and the orders that are worked on one after the other."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from ....bridge.messages import Event
from ....recipes.catalog import Catalog
from ....recipes.errors import CraftplanError, WorldError
from ...ledger.ledger import Ledger
from ...runs.gates import Policy, Terms
from ...runs.pipeline import Pipeline
from ...runs.report import Report
from ...runs.resuming import resume
from ...runs.run import Run
from ...world import World
from .answers import describe_run
from .callers import Callers, Standing, identity
from .commands import COMMANDS, GREETING, Asked
from .following import Following
from .orders import Order, Orders

LINES, LONGEST = 3, 200
"""What the chat shows of one answer: lines, and characters in each."""
_OVER = frozenset({"unknown_run", "finished_run"})
"""What says that there is no run to go on with."""


@dataclass(slots=True)
class ChatDoor:
    """Answers the chat lines that begin with ``!``. Text from chat is data: it is read as words, never run."""

    world: World
    catalog: Catalog
    ledger: Ledger
    callers: Callers
    say: Callable[[str], None]
    orders: Orders = field(default_factory=Orders)
    policy: Policy = Policy.SCARCE
    approver: str | None = None
    following: Following | None = None
    last_attempt: str | None = None
    ended: Callable[[str], None] | None = None
    _heard: int = 0

    def enter(self, world: World) -> None:
        """Go on in a world that was joined again."""
        self.world, self._heard, self.following = world, 0, None
        self.callers.rejoined()

    def greet(self) -> None:
        """Say once what is listened to."""
        self._tell([GREETING], None)

    def listen(self) -> None:
        """Answer what was said since the last time. Raises a WorldError when the server ended the connection."""
        for event in self.world.bot.events(self._heard):
            self._heard = event.seq
            if event.kind == "chat" and event.sender and event.text.startswith("!"):
                self._hear(event)
            elif event.kind == "left":
                self.callers.left(event.text)
            elif event.kind == "death":
                self._tell(["I died; what I carried lies where I fell"], None)
            elif event.kind in {"kicked", "end"}:
                raise WorldError(
                    f"the server ended the connection: {event.text}", hint="is it still running?", code="kicked"
                )

    def work(self) -> None:
        """Do the first order, if there is one, and answer with what came of it.

        Raises a WorldError when the server is gone; the order stays the first, and goes on where it was.
        """
        order = self.orders.current
        if order is None:
            return
        try:
            lines = describe_run(self._do(order))
        except WorldError:
            raise
        except CraftplanError as error:
            lines = [error.message, f"hint: {error.hint}"]
        finally:
            self.following = None
        self.orders.done(order)
        self._tell(lines, order.player if order.whisper else None)

    def _do(self, order: Order) -> Report:
        self.following = Following(self.say, self.listen)
        terms = Terms(self.policy, initiated_by=identity(order.player), required_approver=self.approver)
        if order.run is not None:
            try:
                return self._noted(
                    resume(self.world, self.catalog, self.ledger, order.run, self.following, terms, claim=order.claim)
                )
            except CraftplanError as error:
                if error.code not in _OVER:
                    raise
        run = Run(self.ledger)
        order.run, order.claim = run.id, None
        return self._noted(Pipeline(self.world, self.catalog, order.goals, run, self.following, terms).craft())

    def _noted(self, report: Report) -> Report:
        """Keep the newest attempt that failed, for ``!why`` without a name, and tell that the run has ended."""
        if self.ended is not None:
            self.ended(report.run)
        if report.stop and report.stop.attempt:
            self.last_attempt = report.stop.attempt
        return report

    def _hear(self, line: Event) -> None:
        assert line.sender is not None
        standing = self.callers.judge(line)
        if standing is Standing.UNHEARD:
            return
        self.say(f"<{line.sender}> {line.text if not line.text.startswith('!pair') else '!pair …'}")
        self._tell(self._answered(line, standing), line.sender if line.whisper else None)

    def _answered(self, line: Event, standing: Standing) -> Iterable[str]:
        who = line.sender
        if standing is Standing.STRANGER:
            return [f"{who}: only {', '.join(sorted(self.callers.allowed))} may command me"]
        if standing is Standing.TOO_FAST:
            return [f"{who}: too many commands; wait a little"]
        if standing is Standing.TO_PAIR:
            return [f"{who}: this server does not check names. My console shows a code: say !pair CODE"]
        if standing is Standing.WRONG_CODE:
            return [f"{who}: that is not the code on my console"]
        if standing is Standing.PAIRED:
            return [f"{who}: paired until you leave"]
        return self._obeyed(line)

    def _obeyed(self, line: Event) -> Iterable[str]:
        assert line.sender is not None
        name, *words = line.text[1:].split()[:20] or [""]
        command = COMMANDS.get(name.lower())
        if command is None:
            return [f"I do not know !{name[:20]}; !help lists what I know"]
        try:
            return command.answer(self, Asked(line.sender, tuple(words), whisper=line.whisper))
        except WorldError as error:
            if error.code != "busy":
                raise
            return ["my hands are full; ask again after this step"]
        except CraftplanError as error:
            return [error.message, f"hint: {error.hint}"]

    def _tell(self, lines: Iterable[str], player: str | None) -> None:
        """Answer all, or one player alone."""
        for line in list(lines)[:LINES]:
            text = line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
            with suppress(WorldError):  # who is gone will be noticed by whatever comes next
                if player is None:
                    self.world.bot.chat(text)
                else:
                    self.world.bot.whisper(player, text)
            self.say(f"> {text}")
