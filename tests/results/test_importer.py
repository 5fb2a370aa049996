"""Import of the journal into the store: each counted round once, in every case."""

from __future__ import annotations

from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import pytest
from sqlalchemy import func, select

from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.game import HOUSE_OPTIONS
from kiosk.game.changed_editions import CHANGED
from kiosk.journal import import_mark
from kiosk.journal.file import JournalFile
from kiosk.journal.folder import numbers
from kiosk.journal.pruning import Keep, Pruner, RoundBegin
from kiosk.journal.records import BrokenOff, MatchEnded
from kiosk.results import importer, prepared
from kiosk.results.importer import fill, refresh
from kiosk.results.model import MatchRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.store import open_store
from tests.results.conftest import add_rounds


def rows(store, kind):
    with store.reading() as session:
        return session.scalars(select(kind)).all()


def count(store, kind=RoundRow):
    with store.reading() as session:
        return session.scalar(select(func.count()).select_from(kind))


def test_a_counted_round_is_in_the_store_with_all_that_is_known_of_it(journal, store, day):
    ada = {
        "name": "Ada", "points": 14, "total": 20, "centered": 18, "left_over": 2, "penalty": 0, "won": True,
        "handicap": 8, "cooldown": 1000, "stops": 1, "false_stops": 2, "reaction_ms": 420, "lost_races": 3,
    }  # fmt: skip
    journal.write(journal.round(ada, {"points": -3, "bot": True}, number=2, touch="tap", tied=(1, 2), at=day(0)))
    assert fill(store, journal.folder, day(0)).rounds == 1
    (played,) = rows(store, RoundRow)
    assert (played.id, played.match_id, played.number, played.table_name) == ("round-1", "match-1", 2, "Table 1")
    assert (played.game, played.edition, played.pro, played.touch) == ("cards", "table_default", "", "tap")
    assert (played.real_dice, played.extra, played.bots, played.by) == (False, True, "steady", "stop")
    assert (played.started, played.lasted_ms, played.version, played.arrived) == (day(0), 61_500, "0.1.0", 1)
    first, second = rows(store, ResultRow)
    told = {name: getattr(first, name) for name in ada if name != "name"}
    assert told == {name: value for name, value in ada.items() if name != "name"}
    assert (second.seat, second.points, second.bot, second.player_id) == (2, -3, True, None)
    (player,) = rows(store, PlayerRow)
    assert (player.name, player.id, player.since, player.last_played) == ("Ada", first.player_id, day(0), day(0))


def test_many_rounds_of_many_people_take_no_more_statements_than_one_round(journal, store, day, monkeypatch):
    """Each statement costs as much as the work of a round, while every other writer waits."""
    statements, plainly = [], prepared.execute

    def note(connection, statement, *each):
        statements.append(statement)
        return plainly(connection, statement, *each)

    monkeypatch.setattr(prepared, "execute", note)

    def brought(seats, matches):
        for _ in range(2):  # players, matches and groups are new only once
            statements.clear()
            logs = [journal.round(*seats, match=match).log for match in matches]
            assert store.write(lambda session, logs=logs: add_rounds(session, logs, day(0))) == len(matches)
        return len(statements)

    one = brought([{"name": "Ada"}, {}], ["match"])
    many = brought([{"name": f"Player {number}"} for number in range(20)], [f"match {number}" for number in range(20)])
    assert (one, many) == (12, 12)


@pytest.mark.parametrize(
    ("preset", "rules", "chosen", "told"),
    [
        ("wikipedia", {"discard_chain": "chain"}, {}, "discard_chain: chain"),
        ("wikipedia", {"discard_chain": "third_only"}, {}, None),
        ("wikipedia", {"discard_chain": "chain"}, {"house misplay": "points 1"},
         "discard_chain: chain, misplay: points 1"),
        ("table_default", {"discard_chain": "chain"}, {}, None),
        ("schmidt_2017_ru", {"stack_to_center": "direct", "stack_face": "up"}, {}, "stack: direct"),
        ("schmidt_2017_ru", {"stack_to_center": "direct", "stack_face": "down"}, {"house stack": "hidden"},
         "stack: hidden"),
        ("schmidt_2017_ru", {"stack_to_center": "via_row", "stack_face": "up"}, {}, None),
    ],
)  # fmt: skip
def test_a_round_under_an_edition_that_was_corrected_has_its_old_option_as_a_house_rule(
    journal, store, day, preset, rules, chosen, told
):
    journal.write(journal.round({}, {}, rules=rules, chosen={"preset": preset, **chosen}))
    fill(store, journal.folder, day(0))
    assert [one.house_rules for one in rows(store, RoundRow)] == [told]


