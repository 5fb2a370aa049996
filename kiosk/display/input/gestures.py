"""Gestures: contacts on the glass become messages to the table (kiosk/display/README.md, "Gestures").

Pure: no Kivy and no clock. Times are CLOCK_MONOTONIC nanoseconds, points are window pixels with y upwards.

The rules, each with its reason:

- What is moved is a *piece*, a card or a die: everything below that is said of cards holds for dice, and what is said
  of the hand for the tray. A tray has no row: a die goes out of the panel, or home.
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
- In tap mode a card commits at finger-down, and none is carried. A stack or discard card that fits nowhere in the
  centre but on the own row is *marked* instead: a tap on a place of the row that takes it lays it there, a second tap
  on itself plays it (a wrong card locks, so that tapping everything does not win), any other tap is what it always is.
- A stack or discard card let go on a place of the own row is laid there, by drag or by flick. Whether it may be is the
  table's to say: every refusal is told in words. Both commit when the finger lifts.
- A stack that lies face down can be carried too, as a back. A die that rolls, or has not been rolled, cannot.
- A touch that begins before GO stays nothing. If it moves a card or taps, that is a false start, and the table is told
  (RULES.md 7); a finger or palm that only waits there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk import protocol as msg
from kiosk.display.input.contact import SECOND, Contact, ContactId, Glass, Point, Role, Thresholds, passed
from kiosk.display.input.playable import Newest
from kiosk.display.scene import Item, Surface
from kiosk.game.seats import SeatNumber

PIECES: Final = frozenset({"row", "stack", "discard", "die"})
"""Items from which a piece can be taken."""
UNTOUCHABLE: Final = frozenset({"pile", "space"})
"""Items of the centre that are only looked at: nobody has to reach over there."""
TURNS: Final[dict[str, Callable[[SeatNumber, int], msg.ToTable]]] = {"hand": msg.FlipHand, "tray": msg.RollDice}
"""Items that give new pieces when they are tapped, and a vote when they are held for a second."""
OF_THE_ROUND: Final = PIECES | set(TURNS)
"""Items that mean something only while a round is played."""
SERVICE: Final = "service"
"""A corner of the table, which is held for the staff's menu; what lies below it is tapped through it."""
NOBODY: Final = SeatNumber(0)
_SLACK: Final = 0.05
"""Part of a row place's width by which it takes cards beside it: no finger falls between two places."""


