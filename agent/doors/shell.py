"""The shell door: the group of commands, with ``craft`` for anything that is an item's name."""

import click

from .commands import NAMES, SECTIONS, command
from .exits import MEANINGS


class ItemOrCommand(click.Group):
    """A group whose unknown first word is an item: ``craftplan wooden_pickaxe`` crafts one."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        del ctx
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command; only then is its module imported."""
        del ctx
        return command(cmd_name) if cmd_name in NAMES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command named first, or ``craft`` with all the words."""
        if args and self.get_command(ctx, args[0]) is None:
            return "craft", self.get_command(ctx, "craft"), args
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under what they are for."""
        del ctx
        longest = max(map(len, NAMES))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(longest), said) for name, said in commands.items()])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of exit codes under the commands."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(int(code)), meaning) for code, meaning in MEANINGS.items()])
        super().format_epilog(ctx, formatter)


@click.group(
    cls=ItemOrCommand,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    options_metavar="",
    subcommand_metavar="ITEM [COUNT] | COMMAND …",
)
@click.version_option(package_name="craftplan", message="craftplan %(version)s")
def shell() -> None:
    """Plan Minecraft crafting with tags, do it slot by slot, believe only the server.

    `craftplan wooden_pickaxe` crafts one on a practice server that it starts itself; with --server HOST:PORT it crafts
    on any server that runs. `craftplan plan wooden_pickaxe` only says how.
    """