def test_the_old_options_are_words_of_house_rules_that_their_editions_no_longer_have():
    options = {option.name: option for option in HOUSE_OPTIONS}
    for one in CHANGED:
        today, old = PRESETS[one.edition].rules, options[one.option].set_in(PRESETS[one.edition].rules, one.word)
        assert old != today
        assert {name: str(getattr(old, name)) for name in one.old} == one.old


def test_filling_again_adds_nothing(journal, store, day):
    journal.write(journal.round({}, {}), journal.round({}, {}))
    assert fill(store, journal.folder, day(0)).rounds == 2
    assert fill(store, journal.folder, day(0)).rounds == 0
    assert (count(store), count(store, ResultRow)) == (2, 4)


def test_a_round_that_went_on_in_a_fresh_file_counts_once(journal, store, day):
    whole = journal.round({"points": 5}, {})
    begun = journal.round({}, {}, id=whole.id, ended=False)
    journal.write(begun)
    journal.write(whole)
    journal.write(whole)
    assert fill(store, journal.folder, day(0)).rounds == 1
    assert [result.points for result in rows(store, ResultRow)] == [5, 0]


def test_only_what_is_new_in_a_growing_file_is_added(journal, store, day):
    journal.folder.mkdir()
    file = JournalFile(journal.folder / "journal-000001.sqlite")
    journal.append(file, journal.round({}, {}))
    assert fill(store, journal.folder, day(0)).rounds == 1
    journal.append(file, journal.round({}, {}, ended=False))
    assert fill(store, journal.folder, day(0)).rounds == 0
    journal.append(file, journal.round({}, {}))
    assert fill(store, journal.folder, day(0)).rounds == 1
    file.close()
    assert [played.arrived for played in rows(store, RoundRow)] == [1, 2]


def test_a_file_that_has_not_changed_is_not_read_again(journal, store, day, monkeypatch):
    journal.write(journal.round({}, {}))
    fill(store, journal.folder, day(0))
    journal.write(journal.round({}, {}))
    read = []
    plainly = importer.read_on
    monkeypatch.setattr(importer, "read_on", lambda path, place: read.append(path) or plainly(path, place))
    assert fill(store, journal.folder, day(0)).rounds == 1
    assert read == [journal.made[1]]


def test_of_a_growing_file_only_what_is_new_is_read_and_once_more_all_when_it_is_closed(
    journal, store, day, tmp_path, monkeypatch
):
    read, plainly = [], importer.read_on

    def noting(path, place):
        found = plainly(path, place)
        read.append([log.round for log in found[0].rounds])
        return found

    monkeypatch.setattr(importer, "read_on", noting)
    journal.write(journal.round({"name": "Ada"}, at=day(0)))
    path = journal.folder / "journal-000002.sqlite"
    file = JournalFile(path)
    over = MatchEnded(winners=(1,), totals=())
    later = [journal.round({"name": "Ada"}, number=one, at=day(one)) for one in (2, 3, 4)]
    later[-1].records.append(over)
    for played, wanted in zip(later, (["round-2"], ["round-2", "round-3"], ["round-3", "round-4"]), strict=True):
        journal.append(file, played)
        refresh(store, journal.folder, 0, day(9))
        assert read[-1] == wanted
        refresh(store, journal.folder, 0, day(9))
    assert len(read) == 4
    with closing(open_store("", tmp_path / "anew.sqlite")) as anew:  # another store has read nothing of it
        assert refresh(anew, journal.folder, 0, day(9)).rounds == 4
    file.close()
    read.clear()
    assert refresh(store, journal.folder, 0, day(9)).problems == ()
    assert read == [["round-2", "round-3", "round-4"]]
    assert import_mark.read(journal.folder)[path.name] == import_mark.looks(path)
    assert count(store) == 4
    assert rows(store, MatchRow)[0].ended == "decided"


