"""Gestures: contacts on the glass become messages to the table (kiosk/display/README.md, "Gestures").

Pure: no Kivy and no clock. Times are CLOCK_MONOTONIC nanoseconds, points are window pixels with y upwards.

The rules, each with its reason:

- What is moved is a *piece*, a card or a die: every rule about cards below also holds for dice, and every rule about
  the hand for the tray. A tray has no row: a die leaves the panel, or slides home.
- A touch belongs to the panel in which it began. Cards lie in panels, so its seat is that of the item that was hit.
- A seat has one drag. A contact *claims* it when it began on a card and has moved; the Hold that is sent to the table
  carries the timestamp of the touch's beginning.
- A contact that has once stood still for 0.8 s has *given up the claim*: it may keep carrying (a held card may be
  held, RULES.md E15), but any other finger of the seat takes over the drag by moving a card. A contact larger than
  25 mm is ignored at once, and so is one that stays for 10 s, whatever it does, until it lifts.
- While a finger holds the claim, a second one may only tap (hand, empty slot, controls).
- Taps act on release, within 0.8 s and on the item, with the timestamp of the release, so that a resting palm on the
  hand, on Stop or on any control presses nothing. Holding the hand for a second is a vote, holding the corner for a
  second leaves the seat, both on release within three seconds: people let go, palms rest.
- In tap mode a card commits at finger-down, and none is carried. A stack or discard card that fits nowhere in the
  centre but on the own row is *marked* instead: a tap on a place of the row that takes it lays it there, a second tap
  on the card plays it (a wrong card locks, so that tapping everything does not win), any other tap acts as usual.
- A slider's knob follows a finger that has moved, wherever it goes, and comes to one that taps; it ignores a palm.
- A tap on a piece that has to be pushed plays nothing: the piece hops, and a hand shows the way.
- A tap on which nothing else happens is answered (``input.answers``) once it has lifted: a resting palm is not.
- A stack or discard card let go on a place of the own row is laid there, by drag or by flick. The table decides whether
  that is allowed: every refusal is explained in words. Both commit when the finger lifts.
- A face-down stack can be carried too, as a card back. A die that is rolling, or has not been rolled, cannot.
- A touch in the panel of somebody who plays or waits for a match is a sign of life, whatever it touches there: without
  one, a player who only reads the rules would be asked whether they are still there, and removed.
- A touch that begins before GO has no effect on the game. If it moves a card or taps, that is a false start, and the
  table is informed (RULES.md 7); a finger or palm that only rests there is not one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.display.input.contact import SECOND, Contact, ContactId, Glass, Role, Thresholds, passed
from kiosk.display.input.playable import LEAVE, SERVICE, Playable
from kiosk.display.scene import Item, Point, Pull, Surface
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State

NOBODY: Final = SeatNumber(0)
_SLACK: Final = 0.05
"""The widths of a place of the row by which it takes a card beside it: one let go between two would miss both."""


class Gestures:
    """The recogniser of the gestures of all fingers. One object for the whole screen; main thread only."""

    def __init__(
        self, surface: Surface, send: Callable[[msg.ToTable], None], thresholds: Thresholds | None = None
    ) -> None:
        self.surface = surface
        self._send = send
        self._is = thresholds or Thresholds()
        self._glass = Glass(self._is)
        self._newest = Playable()
        self._contacts: dict[ContactId, Contact] = {}
        self._idle: dict[ContactId, tuple[int, Point]] = {}  # when and where a contact began that does nothing
        self._marked: dict[SeatNumber, Contact] = {}  # tap mode: the touch that marked a card for the own row
        self._told: dict[SeatNumber, int] = {}  # when the table was last told that somebody touches the panel

    # ------------------------------------------------------------ surroundings

    def resize(self, width: float, height: float, diagonal_mm: float) -> None:
        """Set the table's size in pixels. Everything moves, so all current touches are cancelled."""
        self._glass.resize(width, height, diagonal_mm)
        self._cancel_all()

    def apply(self, snapshot: msg.Snapshot) -> None:
        """Take the table's latest snapshot. A carried card returns if the round has stopped or the table has moved it.

        A new page of the staff's menu cancels all touches, because other items lie under the fingers now.
        """
        page = self._newest.page
        self._newest.take(snapshot)
        if self._newest.page != page:
            self._cancel_all()
        for contact in list(self._contacts.values()):
            if contact.role is Role.EARLY:
                if snapshot.state != State.COUNTDOWN:
                    self.cancel(contact.id, self._newest.now)
            elif self._newest.is_of_round(contact.item) and not self._newest.plays(contact.seat):
                self.cancel(contact.id, self._newest.now)
            elif contact.role is Role.DRAG:
                self._compare(contact)
        for contact in list(self._marked.values()):
            self._compare_mark(contact)

    def _compare(self, contact: Contact) -> None:
        """End a drag if the table has moved its card (the Play button, a seat that left)."""
        if self._is_ended(contact):
            del self._contacts[contact.id]
            self.surface.release(contact.seat)
        elif self._newest.lies(contact.item) != contact.carried:
            self.cancel(contact.id, self._newest.now)

    def _compare_mark(self, contact: Contact) -> None:
        """End a mark that the table has ended, or whose card has no place to go any more."""
        if self._is_ended(contact):
            del self._marked[contact.seat]
            return
        lies = self._newest.lies(contact.item) == contact.carried and bool(self._newest.slots_for(contact.item))
        if not (lies and self._newest.plays(contact.seat) and self._newest.tap_mode):
            self._unmark(contact.seat, self._newest.now)

    def _is_ended(self, contact: Contact) -> bool:
        """Return whether the table has known this card as held and now reports that it is not."""
        held = self._newest.held(contact.seat) == contact.source
        contact.shown_held = contact.shown_held or held
        return contact.shown_held and not held

    def tick(self, now: int) -> None:
        """Cancel contacts and marks that have stayed too long."""
        self._newest.pass_to(now)
        began = {contact.id: contact.at for contact in self._contacts.values()}
        for idle, (at, _) in self._idle.items():
            began[idle] = at
        for contact_id, at in began.items():
            if passed(at, now, self._is.stale_s):
                self.cancel(contact_id, now)
        for contact in list(self._marked.values()):
            if passed(contact.at, now, self._is.stale_s):
                self._unmark(contact.seat, now)

    # ------------------------------------------------------------ contacts

    def down(self, contact: ContactId, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact (a finger, or a palm, sleeve or glass ``size_mm`` wide)."""
        self.cancel(contact, at)  # if its lift was lost
        self._newest.pass_to(at)
        if self._is_palm(size_mm):
            return
        self._begin(contact, x, y, at)  # first: a move must not wait
        seat = self.surface.panel_at(x, y)
        if seat is not None and self._newest.is_sign_of_life(seat, at, self._told.get(seat, 0)):
            self._told[seat] = at
            self._send(msg.Touch(seat, at))

    def _begin(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """Give the contact its role."""
        item = self._hit(x, y)
        role = self._newest.role(item)
        if item is None or role is None:
            self._idle[contact] = at, (x, y)
            return
        mine = Contact(contact, item.seat or NOBODY, item, role, at, x, y, self._newest.source(item))
        if role is Role.PIECE and self._is_claimed(mine, at):
            return
        self._contacts[contact] = mine
        if item.what == LEAVE:
            self.surface.press(mine.seat, at)
        if role is Role.PIECE and self._newest.tap_mode and item.enabled:
            self._tap_piece(mine)

    def move(self, contact: ContactId, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact, or change its size (mm)."""
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
        if mine.role is Role.SLIDE and (mine.sliding or moved):
            mine.sliding = True
            self._slide(mine, at, lifted=False)

    def up(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """End a contact that has lifted."""
        self.tick(at)
        self.move(contact, x, y, at)
        mine = self._forget(contact)
        if mine is None:
            self._answer_idle(contact, x, y, at)
        elif mine.role is Role.DRAG:
            self._let_go(mine, at)
        elif mine.role is Role.TAP:
            self._tapped(mine, at)
        elif mine.role is Role.SLIDE and (mine.sliding or (at - mine.at) / SECOND < self._is.tap_s):
            self._slide(mine, at, lifted=True)
        elif mine.role is Role.PIECE and not self._newest.tap_mode:
            self._tap_in_vain(mine, at)
        elif mine.role is Role.EARLY and (at - mine.at) / SECOND < self._is.tap_s:
            self._early_tap(mine, at)

    def cancel(self, contact: ContactId, at: int) -> None:
        """Ignore a contact until it lifts (too long, too large, lost); the card that it carried slides home."""
        mine = self._forget(contact)
        self._idle.pop(contact, None)
        if mine is not None and mine.role is Role.DRAG:
            self.surface.release(mine.seat)
            self._send(msg.Drop(mine.seat, at))
        elif mine is not None and mine.sliding:
            self._slide(mine, at, lifted=True)  # what it has set is to be stored

    def _forget(self, contact: ContactId) -> Contact | None:
        """Remove a contact and return it; the control that it held is no longer shown as held."""
        mine = self._contacts.pop(contact, None)
        if mine is not None and mine.item.what == LEAVE:
            self.surface.press(mine.seat, None)
        return mine

    def _cancel_all(self) -> None:
        for contact in [*self._contacts, *self._idle]:
            self.cancel(contact, self._newest.now)

    # ------------------------------------------------------------ what the panel's filters ask

    def carries(self, contact: ContactId) -> bool:
        """Return whether a contact carries a piece that follows it."""
        mine = self._contacts.get(contact)
        return mine is not None and mine.role is Role.DRAG

    def is_idle(self, contact: ContactId, x: float, y: float) -> bool:
        """Return whether a new touch by its finger would do nothing: in the middle, or on its tray's bare leather."""
        mine = self._contacts.get(contact)
        return mine is not None and self.is_bare(x, y) and self.surface.panel_at(x, y) in (None, mine.seat)

    def is_bare(self, x: float, y: float) -> bool:
        """Return whether nothing lies at this point that can be touched."""
        return self._hit(x, y, but=SERVICE) is None

    # ------------------------------------------------------------ what a contact is

    def _hit(self, x: float, y: float, but: str = "") -> Item | None:
        return self._newest.hit(self.surface.items(), x, y, but)

    def _is_palm(self, size_mm: float | None) -> bool:
        return size_mm is not None and size_mm > self._is.palm_mm

    def _rivals(self, mine: Contact) -> list[Contact]:
        """Return the seat's other contacts that hold its claim: the drag, in tap mode the card touch."""
        role = Role.PIECE if self._newest.tap_mode else Role.DRAG
        return [
            other
            for other in self._contacts.values()
            if other is not mine and other.seat == mine.seat and other.role is role
        ]

    def _is_claimed(self, mine: Contact, at: int) -> bool:
        """Return whether another finger of the seat holds the claim and has not given it up."""
        return any(not self._glass.rests(other, at) for other in self._rivals(mine))

    # ------------------------------------------------------------ before GO

    def _false_start(self, mine: Contact) -> None:
        """Report a card moved before GO: the table locks the seat for a moment."""
        self._contacts.pop(mine.id, None)
        if self._newest.lies(mine.item) is not None:
            self._send(msg.Hold(mine.seat, mine.source, mine.at))

    def _early_tap(self, mine: Contact, at: int) -> None:
        turn = self._newest.turn(mine.item)
        if turn is not None:
            self._send(turn(mine.seat, at))
        elif self._newest.tap_mode:
            self._false_start(mine)
        else:
            self.surface.answer(mine.x, mine.y)

    # ------------------------------------------------------------ carrying

    def _claim(self, mine: Contact, at: int) -> None:
        """Claim the seat's drag for a contact that has moved on a card, unless another finger holds it."""
        mine.carried = self._newest.lies(mine.item)
        if mine.carried is None or self._is_claimed(mine, at) or not self._is_enabled(mine.item):
            del self._contacts[mine.id]
            return
        for other in self._rivals(mine):
            self.cancel(other.id, at)
        mine.role = Role.DRAG
        self._send(msg.Hold(mine.seat, mine.source, mine.at))

    def _is_enabled(self, item: Item) -> bool:
        return any(self._newest.is_same(now, item) and now.enabled for now in self.surface.items())

    def _let_go(self, mine: Contact, at: int) -> None:
        """Play, lay or return the card of a finger that has lifted."""
        start = (mine.x, mine.y)
        way = [start, *self._glass.flick(mine, at)]
        out = any(self.surface.panel_at(*point) != mine.seat for point in way)
        if self.surface.panel_at(*start) != mine.seat:
            self._play(mine, *start, at)
        elif (laid := self._laid_on(way, mine, out, at)) is not None:
            self._send(laid)
        elif out:
            self._play(mine, *way[-1], at)
        else:
            self._send(msg.Drop(mine.seat, at))
        self.surface.release(mine.seat)

    def _laid_on(self, way: list[Point], mine: Contact, out: bool, at: int) -> msg.ToTable | None:
        """Return the message of a piece let go on a place of its own row, or flicked to one; None: it is not laid.

        ``out``: it slides out of the panel. Then it is laid only if it does not fit in the centre and a place on its
        way takes it.
        """
        row = self._newest.touches.row
        if row is None or mine.item.what not in row.from_items or (out and self._newest.fits_centre(mine.item)):
            return None
        slot = self._slot_on(way, mine, row.place, out)
        return None if slot is None else row.lay(mine.seat, mine.source, slot, at)

    def _slot_on(self, way: list[Point], mine: Contact, place: str, out: bool) -> int | None:
        """Return the first slot on its way that takes the piece, otherwise the one on which it comes to rest."""
        places = [item for item in self.surface.items() if item.what == place and item.seat == mine.seat]
        met = [item.slot for point in way for item in places if item.contains(*point, _SLACK * item.w)]
        taking = self._newest.slots_for(mine.item)
        last = met[-1] if met and not out else None
        return next((slot for slot in met if slot in taking), last)

    def _play(self, mine: Contact, x: float, y: float, at: int) -> None:
        near = partial(self.surface.near_cells, x, y)
        self._send(self._newest.touches.play(mine.seat, mine.item, near, at))

    # ------------------------------------------------------------ tapping and holding

    def _tap_piece(self, mine: Contact) -> None:
        """Commit a card, or mark it for the own row, at finger-down in tap mode."""
        marked = self._marked.get(mine.seat)
        if marked is not None and self._lay(marked, mine.item, mine.at):
            return
        if marked is None or not self._newest.is_same(marked.item, mine.item):
            self._unmark(mine.seat, mine.at)
            if self._newest.slots_for(mine.item) and not self._newest.fits_centre(mine.item):
                mine.carried = self._newest.lies(mine.item)
                self._marked[mine.seat] = mine
                self._send(msg.Hold(mine.seat, mine.source, mine.at))
                return
        self._marked.pop(mine.seat, None)
        self._play(mine, mine.x, mine.y, mine.at)

    def _tap_in_vain(self, mine: Contact, at: int) -> None:
        """Show how a piece is pushed to somebody who has tapped it."""
        if (at - mine.at) / SECOND >= self._is.tap_s:
            return
        if self._is_enabled(mine.item):
            self.surface.nudge(mine.seat, mine.source)
        else:
            self.surface.answer(mine.x, mine.y)

    def _answer_idle(self, contact: ContactId, x: float, y: float, at: int) -> None:
        """Answer a tap of a contact that does nothing; one that has moved or rested was no tap."""
        idle = self._idle.pop(contact, None)
        if idle is None:
            return
        began, start = idle
        if (at - began) / SECOND < self._is.tap_s and not self._glass.far(start, (x, y), self._is.claim_mm):
            seat = self.surface.nearest_seat(x, y)
            said = self.surface.tap(seat, at) if seat is not None else None
            if isinstance(said, msg.PressButton):
                self._send(replace(said, felt=True))
            self.surface.answer(x, y)

    def _lay(self, marked: Contact, place: Item, at: int) -> bool:
        """Lay the marked card on this place of the row; False if that place does not take it."""
        row = self._newest.touches.row
        if row is None or place.what != row.place or place.slot is None:
            return False
        if place.slot not in self._newest.slots_for(marked.item):
            return False
        del self._marked[marked.seat]
        self._send(row.lay(marked.seat, marked.source, place.slot, at))
        return True

    def _unmark(self, seat: SeatNumber, at: int) -> None:
        if self._marked.pop(seat, None) is not None:
            self._send(msg.Drop(seat, at))

    def _tapped(self, mine: Contact, at: int) -> None:
        """Act on the release of a contact on something that can be tapped or held."""
        now = self._hit(mine.x, mine.y)
        if now is None or not self._newest.is_same(now, mine.item):
            return
        lasted = (at - mine.at) / SECOND
        if not now.enabled:
            if lasted < self._is.tap_s:
                self.surface.answer(mine.x, mine.y)
            return
        if now.what == SERVICE and lasted < self._is.tap_s:
            message = self._tap_below(mine, at)
        elif now.what == SERVICE:
            message = self._held_corner(now, at) if lasted >= self._is.service_s else None
        elif lasted < (self._is.hold_s if now.what == LEAVE else self._is.tap_s):
            message = self._tap(now, at)
        elif self._is.hold_s <= lasted <= self._is.hold_until_s:
            message = self._held(now, at)
        else:
            return
        if message is not None:
            self._send(message)

    def _slide(self, mine: Contact, at: int, *, lifted: bool) -> None:
        """Pull a slider's knob to the finger; a tap calls it there."""
        end = (mine.x, mine.y) if mine.sliding else mine.start
        if (message := self.surface.tap(mine.item, at, Pull(mine.start, end, lifted))) is not None:
            self._send(message)

    def _held_corner(self, corner: Item, at: int) -> msg.ToTable | None:
        """Return the message that opens the menu; in a round it stays closed, and a panel says what to do."""
        if self._newest.in_round or corner.seat is None:
            return self.surface.tap(corner, at)
        return msg.OpenService(corner.seat, at)

    def _tap_below(self, mine: Contact, at: int) -> msg.ToTable | None:
        """Return the message of a tap on the corner, which goes to the item below."""
        below = self._hit(mine.x, mine.y, but=SERVICE)
        if below is not None and below.enabled:
            return self._tap(below, at)
        self.surface.answer(mine.x, mine.y)
        return None

    def _tap(self, item: Item, at: int) -> msg.ToTable | None:
        turn = self._newest.turn(item)
        if item.seat is not None and turn is not None:
            self._unmark(item.seat, at)
            return turn(item.seat, at)
        if not self._newest.is_piece(item):
            return self.surface.tap(item, at)
        marked = self._marked.get(item.seat) if item.seat is not None and not item.card else None
        if marked is not None and self._lay(marked, item, at):
            return None
        message = self._newest.touches.tap(item, at)
        if message is None:
            self.surface.answer(item.x, item.y)
        return message

    def _held(self, item: Item, at: int) -> msg.ToTable | None:
        """Return the message of a control that was held for a second, None without one."""
        if item.seat is None:
            return None
        if item.what == LEAVE:
            return msg.LeaveSeat(item.seat, at)
        return None if self._newest.turn(item) is None else msg.CastVote(item.seat, at)
