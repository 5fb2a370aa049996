"""Reader of the journal: it reads everything written, reports missing or changed records, and writes no file."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kiosk.journal import open_readonly, reader, records
from kiosk.journal.file import APPLICATION, JournalError, JournalFile, JournalRow
from kiosk.journal.lately import beginnings
from kiosk.journal.open_readonly import NewerVersionError
from kiosk.journal.reader import (
    JournalEntry,
    JournalRead,
    RoundLog,
    read_files,
    read_journal,
    read_on,
    skim,
    unfinished,
)
from kiosk.journal.records import (
    AnyRecord,
    BrokenOff,
    Judged,
    MatchEnded,
    Paused,
    Resumed,
    RoundEnded,
    SeatChanged,
    TurnedAway,
    Version,
    encode,
)
from tests.rig.reading import read_folder
from tests.rig.records import begun

if TYPE_CHECKING:
    from tests.journal.conftest import Records

words = st.text(max_size=8)
numbers = st.integers(-(2**63), 2**63 - 1)
seats = st.integers(1, 12)
plain = st.lists(numbers | words, max_size=4).map(tuple)
later: st.SearchStrategy[AnyRecord] = st.one_of(
    st.builds(Judged, numbers, plain, st.lists(plain, max_size=3).map(tuple), numbers, words, st.none() | seats),
    st.builds(TurnedAway, numbers, seats, words, words),
    st.builds(SeatChanged, numbers, seats, words),
    st.builds(Paused, numbers, words, st.none() | seats),
    st.builds(Resumed, numbers),
    st.builds(RoundEnded, numbers, words, st.just(())),
    st.builds(MatchEnded, st.lists(seats).map(tuple), st.lists(numbers).map(tuple)),
    st.builds(BrokenOff, numbers, words),
)


@st.composite
def rounds(draw: st.DrawFn) -> dict[str, list[AnyRecord]]:
    names = draw(st.lists(st.text(min_size=1, max_size=6), unique=True, min_size=1, max_size=4))
    start = {name: begun(name, match=draw(words), rules={"x": [1]}, seed=draw(numbers)) for name in names}
    return {name: [start[name], *draw(st.lists(later, max_size=6))] for name in names}


walls = st.floats(allow_nan=False, allow_infinity=False)


@settings(max_examples=80)
@given(written=rounds(), wall=walls, cut=st.integers(1, 5), closed=st.booleans())
@example(written={"round": [begun()]}, wall=-0.0, cut=1, closed=True)
def test_what_was_written_is_read(written: dict[str, list[AnyRecord]], wall: float, cut: int, closed: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal-000001.sqlite"
        file = JournalFile(path)
        rows = [
            JournalRow(name, i, wall, encode(record)) for name, of in written.items() for i, record in enumerate(of)
        ]
        for first in range(0, len(rows), cut):
            file.append(rows[first : first + cut])
        if closed:
            file.close()
        read = read_journal(path)
        if not closed:
            file.close()
    assert read.problems == ()
    assert {log.round: list(log.records) for log in read.rounds} == written
    assert all(entry.number == i and entry.wall == wall for log in read.rounds for i, entry in enumerate(log.entries))


@settings(max_examples=10)
@given(written=rounds(), cut=st.integers(2, 9))
def test_what_a_growing_file_gets_is_read_on_from_the_last_round(written: dict[str, list[AnyRecord]], cut: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, place = Path(folder) / "journal-000001.sqlite", None
        rows = [JournalRow(name, i, 1.5, encode(record)) for name, of in written.items() for i, record in enumerate(of)]
        found = dict[str, RoundLog]()
        with closing(JournalFile(path)) as file:
            for first in range(0, len(rows), cut):
                file.append(rows[first : first + cut])
                read, place = read_on(path, place)
                whole = read_journal(path)
                assert (read.rounds, read.problems) == (whole.rounds[-len(read.rounds) :], ())
                assert place is not None
                assert len(whole.rounds) == place.rounds + 1
                found |= {log.round: log for log in read.rounds}
        assert [*found.values()] == [*whole.rounds]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "journal-000001.sqlite"


def change(path: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(statement, values)


def test_a_round_tells_how_it_began_and_ended(path: Path, make: Records) -> None:
    make.file(path, [*make.round(), make.end()])
    (log,) = read_journal(path).rounds
    assert log.started == make.start()
    assert log.ended == RoundEnded(5, "STOP", ())
    assert log.over == make.end()
    assert log.entries[1] == JournalEntry(1, 0.0, make.moves(1)[0])
    assert log.file == path


def test_a_running_round_has_no_end(path: Path, make: Records) -> None:
    make.file(path, [make.start(), *make.moves(3)])
    (log,) = read_journal(path).rounds
    assert log.ended is None
    assert log.over is None


DAMAGES = {
    "a changed record": (
        "UPDATE records SET body = ? WHERE seq = 4",
        (encode(Resumed(9)),),
        "record 4 of 7 is damaged",
    ),
    "another wall time": ("UPDATE records SET wall = 5 WHERE seq = 4", (), "record 4 of 7 is damaged"),
    "another number": ("UPDATE records SET number = 9 WHERE seq = 4", (), "record 4 of 7 is missing"),
    "another checksum": ("UPDATE records SET sum = zeroblob(16) WHERE seq = 4", (), "record 4 of 7 is damaged"),
    "a lost record": ("DELETE FROM records WHERE seq = 4", (), "record 4 of 7 is missing"),
    "a lost end": ("DELETE FROM records WHERE seq BETWEEN 4 AND 7", (), "record 4 of 7 is missing"),
    "records of another round": ("UPDATE records SET round = 'other' WHERE seq = 4", (), "record 4 of 7 is missing"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_told_and_the_round_read_up_to_it(path: Path, make: Records, damage: str) -> None:
    make.file(path, make.round(), make.round("next"))
    statement, values, text = DAMAGES[damage]
    change(path, statement, *values)
    read = read_journal(path)
    assert any(text in problem and "round round" in problem for problem in read.problems), read.problems
    assert [(log.round, len(log.entries)) for log in read.rounds] == [("round", 3), ("next", 7)]
    assert read.rounds[0].problems
    assert not read.rounds[1].problems
    assert [log.round for log in skim(path).rounds] == ["round", "next"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE records SET wall = 5 WHERE seq = 18",
        "UPDATE records SET round = 'other' WHERE seq = 18",
        "DELETE FROM records WHERE seq = 18",
        "DELETE FROM records WHERE seq >= 18",
        "DELETE FROM records WHERE seq >= 15",
        "UPDATE records SET sum = zeroblob(16) WHERE seq = 15",
        "DELETE FROM heads WHERE round = 'next'",
        "INSERT INTO heads VALUES ('vanished', 3, x'00')",
    ],
)
def test_what_is_not_whole_is_read_from_the_beginning(path: Path, make: Records, damage: str) -> None:
    make.file(path, make.round("first"), make.round(), make.round("next"))
    _, place = read_on(path, None)
    assert [log.round for log in read_on(path, place)[0].rounds] == ["next"]
    change(path, damage)
    read, again = read_on(path, place)
    assert (read, again) == (read_journal(path), None)
    assert read.problems


def test_another_file_in_its_place_is_read_from_the_beginning(path: Path, make: Records) -> None:
    other = path.with_name("journal-000002.sqlite")
    make.file(path, make.round("first"), make.round("next"))
    make.file(other, make.round("another"), make.round("yet another"))
    _, place = read_on(path, None)
    assert read_on(other, place) == read_on(other, None)
    assert len(read_on(other, place)[0].rounds) == 2


def test_of_a_file_that_is_read_on_only_the_last_round_is_decoded(
    path: Path, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    make.file(path, make.round("one", moves=99), [*make.round("two", moves=9), make.end()])
    _, place = read_on(path, None)
    decoded = list[bytes]()
    monkeypatch.setattr(reader, "decode", lambda body, version: decoded.append(body) or records.decode(body, version))
    (log,) = read_on(path, place)[0].rounds
    assert (log.round, len(decoded)) == ("two", len(log.entries))


def test_of_a_skimmed_round_only_its_beginning_and_its_end_are_decoded(
    path: Path, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    make.file(path, [*make.round("one", moves=99), make.end()], make.round("two", moves=99), make.round("three")[:5])
    whole, decoded = read_journal(path), []
    monkeypatch.setattr(reader, "decode", lambda body, version: decoded.append(body) or records.decode(body, version))
    skimmed = skim(path)
    assert len(decoded) == 3 + 2 + 5
    assert skimmed.problems == ()
    for log, full in zip(skimmed.rounds, whole.rounds, strict=True):
        assert (log.round, log.started, log.ended, log.over) == (full.round, full.started, full.ended, full.over)
        assert (log.entries[0], log.entries[-1]) == (full.entries[0], full.entries[-1])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE records SET body = 'text' WHERE seq = 13",
        "UPDATE records SET number = 'text' WHERE seq = 13",
        "UPDATE records SET wall = x'00' WHERE seq = 13",
        "DELETE FROM records WHERE number = 0",
        "DELETE FROM records",
    ],
)
def test_what_is_no_row_of_ours_is_left_to_who_reads_all(path: Path, make: Records, statement: str) -> None:
    make.file(path, make.round("one"), [*make.round("two")[:6]])
    change(path, statement)
    assert [log.round for log in skim(path).rounds] == [log.round for log in read_journal(path).rounds]


def test_where_a_beginning_is_damaged_skimming_finds_what_reading_does(path: Path, make: Records) -> None:
    make.file(path, make.round("one"), make.round("two"))
    change(path, "UPDATE records SET wall = 7 WHERE seq = 8")
    assert [log.round for log in skim(path).rounds] == ["one"]
    assert skim(path) == read_journal(path)


def test_records_that_changed_places_are_noticed(path: Path, make: Records) -> None:
    make.file(path, make.round())
    for old, new in ((3, 99), (4, 3), (99, 4)):
        change(path, "UPDATE records SET seq = ?, number = ? WHERE seq = ?", new, new - 1, old)
    read = read_journal(path)
    assert len(read.rounds[0].entries) == 2
    assert "record 3 of 7 is damaged" in read.problems[0]


def test_a_round_without_its_beginning_is_told_and_left_out(path: Path, make: Records) -> None:
    make.file(path, make.round(), make.round("next"))
    change(path, "DELETE FROM records WHERE seq = 1")
    read = read_journal(path)
    assert [log.round for log in read.rounds] == ["next"]
    assert any("record 1 of 7 is missing" in problem for problem in read.problems)


def test_a_round_that_vanished_altogether_is_told(path: Path, make: Records) -> None:
    make.file(path, make.round(), make.round("next"))
    change(path, "DELETE FROM records WHERE round = 'round'")
    read = read_journal(path)
    assert any("round round: record 1 of 7 is missing" in problem for problem in read.problems)
    change(path, "DELETE FROM heads WHERE round = 'round'")
    assert any("some records are missing" in problem for problem in read_journal(path).problems)


def test_a_round_whose_end_is_not_vouched_for_is_told(path: Path, make: Records) -> None:
    make.file(path, make.round())
    change(path, "DELETE FROM heads")
    read = read_journal(path)
    assert len(read.rounds[0].entries) == 7
    assert "may not be the last" in read.problems[0]


def test_an_unknown_record_ends_the_round_and_is_told(path: Path, make: Records) -> None:
    file = JournalFile(path)
    file.append([*make.rows(make.round()), JournalRow("round", 7, 0.0, b"\x81\xa4type\xa3New")])
    file.close()
    read = read_journal(path)
    assert len(read.rounds[0].entries) == 7
    assert "record 8 of 8 is not understood" in read.problems[0]


def test_after_a_damaged_page_the_rounds_beyond_it_are_read_all_the_same(path: Path, make: Records) -> None:
    make.file(path, *(make.round(f"round {n}", 80) for n in range(5)))
    data = bytearray(path.read_bytes())
    middle = data.index(encode(make.moves(1, 40)[0]), len(data) // 3) // 4096 * 4096
    data[middle : middle + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    read = read_journal(path)
    whole = {log.round for log in read.rounds if not log.problems}
    assert {"round 0", "round 4"} <= whole
    assert len(whole) < 5
    assert read.problems


def test_a_file_that_never_stands_still_is_told(path: Path, make: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a damaged one it would be another finding each time."""
    make.file(path, make.round())
    content = iter(range(1000))
    reading = open_readonly.read_regular
    monkeypatch.setattr(
        open_readonly, "read_regular", lambda file, most: reading(file, most) + bytes([next(content) % 256])
    )
    monkeypatch.setattr(open_readonly.time, "sleep", lambda _: None)
    with pytest.raises(JournalError, match="it changes all the time"):
        read_journal(path)