def test_of_a_growing_file_with_a_round_set_aside_all_is_read(journal, store, day):
    journal.folder.mkdir()
    file = JournalFile(journal.folder / "journal-000001.sqlite")
    journal.append(file, journal.round({"name": "A" * 300}, at=day(0)))
    assert len(fill(store, journal.folder, day(9)).set_aside) == 1
    journal.append(file, journal.round({"name": "Ada"}, at=day(1)))
    filled = fill(store, journal.folder, day(9))
    assert (filled.rounds, len(filled.set_aside)) == (1, 1)
    file.close()


def test_a_round_that_was_broken_off_does_not_count(journal, store, day):
    journal.write(journal.round({}, {}, ended=False, over=BrokenOff(at=1, why="nobody_came")))
    assert fill(store, journal.folder, day(0)).rounds == 0
    assert (count(store), count(store, MatchRow)) == (0, 0)


def test_whoever_looks_on_has_no_result(journal, store, day):
    journal.write(journal.round({}, {"away": True}, {}))
    fill(store, journal.folder, day(0))
    assert [result.seat for result in rows(store, ResultRow)] == [1, 3]


@pytest.mark.parametrize(
    ("rules", "target"),
    [
        ({"match_end": {"kind": "target", "n": 5, "points": 99, "minutes": 0}}, 99),
        ({"match_end": {"kind": "fixed_rounds", "n": 5, "points": 99, "minutes": 0}}, None),
        ({}, None),
        ({"match_end": ["target", 99]}, None),
        ({"match_end": {"kind": "target", "points": "99"}}, None),
        ({"match_end": {"kind": "target", "points": 2**31}}, None),
    ],
)
def test_a_round_knows_the_points_that_end_its_match(journal, store, day, rules, target):
    journal.write(journal.round({}, {}, rules=rules))
    fill(store, journal.folder, day(0))
    assert [row.target for row in rows(store, RoundRow)] == [target]


def test_how_a_match_ended_comes_with_or_after_its_last_round(journal, store, day):
    journal.folder.mkdir()
    file = JournalFile(journal.folder / "journal-000001.sqlite")
    last = journal.round({}, {})
    journal.append(file, last)
    fill(store, journal.folder, day(0))
    (match,) = rows(store, MatchRow)
    assert (match.ended, match.winners) == (None, [])
    file.close()
    last.records.append(MatchEnded(winners=(2,), totals=(3, 9)))
    other = journal.round({}, {}, match="match-2", ended=False, over=BrokenOff(at=1, why="pause"))
    journal.made.append(file.path)
    journal.write(last, journal.round({}, {}, match="match-2"), other)
    fill(store, journal.folder, day(0))
    assert {match.id: (match.ended, match.winners) for match in rows(store, MatchRow)} == {
        "match-1": ("decided", [2]),
        "match-2": ("pause", []),
    }


def test_a_damaged_file_gives_what_can_be_read_and_is_told_whenever_it_is_looked_at(journal, store, day):
    good, bad = journal.round({}, {}), journal.round({}, {})
    path = journal.write(good, bad)
    data = bytearray(path.read_bytes())
    place = data.rindex(b"RoundEnded")
    data[place] ^= 0xFF
    path.write_bytes(data)
    filled = fill(store, journal.folder, day(0))
    assert filled.rounds == 1
    assert path.name in filled.problems[0]
    assert fill(store, journal.folder, day(0)).problems == filled.problems


def test_a_file_that_is_no_journal_is_told_and_stops_nothing(journal, store, day):
    (path := journal.write(journal.round({}, {}))).write_bytes(b"nonsense" * 500)
    journal.write(journal.round({}, {}))
    filled = fill(store, journal.folder, day(0))
    assert filled.rounds == 1
    assert [str(path) in problem for problem in filled.problems] == [True]


