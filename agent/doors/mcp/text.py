"""An envelope in few words, for clients that show a model nothing but text."""

from collections.abc import Mapping
from typing import Any

from ...document import render

LONGEST = 1500


def short_text(envelope: Mapping[str, Any]) -> str:
    """Return status, and what to do or what came of it, in at most 1,500 characters."""
    error, asked, gate = envelope["error"], envelope["input"], envelope["approval"]
    lines = [f"{envelope['tool']}: {envelope['status']}"]
    if error:
        at = f" (at {error['pointer'] or '/'})" if error["pointer"] is not None else ""
        lines += [f"{error['code']}: {error['message']}{at}", f"fix: {error['fix']}", f"then: {error['then']}"]
    if gate:
        uses = ", ".join(f"{count} {item}" for item, count in gate["preview"]["consumes"].items())
        lines += [f"approval_id {gate['approval_id']}; used up: {uses or 'nothing'}", gate["hint"]]
    if asked:
        lines.append(asked["message"])
        lines += [
            f"{asked['fields'].get(name, name)}: one of {', '.join(map(str, part.get('enum', ())))}"
            for name, part in asked["response_schema"]["properties"].items()
        ]
    lines += [f"repaired {one['pointer']}: {one['was']!r} is {one['now']!r}" for one in envelope["repairs"]]
    if envelope["result"] is not None:
        lines.append(render(envelope["result"]))
    text = "\n".join(lines)
    more = "… the whole is in structuredContent"
    return text if len(text) <= LONGEST else text[: LONGEST - len(more)] + more
