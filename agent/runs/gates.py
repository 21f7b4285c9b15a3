"""Gates: what a person has to approve before anything is spent. Each is passed once, by one, for one plan."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from json import dumps
from secrets import token_hex

from ...recipes.errors import BusyError, CraftplanError, InputError
from ...recipes.ids import ItemId, short
from ..ledger.index import Entries, Index
from ..ledger.ledger import HeadMovedError, Ledger
from ..ledger.record import Event, Record
from ..memory.lessons import Value

MINUTES = 60
"""How long a gate waits, unless something else is asked for."""
_ID, _TOKEN = 8, 32
_SCARCE = frozenset(
    (
        "diamond emerald netherite debris dragon elytra totem heart echo nether_star heavy_core shulker template skull "
        "beacon conduit trident mace sponge lodestone enchanted"
    ).split()
)


class Policy(StrEnum):
    """What has to be approved: nothing, what uses scarce things up, every plan, or looking around already, too."""

    NONE = "none"
    SCARCE = "scarce"
    PLANS = "plans"
    ALL = "all"


class Kind(StrEnum):
    """Where a run waits: before anything in the world is touched, and before the plan is done."""

    DISCOVERY = "discovery"
    PLAN = "plan"


class GateError(CraftplanError):
    """A gate that cannot be passed like this: ``gate_expired``, ``gate_stale``, ``gate_approver``."""

    exit_code = 10
    code = "gate"


class GateRejectedError(CraftplanError):
    """Somebody said no."""

    exit_code = 1
    code = "gate_rejected"


class GateClaimedError(BusyError):
    """Somebody else passed this gate: it is there for one."""

    code = "gate_claimed"


class Preview(Value):
    """What is approved: what is made and used up, how many crafts, which of it is scarce, which blocks are touched."""

    makes: dict[ItemId, int]
    consumes: dict[ItemId, int]
    crafts: int
    scarce: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()


class Gate(Value):
    """A question that waits for an answer. ``plan`` and ``inventory`` are hashes of what it was asked about."""

    id: str
    run: str
    kind: Kind
    token_hash: str
    plan: str
    inventory: str
    preview: Preview
    policy: Policy
    initiated_by: str
    required_approver: str | None
    different_approver: bool
    expires_at: str


@dataclass(frozen=True, slots=True)
class Terms:
    """Under which terms a run is done: what has to be approved, who asked for it, who may approve, and for how long.

    ``ask`` answers at once where a person sits in front of it; without one a gate is left open and the run waits.
    """

    policy: Policy = Policy.SCARCE
    initiated_by: str = "python"
    required_approver: str | None = None
    different_approver: bool = False
    minutes: float = MINUTES
    ask: Callable[[Gate], bool] | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A gate that waits, and the token that approves it as well as its id does; the ledger holds the token's hash."""

    gate: Gate
    token: str


def is_scarce(item: str) -> bool:
    """Whether using the item up is a loss that people want to be asked about.

    >>> is_scarce("minecraft:diamond_block"), is_scarce("minecraft:oak_planks"), is_scarce("minecraft:nether_star")
    (True, False, True)
    """
    name = short(item)
    return not _SCARCE.isdisjoint([*name.split("_"), name])


