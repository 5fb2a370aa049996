"""The films of the gallery: scripts that play a table up to what is to be seen, and name its instants. Pure.

A script gets a table (``Rehearsal``), the language of its people, and the number of seats that people take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from hardware.api import Button, DeviceFault, Fault, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.drawings.gallery.lobby_films import (
    another_edition,
    attract,
    attract_dice,
    closed,
    discs,
    first_round,
    house_rules,
    lesson_of_cards,
    lesson_of_dice,
    lobby,
    lobby_of_dice,
)
from kiosk.drawings.gallery.rehearsal import NAMES, Rehearsal, Unreachable
from kiosk.drawings.gallery.staff_films import lockout, service, service_house_rules
from kiosk.game.refusals import RoundEnd
from kiosk.protocol.state import State

_GLOWS_MS: Final = 500
_ROLLS_ON_MS: Final = 150
"""The time for which a placed die surely glows, and for which dice have to roll on so that they are seen to."""
CLOSE_MS: Final = 14
"""The margin of the race that is shown."""

PRESSED: Final = "schmidt_2017_en"
"""An edition in which a round goes on until somebody calls Stop."""
_PRESS_WAITS: Final = milliseconds(3000)

Script = Callable[[Rehearsal, str, int], None]
_CHOOSING: Final = 4.0
"""Seconds in which people look at the lobby before they are ready."""
_COUNTED = 7.0
"""Seconds for which people look at the count of a round before they go on."""
_ROUNDS: Final = 3
_LEADS_S: Final = 5.0
"""The rounds of a match, and the seconds after which its last one is looked at."""


def people(seats: int) -> int:
    """Return how many of the seats are taken by people; bots take the others."""
    return {2: 2, 3: 2, 4: 3}.get(seats, 2 * seats // 3)


# ---------------------------------------------------------------- a round


def begin(table: Rehearsal, language: str, count: int, **choices: str) -> None:
    """Begin a match of ``count`` people and bots, up to the countdown, in which its deal is seen."""
    taken = range(1, count + 1)
    table.sit(taken[:1], language)
    table.choose(1, **choices)
    table.sit(taken[1:], language)
    for seat in taken[: len(NAMES)]:
        table.choose(seat, name=NAMES[seat - 1])
    table.cut()
    table.wait(_CHOOSING)
    table.ready(taken)
    table.until(lambda: table.state is not State.LOBBY)
    table.label("countdown")
    table.play_for(taken)
    table.until_state(State.PLAY)


def to_the_end(table: Rehearsal) -> None:
    """Play to the round's end and its result, and name what comes up by itself."""
    while table.state is State.PLAY:
        table.wait(0.05)
        if any(view.stack_count == 1 for view in table.last.seats if view.row):
            table.label("last_card")
        if any(view.may_stop and not view.bot for view in table.last.seats):
            table.label("may_stop")
    table.labels["stopped"] = _since(table)
    table.until_state(State.ROUND_RESULT)
    if "may_stop" not in table.labels:
        raise Unreachable("no person may call Stop")


def _since(table: Rehearsal) -> Instant:
    """Return the instant at which the current state began."""
    state = table.last.state
    began = table.last.now
    for shown in reversed(table.shown):
        if shown.state != state:
            break
        began = shown.now
    return Instant(began)


def _name_the_fullest(table: Rehearsal) -> None:
    """Name the instant of play with the most open piles, or dice on the board."""
    played = [shown for shown in table.shown if shown.state == State.PLAY]
    fullest = max(played, key=lambda shown: (len(shown.piles) + len([*filter(None, shown.board)]), shown.now))
    table.labels["full"] = Instant(fullest.now)


def round_of_cards(table: Rehearsal, language: str, count: int) -> None:
    """A whole round."""
    begin(table, language, count)
    table.wait(5)
    table.label("early")
    table.until(lambda: any(view.hot_until for view in table.last.seats))
    table.label("streak")
    to_the_end(table)
    _name_the_fullest(table)
    table.wait(12)


