"""A language model that turns words into calls of tools, within bounds; code plans, gates, crafts and verifies."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pydantic_ai import Agent, UsageLimits
from pydantic_ai import Tool as ModelTool
from pydantic_ai.exceptions import AgentRunError, ModelAPIError, UsageLimitExceeded
from pydantic_ai.models import Model, infer_model

from ...recipes.errors import CraftplanError, WorldError
from ..ledger.record import Event
from ..tools import Context, Toolbox, call
from ..tools.envelope import Status
from ..tools.instructions import INSTRUCTIONS
from ..tools.rendering import arguments_of

FOR_PEOPLE = frozenset({"approve"})
"""What the model is not given: a gate that it passed itself would be none. A person calls `craftplan approve`."""
SPOILT_MOST = 1
"""How many calls may break a schema: the model is told once what to mend, then it ends with what there is."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far one question may go: turns of the model, calls of tools, tokens in and out."""

    turns: int = 10
    calls: int = 16
    tokens: int = 60_000


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a question: the model's words, every call's envelope, and why it was cut short, if it was."""

    words: str | None
    envelopes: tuple[dict[str, Any], ...]
    cut: CraftplanError | None = None


class SpoiltError(CraftplanError):
    """The model broke a schema again after it was told what to mend."""

    exit_code = 1
    code = "model_spoilt"


class BoundError(CraftplanError):
    """The model came to no end within its bounds."""

    exit_code = 1
    code = "model_bound"


@dataclass(slots=True)
class _Calls:
    """Calls tools for the model, each recorded, and keeps their envelopes."""

    toolbox: Toolbox
    context: Context
    envelopes: list[dict[str, Any]] = field(default_factory=list)
    spoilt: int = 0

    def tool(self, name: str) -> ModelTool[None]:
        """Return a tool as the model's library takes it."""
        tool = self.toolbox.tools[name]
        act: Callable[..., str] = lambda **arguments: self.call(name, arguments)  # noqa: E731 - the library wants a name
        return ModelTool.from_schema(act, name, tool.description, arguments_of(tool), sequential=True)

    def call(self, name: str, arguments: dict[str, Any]) -> str:
        """Call a tool and return its envelope as text. Raises a SpoiltError when arguments break a schema again."""
        envelope = call(self.toolbox, self.context, name, arguments)
        self.envelopes.append(envelope)
        error = envelope["error"] or {}
        body = {"tool": name, "status": envelope["status"], "code": error.get("code")}
        self.context.ledger.append(Event.MODEL_CALLED, body)
        if envelope["status"] == Status.FAILED and error.get("code") == "schema":
            self.spoilt += 1
            if self.spoilt > SPOILT_MOST:
                raise SpoiltError(
                    f"the model's arguments broke the schema again: {error['message']}", hint=error["fix"]
                )
            envelope = {**envelope, "retry_context": {"attempt": self.spoilt, "of": SPOILT_MOST}}
        return json.dumps(envelope, ensure_ascii=False)


def ask(model: Model, toolbox: Toolbox, context: Context, words: str, bounds: Bounds) -> Asked:
    """Let the model answer in words, by calling tools. What was done before it was cut short is kept, and told.

    Everything the bot does goes through the same gates, verdicts and ledger as any other call.
    """
    calls = _Calls(toolbox, context)
    agent: Agent[None, str] = Agent(
        model,
        instructions=INSTRUCTIONS,
        tools=[calls.tool(name) for name in toolbox.tools if name not in FOR_PEOPLE],
        retries=SPOILT_MOST,
    )
    limits = UsageLimits(request_limit=bounds.turns, tool_calls_limit=bounds.calls, total_tokens_limit=bounds.tokens)
    context.ledger.append(Event.MODEL_ASKED, {"words": words[:500], "model": str(model.model_name)[:100]})
    try:
        said = asyncio.run(agent.run(words, usage_limits=limits)).output
    except SpoiltError as spoilt:
        return Asked(None, tuple(calls.envelopes), spoilt)
    except UsageLimitExceeded as over:
        bound = BoundError(f"the model was stopped: {over}", hint="ask for less at a time", code="model_bound")
        return Asked(None, tuple(calls.envelopes), bound)
    except ModelAPIError as failed:
        lost = WorldError(
            f"the model cannot be reached: {failed}"[:500], hint="what was done stands; ask again later", code="model"
        )
        return Asked(None, tuple(calls.envelopes), lost)
    except AgentRunError as odd:
        wrong = SpoiltError(f"the model answered what cannot be used: {odd}"[:500], hint="another model may do better")
        return Asked(None, tuple(calls.envelopes), wrong)
    return Asked(said, tuple(calls.envelopes))


def model_of(name: str, url: str | None, key: str | None) -> Model:
    """Return a model: at ``url`` one that speaks as OpenAI's do, else the one of ``provider:name``.

    Raises a WorldError for a provider that is not known, or whose package is not there.
    """
    try:
        if url is None:
            return infer_model(name)
        from openai import AsyncOpenAI
        from pydantic_ai.models.openai import OpenAIChatModel
        from pydantic_ai.providers.openai import OpenAIProvider

        client = AsyncOpenAI(base_url=url, api_key=key or "none", max_retries=0, timeout=120)
        return OpenAIChatModel(name, provider=OpenAIProvider(openai_client=client))
    except (ValueError, ImportError, RuntimeError) as unknown:
        hint = "name it as provider:model, as in anthropic:NAME, or give --url of a server that speaks as OpenAI's"
        raise WorldError(f"no model {name!r}: {unknown}"[:500], hint=hint, code="model") from None
