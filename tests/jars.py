"""Jars and zips for tests, with the nesting that real ones have."""

import hashlib
import json
import zipfile
from collections.abc import Mapping
from io import BytesIO
from typing import Any

RECIPE = {
    "type": "minecraft:crafting_shapeless",
    "ingredients": [{"item": "minecraft:stick"}],
    "result": {"item": "minecraft:bowl"},
}


def zipped(files: Mapping[str, Any]) -> bytes:
    """A zip of these files; bytes as they are, strings as text, everything else as JSON."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            plain = data if isinstance(data, bytes | str) else json.dumps(data)
            archive.writestr(path, plain)
    return out.getvalue()


def game(version: str, files: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The files of a server's own jar: classes, version.json, data."""
    data = files if files is not None else {"data/minecraft/recipes/bowl.json": RECIPE}
    return {
        "META-INF/MANIFEST.MF": "Manifest-Version: 1.0\n",
        "version.json": {"id": version, "name": version, "pack_version": {"resource": 22, "data": 26}},
        "net/minecraft/server/Main.class": b"\xca\xfe\xba\xbe",
        "data/.mcassetsroot": b"",
        **data,
    }


def bundler(version: str, inner: bytes) -> bytes:
    """The jar that is downloaded from 1.18 on: a starter with the real jar and its libraries inside."""
    path = f"{version}/server-{version}.jar"
    return zipped(
        {
            "META-INF/MANIFEST.MF": "Main-Class: net.minecraft.bundler.Main\n",
            "META-INF/versions.list": f"{hashlib.sha256(inner).hexdigest()}\t{version}\t{path}",
            "META-INF/libraries.list": "",
            f"META-INF/versions/{path}": inner,
            "version.json": {"id": version, "name": version},
            "net/minecraft/bundler/Main.class": b"\xca\xfe\xba\xbe",
        }
    )
