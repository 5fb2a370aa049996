"""Rankings: comparable groups, exclusions, and each player's figures."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import postgresql

from kiosk.journal.records import BrokenOff, MatchEnded
from kiosk.results import standings as module
from kiosk.results.model import KeptStanding
from kiosk.results.queries import NoSuchRound, rounds, void
from kiosk.results.ranked import Group, ResultFilter, days_of
from kiosk.results.standings import standings, trend

CARDS = Group("cards", "table_default", "", "drag", real_dice=False)


@pytest.fixture
def ranked(store):
    """Return everybody's points by group, with a filter; and the results left out."""

    def rank(**wanted):
        with store.reading() as session:
            told = standings(session, ResultFilter(**wanted))
        return {group: {row.name: row.mean for row in rows} for group, rows in told.groups.items()}, told.left_out

    return rank


def test_all_that_is_told_of_a_player(journal, store, played):
    ada = [
        {"points": 10, "won": True, "stops": 1, "reaction_ms": 300, "false_stops": 1},
        {"points": -4, "lost_races": 2},
        {"points": 6, "won": True, "stops": 1, "reaction_ms": 500, "lost_races": 1},
        {"points": 8, "reaction_ms": 900},
    ]
    last = {3: MatchEnded(winners=(1,), totals=(20, 0))}
    lines = [{"name": "Ada", **line} for line in ada]
    played(*(journal.round(line, {}, number=number, over=last.get(number)) for number, line in enumerate(lines)))
    with store.reading() as session:
        (told,) = standings(session, ResultFilter()).groups[CARDS]
    assert (told.name, told.several, told.rounds, told.mean, told.best, told.worst) == ("Ada", False, 4, 5.0, 10, -4)
    assert (told.trend, told.won, told.win_rate, told.stops, told.false_stops) == (4.0, 2, 0.5, 2, 1)
    assert (told.reaction_ms, told.lost_races, told.matches, told.matches_won) == (500, 3, 1, 1)


def test_the_best_come_first(journal, ranked, played):
    played(journal.round({"name": "Ada", "points": 3}, {"name": "Bob", "points": 9}, {"name": "Cem", "points": 5}))
    assert list(ranked()[0][CARDS]) == ["Bob", "Cem", "Ada"]


def test_of_equal_means_more_rounds_come_first_then_the_alphabet(journal, ranked, played):
    level = [{"name": name, "points": 4} for name in ("Cem", "Zoe", "Bob")]
    played(journal.round(*level), journal.round({"name": "Zoe", "points": 4}, {}))
    assert list(ranked()[0][CARDS]) == ["Zoe", "Bob", "Cem"]


@pytest.mark.parametrize("most", [1, 2, 2000])
def test_groups_are_read_together_as_far_as_a_database_takes_their_players(journal, store, played, monkeypatch, most):
    monkeypatch.setattr(module, "_FEW", most)
    editions = ("table_default", "nordic_is", "wikipedia")
    played(
        *(
            journal.round({"name": "Ada", "points": points}, {"name": "Bob", "points": 0}, chosen={"preset": edition})
            for points, edition in enumerate(editions, 1)
        )
    )
    with store.reading() as session:
        told = standings(session, ResultFilter(), top=1).groups
    best = {group.edition: [(row.name, row.best) for row in rows] for group, rows in told.items()}
    assert best == {edition: [("Ada", points)] for points, edition in enumerate(editions, 1)}


def test_a_server_divides_means_without_decimals():
    mean = module._mean(KeptStanding.points, KeptStanding.rounds)
    assert "NUMERIC" not in str(mean.compile(dialect=postgresql.dialect()))


def test_tapping_and_dragging_are_never_in_one_ranking(journal, ranked, played):
    played(
        journal.round({"name": "Ada", "points": 3}, {}), journal.round({"name": "Ada", "points": 30}, {}, touch="tap")
    )
    tap = replace(CARDS, touch="tap")
    assert ranked()[0] == {CARDS: {"Ada": 3}, tap: {"Ada": 30}}
    assert ranked(touch="tap")[0] == {tap: {"Ada": 30}}


