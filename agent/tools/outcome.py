"""A tool's answer together with how the call ended, where that is not simply well."""

from dataclasses import dataclass

from pydantic import BaseModel

from .envelope import Ending


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer (None: there is none), the ending, and the ids of the lessons that were heeded."""

    ending: Ending
    answer: BaseModel | None = None
    lessons: tuple[str, ...] = ()
