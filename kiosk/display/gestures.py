"""What fingers mean: contacts on the glass become messages to the table (TABLE_UX.md, "Gestures").

Pure: no Kivy and no clock. Times are CLOCK_MONOTONIC nanoseconds, points are window pixels with y upwards.

The rules, each with its reason:

- A touch belongs to the panel in which it began. Cards lie in panels, so it is the seat of the item that was hit.
- A seat has one drag. A contact *claims* it when it began on a card and has moved; the Hold that tells the table is
  stamped with the touch's beginning.
- A contact that has once stood still for 0.8 s has *given the claim up*: it may go on carrying (a held card may be
  held, RULES.md E15), but any other finger of the seat takes the drag from it by moving a card. A contact larger than
  25 mm is out at once, and so is one that stays for 10 s, whatever it does, until it lifts.
- While a finger holds the claim, a second one may only tap (hand, empty slot, controls).
- Taps count on release, within 0.8 s and on the item, and are stamped with the release: so a palm that comes to rest
  on the hand, on Stop or on any control presses nothing. The hand held for a second is a vote, the corner held for a
  second leaves the seat, both on release within three seconds: people let go, palms rest.
- In tap mode a card commits at finger-down, and none is carried.
- A touch that begins before GO stays nothing. If it moves a card or taps, that is a false start, and the table is told
  (RULES.md 7); a finger or palm that only waits there is none.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final, TypeAlias

from kiosk import messages as msg
from kiosk.display.scene import Item, Surface
from kiosk.seats import SeatNumber

ContactId: TypeAlias = str | int
SECOND: Final = 1_000_000_000

CARDS: Final = frozenset({"row", "stack", "discard"})
"""Items from which a card can be taken."""
UNTOUCHABLE: Final = frozenset({"pile", "space", "die"})
"""Items of the centre that are only looked at: nobody has to reach over there."""
OF_THE_ROUND: Final = CARDS | {"hand"}
"""Items that mean something only while a round is played."""
NOBODY: Final = SeatNumber(0)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Where one gesture ends and another begins: millimetres on the glass and seconds."""

    claim_mm: float = 5.0
    """A contact on a card that has moved so far is a drag."""
    still_mm: float = 4.0
    """A contact that stays within this distance stands still (fingers and palms tremble)."""
    palm_mm: float = 25.0
    """A larger contact is no finger."""
    flick_mm_s: float = 300.0
    """A finger this fast on release flicks."""
    flick_reach_s: float = 0.15
    """A flicked card slides on for so long at the finger's speed: if that takes it out of the panel, it is played."""
    speed_window_s: float = 0.08
    """A finger's speed is measured over this time before its release."""
    still_s: float = 0.8
    tap_s: float = 0.8
    hold_s: float = 1.0
    hold_until_s: float = 3.0
    stale_s: float = 10.0


class _Role(Enum):
    """What a contact is. One that means nothing is forgotten, and with it all that follows until it lifts."""

    CARD = auto()  # may become a drag
    DRAG = auto()  # has the seat's claim
    TAP = auto()  # on something that is tapped or held
    EARLY = auto()  # on a card or a hand before GO


@dataclass(slots=True)
class _Contact:
    id: ContactId
    seat: SeatNumber  # NOBODY for a control of the whole table
    item: Item
    role: _Role
    at: int
    x: float
    y: float
    start: tuple[float, float]
    rest: tuple[float, float]  # where it stands, or last stood, still
    rest_at: int
    rested: bool = False  # has once stood still: any other finger may take the drag
    trail: deque[tuple[int, float, float]] = field(default_factory=deque)
    card: str | None = None  # DRAG: what is carried
    shown_held: bool = False  # DRAG: a snapshot has said that the table knows of it

    @property
    def source(self) -> str:
        return f"row {self.item.slot}" if self.item.what == "row" else self.item.what


