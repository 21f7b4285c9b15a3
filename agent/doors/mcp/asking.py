"""What a call asks for, put to a person as a form, and what follows from the answer."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from ...tools import Toolbox
from ...tools.approve import NOT_YOURS
from ...tools.envelope import Ending, Failure, Status, Then, envelope

APPROVAL = {
    "type": "object",
    "properties": {"approve": {"type": "boolean", "title": "Approve", "description": "Whether it may be done."}},
    "required": ["approve"],
}


@dataclass(frozen=True, slots=True)
class Form:
    """A message and the flat schema of its answer."""

    message: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Next:
    """The call that an answer stands for; without a tool it is the same one again."""

    tool: str | None
    arguments: dict[str, Any]


def form_of(asking: Mapping[str, Any]) -> Form | None:
    """Return the form of what an envelope asks for; None where it asks for nothing."""
    gate = gate_of(asking)
    if gate is not None:
        return None if gate.get("required_approver") else Form(_approving(gate), APPROVAL)
    if asking["status"] == Status.NEEDS_INPUT:
        asked = asking["input"]
        schema = {key: value for key, value in asked["response_schema"].items() if key != "additionalProperties"}
        usual = {name: {"default": value} for name, value in asked["defaults"].items()}
        fields = {name: {**part, **usual.get(name, {})} for name, part in schema["properties"].items()}
        return Form(asked["message"], {**schema, "properties": fields})
    return None


def gate_of(asking: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the gate that an envelope waits at, or that its caller may not pass itself; None where there is none."""
    if asking["status"] == Status.NEEDS_APPROVAL:
        gate: Mapping[str, Any] = asking["approval"]
        return gate
    error = asking["error"]
    return {**error, "approval_id": error["gate"]} if error and error["code"] == NOT_YOURS else None


def followed(asking: Mapping[str, Any], action: str, content: Mapping[str, Any]) -> Next | None:
    """Return the call that follows from an answer; None where the form was put away, or the answer makes no sense.

    A form that is declined rejects a gate; one that is only put away leaves it open.
    """
    gate = gate_of(asking)
    if gate is not None:
        if action == "cancel":
            return None
        agreed = action == "accept" and content.get("approve") is True
        named = {"gate": gate["approval_id"]}
        return Next("approve", named if agreed else {**named, "reject": True})
    if action != "accept":
        return None
    asked = asking["input"]
    if asked["calls"]:
        chosen = asked["calls"].get(content.get("answer"))
        return chosen and Next(chosen["tool"], dict(chosen["arguments"]))
    answered: Any = deepcopy(dict(asked["arguments"]))
    for name, place in asked["fields"].items():
        if name not in content:
            return None
        _put(answered, place.split("/")[1:], content[name])
    return Next(None, answered)


def put_away(toolbox: Toolbox, tool: str, gate: str) -> dict[str, Any]:
    """Return the envelope of a call whose form was put away: its gate stays open, for who may pass it."""
    message, fix = "nobody said yes or no; the gate stays open", "`approve` with this gate, once a person has said"
    failure = Failure("approval", "gate_open", message, fix, Then.STOP, evidence={"gate": gate})
    return envelope(tool, Ending(Status.NEEDS_APPROVAL, failure=failure), [], toolbox.manifest_hash, {})


def _put(document: Any, path: list[str], value: Any) -> None:
    """Put a value where the path leads."""
    *parts, last = path
    for part in parts:
        document = document[int(part)] if isinstance(document, list) else document[part]
    document[int(last) if isinstance(document, list) else last] = value


def _approving(approval: Mapping[str, Any]) -> str:
    preview = approval.get("preview")
    if preview is None:
        return "May the run go on?"
    made, used = (
        ", ".join(f"{count} {item.removeprefix('minecraft:')}" for item, count in preview[side].items())
        for side in ("makes", "consumes")
    )
    return f"May {made} be made? It uses up {used or 'nothing'} in {preview['crafts']} crafts."
