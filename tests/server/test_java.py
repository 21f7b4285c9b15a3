"""The right Java is found, or named as what is missing."""

from pathlib import Path

import pytest
from craftplan.recipes.errors import WorldError
from craftplan.server import java
from craftplan.server.java import Need, find_java, java_for
from stand_ins import stand_in_java

pytestmark = pytest.mark.promise("server.java")


@pytest.fixture(autouse=True)
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(java, "INSTALLED", (str(tmp_path / "jvm"),))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("JAVA_HOME", raising=False)


@pytest.mark.parametrize(
    ("version", "least"),
    {"1.13.2": 8, "1.16.5": 8, "1.17.1": 16, "1.18": 17, "1.20.4": 17, "1.20.5": 21, "1.21.4": 21, "26.2": 25}.items(),
)
def test_each_version_needs_its_java(version: str, least: int) -> None:
    assert java_for(version) == Need(least)


def test_old_paper_refuses_new_java() -> None:
    assert java_for("1.16.5", paper=True) == Need(8, 16)
    assert java_for("1.17.1", paper=True) == Need(16)


def test_the_first_that_fits_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(stand_in_java(tmp_path / "old", "1.8.0_392")))
    stand_in_java(tmp_path, "17.0.9")
    stand_in_java(tmp_path / "jvm" / "java-21", "21.0.2")
    assert find_java(Need(8)).path == tmp_path / "old" / "bin" / "java"
    assert find_java(Need(17)).path == tmp_path / "bin" / "java"
    found = find_java(Need(21))
    assert (found.path, found.major) == (tmp_path / "jvm" / "java-21" / "bin" / "java", 21)
    assert find_java(Need(8), stand_in_java(tmp_path / "named", "21")).major == 21


def test_without_one_that_fits_each_is_named_with_why_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "nowhere"))
    stand_in_java(tmp_path, "17.0.9")
    with pytest.raises(WorldError) as raised:
        find_java(Need(21))
    assert raised.value.code == "java_missing"
    assert raised.value.message == (
        f"no Java 21 or newer: JAVA_HOME: {tmp_path}/nowhere/bin/java does not run; "
        f"PATH: Java 17 at {tmp_path}/bin/java"
    )
    assert "openjdk-21-jre-headless" in raised.value.hint
    with pytest.raises(WorldError, match=r"--java: Java 17 at"):
        find_java(Need(8, 16), tmp_path / "bin" / "java")
