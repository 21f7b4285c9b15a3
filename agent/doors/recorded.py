"""Whether this user has a ledger: who only plans, and never ran anything, need not wait for what reads one."""

from .. import places


def ever_recorded() -> bool:
    """Whether anything was ever recorded; nothing is opened for it."""
    folder = places.state() / "ledger"
    return folder.is_dir() and any(folder.iterdir())
