"""Whether this user ever wished anything: who only plans need not wait for what reads the ledger."""

from .. import places
from ..ledger.record import Event
from ..ledger.segments import mentions


def ever_wished() -> bool:
    """Whether a wish was ever recorded."""
    return mentions(places.state() / "ledger", Event.WISH_REMEMBERED)
