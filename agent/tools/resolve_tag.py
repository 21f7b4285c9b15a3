"""``resolve_tag``: which items a tag holds."""

from collections import Counter

from pydantic import Field

from ...recipes.ids import TagId
from .thrift import all_tags
from .tool import Context, Held, Model, Tag, Tool


class ResolveTag(Model):
    """Which tag, and what is at hand."""

    tag: Tag = Field(description="The tag, as in #minecraft:planks or planks.")
    at_hand: list[Held] = Field(default=[], max_length=200, description="Items at hand, to tell which are members.")


class TagMembers(Model):
    """The tag as an ingredient names it, with its members in the game's order."""

    tag: str
    members: list[str]
    at_hand: dict[str, int]


def resolve(context: Context, wanted: ResolveTag) -> TagMembers:
    """Return the tag's members, and how many of which are at hand."""
    members = context.catalog.tags[TagId(wanted.tag)]
    held: Counter[str] = Counter()
    for one in wanted.at_hand:
        held[one.item] += one.count
    return TagMembers(
        tag=wanted.tag, members=list(members), at_hand={item: held[item] for item in members if held[item]}
    )


RESOLVE_TAG = Tool(
    "resolve_tag",
    "List the items that a tag accepts. Any mix of them may fill the cells of one recipe.",
    ResolveTag,
    TagMembers,
    resolve,
    triggers=("tag", "members", "wood", "planks", "any"),
    version="2.0.0",
    avoided=all_tags,
)
