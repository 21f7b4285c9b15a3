"""What every door does after a run: the notes follow the ledger. Whatever goes wrong there, the run counts."""

from collections.abc import Callable

from ...recipes.errors import CraftplanError
from .. import places
from ..ledger.ledger import Ledger
from ..memory.memory import Memory


def write_notes(ledger: Ledger, run: str, say: Callable[[str], None]) -> None:
    """Write the notes of what a run taught, and commit them where they are under git; problems are only said."""
    from ..vault.history import commit
    from ..vault.sync import sync

    try:
        done = sync(Memory(ledger), places.vault())
    except (CraftplanError, OSError) as problem:
        say(f"the notes were not written: {problem}")
        return
    for path in done.edited:
        say(f"taken in what you wrote into {path}")
    if (done.vault / ".git").exists():
        head = ledger.head()
        notice = commit(done.vault, f"craftplan: run {run}, notes up to record {head.seq} {head.hash}")
        if notice:
            say(notice)
