"""``craftplan lessons``: what failed attempts taught."""

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@options.as_json
@click.pass_obj
def lessons(streams: Streams, *, as_json: bool) -> Exit:
    """List every lesson: what is blamed, what is done instead, where it holds, and how sure it is."""
    from ... import places
    from ...document import lesson_document
    from ...ledger import Ledger
    from ...memory import Memory

    known = Memory(Ledger(places.state() / "ledger")).lessons()
    if as_json:
        found = [lesson_document(lesson) for lesson in known]
        streams.document({"schema": "craftplan/lessons/1", "lessons": found})
        return Exit.DONE
    for lesson in known:
        scope = f"{lesson.scope.server}, Minecraft {lesson.scope.minecraft}"
        streams.answer([f"{lesson.id}  {lesson.status}  {lesson.root_cause}", f"  {lesson.resolution}; on {scope}"])
    if not known:
        streams.answer(["no lessons yet: nothing was refused"])
    return Exit.DONE
