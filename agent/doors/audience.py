"""The shell follows a run: the plan once, then each step turning from planned to confirmed."""

from types import TracebackType
from typing import Self

from rich.console import Group
from rich.live import Live
from rich.text import Text

from ...planner.result import Plan, Step
from ..drawing.plan import draw_plan
from ..drawing.run import confirmed, failed, planned
from ..memory.lessons import Lesson
from ..runs.verification import Verdict
from .streams import Streams


class ShellAudience:
    """Draws on stdout: live on a terminal, one plain line a step elsewhere; with ``silent`` only progress is told."""

    def __init__(self, streams: Streams, *, silent: bool, all_grids: bool) -> None:
        self.streams = streams
        self.silent = silent
        self.all_grids = all_grids
        self.lines: dict[int, Text] = {}
        self.drawn: Plan | None = None
        self.live: Live | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop_live()

    def say(self, text: str) -> None:
        """Tell of something that is neither plan nor step."""
        if self.live:
            self.live.console.print(self.streams.drawable(Text(text, "dim")), soft_wrap=True)
        else:
            self.streams.say(text)

    def planned(self, plan: Plan) -> None:
        """Show a plan that is about to be done: drawn whole the first time, as a list of steps when it was changed."""
        self._stop_live()
        if self.silent:
            return
        if self.drawn is None:
            self.streams.answer([*draw_plan(plan, width=self.streams.width, all_grids=self.all_grids), ""])
        self.drawn = plan
        if self.streams.live:
            self.lines = {step.number: planned(step) for step in plan.steps}
            self.live = Live(self._group(), console=self.streams.answers, auto_refresh=False)
            self.live.start()

    def done(self, step: Step, verdict: Verdict, ms: int) -> None:
        """Turn a step to confirmed."""
        self._show(step, confirmed(step, verdict, ms))

    def failed(self, step: Step, verdict: Verdict, reason: str, attempt: str) -> None:
        """Turn a step to what was seen instead."""
        self._show(step, failed(step, verdict, reason, attempt))

    def learnt(self, lesson: Lesson) -> None:
        """Tell of a lesson."""
        self.say(f"learnt {lesson.id}: {lesson.root_cause}; next time: {lesson.resolution}")

    def stop_asked(self) -> str | None:
        """Nobody: in a shell ctrl-C stops a run."""
        return None

    def _show(self, step: Step, line: Text) -> None:
        if self.silent:
            self.streams.say(line)
        elif self.live:
            self.lines[step.number] = line
            self.live.update(self._group(), refresh=True)
        else:
            self.streams.answer([line])

    def _group(self) -> Group:
        return Group(*(self.streams.drawable(line) for line in self.lines.values()))

    def _stop_live(self) -> None:
        if self.live:
            self.live.stop()
            self.live = None
