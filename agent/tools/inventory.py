"""``inventory``: what the bot holds and which stations are in reach, by the server's own word."""

from pydantic import Field

from .tool import Context, Model, Tool


class LookAtInventory(Model):
    """Nothing has to be said."""


class Holding(Model):
    """Items and their counts, and the stations in reach."""

    server: str
    minecraft: str
    bot: str
    items: dict[str, int] = Field(description="Item ids and counts.")
    stations: list[str]


def look(context: Context, _: LookAtInventory) -> Holding:
    """Return what the server shows."""
    with context.world() as world:
        seen = world.bot.snapshot()
        return Holding(
            server=world.server,
            minecraft=world.minecraft,
            bot=world.username,
            items={item: count for item, count in sorted(seen.counts.items()) if count},
            stations=sorted({found.block.removeprefix("minecraft:") for found in seen.stations}),
        )


INVENTORY = Tool(
    "inventory",
    "Tell what the bot holds, as the server shows it, and which stations are in reach.",
    LookAtInventory,
    Holding,
    look,
    triggers=("have", "holds", "bag", "stations", "reach"),
)