def test_where_no_table_has_played_yet_nothing_is_wrong(journal, store, day):
    assert fill(store, journal.folder, day(0)) == fill(store, journal.folder / "absent", day(0))
    assert count(store) == 0


def test_files_that_the_journal_has_pruned_leave_their_rounds_in_the_store(journal, store, day):
    journal.write(journal.round({}, {}))
    fill(store, journal.folder, day(0))
    journal.made[0].unlink()
    assert fill(store, journal.folder, day(0)).problems == ()
    assert count(store) == 1


def test_the_table_hears_which_closed_files_are_in_the_store_and_prunes_no_others(journal, store, day):
    journal.write(journal.round({}, {}))
    written = JournalFile(journal.folder / "journal-000002.sqlite")
    journal.append(written, journal.round({}, {}))
    assert refresh(store, journal.folder, 365, day(0)).problems == ()
    assert import_mark.read(journal.folder) == {journal.made[0].name: import_mark.looks(journal.made[0])}
    written.close()
    refresh(store, journal.folder, 365, day(0))
    assert list(import_mark.read(journal.folder)) == ["journal-000001.sqlite", "journal-000002.sqlite"]
    journal.made.append(written.path)
    journal.write(journal.round({}, {}))
    journal.write(journal.round({}, {})).write_bytes(b"nonsense" * 500)
    journal.write(journal.round({}, {}))
    refresh(store, journal.folder, 365, day(0))
    assert list(import_mark.read(journal.folder)) == [path.name for path in journal.made if path != journal.made[3]]
    Pruner(journal.folder, Keep(1, 200)).prune(6, RoundBegin(0, "b", 99 * 86_400))
    assert numbers(journal.folder) == [1, 2, 3, 4, 5], "they are of today"


def test_a_table_that_cannot_be_told_what_is_in_the_store_is_a_problem(journal, store, day):
    journal.write(journal.round({}, {}))
    journal.write(journal.round({}, {}))
    (journal.folder / import_mark.FILE).mkdir()
    (problem,) = refresh(store, journal.folder, 365, day(0)).problems
    assert "old rounds stay there" in problem
    assert count(store) == 2


def fill_here(address, folder, now, ready):
    ready.wait()
    store = open_store(address, Path())
    fill(store, folder, now)
    store.close()


@pytest.mark.process
def test_programs_that_make_and_fill_a_store_at_once_bring_each_round_once(journal, address, day):
    for _ in range(4):
        journal.write(*(journal.round({"name": "Ada"}, {"name": f"P{number}"}) for number in range(10)))
    forking = get_context("fork")  # nothing is imported anew
    ready = forking.Barrier(2)
    both = [forking.Process(target=fill_here, args=(address, journal.folder, day(0), ready)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(60)
    assert [process.exitcode for process in both] == [0, 0]
    store = open_store(address, Path())
    assert (count(store), count(store, ResultRow), count(store, PlayerRow)) == (40, 80, 11)
    assert sorted(played.arrived for played in rows(store, RoundRow)) == list(range(1, 41))
    store.close()


def test_a_long_import_shows_that_it_is_alive(journal, store, day, monkeypatch):
    monkeypatch.setattr(importer, "_AT_ONCE", 2)
    beats = []
    journal.write(*[journal.round({"name": "Ada"}, {}) for _ in range(5)])
    assert fill(store, journal.folder, day(0), alive=lambda: beats.append(count(store))).rounds == 5
    assert beats == [0, 2, 4], "each part is in the store before the next one begins"
    assert fill(store, journal.folder, day(0), alive=lambda: beats.append(count(store))).rounds == 0


@pytest.mark.parametrize(("here", "told"), [("UTC", 0), ("Etc/UTC", 0), ("Asia/Tokyo", 1)])
def test_a_table_is_told_of_another_time_zone_but_not_of_another_name_of_the_same(journal, tmp_path, day, here, told):
    open_store("", tmp_path / "results.sqlite", time_zone="UTC").close()
    store = open_store("", tmp_path / "results.sqlite", time_zone=here)
    assert len(refresh(store, journal.folder, 365, day(0)).problems) == told
    store.close()
