"""Whether this user ever wished anything: who only plans need not wait for what reads the ledger."""

from .. import places


def ever_wished() -> bool:
    """Whether a wish was ever recorded."""
    folder = places.state() / "ledger"
    if not folder.is_dir():
        return False
    from ..ledger.record import Event
    from ..ledger.segments import mentions

    return mentions(folder, Event.WISH_REMEMBERED)