def test_a_file_that_is_pruned_while_the_folder_is_read_is_left_out(
    folder: Path, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 2):
        make.file(in_folder(folder, number), make.round(f"round {number}"))

    def read(file: Path) -> JournalRead:
        in_folder(folder, 2).unlink(missing_ok=True)
        return read_journal(file)

    assert [(log.round, found.problems) for found in read_files(folder, read) for log in found.rounds] == [
        ("round 1", ())
    ]


def test_a_journal_is_read_while_it_is_written_and_from_a_read_only_folder(path: Path, make: Records) -> None:
    file = JournalFile(path)
    for number, record in enumerate(make.round(moves=50)):
        file.append(make.rows([record], first=number))
        if number == 25:
            file.checkpoint()
        if number % 10 == 0:
            before = {part: part.stat().st_mtime_ns for part in path.parent.iterdir()}
            path.parent.chmod(0o500)
            read = read_journal(path)
            path.parent.chmod(0o700)
            assert read.problems == ()
            assert len(read.rounds[0].entries) == number + 1
            assert {part: part.stat().st_mtime_ns for part in path.parent.iterdir()} == before
    assert number >= 50
    file.close()


def test_what_changes_while_it_is_read_is_read_again(
    path: Path, make: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = JournalFile(path)
    rows = make.rows(make.round(moves=3))
    file.append(rows[:2])
    reading, steps = open_readonly.read_regular, iter([lambda: file.append(rows[2:]), file.checkpoint])

    def read_regular(file: Path, most: int) -> bytes:
        data = reading(file, most)
        if file == path:
            next(steps, lambda: None)()
        return data

    monkeypatch.setattr(open_readonly, "read_regular", read_regular)
    monkeypatch.setattr(open_readonly.time, "sleep", lambda _: None)
    read = read_journal(path)
    file.close()
    assert read.problems == ()
    assert len(read.rounds[0].entries) == 5


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"", "is no journal of a kiosk"),
        (b"seat = 3\n" * 100, "is no journal of a kiosk"),
        (b"SQLite format 3\0" + b"\xff" * 5000, "nothing can be read"),
    ],
    ids=["empty", "text", "garbage"],
)
def test_what_is_no_journal_is_refused(path: Path, content: bytes, text: str) -> None:
    path.write_bytes(content)
    with pytest.raises(JournalError, match=text) as error:
        read_journal(path)
    assert str(path) in str(error.value)


