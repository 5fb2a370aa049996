"""Taps on controls: presses, choices, and local actions of this picture such as opening a drawer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk.display.input.drawer import CHOICE, LETTERS, RULES, Drawer
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.journal import bounds
from kiosk.protocol import (
    Choice,
    ChooseOption,
    DriveReplay,
    HouseRule,
    LobbyView,
    LookAgain,
    PressButton,
    ProposeOption,
    SeatView,
    Snapshot,
    ToTable,
)
from kiosk.protocol.state import THERE, State

SEAT_LANGUAGE: Final = "seat_language"
"""The globe of an invitation: it takes the seat, and opens the languages there."""
LANGUAGE: Final = "language"
"""The drawer with the languages."""

PRESSES: Final = {
    "seat": "play",
    SEAT_LANGUAGE: "play",
    "ready": "play",
    "go_on": "play",
    "again": "play",
    "stop": "stop",
}
"""Controls that stand for an arcade button."""

SWITCH: Final = ("false", "true")
SWITCHES: Final = {"mirror": "mirrored", "contrast": "contrast", "calm": "calm", "large": "large", "near": "near"}
"""The controls that switch something on or off for the own panel, each with its field in ``SeatView``."""

HOUSE_RULES: Final = "house_rules"
"""The drawer with the single options of the edition."""
HOUSE_RULE: Final = "house_rule"
"""A control that opens the one of these whose number is its slot."""
OBJECT: Final = "object"
"""The control that objects to what somebody proposes."""
PROPOSE: Final = "propose"
"""A disc in the middle; with the key of its choice: ``propose length``. Its slot is the value that a touch proposes."""

NAME: Final = "name"
GUEST: Final = "guest"
"""The control that gives a guest another name."""
NAME_LENGTH: Final = bounds.CHOSEN_NAME
"""The maximum number of letters in a name."""

NEXT_PAGE: Final = "next_page"
"""A control that shows another page of names or of values; its slot is the number of the page."""
PREVIOUS_PAGE: Final = "previous_page"
"""A control that shows the page before, likewise."""

RACES: Final = "races"
"""The drawer of a result, with the closest races."""

DRAWERS: Final = frozenset(
    {"more", "options", LANGUAGE, "view", "handicaps", "handicap", "cooldown", HOUSE_RULES, NAME, RACES, RULES, CHOICE}
)
"""The drawers that controls open in their panel."""

_LOBBY: Final = frozenset({State.LOBBY})
_KEPT_IN: Final = {
    RACES: frozenset({State.ROUND_RESULT, State.REPLAY}),
    RULES: frozenset(State) - {State.ATTRACT, State.REPLAY, State.SERVICE, State.CLOSED},
}
"""The states in which a drawer stays open, for drawers that are not the lobby's."""
_TAKING: Final = 2_000_000_000
"""Nanoseconds within which the table lets somebody sit down who has touched an invitation."""


def values_of(what: str, lobby: LobbyView, languages: tuple[str, ...]) -> tuple[str, tuple[str, ...]] | None:
    """Return the key and the values of a control that chooses, None for other controls."""
    own = {
        "language": languages,
        "handicap": tuple(map(str, lobby.handicaps)),
        "cooldown": tuple(map(str, lobby.cooldowns)),
        NAME: ("", *lobby.names),
    }
    if what in SWITCHES:
        return SWITCHES[what], SWITCH
    if what in own:
        return what, own[what]
    for_all: tuple[Choice | HouseRule, ...] = (*lobby.choices, *lobby.house)
    return next(((one.key, one.values) for one in for_all if one.key == what), None)


def proposed(item: Item, at: int, lobby: LobbyView | None) -> ToTable | None:
    """Return the message for a touch on a disc; None: it is none, or proposes nothing now."""
    what, _, key = item.what.partition(" ")
    choice = next((one for one in lobby.choices if one.key == key), None) if lobby is not None else None
    if what != PROPOSE or choice is None or item.slot is None or not item.enabled:
        return None
    if item.slot >= len(choice.values):  # the picture is older than the lobby, which has fewer values now
        return None
    return ProposeOption(key, choice.values[item.slot], at)


def _may_open(view: SeatView) -> bool:
    """Return whether a panel may have a drawer; that of a bot has no control that would close it."""
    return not view.bot and (view.joining or view.state in THERE)