def test_games_editions_the_pro_variant_and_real_dice_are_apart_too(journal, ranked, played):
    chosen = {"preset": "nordic_is", "pro": "seat"}
    played(
        journal.round({"name": "Ada", "points": 1}, {}),
        journal.round({"name": "Ada", "points": 2}, {}, chosen=chosen),
        journal.round({"name": "Ada", "points": 3}, {}, game="dice", chosen={"preset": "wuerfel_schmidt"}),
        journal.round(
            {"name": "Ada", "points": 4}, {}, game="dice", chosen={"preset": "wuerfel_schmidt"}, real_dice=True
        ),
    )
    dice = Group("dice", "wuerfel_schmidt", "", "drag", real_dice=False)
    assert ranked()[0] == {
        CARDS: {"Ada": 1},
        Group("cards", "nordic_is", "seat", "drag", real_dice=False): {"Ada": 2},
        dice: {"Ada": 3},
        replace(dice, real_dice=True): {"Ada": 4},
    }
    assert ranked(game="cards", edition="nordic_is")[0].keys() == {
        Group("cards", "nordic_is", "seat", "drag", real_dice=False)
    }


def test_declared_handicaps_are_in_no_ranking_unless_asked_for(journal, ranked, played):
    played(
        journal.round({"name": "Ada", "points": 1}, {"name": "Bob", "points": 2, "handicap": 8}),
        journal.round({"name": "Ada", "points": 3, "on_screen": True}, {}, real_dice=True),
        journal.round({"name": "Cem", "points": 4, "on_screen": True}, {}),  # no real dice: no difference
    )
    real = replace(CARDS, real_dice=True)
    assert ranked() == ({CARDS: {"Cem": 4, "Ada": 1}}, {"guests": 2, "handicaps": 2})
    assert ranked(handicaps=True)[0] == {CARDS: {"Cem": 4, "Bob": 2, "Ada": 1}, real: {"Ada": 3}}


def test_a_cooldown_of_the_seats_own_is_a_handicap_shorter_or_longer(journal, ranked, played):
    quicker, slower = {"name": "Bob", "points": 2, "cooldown": -500}, {"name": "Cem", "points": 3, "cooldown": 1000}
    played(journal.round({"name": "Ada", "points": 1}, quicker, slower))
    assert ranked() == ({CARDS: {"Ada": 1}}, {"handicaps": 2})
    assert ranked(handicaps=True)[0] == {CARDS: {"Cem": 3, "Bob": 2, "Ada": 1}}


def test_matches_with_house_rules_are_in_no_ranking(journal, ranked, played):
    chosen = {"preset": "table_default", "house false_stop": "ignore"}
    played(
        journal.round({"name": "Ada", "points": 1}, {"bot": True}),
        journal.round({"name": "Ada", "points": 9}, {}, chosen=chosen),
    )
    assert ranked() == ({CARDS: {"Ada": 1}}, {"bots": 1, "house_rules": 2})
    assert ranked(handicaps=True)[0] == {CARDS: {"Ada": 1}}


def test_bots_are_in_no_ranking_unless_asked_for(journal, ranked, played):
    played(journal.round({"name": "Ada", "points": 1}, {"bot": True, "points": 7}))
    assert ranked() == ({CARDS: {"Ada": 1}}, {"bots": 1})
    assert ranked(bots=True) == ({CARDS: {"bots (steady)": 7, "Ada": 1}}, {})


def test_guests_are_in_no_ranking_unless_asked_for_and_then_together(journal, store, ranked, played):
    over = MatchEnded(winners=(2,), totals=())
    played(journal.round({"name": "Ada", "points": 1}, {"points": 7}, {"points": 3}, {"handicap": 8}, over=over))
    assert ranked() == ({CARDS: {"Ada": 1}}, {"guests": 3})
    assert ranked(guests=True) == ({CARDS: {"guests": 5, "Ada": 1}}, {"handicaps": 1})
    with store.reading() as session:
        guests, ada = standings(session, ResultFilter(guests=True)).groups[CARDS]
    assert (guests.several, guests.matches, guests.matches_won) == (True, 1, 1)
    assert (ada.several, ada.matches_won) == (False, 0)


def test_dice_that_nobody_has_won_are_no_result(journal, ranked, played):
    played(journal.round({"name": "Ada"}, {"name": "Bob"}, game="dice", by="dead_by_cards", decided=False))
    assert ranked() == ({}, {"undecided": 2})


def test_a_voided_round_counts_no_more_until_it_counts_again(journal, store, ranked, played, day):
    played(journal.round({"name": "Ada", "points": 1}, {}, id="abc-1"), journal.round({"name": "Ada"}, {}, id="abc-2"))

    def change(round_id, reason):
        return store.write(lambda session: void(session, round_id, reason, "staff", day(1)))

    assert change("abc-1", "the cat") == ("abc-1", True)
    assert change("abc-1", "the cat") == ("abc-1", False)
    assert ranked() == ({CARDS: {"Ada": 0}}, {"guests": 1, "voided": 2})
    assert change("abc-1", None) == ("abc-1", True)
    assert ranked()[0] == {CARDS: {"Ada": 0.5}}
    for unclear in ("abc", "nothing", "", "abc-_"):
        with pytest.raises(NoSuchRound):
            change(unclear, "why")
    assert change("abc-2", "the beginning will do")[1]


