"""A real server's own files: written once, the person's changes kept, never open to strangers."""

import os
from pathlib import Path

import pytest
from craftplan.recipes.errors import InputError
from craftplan.server.settings import EulaError, accept, accepted, add_datapacks, check_accepted, write_settings


def read(folder: Path) -> dict[str, str]:
    lines = (folder / "server.properties").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


@pytest.mark.promise("server.local")
def test_a_new_server_takes_anybody_but_only_from_this_machine(tmp_path: Path) -> None:
    settings = write_settings(tmp_path, 25600, 25601)
    written = read(tmp_path)
    assert (written["online-mode"], written["server-ip"]) == ("false", "127.0.0.1")
    assert (written["server-port"], written["rcon.port"]) == ("25600", "25601")
    assert written["rcon.password"] == settings.rcon_password
    assert len(settings.rcon_password) == 32
    assert (tmp_path / "server.properties").stat().st_mode & 0o077 == 0 or os.name == "nt"


def test_what_people_changed_stays(tmp_path: Path) -> None:
    first = write_settings(tmp_path, 25600, 25601)
    path = tmp_path / "server.properties"
    path.write_text(path.read_text().replace("difficulty=peaceful", "difficulty=hard") + "pvp=false\n")
    again = write_settings(tmp_path, 25700, 25701)
    assert again.rcon_password == first.rcon_password
    written = read(tmp_path)
    assert (written["difficulty"], written["pvp"], written["server-port"]) == ("hard", "false", "25700")


@pytest.mark.promise("server.local")
def test_an_offline_server_for_other_machines_is_refused(tmp_path: Path) -> None:
    (tmp_path / "server.properties").write_text("online-mode=false\nserver-ip=0.0.0.0\n")
    with pytest.raises(InputError) as raised:
        write_settings(tmp_path, 25600, 25601)
    assert raised.value.code == "open_server"
    (tmp_path / "server.properties").write_text("online-mode=true\nserver-ip=0.0.0.0\n")
    settings = write_settings(tmp_path, 25600, 25601)
    assert settings.online
    assert read(tmp_path)["server-ip"] == settings.address != "127.0.0.1"


@pytest.mark.promise("server.eula")
def test_the_licence_is_accepted_only_by_word_and_that_is_recorded(tmp_path: Path) -> None:
    with pytest.raises(EulaError, match="Mojang's EULA"):
        check_accepted(tmp_path)
    (tmp_path / "eula.txt").write_text("#by the server\neula=false\n")
    assert not accepted(tmp_path)
    accept(tmp_path)
    check_accepted(tmp_path)
    record = (tmp_path / "eula.txt").read_text()
    assert "--accept-eula" in record
    assert "UTC" in record
    accept(tmp_path)
    assert (tmp_path / "eula.txt").read_text() == record


def test_data_packs_are_copied_into_the_world(tmp_path: Path) -> None:
    pack, archive = tmp_path / "pack", tmp_path / "pack.zip"
    pack.mkdir()
    (pack / "pack.mcmeta").write_text("{}")
    archive.write_bytes(b"zip")
    home = tmp_path / "home"
    home.mkdir()
    (home / "server.properties").write_text("level-name=earth\n")
    for _ in range(2):
        add_datapacks(home, [pack, archive])
    assert sorted(path.name for path in (home / "earth" / "datapacks").iterdir()) == ["pack", "pack.zip"]
