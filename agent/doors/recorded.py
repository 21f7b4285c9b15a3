"""Whether this user ever wished anything: who only plans need not wait for what reads the ledger."""

from .. import places

WISHED = b'"wish.remembered"'


def ever_wished() -> bool:
    """Whether a wish was ever recorded, by the ledger's bytes alone."""
    return any(WISHED in file.read_bytes() for file in (places.state() / "ledger").glob("*.jsonl"))
