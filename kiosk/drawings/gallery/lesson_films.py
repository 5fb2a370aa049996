"""The films of the lobby's lessons: each seat is at another step. Pure."""

from __future__ import annotations

from typing import Final

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.drawings.gallery.rehearsal import Rehearsal, Unreachable
from kiosk.table.settings import seconds

_STEPS: Final = {"cards": (0, 4, 2, 3, 1), "dice": (0, 2, 1, 3)}
"""The step at which each seat is, the seats in turn: with few seats the first ones, among them the Stop."""
_MOVES: Final = 12
"""More moves than any lesson has."""
_ROLLS_S: Final = 1.0
_GLOWS: Final = seconds(60)
"""The time after which nothing will glow any more: no card of theirs fits."""
_INVITED: Final = 9.0
"""Seconds in which people look at the table before they sit down."""


def lesson_of_cards(table: Rehearsal, language: str, _people: int) -> None:
    """The steps of the card game's lesson, a seat at each, then all of them over."""
    _lessons(table, language, "cards")


def lesson_of_dice(table: Rehearsal, language: str, _people: int) -> None:
    """The steps of the dice game's lesson."""
    _lessons(table, language, "dice")


def first_round(table: Rehearsal, language: str, people: int) -> None:
    """People in their first round do nothing, until a card of each that has one has fitted for long."""
    seats = range(1, people + 1)
    table.sit(seats, language)
    table.ready(seats)
    table.until(lambda: any(move.kind == "glow" for move in table.last.moves), _GLOWS)
    table.label("glows")
    table.wait(3)


def _lessons(table: Rehearsal, language: str, game: str) -> None:
    """Seat newcomers, show each at another step, then all with every step done."""
    steps = dict(zip(range(1, len(table.seats) + 1), _STEPS[game], strict=False))
    seats = list(steps)
    table.wait(_INVITED)
    table.sit(seats, language)
    table.choose(1, game=game)
    for number, step in steps.items():
        _practise(table, number, until=step)
    table.label("steps")
    table.wait(3)
    for number in seats:
        _practise(table, number, until=_MOVES)
    table.label("over")
    table.wait(1)


def _practise(table: Rehearsal, number: int, until: int) -> None:
    """Make the moves that the lesson shows, up to this step or its end. Raises Unreachable if it has none."""
    seat = table.seats[number - 1]
    for _ in range(_MOVES):
        lesson = table.view(seat).lesson
        if lesson is None:
            raise Unreachable("there is no lesson")
        if lesson.step >= until or not lesson.act:
            return
        match lesson.act:
            case "play":
                table.say(msg.PlayCard(seat, lesson.source, (0,), table.now))
            case "flip":
                table.say(msg.FlipHand(seat, table.now))
            case "fill":
                table.say(msg.TuckCard(seat, lesson.source, lesson.slot or 0, table.now))
            case "roll":
                table.say(msg.RollDice(seat, table.now))
                table.wait(_ROLLS_S)
            case "place":
                table.say(msg.PlaceDie(seat, lesson.piece, table.now))
            case _:
                table.tap_button(seat, Button.STOP)
