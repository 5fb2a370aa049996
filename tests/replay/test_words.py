"""Every record of a round has a line in words."""

from __future__ import annotations

import re

import pytest

from kiosk.game import commands as cmd
from kiosk.game import events as ev
from kiosk.game.cards.cards import parse_card
from kiosk.game.cards.commands import (
    DISCARD,
    ROW,
    STACK,
    DeadArmed,
    DeadDisarmed,
    Flip,
    Flipped,
    Play,
    Played,
    Refilled,
    Reshuffled,
    StackEmptied,
    Tuck,
    Tucked,
)
from kiosk.game.cards.position import parse_cards
from kiosk.game.dice.commands import DiceGone, DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import parse_dice, parse_die
from kiosk.game.refusals import DeadState, Reason, RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.journal import records as rec
from kiosk.journal.codec import codec_of
from kiosk.journal.reader import JournalEntry
from kiosk.replay.verify import verify
from kiosk.replay.words import BROKEN_OFF, PAUSES, SEAT_CHANGES, RoundInWords, clock, table
from tests.rig.records import begun

SEATS = (
    rec.Sitting(SeatNumber(2)),
    rec.Sitting(SeatNumber(3), name="Ada"),
    rec.Sitting(SeatNumber(7), bot=True),
)
STARTED = begun(match="m", number=3, seats=SEATS)
DICE = begun(match="m", number=3, seats=SEATS, game="dice")


def told(record, margins=None, started=STARTED):
    return RoundInWords(started, margins or {}).line(JournalEntry(5, 0.0, record))


def judged(command, *events, **more):
    seat = None if isinstance(command, cmd.Tick) else SEATS[command.seat].seat
    started = DICE if isinstance(command, Roll | PlaceDie) else STARTED
    codec = codec_of(started.game)
    record = rec.Judged(
        command.at * 1_000_000, codec.command_plain(command), tuple(map(codec.event_plain, events)), seat=seat, **more
    )
    return told(record, {5: ", 12.0 ms earlier"}, started)


R4, B2 = parse_card("r4"), parse_card("b2")


