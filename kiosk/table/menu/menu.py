"""The service menu that is open at a seat: its keypad, its pages, the way back, and the job that runs. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from hardware.api import ButtonEdge, Instant, milliseconds
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ServiceTile, ServiceView
from kiosk.protocol.staff_settings import SettingForm, staff_setting, staff_settings
from kiosk.table.menu.days import CLEANING_S, CleaningPage, ClockPage, TodayPage
from kiosk.table.menu.page import MINUTE, NOTHING, AskingPage, Effect, MenuData, Page
from kiosk.table.menu.setting_pages import HouseRulesPage, SettingsPage, kept_rules, setting_page, setting_tile
from kiosk.table.menu.trials import (
    BoardsPage,
    ButtonsPage,
    FinalePage,
    FingersPage,
    LampsPage,
    LoudspeakersPage,
    SignalsPage,
    SoundsPage,
    button_tiles,
)
from kiosk.table.menu.upkeep import ConfigurationPage, DoctorPage, StickPage, SystemPage, UnwantedPage
from kiosk.table.service_requests import (
    AskRoot,
    ChangeSettings,
    CheckPin,
    DoctorFailed,
    DoctorFindings,
    GateAnswer,
    Job,
    JobAnswer,
    JobDone,
    JobFailed,
    OpenAgain,
    ResetTable,
    SetPin,
    SettingsChanged,
)


class KeypadPage(Page):
    """The keypad. ``locked_until``: no PIN is taken before; ``tries``: as many are left."""

    name = "pin"

    def __init__(self, menu: MenuData, gate: GateAnswer) -> None:
        super().__init__(menu)
        self.tries = 0
        self.locked_until = 0
        self.note = ""
        self.judge(gate)

    def judge(self, gate: GateAnswer) -> None:
        """Take what the gate says."""
        self.tries = gate.tries
        self.locked_until = Instant(self.menu.now + milliseconds(1000 * gate.seconds)) if gate.seconds else 0
        self.note = gate.verdict if gate.verdict in {"wrong", "broken"} else ""

    def type(self, pin: str) -> Effect:
        """Take a PIN; during a lockout it is ignored."""
        self.note = ""
        return NOTHING if self.menu.now < self.locked_until else Effect(CheckPin(pin))


class NewPinPage(Page):
    """A new PIN, typed twice. Whether it is acceptable is known to the service worker."""

    name = "new_pin"

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._first = ""  # as typed the first time

    def open(self) -> Job | None:
        """Begin afresh."""
        self._first = ""
        return None

    def type(self, pin: str) -> Effect:
        """Take it for the first or the second time; two different ones begin again."""
        first, self._first = self._first, ""
        if not first:
            self._first = pin
            return Effect(note="pin_again")
        return Effect(SetPin(pin)) if pin == first else Effect(note="pins_differ")


class FrontPage(AskingPage):
    """The doors to the pages, what is set most often, and the test of the buttons, which always runs."""

    name = "menu"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        boards = (BoardsPage.name,) if self.menu.trays else ()
        doors = (ButtonsPage.name, LampsPage.name, *boards, FingersPage.name, LoudspeakersPage.name, *_MANAGED)
        states = self._states()
        for name in doors:
            yield states.get(name) or ServiceTile("page", name)
        yield ServiceTile("version", text=self.menu.facts.version, touchable=False)
        yield ServiceTile("clock", text=self.menu.clock, touchable=False)
        if self._ends_match:
            yield self.tile("reset", self.menu.reset)
        for setting in staff_settings().values():
            if setting.form is SettingForm.HOURS and self.menu.facts.closed_now:
                yield ServiceTile("doors", "open_again")
            elif setting.in_front:
                yield setting_tile(self.menu, setting)
        yield from button_tiles(self.menu.seats, self.menu.buttons)
        for seat, tray in self.menu.trays.items():
            yield ServiceTile("reader", str(seat), state="good" if tray.works else "lost", touchable=False)

    def _states(self) -> dict[str, ServiceTile]:
        """Return the doors behind which something is known, with it: a number, or the doctor's worst finding."""
        facts, trays, worst = self.menu.facts, self.menu.trays, self.menu.verdict.worst
        rounds = self.menu.verdict.rounds
        work = sum(tray.works for tray in trays.values())
        told = {
            BoardsPage.name: (f"{work}/{len(trays)}", "good" if work == len(trays) else "warning"),
            SettingsPage.name: (
                str(sum(setting_tile(self.menu, row).state != "" for row in staff_settings().values())),
                "",
            ),
            HouseRulesPage.name: (str(len(kept_rules(self.menu))), ""),
            StickPage.name: (facts.restore, "warning" if facts.restore else ""),
            CleaningPage.name: (str(CLEANING_S), ""),
            TodayPage.name: ("" if rounds is None else str(rounds), ""),
            SystemPage.name: (facts.free, "warning" if facts.scarce else "good" if facts.free else ""),
        }
        doctor = ServiceTile("page", DoctorPage.name, "", worst.grade, advice=worst.advice, seat=worst.seat)
        return {name: ServiceTile("page", name, *known) for name, known in told.items()} | {doctor.value: doctor}

    def open(self) -> Job | None:
        """Tell the time from now on."""
        self._tell_time()
        return super().open()

    def advance(self) -> bool:
        """Tell the next minute, if it has come."""
        due = self.changes_at is not None and self.menu.now >= self.changes_at
        if due:
            self._tell_time()
        return due

    def _tell_time(self) -> None:
        self.changes_at = Instant(self.menu.now + MINUTE) if self.menu.clock else None

    def touch(self, key: str, value: str) -> Effect:
        """End the match by a second touch, or open a table that the staff have closed."""
        if (key, value) == ("reset", self.menu.reset) and self._ends_match:
            return Effect(ResetTable()) if self.sure(value) else NOTHING
        opens = (key, value) == ("doors", "open_again") and self.menu.facts.closed_now
        return Effect(OpenAgain()) if opens else NOTHING

    @property
    def _ends_match(self) -> bool:
        return self.menu.reset == "end_match"


