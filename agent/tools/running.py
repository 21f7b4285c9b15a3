"""How the end of a run is told to the agent that asked for it."""

from typing import Any

from pydantic import Field

from ..document import lesson_document
from ..memory.lessons import FailureClass
from ..runs.report import Report, Result
from .envelope import Ending, Failure, Status, Then
from .outcome import Outcome
from .tool import Context, Model


class Lacking(Model):
    """A material that the plan takes and the bot lacks."""

    item: str
    count: int
    have: int
    tag: str | None


class Ended(Model):
    """How the run ended: what the server confirmed, step by step, never what was only tried."""

    run: str
    confirmed: bool = Field(description="Whether the server's own inventory shows everything that was wanted.")
    made: dict[str, int] = Field(description="Items that the server confirmed.")
    missing: list[Lacking]
    steps: list[dict[str, Any]] = Field(
        description="Each attempt: step, item, outcome; `why ATTEMPT` has the evidence."
    )
    learnt: list[dict[str, Any]]
    in_the_way: list[str] = Field(description="Wishes without which there would be a better answer.")


def ended(context: Context, report: Report) -> Outcome:
    """Return the run's end with its status, once the context has heard of it; lessons heeded and learnt beside it."""
    if context.after_run is not None:
        context.after_run(report.run)
    answer = Ended(
        run=report.run,
        confirmed=report.result is Result.CONFIRMED,
        made={item: count for item, count in report.made if count > 0},
        missing=[
            Lacking(item=lack.item, count=lack.count, have=lack.have, tag=lack.tag) for lack in report.plan.missing
        ],
        steps=[
            {"attempt": done.id, "step": done.step.number, "item": done.step.item, "outcome": done.verdict.outcome}
            for done in report.attempts
        ],
        learnt=[lesson_document(lesson) for lesson in report.lessons],
        in_the_way=[str(wish) for wish in report.in_the_way],
    )
    return Outcome(_ending(report, answer), answer, tuple(lesson.id for lesson in report.applied))


def _ending(report: Report, answer: Ended) -> Ending:
    if report.result is Result.NEEDS_APPROVAL:
        return Ending(Status.NEEDS_APPROVAL, gate=report.gate)
    if report.result in {Result.CONFIRMED, Result.PLANNED}:
        return Ending(Status.OK)
    if report.result is Result.STOPPED:
        return Ending(_status(report, answer), failure=_stopped(report))
    if report.result is Result.MISSING:
        names = ", ".join(f"{lack.count} {lack.item.removeprefix('minecraft:')}" for lack in answer.missing)
        fix = "let somebody gather what is missing, or ask for less"
        failure = Failure(FailureClass.LOGIC, "missing", f"the bot lacks {names}", fix, Then.STOP)
        return Ending(Status.FAILED, failure=failure)
    fix = "`explain_plan` says what each recipe lacks"
    message = f"it cannot be made: {report.plan.answer}"
    return Ending(Status.FAILED, failure=Failure(FailureClass.LOGIC, "impossible", message, fix, Then.STOP))


def _status(report: Report, answer: Ended) -> Status:
    if report.stop is not None and report.stop.failure is None:
        return Status.CANCELLED
    return Status.PARTIAL if any(answer.made.values()) else Status.FAILED


def _stopped(report: Report) -> Failure:
    stop = report.stop
    assert stop is not None, "a run that stopped says why"
    fix = f"`resume` goes on with run {report.run}"
    evidence = {"attempt": stop.attempt} if stop.attempt else {}
    then = Then.RETRY if stop.failure is FailureClass.INSTRUMENTATION else Then.STOP
    return Failure(stop.failure or "asked", stop.code, stop.message, fix, then, evidence=evidence)
