"""The films of what is before a match: bots, the lobby, its lessons, a table that is closed. Pure."""

from __future__ import annotations

from typing import Final

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.drawings.gallery.rehearsal import NAMES, Rehearsal, Unreachable
from kiosk.protocol.state import AttractScene
from kiosk.table.inputs import Doors
from kiosk.table.settings import seconds

_INVITED: Final = 8.0
_INVITED_TO_LESSON: Final = 9.0
"""Seconds in which people look at the table before they sit down; before a lesson a little longer."""


def attract(table: Rehearsal, _language: str, _people: int) -> None:
    """All scenes of cards: pieces stream, bots play up to their Stop, and the best of today."""
    table.until(lambda: table.last.game == "cards")
    table.wait(4)
    table.label("cards")
    table.until(lambda: table.last.scene is AttractScene.PLAY)
    table.wait(1)
    table.label("cards played")
    table.until(lambda: table.last.scene is AttractScene.STOP)
    table.label("stopped")
    table.until(lambda: table.last.scene is AttractScene.BEST)
    table.label("best")
    table.wait(4)


def attract_dice(table: Rehearsal, _language: str, _people: int) -> None:
    """Those of the next game, which is dice."""
    table.until(lambda: table.last.game == "dice")
    table.cut()
    table.wait(4)
    table.label("dice")
    table.until(lambda: table.last.scene is AttractScene.PLAY)
    table.wait(6)
    table.label("dice played")
    table.wait(6)


def lobby(table: Rehearsal, language: str, count: int) -> None:
    """The first seat is taken, the second ready, the others are free; then everybody is ready."""
    table.wait(1)
    table.cut()
    table.wait(_INVITED)
    table.sit([1], language)
    table.label("sat")
    table.wait(2)
    table.sit([2], language)
    for seat in (1, 2):
        table.choose(seat, name=NAMES[seat - 1])
    table.ready([2])
    table.wait(1)
    table.label("some")
    table.wait(2)
    table.sit(range(3, count + 1), language)
    table.wait(1)
    table.ready(range(3, count + 1))
    table.label("nearly")


def lobby_of_dice(table: Rehearsal, language: str, _people: int) -> None:
    """The same before a match of dice."""
    table.sit([1], language)
    table.choose(1, game="dice", name=NAMES[0])
    table.sit([2], language)
    table.ready([2])
    table.cut()
    table.wait(1)
    table.label("some")


def house_rules(table: Rehearsal, language: str, count: int) -> None:
    """Two options are changed; then somebody proposes a third one to all, and somebody objects."""
    table.sit([1], language)
    table.choose(1, name=NAMES[0], **{"house false_stop": "points 2"})
    table.choose(1, **{"house recycle": "turn_over"})
    table.cut()
    table.wait(1)
    table.label("changed")
    table.sit(range(2, count + 1), language)
    table.wait(1)
    table.choose(1, **{"house discard_chain": "third_only"})
    table.label("proposed")
    table.ready([2])
    table.wait(3)
    table.choose(2, object="")
    table.label("dropped")
    table.wait(1)


def discs(table: Rehearsal, language: str, count: int) -> None:
    """Somebody touches the disc of the other game, and nobody objects."""
    table.sit(range(1, count + 1), language)
    table.cut()
    table.wait(1)
    table.say(msg.ProposeOption("game", "dice", table.now))
    table.label("asked")
    table.wait(6)
    table.label("holds")


def another_edition(table: Rehearsal, language: str, _people: int) -> None:
    """Before a match of another edition than the table's own."""
    table.sit([1], language)
    table.choose(1, preset="schmidt_de_fr_it", name=NAMES[0])
    table.sit([2], language)
    table.ready([2])
    table.cut()
    table.wait(1)
    table.label("some")


def closed(table: Rehearsal, _language: str, _people: int) -> None:
    """Outside the opening hours."""
    table.put(Doors(open=False))
    table.cut()
    table.wait(6)
    table.label("closed")


_STEPS: Final = {"cards": (0, 4, 2, 3, 1), "dice": (0, 2, 1, 3)}
"""The step at which each seat is, the seats in turn: with few seats the first ones, among them the Stop."""
_MOVES: Final = 12
"""More moves than any lesson has."""
_ROLLS_S: Final = 1.0
_GLOWS: Final = seconds(60)
"""The time after which nothing will glow any more: no card of theirs fits."""


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
    table.wait(_INVITED_TO_LESSON)
    table.sit(seats[:1], language)
    table.choose(1, game=game)
    table.sit(seats[1:], language)
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