_PAGES: Final[dict[str, type[Page]]] = {
    page.name: page
    for page in (
        ButtonsPage,
        LampsPage,
        BoardsPage,
        FingersPage,
        LoudspeakersPage,
        SoundsPage,
        SignalsPage,
        FinalePage,
        SettingsPage,
        HouseRulesPage,
        ClockPage,
        StickPage,
        ConfigurationPage,
        UnwantedPage,
        DoctorPage,
        CleaningPage,
        TodayPage,
        SystemPage,
        NewPinPage,
    )
}
"""The pages that a tile leads to by their names, besides those of the settings."""
_MANAGED: Final = (
    *(SettingsPage.name, HouseRulesPage.name, StickPage.name, DoctorPage.name),
    *(TodayPage.name, CleaningPage.name, SystemPage.name),
)
"""The doors of the front page that do not lead to a test."""
_UNANSWERED: Final = (AskRoot, ResetTable)
"""Jobs that have no answer, but for a failure."""


class _Wish(Struct, frozen=True):
    """A value of a setting; ``pulled``: a finger is still on its slider."""

    value: str
    pulled: bool


def _pulled(effect: Effect, *, pulled: bool) -> Effect:
    """Return what a touch on a setting leads to; while its slider is ``pulled``, nothing is stored."""
    job = effect.job
    if not isinstance(job, ChangeSettings):
        return effect
    return structs.replace(effect, job=structs.replace(job, stored=not pulled))


