"""``lessons``: what refusals taught and what people wish, within a few hundred tokens."""

from pydantic import Field

from ..ledger.segments import segments
from ..memory.hot import HOT_TOKENS, estimate, rank
from ..memory.memory import Memory
from .envelope import Ending, Status
from .outcome import Outcome
from .tool import Context, Model, Tool


class AskLessons(Model):
    """What they should be about."""

    about: str = Field(default="", max_length=100, description="Words of the item, recipe or tag; left out: all.")


class LessonLine(Model):
    """A lesson in one line."""

    id: str
    status: str
    server: str
    says: str


class Known(Model):
    """The best lessons that fit under 800 tokens, the wishes that stand, and how many lessons there are."""

    lessons: list[LessonLine]
    total: int
    wishes: list[str]


def ask(context: Context, wanted: AskLessons) -> Outcome:
    """Return the lessons, best first."""
    folder = context.ledger.folder
    memory = Memory(context.ledger) if folder.is_dir() and segments(folder) else None
    word = wanted.about.strip().lower().replace(" ", "_").removeprefix("minecraft:")
    every = sorted(memory.lessons() if memory else (), key=rank)
    found = [lesson for lesson in every if word in f"{lesson.component} {' '.join(lesson.connected)}"]
    lines: list[LessonLine] = []
    spent = 0
    for lesson in found:
        line = LessonLine(id=lesson.id, status=lesson.status, server=lesson.scope.server, says=lesson.description)
        spent += estimate(line.model_dump_json())
        if spent > HOT_TOKENS:
            break
        lines.append(line)
    wishes = [f"{wish.id}: {wish}" for wish in memory.wishes()] if memory else []
    known = Known(lessons=lines, total=len(found), wishes=wishes)
    return Outcome(Ending(Status.OK), known, tuple(line.id for line in lines))


LESSONS = Tool(
    "lessons",
    "Tell what earlier refusals taught about items, recipes and tags, and which wishes stand; code heeds them.",
    AskLessons,
    Known,
    ask,
    triggers=("learnt", "memory", "wishes", "refused"),
)
