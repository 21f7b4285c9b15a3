"""The Java that a version of the game needs, found on this machine or named."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..recipes.errors import WorldError
from ..recipes.versions import version_key

_SINCE = (("26.1", 25), ("1.20.5", 21), ("1.18", 17), ("1.17", 16), ("0", 8))
"""The oldest Java of each version, newest first; as Mojang's manifests have them."""
_LAST_OLD = "1.17"
"""Before this version Paper runs on nothing newer than Java 16."""
INSTALLED = ("/usr/lib/jvm", "/usr/java", "/Library/Java/JavaVirtualMachines", "~/.sdkman/candidates/java")
_SAID = re.compile(r'version "(?:1\.)?(\d+)[^"]*"')


@dataclass(frozen=True, slots=True)
class Need:
    """Which Java will do: a major version of at least ``least``, and at most ``most`` where newer ones are refused.

    >>> str(Need(21)), str(Need(8, 16))
    ('Java 21 or newer', 'Java 8 to 16')
    """

    least: int
    most: int | None = None

    def met(self, major: int) -> bool:
        """Whether a major version will do."""
        return self.least <= major and (self.most is None or major <= self.most)

    def __str__(self) -> str:
        return f"Java {self.least} to {self.most}" if self.most else f"Java {self.least} or newer"


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that runs: its executable and its major version."""

    path: Path
    major: int


def java_for(minecraft: str, *, paper: bool = False) -> Need:
    """Return which Java runs a server of a version.

    >>> str(java_for("1.20.4")), str(java_for("1.16.5", paper=True))
    ('Java 17 or newer', 'Java 8 to 16')
    """
    key = version_key(minecraft)
    least = next(major for since, major in _SINCE if version_key(since) <= key)
    return Need(least, 16 if paper and key < version_key(_LAST_OLD) else None)


def find_java(need: Need, asked: Path | None = None) -> Java:
    """Return ``asked``, ``JAVA_HOME``'s, the PATH's or an installed Java: the first that will do.

    Raises a WorldError that lists what was tried and why it would not do.
    """
    tried = []
    for origin, path in _candidates(asked):
        major = _major(path)
        if major is not None and need.met(major):
            return Java(path, major)
        tried.append(f"{origin}: {f'Java {major} at {path}' if major else f'{path} does not run'}")
    raise WorldError(
        f"no {need}: {'; '.join(tried) or 'there is none on the PATH, in JAVA_HOME, or installed'}",
        hint=f"install one (on Debian `apt install openjdk-{need.least}-jre-headless`), or name one with --java PATH",
        code="java_missing",
        tried=tried,
        path=os.environ.get("PATH", ""),
    )


def _candidates(asked: Path | None) -> Iterator[tuple[str, Path]]:
    if asked is not None:
        yield "--java", asked / "bin" / "java" if asked.is_dir() else asked
        return
    if home := os.environ.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(home, "bin", "java")
    if found := shutil.which("java"):
        yield "PATH", Path(found)
    for folder in INSTALLED:
        for pattern in ("*/bin/java", "*/Contents/Home/bin/java"):
            for path in sorted(Path(folder).expanduser().glob(pattern)):
                yield "installed", path


def _major(java: Path) -> int | None:
    try:
        said = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = _SAID.search(said.stderr + said.stdout)
    return int(match[1]) if match else None
