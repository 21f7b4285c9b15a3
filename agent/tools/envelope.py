"""The one document that every call of a tool is answered with, whatever happens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ...recipes.errors import BusyError, CraftplanError, InputError, IntegrityError, SchemaError, UnknownItemError
from ...recipes.errors import WorldError as WorldFailure
from ..memory.lessons import FailureClass
from ..runs.gates import Gate, GateClaimedError, GateError, GateRejectedError, Opened
from ..runs.report import gate_document
from ..runs.resuming import NeedsAnswerError
from .repair import Problem, Repair

SCHEMA = "craftplan/envelope/1"
MOST_NAMES = 64
"""How many names are offered as an enum; above that the answer is a plain string, and checked by us."""


class Status(StrEnum):
    """How a call ended."""

    OK = "ok"
    NEEDS_APPROVAL = "needs_approval"
    NEEDS_INPUT = "needs_input"
    CANCELLED = "cancelled"
    FAILED = "failed"
    PARTIAL = "partial"


class Then(StrEnum):
    """What an agent does after a failure: call again with something changed, or stop and tell its person."""

    RETRY = "retry_differently"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a call failed: its class (design §8), code, place in the arguments, and what to do."""

    failure: str
    code: str
    message: str
    fix: str
    then: Then
    pointer: str | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """What the caller has to say before the call can be done.

    ``response_schema`` is flat, so that it can be put to a person as a form. ``fields`` says where in ``arguments``
    (repaired already) each answer belongs; ``calls`` which call each answer stands for instead.
    """

    message: str
    response_schema: Mapping[str, Any]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    calls: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Ending:
    """What a call comes to, beside its tool and its figures."""

    status: Status
    result: Mapping[str, Any] | None = None
    failure: Failure | None = None
    gate: Opened | None = None
    question: Question | None = None


def envelope(
    tool: str, ending: Ending, repairs: list[Repair], manifest_hash: str, meta: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the document; members that say nothing are null or empty, and always there."""
    failure, question, gate = ending.failure, ending.question, ending.gate
    return {
        "schema": SCHEMA,
        "tool": tool,
        "status": ending.status,
        "result": ending.result,
        "error": failure
        and {
            "class": failure.failure,
            "code": failure.code,
            "message": failure.message,
            "pointer": failure.pointer,
            "fix": failure.fix,
            "then": failure.then,
            **failure.evidence,
        },
        "approval": gate
        and {
            **gate_document(gate),
            "approval_id": gate.gate.id,
            "run": gate.gate.run,
            "hint": who_approves(gate.gate),
        },
        "input": question
        and {
            "message": question.message,
            "response_schema": question.response_schema,
            "defaults": question.defaults,
            "fields": question.fields,
            "calls": question.calls,
            "arguments": question.arguments,
        },
        "repairs": [{"pointer": one.pointer, "was": one.was, "now": one.now, "why": one.why} for one in repairs],
        "manifest_hash": manifest_hash,
        "_meta": meta,
    }


def who_approves(gate: Gate, *, agent: bool = False) -> str:
    """Return who may pass a gate, and how the run goes on then; ``agent``: the caller may not."""
    in_a_shell = f"`craftplan approve {gate.id}` in a shell; then `resume` goes on with run {gate.run}"
    if gate.required_approver is not None:
        return f"{gate.required_approver} has to approve it, as with {in_a_shell}"
    if agent or gate.different_approver:
        return f"it is not yours to pass: let your person approve it with {in_a_shell}"
    return f"show the preview to your person; after a yes call `approve` with {gate.id}"


def failed(error: CraftplanError, tool: str, arguments: Mapping[str, Any]) -> Ending:
    """Return how a call ends that raised an error."""
    if isinstance(error, NeedsAnswerError):
        return Ending(Status.NEEDS_INPUT, question=_question_of(error, tool, arguments))
    status = Status.CANCELLED if isinstance(error, GateRejectedError) else Status.FAILED
    evidence: dict[str, Any] = {name: error.evidence[name] for name in _SHOWN if name in error.evidence}
    place = None
    if isinstance(error, SchemaError) and error.evidence.get("violations"):
        place = error.evidence["violations"][0]["pointer"]
    then = Then.RETRY if isinstance(error, InputError | BusyError) else Then.STOP
    fix = "mend the arguments at the pointers, and call again" if place is not None else error.hint
    return Ending(status, failure=Failure(_class_of(error), error.code, error.message, fix, then, place, evidence))


def unnamed(problems: list[Problem], arguments: Mapping[str, Any]) -> Ending:
    """Return how a call ends whose names do not all say what is meant: a question where a choice is left to make."""
    wrong = next((problem for problem in problems if not problem.ambiguous), None)
    if wrong is not None:
        near = {"near": list(wrong.candidates), "name": wrong.error.evidence.get("name")}
        place = _pointer(wrong)
        fix = wrong.error.hint if wrong.candidates else "`find_items` finds what there is"
        failure = Failure("schema", wrong.error.code, wrong.error.message, fix, Then.RETRY, place, near)
        return Ending(Status.FAILED, failure=failure)
    fields = {"_".join(map(str, problem.path)): _pointer(problem) for problem in problems}
    properties = {
        name: _choice(problem.candidates, problem.error.message) for name, problem in zip(fields, problems, strict=True)
    }
    schema = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    message = "; ".join(dict.fromkeys(problem.error.message for problem in problems))
    return Ending(Status.NEEDS_INPUT, question=Question(message, schema, {}, fields, {}, arguments))


def _pointer(problem: Problem) -> str:
    return "".join(f"/{part}" for part in problem.path)


def _choice(names: tuple[str, ...], why: str) -> dict[str, Any]:
    if len(names) <= MOST_NAMES:
        return {"type": "string", "enum": list(names), "description": why}
    return {"type": "string", "maxLength": 100, "description": f"{why}, of which {', '.join(names[:8])} are the first"}


def _question_of(error: NeedsAnswerError, tool: str, arguments: Mapping[str, Any]) -> Question:
    """Turn what only a person can say into a choice between calls."""
    if error.code == "incomplete_run":
        calls: dict[str, Mapping[str, Any]] = {
            "resume": {"tool": "resume", "arguments": {"run": error.evidence["run"]}},
            "anew": {"tool": tool, "arguments": {**arguments, "anew": True}},
        }
    else:
        run = str(error.evidence["attempt"]).rpartition(".")[0]
        calls = {"from_here": {"tool": "resume", "arguments": {"run": run, "from_here": True}}}
    answer = {"type": "string", "enum": list(calls), "description": error.hint}
    schema = {"type": "object", "properties": {"answer": answer}, "required": ["answer"], "additionalProperties": False}
    return Question(error.message, schema, {}, {}, calls)


def _class_of(error: CraftplanError) -> str:
    for kind, name in _CLASSES:
        if isinstance(error, kind):
            return name
    return FailureClass.INSTRUMENTATION


_CLASSES: tuple[tuple[type[CraftplanError], str], ...] = (
    (UnknownItemError, "schema"),
    (InputError, "schema"),
    (WorldFailure, FailureClass.INFRASTRUCTURE),
    (GateClaimedError, "approval"),
    (GateError, "approval"),
    (GateRejectedError, "approval"),
    (BusyError, FailureClass.INFRASTRUCTURE),
    (IntegrityError, "integrity"),
)
_SHOWN = ("violations", "total", "partial", "near", "family", "name", "valid", "replacement", "path", "gate", "attempt")
"""What of an error's evidence is worth its tokens to an agent."""
