"""Names: spellings of the same person, deletion, and automatic forgetting."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from kiosk.journal import clock_set, erasures
from kiosk.journal.lately import names_lately
from kiosk.results import players, queries
from kiosk.results.audit import trail
from kiosk.results.importer import fill, refresh
from kiosk.results.model import ResultRow

YEAR = 365


@pytest.fixture
def store(either_store):
    """An empty store of each kind: names go from a server as from a file."""
    return either_store


def known(store):
    with store.reading() as session:
        return [(player.name, player.rounds) for player in queries.players(session)]


def audit(store):
    with store.reading() as session:
        return [(entry.who, entry.what, entry.before) for entry in trail(session)]


def delete(store, name, now):
    return store.write(lambda session: players.delete(session, name, "staff@pi", now))


def forget(store, now, days=YEAR):
    return store.write(lambda session: players.forget(session, days, now))


def test_a_name_is_the_same_however_it_is_spelled(journal, store, played):
    played(journal.round({"name": "Zoë"}, {}), journal.round({"name": "ZOE\u0308"}, {}), journal.round({}, {}))
    assert known(store) == [("Zoë", 2)]


def test_guests_and_bots_are_no_players(journal, store, played):
    played(journal.round({}, {"bot": True, "name": "Bot"}))
    assert known(store) == []


def test_a_deleted_player_is_a_guest_in_every_round_and_the_audit_trail_has_no_name(journal, store, played, day):
    played(journal.round({"name": "Ada", "points": 9}, {"name": "Bob"}), journal.round({}, {"name": "Ada"}))
    assert delete(store, "ada", day(1)) == 2
    assert known(store) == [("Bob", 1)]
    with store.reading() as session:
        guests = select(ResultRow.points).where(ResultRow.player_id.is_(None))
        assert sorted(session.scalars(guests)) == [0, 0, 9]
    assert audit(store) == [("staff@pi", "delete-player", {"rounds": 2})]


def test_a_deleted_name_does_not_come_back_with_rounds_of_matches_that_had_begun(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}, at=day(0)))
    delete(store, "Ada", day(1))
    played(journal.round({"name": "Ada"}, {}, at=day(2)), now=day(2))  # the same match continues
    played(journal.round({"name": "Ada"}, {}, match="of another table", at=day(0)), now=day(2))
    assert known(store) == []


def test_who_chooses_a_deleted_name_later_is_somebody_new(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}))
    delete(store, "Ada", day(1))
    played(journal.round({"name": "Ada"}, {}, match="a later one", at=day(2)), now=day(2))
    assert known(store) == [("Ada", 1)]


def test_a_clock_that_is_behind_deletes_all_the_same(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}, at=day(0)))
    delete(store, "Ada", day(-4000))
    played(journal.round({"name": "Ada"}, {}, at=day(0)))
    assert known(store) == []


def test_a_round_of_others_that_a_wrong_clock_dated_bars_no_deleted_name_for_years(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}), journal.round({"name": "Bob"}, {}, match="in 2036", at=day(3650)))
    delete(store, "Ada", day(1))
    played(journal.round({"name": "Ada"}, {}, match="a later one", at=day(2)), now=day(2))
    assert ("Ada", 1) in known(store)


def test_who_is_deleted_in_mid_match_is_not_offered_again_after_its_next_round(journal, store, day):
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}, at=day(0)))
    refresh(store, journal.folder, YEAR, day(1))
    delete(store, "Ada", day(1))
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}, number=2, at=day(2)))
    refresh(store, journal.folder, YEAR, day(2))
    assert names_lately(journal.folder) == ("Bob", "Bob")
    journal.write(journal.round({"name": "Ada"}, {}, match="a later one", at=day(3)))
    assert names_lately(journal.folder)[0] == "Ada"


def test_the_table_is_told_of_deleted_names_and_cannot_read_them(journal, store, day):
    journal.write(journal.round({"name": "Ada"}, {"name": "Bob"}, at=day(0)))
    assert names_lately(journal.folder) == ("Ada", "Bob")
    refresh(store, journal.folder, YEAR, day(0))
    assert erasures.read(journal.folder) == erasures.ForgottenNames(erasures.read(journal.folder).key, {})
    delete(store, "Ada", day(1))
    refresh(store, journal.folder, YEAR, day(1))
    names = erasures.read(journal.folder)
    assert names.has("ADA", day(0).timestamp())
    assert not names.has("Ada", day(2).timestamp())
    assert not names.has("Bob", day(0).timestamp())
    text = (journal.folder / erasures.FILE).read_bytes().lower()
    assert b"ada" not in text.replace(names.key.encode(), b"").replace(next(iter(names.until)).encode(), b"")
    assert (journal.folder / erasures.FILE).stat().st_mode & 0o777 == 0o600
    assert names_lately(journal.folder) == ("Bob",)


@pytest.mark.parametrize("data", [b"", b"{", b'{"until": 3}', b'{"key": "0g", "until": {"a": 1}}', b"\xff\xfe"])
def test_a_damaged_list_of_forgotten_names_forgets_nobody(data, tmp_path):
    (tmp_path / erasures.FILE).write_bytes(data)
    assert not erasures.read(tmp_path).has("Ada", 0)


def test_who_has_not_played_for_so_long_is_forgotten_when_the_clock_has_said_so_for_seven_days(
    journal, store, played, day
):
    played(journal.round({"name": "Ada"}, {}, at=day(0)), journal.round({"name": "Bob"}, {}, at=day(300)), now=day(300))
    for late in range(players.OVERDUE_DAYS - 1):
        for _ in range(3):  # repeating a day changes nothing
            assert forget(store, day(YEAR + 1 + late)) == 0
    assert forget(store, day(YEAR + players.OVERDUE_DAYS)) == 1
    assert known(store) == [("Bob", 1)]
    assert audit(store) == [("kiosk", "forgotten after 365 days", {"rounds": 1})]


def test_a_clock_that_jumps_by_ten_years_and_back_forgets_nobody(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}, at=day(0)))
    for today in range(50):
        forget(store, day(3650 + today))
        forget(store, day(today))
        forget(store, day(-3650 - today))
    assert known(store) == [("Ada", 1)]


def test_who_plays_again_is_not_overdue_any_more(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}, at=day(0)))
    for late in range(players.OVERDUE_DAYS - 1):
        forget(store, day(YEAR + 1 + late))
    played(journal.round({"name": "Ada"}, {}, at=day(YEAR + 10)), now=day(YEAR + 10))
    forget(store, day(YEAR + 11))
    assert forget(store, day(2 * YEAR + 11)) == 0  # the count starts again from the first day
    assert known(store) == [("Ada", 2)]


def test_a_label_from_the_future_does_not_keep_a_name_for_years(journal, store, played, day):
    played(journal.round({"name": "Ada"}, {}, at=day(3650)), now=day(0))
    for late in range(players.OVERDUE_DAYS):
        forget(store, day(YEAR + 1 + late))
    assert known(store) == []


def test_on_a_day_on_which_the_staff_set_the_clock_nobody_is_forgotten(journal, store, day):
    """Nor counted: seven wrong years in an evening would be seven days."""
    journal.write(journal.round({"name": "Ada"}, {}, at=day(0)))
    for year in range(2, 2 + players.OVERDUE_DAYS):
        clock_set.note(journal.folder, day(year * YEAR))
        refresh(store, journal.folder, YEAR, day(year * YEAR))
    assert known(store) == [("Ada", 1)]
    for late in range(1, 1 + players.OVERDUE_DAYS):
        refresh(store, journal.folder, YEAR, day(year * YEAR + late))
    assert known(store) == []


def test_filling_forgets_too(journal, store, day):
    journal.write(journal.round({"name": "Ada"}, {}, at=day(0)))
    fill(store, journal.folder, day(0))
    for late in range(players.OVERDUE_DAYS):
        refresh(store, journal.folder, YEAR, day(YEAR + 1 + late))
    assert known(store) == []
    assert erasures.read(journal.folder).has("Ada", day(0).timestamp())