def test_text_that_is_none_any_more_is_damage_like_any(path: Path, make: Records) -> None:
    made = make.file(path, make.round()).read_bytes()
    path.write_bytes(made.replace(b"CREATE TABLE records", b"CREATE TABLE \xffecords"))
    with pytest.raises(JournalError, match="nothing can be read"):
        read_journal(path)
    assert beginnings(path) == []
    path.write_bytes(made.replace(b"\xa3Ada", b"\xa3A\xffa"))
    assert beginnings(path) == []
    assert "record 1 of 7 is damaged" in read_journal(path).problems[0]


def test_a_beginning_that_is_no_record_any_more_is_left_out(path: Path, make: Records) -> None:
    make.file(path, make.round(), make.round("next"))
    change(path, "UPDATE records SET body = 'text' WHERE seq = 1")
    assert beginnings(path) == [(0.0, make.start("next"))]


def test_another_database_and_a_file_that_is_not_there_are_refused(path: Path) -> None:
    change(path, "CREATE TABLE records (seq)")
    with pytest.raises(JournalError, match="is no journal of a kiosk"):
        read_journal(path)
    with pytest.raises(JournalError, match="cannot be read"):
        read_journal(path.with_name("none.sqlite"))
    with pytest.raises(JournalError, match="cannot be read"):
        read_journal(path.parent)


