"""``kiosk scores`` on the command line: its output, changes, questions and refusals."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import pytest
from msgspec.structs import replace

from kiosk.cli import main, rankings
from kiosk.config.loader import CONFIGS
from kiosk.config.schema import RecordsConfig
from kiosk.game.seats import SeatNumber
from kiosk.journal import erasures
from kiosk.journal.records import MatchEnded, RaceLine, StoryLine
from kiosk.results import export, queries
from kiosk.results.ranked import ResultFilter
from kiosk.results.standings import standings
from kiosk.results.store import ResultsStore, open_store
from kiosk.system import paths
from kiosk.system.ending import USAGE


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    """The kiosk's folder of state."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    return tmp_path


@pytest.fixture
def scores(capsys):
    """Return a runner of ``kiosk scores`` that returns status, stdout and stderr."""

    def run(*arguments):
        status = main.main(["scores", *arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def evening(journal):
    """Two rounds of Ada and Bob."""
    for number in range(2):
        journal.write(journal.round({"name": "Ada", "points": 4 + number}, {"name": "Bob", "points": 1}))


def names(scores, *arguments):
    status, out, _ = scores(*arguments, "--json")
    assert status == 0
    return [player["name"] for group in json.loads(out)["groups"] for player in group["players"]]


def test_whoever_has_played_is_in_the_scores_once(evening, scores):
    assert names(scores) == ["Ada", "Bob"]
    assert names(scores) == ["Ada", "Bob"]
    status, out, err = scores("rounds", "--csv")
    assert (status, out.count("\n"), err) == (0, 5, "")


def test_a_store_that_cannot_be_written_is_told_in_one_line(evening, scores, state):
    scores()
    config = state / "table.toml"
    address = f"sqlite:///file:{state}/results.sqlite?mode=ro&uri=true"
    config.write_text((CONFIGS / "two_seats.toml").read_text() + f'[records]\nstore = "{address}"\n')
    (state / "journal/journal-000002.sqlite").touch()  # to be read again
    status, out, err = scores("void", "round-1", "--reason", "a test", "--config", str(config))
    assert (status, out, err.count("\n")) == (USAGE, "", 1)
    status, out, err = scores("--config", str(config))
    assert (status, err.count("\n")) == (0, 1)
    assert "Ada" in out


def test_a_hall_s_store_is_read_where_it_is_asked_for_and_only_read(evening, scores, state):
    scores()
    shutil.copy(state / "results.sqlite", state / "hall.sqlite")
    scores("delete-player", "Ada", "--yes")
    config = state / "table.toml"
    seats = (CONFIGS / "two_seats.toml").read_text()
    config.write_text(f'{seats}[venue]\nstore = "sqlite:///{state}/hall.sqlite"\n')
    here = "--config", str(config)
    assert names(scores, *here) == ["Bob"]
    assert names(scores, *here, "--hall") == ["Ada", "Bob"]
    assert [player["name"] for player in json.loads(scores("players", "--hall", "--json", *here)[1])] == ["Ada", "Bob"]
    for acts in (["delete-player", "Bob", "--yes"], ["void", "round-1", "--reason", "a test"], ["rebuild"], ["retry"]):
        status, out, err = scores("--hall", *acts, *here)
        assert (status, out, err.count("\n")) == (USAGE, "", 1)
        assert "/staff" in err
    config.write_text(seats)
    assert "store names no server" in scores("--hall", *here)[2]


def test_before_anybody_has_played_there_is_nothing_wrong(scores):
    assert scores() == (0, "No named player has results that match.\n", "")


def test_what_is_asked_for_is_what_is_shown(evening, scores):
    assert names(scores, "--game", "dice") == []
    assert names(scores, "--touch", "tap") == []
    assert names(scores, "--edition", "nordic_is") == []
    assert names(scores, "--table", "Table 2") == []
    assert names(scores, "--from", "2026-11-20", "--to", "2026-11-22") == ["Ada", "Bob"]
    assert names(scores, "--to", "2026-11-19") == []
    assert names(scores, "--from", "2026-11-23") == []


def test_options_may_stand_before_the_second_word_or_behind_it(evening, scores, state):
    assert scores("--game", "dice", "rounds", "--json")[1] == scores("rounds", "--game", "dice", "--json")[1] == "[]\n"
    assert scores("--json", "players") == scores("players", "--json")
    config = state / "table.toml"
    config.write_text((CONFIGS / "two_seats.toml").read_text() + '[records]\nstore = "nonsense"\n')
    for arguments in (["--config", str(config), "players"], ["players", "--config", str(config)]):
        assert scores(*arguments)[0] == USAGE


def test_a_deleted_player_is_gone_and_one_is_told_where_the_name_still_is(evening, scores):
    status, out, _ = scores("delete-player", "ADA", "--yes")
    assert status == 0
    assert out.startswith("Ada is deleted; 2 rounds are a guest's now.\n")
    assert "after 30 days on which the table was on" in out
    assert str(paths.journal_dir()) in out
    assert names(scores) == ["Bob"]


def test_of_a_name_that_is_kept_for_a_day_one_is_told_that_the_journal_keeps_it_no_longer():
    told = rankings._told_of_journal(RecordsConfig(names_days=0))
    assert "on the next day or after the machine's next start, as soon as kiosk venue has read them" in told
    assert "30 days" not in told


def test_a_person_gets_everything_that_is_kept_about_the_name_and_nobody_elses(journal, scores):
    one = journal.round({"name": "Ada", "points": 4}, {"name": "Bob"}, {"name": "Cy"}, over=MatchEnded((1,), (4, 0, 0)))
    races = tuple(RaceLine(SeatNumber(seat), SeatNumber(2), 900, "r4", 4.5) for seat in (1, 3))
    one.records[1] = replace(one.records[1], story=StoryLine("first", (SeatNumber(1),), 0.9), races=races)
    journal.write(one)
    journal.write(journal.round({"name": "Bob", "points": 8}, {"name": "ADA", "points": -2}, match="match-2"))
    status, out, err = scores("person", "aDa ", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert (told["name"], told["since"]) == ("Ada", "2026-11-21T12:00:00+00:00")
    assert [(row["id"], row["result"]["seat"], row["result"]["points"]) for row in told["rounds"]] == [
        ("round-1", 1, 4),
        ("round-2", 2, -2),
    ]
    first, second = told["rounds"]
    assert (first["match"]["won"], first["result"]["award"] is not None) == (True, True)
    assert (first["story"]["kind"], [race["first"] for race in first["races"]]) == ("first", [1])
    assert (second["match"]["won"], second["story"], second["races"]) == (None, None, [])
    assert [(row["period"], row["rounds"], row["points"]) for row in told["standings"]] == [
        ("", 2, 2),
        ("2026-11", 2, 2),
        ("2026-11-21", 2, 2),
    ]
    assert "Bob" not in out
    assert "Cy" not in out
    assert scores("person", "Ada", "--csv")[1].count("\n") == 3
    assert "Bob" not in scores("person", "Ada")[1]


def test_of_a_name_about_which_nothing_is_kept_one_is_told_so(evening, scores):
    for name in ("Cy", ""):
        status, out, err = scores("person", name)
        assert (status, out) == (USAGE, "")
        assert f"Nothing is kept about {name!r}: kiosk scores players lists all names" in err


def test_a_deletion_that_the_table_cannot_be_told_of_does_not_say_that_it_knows(evening, scores, state):
    (state / "journal" / erasures.FILE).mkdir()  # the file cannot be replaced
    status, out, err = scores("delete-player", "Ada", "--yes")
    assert status == 1
    assert "no longer offers the name" not in out
    assert "the list of deleted names cannot be written" in err
    assert names(scores) == ["Bob"]


def test_a_journal_that_cannot_be_read_is_told_and_the_scores_are_shown(evening, scores, state):
    scores()
    (state / "journal").rename(state / "elsewhere")
    (state / "journal").write_text("a file")
    status, out, err = scores()
    assert (status, "Ada" in out) == (0, True)
    assert err.startswith(f"{state / 'journal'}: the journal cannot be read (Not a directory): ")


@pytest.mark.parametrize(
    ("answer", "status", "left"), [("yes\n", 0, ["Bob"]), ("no\n", 1, ["Ada", "Bob"]), ("\n", 1, ["Ada", "Bob"])]
)
def test_it_asks_before_it_deletes(answer, status, left, evening, scores, monkeypatch):
    terminal = io.StringIO(answer)
    terminal.isatty = lambda: True
    monkeypatch.setattr(sys, "stdin", terminal)
    assert scores("delete-player", "Ada")[0] == status
    assert names(scores) == left


def test_where_nobody_can_be_asked_it_says_what_to_write(evening, scores, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert scores("delete-player", "Ada") == (USAGE, "", "Cannot ask for confirmation here: use --yes\n")


def test_a_round_is_voided_counted_again_and_both_are_in_the_audit_trail(evening, scores):
    assert scores("void", "round-1", "--reason", "the cat") == (
        0,
        "Round round-1 is voided and no longer counts.\n",
        "",
    )
    assert scores("void", "round-1", "--reason", "the cat")[1].endswith(", as before.\n")
    assert "voided: the cat" in scores("rounds")[1]
    assert json.loads(scores("--json")[1])["left_out"] == {"voided": 2}
    assert scores("unvoid", "round-1") == (0, "Round round-1 counts.\n", "")
    trail = json.loads(scores("audit", "--json")[1])
    assert [entry["what"] for entry in trail] == ["void round-1: the cat", "unvoid round-1"]
    assert "@" in trail[0]["who"]


def test_a_leaderboard_begins_anew_and_nothing_is_deleted(evening, scores):
    counted = sum(line["void_reason"] is None for line in json.loads(scores("rounds", "--json")[1]))
    scores("void", "round-1", "--reason", "the cat")
    told = f"{counted - 1} rounds are voided and no longer count: kiosk scores audit lists them.\n"
    assert scores("reset", "--reason", "a new season", "--yes") == (0, told, "")
    rounds = json.loads(scores("rounds", "--json")[1])
    assert len(rounds) == counted
    assert {line["void_reason"] for line in rounds} == {"the cat", "a new season"}
    assert set(json.loads(scores("--json")[1])["left_out"]) == {"voided"}
    assert len(json.loads(scores("audit", "--json")[1])) == counted
    assert scores("reset", "--reason", "again", "--yes")[1].startswith("0 rounds")
    assert "use --yes" in scores("reset", "--reason", "x")[2]
    told = f"{counted - 1} rounds count again: kiosk scores audit lists them.\n"
    assert scores("reset", "--undo", "--reason", "a new season", "--yes") == (0, told, "")
    rounds = json.loads(scores("rounds", "--json")[1])
    assert {line["void_reason"] for line in rounds} == {None, "the cat"}, "what was voided for another reason stays so"
    assert scores("reset", "--undo", "--reason", "a new season", "--yes")[1].startswith("0 rounds")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("reset", "--yes", "--reason", " "), "--reason: give a reason"),
        (("void", "nothing", "--reason", "x"), "'nothing' is no round: list them with: kiosk scores rounds"),
        (("void", "round-", "--reason", "x"), "'round-' is no round: 2 ids begin like this: write more of it"),
        (("void", "round-1", "--reason", " "), "--reason: give a reason"),
        (("delete-player", "Cem", "--yes"), "'Cem' is not a player: kiosk scores players lists them"),
        (("--period", "today", "--from", "2026-01-01"), "--period and --from or --to: give one or the other"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(arguments, said, evening, scores):
    status, out, err = scores(*arguments)
    assert (status, out) == (USAGE, "")
    assert err.startswith(said)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("--from", "yesterday"),
        ("--from", "0001-01-01"),
        ("--to", "9999-12-31"),
        ("void", "round-1"),
        ("--json", "--csv"),
        ("--csv", "--csv-separator", "a"),
    ],
)
def test_what_is_written_wrongly_is_refused_with_status_2(arguments, scores):
    with pytest.raises(SystemExit) as end:
        scores(*arguments)
    assert end.value.code == USAGE


def test_a_store_that_cannot_be_used_is_one_line_with_the_mend(state, scores):
    paths.store_file().write_bytes(b"nonsense" * 999)
    status, out, err = scores()
    assert (status, out, err.count("\n")) == (USAGE, "", 1)
    assert "move it away" in err


def test_a_store_that_may_only_be_read_is_shown_as_it_is(evening, scores, state, journal):
    assert names(scores) == ["Ada", "Bob"]
    config = state / "table.toml"
    config.write_text(
        (CONFIGS / "two_seats.toml").read_text()
        + f'[records]\nstore = "sqlite:///file:{paths.store_file()}?mode=ro&uri=true"\n'
    )
    journal.write(journal.round({"name": "Cem"}, {}))
    status, out, err = scores("--json", "--config", str(config))
    assert status == 0
    assert [player["name"] for player in json.loads(out)["groups"][0]["players"]] == ["Ada", "Bob"]
    assert "it is read-only" in err


def test_a_damaged_journal_is_told_and_what_can_be_read_is_shown(evening, scores, journal):
    journal.made[0].write_bytes(b"nonsense" * 999)
    status, out, err = scores("--json")
    assert status == 0
    assert json.loads(out)["groups"][0]["players"][0]["mean"] == 5
    assert str(journal.made[0]) in err


def test_csv_is_what_spreadsheets_open(evening, scores, journal):
    journal.write(journal.round({"name": "-Zoë"}, {}, match="m"))
    scores("void", "round-1", "--reason", '=HYPERLINK("http://a")')
    first, *others = csv.DictReader(io.StringIO(scores("rounds", "--csv")[1].removeprefix("\ufeff")))
    assert (first["id"], first["void_reason"]) == ("round-1", '\'=HYPERLINK("http://a")')
    assert others[-2]["name"] == "'-Zoë"
    out = scores("--csv", "--csv-separator", ";")[1]
    assert out.startswith("\ufeffgame;edition;")
    assert "4,5" in scores("unvoid", "round-1")[1] + scores("--csv", "--csv-separator", ";")[1]
    assert scores("players", "--csv-separator", "tab", "--csv")[1].startswith("\ufeffname\tsince\t")
    assert scores("--csv-separator", ";") == (USAGE, "", "--csv-separator: only with --csv\n")


@pytest.mark.parametrize("form", ["json", "csv"])
def test_rankings_that_are_kept_in_a_file_come_out_of_it_as_they_were(journal, scores, monkeypatch, form):
    monkeypatch.setattr(queries, "AT_ONCE", 2)
    for touch in ("drag", "tap"):
        lines = ({"name": name, "points": points} for points, name in enumerate(("Ada", "Bob", "Cem", "Dan", "Eve")))
        journal.write(journal.round(*lines, touch=touch))
    status, told, _ = scores(f"--{form}")
    with closing(open_store("", paths.store_file())) as store, store.reading() as session:
        found = standings(session, ResultFilter())
    assert (status, told) == (0, "".join(f"{line}\n" for line in export.STANDINGS[form](found)))
    assert told.count("Eve") == 2


@pytest.mark.parametrize("command", ["", "rounds", "players", "audit", "person Ada"])
def test_what_is_shown_is_drawn_when_the_store_is_no_longer_read(evening, scores, monkeypatch, command):
    reads, drawn = set(), []
    reading = ResultsStore.reading

    @contextmanager
    def watched(store, **options):
        with reading(store, **options) as session:
            reads.add(session)
            yield session
        reads.remove(session)

    monkeypatch.setattr(ResultsStore, "reading", watched)
    monkeypatch.setattr(export, "text_table", lambda *_: drawn.append(len(reads)) or "the table")
    status, out, _ = scores(*command.split())
    assert (status, drawn) == (0, [0])
    assert "the table\n" in out


@pytest.mark.process
def test_csv_is_utf_8_whatever_the_locale(evening, journal, state):
    journal.write(journal.round({"name": "Жук"}, {}, match="m"))
    told = subprocess.run(
        [sys.executable, "-m", "kiosk", "scores", "players", "--csv"],
        env=os.environ | {"KIOSK_STATE_DIR": str(state), "PYTHONIOENCODING": "latin-1"},
        check=True,
        capture_output=True,
        timeout=60,
    ).stdout
    assert told.startswith(b"\xef\xbb\xbfname,")
    assert "Жук" in told.decode()


@pytest.mark.process
def test_the_help_loads_neither_a_database_nor_a_configuration():
    """They would take most of its time."""
    program = (
        "import sys; from kiosk.cli import main; main.command_parser(loaded=['scores']); "
        "sys.exit(bool({'sqlalchemy', 'kiosk.config.schema', 'msgspec'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0


@pytest.mark.process
def test_who_plays_waits_for_no_database():
    """Neither the command line nor table or display load SQLAlchemy or Alembic: that would cost half a second."""
    program = (
        "import sys; from kiosk.cli import display, main, play, table; "
        "sys.exit(bool({'sqlalchemy', 'alembic', 'kiosk.results'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, timeout=60).returncode == 0


def test_of_many_the_best_are_shown_to_people_and_all_to_programs(journal, scores):
    lines = [{"name": f"P{number:03}", "points": number} for number in range(102)]
    journal.write(*(journal.round(*lines[first : first + 6], match=f"m{first}") for first in range(0, 102, 6)))
    _, out, _ = scores()
    assert ("P101" in out, "P002" in out, "P001" in out) == (True, True, False)
    assert "The best 100 of 102: --top N shows more." in out
    assert names(scores) == [f"P{number:03}" for number in range(101, -1, -1)]
    assert scores("--csv")[1].count("\n") == 103
    assert names(scores, "--top", "2") == ["P101", "P100"]
    assert "The best 2 of 102" in scores("--top", "2")[1]
    assert "--top N" not in scores("--top", "102")[1]


def test_standings_are_made_anew_and_what_was_wrong_is_told(evening, scores):
    assert scores("rebuild") == (0, "The standings are made anew: no rows were wrong.\n", "")
    with closing(sqlite3.connect(paths.store_file())) as store:
        store.execute("UPDATE standings SET points = 5 WHERE period = '' AND points = 9")
        store.execute("DELETE FROM standings WHERE period = '2026-11' AND points = 2")
        store.execute("UPDATE rounds SET day = '2026-01-01' WHERE id = 'round-1'")
        store.commit()
    status, out, err = scores("rebuild")
    assert (status, err) == (1, "")
    november = "cards, table_default, drag, 2026-11, Bob: kept none; right rounds 2, points 2, won 0, stops 0, "
    first, ada, bob, last = out.splitlines()
    assert first == "1 round was on a wrong day."
    assert ada == "cards, table_default, drag, all time, Ada: kept points 5; right points 9"
    assert bob.startswith(november)
    assert last == "The standings are made anew: 2 rows were wrong."
    assert scores("rebuild")[0] == 0


def test_the_store_counts_days_in_one_time_zone(evening, scores, state):
    config = state / "table.toml"
    config.write_text((CONFIGS / "two_seats.toml").read_text() + '[records]\ntime_zone = "Pacific/Auckland"\n')
    assert names(scores, "--config", str(config), "--from", "2026-11-22", "--to", "2026-11-22") == ["Ada", "Bob"]
    status, _, err = scores()
    assert status == 0
    assert "it counts days in Pacific/Auckland, this table in UTC: records.time_zone = " in err
    told = "Days are counted in UTC: 2 rounds are of another day now.\n"
    assert scores("rebuild", "--time-zone", "UTC")[:2] == (0, told)
    assert scores("--json")[2] == ""
    assert names(scores, "--from", "2026-11-21", "--to", "2026-11-21") == ["Ada", "Bob"]
    assert scores("rebuild", "--time-zone", "Europe/Berln")[0] == USAGE
