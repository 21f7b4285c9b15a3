"""The ledger when something breaks: killed writers, full and failing disks, flipped bits, cut tails, forks."""

import errno
import json
import multiprocessing
import os
import random
import resource
import shutil
import signal
import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from craftplan.agent.ledger import ledger as module
from craftplan.agent.ledger import segments as disk
from craftplan.agent.ledger.chain import ANCHORS, Head
from craftplan.agent.ledger.ledger import HeadMovedError, Ledger
from craftplan.agent.ledger.record import Event, NewerRecordError
from craftplan.agent.runs.unfinished import unfinished
from craftplan.recipes.errors import IntegrityError, WorldError
from slaughter import quick_folder, slaughter


def filled(folder: Path, records: int) -> Path:
    ledger = Ledger(folder)
    for number in range(records):
        ledger.append(Event.RUN_STARTED, {"number": number}, run="r")
    return folder / "000001.jsonl"


@pytest.fixture
def memory() -> Iterator[Path]:
    folder = quick_folder()
    yield folder
    shutil.rmtree(folder)


@pytest.mark.promise("ledger.kills")
def test_nothing_that_was_acknowledged_is_lost_when_writers_are_killed(memory: Path) -> None:
    """``scripts/chaos ledger`` does the same with 400 kills and more."""
    found = slaughter(memory / "ledger", kills=12, seed=1)
    assert found.kills == 12
    assert len(found.acknowledged) > 12
    assert found.lost(memory / "ledger") == set()
    ledger = Ledger(memory / "ledger")
    ledger.head()
    assert ledger.verify().damage is None


@pytest.mark.promise("ledger.full-disk")
def test_a_disk_that_is_full_takes_nothing_and_works_again_when_there_is_room(memory: Path) -> None:
    """In a child, whose files may not grow over a limit: there a write is short, as on a full disk."""
    segment = filled(memory, 3)
    size = segment.stat().st_size
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        said = "nothing"
        try:
            ledger = Ledger(memory)
            ledger.head()
            resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40, resource.RLIM_INFINITY))
            for _ in range(2):
                try:
                    ledger.append(Event.RUN_STARTED, {"number": 3})
                except WorldError as full:
                    said = f"{full.code} {segment.stat().st_size}"
            resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            said += f" {ledger.append(Event.RUN_STARTED, {'number': 3}).seq}"
        finally:
            os.write(writer, said.encode())
            os._exit(0)
    os.waitpid(child, 0)
    os.close(writer)
    with os.fdopen(reader) as told:
        assert told.read() == f"ledger_full {size} 4"
    assert Ledger(memory).verify().records == 4


@pytest.mark.promise("ledger.sync")
def test_a_disk_that_keeps_nothing_poisons_the_ledger_and_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, 2)
    ledger = Ledger(tmp_path)
    ledger.head()
    asked: list[int] = []

    def failing(descriptor: int) -> None:
        asked.append(descriptor)
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(disk, "_sync", failing)
    for _ in range(3):
        with pytest.raises(IntegrityError) as failed:
            ledger.append(Event.RUN_STARTED, {})
        assert failed.value.code == "ledger_sync"
    assert len(asked) == 1


@pytest.mark.promise("ledger.chain")
def test_a_flipped_bit_anywhere_is_found_and_nothing_is_appended_behind_it(memory: Path) -> None:
    segment = filled(memory, 12)
    whole = segment.read_bytes()
    chance = random.Random(7)
    for _ in range(1000):
        place = chance.randrange(len(whole))
        changed = bytearray(whole)
        changed[place] ^= 1 << chance.randrange(8)
        segment.write_bytes(changed)
        ledger = Ledger(memory)
        found = ledger.verify()
        assert found.damage is not None, place
        assert (found.damage.segment, found.damage.line) == (segment.name, whole[:place].count(b"\n") + 1)
        with pytest.raises(IntegrityError) as refused:
            ledger.append(Event.RUN_STARTED, {})
        assert refused.value.evidence["segment"] in {segment.name, str(segment)}
        assert segment.read_bytes() == changed


