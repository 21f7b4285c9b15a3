"""How a reader says that a document breaks a rule."""

from .diagnostics import Diagnostic, Level
from .errors import InputError


class Rejected(InputError):  # noqa: N818 - it is the answer "no", caught where the file is known
    """A document that the game would not load; ``pack`` and ``file`` are added where it is caught."""

    def __init__(
        self, rule: str, message: str, *, pointer: str = "", hint: str = "", level: Level = Level.ERROR
    ) -> None:
        super().__init__(message, hint=hint, code=rule)
        self.diagnostic = Diagnostic(rule, message, pointer=pointer, hint=hint, level=level)