class Menu:
    """The menu that is open in the panel of ``seat``. Methods that take input return the job that follows."""

    def __init__(self, seat: SeatNumber, data: MenuData, gate: GateAnswer) -> None:
        self.seat = seat
        self.busy = False
        """True while a job of the menu is running."""
        self._data = data
        self._keypad: KeypadPage | None = KeypadPage(data, gate)
        self._way: list[Page] = [self._keypad]  # the open page, after those that led to it
        self._note, self._why, self._at = "", "", ""
        self._touched = ("", "")  # the tile that the note is about
        self._wished: dict[str, _Wish] = {}  # by their settings, until the job before is done
        self._left: Page | None = None  # the page that was left before it had its answer

    @property
    def page(self) -> Page:
        """The open page."""
        return self._way[-1]

    @property
    def locked(self) -> bool:
        """True until the PIN has been typed."""
        return self._keypad is not None

    # ---------------------------------------------------------------- what comes in

    def type(self, pin: str) -> Job | None:
        """Take a PIN. It is ignored while another one is checked, and on a page without a keypad."""
        return None if self.busy else self._follow(self.page.type(pin))

    def tap(self, key: str, value: str, *, pulled: bool = False) -> Job | None:
        """Handle a touch on a tile, or on ``back``; a key that is not on the page does nothing.

        ``pulled``: a finger is still on a slider; the value is in force, and stored once it lifts.
        """
        if self.locked:
            return None
        if self.busy:
            if self._is_set_here(key):  # a finger on a slider goes on: the last value counts
                self._wished[key] = _Wish(value, pulled)
            return self._leave() if key == "back" else None
        if key == "back":
            return self._back()
        if key == "page":
            there = any((tile.key, tile.value) == (key, value) for tile in self.page.tiles())
            page = self._page(value) if there else None
            return None if page is None else self._open(page)
        self._touched = key, value
        if self._is_set_here(key) and (page := setting_page(self._data, key)) is not None:
            return self._follow(_pulled(page.touch("value", value), pulled=pulled))  # as on its own page
        return self._follow(self.page.touch(key, value))

    def _is_set_here(self, key: str) -> bool:
        """Return whether this is a setting whose tile is on the page: a slider or a switch."""
        there = any((tile.key, tile.value) == ("page", key) for tile in self.page.tiles())
        return there and staff_setting(key) is not None

    def edge(self, edge: ButtonEdge) -> None:
        """Take the press or release of a button."""
        if not self.page.deaf or not edge.pressed:
            self._data.buttons.edge(edge, self._data.now)

    def was_reset(self) -> None:
        """Say that the match has ended, if one was on, and that all seats are free."""
        self._note = "match_ended" if self._data.reset == "end_match" else "table_reset"
        self._data.reset = "reset_table"

    def answered(self, answer: JobAnswer) -> Job | None:
        """Handle the answer to a job; return the one that follows."""
        if isinstance(answer, DoctorFindings | DoctorFailed):
            left, self._left = self._left, None
            if left is not None and left is not self.page:
                left.answered(answer)
                return None
            if not isinstance(self.page, DoctorPage):
                return None  # it was asked for by a menu that was closed before
        asked, self.busy = self.busy, False
        if isinstance(answer, GateAnswer):
            if asked or answer.facts is None:  # otherwise the answer belongs to a menu that was closed before
                return self._judge(answer)
            return None
        match answer:
            case SettingsChanged(facts=facts, kept=kept, note=note):
                self._data.facts, self._note = facts, note if kept else "not_kept"
            case JobDone(note=note, facts=facts, at=at):
                self._data.facts, self._note, self._at = facts or self._data.facts, note, at
            case JobFailed(note=note, why=why):
                self._note, self._why = note, why
        self.page.answered(answer)
        while self._wished:
            key, wish = next(iter(self._wished.items()))
            del self._wished[key]
            if (job := self.tap(key, wish.value, pulled=wish.pulled)) is not None:
                return job
        return None

    def advance(self, now: Instant) -> bool:
        """Advance the time; return whether anything has changed."""
        self._data.now = now
        forgotten = self._data.buttons.advance(now)
        changed = self.page.advance() or forgotten
        if self.page.over:
            self._back()
        return changed

    @property
    def changes_at(self) -> Instant | None:
        """The time at which it changes by itself."""
        times = (self.page.changes_at, self._data.buttons.told_until)
        return min((at for at in times if at is not None), default=None)

    def _judge(self, gate: GateAnswer) -> Job | None:
        if self._keypad is None:
            return None
        if gate.facts is None:
            self._keypad.judge(gate)
            return None
        self._data.facts, self._keypad = gate.facts, None
        self._way = [FrontPage(self._data)]
        return self._show()

    # ---------------------------------------------------------------- pages

    def _page(self, name: str) -> Page | None:
        if self._left is not None and name == self._left.name:
            return self._left
        kind = _PAGES.get(name)
        return setting_page(self._data, name) if kind is None else kind(self._data)

    def _open(self, page: Page) -> Job | None:
        self._way.append(page)
        return self._show()

    def _back(self) -> Job | None:
        """Return to the page from which this one was opened."""
        if len(self._way) > 1:
            self._way.pop()
        return self._show()

    def _leave(self) -> Job | None:
        """Go back while a job runs, if the page may be left then."""
        if not self.page.may_be_left:
            return None
        self._left = self.page
        return self._back()

    def _show(self) -> Job | None:
        self._note, self._touched = "", ("", "")
        if self.page is self._left:
            self.busy = True
            return None
        job = self._begin(self.page.open())
        return self._examine() if isinstance(self.page, FrontPage) else job

    def _examine(self) -> Job | None:
        """Let the doctor look while the front page is used, as if the doctor's page had been left."""
        if self._left is not None or self._data.verdict.fresh(self._data.now):
            return None
        self._left = DoctorPage(self._data)
        return self._left.open()

    def _follow(self, effect: Effect) -> Job | None:
        job = None
        if effect.opens is not None:
            job = self._open(effect.opens)
        elif effect.back:
            job = self._back()
        self._note = effect.note
        return self._begin(effect.job or job)

    def _begin(self, job: Job | None) -> Job | None:
        self.busy = job is not None and not isinstance(job, _UNANSWERED)
        return job

    # ---------------------------------------------------------------- what is shown

    def view(self) -> ServiceView:
        """Return the menu as everybody may see it."""
        keypad, now = self._keypad, self._data.now
        deaf_until = (self.page.deaf and self.page.changes_at) or 0
        until = deaf_until if keypad is None else keypad.locked_until
        return ServiceView(
            seat=self.seat,
            page=self.page.shown,
            tiles=tuple(map(self._with_note, self.page.tiles())),
            note=self._note if keypad is None else keypad.note,
            busy=self.busy,
            tries=0 if keypad is None else keypad.tries,
            locked_until=until if now < until else 0,
            first=self.page.first,
            played=self._data.sounds_played,
            why=self._why if self._note == "failed" else "",
            at=self._at if self._note == "saved" else "",
        )

    def _with_note(self, tile: ServiceTile) -> ServiceTile:
        """Return the tile; it says so if the note is about it."""
        noted = (tile.key, tile.value) == self._touched and (self._note or self.busy) and not tile.state
        return structs.replace(tile, state="told") if noted else tile