class Drawers:
    """The open drawer of each panel.

    A drawer is ``language``, ``view``, ``name``, ``handicap`` or ``cooldown``, with ``handicaps`` before these two
    (the seat's own), ``LETTERS`` for a new name, ``more``, ``options`` and ``house_rules`` (choices for everybody), or
    ``CHOICE`` with the key of one of these; in a result ``races``; ``RULES`` in every state with people.
    """

    def __init__(self) -> None:
        self._open: dict[SeatNumber, Drawer] = {}
        self._asked: dict[SeatNumber, int] = {}  # when a globe was touched whose seat is still being taken
        self._state: State | None = None

    def open_in(self, seat: SeatNumber) -> Drawer | None:
        """Return the drawer that is open in the seat's panel, None if none is."""
        return self._open.get(seat)

    @property
    def reading(self) -> frozenset[SeatNumber]:
        """The seats that read the rules."""
        return frozenset(seat for seat, drawer in self._open.items() if drawer.is_rules)

    def keep(self, snapshot: Snapshot) -> None:
        """Close drawers of a lobby or a result that is over, or of a seat that was left or given to a bot.

        Whatever begins closes the rules, so that nobody misses a deal, a start, a Stop or a result.
        """
        began, self._state = snapshot.state != self._state, snapshot.state
        if self._open:
            here = {view.seat for view in snapshot.seats if _may_open(view)}
            self._open = {
                seat: drawer
                for seat, drawer in self._open.items()
                if seat in here
                and snapshot.state in _KEPT_IN.get(drawer.name, _LOBBY)
                and not (began and drawer.is_rules)
            }
        self._open_asked(snapshot)

    def _open_asked(self, snapshot: Snapshot) -> None:
        """Open the languages in the seats that were taken by a touch on their globe."""
        for view in snapshot.seats:
            at = self._asked.get(view.seat)
            if at is None:
                continue
            taken = snapshot.state in _LOBBY and view.state == "taken" and not view.bot
            if taken:
                self._open[view.seat] = Drawer(LANGUAGE)
            if taken or snapshot.now - at > _TAKING:
                del self._asked[view.seat]

    def tap(self, item: Item, at: int, snapshot: Snapshot, invitation: str = "") -> ToTable | None:
        """Return the message for a tapped control; None if it only opened or closed something.

        ``invitation``: the language of the invitation, if the tap takes a free seat.
        """
        seat = item.seat
        if seat is None or not item.enabled:
            return None
        if item.what == SEAT_LANGUAGE:
            self._asked[seat] = at
        if item.what in PRESSES:
            self._open.pop(seat, None)
            return PressButton(seat, PRESSES[item.what], at, invitation or None)
        lobby = snapshot.lobby
        offered = values_of(item.what, lobby, snapshot.languages) if lobby is not None else None
        if offered is not None and item.slot is not None:
            key, values = offered
            if item.slot >= len(values):  # the tray is some frames older than the lobby, which has fewer values now
                return None
            if key in DRAWERS:  # a single choice: the drawer closes
                self._open.pop(seat, None)
            return ChooseOption(seat, key, values[item.slot], at)
        drawer = Drawer.of(item.what)
        if drawer.name in DRAWERS:
            self._open[seat] = drawer
        elif item.what == HOUSE_RULE and lobby is not None and item.slot is not None and item.slot < len(lobby.house):
            self._open[seat] = Drawer.for_choice(lobby.house[item.slot].key)
        elif item.what == "close":
            self._open.pop(seat, None)
        elif item.what in _ASKS:
            return _ASKS[item.what](seat, item, at)
        else:
            return self._tap_inside(seat, item, at)
        return None

    def _tap_inside(self, seat: SeatNumber, item: Item, at: int) -> ToTable | None:
        """Turn the page of the open drawer, or edit the new name in it."""
        drawer = self._open.get(seat)
        if item.what == "new_name":
            self._open[seat] = Drawer(LETTERS)
        elif drawer is not None and item.what in (NEXT_PAGE, PREVIOUS_PAGE):
            self._open[seat] = drawer._replace(page=item.slot)
        elif drawer is None or drawer.name != LETTERS:
            return None
        elif item.what == "letter":
            self._open[seat] = drawer.write(item.text or "")
        elif item.what == "more_letters":
            self._open[seat] = drawer._replace(page=item.slot)
        elif item.what == "erase":
            self._open[seat] = drawer.erase()
        elif item.what == "done":
            del self._open[seat]
            return ChooseOption(seat, NAME, drawer.written.strip(), at)
        return None


def _look_again(seat: SeatNumber, item: Item, at: int) -> ToTable:
    return LookAgain(seat, item.slot or 0, at)


def _end_replay(seat: SeatNumber, _: Item, __: int) -> ToTable:
    return DriveReplay("close", seat=seat)


def _rename(seat: SeatNumber, _: Item, at: int) -> ToTable:
    return ChooseOption(seat, GUEST, "", at)


def _object(seat: SeatNumber, _: Item, at: int) -> ToTable:
    return ChooseOption(seat, OBJECT, "", at)


_ASKS: Final[dict[str, Callable[[SeatNumber, Item, int], ToTable]]] = {
    GUEST: _rename,
    OBJECT: _object,
    "race": _look_again,
    "replay_close": _end_replay,
}
"""Controls of a guest, of a proposal, of a result and of a replay."""