@pytest.mark.parametrize(
    ("command", "events", "text"),
    [
        (
            Play(1200, 0, ROW[1]),
            [Played(1200, 0, ROW[1], R4, 7), Refilled(1200, 0, 1, B2), StackEmptied(1200, 0)],
            "r4 from row 1 to the centre, cell 7; b2 from stack to row 1; the stack is empty",
        ),
        (
            Play(1200, 0, STACK),
            [ev.Rejected(1200, 0, "play", Reason.BEATEN_TO_IT, R4, 1, 1188)],
            "play r4: refused, beaten to it by seat 3 Ada, 12.0 ms earlier",
        ),
        (
            Play(9, 1, DISCARD),
            [ev.Rejected(9, 1, "play", Reason.DOES_NOT_FIT, R4), ev.Penalized(9, 1, 1)],
            "play r4: refused, does not fit; costs 1",
        ),
        (
            Flip(900, 2),
            [Flipped(900, 2, parse_cards("r1 g2"), True), ev.SeatLocked(900, 2, 1250, True)],
            "new hand, flips r1 g2",
        ),
        (Tuck(5, 0, STACK, 2), [Tucked(5, 0, STACK, 2, B2)], "b2 from stack onto row 2"),
        (
            cmd.Stop(70, 0),
            [ev.RoundEnded(70, RoundEnd.STOP, 0)],
            "calls Stop; the round ends: stop of seat 2",
        ),
        (
            cmd.Stop(70, 0),
            [ev.Rejected(70, 0, "stop", Reason.STACK_NOT_EMPTY), ev.SeatLocked(70, 0, 2070, False)],
            "stop: refused, stack not empty; locked until 0:02.070",
        ),
        (
            cmd.Vote(8, 1),
            [ev.Voted(8, 1), ev.VotesVoid(8), DeadArmed(8, DeadState.BY_ORDER, None)],
            "votes: nothing goes; the votes are void; nobody can play (dead by order) until a vote",
        ),
        (
            cmd.Leave(8, 2),
            [ev.Left(8, 2), DeadArmed(8, DeadState.BY_CARDS, 12_008)],
            "leaves the round; nobody can play (dead by cards) until 0:12.008",
        ),
        (
            cmd.Tick(90),
            [Reshuffled(80), DeadDisarmed(80)],
            "all hands are shuffled; somebody can play again",
        ),
        (cmd.Tick(90), [ev.RoundEnded(80, RoundEnd.DEAD_BY_CARDS, None)], "the round ends: dead by cards"),
        (
            Roll(3, 0, parse_dice("r1 y6")),
            [Rolled(3, 0, parse_dice("r1 y6")), ev.SeatLocked(3, 0, 903, False)],
            "rolls r1 y6; locked until 0:00.903",
        ),
        (
            PlaceDie(3, 0, parse_die("r1")),
            [DiePlaced(3, 0, parse_die("r1")), DiceGone(3, 0)],
            "r1 to the board; no dice are left",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, cmd.Command) else "",
)
def test_a_command_and_what_came_of_it_in_words(command, events, text):
    assert judged(command, *events).text == text


def test_what_happened_to_another_seat_names_it():
    line = judged(Play(9, 0, STACK), StackEmptied(9, 2))
    assert line.text == "seat 7 (bot): the stack is empty"


def test_a_dead_heat_says_so():
    line = judged(Play(9, 0, STACK), Played(9, 0, STACK, R4, 0), lot=True)
    assert line.text.endswith("; a dead heat: drawn by lot")


@pytest.mark.parametrize(
    ("record", "who", "text"),
    [
        (STARTED, None, "round 3 of m: 3 seats"),
        (rec.TurnedAway(5, SeatNumber(2), "FlipHand", "locked"), 2, "flip hand: refused, locked"),
        (rec.Resumed(5), None, "GO again"),
        (rec.MatchEnded((SeatNumber(3),), (1, 2, 3)), None, "the match is over: won by seat 3 Ada"),
        (rec.MatchEnded((), (1, 2, 3)), None, "the match is over: won by nobody"),
        (
            rec.RoundEnded(5, "stop", (rec.RoundLine(SeatNumber(2), -3, 40),)),
            None,
            "counted: seat 2 -3 = 40",
        ),
        *((rec.SeatChanged(5, SeatNumber(3), change), 3, text) for change, text in SEAT_CHANGES.items()),
        *((rec.Paused(5, why, SeatNumber(3)), 3, text) for why, text in PAUSES.items()),
        *((rec.BrokenOff(5, why), None, text) for why, text in BROKEN_OFF.items()),
        (rec.BrokenOff(5, "unheard of"), None, "unheard of"),
    ],
)
def test_other_records_in_words(record, who, text):
    line = told(record)
    assert (line.who, line.text) == (who, text)


def test_what_is_not_understood_is_told_as_that():
    line = told(rec.Judged(5, ("Dance", 1), ()))
    assert line.text.startswith("not understood: ['Dance', 1]")


@pytest.mark.parametrize(
    ("at", "text"),
    [(0, "0:00.000"), (62_345_999_999, "1:02.345"), (-1_500_000, "-0:00.001"), (3_600_000_000_000, "60:00.000")],
)
def test_a_time_of_the_round(at, text):
    assert clock(at) == text


@pytest.mark.parametrize("kind", ["cards", "dice"])
def test_every_record_of_a_round_has_its_line_and_lines_have_columns(bot_match, kind):
    log = bot_match(kind, leaves=True).logs[0]
    words = RoundInWords(log.started, verify(log).margins)
    lines = words.lines(log)
    assert [line.number for line in lines] == [*range(len(log.entries))]
    assert all(line.text for line in lines)
    printed = [*table(lines, words)]
    assert len(printed) == len(lines)
    assert len({re.search(r"\d:\d\d\.\d{3}  ", line).end() for line in printed if ":" in line[:16]}) == 1


def test_what_a_game_says_that_is_not_installed_is_not_understood():
    record = rec.Judged(5, ("Lay", 5, 0, "3-5"), (), seat=SEATS[0].seat)
    gone = begun(match="m", seats=SEATS, game="dominoes")
    assert told(record, started=gone).text.startswith("not understood: 'dominoes' is not an installed game")
