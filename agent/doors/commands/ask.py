"""``craftplan ask``: words for a language model, which turns them into calls of the tools."""

import click

from ....recipes.errors import WorldError
from ..exits import Exit
from ..streams import Streams
from ..tool_context import Place
from . import options
from .placed import placed


@click.command(options_metavar="[OPTIONS]")
@click.argument("words", nargs=-1, required=True, metavar="WORDS")
@click.option("--model", "name", envvar="CRAFTPLAN_MODEL", required=True, help="provider:NAME; with --url only NAME.")
@click.option("--url", envvar="CRAFTPLAN_MODEL_URL", help="Of a server that speaks as OpenAI's do, also a local one.")
@click.option("--key", envvar="CRAFTPLAN_MODEL_KEY", help="What that server wants; else nothing is sent.")
@click.option("--turns", type=click.IntRange(1, 50), default=10, show_default=True, help="Of the model, at most.")
@click.option("--tokens", type=click.IntRange(1000), default=60_000, show_default=True, help="In and out, at most.")
@placed
@options.approve
@options.approver
@options.quiet
@options.as_json
def ask(
    streams: Streams,
    place: Place,
    words: tuple[str, ...],
    name: str,
    url: str | None,
    key: str | None,
    turns: int,
    tokens: int,
    approve: str,
    approver: str | None,
    *,
    quiet: bool,
    as_json: bool,
) -> Exit:
    """Let a language model plan and craft what you say in your own words.

    The model only calls tools; code plans, asks for approval, crafts, and believes the server.
    """
    try:
        from ..model import Bounds, model_of
        from ..model import ask as ask_model
    except ModuleNotFoundError as missing:
        raise WorldError(
            f"the package {missing.name} is not installed",
            hint="install the extra: pip install 'craftplan[llm]'",
            code="extra",
        ) from None
    from ...document import error_document
    from ...tools import TOOLS
    from ..tool_context import tool_context

    streams.quiet = quiet
    model = model_of(name, url, key)
    with tool_context(streams, place, approve=approve, approver=approver, caller="model") as context:
        asked = ask_model(model, TOOLS, context, " ".join(words), Bounds(turns=turns, tokens=tokens))
    if as_json:
        cut = asked.cut and error_document(asked.cut)["error"]
        streams.document(
            {"schema": "craftplan/asked/1", "words": asked.words, "cut": cut, "calls": list(asked.envelopes)}
        )
    else:
        for envelope in asked.envelopes:
            streams.say(f"{envelope['tool']}: {envelope['status']}")
        streams.answer([asked.words] if asked.words else [])
    if asked.cut is not None:
        streams.complain(f"craftplan: {asked.cut.message}")
        streams.complain(f"hint: {asked.cut.hint}")
        return Exit(asked.cut.exit_code)
    waiting = [envelope["approval"] for envelope in asked.envelopes if envelope["approval"]]
    for gate in waiting[-1:]:
        streams.complain(f"craftplan: run {gate['run']} waits for an approval")
        streams.complain(f"hint: `craftplan approve {gate['id']}`, or with --reject")
    return Exit.NEEDS_APPROVAL if waiting else Exit.DONE
