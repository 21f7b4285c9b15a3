"""What wishes mean to the planner, standing ones and those of one plan alone: a plain value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..planner.goal import Experience
from ..recipes.ids import ItemId


@dataclass(frozen=True, slots=True)
class Heeded:
    """Members that may not be used and members that are used first, and how many of an item stay."""

    experience: Experience = field(default_factory=Experience)
    keep: Mapping[ItemId, int] = field(default_factory=dict)
