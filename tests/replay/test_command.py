"""``kiosk replay`` on the command line."""

from __future__ import annotations

import gc
import io
import json
import re
import shutil
import weakref

import pytest
from msgspec import structs

from kiosk.cli import main
from kiosk.journal import reader
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.reader import read_files
from kiosk.journal.records import Judged, RoundEnded, encode
from kiosk.replay import listing
from kiosk.replay.listing import Listing
from kiosk.system import paths
from kiosk.system.ending import USAGE
from kiosk.table_process import launcher


@pytest.fixture(autouse=True)
def own(tmp_path, monkeypatch):
    """Provide the state folder of a kiosk that has not played yet."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "own"))


@pytest.fixture
def rounds(match):
    return match.logs


@pytest.fixture
def folder(journal, match):
    return journal(match.records)


@pytest.fixture
def broken(journal, match):
    """Return a journal whose second round does not replay as recorded."""
    records = [*match.records]
    place = max(place for place, record in enumerate(records) if isinstance(record, Judged))
    records[place] = structs.replace(records[place], events=())
    return journal(records)


def test_without_a_round_all_are_listed_and_verified(folder, rounds, capsys):
    assert main.main(["replay", str(folder)]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["#", "round", "when", "game", "edition", "no.", "seats", "ended", "length", "verified"]
    assert len(lines) == len(rounds) == 2
    for number, (line, log) in enumerate(zip(lines, rounds, strict=True), 1):
        assert line.split()[:2] == [str(number), log.round[:8]]
        assert "1b 2b 3b 4b" in line
        assert line.endswith("yes")


def test_a_quick_list_says_the_same_of_all_rounds_but_decides_none(folder, match, capsys, monkeypatch):
    main.main(["replay", str(folder)])
    verified = capsys.readouterr().out
    monkeypatch.setattr(listing, "verify", lambda log: pytest.fail(f"{log.round} was decided again"))
    monkeypatch.setattr(reader, "read_journal", lambda path: pytest.fail(f"{path} was read as a whole"))
    assert main.main(["replay", str(folder), "--list"]) == 0
    assert capsys.readouterr().out.splitlines() == [re.sub(r"yes$", "-", line) for line in verified.splitlines()]


def test_to_find_a_round_no_file_is_read_as_a_whole_but_its_own(journal, match, bot_match, capsys, monkeypatch):
    folder = journal(match.records)
    journal(bot_match("dice").records)
    read, plainly = [], reader.read_journal
    monkeypatch.setattr(reader, "read_journal", lambda path: read.append(path.name) or plainly(path))
    assert main.main(["replay", str(folder), "3"]) == 0
    assert read == ["journal-000002.sqlite"]


def test_a_quick_list_is_of_all_rounds(folder, capsys):
    assert main.main(["replay", str(folder), "1", "--list"]) == 2
    assert "leave the round out" in capsys.readouterr().err


def test_a_file_of_a_journal_will_do_as_well_as_its_folder(folder, capsys):
    main.main(["replay", str(folder)])
    whole = capsys.readouterr().out
    assert main.main(["replay", str(next(folder.glob("*.sqlite")))]) == 0
    assert capsys.readouterr().out == whole


def test_the_kiosk_s_own_journal_needs_no_name(folder, rounds, capsys):
    shutil.copytree(folder, paths.journal_dir())
    assert main.main(["replay"]) == 0
    assert rounds[1].round[:8] in capsys.readouterr().out
    assert main.main(["replay", "2"]) == 0
    assert capsys.readouterr().out.startswith(f"round {rounds[1].round}: comes out as it was recorded")


def test_a_round_is_named_by_its_number_its_id_or_a_beginning_of_that(folder, rounds, capsys):
    for name in ("2", rounds[1].round, rounds[1].round[:-1] + "2"):
        assert main.main(["replay", str(folder), name]) == 0
        assert rounds[1].round in capsys.readouterr().out


def test_a_beginning_that_fits_several_rounds_is_told(folder, rounds, capsys):
    assert main.main(["replay", str(folder), rounds[0].round[:-1]]) == 2
    assert "is the beginning of 2 rounds: name more of it" in capsys.readouterr().err


def test_what_comes_out_otherwise_gives_the_status_and_is_told(broken, rounds, capsys):
    assert main.main(["replay", str(broken)]) == 1
    told = capsys.readouterr()
    assert [line.split()[-1] for line in told.out.splitlines()[1:]] == ["yes", "NO"]
    assert re.search(rf"round {rounds[1].round}: record \d+: .* when it was recorded", told.err)
    assert main.main(["replay", str(broken), "1"]) == 0
    assert main.main(["replay", str(broken), "2"]) == 1
    assert main.main(["replay", str(broken), "2", "--print"]) == 1


def test_print_tells_every_record(folder, rounds, capsys):
    assert main.main(["replay", str(folder), "1", "--print"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(rounds[0].entries)
    assert "to the centre, cell" in "\n".join(lines)
    assert "counted: seat 1 (bot)" in lines[-1]


def test_step_takes_its_wishes_from_standard_input(folder, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\nb\nq\n"))
    assert main.main(["replay", str(folder), "1", "--step"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == ["0", "1", "2", "1"]
    assert all(" | row " in line for line in lines[1::2])


def test_a_scenario_goes_to_the_referee(folder, rounds, tmp_path, capsys):
    file = tmp_path / "round.json"
    assert main.main(["replay", str(folder), "1", "--scenario", str(file)]) == 0
    assert main.main(["replay", str(folder), "1", "--scenario", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(file.read_text())
    assert main.main(["referee", str(file)]) == 0
    result = json.loads(capsys.readouterr().out)
    ended = next(record for record in rounds[0].records if isinstance(record, RoundEnded))
    assert result["round"]["scores"] == [line.points for line in ended.lines]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["{folder}", "9"], "'9' is none of 2 rounds; without ROUND they are listed"),
        (["{folder}", "--print"], "Which round?"),
        (["{folder}", "--scenario", "-"], "Which round?"),
        (["/nowhere/at/all"], "/nowhere/at/all: there is no such file or folder"),
        (["nothing"], "nothing: there is no such file or folder"),
        (["3"], "3: there is no such file or folder: name a journal, then a round of it"),
        (["{folder}", "1", "--scenario", "{folder}"], "cannot be written (Is a directory)"),
        (["{file}"], "is no journal"),
    ],
)
def test_what_cannot_be_is_told_in_words_with_status_2(folder, tmp_path, arguments, told, capsys):
    file = tmp_path / "other"
    file.write_bytes(b"something else" * 1000)
    assert main.main(["replay", *(argument.format(folder=folder, file=file) for argument in arguments)]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("options", [[], ["--list"]])
def test_a_table_that_has_not_played_yet_is_no_error(tmp_path, capsys, options):
    assert main.main(["replay", *options]) == 0
    assert capsys.readouterr() == (f"{paths.journal_dir()}: no round has been played yet\n", "")
    assert main.main(["replay", str(tmp_path), *options]) == 0
    assert capsys.readouterr() == (f"{tmp_path}: no round has been played yet\n", "")


@pytest.fixture
def cut(tmp_path, match):
    """Return a journal as a crash leaves it: its last commit was not written to its end."""
    folder = tmp_path / "cut"
    folder.mkdir()
    file = JournalFile(folder / "journal-000001.sqlite")
    name = match.logs[0].round
    rows = [JournalRow(name, entry.number, entry.wall, encode(entry.record)) for entry in match.logs[0].entries]
    for first in range(0, 60, 20):
        file.append(rows[first : first + 20])
    file.abandon()
    log = file.path.with_name(f"{file.path.name}-wal")
    log.write_bytes(log.read_bytes()[:-6000])
    return folder


@pytest.mark.parametrize("options", [[], ["--list"]])
def test_what_a_crash_has_left_is_noted_with_status_0(cut, capsys, options):
    assert main.main(["replay", str(cut), *options]) == 0
    told = capsys.readouterr()
    assert "not at its end" in told.out
    assert re.fullmatch(
        r"note: journal-000001.sqlite: the last \d+ bytes of the write-ahead log are left .*\n", told.err
    )
    assert main.main(["replay", str(cut), "1"]) == 0
    assert "(40 records, " in capsys.readouterr().out


@pytest.mark.parametrize("options", [[], ["--list"]])
def test_a_log_that_lost_what_was_acknowledged_gives_status_1(cut, capsys, options):
    log = cut / "journal-000001.sqlite-wal"
    data = bytearray(log.read_bytes())
    data[5000] ^= 1
    log.write_bytes(data)
    assert main.main(["replay", str(cut), *options]) == 1
    assert "the write-ahead log is damaged: 2 acknowledged commits or more" in capsys.readouterr().err


def test_play_starts_a_table_of_its_own_and_a_window(folder, rounds, monkeypatch):
    started = []

    def run(parts):
        started.extend(parts)
        return 0

    monkeypatch.setattr(launcher, "run", run)
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", "/run/kiosk")
    assert main.main(["replay", str(folder), "2", "--play", "--size", "800x480"]) == 0
    table, display = started
    assert (table.name, display.name) == ("replay", "display")
    assert table.may_end
    assert display.may_end
    assert paths.runtime_dir().parts[-2:] == ("kiosk", "replay")  # beside the sockets of a kiosk that runs
    assert display.arguments == ["--size", "800x480"]
    options = main.command_parser().parse_args([table.name, "--lifeline", "3", *table.arguments])
    assert (options.round, options.what, options.lifeline) == (rounds[1].round, "serve", 3)
    main.command_parser().parse_args([display.name, "--lifeline", "3", *display.arguments])


def test_a_journal_that_may_not_be_read_is_told_in_one_line(tmp_path, monkeypatch, capsys):
    def refuse(folder):
        raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.setattr("kiosk.journal.reader.files", refuse)
    assert main.main(["replay", str(tmp_path)]) == USAGE
    said = f"{tmp_path}: cannot be read (Permission denied): run this as the user that the kiosk runs as\n"
    assert capsys.readouterr().err == said


def test_a_round_that_goes_on_in_another_file_is_listed_once_in_its_fullest_form(journal, match, capsys):
    folder = journal(match.records[:40])
    journal(match.records)
    assert len([*folder.glob("*.sqlite")]) == 2
    assert main.main(["replay", str(folder)]) == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[-1] for line in lines] == ["yes", "yes"]
    assert "not at its end" not in lines[0]
    assert main.main(["replay", str(folder), "1"]) == 0
    assert f"({len(match.logs[0].entries)} records, " in capsys.readouterr().out


def test_a_listing_keeps_nothing_of_what_it_has_read_but_its_lines(folder):
    lines = Listing()
    gone = []
    for read in read_files(folder):
        lines.take(read)
        gone += [weakref.ref(log) for log in read.rounds]
    del read
    gc.collect()
    assert [log() for log in gone] == [None, None]
    assert len([*lines.lines()]) == 3