def last_seconds(table: Rehearsal, language: str, count: int, **choices: str) -> None:
    """A round that ends by itself: whoever may call Stop does not."""
    begin(table, language, count, **choices)
    table.cut()
    while table.state is State.PLAY:
        table.wait(0.05)
        for view in table.last.seats:
            if view.may_stop:
                table.label("may_stop")
                table.rest(view.seat)
        if table.last.stop_due:
            table.label("due")
        elif "may_stop" in table.labels and table.now - table.labels["may_stop"] > _PRESS_WAITS:
            break
    who = next((shown.seats for shown in reversed(table.shown) if any(one.may_stop for one in shown.seats)), ())
    if any(view.may_stop and view.bot for view in who) or table.last.ended_by == RoundEnd.STOP:
        raise Unreachable("a bot may call Stop, or somebody has")
    table.wait(4)


def last_seconds_of_dice(table: Rehearsal, language: str, count: int) -> None:
    """A round of dice that ends by itself."""
    last_seconds(table, language, min(count, 4), game="dice")


def waits_for_a_press(table: Rehearsal, language: str, count: int) -> None:
    """A stack is empty in an edition that waits for the press."""
    last_seconds(table, language, count, preset=PRESSED)


def slips(table: Rehearsal, language: str, count: int) -> None:
    """A refused card, a false Stop and a close race; after the round a look back at that."""
    begin(table, language, count)
    table.wait(10)
    refuse(table, 1)
    table.wait(2)
    table.tap_button(2)
    table.wait(0.4)
    table.label("false_stop")
    table.wait(3)
    race(table, count)
    table.until(lambda: table.state is State.ROUND_RESULT)
    races = () if table.last.result is None else table.last.result.races
    shown = next((one for one in races if one.margin_ms == CLOSE_MS), None)
    if shown is None:
        raise Unreachable("the race is not among those of the result")
    table.until(lambda: table.state is State.REPLAY)
    table.label("seen_again")
    table.until(lambda: table.state is State.ROUND_RESULT)
    table.wait(0.5)
    table.say(msg.LookAgain(table.seats[0], shown.id, table.now))
    table.label("look_again")
    table.wait(8)


def refuse(table: Rehearsal, seat: int) -> None:
    """Let this person try a card of the row that fits nowhere."""
    table.until(lambda: _misfit(table, seat) is not None)
    source = _misfit(table, seat)
    table.rest(seat)
    if source is not None:
        table.say(msg.Hold(table.seats[seat - 1], source, table.now))
        table.wait(0.4)
        table.say(msg.PlayCard(table.seats[seat - 1], source, (), table.now))
    table.until(lambda: table.view(seat).ticker)
    table.label("refused")
    table.wait(0.4)  # its next move would end what it is told
    table.play_for([seat])


def _misfit(table: Rehearsal, seat: int) -> str | None:
    """Return the source of a card that fits on no pile, nor begins one."""
    tops = {card for _, card in table.last.piles}
    row = table.view(seat).row
    return next((f"row {slot}" for slot, lies in enumerate(row) if lies.card and not _fits(lies.card, tops)), None)


def _before(card: str) -> str:
    return f"{card[0]}{int(card[1:]) - 1}"


def _fits(card: str, tops: set[str]) -> bool:
    return card[1:] == "1" or _before(card) in tops


def race(table: Rehearsal, count: int) -> None:
    """Let two people play the same card to the same pile, ``CLOSE_MS`` apart."""
    while table.state is State.PLAY:
        table.until(lambda: _rivals(table, count) is not None or table.state is not State.PLAY)
        for (seat, source), ago in zip(_rivals(table, count) or (), (CLOSE_MS + 1, 1), strict=False):
            table.say(msg.PlayCard(table.seats[seat - 1], source, (), Instant(table.now - milliseconds(ago))))
        table.wait(0.1)
        if any(verdict.margin_ms == CLOSE_MS for view in table.last.seats for verdict in view.ticker[-1:]):
            table.label("beaten")
            break
        table.wait(0.4)
    table.wait(2)
    if "beaten" not in table.labels or table.state is not State.PLAY:
        raise Unreachable("no two people want the same pile")


