import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from craftplan.recipes.errors import InputError, WorldError
from craftplan.recipes.fetch import fetch_server_jar

JAR = bytes(range(256)) * 2000
SHA1 = hashlib.sha1(JAR, usedforsecurity=False).hexdigest()
HOST = "https://example.invalid"


class Mirror:
    """A web server that behaves as a test tells it to; ``log`` holds the ranges that were asked of the jar."""

    def __init__(self) -> None:
        self.jar = JAR
        self.size = len(JAR)
        self.cut_after: list[int] = []
        self.statuses: dict[str, int] = {}
        self.ranges = True
        self.redirect = False
        self.stall = False
        self.log: list[str | None] = []
        self.released = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}/mirror"

    def documents(self) -> dict[str, bytes]:
        download = {"url": f"{HOST}/v1/objects/server.jar", "sha1": SHA1, "size": self.size}
        version = json.dumps({"downloads": {"server": download}}).encode()
        entry = {
            "id": "1.20.4",
            "url": f"{HOST}/v1/1.20.4.json",
            "sha1": hashlib.sha1(version, usedforsecurity=False).hexdigest(),
        }
        return {
            "/mirror/mc/game/version_manifest_v2.json": json.dumps({"versions": [entry]}).encode(),
            "/mirror/v1/1.20.4.json": version,
        }

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path in mirror.statuses:
                    self.send_error(mirror.statuses[self.path])
                elif self.path in mirror.documents():
                    self._send(mirror.documents()[self.path])
                elif mirror.redirect and self.path.endswith("server.jar"):
                    self.send_response(302)
                    self.send_header("Location", "/elsewhere")
                    self.end_headers()
                else:
                    self._jar()

            def _jar(self) -> None:
                asked = self.headers.get("Range")
                mirror.log.append(asked)
                start = int(asked.split("=")[1].rstrip("-")) if asked and mirror.ranges else 0
                self.send_response(206 if start else 200)
                self.send_header("Content-Length", str(len(mirror.jar) - start))
                self.end_headers()
                most = mirror.cut_after.pop(0) if mirror.cut_after else len(mirror.jar)
                self.wfile.write(mirror.jar[start : start + most])
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


@pytest.fixture
def mirror() -> Iterator[Mirror]:
    running = Mirror()
    running.thread.start()
    yield running
    running.released.set()
    running.server.shutdown()
    running.server.server_close()
    running.thread.join()


def fetch(mirror: Mirror, folder: Path, **options: Any) -> Path:
    return fetch_server_jar("1.20.4", folder=folder, mirror=mirror.url, **{"timeout": 5.0, **options})


@pytest.mark.promise("catalog.fetch")
def test_a_jar_is_fetched_checked_and_kept(mirror: Mirror, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    jar = fetch(mirror, tmp_path, progress=lambda done, total: steps.append((done, total)))
    assert jar.read_bytes() == JAR
    assert steps[-1] == (len(JAR), len(JAR))
    assert fetch(mirror, tmp_path) == jar
    assert mirror.log == [None]


@pytest.mark.promise("catalog.fetch")
def test_a_download_that_is_cut_off_goes_on_where_it_stopped(mirror: Mirror, tmp_path: Path) -> None:
    mirror.cut_after = [100_000, 200_000]
    assert fetch(mirror, tmp_path).read_bytes() == JAR
    assert mirror.log == [None, "bytes=100000-", "bytes=300000-"]


def test_a_server_without_ranges_is_read_from_the_start(mirror: Mirror, tmp_path: Path) -> None:
    mirror.cut_after = [100_000]
    mirror.ranges = False
    assert fetch(mirror, tmp_path).read_bytes() == JAR


def test_a_download_cut_off_again_and_again_is_given_up_and_can_be_resumed(mirror: Mirror, tmp_path: Path) -> None:
    mirror.cut_after = [1000] * 5
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path)
    assert raised.value.code == "cut_off"
    assert "5,000 bytes" in raised.value.message
    assert fetch(mirror, tmp_path).read_bytes() == JAR
    assert mirror.log[-1] == "bytes=5000-"


def test_a_damaged_part_is_thrown_away_once(mirror: Mirror, tmp_path: Path) -> None:
    (tmp_path / "server-1.20.4.part").write_bytes(b"x" * 1000)
    assert fetch(mirror, tmp_path).read_bytes() == JAR
    assert mirror.log == ["bytes=1000-", None]


@pytest.mark.promise("catalog.fetch")
def test_a_lie_about_the_checksum_is_refused_and_nothing_is_kept(mirror: Mirror, tmp_path: Path) -> None:
    mirror.jar = JAR[:-1] + b"?"
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path)
    assert raised.value.code == "checksum"
    assert not list(tmp_path.glob("*.jar")) + list(tmp_path.glob("*.part"))


def test_a_jar_damaged_on_the_disk_is_fetched_again(mirror: Mirror, tmp_path: Path) -> None:
    jar = fetch(mirror, tmp_path)
    jar.write_bytes(JAR[:-1])
    assert fetch(mirror, tmp_path).read_bytes() == JAR


def test_a_redirect_is_followed(mirror: Mirror, tmp_path: Path) -> None:
    mirror.redirect = True
    assert fetch(mirror, tmp_path).read_bytes() == JAR


@pytest.mark.parametrize("path", ["/mirror/mc/game/version_manifest_v2.json", "/mirror/v1/objects/server.jar"])
@pytest.mark.parametrize(("status", "code"), [(404, "not_found"), (503, "unreachable")])
def test_an_answer_that_says_no_is_named_with_its_address(
    mirror: Mirror, tmp_path: Path, path: str, status: int, code: str
) -> None:
    mirror.statuses[path] = status
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path)
    assert raised.value.code == code
    assert path in raised.value.message
    assert str(status) in raised.value.message


def test_a_server_that_falls_silent_is_left(mirror: Mirror, tmp_path: Path) -> None:
    mirror.cut_after = [1000] * 5
    mirror.stall = True
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path, timeout=0.2)
    assert raised.value.code == "cut_off"


def test_nobody_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(WorldError) as raised:
        fetch_server_jar("1.20.4", folder=tmp_path, mirror="http://127.0.0.1:9", timeout=2.0)
    assert raised.value.code == "unreachable"
    assert raised.value.exit_code == 3


@pytest.mark.parametrize("version", ["1.20.99", "../../etc", ""])
def test_a_version_that_is_not_there_is_refused(mirror: Mirror, tmp_path: Path, version: str) -> None:
    with pytest.raises(InputError) as raised:
        fetch_server_jar(version, folder=tmp_path, mirror=mirror.url)
    assert raised.value.code == "unknown_version"


def test_a_mirror_must_be_on_the_web(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        fetch_server_jar("1.20.4", folder=tmp_path, mirror="file:///etc")
