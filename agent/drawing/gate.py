"""A gate as a person reads it: what is about to be used up, made and touched."""

from rich.text import Text

from ..runs.gates import Gate, Kind
from .words import amount


def draw_gate(gate: Gate) -> list[Text]:
    """Return what is approved by passing the gate, one thing a line, and by when."""
    preview = gate.preview
    rows = [
        ("makes", [amount(item, count) for item, count in preview.makes.items()]),
        ("uses up", [amount(item, count) for item, count in preview.consumes.items()]),
        ("scarce", [item.removeprefix("minecraft:") for item in preview.scarce]),
        ("places", list(preview.places)),
        ("touches", [block.removeprefix("minecraft:") for block in preview.uses]),
    ]
    what = "to begin" if gate.kind is Kind.DISCOVERY else f"{preview.crafts} crafts"
    heading = Text.assemble(("gate ", "dim"), (gate.id, "bold"), f"  run {gate.run}: {what}, until {gate.expires_at}")
    return [heading, *(Text(f"  {name:<8} {', '.join(found)}") for name, found in rows if found)]
