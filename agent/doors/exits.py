"""Exit codes, the same for every command."""

from enum import IntEnum


class Exit(IntEnum):
    """What a process's end says."""

    DONE = 0
    NO = 1
    USAGE = 2
    WORLD = 3
    DRIFT = 4
    NEEDS_APPROVAL = 10
    NEEDS_INPUT = 11
    BUG = 70
    BUSY = 75
    INTERRUPTED = 130


MEANINGS = {
    Exit.DONE: "done",
    Exit.NO: "the answer is no: missing, impossible, not confirmed",
    Exit.USAGE: "wrong usage, unknown item, or JSON that breaks its schema",
    Exit.WORLD: "the world cannot be reached: server, Node, npm, Java",
    Exit.DRIFT: "drift: ledger or notes cannot be trusted",
    Exit.NEEDS_APPROVAL: "needs approval",
    Exit.NEEDS_INPUT: "needs input",
    Exit.BUG: "our bug: the traceback is saved, its path printed",
    Exit.BUSY: "busy: another run holds this bot",
    Exit.INTERRUPTED: "interrupted",
}
