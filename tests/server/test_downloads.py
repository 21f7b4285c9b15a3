"""Paper's jars: the right build, checked, kept; every way a download goes wrong has a name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from craftplan.recipes.errors import InputError, WorldError
from craftplan.server.downloads import Jar, agent, server_jar
from mirror import PAPER, Paper

pytestmark = pytest.mark.promise("server.download")

JAR = bytes(range(256)) * 500


@pytest.fixture
def service() -> Iterator[Paper]:
    with Paper({build: JAR + bytes([build]) for build in (9, 8, 7)}) as running:
        running.channels[9] = "BETA"
        yield running


def fetch(service: Paper, folder: Path, version: str = "1.20.4", build: int | None = None) -> Jar:
    return server_jar("paper", version, folder, source=agent(service.url, "me@example.invalid"), build=build)


def test_the_newest_stable_build_is_fetched_checked_and_kept(service: Paper, tmp_path: Path) -> None:
    jar = fetch(service, tmp_path)
    assert (jar.path.name, jar.build) == ("paper-1.20.4-8.jar", "8 stable")
    assert jar.path.read_bytes() == service.files["/objects/8.jar"]
    assert fetch(service, tmp_path) == jar
    assert service.ranges == [None]


def test_a_build_may_be_named_and_the_service_knows_who_asks(service: Paper, tmp_path: Path) -> None:
    assert fetch(service, tmp_path, build=9).build == "9 beta"
    assert all(asked.startswith("craftplan/") and "me@example.invalid" in asked for asked in service.agents)
    with pytest.raises(InputError, match=r"Paper 1\.20\.4 has no build 3") as raised:
        fetch(service, tmp_path, build=3)
    assert raised.value.hint == "the newest are 9, 8, 7"


def test_without_a_stable_build_the_next_best_channel_serves(service: Paper, tmp_path: Path) -> None:
    service.channels = {9: "ALPHA", 8: "BETA", 7: "BETA"}
    assert fetch(service, tmp_path).build == "8 beta"


@pytest.mark.parametrize("version", ["1.20.5", "1.20.1"])
def test_a_version_that_there_is_none_of_is_refused(service: Paper, tmp_path: Path, version: str) -> None:
    with pytest.raises(InputError):
        fetch(service, tmp_path, version)


def test_cut_off_slow_and_redirected_downloads_arrive(service: Paper, tmp_path: Path) -> None:
    service.cut_after = [1000, 50_000]
    service.redirect = True
    assert fetch(service, tmp_path).path.read_bytes() == service.files["/objects/8.jar"]
    assert service.ranges == [None, "bytes=1000-", "bytes=51000-"]


def test_a_wrong_checksum_is_refused_and_nothing_is_kept(service: Paper, tmp_path: Path) -> None:
    service.files["/objects/8.jar"] = JAR + b"?"
    with pytest.raises(WorldError) as raised:
        fetch(service, tmp_path)
    assert raised.value.code == "checksum"
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".lock"] == []


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [(PAPER, 503, "unreachable"), (PAPER, 403, "unreachable"), ("/objects/8.jar", 404, "not_found")],
)
def test_an_answer_that_says_no_is_named(service: Paper, tmp_path: Path, path: str, status: int, code: str) -> None:
    service.statuses[path] = status
    with pytest.raises(WorldError, match=str(status)) as raised:
        fetch(service, tmp_path)
    assert raised.value.code == code


@pytest.mark.parametrize(("field", "value"), [("size", 0), ("size", 10**12), ("checksums", {"md5": "…"})])
def test_an_index_of_another_shape_is_said(service: Paper, tmp_path: Path, field: str, value: object) -> None:
    service.indexed[8][field] = value
    with pytest.raises(WorldError, match=f"is not Paper's index: .*{field}") as raised:
        fetch(service, tmp_path)
    assert raised.value.code == "index"


@pytest.mark.parametrize("kind", ["paper", "vanilla"])
def test_without_a_network_a_jar_from_before_serves(service: Paper, tmp_path: Path, kind: Any) -> None:
    fetch(service, tmp_path, build=7)
    before = fetch(service, tmp_path)
    (tmp_path / "server-1.20.4.jar").write_bytes(JAR)
    said: list[str] = []
    nobody = agent("http://127.0.0.1:9/mirror")
    kept = server_jar(kind, "1.20.4", tmp_path, source=nobody, say=said.append)
    assert kept == (before if kind == "paper" else Jar(tmp_path / "server-1.20.4.jar"))
    assert "cannot be reached" in said[0]
    with pytest.raises(WorldError):
        server_jar(kind, "1.20.1", tmp_path, source=nobody)


def test_a_jar_from_before_that_is_damaged_does_not_serve(service: Paper, tmp_path: Path) -> None:
    older = fetch(service, tmp_path, build=7)
    fetch(service, tmp_path).path.write_bytes(JAR)
    assert server_jar("paper", "1.20.4", tmp_path, source=agent("http://127.0.0.1:9/mirror")) == older