class Gestures:
    """Recognises what all fingers on the table do. One object for the whole screen; main thread only."""

    def __init__(
        self, surface: Surface, send: Callable[[msg.ToTable], None], thresholds: Thresholds | None = None
    ) -> None:
        self.surface = surface
        self._send = send
        self._is = thresholds or Thresholds()
        self._glass = Glass(self._is)
        self._newest = Newest()
        self._contacts: dict[ContactId, Contact] = {}
        self._marked: dict[SeatNumber, Contact] = {}  # tap mode: the touches that have marked a card for the own row

    # ------------------------------------------------------------ the world around

    def resize(self, width: float, height: float, diagonal_mm: float) -> None:
        """The table is now ``width`` x ``height`` pixels. All has moved: whatever touches it now means nothing."""
        self._glass.resize(width, height, diagonal_mm)
        self._cancel_all()

    def apply(self, snapshot: msg.Snapshot) -> None:
        """The table's newest word. A carried card returns when the round stands still or the table has moved it.

        On another page of the staff's menu other things lie under the fingers than those that they have come down on.
        """
        page = self._newest.page
        self._newest.take(snapshot)
        if self._newest.page != page:
            self._cancel_all()
        for contact in list(self._contacts.values()):
            if contact.role is Role.EARLY:
                if snapshot.state != "countdown":
                    self.cancel(contact.id, self._newest.now)
            elif contact.item.what in OF_THE_ROUND and not self._newest.plays(contact.seat):
                self.cancel(contact.id, self._newest.now)
            elif contact.role is Role.DRAG:
                self._compare(contact)
        for contact in list(self._marked.values()):
            self._compare_mark(contact)

    def _compare(self, contact: Contact) -> None:
        """End a drag whose card the table has moved otherwise (the Play button, a seat that left)."""
        if self._is_ended(contact):
            del self._contacts[contact.id]
            self.surface.release(contact.seat)
        elif self._newest.lies(contact.item) != contact.carried:
            self.cancel(contact.id, self._newest.now)

    def _compare_mark(self, contact: Contact) -> None:
        """End a mark that the table has ended, or whose card has nowhere to go any more."""
        if self._is_ended(contact):
            del self._marked[contact.seat]
            return
        lies = self._newest.lies(contact.item) == contact.carried and bool(self._newest.slots_for(contact.item))
        if not (lies and self._newest.plays(contact.seat) and self._newest.tap_mode):
            self._unmark(contact.seat, self._newest.now)

    def _is_ended(self, contact: Contact) -> bool:
        """Return whether the table knew that this card is held, and now says that it is not."""
        held = self._newest.held(contact.seat) == contact.source
        contact.shown_held = contact.shown_held or held
        return contact.shown_held and not held

    def tick(self, now: int) -> None:
        """Time has passed: contacts that stay too long mean nothing any more."""
        self._newest.pass_to(now)
        for contact in list(self._contacts.values()):
            if passed(contact.at, now, self._is.stale_s):
                self.cancel(contact.id, now)
        for contact in list(self._marked.values()):
            if passed(contact.at, now, self._is.stale_s):
                self._unmark(contact.seat, now)

    # ------------------------------------------------------------ contacts

    def down(self, contact: ContactId, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """A finger (or a palm, a sleeve, a glass ``size_mm`` wide) has come down."""
        self.cancel(contact, at)  # its lift was lost
        self._newest.pass_to(at)
        item = self._hit(x, y)
        role = self._role(item)
        if item is None or role is None or self._is_palm(size_mm):
            return
        mine = Contact(contact, item.seat or NOBODY, item, role, at, x, y)
        if role is Role.PIECE and self._is_claimed(mine, at):
            return
        self._contacts[contact] = mine
        if role is Role.PIECE and self._newest.tap_mode and item.enabled:
            self._tap_piece(mine)

    def move(self, contact: ContactId, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """It has moved, or its size (mm) has changed."""
        self._newest.pass_to(at)
        if self._is_palm(size_mm):
            self.cancel(contact, at)
        mine = self._contacts.get(contact)
        if mine is None:
            return
        self._glass.track(mine, x, y, at)
        moved = self._glass.far(mine.start, (x, y), self._is.claim_mm)
        if mine.role is Role.PIECE and not self._newest.tap_mode and moved:
            self._claim(mine, at)
        if mine.role is Role.EARLY and moved:
            self._false_start(mine)
        if mine.role is Role.DRAG:
            self.surface.carry(mine.seat, mine.source, x, y)

    def up(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """It has lifted."""
        self.tick(at)
        self.move(contact, x, y, at)
        mine = self._contacts.pop(contact, None)
        if mine is None:
            return
        if mine.role is Role.DRAG:
            self._let_go(mine, at)
        elif mine.role is Role.TAP:
            self._tapped(mine, at)
        elif mine.role is Role.EARLY and (at - mine.at) / SECOND < self._is.tap_s:
            self._early_tap(mine, at)

    def cancel(self, contact: ContactId, at: int) -> None:
        """It means nothing any more until it lifts (too long, too large, lost); what it carried slides home."""
        mine = self._contacts.pop(contact, None)
        if mine is not None and mine.role is Role.DRAG:
            self.surface.release(mine.seat)
            self._send(msg.Drop(mine.seat, at))

    def _cancel_all(self) -> None:
        for contact in list(self._contacts):
            self.cancel(contact, self._newest.now)

    # ------------------------------------------------------------ what a contact is

    def _hit(self, x: float, y: float, but: frozenset[str] = UNTOUCHABLE) -> Item | None:
        """The topmost thing at the point that can be meant. Who touches dice that show nothing means their tray."""
        items = self.surface.items()
        hits = (item for item in reversed(items) if item.what not in but)
        hit = next((item for item in hits if item.contains(x, y)), None)
        if hit is None or hit.what != "die" or hit.card is not None:
            return hit
        return next((item for item in items if item.what == "tray" and item.seat == hit.seat), None)

    def _role(self, item: Item | None) -> Role | None:
        if item is None:
            return None
        if item.what in OF_THE_ROUND and not self._newest.plays(item.seat):
            return Role.EARLY if self._newest.will_play(item.seat) else None
        return Role.PIECE if self._newest.lies(item) is not None else Role.TAP

    def _is_palm(self, size_mm: float | None) -> bool:
        return size_mm is not None and size_mm > self._is.palm_mm

    def _rivals(self, mine: Contact) -> list[Contact]:
        """The seat's other contacts that have its claim: the drag, in tap mode the card touch."""
        role = Role.PIECE if self._newest.tap_mode else Role.DRAG
        return [
            other
            for other in self._contacts.values()
            if other is not mine and other.seat == mine.seat and other.role is role
        ]

    def _is_claimed(self, mine: Contact, at: int) -> bool:
        """Return whether another finger of the seat has the claim and has not given it up."""
        return any(not self._glass.rests(other, at) for other in self._rivals(mine))

    # ------------------------------------------------------------ before GO

    def _false_start(self, mine: Contact) -> None:
        """A card moved before GO: the table locks the seat for a moment."""
        self._contacts.pop(mine.id, None)
        if self._newest.lies(mine.item) is not None:
            self._send(msg.Hold(mine.seat, mine.source, mine.at))

    def _early_tap(self, mine: Contact, at: int) -> None:
        if mine.item.what in TURNS:
            self._send(TURNS[mine.item.what](mine.seat, at))
        elif self._newest.tap_mode:
            self._false_start(mine)

    # ------------------------------------------------------------ carrying

    def _claim(self, mine: Contact, at: int) -> None:
        """A contact on a card has moved: the seat's one drag is its own, if no other finger has the claim."""
        mine.carried = self._newest.lies(mine.item)
        if mine.carried is None or self._is_claimed(mine, at) or not self._is_enabled(mine.item):
            del self._contacts[mine.id]
            return
        for other in self._rivals(mine):
            self.cancel(other.id, at)
        mine.role = Role.DRAG
        self._send(msg.Hold(mine.seat, mine.source, mine.at))

    def _is_enabled(self, item: Item) -> bool:
        return any(_same(now, item) and now.enabled for now in self.surface.items())

    def _let_go(self, mine: Contact, at: int) -> None:
        """The finger that carried a card has lifted."""
        start = (mine.x, mine.y)
        way = [start, *self._glass.flick(mine, at)]
        out = any(self.surface.panel_at(*point) != mine.seat for point in way)
        if self.surface.panel_at(*start) != mine.seat:
            self._play(mine, *start, at)
        elif (slot := self._slot_on(way, mine, out)) is not None:
            self._send(msg.TuckCard(mine.seat, mine.source, slot, at))
        elif out:
            self._play(mine, *way[-1], at)
        else:
            self._send(msg.Drop(mine.seat, at))
        self.surface.release(mine.seat)

    def _slot_on(self, way: list[Point], mine: Contact, out: bool) -> int | None:
        """The own row place on which a stack or discard card is let go; flicked, it slides on to one that takes it.

        ``out``: it slides out of the panel, and so to the centre, unless it fits nowhere there but on its way.
        """
        if mine.item.what not in _TO_ROW or (out and self._newest.fits_centre(mine.item)):
            return None
        row = [item for item in self.surface.items() if item.what == "row" and item.seat == mine.seat]
        met = [item.slot for point in way for item in row if item.contains(*point, _SLACK * item.w)]
        taking = self._newest.slots_for(mine.item)
        last = met[-1] if met and not out else None
        return next((slot for slot in met if slot in taking), last)

    def _play(self, mine: Contact, x: float, y: float, at: int) -> None:
        if mine.item.what == "die":  # it has but one space
            self._send(msg.PlaceDie(mine.seat, str(mine.item.card), at))
        else:
            self._send(msg.PlayCard(mine.seat, mine.source, self.surface.near_cells(x, y), at))

    # ------------------------------------------------------------ tapping and holding

    def _tap_piece(self, mine: Contact) -> None:
        """Tap mode: a card commits, or is marked for the own row, as the finger comes down."""
        marked = self._marked.get(mine.seat)
        if marked is not None and self._lay(marked, mine.item, mine.at):
            return
        if marked is None or not _same(marked.item, mine.item):
            self._unmark(mine.seat, mine.at)
            if self._newest.slots_for(mine.item) and not self._newest.fits_centre(mine.item):
                mine.carried = self._newest.lies(mine.item)
                self._marked[mine.seat] = mine
                self._send(msg.Hold(mine.seat, mine.source, mine.at))
                return
        self._marked.pop(mine.seat, None)
        self._play(mine, mine.x, mine.y, mine.at)

    def _lay(self, marked: Contact, place: Item, at: int) -> bool:
        """Lay the marked card on this place of the row; False if it is none that takes it."""
        if place.what != "row" or place.slot is None or place.slot not in self._newest.slots_for(marked.item):
            return False
        del self._marked[marked.seat]
        self._send(msg.TuckCard(marked.seat, marked.source, place.slot, at))
        return True

    def _unmark(self, seat: SeatNumber, at: int) -> None:
        if self._marked.pop(seat, None) is not None:
            self._send(msg.Drop(seat, at))

    def _tapped(self, mine: Contact, at: int) -> None:
        """A finger has lifted from something that is tapped or held."""
        now = self._hit(mine.x, mine.y)
        if now is None or not _same(now, mine.item) or not now.enabled:
            return
        lasted = (at - mine.at) / SECOND
        if now.what == SERVICE and lasted < self._is.tap_s:
            now = self._hit(mine.x, mine.y, UNTOUCHABLE | {SERVICE})  # it is what lies below that was tapped
            message = None if now is None or now.what in OF_THE_ROUND else self._tap(now, at)
        elif now.what == SERVICE:
            message = msg.OpenService(mine.seat, at) if lasted >= self._is.service_s else None
        elif lasted < (self._is.hold_s if now.what == "leave" else self._is.tap_s):
            message = self._tap(now, at)
        elif self._is.hold_s <= lasted <= self._is.hold_until_s:
            message = self._held(now, at)
        else:
            return
        if message is not None:
            self._send(message)

    def _tap(self, item: Item, at: int) -> msg.ToTable | None:
        if item.seat is not None and item.what in TURNS:
            self._unmark(item.seat, at)
            return TURNS[item.what](item.seat, at)
        if item.seat is not None and item.what == "row" and item.slot is not None and not item.card:
            marked = self._marked.get(item.seat)
            laid = marked is not None and self._lay(marked, item, at)
            return None if laid else msg.RefillSlot(item.seat, item.slot, at)
        return None if item.what in PIECES else self.surface.tap(item, at)

    def _held(self, item: Item, at: int) -> msg.ToTable | None:
        if item.seat is None or item.what not in _HELD:
            return None
        return _HELD[item.what](item.seat, at)


_HELD: Final[dict[str, Callable[[SeatNumber, int], msg.ToTable]]] = {
    **dict.fromkeys(TURNS, msg.CastVote),
    "leave": msg.LeaveSeat,
}
"""Controls that are held for a second, and the message that follows."""
_TO_ROW: Final = frozenset({"stack", "discard"})
"""Items whose pieces can be laid on the own row."""


def _same(one: Item, other: Item) -> bool:
    """Return whether two listings of the scene mean the same thing."""
    return _key(one) == _key(other)


def _key(item: Item) -> tuple[object, ...]:
    """Return what a thing is known by: a die by how it lies, wherever in the tray."""
    return item.what, item.seat, item.card if item.what == "die" else item.slot