def test_only_the_asked_days_and_table_count(journal, store, ranked, played, day):
    one = {"name": "Ada"}
    here = [journal.round({**one, "points": number}, {}, at=day(number)) for number in range(3)]
    played(*here, now=day(5))
    first, second = (day(number).date() for number in range(2))
    assert ranked(first=second)[0] == {CARDS: {"Ada": 1.5}}
    assert ranked(last=first)[0] == {CARDS: {"Ada": 0}}
    assert ranked(first=second, last=second)[0] == {CARDS: {"Ada": 1}}
    assert ranked(first=first, last=second)[0] == {CARDS: {"Ada": 0.5}}
    assert ranked(table="Table 1")[0] == {CARDS: {"Ada": 1}}
    assert ranked(table="Table 2")[0] == {}
    with store.reading() as session:
        assert [one.id for one in rounds(session, ResultFilter(first=second))] == ["round-2", "round-3"]


def test_a_week_begins_on_monday_and_a_month_ends_with_its_last_day():
    saturday = date(2026, 11, 21)
    assert days_of("today", saturday) == (saturday, saturday)
    assert days_of("week", saturday) == (date(2026, 11, 16), date(2026, 11, 22))
    assert days_of("month", saturday) == (date(2026, 11, 1), date(2026, 11, 30))
    assert days_of("month", date(2028, 2, 29)) == (date(2028, 2, 1), date(2028, 2, 29))
    assert days_of("month", date(2026, 12, 31)) == (date(2026, 12, 1), date(2026, 12, 31))
    assert days_of("all", saturday) == (None, None)


@pytest.mark.parametrize(
    ("first", "last", "kept"),
    [
        (None, None, ""),
        (date(2026, 11, 21), date(2026, 11, 21), "2026-11-21"),
        (date(2026, 11, 1), date(2026, 11, 30), "2026-11"),
        (date(2026, 11, 1), date(2026, 12, 31), None),
        (date(2026, 11, 2), date(2026, 11, 30), None),
        (date(2026, 11, 1), date(2026, 11, 29), None),
        (date(2026, 11, 1), None, None),
        (None, date(2026, 11, 30), None),
        (date(2026, 11, 2), date(2026, 11, 1), None),
    ],
)
def test_all_time_whole_months_and_days_are_kept(first, last, kept):
    assert ResultFilter(first=first, last=last).period == kept


def test_a_match_that_was_broken_off_has_no_winner(journal, store, played):
    played(journal.round({"name": "Ada", "won": True}, {}, over=BrokenOff(at=1, why="pause")))
    with store.reading() as session:
        (told,) = standings(session, ResultFilter()).groups[CARDS]
    assert (told.matches, told.matches_won, told.won) == (1, 0, 1)


def test_a_match_counts_when_it_is_over(journal, store, played):
    played(journal.round({"name": "Ada", "won": True}, {}))
    with store.reading() as session:
        assert [row.matches for row in standings(session, ResultFilter()).groups[CARDS]] == [0]
    played(journal.round({"name": "Ada"}, {}, number=2, over=MatchEnded(winners=(1,), totals=(9, 0))))
    with store.reading() as session:
        assert [(row.matches, row.matches_won) for row in standings(session, ResultFilter()).groups[CARDS]] == [(1, 1)]


def test_the_trend_follows_the_order_of_play_when_the_clock_jumps(journal, store, played, day):
    for number, jump in enumerate((0, 3650, -3650, 1)):
        played(journal.round({"name": "Ada", "points": number}, {}, at=day(jump)))
    with store.reading() as session:
        (told,) = standings(session, ResultFilter()).groups[CARDS]
    assert told.trend == 2.0


@given(st.lists(st.integers(-20, 40), max_size=60))
def test_a_trend_looks_at_the_last_ten_rounds_or_the_latter_half(points):
    told = trend(points)
    if len(points) < 4:
        assert told is None
    else:
        latest = 10 if len(points) >= 20 else len(points) // 2
        mean = sum(points[-latest:]) / latest - sum(points[:-latest]) / (len(points) - latest)
        assert told == pytest.approx(mean, abs=0.0051)
