"""``resolve_tag``: which items a tag holds."""

from pydantic import Field

from ...recipes.ids import qualified
from ...recipes.names import resolve_tag as find_tag
from .tool import Context, Model, Tool


class ResolveTag(Model):
    """Which tag, and what is at hand."""

    tag: str = Field(description="The tag: #minecraft:planks, or planks.", max_length=100)
    at_hand: dict[str, int] = Field(default_factory=dict, description="Item ids and counts, to tell which members are.")


class TagMembers(Model):
    """The tag as an ingredient names it, with its members in the game's order."""

    tag: str
    members: list[str]
    at_hand: dict[str, int]


def resolve(context: Context, wanted: ResolveTag) -> TagMembers:
    """Return the tag's members, and how many of which are at hand."""
    tag = find_tag(context.catalog, wanted.tag)
    members = context.catalog.tags[tag]
    held = {qualified(item): count for item, count in wanted.at_hand.items() if count > 0}
    return TagMembers(tag=tag, members=list(members), at_hand={item: held[item] for item in members if item in held})


RESOLVE_TAG = Tool(
    "resolve_tag",
    "List the items that a tag accepts. Any mix of them may fill the cells of one recipe.",
    ResolveTag,
    TagMembers,
    resolve,
)
