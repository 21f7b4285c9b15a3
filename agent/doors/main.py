"""The ``craftplan`` command: one place turns errors into text or JSON, and into exit codes."""

import signal
import sys
from contextlib import redirect_stdout
from typing import NoReturn

import click

from ...recipes.errors import CraftplanError
from .exits import Exit
from .shell import shell
from .streams import Streams, shielded


def main() -> NoReturn:
    """Run the command of this process and exit with its code."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # also where a shell's `&` left ctrl-C ignored
        signal.signal(stop, _interrupt)
    streams = shielded()
    code = run(sys.argv[1:], streams)
    streams.out.flush()
    sys.exit(code)


def run(arguments: list[str], streams: Streams) -> int:
    """Run one command line and return its exit code. Whatever happens is said on ``streams``."""
    as_json = "--json" in arguments
    try:
        with redirect_stdout(streams.out):  # click prints --help by itself
            code = shell.main(arguments, prog_name="craftplan", standalone_mode=False, obj=streams)
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as wrong:
        hint = f"`{wrong.ctx.command_path} --help` tells how" if wrong.ctx else "`craftplan --help` tells how"
        return _report(CraftplanError(wrong.format_message(), hint=hint, code="usage"), Exit.USAGE, streams, as_json)
    except CraftplanError as error:
        return _report(error, error.exit_code, streams, as_json)
    except (KeyboardInterrupt, click.Abort):
        stopped = CraftplanError("interrupted", hint="`craftplan ledger` shows what was done", code="interrupted")
        return _report(stopped, Exit.INTERRUPTED, streams, as_json)
    except BrokenPipeError:
        return Exit.DONE
    except Exception as bug:  # noqa: BLE001 - the last door: a bug becomes a saved traceback
        from ..bugs import saved_bug

        return _report(saved_bug(bug), Exit.BUG, streams, as_json)
    return int(code or 0)


def _report(error: CraftplanError, code: int, streams: Streams, as_json: bool) -> int:  # noqa: FBT001 - private
    if as_json:
        from ..document import error_document

        streams.document({**error_document(error), "exit": int(code)})
    streams.complain(f"craftplan: {error.message}")
    streams.complain(f"hint: {error.hint}")
    return int(code)


def _interrupt(_signal: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt
