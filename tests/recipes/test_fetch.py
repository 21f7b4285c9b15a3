from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from craftplan.recipes.errors import InputError, WorldError
from craftplan.recipes.fetch import fetch_server_jar
from mirror import JAR as PATH
from mirror import MANIFEST, Mojang

JAR = bytes(range(256)) * 2000


@pytest.fixture
def mirror() -> Iterator[Mojang]:
    with Mojang(JAR) as running:
        yield running


def fetch(mirror: Mojang, folder: Path, **options: Any) -> Path:
    return fetch_server_jar("1.20.4", folder=folder, mirror=mirror.url, **{"timeout": 5.0, **options})


@pytest.mark.promise("catalog.fetch")
def test_a_jar_is_fetched_checked_and_kept(mirror: Mojang, tmp_path: Path) -> None:
    steps: list[tuple[int, int]] = []
    jar = fetch(mirror, tmp_path, progress=lambda done, total: steps.append((done, total)))
    assert jar.read_bytes() == JAR
    assert steps[-1] == (len(JAR), len(JAR))
    assert fetch(mirror, tmp_path) == jar
    assert mirror.ranges == [None]


@pytest.mark.promise("catalog.fetch")
def test_a_download_that_is_cut_off_goes_on_where_it_stopped(mirror: Mojang, tmp_path: Path) -> None:
    mirror.cut_after = [100_000, 200_000]
    assert fetch(mirror, tmp_path).read_bytes() == JAR
    assert mirror.ranges == [None, "bytes=100000-", "bytes=300000-"]


def test_a_server_without_ranges_is_read_from_the_start(mirror: Mojang, tmp_path: Path) -> None:
    mirror.cut_after = [100_000]
    mirror.answers_ranges = False
    assert fetch(mirror, tmp_path).read_bytes() == JAR


def test_a_download_cut_off_again_and_again_is_given_up_and_can_be_resumed(mirror: Mojang, tmp_path: Path) -> None:
    mirror.cut_after = [1000] * 5
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path)
    assert raised.value.code == "cut_off"
    assert "5,000 bytes" in raised.value.message
    assert fetch(mirror, tmp_path).read_bytes() == JAR
    assert mirror.ranges[-1] == "bytes=5000-"


def test_a_damaged_part_is_thrown_away_once(mirror: Mojang, tmp_path: Path) -> None:
    (tmp_path / "server-1.20.4.part").write_bytes(b"x" * 1000)
    assert fetch(mirror, tmp_path).read_bytes() == JAR
    assert mirror.ranges == ["bytes=1000-", None]


@pytest.mark.promise("catalog.fetch")
def test_a_lie_about_the_checksum_is_refused_and_nothing_is_kept(mirror: Mojang, tmp_path: Path) -> None:
    mirror.files[PATH] = JAR[:-1] + b"?"
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path)
    assert raised.value.code == "checksum"
    assert not list(tmp_path.glob("*.jar")) + list(tmp_path.glob("*.part"))


def test_a_jar_damaged_on_the_disk_is_fetched_again(mirror: Mojang, tmp_path: Path) -> None:
    jar = fetch(mirror, tmp_path)
    jar.write_bytes(JAR[:-1])
    assert fetch(mirror, tmp_path).read_bytes() == JAR


def test_a_redirect_is_followed(mirror: Mojang, tmp_path: Path) -> None:
    mirror.redirect = True
    assert fetch(mirror, tmp_path).read_bytes() == JAR


@pytest.mark.parametrize("path", [MANIFEST, PATH])
@pytest.mark.parametrize(("status", "code"), [(404, "not_found"), (503, "unreachable")])
def test_an_answer_that_says_no_is_named_with_its_address(
    mirror: Mojang, tmp_path: Path, path: str, status: int, code: str
) -> None:
    mirror.statuses[path] = status
    with pytest.raises(WorldError) as raised:
        fetch(mirror, tmp_path)
    assert raised.value.code == code
    assert path in raised.value.message
    assert str(status) in raised.value.message


def test_a_server_that_falls_silent_is_left(mirror: Mojang, tmp_path: Path) -> None:
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
def test_a_version_that_is_not_there_is_refused(mirror: Mojang, tmp_path: Path, version: str) -> None:
    with pytest.raises(InputError) as raised:
        fetch_server_jar(version, folder=tmp_path, mirror=mirror.url)
    assert raised.value.code == "unknown_version"


def test_a_mirror_must_be_on_the_web(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        fetch_server_jar("1.20.4", folder=tmp_path, mirror="file:///etc")
