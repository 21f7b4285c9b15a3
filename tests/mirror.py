"""A web server on loopback that stands in for the hosts that games and servers are downloaded from."""

import hashlib
import json
import threading
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

HOST = "https://example.invalid"
PREFIX = "/mirror"
MANIFEST, JAR = "/mc/game/version_manifest_v2.json", "/v1/objects/server.jar"
PAPER = "/v3/projects/paper"


class Mirror:
    """Serves what lies in ``documents`` and ``files`` by path, and misbehaves over files as a test tells it to.

    ``cut_after`` holds after how many bytes each next answer breaks off; ``ranges`` and ``agents`` what was asked.
    """

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.cut_after: list[int] = []
        self.statuses: dict[str, int] = {}
        self.answers_ranges = True
        self.redirect = False
        self.stall = False
        self.ranges: list[str | None] = []
        self.agents: list[str] = []
        self.released = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        """What to give as ``--mirror``."""
        return f"http://127.0.0.1:{self.server.server_port}{PREFIX}"

    def documents(self) -> Mapping[str, bytes]:
        """What is served whole, by path; made anew for each request."""
        return {}

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                mirror.agents.append(self.headers["User-Agent"])
                path = self.path.removeprefix("/elsewhere").removeprefix(PREFIX)
                documents = mirror.documents()
                if path in mirror.statuses:
                    self.send_error(mirror.statuses[path])
                elif path in documents:
                    self._send(documents[path])
                elif path not in mirror.files:
                    self.send_error(404)
                elif mirror.redirect and not self.path.startswith("/elsewhere"):
                    self.send_response(302)
                    self.send_header("Location", f"/elsewhere{path}")
                    self.end_headers()
                else:
                    self._file(mirror.files[path])

            def _file(self, content: bytes) -> None:
                asked = self.headers.get("Range")
                mirror.ranges.append(asked)
                start = int(asked.split("=")[1].rstrip("-")) if asked and mirror.answers_ranges else 0
                self.send_response(206 if start else 200)
                self.send_header("Content-Length", str(len(content) - start))
                self.end_headers()
                most = mirror.cut_after.pop(0) if mirror.cut_after else len(content)
                self.wfile.write(content[start : start + most])
                self.wfile.flush()
                if mirror.stall:
                    mirror.released.wait(30)

            def _send(self, content: bytes) -> None:
                self.send_response(200)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


class Mojang(Mirror):
    """The game's manifest with one version, whose server's jar lies in ``files``; ``size`` is what it says of that."""

    def __init__(self, jar: bytes, version: str = "1.20.4") -> None:
        super().__init__()
        self.version = version
        self.size = len(jar)
        self.sha1 = _sha1(jar)
        self.files[JAR] = jar

    def documents(self) -> Mapping[str, bytes]:
        download = {"url": HOST + JAR, "sha1": self.sha1, "size": self.size}
        version = json.dumps({"downloads": {"server": download}}).encode()
        entry = {"id": self.version, "url": f"{HOST}/v1/version.json", "sha1": _sha1(version)}
        return {MANIFEST: json.dumps({"versions": [entry]}).encode(), "/v1/version.json": version}


class Paper(Mirror):
    """Paper's download service with builds of one version, and another version that has none."""

    def __init__(self, jars: Mapping[int, bytes], version: str = "1.20.4") -> None:
        super().__init__()
        self.version = version
        self.channels = dict.fromkeys(jars, "STABLE")
        self.files = {f"/objects/{build}.jar": jar for build, jar in jars.items()}
        self.indexed: dict[int, dict[str, Any]] = {
            build: {"checksums": {"sha256": hashlib.sha256(jar).hexdigest()}, "size": len(jar)}
            for build, jar in jars.items()
        }

    def documents(self) -> Mapping[str, bytes]:
        documents = {
            PAPER: {"project": {"id": "paper"}, "versions": {"1.21": ["1.21.4"], "1.20": [self.version, "1.20.1"]}},
            f"{PAPER}/versions/{self.version}/builds": [self._build(build) for build in self.indexed],
            f"{PAPER}/versions/1.20.1/builds": [],
        }
        return {path: json.dumps(document).encode() for path, document in documents.items()}

    def _build(self, build: int) -> dict[str, Any]:
        download = {"name": f"{build}.jar", "url": f"{HOST}/objects/{build}.jar", **self.indexed[build]}
        return {"id": build, "channel": self.channels[build], "downloads": {"server:default": download}}


def _sha1(content: bytes) -> str:
    return hashlib.sha1(content, usedforsecurity=False).hexdigest()
