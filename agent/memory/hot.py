"""What is worth knowing first, in few words: ``hot.md`` and ``system-state.md``, each with a hard cap in tokens."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil

from .lessons import Lesson, Status
from .wishes import Wish

HOT_TOKENS = 800
STATE_TOKENS = 300
BYTES_PER_TOKEN = 3.5
"""Few texts have so many tokens that they come to less than this many bytes of UTF-8 for each."""


def estimate(text: str) -> int:
    """Return how many tokens a text has at most, as a rule: its UTF-8 bytes over 3.5, rounded up.

    >>> estimate("oak_planks"), estimate("")
    (3, 0)
    """
    return ceil(len(text.encode()) / BYTES_PER_TOKEN)


def hot(lessons: Iterable[Lesson], wishes: Iterable[Wish], cap: int = HOT_TOKENS) -> str:
    """Return the wishes and the best lessons, as many whole lines as fit under ``cap`` tokens, header included.

    Wishes come first; verified lessons before candidates, then by the good they did, then newer ones.
    """
    live = sorted((lesson for lesson in lessons if lesson.live), key=rank)
    lines = [f"* wish {wish.id}: {wish}" for wish in wishes]
    lines += [f"* {lesson.id} ({lesson.status}, {lesson.scope.server}): {lesson.description}" for lesson in live]
    return _fitting("# Hot memory", lines, cap)


def state(facts: Mapping[str, str], degrees: Mapping[str, int], cap: int = STATE_TOKENS) -> str:
    """Return the state of the system: facts first, then the nodes with most links, as many as fit."""
    busy = sorted(degrees.items(), key=lambda pair: (-pair[1], pair[0]))
    lines = [f"* {name}: {fact}" for name, fact in facts.items()]
    lines += [f"* {node}: {degree} links" for node, degree in busy]
    return _fitting("# System state", lines, cap)


def rank(lesson: Lesson) -> tuple[bool, int, int, str]:
    """Return what lessons are sorted by, best first."""
    stats = lesson.stats
    return lesson.status is not Status.VERIFIED, stats.harmed - stats.helped, -lesson.evidence.failed, lesson.id


def _fitting(title: str, lines: Sequence[str], cap: int) -> str:
    """Return the title, what the cap allows for, and the lines that fit: each whole, in order, some left out."""
    room = cap - estimate(_header(title, cap, cap, len(lines))) - 1
    kept = []
    used = 0
    for line in lines:
        size = len(line.encode()) + 1
        if used + size <= room * BYTES_PER_TOKEN:
            kept.append(line)
            used += size
    body = "".join(f"{line}\n" for line in kept)
    spent = 0
    for _ in range(2):  # the header's own length depends on the number in it
        spent = estimate(_header(title, spent, cap, len(lines) - len(kept)) + body)
    return _header(title, spent, cap, len(lines) - len(kept)) + body


def _header(title: str, used: int, cap: int, evicted: int) -> str:
    return f"{title}\n\n{used} of {cap} tokens used, {evicted} left out.\n\n"
