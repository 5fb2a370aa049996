"""The best results of the day: whose matches count, and when the list begins anew."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import RoundLine, Sitting
from kiosk.protocol.state import State
from kiosk.table.best_scores import BestScores, best_of, is_usual
from kiosk.table.choices import Choices
from kiosk.table.inputs import HallBest, KnownNames, NewDay
from kiosk.table.settings import TableSettings
from tests.rig.records import begun


def _score(seat: int, points: int, name: str = "") -> msg.BestScore:
    return msg.BestScore(SeatNumber(seat), points, name)


def _best(table):
    """Return the list of every game that is shown until the first one comes again."""
    found = {}
    table.wait_for(lambda: table.state is State.ATTRACT)
    while table.snapshot().game not in found:
        now = table.snapshot()
        found[now.game] = now.best
        table.wait_for(lambda game=now.game: table.snapshot().game != game, 1_200_000)
    return found


def _played(table, length: str, **choices: str):
    table.start(1, bots=True, length=length, **choices)
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)
    return next(line.total for line in table.snapshot().result.lines if line.seat == 1)


def test_the_three_highest_are_kept_and_of_equal_ones_the_first():
    best = BestScores({"cards": (_score(1, 20, "Ada"),)})
    best.add("cards", [_score(2, 20, "Bob"), _score(3, -4)])
    best.add("cards", [_score(4, 31)])
    best.add("dice", [_score(1, 104)])
    assert best.of("cards") == (_score(4, 31), _score(1, 20, "Ada"), _score(2, 20, "Bob"))
    assert best.of("dice") == (_score(1, 104),)


def test_a_match_of_the_usual_length_is_told_in_attract_of_its_game_alone(session_table):
    table = session_table(3)
    total = _played(table, "rounds 5")
    assert _best(table) == {"cards": (_score(1, total),), "dice": ()}


@pytest.mark.parametrize(
    "choices",
    [
        {"length": "rounds 3"},
        {"length": "rounds 5", "handicap": "8"},
        {"length": "rounds 5", "cooldown": "1000"},
        {"length": "rounds 5", "house recycle": "turn_over"},
    ],
)
def test_shorter_matches_handicaps_and_house_rules_are_not_compared(session_table, choices):
    table = session_table(3)
    _played(table, **choices)
    assert _best(table)["cards"] == ()


def test_nothing_is_told_while_people_play(session_table):
    table = session_table(3, best={"cards": (_score(1, 50),)})
    assert table.snapshot().best == (_score(1, 50),)
    table.start(1, bots=True)
    assert table.snapshot().best == ()


def test_the_list_of_a_new_day_is_empty(session_table):
    table = session_table(3, best={"cards": (_score(1, 50),), "dice": (_score(2, 110),)})
    table.put(NewDay())
    assert _best(table) == {"cards": (), "dice": ()}


def test_names_that_have_gone_are_neither_shown_nor_offered(session_table):
    table = session_table(3, names=("Ada", "Bob"), best={"cards": (_score(1, 50, "Ada"), _score(2, 40, "Bob"))})
    table.put(KnownNames(("Bob",), {"cards": (_score(1, 50), _score(2, 40, "Bob"))}))
    assert _best(table)["cards"] == (_score(1, 50), _score(2, 40, "Bob"))
    table.press(1)
    assert table.snapshot().lobby.names == ("Bob",)


def test_what_was_chosen_in_an_unknown_game_has_no_usual_length():
    settings = TableSettings((msg.SeatPlan(SeatNumber(1), "south", 0.5),))
    assert not is_usual({"game": "mahjong", "length": "rounds 5"}, settings)
    assert not is_usual({}, settings)


USUAL = {"game": "cards", "length": "rounds 5"}
SETTINGS = TableSettings((msg.SeatPlan(SeatNumber(1), "south", 0.5),))


def _line(seat: int, total: int, **told: object) -> RoundLine:
    return RoundLine(SeatNumber(seat), points=1, total=total, name=f"p{seat}", **told)


def test_recorded_matches_count_as_those_that_the_table_has_seen():
    started = begun(chosen=USUAL, seats=(Sitting(SeatNumber(1)), Sitting(SeatNumber(2), on_screen=True)))
    matches = [
        (started, [_line(1, 20), _line(2, 90)]),
        (begun(chosen=USUAL | {"length": "rounds 3"}), [_line(1, 99)]),
        (begun(chosen=USUAL | {"house recycle": "turn_over"}), [_line(1, 98)]),
        (begun(chosen=USUAL), [_line(3, 30), _line(4, 25, bot=True), _line(5, 24, gone=True)]),
        (begun(chosen=USUAL), [_line(6, 23, handicap=8), _line(7, 22, cooldown=1000), _line(8, 21, on_screen=True)]),
    ]
    assert best_of(matches, SETTINGS) == {"cards": (_score(3, 30, "p3"), _score(1, 20, "p1"))}


def test_results_of_an_edition_before_its_correction_are_not_compared_with_those_after_it():
    """The program may be changed in the middle of a day."""
    choices = Choices(SETTINGS)
    choices.choose("preset", "wikipedia")
    usual = {key: choices.chosen[key] for key in ("game", "preset", "length")}
    matches = [
        (begun(chosen=usual, rules={"discard_chain": "chain"}), [_line(1, 99)]),
        (begun(chosen=usual, rules={"discard_chain": "top"}), [_line(1, 20)]),
    ]
    assert best_of(matches, SETTINGS) == {"cards": (_score(1, 20, "p1"),)}


def test_names_are_not_told_where_the_table_takes_none():
    nameless = replace(SETTINGS, takes_names=False)
    assert best_of([(begun(chosen=USUAL), [_line(1, 20)])], nameless) == {"cards": (_score(1, 20),)}


def test_the_halls_best_are_shown_instead_with_their_age_for_as_long_as_it_tells_them(session_table):
    own, hall = _score(1, 50), _score(4, 31, "Ada")
    table = session_table(3, best={"cards": (own,)})
    table.put(HallBest({"cards": (hall,)}, 3))
    assert (table.snapshot().best, table.snapshot().best_age) == ((hall,), 3)
    table.put(NewDay())
    table.put(KnownNames((), {"cards": (own,)}))
    assert (table.snapshot().best, table.snapshot().best_age) == ((hall,), 3)
    table.put(HallBest({"dice": (hall,)}))
    assert (table.snapshot().best, table.snapshot().best_age) == ((own,), None)
    table.put(HallBest({"cards": (hall,)}))
    table.start(1, bots=True)
    assert (table.snapshot().best, table.snapshot().best_age) == ((), None)
