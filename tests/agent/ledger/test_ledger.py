"""The ledger: nothing acknowledged is lost, nothing changed goes unnoticed."""

import multiprocessing
from pathlib import Path

import pytest
from craftplan.agent.ledger import ledger as module
from craftplan.agent.ledger import segments as disk
from craftplan.agent.ledger.ledger import Ledger
from craftplan.agent.ledger.record import GENESIS, LONGEST, Event
from craftplan.recipes.errors import IntegrityError, WorldError


def filled(folder: Path, records: int) -> Path:
    ledger = Ledger(folder)
    for number in range(records):
        ledger.append(Event.RUN_STARTED, {"number": number, "text": "× → é"}, run="r")
    return folder / "000001.jsonl"


@pytest.mark.promise("ledger.chain")
def test_each_record_names_the_hash_of_the_one_before(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    records = list(Ledger(tmp_path).read())
    assert [record.prev for record in records] == [GENESIS, records[0].hash, records[1].hash]
    assert [record.body["number"] for record in records] == [0, 1, 2]


@pytest.mark.promise("ledger.chain")
def test_a_change_of_any_byte_is_found_at_its_line(tmp_path: Path) -> None:
    segment = filled(tmp_path, 3)
    whole = segment.read_bytes()
    starts = [0, *(offset + 1 for offset, byte in enumerate(whole) if byte == ord("\n"))]
    for offset in range(len(whole)):
        changed = bytearray(whole)
        changed[offset] ^= 0x01
        segment.write_bytes(changed)
        damage = Ledger(tmp_path).verify().damage
        line = sum(start <= offset for start in starts)
        assert damage is not None, offset
        assert damage.line == line, offset


@pytest.mark.promise("ledger.chain")
def test_a_record_taken_out_of_the_middle_is_found(tmp_path: Path) -> None:
    segment = filled(tmp_path, 3)
    lines = segment.read_bytes().splitlines(keepends=True)
    segment.write_bytes(lines[0] + lines[2])
    damage = Ledger(tmp_path).verify().damage
    assert damage is not None
    assert (damage.line, damage.problem) == (2, "does not follow the record before it")


@pytest.mark.promise("ledger.torn")
def test_a_record_torn_at_any_byte_is_put_into_quarantine_and_nothing_else_is_lost(tmp_path: Path) -> None:
    segment = filled(tmp_path, 3)
    whole = segment.read_bytes()
    last = whole.rstrip(b"\n").rfind(b"\n") + 1
    for cut in range(last + 1, len(whole) - 1):
        segment.write_bytes(whole[:cut])
        ledger = Ledger(tmp_path)
        ledger.append(Event.RUN_SUMMARY, {}, run="r")
        events = [(record.seq, record.event) for record in ledger.read()]
        assert events == [(1, "run.started"), (2, "run.started"), (3, "ledger.recovered"), (4, "run.summary")]
        recovered = next(iter(ledger.read(since=2)))
        assert (tmp_path / "quarantine" / recovered.body["kept"]).read_bytes() == whole[last:cut]
        assert ledger.verify().damage is None


def test_a_torn_first_record_leaves_an_empty_chain_to_go_on_from(tmp_path: Path) -> None:
    segment = filled(tmp_path, 1)
    segment.write_bytes(segment.read_bytes()[:50])
    ledger = Ledger(tmp_path)
    assert ledger.append(Event.RUN_STARTED, {}).seq == 2
    assert ledger.verify().damage is None


def test_nothing_is_written_when_more_than_the_tail_is_broken(tmp_path: Path) -> None:
    segment = filled(tmp_path, 3)
    whole = segment.read_bytes()
    lines = whole.splitlines(keepends=True)
    broken = lines[0] + lines[1].replace(b'"number":1', b'"number":7') + lines[2][:40]
    segment.write_bytes(broken)
    with pytest.raises(IntegrityError):
        Ledger(tmp_path).append(Event.RUN_STARTED, {})
    assert segment.read_bytes() == broken


def test_a_full_disk_takes_nothing_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    segment = filled(tmp_path, 2)
    whole = segment.read_bytes()
    ledger = Ledger(tmp_path)
    write = disk.os.write
    monkeypatch.setattr(disk.os, "write", lambda descriptor, line: write(descriptor, line[:30]))
    with pytest.raises(WorldError) as full:
        ledger.append(Event.RUN_STARTED, {})
    assert full.value.code == "ledger_full"
    assert segment.read_bytes() == whole
    monkeypatch.undo()
    assert ledger.append(Event.RUN_STARTED, {}).seq == 3


def test_a_full_segment_is_sealed_and_the_chain_goes_on_in_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SEGMENT_BYTES", 1000)
    filled(tmp_path, 20)
    assert len(list(tmp_path.glob("*.jsonl"))) > 2
    found = Ledger(tmp_path).verify()
    assert (found.records, found.damage) == (20, None)
    assert Ledger(tmp_path).append(Event.RUN_STARTED, {}).seq == 21


def test_a_record_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=str(LONGEST)):
        Ledger(tmp_path).append(Event.RUN_STARTED, {"text": "x" * LONGEST})
    assert list(Ledger(tmp_path).read()) == []


def write_many(folder: str, writer: int) -> None:
    ledger = Ledger(Path(folder))
    for number in range(25):
        ledger.append(Event.RUN_STARTED, {"writer": writer, "number": number})


def test_four_processes_write_one_chain(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write_many, args=(str(tmp_path), number)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0, 0, 0, 0]
    found = Ledger(tmp_path).verify()
    assert (found.records, found.damage) == (100, None)
    for writer in range(4):
        numbers = [record.body["number"] for record in Ledger(tmp_path).read() if record.body["writer"] == writer]
        assert numbers == list(range(25))


def test_a_reader_stops_at_a_line_that_was_changed_and_passes_over_a_torn_tail(tmp_path: Path) -> None:
    segment = filled(tmp_path, 3)
    whole = segment.read_bytes()
    segment.write_bytes(whole[:-30])
    assert [record.seq for record in Ledger(tmp_path).read()] == [1, 2]
    segment.write_bytes(whole.replace(b'"number":1', b'"number":7'))
    with pytest.raises(
        IntegrityError, match=r"line 2 of the ledger's 000001\.jsonl \(byte 278\) does not have the hash it states"
    ):
        list(Ledger(tmp_path).read())


def test_whether_something_ever_happened_is_seen_without_making_a_folder(tmp_path: Path) -> None:
    assert not disk.mentions(tmp_path / "none", Event.RUN_STARTED)
    assert not (tmp_path / "none").exists()
    filled(tmp_path, 1)
    assert disk.mentions(tmp_path, Event.RUN_STARTED)
    assert not disk.mentions(tmp_path, Event.RUN_SUMMARY)
