"""Fetches a game's server jar from the official version manifest: resumed where it was cut off, checked, kept."""

from pathlib import Path
from typing import Any

from .download import Progress, Source, Wanted, document, fetch
from .errors import InputError, WorldError
from .versions import nearest

MANIFEST = "https://piston-meta.mojang.com/mc/game/version_manifest_v2.json"
MAX_JAR = 500_000_000


def fetch_server_jar(
    minecraft: str,
    *,
    folder: Path | None = None,
    mirror: str | None = None,
    progress: Progress = lambda _done, _total: None,
    timeout: float = 30.0,
) -> Path:
    """Return the path of a version's server jar, downloaded when it is not there whole.

    ``folder`` is where jars are kept, the user's cache by default. ``mirror`` (``https://host/path``) takes the place
    of the official hosts, the paths stay. ``timeout`` is the longest silence in seconds.

    Raises InputError for a version that the manifest does not have; WorldError where the network, the mirror or the
    file cannot be trusted: ``unreachable``, ``not_found``, ``cut_off``, ``checksum``.
    """
    from filelock import FileLock
    from platformdirs import user_cache_path

    place = folder if folder is not None else user_cache_path("craftplan") / "jars"
    try:
        place.mkdir(parents=True, exist_ok=True)
        with FileLock(place / f"{_safe(minecraft)}.lock"):
            wanted = _wanted(minecraft, Source(mirror, timeout))
            jar = place / f"server-{_safe(minecraft)}.jar"
            if not wanted.is_at(jar):
                fetch(wanted, jar, progress)
            return jar
    except OSError as error:
        raise WorldError(
            f"{place} cannot be written: {error}", hint="free some space, or name another folder"
        ) from error


def _safe(minecraft: str) -> str:
    if not minecraft or not all(letter.isalnum() or letter in ".-_" for letter in minecraft) or ".." in minecraft:
        raise InputError(f"{minecraft[:40]!r} is no version of the game", hint="as in 1.20.4", code="unknown_version")
    return minecraft


def _wanted(minecraft: str, source: Source) -> Wanted:
    manifest = _object(MANIFEST, source)
    entries = {entry.get("id"): entry for entry in manifest.get("versions", []) if isinstance(entry, dict)}
    entry = entries.get(minecraft)
    if entry is None:
        near = nearest(minecraft, [name for name in entries if isinstance(name, str) and name[:1].isdigit()])
        raise InputError(
            f"the version manifest has no {minecraft}",
            hint=f"nearest: {', '.join(near)}" if near else "is the mirror complete?",
            code="unknown_version",
            near=near,
        )
    version = _object(str(entry.get("url")), source, entry.get("sha1"))
    server = version.get("downloads", {}).get("server")
    if not isinstance(server, dict) or not {"url", "sha1", "size"} <= set(server):
        raise WorldError(f"there is no server of {minecraft} to download", hint="name a jar that you have")
    if not isinstance(server["size"], int) or not 0 < server["size"] <= MAX_JAR:
        raise WorldError(f"the manifest says {server['size']} bytes", hint="is the mirror honest?", code="checksum")
    return Wanted(server["url"], server["size"], server["sha1"], source=source)


def _object(url: str, source: Source, sha1: object = None) -> dict[str, Any]:
    found = document(url, source, sha1)
    return found if isinstance(found, dict) else {}