def test_a_newer_version_is_refused_with_both_versions_and_the_mend(path: Path, make: Records) -> None:
    make.file(path, make.round())
    change(path, "PRAGMA user_version = 2")
    with pytest.raises(NewerVersionError, match=r"version 2 of the journal; this one reads up to 1.*: update this"):
        read_journal(path)


def test_a_version_that_never_was_is_refused(path: Path, make: Records) -> None:
    make.file(path, make.round())
    change(path, "PRAGMA user_version = 0")
    with pytest.raises(JournalError, match="never been a version 0"):
        read_journal(path)


def test_an_older_version_is_made_new_as_it_is_read(path: Path, make: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    """A made-up version 0 called wall time ``clock``, and a game's ``resumed`` was ``went_on``."""

    def newer(fields: dict[str, Any]) -> dict[str, Any]:
        return {**fields, "type": "Resumed"} if fields["type"] == "WentOn" else fields

    old = Version(rows="SELECT seq, round, number, clock AS wall, body, sum FROM records", newer=newer)
    monkeypatch.setitem(records.VERSIONS, 0, old)
    file = JournalFile(path)
    file.append(
        [
            *make.rows([make.start()]),
            JournalRow("round", 1, 7.0, encode(Resumed(3)).replace(b"\xa7Resumed", b"\xa6WentOn")),
        ]
    )
    file.close()
    assert "is not understood" in read_journal(path).problems[0]
    change(path, "ALTER TABLE records RENAME COLUMN wall TO clock")
    change(path, "PRAGMA user_version = 0")
    read = read_journal(path)
    assert read.problems == ()
    assert read.rounds[0].entries[1] == JournalEntry(1, 7.0, Resumed(3))
    assert beginnings(path) == [(0.0, make.start())]


def in_folder(folder: Path, number: int) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"journal-{number:06}.sqlite"


def test_a_round_that_goes_on_in_a_fresh_file_is_there_once_in_its_fullest_form(folder: Path, make: Records) -> None:
    whole = make.round(moves=10)
    make.file(in_folder(folder, 1), make.round("before"), whole[:6])
    make.file(in_folder(folder, 2), whole, make.round("after"))
    read = read_folder(folder)
    assert [(log.round, len(log.entries)) for log in read.rounds] == [("before", 7), ("round", 12), ("after", 7)]
    assert read.problems == ()


def test_what_a_damaged_fresh_file_lost_is_told_though_the_older_has_more(folder: Path, make: Records) -> None:
    whole = make.round(moves=10)
    make.file(in_folder(folder, 1), whole[:6])
    damaged = make.file(in_folder(folder, 2), whole)
    change(damaged, "DELETE FROM records WHERE seq = 3")
    (log,) = read_folder(folder).rounds
    assert len(log.entries) == 6
    assert "journal-000002.sqlite: round round: record 3 of 12 is missing" in log.problems[0]


def test_of_copies_of_the_same_length_the_one_in_the_fresh_file_is_taken(folder: Path, make: Records) -> None:
    change(make.file(in_folder(folder, 1), make.round()), "DELETE FROM heads")
    fresh = make.file(in_folder(folder, 2), make.round())
    (log,) = read_folder(folder).rounds
    assert (log.file, log.problems) == (fresh, ())


def test_a_file_of_the_folder_that_cannot_be_read_is_a_problem_and_the_others_are_read(
    folder: Path, make: Records
) -> None:
    make.file(in_folder(folder, 1), make.round())
    in_folder(folder, 2).write_bytes(b"?" * 9000)
    read = read_folder(folder)
    assert [log.round for log in read.rounds] == ["round"]
    assert "journal-000002.sqlite" in read.problems[0]
    assert read_folder(folder / "none").rounds == ()


def test_the_unfinished_round_is_the_newest_if_its_match_goes_on(folder: Path, make: Records) -> None:
    assert unfinished(folder) is None
    make.file(in_folder(folder, 1), make.round("one"), make.round("two"))
    found = unfinished(folder)
    assert found is not None
    assert found.round == "two"
    make.file(in_folder(folder, 2), [*make.round("three"), make.end()])
    assert unfinished(folder) is None


@pytest.mark.parametrize("end", [MatchEnded((), ()), BrokenOff(3, "nobody_came")])
def test_a_match_that_is_over_is_not_taken_up_again(folder: Path, make: Records, end: AnyRecord) -> None:
    make.file(in_folder(folder, 1), make.round())
    make.file(in_folder(folder, 2), [*make.round(), end])
    assert unfinished(folder) is None


def test_the_unfinished_round_is_taken_from_the_file_that_has_more_of_it(folder: Path, make: Records) -> None:
    whole = make.round(moves=10)
    make.file(in_folder(folder, 1), whole[:8])
    change(make.file(in_folder(folder, 2), whole), "DELETE FROM records WHERE seq > 4")
    in_folder(folder, 3).write_bytes(b"")
    found = unfinished(folder)
    assert found is not None
    assert len(found.entries) == 8
    assert found.problems


def test_what_is_missing_beside_the_unfinished_round_is_told(folder: Path, make: Records) -> None:
    """An older round is resumed then."""
    make.file(in_folder(folder, 1), make.round("one"), make.round("two"))
    change(in_folder(folder, 1), "UPDATE records SET wall = 7 WHERE round = 'two'")
    in_folder(folder, 2).write_bytes(b"?" * 9000)
    found = unfinished(folder)
    assert found is not None
    assert found.round == "one"
    assert [text for text in found.problems if "round two" in text]
    assert [text for text in found.problems if "journal-000002.sqlite" in text]


def test_after_a_newer_program_an_older_round_is_not_taken_for_the_newest(folder: Path, make: Records) -> None:
    make.file(in_folder(folder, 1), make.round())
    change(make.file(in_folder(folder, 2), make.round("two")), "PRAGMA user_version = 2")
    with pytest.raises(NewerVersionError):
        unfinished(folder)
    read = read_folder(folder)
    assert [log.round for log in read.rounds] == ["round"]
    assert "newer program" in read.problems[0]


def test_an_application_id_marks_a_journal(path: Path, make: Records) -> None:
    make.file(path, make.round())
    assert path.read_bytes()[68:72] == APPLICATION.to_bytes(4, "big")
