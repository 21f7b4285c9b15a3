"""What a person set once in ``config.toml``: read, never written, by craftplan. What an option says goes before it."""

import tomllib
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationError

from ..recipes.errors import InputError
from . import places

NAME = "config.toml"


class Settings(BaseModel):
    """The settings and what holds where there are none; each is an option of the shell's too."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    vault: Annotated[Path, AfterValidator(Path.expanduser)] | None = None
    """The folder of notes; craftplan's own if it is None."""
    approve: Literal["none", "scarce", "plans", "all"] = "scarce"
    """What waits for a person's word."""
    approver: str | None = None
    """Who alone may approve: ``shell:NAME`` or ``player:NAME``; None: whoever is allowed to ask."""


def settings() -> Settings:
    """Return what the file says. Raises an InputError that names what is wrong in it: nothing is passed over."""
    place = places.config() / NAME
    try:
        return Settings.model_validate(tomllib.loads(_content().decode()))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as broken:
        problem = f"cannot be read: {broken}"
    except ValidationError as wrong:
        first = wrong.errors()[0]
        name = ".".join(map(str, first["loc"]))
        unknown = first["type"] == "extra_forbidden"
        problem = f"sets {name}, which nobody knows" if unknown else f"sets {name} wrongly: {first['msg']}"
    known = ", ".join(Settings.model_fields)
    raise InputError(f"{place} {problem}", hint=f'it may set {known}, such as: approve = "all"', code="config")


def digest() -> str:
    """Return the hash of the file's bytes, by which a run's record names what was set; nothing where there is none."""
    content = _content()
    return sha256(content).hexdigest() if content else ""


def _content() -> bytes:
    place = places.config() / NAME
    return place.read_bytes() if place.is_file() else b""
