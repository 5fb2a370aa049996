"""The picture of the table before it is drawn: its layout, the inputs of its parts, and its taps. Without Kivy."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from kiosk.display.context import (
    RESULTS,
    STEP,
    CentreContext,
    Finger,
    PanelContext,
    PanelTrial,
    SoundTrial,
    TableContext,
    shown_s,
)
from kiosk.display.corner_notice import corner_notice, pausing
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import LASTS_S
from kiosk.display.input.answers import HOLD, TouchAnswer, answer_to
from kiosk.display.input.contact import ContactId
from kiosk.display.input.controls import SEAT_LANGUAGE, Drawers, proposed
from kiosk.display.input.keypad import Keypad, Slide
from kiosk.display.input.passing import Passing
from kiosk.display.last_seconds import number_left
from kiosk.display.passing_time import (
    Won,
    clock_step,
    heat,
    is_locked,
    is_timed,
    margin_ms,
    newest_verdict,
    opacity,
    races_won,
    second_step,
    telling,
)
from kiosk.display.scene import Item, Pull
from kiosk.display.screens.layouts_ahead import LayoutsAhead
from kiosk.display.screens.play import dealing_step
from kiosk.display.screens.result import tray_clock
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.table_layout import Layout, Place
from kiosk.layout.table_shape import TableShape
from kiosk.locale.languages import SOURCE
from kiosk.protocol import Fault, PanelHealth, SeatView, ServiceView, Snapshot, SoundHealth, ToTable, Welcome
from kiosk.protocol.state import State

_CYCLES: Final = frozenset({State.ATTRACT, State.CLOSED})
"""States in which nobody sits anywhere: the middle speaks all languages in turn."""
_TOO_SMALL: Final = 200
"""The width or height in pixels of a window that is being made, or is minimized."""
MEANT: Final = 1_000_000_000
"""Nanoseconds after which a touch is meant for what is shown: a state, or the language of an invitation."""
INVITATION: Final = 2_500_000_000
"""Nanoseconds for which the invitation is shown in one language."""


class PictureModel:
    """What follows from the newest snapshot, the window and the taps. ``clock``: as in the snapshots, nanoseconds."""

    def __init__(self, welcome: Welcome, clock: Callable[[], int]) -> None:
        self.welcome = welcome
        self._clock = clock
        self.snapshot: Snapshot | None = None
        self.layout: Layout | None = None
        """None before the first snapshot, or in a window that is too small."""
        self.table: TableContext | None = None
        """The part shared by all panels, as of the last ``look``; the same object while nothing in it changes."""
        self._views: dict[SeatNumber, tuple[SeatView, SeatView]] = {}  # the newest, and an older one that is equal
        self.shape: TableShape | None = None
        self.game = registry.usual()
        self.memory = picture_of_game(self.game).memory()
        self.drawers = Drawers()
        self.staff = Keypad()
        self.passing = Passing()
        self.fingers: dict[ContactId, Finger] = {}
        """The touches of the staff's panel test."""
        self._laid: TableShape | None = None  # the shape of the layout
        self.gone = False
        """True if the table process has stopped."""
        self.recorded_s = 0
        """For how many seconds all touches are still recorded."""
        self.touch_fault: Fault | None = None
        self.panel_trial = PanelTrial()
        self.sound_trial = SoundTrial()
        self._ahead = LayoutsAhead(welcome)
        self._plain = False
        self._turned: list[SeatNumber] = []
        self._won: Mapping[SeatNumber, Won] = {}

    # ---- the newest snapshot and the window

    def follow(self, snapshot: Snapshot) -> Snapshot | None:
        """Take the newest snapshot, and return the one before. Its game's ``memory`` is left to the caller.

        That is because pieces start to fly from where they were.
        """
        before, self.snapshot = self.snapshot, snapshot
        self._won = races_won(snapshot.seats)
        self.passing.follow(before, snapshot, self._clock())
        self.drawers.keep(snapshot)
        self.staff.keep(snapshot)
        if not self.tries_fingers:
            self.fingers.clear()
            self.panel_trial = self.panel_trial._replace(most=0)
        return before

    def change_to(self, game: str) -> bool:
        """Switch to this game, and return whether it was another one."""
        if game == self.game:
            return False
        self.game = game
        self.memory = picture_of_game(game).memory()
        return True

    def arrange(self, area: Place) -> bool:
        """Make a new layout if the size, the seats in play or their hands have changed; return whether there is one.

        In a window that is too small for these seats the old one stays until there is room.
        """
        if area.w < _TOO_SMALL or area.h < _TOO_SMALL:
            return False
        shape = TableShape.of(area, self.welcome, self.snapshot, self.game)
        if (shape, self.plain) == (self.shape, self._plain):
            return False
        self.shape, self._plain = shape, self.plain
        try:
            self.layout = shape.layout(self.welcome)
        except ValueError:
            return False
        self._laid = shape
        return True

    @property
    def practised(self) -> Mapping[SeatNumber, Place]:
        """Where the centre of each seat's lesson lies, in the panel's coordinates; empty while nobody has one."""
        learns = self.snapshot is not None and any(view.lesson is not None for view in self.snapshot.seats)
        return {} if self._laid is None or self.invites or not learns else self._laid.practised(self.welcome)

    def prepare(self, snapshot: Snapshot, area: Place) -> bool:
        """Make the layout of the other game of a table at which nobody sits; return False if there is nothing to do."""
        return self.invites and snapshot.game != self.game and self._ahead.prepare(snapshot, area)

    def foresee(self) -> bool:
        """Make what is needed when somebody sits down at a table that invites, or a story is told; False: nothing."""
        if self._ahead.foresee(self._laid):
            return True
        snapshot, table, layout = self.snapshot, self.table, self.layout
        if snapshot is None or table is None or layout is None or snapshot.state != State.ROUND_RESULT:
            return False
        return self._ahead.foresee_story(table.result, lambda: self.middle(snapshot, table, layout, self._clock()))

    @property
    def invites(self) -> bool:
        """True while it is laid out for a table at which nobody sits."""
        return self.shape is not None and self.shape.inviting

    def start_over(self) -> None:
        """Forget the snapshot and the layout's shape: the next ones count as the first."""
        self.snapshot = self.shape = None

    @property
    def plain(self) -> bool:
        """True if the house wants high contrast, or whoever has opened the staff's menu."""
        shown = self.snapshot
        if shown is None:
            return False
        staff = None if shown.service is None else shown.service.seat
        return shown.house.contrast or any(view.contrast for view in shown.seats if view.seat == staff)

    # ---- the inputs of its parts

    def look(self, snapshot: Snapshot) -> TableContext:
        """Return the part that all panels share; it, and each field of it, is the same object until it changes.

        What is the same object is compared fast.
        """
        table = TableContext.of(snapshot, self.touch_fault)
        if self.table is None:
            self.table = table
        elif table != self.table:
            self.table = TableContext._make(
                old if old == new else new for old, new in zip(self.table, table, strict=True)
            )
        return self.table

    def middle(self, snapshot: Snapshot, table: TableContext, layout: Layout, now: int) -> CentreContext:
        """Return the inputs of the picture in the middle; ``now``: any clock."""
        languages = tuple((view.seat, self._language(view, table.state, now)) for view in snapshot.seats)
        return CentreContext(
            *(table, layout, languages, snapshot.piles, now),
            board=snapshot.board,
            own=snapshot.own,
            owners=snapshot.owners,
        )

    def centre(self, snapshot: Snapshot, table: TableContext, layout: Layout, now: int) -> CentreContext:
        """Return the inputs of the picture in the middle, with the clock in steps; 0 if no running time is shown."""
        step = clock_step(now) if is_timed(snapshot, now) else 0
        dealt = snapshot.state == State.COUNTDOWN and bool(table.since) and step < table.deadline
        dealt = dealt and (table.calm or shown_s(table, step) > LASTS_S)
        centre = self.middle(snapshot, table, layout, now)._replace(now=step, dealt=dealt)
        return centre._replace(finished=snapshot.finished) if snapshot.state in RESULTS else centre

    def ground(self, centre: CentreContext) -> CentreContext:
        """Return the inputs of what lies below the pieces in the middle."""
        return centre._replace(board=(), own={}, owners=(), finished=(), now=0, aloft=frozenset())

    def above(self, centre: CentreContext, now: int) -> CentreContext:
        """Return the inputs of what lies above all panels."""
        beside_call = centre.piles if centre.table.caller is not None else ()
        above = centre._replace(piles=beside_call, board=(), own={}, owners=(), finished=(), aloft=frozenset())
        above = above._replace(cry=self.passing.cry(now), fingers=tuple(self.fingers.values()))
        return above._replace(notices=self.passing.noticed(now))

    def panel(self, view: SeatView, centre: CentreContext, now: int, carried: str | None) -> PanelContext | None:
        """Return the inputs of a seat's panel; None if it has none.

        ``centre``: those of the middle at the same time; ``carried``: the source of the piece under the seat's finger.
        """
        table, layout, step = centre.table, centre.layout, centre.now
        newest, same = self._views.get(view.seat, (None, view))
        if newest is not view:  # as in ``look``
            same = same if same == view else view
            self._views[view.seat] = view, same
        view = same
        panel = layout.panels.get(view.seat) or layout.tabs.get(view.seat)
        if panel is None:
            return None
        if table.state == State.LOBBY and view.state != "ready":  # no arc of light runs there
            step = second_step(step, table.deadline) if step else 0
        locked = is_locked(view, now)
        if table.state == State.COUNTDOWN and step:
            step, locked = dealing_step(table, view, step), False
        if table.state in RESULTS and step:
            step = tray_clock(table, view.seat, step)
        won, won_told = self._won_by(view, now)
        return PanelContext(
            table=table,
            view=view,
            panel=panel,
            now=clock_step(now) if locked else step,
            open_drawer=self.drawers.open_in(view.seat),
            carried=carried,
            kept=self.memory[view.seat],
            rolling=now < view.rolling_until,
            heard=self.passing.is_heard(view.seat, now),
            answer=self.passing.answered(view.seat, now),
            held_for=self.passing.held_for(view.seat, now),
            told=telling(view, now),
            margin_ms=margin_ms(view, now),
            won=won,
            won_told=won_told,
            heat=heat(view, now) if table.state == State.PLAY else 0.0,
            due_s=number_left(self.snapshot, now) if self.snapshot is not None else 0,
            lesson=now // STEP + view.seat if table.state == State.LOBBY and view.state == "taken" else 0,
            practised=self.practised.get(view.seat) if view.lesson is not None else None,
            invitation=self._invitation(view.seat, now) if _invites(view, table) else "",
            **({} if table.service is None else self._staffs(now)),
        )

    def _staffs(self, now: int) -> dict[str, Any]:
        """Return the inputs of a panel that the staff's menu alone needs."""
        return {
            "counted": len(self.fingers) or self.staff.digits,
            "trial": self.panel_trial if self.tries_fingers else PanelTrial(),
            "sound": self.sound_trial,
            "written": self.staff.written,
            "glowing": self.staff.glowing(now),
            "pulled": self.staff.pulled(now),
        }

    def _won_by(self, view: SeatView, now: int) -> tuple[Won | None, float]:
        """Return the race that this seat has won just now, unless it was refused something since; and its opacity."""
        won, last = self._won.get(view.seat), newest_verdict(view)
        if won is None or view.bot or (last is not None and last.at > won.verdict.at):
            return None, 0.0
        told = opacity(won.verdict, now)
        return (won, told) if told else (None, 0.0)

    def tells_winner(self, now: int) -> bool:
        """Return whether somebody reads of a race that was won, which fades by time alone."""
        return any(opacity(won.verdict, now) for won in self._won.values())

    def practising(self, snapshot: Snapshot) -> tuple[SeatView, ...]:
        """Return the seats whose lesson is seen: no drawer, proposal or question lies above it."""
        if snapshot.lobby is not None and snapshot.lobby.proposal is not None:
            return ()
        return tuple(view for view in snapshot.seats if not view.asked and self.drawers.open_in(view.seat) is None)

    def _invitation(self, seat: SeatNumber, now: int) -> str:
        """Return the language of a seat's invitation: languages move round the table, one seat every few seconds."""
        languages = self.snapshot.languages if self.snapshot else (SOURCE,)
        return languages[(now // INVITATION + seat) % len(languages)]

    def _language(self, view: SeatView, state: State, now: int) -> str:
        """Return the language of the middle for this seat: its own, or that of the invitation on a free seat.

        Where nobody sits it cycles through all languages.
        """
        invited = state in _CYCLES or (state == State.LOBBY and view.state == "free")
        return self._invitation(view.seat, now) if invited else view.language

    # ---- touches

    @property
    def order(self) -> tuple[object, ...]:
        """The names of the parts that can be touched, topmost last."""
        return ("centre", *(plan.seat for plan in self.welcome.seats), "overlay")

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """Return the seat whose panel contains the window point, None in the centre."""
        return self.layout.panel_at(x, y) if self.layout else None

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        """Return all cells of the centre's grid, nearest to the window point first."""
        taken = [cell for cell, _ in self.snapshot.piles] if self.snapshot else []
        return self.layout.near_cells(x, y, taken) if self.layout else ()

    def view(self, seat: SeatNumber) -> SeatView | None:
        """Return what everybody may see of a seat."""
        views = self.snapshot.seats if self.snapshot else ()
        return next((view for view in views if view.seat == seat), None)

    def tap(self, item: Item, at: int, shown: PanelContext | None, pull: Pull | None = None) -> ToTable | None:
        """Return the message for a tapped control; None if it concerns only this picture.

        ``shown``: the inputs of the panel as it is seen; ``pull``: of a slider.
        """
        if self.snapshot is None:
            return None
        if item.seat is None:
            return proposed(item, at, self.snapshot.lobby)
        if self.snapshot.service is not None and pull is not None:
            return self._slide(item, at, pull, self.snapshot.service)
        if self.snapshot.service is not None:
            return self.staff.tap(item, at, self.snapshot.service) if item.enabled else None
        if item.what == "service":
            self._tell_staff(item)
            return None
        if item.what == "leave":
            self.passing.answer(item.seat, HOLD, self._clock())
            return None
        read = self.drawers.reading
        said = self.drawers.tap(item, at, self.snapshot, self._meant_language(item, at, shown))
        if item.seat in read | self.drawers.reading:
            self._turned.append(item.seat)
        return said

    def _slide(self, item: Item, at: int, pull: Pull, view: ServiceView) -> ToTable | None:
        """Return the message for a finger on a slider; the only ones are those of the staff's menu."""
        panel = None if self.layout is None or item.seat is None else self.layout.panels.get(item.seat)
        if panel is None:
            return None
        start, end = (item.share(*point, panel.runs) for point in pull[:2])
        return self.staff.slide(item, Slide(start, end, at, pull.lifted), view)

    def _tell_staff(self, corner: Item) -> None:
        """Tell beside a held corner, in the language of the house, why the menu stays closed."""
        if self.snapshot is not None and self.layout is not None:
            cells = self.layout.cells
            piles = cells if self.snapshot.board else [cells[cell] for cell, _ in self.snapshot.piles]
            notice = corner_notice(self.layout, corner, self.snapshot.house.language, piles, pausing(self.snapshot))
            self.passing.notice((corner.x, corner.y), notice, self._clock())

    def nearest_seat(self, x: float, y: float, items: Sequence[Item]) -> Item | None:
        """Return the nearest seat that may be taken, if the point is on the felt of a table that invites."""
        snapshot, layout = self.snapshot, self.layout
        if snapshot is None or layout is None or snapshot.state != State.ATTRACT or layout.panel_at(x, y) is not None:
            return None
        panels = {**layout.panels, **layout.tabs}
        free = [
            (panels[item.seat].bounds.distance(x, y), item)
            for item in items
            if item.what == "seat" and item.enabled and item.seat in panels
        ]
        return min(free, key=lambda one: one[0], default=(0.0, None))[1]

    def answer(self, x: float, y: float, items: Sequence[Item]) -> TouchAnswer | None:
        """Answer in words a tap on which nothing else happens, and return the answer with what else is seen of it."""
        if self.snapshot is None or self.layout is None or self.gone:
            return None
        answer = answer_to(x, y, self.snapshot, self.layout, items)
        if answer is not None:
            for one in (answer, *answer.trays):
                if one.seat is not None:
                    self.passing.answer(one.seat, one.told, self._clock())
        return answer

    def turned(self) -> list[SeatNumber]:
        """Return the seats that have turned a page of the rules since the last call."""
        turned, self._turned = self._turned, []
        return turned

    @property
    def tries_fingers(self) -> bool:
        """True while the staff's panel test is open."""
        service = self.snapshot.service if self.snapshot is not None else None
        return service is not None and service.page == "fingers"

    def finger(self, contact: ContactId, point: Finger | None) -> bool:
        """Note a finger in the staff's panel test, or its lift (None); return whether that test is open."""
        if self.tries_fingers:
            if point is None:
                self.fingers.pop(contact, None)
            else:
                self.fingers[contact] = point
                most = max(len(self.fingers), self.panel_trial.most)
                self.panel_trial = self.panel_trial._replace(most=most)
        return self.tries_fingers

    def panel_noted(self, health: PanelHealth | None, recorded_s: int) -> bool:
        """Take what staff should know of the touch panel; return whether that is new."""
        notes, slots = (health.notes, health.slots) if health is not None else ((), None)
        before = self.panel_trial, self.recorded_s
        self.panel_trial, self.recorded_s = self.panel_trial._replace(notes=notes, slots=slots), recorded_s
        return before != (self.panel_trial, self.recorded_s)

    def sound_noted(self, health: SoundHealth | None) -> bool:
        """Take what staff should know of the loudspeaker; return whether that is new."""
        before = self.sound_trial
        if health is not None:
            known = bool(health.chunk) or health.fault is not None
            self.sound_trial = SoundTrial(health.device, health.fault, known)
        return before != self.sound_trial

    def _meant_language(self, item: Item, at: int, shown: PanelContext | None) -> str:
        """Return the language of the invitation that is accepted by a tap on this item; empty if it is none.

        It is that of a moment ago: whoever is about to touch means what they have read.
        """
        is_invited = shown is not None and bool(shown.invitation)
        if item.seat is None or item.what not in ("seat", SEAT_LANGUAGE) or not is_invited:
            return ""
        return self._invitation(item.seat, at - MEANT)


def _invites(view: SeatView, table: TableContext) -> bool:
    """Return whether this seat's texts are shown in all languages, one after the other."""
    if table.service is not None:
        return view.seat != table.service.seat
    return table.state == State.ATTRACT or view.state == "free"