def _rivals(table: Rehearsal, count: int) -> list[tuple[int, str]] | None:
    """Return two people with the same card for the only pile that takes it, each with the card's source."""
    if table.state is not State.PLAY:
        return None
    tops = [card for _, card in table.last.piles]
    found: dict[str, tuple[int, str]] = {}
    for view in table.last.seats[:count]:
        for source, card in () if view.locked_until else _held(view):
            if card[1:] != "1" and tops.count(_before(card)) == 1:
                other = found.setdefault(card, (view.seat, source))
                if other[0] != view.seat:
                    return [other, (view.seat, source)]
    return None


def _held(view: msg.SeatView) -> Iterator[tuple[str, str]]:
    """Yield the sources of a seat and the card that lies on each."""
    for source, card in (("stack", view.stack_card), ("discard", view.discard_card)):
        if card is not None:
            yield source, card
    for slot, lies in enumerate(view.row):
        if lies.card is not None:
            yield f"row {slot}", lies.card


def no_caller(table: Rehearsal, language: str, count: int) -> None:
    """A round that ends because all people have left but one."""
    begin(table, language, count, bots="off")
    table.wait(8)
    for seat in range(2, count + 1):
        table.say(msg.LeaveSeat(table.seats[seat - 1], table.now))
    table.until_state(State.STOPPED)
    table.wait(8)


def pause(table: Rehearsal, language: str, count: int) -> None:
    """A round that people have paused; the first one is ready to go on."""
    begin(table, language, count)
    table.wait(12)
    table.cut()
    for seat in range(1, count + 1):
        if table.state is State.PLAY:
            table.choose(seat, pause="true")
            table.label("asked")
            table.wait(1)
    table.label("paused")
    table.wait(3)
    table.tap_button(1)
    table.wait(3)


def recovery(table: Rehearsal, language: str, count: int) -> None:
    """A round that goes on after a power cut."""
    begin(table, language, count)
    table.wait(12)
    table.cut_power()
    table.cut()
    table.label("recovery")
    table.wait(6)


# ---------------------------------------------------------------- a match


def match_won(table: Rehearsal, language: str, count: int) -> None:
    """A match of three rounds, and the beginning of another one of the same people."""
    begin(table, language, count, length=f"rounds {_ROUNDS}")
    people = range(1, count + 1)
    while table.state is not State.MATCH_RESULT:
        table.wait(1)
        if table.state is State.ROUND_RESULT:
            if table.last.round_no < _ROUNDS:
                table.cut()
            table.wait(_COUNTED)
            for seat in people:
                table.tap_button(seat, Button.PLAY)
        elif table.state is State.COUNTDOWN and table.last.round_no == _ROUNDS and "next" not in table.labels:
            table.labels["next"] = _since(table)
        elif table.state is State.PLAY and table.last.round_no == _ROUNDS and "leads" not in table.labels:
            table.wait(_LEADS_S)
            table.label("leads")
            for seat in people:
                table.choose(seat, pause="true")
            table.label("halted")
            table.wait(2)
            for seat in people:
                table.tap_button(seat)
    table.labels["won"] = _since(table)
    table.wait(10)
    table.tap_button(people[0], Button.PLAY)
    table.label("again")
    table.wait(_CHOOSING)
    table.ready(people[1:])
    table.until(lambda: table.state is State.COUNTDOWN)
    table.label("rematch")
    table.wait(3)


def match_shared(table: Rehearsal, language: str, count: int) -> None:
    """A match that two people win: Stop is called when they have the same score."""
    begin(table, language, count, length="single_round", bots="off")
    table.cut()
    caller = 0
    while not (caller and _is_drawn(table)):
        table.wait(0.05)
        for view in table.last.seats:
            if view.may_stop:
                caller = view.seat
                table.rest(caller)
        if table.state is not State.PLAY:
            raise Unreachable("the round has ended without a draw")
    table.tap_button(caller)
    table.until_state(State.STOPPED)
    table.until(lambda: table.state is State.MATCH_RESULT)
    table.labels["shared"] = _since(table)
    table.wait(10)


