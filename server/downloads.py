"""Server jars from those who make them: Mojang's manifest, and Paper's download service. Checked, kept, used again."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal, TypeVar

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, Field, RootModel, ValidationError

from ..recipes.download import Progress, Source, Wanted, document, fetch
from ..recipes.errors import InputError, WorldError
from ..recipes.fetch import fetch_server_jar
from ..recipes.versions import nearest

PAPER = "https://fill.papermc.io/v3/projects/paper"
JAR = "server:default"
MAX_JAR = 500_000_000
CHANNELS = ("RECOMMENDED", "STABLE", "BETA", "ALPHA")
"""Paper's channels, the most trusted first."""

Kind = Literal["vanilla", "paper"]


@dataclass(frozen=True, slots=True)
class Jar:
    """A server's jar: where it lies, and which ``build`` it is, for Paper as in ``130 stable``."""

    path: Path
    build: str = ""


class _Theirs(BaseModel):
    """A document of Paper's service; what else stands in it does not matter."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Checksums(_Theirs):
    sha256: str


class _Download(_Theirs):
    url: str
    size: int = Field(gt=0, le=MAX_JAR)
    checksums: _Checksums


class _Build(_Theirs):
    id: int
    channel: str
    downloads: dict[str, _Download]

    @property
    def jar(self) -> _Download | None:
        return self.downloads.get(JAR)


class _Builds(RootModel[list[_Build]]):
    """The builds of a version, the newest first."""


class _Project(_Theirs):
    versions: dict[str, list[str]]


Told = TypeVar("Told", _Builds, _Project)


def agent(mirror: str | None, contact: str = "") -> Source:
    """Return where jars are fetched; those who serve them are told which program asks, and whom they can reach."""
    program = f"craftplan/{metadata.version('craftplan')}"
    return Source(mirror, agent=f"{program} ({contact})" if contact else program)


def server_jar(
    kind: Kind,
    minecraft: str,
    folder: Path,
    *,
    source: Source,
    build: int | None = None,
    progress: Progress = lambda _done, _total: None,
    say: Callable[[str], object] = lambda _: None,
) -> Jar:
    """Return the jar of a version, fetched into ``folder`` when it is not there whole; ``build`` is for Paper.

    Without a network one that is there serves. Raises InputError for a version or build that there is none of, and a
    WorldError where the network, the mirror or the file cannot be trusted.
    """
    try:
        if kind == "vanilla":
            found = fetch_server_jar(
                minecraft, folder=folder, mirror=source.mirror, progress=progress, timeout=source.timeout
            )
            return Jar(found)
        return _paper(minecraft, build, folder, source, progress)
    except WorldError as error:
        kept = _kept(kind, minecraft, build, folder) if error.code == "unreachable" else None
        if kept is None:
            raise
        say(f"{error.message}; {kept.path.name} from before serves")
        return kept


def _paper(minecraft: str, build: int | None, folder: Path, source: Source, progress: Progress) -> Jar:
    chosen = _build(minecraft, build, source)
    assert chosen.jar is not None
    jar = Jar(folder / f"paper-{minecraft}-{chosen.id}.jar", f"{chosen.id} {chosen.channel.lower()}")
    wanted = Wanted(chosen.jar.url, chosen.jar.size, chosen.jar.checksums.sha256, "sha256", source)
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(jar.path.with_suffix(".lock")):
        if not wanted.is_at(jar.path):
            fetch(wanted, jar.path, progress)
        _note(jar).write_text(json.dumps({"build": jar.build, "checksum": wanted.checksum}), encoding="utf-8")
    return jar


def _build(minecraft: str, build: int | None, source: Source) -> _Build:
    """Return the build asked for, else the newest one of the best channel. Raises an InputError if there is none."""
    known = [version for family in _read(_Project, PAPER, source).versions.values() for version in family]
    if minecraft not in known:
        near = nearest(minecraft, [version for version in known if version[:1].isdigit()])
        raise InputError(
            f"there is no Paper for Minecraft {minecraft}",
            hint=f"nearest: {', '.join(near)}" if near else "is the mirror complete?",
            code="unknown_version",
            near=near,
        )
    builds = [found for found in _read(_Builds, f"{PAPER}/versions/{minecraft}/builds", source).root if found.jar]
    fitting = [found for found in builds if build is None or found.id == build]
    if not fitting:
        there = ", ".join(str(found.id) for found in builds[:5]) or "none"
        asked = "build to download" if build is None else f"build {build}"
        raise InputError(f"Paper {minecraft} has no {asked}", hint=f"the newest are {there}", code="build")
    return min(fitting, key=lambda found: (_rank(found.channel), -found.id))


def _rank(channel: str) -> int:
    return CHANNELS.index(channel) if channel in CHANNELS else len(CHANNELS)


def _read(model: type[Told], url: str, source: Source) -> Told:
    """Return what Paper's service says. Raises a WorldError where it says something else than is known of it."""
    try:
        return model.model_validate(document(url, source))
    except ValidationError as wrong:
        first = wrong.errors()[0]
        place = "/".join(map(str, first["loc"]))
        raise WorldError(
            f"{source.address(url)} is not Paper's index: {place} {first['msg']}",
            hint="is that a mirror of it? or has the service changed?",
            code="index",
        ) from None


def _note(jar: Jar) -> Path:
    return jar.path.with_suffix(".json")


def _kept(kind: Kind, minecraft: str, build: int | None, folder: Path) -> Jar | None:
    """A jar of an earlier run, whose checksum was right then, and for Paper's is so still."""
    if kind == "vanilla":
        found = folder / f"server-{minecraft}.jar"
        return Jar(found) if found.is_file() else None
    pattern = f"paper-{minecraft}-{build or '*'}.json"
    for note in sorted(folder.glob(pattern), key=lambda note: -int(note.stem.rpartition("-")[2])):
        noted = json.loads(note.read_bytes())
        if Wanted("", 0, noted["checksum"], "sha256").is_at(note.with_suffix(".jar")):
            return Jar(note.with_suffix(".jar"), noted["build"])
    return None