class Gestures:
    """Recognises what all fingers on the table do. One object for the whole screen; main thread only."""

    def __init__(
        self, surface: Surface, send: Callable[[msg.ToTable], None], thresholds: Thresholds | None = None
    ) -> None:
        self.surface = surface
        self._send = send
        self._is = thresholds or Thresholds()
        self._contacts: dict[ContactId, _Contact] = {}
        self._snapshot: msg.Snapshot | None = None
        self._seats: dict[SeatNumber, msg.SeatView] = {}
        self._now = 0
        self._size = (1.0, 1.0)
        self._px_per_mm = 1.0

    # ------------------------------------------------------------ the world around

    def resize(self, width: float, height: float, diagonal_mm: float) -> None:
        """The table is now ``width`` x ``height`` pixels. All has moved: whatever touches it now means nothing."""
        self._size = (width, height)
        self._px_per_mm = math.hypot(width, height) / diagonal_mm
        for contact in list(self._contacts):
            self.cancel(contact, self._now)

    def apply(self, snapshot: msg.Snapshot) -> None:
        """The table's newest word. A carried card returns when the round stands still or the table has moved it."""
        self._snapshot = snapshot
        self._seats = {view.seat: view for view in snapshot.seats}
        self._now = max(self._now, snapshot.now)
        for contact in list(self._contacts.values()):
            if contact.role is _Role.EARLY:
                if snapshot.state != "countdown":
                    self.cancel(contact.id, self._now)
            elif contact.item.what in OF_THE_ROUND and not self._plays(contact.item.seat):
                self.cancel(contact.id, self._now)
            elif contact.role is _Role.DRAG:
                self._compare(contact)

    def _compare(self, contact: _Contact) -> None:
        """End a drag whose card the table has moved otherwise (the Play button, a seat that left)."""
        view = self._seats.get(contact.seat)
        held = view.held if view else None
        contact.shown_held = contact.shown_held or held == contact.source
        if contact.shown_held and held != contact.source:  # the table has ended it
            del self._contacts[contact.id]
            self.surface.release(contact.seat)
        elif self._card_at(contact) != contact.card:
            self.cancel(contact.id, self._now)

    def tick(self, now: int) -> None:
        """Time has passed: contacts that stay too long mean nothing any more."""
        self._now = max(self._now, now)
        for contact in list(self._contacts.values()):
            if _passed(contact.at, now, self._is.stale_s):
                self.cancel(contact.id, now)

    # ------------------------------------------------------------ contacts

    def down(self, contact: ContactId, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """A finger (or a palm, a sleeve, a glass ``size_mm`` wide) has come down."""
        self.cancel(contact, at)  # its lift was lost
        self._now = max(self._now, at)
        item = self._hit(x, y)
        role = self._role(item)
        if item is None or role is None or self._is_palm(size_mm):
            return
        mine = _Contact(contact, item.seat or NOBODY, item, role, at, x, y, (x, y), (x, y), at)
        mine.trail.append((at, x, y))
        if role is _Role.CARD and self._is_claimed(mine, at):
            return
        self._contacts[contact] = mine
        if role is _Role.CARD and self._tap_mode() and item.enabled:
            self._play(mine, x, y, at)

    def move(self, contact: ContactId, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """It has moved, or its size (mm) has changed."""
        self._now = max(self._now, at)
        if self._is_palm(size_mm):
            self.cancel(contact, at)
        mine = self._contacts.get(contact)
        if mine is None:
            return
        self._track(mine, x, y, at)
        if mine.role is _Role.CARD and not self._tap_mode() and self._far(mine.start, (x, y), self._is.claim_mm):
            self._claim(mine, at)
        if mine.role is _Role.EARLY and self._far(mine.start, (x, y), self._is.claim_mm):
            self._false_start(mine)
        if mine.role is _Role.DRAG:
            self.surface.carry(mine.seat, mine.source, x, y)

    def up(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """It has lifted."""
        self.tick(at)
        self.move(contact, x, y, at)
        mine = self._contacts.pop(contact, None)
        if mine is None:
            return
        if mine.role is _Role.DRAG:
            self._let_go(mine, at)
        elif mine.role is _Role.TAP:
            self._tapped(mine, at)
        elif mine.role is _Role.EARLY and (at - mine.at) / SECOND < self._is.tap_s:
            self._early_tap(mine, at)

    def cancel(self, contact: ContactId, at: int) -> None:
        """It means nothing any more until it lifts (too long, too large, lost); what it carried slides home."""
        mine = self._contacts.pop(contact, None)
        if mine is not None and mine.role is _Role.DRAG:
            self.surface.release(mine.seat)
            self._send(msg.Drop(mine.seat, at))

    # ------------------------------------------------------------ what a contact is

    def _hit(self, x: float, y: float) -> Item | None:
        """The topmost thing at the point that can be meant."""
        hits = (item for item in reversed(self.surface.items()) if item.what not in UNTOUCHABLE)
        return next((item for item in hits if item.contains(x, y)), None)

    def _role(self, item: Item | None) -> _Role | None:
        if item is None:
            return None
        if item.what in OF_THE_ROUND and not self._plays(item.seat):
            return _Role.EARLY if self._will_play(item.seat) else None
        return _Role.CARD if item.what in CARDS and item.card else _Role.TAP

    def _is_palm(self, size_mm: float | None) -> bool:
        return size_mm is not None and size_mm > self._is.palm_mm

    def _playing(self) -> bool:
        return self._snapshot is not None and self._snapshot.state == "play"

    def _plays(self, seat: SeatNumber | None) -> bool:
        """Whether a person plays at this seat now: nobody lends a bot a hand."""
        return self._playing() and self._is_person(seat)

    def _will_play(self, seat: SeatNumber | None) -> bool:
        """Whether a person at this seat waits for GO."""
        return self._snapshot is not None and self._snapshot.state == "countdown" and self._is_person(seat)

    def _is_person(self, seat: SeatNumber | None) -> bool:
        view = self._seats.get(seat) if seat is not None else None
        return view is not None and view.state == "playing" and not view.bot

    def _tap_mode(self) -> bool:
        return self._snapshot is not None and self._snapshot.touch_mode == "tap"

    def _rivals(self, mine: _Contact) -> list[_Contact]:
        """The seat's other contacts that have its claim: the drag, in tap mode the card touch."""
        role = _Role.CARD if self._tap_mode() else _Role.DRAG
        return [
            other
            for other in self._contacts.values()
            if other is not mine and other.seat == mine.seat and other.role is role
        ]

    def _is_claimed(self, mine: _Contact, at: int) -> bool:
        """Whether another finger of the seat has the claim and has not given it up."""
        return any(not self._rests(other, at) for other in self._rivals(mine))

    def _rests(self, contact: _Contact, at: int) -> bool:
        return contact.rested or _passed(contact.rest_at, at, self._is.still_s)

    def _far(self, one: tuple[float, float], other: tuple[float, float], millimetres: float) -> bool:
        return math.dist(one, other) > millimetres * self._px_per_mm

    def _track(self, mine: _Contact, x: float, y: float, at: int) -> None:
        mine.x, mine.y = x, y
        mine.rested = self._rests(mine, at)
        if self._far(mine.rest, (x, y), self._is.still_mm):
            mine.rest, mine.rest_at = (x, y), at
        mine.trail.append((at, x, y))
        while len(mine.trail) > 2 and _passed(mine.trail[0][0], at, self._is.speed_window_s):
            mine.trail.popleft()

    # ------------------------------------------------------------ before GO

    def _false_start(self, mine: _Contact) -> None:
        """A card moved before GO: the table locks the seat for a moment."""
        self._contacts.pop(mine.id, None)
        if mine.item.what in CARDS and mine.item.card:
            self._send(msg.Hold(mine.seat, mine.source, mine.at))

    def _early_tap(self, mine: _Contact, at: int) -> None:
        if mine.item.what == "hand":
            self._send(msg.FlipHand(mine.seat, at))
        elif self._tap_mode():
            self._false_start(mine)

    # ------------------------------------------------------------ carrying

    def _claim(self, mine: _Contact, at: int) -> None:
        """A contact on a card has moved: the seat's one drag is its own, if no other finger has the claim."""
        mine.card = self._card_at(mine)
        if mine.card is None or self._is_claimed(mine, at) or not self._is_enabled(mine.item):
            del self._contacts[mine.id]
            return
        for other in self._rivals(mine):
            self.cancel(other.id, at)
        mine.role = _Role.DRAG
        self._send(msg.Hold(mine.seat, mine.source, mine.at))

    def _is_enabled(self, item: Item) -> bool:
        return any(_same(now, item) and now.enabled for now in self.surface.items())

    def _let_go(self, mine: _Contact, at: int) -> None:
        """The finger that carried a card has lifted."""
        landing = self._landing(mine, at)
        slot = self._own_pile(mine)
        if landing is not None:
            self._play(mine, *landing, at)
        elif slot is not None:
            self._send(msg.TuckCard(mine.seat, mine.source, slot, at))
        else:
            self._send(msg.Drop(mine.seat, at))
        self.surface.release(mine.seat)

    def _landing(self, mine: _Contact, at: int) -> tuple[float, float] | None:
        """Where the card goes: where it was let go, or where a flick takes it; None if that is within its own panel."""
        if self.surface.panel_at(mine.x, mine.y) != mine.seat:
            return mine.x, mine.y
        speed = self._speed(mine, at)
        if math.hypot(*speed) < self._is.flick_mm_s * self._px_per_mm:
            return None
        reach = self._is.flick_reach_s
        for step in range(1, 11):  # over the rim of the own panel, but not over the rim of the table
            x, y = mine.x + speed[0] * reach * step / 10, mine.y + speed[1] * reach * step / 10
            if not (0 <= x < self._size[0] and 0 <= y < self._size[1]):
                return None
            if self.surface.panel_at(x, y) != mine.seat:
                return mine.x + speed[0] * reach, mine.y + speed[1] * reach
        return None

    def _speed(self, mine: _Contact, at: int) -> tuple[float, float]:
        """Pixels a second just before the release (0 after a rest)."""
        recent = [point for point in mine.trail if not _passed(point[0], at, self._is.speed_window_s)]
        if len(recent) < 2:
            return 0.0, 0.0
        (since, x, y) = recent[0]
        seconds = max((at - since) / SECOND, self._is.speed_window_s / 10)  # several touches of one poll share a stamp
        return (mine.x - x) / seconds, (mine.y - y) / seconds

    def _own_pile(self, mine: _Contact) -> int | None:
        """Pro variant: the own row pile on which a stack or discard card was let go."""
        if self._snapshot is None or not self._snapshot.pro or mine.item.what == "row":
            return None
        hits = (item for item in self.surface.items() if item.what == "row" and item.seat == mine.seat and item.card)
        return next((item.slot for item in hits if item.contains(mine.x, mine.y)), None)

    def _play(self, mine: _Contact, x: float, y: float, at: int) -> None:
        near = self.surface.near_cells(x, y)
        self._send(msg.PlayCard(mine.seat, mine.source, near, at))

    def _card_at(self, mine: _Contact) -> str | None:
        """The card that by the table's newest word lies where the contact began."""
        view, slot = self._seats.get(mine.seat), mine.item.slot
        if view is None:
            return None
        if mine.item.what == "row":
            return view.row[slot].card if slot is not None and slot < len(view.row) else None
        return view.stack_card if mine.item.what == "stack" else view.discard_card

    # ------------------------------------------------------------ tapping and holding

    def _tapped(self, mine: _Contact, at: int) -> None:
        """A finger has lifted from something that is tapped or held."""
        now = self._hit(mine.x, mine.y)
        if now is None or not _same(now, mine.item) or not now.enabled:
            return
        lasted = (at - mine.at) / SECOND
        if lasted < self._is.tap_s:
            message = self._tap(now, at)
        elif self._is.hold_s <= lasted <= self._is.hold_until_s:
            message = self._held(now, at)
        else:
            return
        if message is not None:
            self._send(message)

    def _tap(self, item: Item, at: int) -> msg.ToTable | None:
        if item.what == "leave":
            return None
        if item.seat is not None and item.what == "hand":
            return msg.FlipHand(item.seat, at)
        if item.seat is not None and item.what == "row" and item.slot is not None:
            return None if item.card else msg.RefillSlot(item.seat, item.slot, at)
        return None if item.what in CARDS else self.surface.tap(item, at)

    def _held(self, item: Item, at: int) -> msg.ToTable | None:
        if item.seat is None or item.what not in _HELD:
            return None
        return _HELD[item.what](item.seat, at)


_HELD: Final[dict[str, Callable[[SeatNumber, int], msg.ToTable]]] = {"hand": msg.CastVote, "leave": msg.LeaveSeat}
"""What is held for a second, and what that means."""


def _passed(since: int, now: int, seconds: float) -> bool:
    return now - since >= seconds * SECOND


def _same(one: Item, other: Item) -> bool:
    """Whether two listings of the scene mean the same thing."""
    return (one.what, one.seat, one.slot) == (other.what, other.seat, other.slot)
