"""Jars and a Java that stand in for real ones, see tests/server/standin.py."""

import json
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STANDIN = Path(__file__).parent / "server" / "standin.py"
SOURCE = STANDIN.with_name("StandIn.java")


def stand_in_jar(version: str = "1.20.4", **behaviour: Any) -> bytes:
    """A jar that the stand-in Java runs; see there for how it may behave."""
    return json.dumps({"version": version, **behaviour}).encode()


def stand_in_java(folder: Path, version: str = "17.0.9") -> Path:
    """A home of Java: ``bin/java`` in it runs stand-in jars and says that it is of this version."""
    java = folder / "bin" / "java"
    java.parent.mkdir(parents=True, exist_ok=True)
    java.write_text(f'#!/bin/sh\nSTANDIN_JAVA={version} exec "{sys.executable}" -I "{STANDIN}" "$@"\n')
    java.chmod(0o755)
    return folder


def compiled_jar(folder: Path) -> Path:
    """A jar for real Java, compiled here; the test is skipped where there is no compiler."""
    for program in ("javac", "jar"):
        if shutil.which(program) is None:
            pytest.skip(f"no {program} on this machine; the stand-in Java is tried everywhere")
    subprocess.run(["javac", "--release", "8", "-nowarn", "-Xlint:-options", "-d", folder, SOURCE], check=True)
    jar = folder / "server.jar"
    subprocess.run(["jar", "cfe", jar, "StandIn", "-C", folder, "."], check=True)
    return jar


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