@pytest.mark.promise("ledger.anchors")
@pytest.mark.parametrize("lost", [1, 2, 5])
def test_records_cut_off_the_end_are_missed(tmp_path: Path, lost: int) -> None:
    segment = filled(tmp_path, 8)
    Ledger(tmp_path).anchor()
    lines = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(b"".join(lines[:-lost]))
    damage = Ledger(tmp_path).verify().damage
    assert damage is not None
    assert (damage.segment, damage.problem) == (
        ANCHORS,
        f"names record 8, and the chain ends at {8 - lost}: its end was cut off",
    )
    with pytest.raises(IntegrityError, match=r"anchors\.jsonl"):
        Ledger(tmp_path).append(Event.RUN_STARTED, {})
    assert [damage.segment for damage in Ledger(tmp_path).repair()] == [ANCHORS]
    assert Ledger(tmp_path).append(Event.RUN_STARTED, {}).seq == 8 - lost + 2
    assert Ledger(tmp_path).verify().damage is None


def test_an_anchor_is_set_after_every_thousand_records(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ANCHOR_EACH", 4)
    filled(memory, 9)
    assert [json.loads(line)["seq"] for line in (memory / ANCHORS).read_text(encoding="utf-8").splitlines()] == [4, 8]


@pytest.mark.promise("ledger.repair")
def test_after_a_repair_the_good_lines_are_read_the_bad_one_is_named_and_the_chain_goes_on(tmp_path: Path) -> None:
    """D-h03: damage stays local; D-h04: and is never taken for whole."""
    segment = filled(tmp_path, 5)
    lines = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(b"".join([*lines[:2], b'{"id":\n', *lines[3:]]))
    before = segment.read_bytes()
    ledger = Ledger(tmp_path)
    with pytest.raises(IntegrityError, match="line 3"):
        ledger.append(Event.RUN_STARTED, {"number": 5})
    (damage,) = ledger.repair()
    assert (damage.segment, damage.line, damage.offset) == (segment.name, 3, len(lines[0]) + len(lines[1]))
    ledger.append(Event.RUN_STARTED, {"number": 5})
    numbers = [record.body["number"] for record in ledger.read(events=frozenset({Event.RUN_STARTED}))]
    assert numbers == [0, 1, 3, 4, 5]
    found = Ledger(tmp_path).verify()
    assert found.damage is None
    assert [passed.line for passed in found.explained] == [3]
    assert segment.read_bytes() == before
    assert Ledger(tmp_path).repair() == ()
    segment.write_bytes(before.replace(b'"number":4', b'"number":7'))
    assert Ledger(tmp_path).verify().damage is not None


def test_a_last_record_that_lacks_only_its_newline_is_kept(tmp_path: Path) -> None:
    """D-h02: the next record is never glued to it."""
    segment = filled(tmp_path, 2)
    segment.write_bytes(segment.read_bytes().removesuffix(b"\n"))
    Ledger(tmp_path).append(Event.RUN_STARTED, {"number": 2})
    numbers = [record.body.get("number") for record in Ledger(tmp_path).read()]
    assert numbers == [0, 1, None, 2]
    assert Ledger(tmp_path).verify().damage is None


def write_from_two_threads(folder: str, writer: int) -> None:
    ledger = Ledger(Path(folder))

    def write(thread: int) -> None:
        for number in range(20):
            ledger.append(Event.RUN_STARTED, {"writer": f"{writer}.{thread}", "number": number})

    threads = [threading.Thread(target=write, args=(thread,)) for thread in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.promise("ledger.one-chain")
def test_two_processes_with_two_threads_each_write_one_chain(memory: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_from_two_threads, args=(str(memory), number)) for number in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [record.seq for record in Ledger(memory).read()] == list(range(1, 81))
    assert Ledger(memory).verify().damage is None


def test_a_forked_child_begins_anew_and_both_write_one_chain(tmp_path: Path) -> None:
    """Locks and threads are the parent's: the child must not wait for a mutex that nobody will give up."""
    ledger = Ledger(tmp_path)
    ledger.append(Event.RUN_STARTED, {"who": "parent"})
    with ledger._mutex:
        child = os.fork()
        if child == 0:
            signal.alarm(20)
            try:
                ledger.append(Event.RUN_STARTED, {"who": "child"})
            finally:
                os._exit(0)
        os.waitpid(child, 0)
    ledger.append(Event.RUN_STARTED, {"who": "parent"})
    assert [record.body["who"] for record in ledger.read()] == ["parent", "child", "parent"]
    assert ledger.verify().damage is None


def test_a_new_segment_that_never_got_its_first_record_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(tmp_path, 2)
    (tmp_path / "000002.jsonl").touch()
    ledger = Ledger(tmp_path)
    assert ledger.append(Event.RUN_STARTED, {}).seq == 3
    assert (tmp_path / "000002.jsonl").stat().st_size > 0
    assert [record.seq for record in ledger.read(since=1)] == [2, 3]
    assert ledger.verify().damage is None


def test_a_clock_that_goes_back_changes_no_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(module.datetime):
        years = iter([2026, 2020, 2031])

        @classmethod
        def now(cls, _zone: object = None) -> module.datetime:
            return module.datetime(next(cls.years), 1, 1, tzinfo=module.UTC)

    monkeypatch.setattr(module, "datetime", Clock)
    filled(tmp_path, 3)
    assert [(record.seq, record.time[:4]) for record in Ledger(tmp_path).read()] == [
        (1, "2026"),
        (2, "2020"),
        (3, "2031"),
    ]
    assert Ledger(tmp_path).verify().damage is None


@pytest.mark.promise("ledger.folder")
def test_a_folder_that_cannot_be_trusted_is_refused_with_what_to_do(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    (tmp_path / "link").symlink_to(real)
    (tmp_path / "file").touch()
    mounts = tmp_path / "mounts"
    mounts.write_text(
        f"1 0 8:1 / / rw - ext4 /dev/sda rw\n2 1 0:9 / {real} rw - nfs4 host:/home rw\n", encoding="utf-8"
    )
    for folder, told in ((tmp_path / "link", "symbolic link"), (tmp_path / "file" / "ledger", "cannot be made")):
        with pytest.raises(WorldError, match=told) as refused:
            Ledger(folder)
        assert (refused.value.code, refused.value.exit_code) == ("ledger_folder", 3)
        assert "CRAFTPLAN_HOME" in refused.value.hint
    with pytest.raises(WorldError, match=r"network file system \(nfs4\)"):
        disk.open_folder(real / "ledger", mounts)
    disk.open_folder(tmp_path / "here", mounts)


def test_of_many_that_decide_on_one_head_one_writes(tmp_path: Path) -> None:
    filled(tmp_path, 1)
    one, other = Ledger(tmp_path), Ledger(tmp_path)
    head = one.head()
    other.append(Event.RUN_STARTED, {"who": "other"}, expected=head)
    with pytest.raises(HeadMovedError):
        one.append(Event.RUN_STARTED, {"who": "one"}, expected=head)
    assert [record.body.get("who") for record in one.read()] == [None, "other"]
    one.append(Event.RUN_STARTED, {"who": "one"}, expected=one.head())


def line(version: int, seq: int, prev: str, kind: str, **more: object) -> bytes:
    """A record's line as some other craftplan might write it."""
    members = {"v": version, "seq": seq, "ts": "2030-01-01T00:00:00.000Z", "run": None, "kind": kind, "node": None}
    content = json.dumps({**members, "body": {}, **more, "prev": prev}, separators=(",", ":")).encode()
    return content[:-1] + b',"hash":"' + sha256(content).hexdigest().encode() + b'"}\n'


@pytest.mark.promise("ledger.versions")
def test_kinds_and_members_of_newer_minor_versions_are_kept_and_passed_over(tmp_path: Path) -> None:
    segment = filled(tmp_path, 1)
    head = Ledger(tmp_path).head()
    with segment.open("ab") as file:
        file.write(line(1, 2, head.hash, "moon.phase", colour="blue"))
    ledger = Ledger(tmp_path)
    assert ledger.append(Event.RUN_STARTED, {"number": 2}, run="r").seq == 3
    assert [record.event for record in ledger.read()] == ["run.started", "moon.phase", "run.started"]
    assert b'"colour":"blue"' in segment.read_bytes()
    assert ledger.verify().damage is None


@pytest.mark.promise("ledger.versions")
def test_a_ledger_of_a_newer_major_version_is_neither_read_nor_continued(tmp_path: Path) -> None:
    segment = filled(tmp_path, 1)
    head = Ledger(tmp_path).head()
    with segment.open("ab") as file:
        file.write(line(2, 2, head.hash, "run.started"))
    before = segment.read_bytes()
    for use in (
        lambda: Ledger(tmp_path).append(Event.RUN_STARTED, {}),
        lambda: list(Ledger(tmp_path).read()),
        lambda: Ledger(tmp_path).verify(),
    ):
        with pytest.raises(NewerRecordError, match="version 2"):
            use()
    assert segment.read_bytes() == before
    assert not (tmp_path / "quarantine").exists()


@pytest.mark.promise("ledger.indexes")
def test_an_index_that_is_deleted_spoiled_or_of_another_ledger_is_made_again(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    for name in ("a", "b"):
        place = {"address": "localhost:1", "username": "Bot"}
        ledger.append(Event.RUN_STARTED, {"goals": [{"item": "minecraft:stick", "count": 1}], **place}, run=name)
    ledger.append(Event.RUN_SUMMARY, {"result": "confirmed"}, run="a")
    right = unfinished(ledger)
    assert [run.id for run in right.runs] == ["b"]
    index = tmp_path / "runs.sqlite"
    kept = index.read_bytes()
    elsewhere = Ledger(tmp_path / "elsewhere")
    elsewhere.append(Event.RUN_SUMMARY, {"result": "confirmed"}, run="b")
    assert unfinished(elsewhere).runs == ()
    for content in (b"", b"no database at all" * 400, kept[:1000], (tmp_path / "elsewhere" / index.name).read_bytes()):
        index.write_bytes(content)
        assert unfinished(Ledger(tmp_path)) == right
    index.unlink()
    assert unfinished(Ledger(tmp_path)) == right


def test_what_runs_wait_for_is_not_told_past_a_damage_that_no_repair_explains(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    place = {"address": "localhost:1", "username": "Bot", "goals": []}
    for name in ("a", "b"):
        ledger.append(Event.RUN_STARTED, place, run=name)
    segment = tmp_path / "000001.jsonl"
    first, second = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(first.replace(b"Bot", b"Bat") + second)
    for _ in range(2):
        with pytest.raises(IntegrityError, match="line 1 of the ledger's 000001"):
            unfinished(Ledger(tmp_path))
    Ledger(tmp_path).repair()
    assert [run.id for run in unfinished(Ledger(tmp_path)).runs] == ["b"]


def test_a_start_reads_what_is_new_not_everything(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SEGMENT_BYTES", 2000)
    filled(memory, 60)
    decoded: list[int] = []
    decode = module.decode

    def counting(line: bytes) -> object:
        record = decode(line)
        decoded.append(record.seq)
        return record

    monkeypatch.setattr(module, "decode", counting)
    assert [record.seq for record in Ledger(memory).read(since=58)] == [59, 60]
    assert len(decoded) < 30


def test_a_reader_in_one_process_does_not_undo_what_another_has_learnt(tmp_path: Path) -> None:
    """D-h06: who is stopped writes nothing old over what is new; records are only ever added."""
    one = Ledger(tmp_path)
    one.append(Event.RUN_STARTED, {"who": "one"})
    Ledger(tmp_path).append(Event.RUN_STARTED, {"who": "other"})
    one.append(Event.RUN_SUMMARY, {"result": "stopped"})
    assert [record.body.get("who") for record in Ledger(tmp_path).read()] == ["one", "other", None]
    assert Ledger(tmp_path).head() == Head(3, one.head().hash)