def _is_drawn(table: Rehearsal) -> bool:
    points = sorted((view.centered - 2 * view.stack_count for view in table.last.seats if view.row), reverse=True)
    return len(points) > 1 and points[0] == points[1]


# ---------------------------------------------------------------- dice


def round_of_dice(table: Rehearsal, language: str, count: int) -> None:
    """A round of dice."""
    begin(table, language, min(count, 4), game="dice")
    table.until(lambda: any(view.rolling_until for view in table.last.seats))
    table.label("rolling")
    table.wait(6)
    table.label("early")
    to_the_end(table)
    _name_the_fullest(table)
    _name_the_liveliest(table)
    table.wait(12)


def _name_the_liveliest(table: Rehearsal) -> None:
    """Name the instant at which a die is placed, another one has just been, and dice roll at most other seats."""
    placed: list[tuple[Instant, int, int]] = []
    seen = 0
    for shown in (one for one in table.shown if one.state == State.PLAY):
        new = [move for move in shown.moves if move.id > seen and move.kind == "place"]
        seen = max([seen, *(move.id for move in shown.moves)])
        if new and not any(view.may_stop for view in shown.seats):
            now = Instant(shown.now)
            rolling = sum(view.rolling_until > now + milliseconds(_ROLLS_ON_MS) for view in shown.seats)
            placed.append((now, sum(now - other <= milliseconds(_GLOWS_MS) for other, _, _ in placed), rolling))
    liveliest = max(placed, key=lambda one: (min(one[1], 1) + min(one[2], 2), one[0]))
    table.labels["flying"] = liveliest[0]


def match_of_dice(table: Rehearsal, language: str, count: int) -> None:
    """A whole match of dice."""
    begin(table, language, min(count, 4), game="dice", length="rounds_each 1")
    while table.state is not State.MATCH_RESULT:
        table.wait(1)
        if table.state is State.ROUND_RESULT:
            table.cut()
            table.wait(_COUNTED)
            for seat in range(1, min(count, 4) + 1):
                table.tap_button(seat, Button.PLAY)
    table.labels["won"] = _since(table)
    table.wait(10)


# ---------------------------------------------------------------- faults


def faults(table: Rehearsal, language: str, count: int) -> None:
    """A stuck button at the first seat; then the disk fails, which pauses the round."""
    begin(table, language, count)
    table.wait(12)
    stuck = Fault("button.stuck", {"seconds": 10})
    table.put(DeviceFault("seat 1 stop", stuck, table.now, 1, Button.STOP))
    table.wait(1)
    table.label("seat")
    table.wait(2)
    why = msg.Fault(
        "journal.unwritable",
        {"path": "journal-000001.sqlite", "why": "disk I/O error", "fix": msg.Fault("disk.worn")},
    )
    table.fail_disk(msg.Fault("journal.in_memory", {"why": why, "seconds": 10}))
    table.wait(2)
    table.label("table")


FILMS: Final[Mapping[str, Script]] = {
    "attract": attract,
    "attract dice": attract_dice,
    "lobby": lobby,
    "lobby of dice": lobby_of_dice,
    "house rules": house_rules,
    "discs": discs,
    "another edition": another_edition,
    "lesson": lesson_of_cards,
    "lesson of dice": lesson_of_dice,
    "first round": first_round,
    "closed": closed,
    "round": round_of_cards,
    "last seconds": last_seconds,
    "last seconds of dice": last_seconds_of_dice,
    "waits for a press": waits_for_a_press,
    "slips": slips,
    "no caller": no_caller,
    "pause": pause,
    "recovery": recovery,
    "match": match_won,
    "shared": match_shared,
    "dice": round_of_dice,
    "match of dice": match_of_dice,
    "faults": faults,
    "service": service,
    "service house rules": service_house_rules,
    "lockout": lockout,
}
"""All films by name."""