def digest(content: object) -> str:
    """Return 16 hex digits that name some JSON."""
    return sha256(dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def new_gate(run: str, kind: Kind, subject: tuple[str, str], preview: Preview, terms: Terms) -> Opened:
    """Return a gate for ``subject`` (the hashes of plan and inventory) with its token; it is open once recorded."""
    token = token_hex(_TOKEN // 2)
    gate = Gate(
        id=token_hex(_ID // 2),
        run=run,
        kind=kind,
        token_hash=sha256(token.encode()).hexdigest(),
        plan=subject[0],
        inventory=subject[1],
        preview=preview,
        policy=terms.policy,
        initiated_by=terms.initiated_by,
        required_approver=terms.required_approver,
        different_approver=terms.different_approver,
        expires_at=_time(datetime.now(UTC) + timedelta(minutes=terms.minutes)),
    )
    return Opened(gate, token)


def claim(ledger: Ledger, name: str, approver: str, now: datetime | None = None, *, barred: bool = False) -> Gate:
    """Approve a gate by its id or token, for one: of many processes that try, one gets it and may go on with the run.

    Raises an InputError (``token``) for what is no gate, a GateError for one that has expired or that this approver
    may not pass, a GateClaimedError or GateRejectedError for one that is closed. Who may not is recorded.
    Where ``barred``, only one that names this approver may be passed.
    """
    return _answer(ledger, name, approver, Event.GATE_CLAIMED, now, barred=barred)


def reject(ledger: Ledger, name: str, approver: str, now: datetime | None = None) -> Gate:
    """Say no to a gate, under the same terms as ``claim``; who opened it may always say no."""
    return _answer(ledger, name, approver, Event.GATE_REJECTED, now)


def waiting(ledger: Ledger) -> tuple[Gate, ...]:
    """Return the gates that wait, oldest first; expired ones too, until somebody asks for them."""
    found = [entry for entry in _index(ledger).entries("gate") if entry.body["state"] == Event.GATE_OPENED]
    return tuple(Gate.model_validate(entry.body["gate"]) for entry in sorted(found, key=lambda entry: entry.first))


def find(ledger: Ledger, name: str) -> Gate:
    """Return the gate of this id or token, open or not. Raises an InputError (``token``) where there is none."""
    return _find(ledger, name)[0]


def _answer(
    ledger: Ledger, name: str, approver: str, event: Event, now: datetime | None, *, barred: bool = False
) -> Gate:
    while True:
        head = ledger.head()
        gate, state = _find(ledger, name)
        body = {"gate": {"id": gate.id}, "approver": approver}
        _check_open(gate, state)
        if _has_expired(gate, now):
            ledger.append(Event.GATE_EXPIRED, body, run=gate.run)
            raise _expired(gate)
        refusal = _refusal(gate, approver, event, barred=barred)
        if refusal:
            ledger.append(Event.GATE_REFUSED, {**body, "why": refusal.message}, run=gate.run)
            raise refusal
        try:
            ledger.append(event, {**body, "claim": token_hex(4)}, run=gate.run, expected=head)
        except HeadMovedError:
            continue
        return gate


def _find(ledger: Ledger, name: str) -> tuple[Gate, str]:
    wanted = name.strip().lower()
    if len(wanted) not in {_ID, _TOKEN} or not set(wanted) <= set("0123456789abcdef"):
        raise InputError(
            f"{name[:40]!r} is neither a gate's id nor its token",
            hint=f"an id has {_ID} of the digits 0-9 and a-f, a token {_TOKEN}",
            code="token",
        )
    index = _index(ledger)
    token = index.get("token", sha256(wanted.encode()).hexdigest())
    found = index.get("gate", token.body if token else wanted)
    if found is not None:
        return Gate.model_validate(found.body["gate"]), found.body["state"]
    raise InputError(f"no gate {wanted}", hint="`craftplan approve` lists the gates that wait", code="token")


def _check_open(gate: Gate, state: str) -> None:
    again = f"`craftplan resume {gate.run}` asks again"
    if state == Event.GATE_CLAIMED:
        raise GateClaimedError(f"gate {gate.id} was passed already", hint=again, gate=gate.id)
    if state == Event.GATE_REJECTED:
        raise GateRejectedError(f"gate {gate.id} was rejected", hint=again, gate=gate.id)
    if state == Event.GATE_EXPIRED:
        raise _expired(gate)


def _expired(gate: Gate) -> GateError:
    hint = f"`craftplan resume {gate.run}` asks again"
    return GateError(f"gate {gate.id} is not open any more", hint=hint, code="gate_expired", gate=gate.id)


def _has_expired(gate: Gate, now: datetime | None) -> bool:
    return (now or datetime.now(UTC)) >= datetime.fromisoformat(gate.expires_at)


def _refusal(gate: Gate, approver: str, event: Event, *, barred: bool) -> GateError | None:
    if gate.required_approver is not None and approver != gate.required_approver:
        message = f"gate {gate.id} is for {gate.required_approver} to approve, not for {approver}"
    elif gate.different_approver and approver == gate.initiated_by and event is Event.GATE_CLAIMED:
        message = f"gate {gate.id} has to be approved by somebody else than {approver}, who asked for it"
    elif barred and gate.required_approver is None:
        message = f"gate {gate.id} is for a person to approve, not for {approver}"
    else:
        return None
    return GateError(message, hint="it stays open for who may", code="gate_approver", gate=gate.id)


def _index(ledger: Ledger) -> Index:
    index = Index(ledger.folder, _fold, "gates.sqlite", events=_CLOSES | {Event.GATE_OPENED}, strict=True)
    index.follow()
    return index


def _fold(entries: Entries, record: Record) -> None:
    gate = record.body["gate"]
    known = entries.get("gate", gate["id"])
    if record.event == Event.GATE_OPENED:
        entries.put("gate", gate["id"], {"gate": gate, "state": record.event})
        entries.put("token", gate["token_hash"], gate["id"])
    elif known is not None:
        entries.put("gate", gate["id"], {**known, "state": record.event})


_CLOSES = frozenset({Event.GATE_CLAIMED, Event.GATE_REJECTED, Event.GATE_EXPIRED})


def _time(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds").replace("+00:00", "Z")
