"""Whether a lesson rests on what was tried: one that no attempt in the ledger bears out steers nothing."""

from collections.abc import Callable

from .lessons import Lesson, Status, Value


class Tried(Value):
    """An attempt that the ledger holds the verdict of: its recipe's node, the server where it is known, the end."""

    node: str
    server: str | None
    confirmed: bool


def tried_key(seq: int) -> str:
    """Return the key under which the verdict of this record is kept."""
    return f"{seq:09}"


def rests(lesson: Lesson, tried: Callable[[int], Tried | None]) -> bool:
    """Whether the attempt that failed did fail, with the lesson's recipe, and a verified one's success was confirmed.

    ``tried`` returns what the ledger holds under a number. Both attempts have to be of the lesson's server.
    """
    failed = tried(lesson.evidence.failed)
    recipe = lesson.resolution.recipe
    if failed is None or failed.confirmed or not _here(lesson, failed):
        return False
    if recipe is not None and failed.node != f"recipe:{recipe}":
        return False
    if lesson.status is not Status.VERIFIED:
        return True
    fixed = None if lesson.evidence.fixed is None else tried(lesson.evidence.fixed)
    return fixed is not None and fixed.confirmed and _here(lesson, fixed)


def _here(lesson: Lesson, tried: Tried) -> bool:
    return tried.server in {None, lesson.scope.server}
