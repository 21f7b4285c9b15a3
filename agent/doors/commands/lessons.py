"""``craftplan lessons``: what failed attempts taught, and what people wish."""

import click

from ..exits import Exit
from ..streams import Streams
from . import options


@click.command(options_metavar="[OPTIONS]")
@options.as_json
@click.pass_obj
def lessons(streams: Streams, *, as_json: bool) -> Exit:
    """List every wish, and every lesson: what is blamed, what is done instead, where it holds, how sure it is."""
    from ...document import lesson_document, wish_document
    from ..standing import open_memory

    memory = open_memory()
    known, wishes = memory.lessons(), memory.wishes()
    for damage in memory.skipped():
        streams.complain(f"{damage.segment} line {damage.line} {damage.problem}; everything beside it is known")
    if as_json:
        found = [lesson_document(lesson) for lesson in known]
        wished = [wish_document(wish) for wish in wishes]
        streams.document({"schema": "craftplan/lessons/1", "lessons": found, "wishes": wished})
        return Exit.DONE
    streams.answer(f"{wish.id}  wish  {wish}" for wish in wishes)
    for lesson in known:
        scope = f"{lesson.scope.server}, Minecraft {lesson.scope.minecraft}"
        counted = f"helped {lesson.stats.helped}, harmed {lesson.stats.harmed}"
        streams.answer(
            [f"{lesson.id}  {lesson.status}  {lesson.root_cause}", f"  {lesson.resolution}; on {scope}; {counted}"]
        )
    if not known:
        streams.answer(["no lessons yet: nothing was refused"])
    return Exit.DONE
