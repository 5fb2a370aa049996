"""The staff's menu on the table: its opening, its functions, and its timeout."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.api import Button, DeviceFault, Instant, TrayDie, TrayReading, TrayState, milliseconds
from kiosk import protocol as msg
from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import BrokenOff, MatchEnded
from kiosk.protocol.staff_menu import SOUNDS
from kiosk.protocol.state import State
from kiosk.table.inputs import Doors, Night
from kiosk.table.service_requests import (
    AskGate,
    AskRoot,
    BackupFound,
    CancelRestore,
    ChangeSettings,
    CheckPin,
    ClearLeaderboard,
    CloseNow,
    CountToday,
    DoctorFailed,
    DoctorFindings,
    FindBackup,
    GateAnswer,
    JobDone,
    JobFailed,
    OpenAgain,
    RemoveUnwantedNames,
    RestoreLeaderboard,
    RunDoctor,
    SetPin,
    SettingsChanged,
    TableFacts,
    TakeUnwantedNames,
    TodayCounted,
    ToldFinding,
    UseStick,
)
from tests.table.test_way_through import reach

VALUES = {
    "sound.volume": "60",
    "hours.opens": "",
    "hours.closes": "",
    "language.offered": "en,de,fr",
    "language.default": "en",
    "game.kind": "cards",
}
KNOWN = TableFacts(VALUES, "1.2.3", ("restart-table", "poweroff"), ("eth0",))


class Staff:
    """A member of the staff at a table, and the service worker whose answers a test gives."""

    def __init__(self, table: Any) -> None:
        self.table = table

    @property
    def view(self) -> msg.ServiceView | None:
        view: msg.ServiceView | None = self.table.snapshot().service
        return view

    @property
    def page(self) -> msg.ServiceView:
        assert self.view is not None
        return self.view

    def jobs(self) -> list[Any]:
        jobs = [*self.table.session.table.jobs]
        self.table.session.table.jobs.clear()
        return jobs

    def hold(self, seat: int = 2) -> None:
        self.table.say(msg.OpenService(SeatNumber(seat), self.table.now))

    def type(self, pin: str) -> None:
        self.table.say(msg.ServicePin(pin, self.table.now))

    def tap(self, key: str, value: str = "") -> None:
        self.table.say(msg.ServiceTap(key, self.table.now, value))

    def enter(self) -> None:
        self.hold()
        self.table.put(GateAnswer("ask", 5))
        self.type("4711")
        self.table.put(GateAnswer("open", facts=KNOWN))
        if RunDoctor() in self.jobs():
            self.table.put(DoctorFindings(()))

    def tiles(self, key: str) -> dict[str, msg.ServiceTile]:
        return {tile.value: tile for tile in self.page.tiles if tile.key == key}


@pytest.fixture
def staff(table: Any) -> Staff:
    return Staff(table)


@pytest.fixture
def inside(staff: Staff) -> Staff:
    staff.enter()
    return staff


def test_a_held_corner_asks_for_the_pin_in_the_panel_of_its_seat(staff: Staff) -> None:
    staff.hold(3)
    assert staff.jobs() == [AskGate()]
    assert staff.table.state is State.ATTRACT, "before it is known that there is a menu, nothing changes"
    staff.table.put(GateAnswer("ask", 5))
    assert staff.table.state is State.SERVICE
    assert (staff.page.seat, staff.page.page, staff.page.tiles) == (3, "pin", ())
    assert staff.table.session.table.round is None, "the bots rest"


@pytest.mark.parametrize("verdict", ["none", "broken"])
def test_a_table_without_a_pin_has_no_menu(staff: Staff, verdict: str) -> None:
    staff.hold()
    staff.table.put(GateAnswer(verdict))
    assert staff.table.state is State.ATTRACT


@pytest.mark.parametrize("state", [State.COUNTDOWN, State.PLAY])
def test_a_round_is_never_interrupted(staff: Staff, state: State) -> None:
    staff.hold()
    reach(staff.table, "cards", state)
    staff.table.put(GateAnswer("ask", 5))
    assert staff.table.state is state
    staff.jobs()
    staff.hold()
    assert staff.jobs() == []


def test_over_a_pause_the_menu_opens_and_the_pause_comes_back_with_its_time(staff: Staff) -> None:
    reach(staff.table, "cards", State.PAUSED)
    before = staff.table.snapshot()
    left = before.deadline - staff.table.now
    staff.enter()
    staff.tap("page", "sound.volume")
    staff.table.pass_time(100_000)
    staff.tap("close")
    after = staff.table.snapshot()
    assert (staff.table.state, after.deadline - staff.table.now) == (State.PAUSED, left)
    assert (after.seats, after.called, after.round_no) == (before.seats, before.called, before.round_no)
    staff.enter()
    staff.table.pass_time(121_000)
    assert staff.table.state is State.PAUSED, "it closes by itself"


def test_guests_in_the_lobby_keep_their_seats_below_the_menu(staff: Staff) -> None:
    staff.table.tap_button(1)
    staff.table.tap_button(2)
    staff.enter()
    staff.table.pass_time(110_000)
    staff.tap("close")
    assert staff.table.state is State.LOBBY
    assert [view.state for view in staff.table.snapshot().seats] == ["taken", "taken", "free", "free"]


def test_a_replay_ends_for_the_menu_and_its_result_comes_back(staff: Staff) -> None:
    reach(staff.table, "cards", State.REPLAY)
    staff.enter()
    assert staff.page.page == "menu"
    staff.tap("close")
    assert staff.table.state is State.ROUND_RESULT


def _reset(staff: Staff) -> None:
    staff.enter()
    staff.tap("page", "system")
    (name,) = staff.tiles("reset")
    staff.tap("reset", name)
    assert staff.tiles("reset")[name].state == "sure"
    staff.tap("reset", name)


@pytest.mark.parametrize("state", [State.LOBBY, State.PAUSED, State.ROUND_RESULT, State.MATCH_RESULT])
def test_a_reset_ends_the_match_and_frees_all_seats_with_their_wishes(staff: Staff, state: State) -> None:
    table = staff.table
    reach(table, "cards", state)
    table.choose(1, "language", "de")
    if state in (State.PAUSED, State.ROUND_RESULT):
        staff.enter()
        for asked in ("", "sure"):
            assert staff.tiles("reset")["end_match"].state == asked
            staff.tap("reset", "end_match")
    else:
        staff.enter()
        assert not staff.tiles("reset"), "no match is on"
        staff.tap("close")
        _reset(staff)
    ended = "match_ended" if state in (State.PAUSED, State.ROUND_RESULT) else "table_reset"
    assert (table.state, staff.page.note) == (State.SERVICE, ended), "it stays open and says so"
    assert "end_match" not in staff.tiles("reset")
    table.pass_time(100_000)
    assert table.state is State.SERVICE
    staff.tap("close")
    shown = table.snapshot()
    assert (table.state, shown.service) == (State.ATTRACT, None)
    assert {view.state for view in shown.seats} <= {"free", "playing"}
    assert all(view.bot or view.state == "free" for view in shown.seats)
    assert {view.language for view in shown.seats} == {"en"}
    assert staff.jobs() == []


def test_a_match_that_is_reset_is_recorded_as_broken_off_by_the_staff(session_table: Any) -> None:
    table = session_table(4, seed=2, journal=True)
    staff = Staff(table)
    reach(table, "cards", State.PAUSED)
    _reset(staff)
    assert [record.why for record in table.written if isinstance(record, BrokenOff)] == ["staff"]


def test_a_match_whose_last_round_is_over_is_not_broken_off_by_a_reset(session_table: Any) -> None:
    table = session_table(4, seed=2, journal=True)
    staff = Staff(table)
    table.start(1, 2, game="cards", bots=True, length="single_round")
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    _reset(staff)
    kinds = [type(record) for record in table.written]
    assert (MatchEnded in kinds, BrokenOff in kinds) == (True, False)


def test_a_game_that_fails_below_the_menu_takes_the_menu_with_it(staff: Staff) -> None:
    reach(staff.table, "cards", State.PAUSED)
    staff.enter()
    staff.table.session.without_game("cards", DeviceFault("game cards", Fault("game.failed"), staff.table.now))
    assert (staff.table.state, staff.view) == (State.ATTRACT, None)
    staff.tap("page", "settings")
    staff.tap("close")
    assert (staff.table.state, staff.jobs()) == (State.ATTRACT, [])


def test_a_stop_that_closes_and_sticks_starts_no_match_with_bots(table: Any) -> None:
    table.tap_button(1, Button.STOP)
    table.pass_time(2000)
    table.press(1, Button.STOP)
    table.pass_time(9000)
    assert table.state is State.LOBBY, "as long as it is down, it may be stuck"
    stuck = DeviceFault("button 1 stop", Fault("button.stuck", {"seconds": 10}), table.now, 1, Button.STOP)
    table.put(stuck)
    table.pass_time(40_000)
    table.release(1, Button.STOP)
    table.press(1, Button.STOP)
    table.pass_time(60_000)
    assert table.state is State.ATTRACT, "and later its closing sits down nobody"


def test_a_ready_seat_whose_button_is_released_starts_as_ever(table: Any) -> None:
    table.tap_button(1, Button.STOP)
    table.pass_time(2000)
    table.press(1, Button.STOP)
    table.pass_time(4000)
    table.release(1, Button.STOP)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 15_000)


def test_a_closed_table_can_be_opened_by_the_staff(staff: Staff) -> None:
    staff.table.put(Doors(open=False))
    staff.enter()
    assert staff.page.page == "menu"
    staff.table.put(Doors(open=True))
    assert staff.table.state is State.SERVICE
    staff.tap("close")
    assert staff.table.state is State.ATTRACT


def test_hours_that_the_staff_has_set_are_those_that_a_closed_table_tells(staff: Staff) -> None:
    staff.enter()
    settings = staff.table.session.table.settings
    staff.table.put(Doors(open=False, opens="10:00"))  # the opening hours end before the answer
    staff.table.put(Doors(open=False, opens="11:30", day="friday"))
    staff.table.put(SettingsChanged(settings, KNOWN))
    staff.tap("close")
    shown = staff.table.snapshot()
    assert (shown.state, shown.house.opens, shown.house.opens_on) == ("closed", "11:30", "friday")


def test_only_a_display_that_may_touch_opens_it(staff: Staff) -> None:
    staff.table.put(staff.table.from_display("display 9", msg.OpenService(SeatNumber(1), staff.table.now)))
    assert staff.jobs() == []


def test_a_pin_goes_to_the_clerk_alone_and_one_at_a_time(staff: Staff) -> None:
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.jobs()
    staff.type("4711")
    staff.type("4712")
    (job,) = staff.jobs()
    assert job == CheckPin("4711")
    assert "4711" not in repr(job)
    assert "4711" not in repr(staff.table.snapshot())
    assert staff.page.busy


def test_a_new_pin_is_typed_twice_and_goes_to_the_clerk_alone(inside: Staff) -> None:
    inside.type("2580")
    assert inside.page.note == "", "no keypad here"
    inside.tap("page", "system")
    inside.tap("page", "new_pin")
    inside.type("2580")
    assert (inside.page.note, inside.jobs()) == ("pin_again", [])
    inside.type("2580")
    inside.type("2580")
    (job,) = inside.jobs()
    assert job == SetPin("2580")
    assert "2580" not in repr(job)
    assert "2580" not in repr(inside.table.snapshot())
    assert inside.page.busy
    inside.table.put(JobDone("pin_set"))
    assert (inside.page.page, inside.page.note, inside.page.busy) == ("new_pin", "pin_set", False)
    inside.type("2580")
    assert inside.page.note == "pin_again"


def test_the_menu_speaks_the_default_language_and_each_touch_of_its_globe_turns_it(session_table: Any) -> None:
    table = session_table(3, languages=("en", "de", "fr"), language="de")
    table.tap_button(2)
    table.choose(2, "language", "fr")
    staff = Staff(table)

    def spoken() -> list[str]:
        return [view.language for view in table.snapshot().seats]

    staff.hold()
    table.put(GateAnswer("ask", 5))
    for language in ("de", "fr", "en", "de", "fr"):
        assert spoken() == ["de", language, "de"], "no other seat's"
        staff.tap("language")
    staff.type("4711")
    table.put(GateAnswer("open", facts=KNOWN))
    assert (staff.page.page, spoken()) == ("menu", ["de", "en", "de"])
    settings = table.session.table.settings
    table.put(SettingsChanged(replace(settings, languages=("de", "fr")), KNOWN))
    assert spoken()[1] == "de", "its language is offered no longer"
    staff.tap("close")
    assert spoken() == ["de", "fr", "de"], "the guest's own is as it was"
    staff.enter()
    assert spoken()[1] == "de"


@pytest.mark.parametrize("page", ["menu", "buttons"])
def test_the_button_pressed_last_is_told_for_five_seconds(inside: Staff, page: str) -> None:
    inside.tap("page", page)
    inside.table.now = Instant(inside.table.now + milliseconds(60_000))  # nobody has asked for the time meanwhile
    inside.table.tap_button(3, Button.STOP)
    inside.table.pass_time(4000)
    assert inside.tiles("pressed")["3"].text == "stop"
    inside.table.tap_button(1)
    inside.table.pass_time(4000)
    assert list(inside.tiles("pressed")) == ["1"]
    inside.table.wait_for(lambda: not inside.tiles("pressed"), 1100)
    assert inside.tiles("seat")["3"].text == "stop", "that it works stays known"


def test_two_different_new_pins_begin_again_and_so_does_one_that_is_refused(inside: Staff) -> None:
    inside.tap("page", "system")
    inside.tap("page", "new_pin")
    for typed, note in (("2580", "pin_again"), ("2581", "pins_differ"), ("2581", "pin_again")):
        inside.type(typed)
        assert (inside.page.note, inside.jobs()) == (note, [])
    inside.tap("back")
    inside.tap("page", "new_pin")
    inside.type("1234")
    assert inside.page.note == "pin_again", "what was typed before is forgotten"
    inside.type("1234")
    assert inside.jobs() == [SetPin("1234")]
    inside.table.put(JobFailed("easy_pin"))
    inside.type("2580")
    assert inside.page.note == "pin_again"


def test_a_wrong_pin_is_told_with_the_tries_that_are_left_and_opens_nothing(staff: Staff) -> None:
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("1")
    staff.table.put(GateAnswer("wrong", 4))
    assert (staff.page.page, staff.page.note, staff.page.tries) == ("pin", "wrong", 4)
    staff.jobs()
    for key in ("page", "power", "value", "back"):
        staff.tap(key, "poweroff")
    assert staff.jobs() == []
    assert staff.page.page == "pin"


def test_while_it_is_locked_the_time_is_told_and_no_pin_is_taken(staff: Staff) -> None:
    staff.hold()
    staff.table.put(GateAnswer("locked", seconds=20.0))
    staff.jobs()
    assert staff.page.locked_until == staff.table.now + 20_000_000_000
    staff.type("4711")
    assert staff.jobs() == []
    staff.table.pass_time(20_001)
    assert staff.page.locked_until == 0
    staff.type("4711")
    assert staff.jobs() == [CheckPin("4711")]


def test_the_first_pin_after_a_lockout_is_looked_at(staff: Staff) -> None:
    """No input has come in meanwhile from which the table could know the time."""
    staff.hold()
    staff.table.put(GateAnswer("locked", seconds=20.0))
    staff.jobs()
    staff.table.now = Instant(staff.table.now + milliseconds(20_001))
    staff.type("4711")
    assert staff.jobs() == [CheckPin("4711")]


def test_the_pin_of_a_menu_that_was_closed_over_it_opens_no_other(staff: Staff) -> None:
    staff.hold()
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("4711")
    staff.tap("close")
    staff.hold(1)
    staff.table.put(GateAnswer("ask", 5))
    staff.table.put(GateAnswer("open", facts=KNOWN))
    assert staff.page.page == "pin"
    assert staff.page.tiles == ()


def test_what_takes_long_keeps_the_menu_open_until_it_is_told(inside: Staff) -> None:
    inside.tap("page", "stick")
    inside.tap("stick", "backup")
    inside.table.pass_time(590_000)
    inside.table.put(JobDone("saved"))
    assert inside.page.note == "saved"
    inside.table.pass_time(121_000)
    assert inside.table.state is State.ATTRACT
    inside.enter()
    inside.tap("page", "doctor")
    inside.table.pass_time(661_000)
    assert inside.table.state is State.ATTRACT, "an answer that never comes keeps nobody from playing"


def test_it_closes_by_itself_after_two_minutes_without_a_touch_and_the_keypad_after_half_of_one(staff: Staff) -> None:
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.table.pass_time(29_900)
    assert staff.table.state is State.SERVICE
    staff.table.pass_time(200)
    assert staff.table.state is State.ATTRACT
    staff.enter()
    staff.table.pass_time(100_000)
    staff.tap("page", "buttons")
    staff.table.pass_time(119_000)
    assert staff.table.state is State.SERVICE
    staff.table.pass_time(2_000)
    assert staff.table.state is State.ATTRACT
    assert staff.view is None


def test_whoever_presses_buttons_keeps_the_menu_open_only_where_they_are_tested(staff: Staff) -> None:
    def pressed_for(seconds: int) -> None:
        for _ in range(seconds // 10):
            staff.table.tap_button(3)
            staff.table.pass_time(10_000)

    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    pressed_for(40)
    assert staff.table.state is not State.SERVICE
    staff.table.pass_time(60_000)
    staff.enter()
    staff.tap("page", "buttons")
    pressed_for(300)
    staff.tap("back")
    pressed_for(130)
    assert staff.table.state is not State.SERVICE


def test_while_fingers_are_tried_it_stays_open(inside: Staff) -> None:
    inside.tap("page", "fingers")
    for _ in range(5):
        inside.table.pass_time(100_000)
        inside.tap("felt")
    assert inside.page.page == "fingers"


def test_no_press_sits_down_while_the_staff_has_the_table(inside: Staff) -> None:
    for seat in (1, 2, 3, 4):
        inside.table.tap_button(seat)
    assert inside.table.state is State.SERVICE
    assert {view.state for view in inside.table.snapshot().seats} == {"free"}


def test_each_button_lights_up_while_it_is_down_and_is_remembered(inside: Staff) -> None:
    inside.tap("page", "buttons")
    inside.table.press(1, Button.STOP)
    seat = inside.tiles("seat")["1"]
    assert (seat.lit, seat.text) == (True, "stop")
    inside.table.release(1, Button.STOP)
    inside.table.tap_button(1, Button.PLAY)
    seat = inside.tiles("seat")["1"]
    assert (seat.lit, seat.text) == (False, "stop play")
    assert inside.tiles("seat")["2"].text == ""


def test_the_front_page_tests_buttons_too_and_tells_the_last_press(inside: Staff) -> None:
    assert {tile.value for tile in inside.page.tiles if tile.text} >= {"sound.volume", "cleaning"}
    inside.table.press(1, Button.STOP)
    seat = inside.tiles("seat")["1"]
    assert (seat.text, seat.state, seat.lit) == ("stop", "stop", True)
    assert [(tile.value, tile.text) for tile in inside.page.tiles if tile.key == "pressed"] == [("1", "stop")]
    inside.table.release(1, Button.STOP)
    inside.tap("page", "buttons")
    seat = inside.tiles("seat")["1"]
    assert (seat.text, seat.state, seat.lit) == ("stop", "", False), "what was pressed is kept"
    inside.tap("close")
    inside.enter()
    assert inside.tiles("seat")["1"].text == "", "the next visit begins afresh"


def test_the_lamps_are_lit_in_turn_and_one_alone_when_it_is_touched(inside: Staff) -> None:
    inside.tap("page", "lamps")

    def lit() -> list[int]:
        return [seat for seat in (1, 2, 3, 4) if inside.table.lamp(seat) == "ready"]

    seen = []
    for _ in range(5):
        seen.append(lit())
        inside.table.pass_time(1000)
    assert seen == [[1], [2], [3], [4], [1]]
    inside.tap("lamp", "4")
    inside.table.pass_time(5000)
    assert lit() == [4]
    inside.tap("back")
    assert lit() == []


def test_a_page_of_boards_is_there_where_boards_are_and_tells_what_they_read(session_table: Any) -> None:
    staff = Staff(session_table(2, boards=frozenset({2})))
    staff.enter()
    assert {seat: tile.state for seat, tile in staff.tiles("reader").items()} == {"2": "lost"}
    staff.tap("page", "boards")
    assert staff.tiles("board")["2"].state == "lost"
    dice = (TrayDie("r", 3), TrayDie("b", None))
    staff.table.put(TrayReading(2, TrayState.SETTLED, dice, staff.table.now, 7, 1))
    told = staff.tiles("board")["2"]
    assert (told.text, told.state) == ("r3 b?", "settled")
    staff.tap("back")
    assert staff.tiles("reader")["2"].state == "good"


def test_without_boards_there_is_no_page_of_them(inside: Staff) -> None:
    assert "boards" not in inside.tiles("page")
    inside.tap("page", "boards")
    assert inside.page.page == "menu"


def test_a_sound_that_is_touched_is_played_each_time_and_one_of_the_other_page_is_not(inside: Staff) -> None:
    inside.tap("page", "loudspeakers")
    inside.tap("page", "sounds")
    assert [tile.value for tile in inside.page.tiles] == [*SOUNDS["sounds"]]
    assert inside.page.played == 0
    played = []
    for name in ("land", "land", "stop", "gong"):
        inside.tap("sound", name)
        played.append((inside.page.played, [tile.value for tile in inside.page.tiles if tile.lit]))
    assert played == [(1, ["land"]), (2, ["land"]), (2, ["land"]), (2, ["land"])]
    inside.tap("back")
    inside.tap("page", "finale")
    assert not any(tile.lit for tile in inside.page.tiles)
    inside.tap("sound", "stop")
    assert inside.page.played == 3


def test_every_seat_is_heard_once_round_the_table_or_the_one_that_is_touched(inside: Staff) -> None:
    inside.tap("page", "loudspeakers")

    def heard() -> tuple[int, list[str]]:
        return inside.page.played, [seat for seat, tile in inside.tiles("loudspeaker").items() if tile.lit]

    assert heard() == (0, [])
    inside.tap("round", "")
    told = []
    for _ in range(5):
        told.append(heard())
        inside.table.pass_time(1200)
    assert told == [(1, ["1"]), (2, ["2"]), (3, ["3"]), (4, ["4"]), (4, [])]
    inside.tap("loudspeaker", "3")
    inside.tap("loudspeaker", "9")
    assert heard() == (5, ["3"])
    inside.table.pass_time(1200)
    assert heard() == (5, [])
    inside.tap("round", "")
    inside.tap("back")
    inside.table.pass_time(5000)
    assert inside.page.played == 6, "nothing is heard of a page that was left"


def test_at_night_no_volume_is_above_the_nights(inside: Staff) -> None:
    settings = replace(inside.table.session.table.settings, night_volume=20)
    inside.table.put(SettingsChanged(settings, KNOWN))

    def volume() -> int:
        return int(inside.table.snapshot().house.volume)

    day = volume()
    inside.table.put(Night(quiet=True))
    assert (day, volume()) == (60, 20)
    inside.table.put(SettingsChanged(replace(settings, house=msg.House(volume=10)), KNOWN))
    assert volume() == 10
    inside.table.put(SettingsChanged(replace(settings, night_volume=0), KNOWN))
    assert volume() == 0
    inside.table.put(Night(quiet=False))
    assert volume() == 60


def test_what_is_set_holds_at_once_and_says_when_the_disk_does_not_keep_it(inside: Staff) -> None:
    inside.tap("page", "settings")
    inside.tap("page", "sound.volume")
    assert [tile.value for tile in inside.page.tiles if tile.lit] == ["60"]
    inside.tap("value", "20")
    assert inside.jobs() == [ChangeSettings({"sound.volume": "20"})]
    inside.tap("value", "30")
    assert inside.jobs() == [], "one after the other"
    settings = inside.table.session.table.settings
    changed = replace(
        settings, house=msg.House(volume=20), languages=("de",), language="de", presets={"cards": "wikipedia"}
    )
    inside.table.put(SettingsChanged(changed, replace(KNOWN, values={**VALUES, "sound.volume": "20"}), kept=False))
    shown = inside.table.snapshot()
    assert shown.house.volume == 20
    assert {view.language for view in shown.seats} == {"de"}
    assert [tile.value for tile in inside.page.tiles if tile.lit] == ["20"]
    assert inside.page.note == "not_kept"
    inside.tap("close")
    inside.table.sit_down(1)
    assert inside.table.snapshot().preset == "wikipedia"


def test_what_was_wrong_with_the_settings_is_over_when_they_are_set_anew(session_table: Any) -> None:
    staff = Staff(
        session_table(
            2, fault=msg.Fault("configuration.not_overlaid", {"why": "service.toml: sound.volume: 700 is invalid"})
        )
    )
    assert staff.table.snapshot().notice
    staff.enter()
    staff.table.put(SettingsChanged(replace(staff.table.session.table.settings, fault=None), KNOWN))
    assert staff.table.snapshot().notice is None


def _set_to(staff: Staff, **values: str) -> None:
    """Let other settings be in force (``hours_opens``)."""
    changed = {key.replace("_", ".", 1): value for key, value in values.items()}
    facts = replace(KNOWN, values={**VALUES, **changed})
    staff.table.put(SettingsChanged(staff.table.session.table.settings, facts))


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("sound.night_ends", "never", {"sound.night_begins": "", "sound.night_ends": ""}),
        ("language.offered", "fr", {"language.offered": "en,de"}),
        ("language.offered", "ru", {"language.offered": "en,de,fr,ru"}),
        ("language.default", "fr", {"language.default": "fr"}),
        ("language.default", "ru", None),  # it is not offered
        ("game.kind", "dice", {"game.kind": "dice"}),
        ("game.kind", "chess", None),
    ],
)
def test_a_touched_value_is_set_and_no_other(
    inside: Staff, key: str, value: str, wanted: dict[str, str] | None
) -> None:
    inside.tap("page", "settings")
    inside.tap("page", key)
    inside.tap("value", value)
    assert inside.jobs() == ([] if wanted is None else [ChangeSettings(wanted)])


@pytest.mark.parametrize(
    ("key", "other"), [("sound.night_begins", "sound.night_ends"), ("sound.night_ends", "sound.night_begins")]
)
def test_the_first_end_of_a_span_is_set_when_the_other_is_chosen_too(inside: Staff, key: str, other: str) -> None:
    inside.tap("page", "settings")
    inside.tap("page", key)
    inside.tap("value", "01:00")
    assert (inside.jobs(), inside.page.page, inside.page.note) == ([], other, "other_end")
    inside.tap("value", "01:00")
    assert inside.jobs() == [], "a span that ends as it begins is none"
    inside.tap("value", "22:00")
    assert inside.jobs() == [ChangeSettings({key: "01:00", other: "22:00"})]


def test_the_first_end_of_a_span_is_forgotten_on_the_way_back(inside: Staff) -> None:
    inside.tap("page", "settings")
    inside.tap("page", "sound.night_begins")
    inside.tap("value", "01:00")
    inside.tap("back")
    assert (inside.page.page, inside.page.note) == ("sound.night_begins", "")
    assert [tile.value for tile in inside.page.tiles if tile.lit] == ["never"]
    inside.tap("back")
    inside.tap("page", "sound.night_ends")
    inside.tap("value", "22:00")
    assert inside.jobs() == []


def test_one_end_of_a_span_is_changed_alone(inside: Staff) -> None:
    _set_to(inside, sound_night_begins="22:00", sound_night_ends="08:00")
    inside.tap("page", "settings")
    inside.tap("page", "sound.night_begins")
    assert [tile.value for tile in inside.page.tiles if not tile.touchable] == ["08:00"]
    inside.tap("value", "08:00")
    assert inside.jobs() == [], "a night that ends as it begins is none"
    inside.tap("value", "23:00")
    assert inside.jobs() == [ChangeSettings({"sound.night_begins": "23:00", "sound.night_ends": "08:00"})]


# ---------------------------------------------------------------- opening hours


def _hours(staff: Staff, **values: str) -> None:
    _set_to(staff, **values)
    staff.tap("page", "hours")


def test_during_a_cleaning_nothing_is_touched_or_pressed_and_then_the_menu_is_back(inside: Staff) -> None:
    inside.tap("page", "cleaning")
    assert (inside.page.locked_until, {*inside.tiles("cleaning")}) == (0, {"start_cleaning"})
    inside.tap("cleaning", "start_cleaning")
    assert inside.page.locked_until == inside.table.now + 60_000_000_000
    for key in ("back", "close", "page", "felt"):
        inside.tap(key, "settings")
    inside.table.tap_button(1)
    inside.table.pass_time(59_900)
    assert (inside.page.page, inside.jobs()) == ("cleaning", [])
    inside.table.pass_time(200)
    assert (inside.page.page, inside.page.locked_until) == ("menu", 0)
    assert inside.tiles("seat")["1"].text == "", "the press was none"
    inside.tap("close")
    assert inside.table.state is State.ATTRACT


def test_todays_numbers_are_counted_whenever_the_page_is_opened(inside: Staff) -> None:
    inside.tap("page", "today")
    assert (inside.jobs(), inside.page.busy, inside.page.tiles) == ([CountToday()], True, ())
    inside.table.put(TodayCounted(rounds=12, matches=3, people=9))
    numbers = {name: tile.text for name, tile in inside.tiles("number").items()}
    assert numbers == {"rounds": "12", "matches": "3", "people": "9"}


def test_a_new_leaderboard_is_undone_by_two_touches(inside: Staff) -> None:
    inside.tap("page", "system")
    assert {*inside.tiles("leaderboard")} == {"clear"}
    for _ in range(2):
        inside.tap("leaderboard", "restore_leaderboard")
    assert inside.jobs() == [], "there is nothing to undo"
    inside.table.put(JobDone("leaderboard_cleared", replace(KNOWN, cleared=True)))
    inside.tap("leaderboard", "restore_leaderboard")
    assert inside.jobs() == []
    inside.tap("leaderboard", "restore_leaderboard")
    assert inside.jobs() == [RestoreLeaderboard()]


def test_the_week_tells_the_hours_of_each_day(inside: Staff) -> None:
    _set_to(inside, hours_opens="10:00", hours_closes="22:00", hours_friday="10:00-01:30", hours_monday="closed")
    assert inside.tiles("page")["hours"].text == "differ"
    inside.tap("page", "hours")
    days = inside.tiles("day")
    assert [days[day].text for day in ("every_day", "monday", "tuesday", "friday")] == [
        *("10:00-22:00", "closed", "10:00-22:00", "10:00-01:30")
    ]
    assert {day for day, tile in days.items() if tile.state} == {"monday", "friday"}


def test_hours_are_moved_in_quarters_and_set_by_a_touch_of_their_own(inside: Staff) -> None:
    _hours(inside, hours_opens="10:00", hours_closes="23:30")
    inside.tap("day", "friday")
    for step in ("opens -15", "closes 60", "closes 60", "closes -15"):
        inside.tap("step", step)
    assert inside.jobs() == [], "steps set nothing"
    assert inside.tiles("set")[""].text == "09:45-01:15"
    inside.tap("set")
    assert inside.jobs() == [ChangeSettings({"hours.friday": "09:45-01:15"})]


def test_a_day_without_hours_shows_none_until_they_are_moved_or_set(inside: Staff) -> None:
    def shown() -> set[str]:
        return {tile.text for tile in inside.tiles("step").values()}

    _hours(inside)
    inside.tap("day", "every_day")
    assert shown() == {""}
    inside.tap("step", "opens -15")
    assert shown() == {"09:45", "22:00"}
    inside.tap("set")
    assert inside.jobs() == [ChangeSettings({"hours.opens": "09:45", "hours.closes": "22:00"})]
    _set_to(inside, hours_opens="", hours_closes="")
    assert shown() == {""}
    _set_to(inside, hours_opens="11:00", hours_closes="23:00")
    assert shown() == {"11:00", "23:00"}


def test_hours_of_every_day_replace_those_of_single_days(inside: Staff) -> None:
    _hours(inside, hours_opens="10:00", hours_closes="22:00", hours_friday="closed")
    inside.tap("day", "every_day")
    now = inside.tiles("set")[""]
    assert (now.touchable, now.state, now.lit) == (False, "alike", True), "they are set already"
    inside.tap("step", "closes 60")
    assert not inside.tiles("set")[""].lit
    inside.tap("set")
    (job,) = inside.jobs()
    assert job == ChangeSettings({"hours.opens": "10:00", "hours.closes": "23:00", "hours.friday": ""})


@pytest.mark.parametrize(
    ("day", "value", "wanted"),
    [
        ("friday", "closed", {"hours.friday": "closed"}),
        ("friday", "always", {"hours.friday": "always"}),
        ("monday", "every_day", {"hours.monday": ""}),
        ("friday", "every_day", None),  # it has no hours of its own
        ("every_day", "always", {"hours.opens": "", "hours.closes": "", "hours.monday": ""}),
        ("every_day", "closed", None),
    ],
)
def test_a_day_is_closed_open_or_as_every_day(
    inside: Staff, day: str, value: str, wanted: dict[str, str] | None
) -> None:
    _hours(inside, hours_opens="10:00", hours_closes="22:00", hours_monday="12:00-14:00")
    inside.tap("day", day)
    inside.tap("hours", value)
    assert inside.jobs() == ([] if wanted is None else [ChangeSettings(wanted)])


def test_hours_that_end_as_they_begin_are_not_set(inside: Staff) -> None:
    _hours(inside, hours_opens="10:00", hours_closes="11:00")
    inside.tap("day", "friday")
    inside.tap("step", "opens 60")
    assert not inside.tiles("set")[""].touchable
    inside.tap("set")
    assert inside.jobs() == []


def test_the_hours_of_a_day_go_back_to_the_files(inside: Staff) -> None:
    values = {**VALUES, "hours.friday": "closed"}
    facts = replace(KNOWN, values=values, file_values={"hours.friday": "", "hours.opens": "10:00", "hours.closes": ""})
    inside.table.put(SettingsChanged(inside.table.session.table.settings, facts))
    inside.tap("page", "hours")
    inside.tap("day", "friday")
    inside.tap("file", "hours.friday")
    assert inside.jobs() == [ChangeSettings({"hours.friday": ""})]
    inside.table.put(SettingsChanged(inside.table.session.table.settings, facts))
    inside.tap("back")
    inside.tap("day", "every_day")
    inside.tap("file", "hours.every_day")
    assert inside.jobs() == [ChangeSettings({"hours.opens": "10:00", "hours.closes": ""})]


def test_the_table_is_closed_at_once_and_opened_again(inside: Staff) -> None:
    inside.tap("page", "hours")
    inside.tap("doors", "open_again")
    assert inside.jobs() == [], "it is open"
    assert inside.tiles("doors")["close_now"].state == "always", "no hours open it again"
    inside.tap("doors", "close_now")
    assert inside.jobs() == [CloseNow()]
    inside.table.put(Doors(open=False, opens="10:00"))
    inside.table.put(JobDone("closed_now", replace(KNOWN, closed_now=True, is_open=False)))
    assert (inside.page.note, {*inside.tiles("doors")}) == ("closed_now", {"open_again"})
    inside.tap("back")
    assert "hours" not in inside.tiles("page")
    inside.tap("doors", "open_again")
    assert inside.jobs() == [OpenAgain()]
    inside.table.put(JobDone("opened_again", KNOWN))
    inside.tap("doors", "open_again")
    assert (inside.jobs(), inside.tiles("doors")) == ([], {})
    inside.tap("close")
    assert inside.table.state is State.CLOSED


def test_outside_its_hours_a_table_is_not_closed_at_once(inside: Staff) -> None:
    inside.table.put(SettingsChanged(inside.table.session.table.settings, replace(KNOWN, is_open=False)))
    inside.tap("page", "hours")
    assert not inside.tiles("doors")


def test_the_default_language_is_not_withdrawn_and_that_is_told(inside: Staff) -> None:
    inside.tap("page", "settings")
    inside.tap("page", "language.offered")
    inside.tap("value", "en")
    assert (inside.jobs(), inside.page.note) == ([], "default_language")
    inside.tap("value", "de")
    assert (len(inside.jobs()), inside.page.note) == (1, "")


def test_a_setting_made_at_the_table_stands_beside_the_files_and_goes_back_to_it(inside: Staff) -> None:
    facts = replace(KNOWN, file_values={"sound.volume": "90", "sound.night_begins": ""})
    inside.table.put(SettingsChanged(inside.table.session.table.settings, facts))
    inside.tap("page", "settings")
    made = {tile.value: tile.state for tile in inside.page.tiles if tile.state}
    assert made == {"sound.volume": "90", "sound.night_begins": "never"}
    inside.tap("page", "sound.volume")
    assert {value: tile.text for value, tile in inside.tiles("file").items()} == {"sound.volume": "90"}
    inside.tap("file", "sound.volume")
    assert inside.jobs() == [ChangeSettings({"sound.volume": "90"})]


def test_a_setting_as_in_the_file_leads_back_to_nothing(inside: Staff) -> None:
    inside.tap("page", "sound.volume")
    assert not inside.tiles("file")
    inside.tap("file", "sound.volume")
    assert inside.jobs() == []


def test_both_ends_of_a_span_go_back_together(inside: Staff) -> None:
    values = {**VALUES, "sound.night_begins": "22:00", "sound.night_ends": "08:00"}
    facts = replace(KNOWN, values=values, file_values={"sound.night_begins": "23:00"})
    inside.table.put(SettingsChanged(inside.table.session.table.settings, facts))
    inside.tap("page", "settings")
    inside.tap("page", "sound.night_begins")
    inside.tap("file", "sound.night_begins")
    assert inside.jobs() == [ChangeSettings({"sound.night_begins": "23:00", "sound.night_ends": "08:00"})]


@pytest.mark.parametrize(
    ("key", "theirs", "note"),
    [("language.offered", "de,fr", "default_language"), ("language.default", "ru", "not_offered")],
)
def test_languages_of_the_file_that_do_not_go_with_the_others_are_not_set(
    inside: Staff, key: str, theirs: str, note: str
) -> None:
    inside.table.put(SettingsChanged(inside.table.session.table.settings, replace(KNOWN, file_values={key: theirs})))
    inside.tap("page", "settings")
    inside.tap("page", key)
    inside.tap("file", key)
    assert (inside.jobs(), inside.page.note) == ([], note)


@pytest.mark.parametrize("way", [("language.offered",), ("settings", "language.offered")])
def test_back_leads_to_where_one_came_from(inside: Staff, way: tuple[str, ...]) -> None:
    for page in way:
        inside.tap("page", page)
    for page in (*reversed(("menu", *way[:-1])), "menu"):
        inside.tap("back")
        assert inside.page.page == page


def test_whoever_sets_hours_sees_the_clock_by_which_they_go(inside: Staff) -> None:
    inside.table.put(SettingsChanged(inside.table.session.table.settings, replace(KNOWN, clock="03:17")))
    inside.tap("page", "settings")
    (clock,) = (tile for tile in inside.page.tiles if tile.key == "clock")
    assert (clock.text, clock.touchable) == ("03:17", False)


@pytest.mark.parametrize(("page", "tile"), [("sound.volume", "60"), ("lamps", "1"), ("system", "poweroff")])
def test_a_tile_that_leads_to_no_page_is_none(inside: Staff, page: str, tile: str) -> None:
    """Whatever a display sends: the table goes on."""
    inside.tap("page", "settings" if "." in page else page)
    if "." in page:
        inside.tap("page", page)
    inside.tap("page", tile)
    assert inside.page.page == page
    inside.tap("back")
    assert inside.page.page in {"settings", "menu"}


def test_the_doctor_is_asked_and_what_it_finds_is_shown(inside: Staff) -> None:
    inside.tap("page", "doctor")
    assert inside.jobs() == [RunDoctor()]
    assert inside.page.busy
    held = ToldFinding("fault", "pins: seat 2 stop is held", "free it", "free_button", 2)
    inside.table.put(DoctorFindings((held, ToldFinding("note", "clock: no network"))))
    assert [(tile.value, tile.text, tile.mend, tile.advice, tile.seat) for tile in inside.page.tiles] == [
        held,
        ("note", "clock: no network", "", "", 0),
    ]
    assert not inside.page.busy


@pytest.mark.parametrize(("grades", "worst"), [((), "good"), (("note",), "good"), (("warning", "note"), "warning")])
def test_the_table_is_examined_when_the_menu_opens_and_the_front_page_tells_what_to_do(
    staff: Staff, grades: tuple[str, ...], worst: str
) -> None:
    def open_menu() -> None:
        staff.hold()
        staff.table.put(GateAnswer("ask", 5))
        staff.type("4711")
        staff.table.put(GateAnswer("open", facts=KNOWN))

    open_menu()
    assert RunDoctor() in staff.jobs()
    assert not staff.page.busy, "nobody has to wait for it"
    assert staff.tiles("page")["doctor"].state == "under_way"
    staff.table.put(DoctorFindings(tuple(ToldFinding(grade, "disk: full", "", "save", 3) for grade in grades)))
    told = staff.tiles("page")["doctor"]
    assert (told.state, told.advice, told.seat) == ((worst, "save", 3) if worst != "good" else ("good", "", 0))
    staff.tap("close")
    open_menu()
    assert RunDoctor() not in staff.jobs(), "it is still fresh"
    assert staff.tiles("page")["doctor"].state == worst
    staff.tap("close")
    staff.table.now = Instant(staff.table.now + milliseconds(120_000))
    open_menu()
    assert RunDoctor() in staff.jobs()
    assert staff.tiles("page")["doctor"].state == "under_way"
    staff.table.put(DoctorFailed())
    assert (staff.tiles("page")["doctor"].state, staff.page.note) == ("", "")


def test_findings_that_a_closed_menu_has_asked_for_are_told_and_are_no_answer_to_the_next_one(staff: Staff) -> None:
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("4711")
    staff.table.put(GateAnswer("open", facts=KNOWN))
    staff.tap("close")
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("1111")
    staff.table.put(DoctorFindings((ToldFinding("fault", "disk: full", "", "save"),)))
    assert staff.page.busy, "the PIN is still looked at"
    staff.table.put(GateAnswer("wrong", 4))
    assert staff.page.note == "wrong"
    staff.type("4711")
    staff.table.put(GateAnswer("open", facts=KNOWN))
    assert staff.tiles("page")["doctor"].state == "fault"


def test_all_findings_can_be_paged_through_and_the_next_examination_begins_with_the_worst(inside: Staff) -> None:
    inside.tap("page", "doctor")
    inside.table.put(DoctorFindings(tuple(ToldFinding("note", f"clock: {number}") for number in range(9))))
    assert inside.page.first == 0
    for value, first in (("3", 3), ("8", 8), ("9", 8), ("-1", 8), ("all", 8), ("5", 5)):
        inside.tap("turn", value)
        assert inside.page.first == first
    assert len(inside.page.tiles) == 9
    inside.tap("back")
    assert inside.page.first == 0
    inside.tap("turn", "5")
    inside.tap("page", "doctor")
    assert inside.page.first == 0


def test_a_wish_is_asked_for_twice_and_only_if_somebody_grants_it(inside: Staff) -> None:
    inside.tap("page", "system")
    assert set(inside.tiles("power")) == {"restart-table", "poweroff"}
    inside.tap("power", "poweroff")
    assert inside.jobs() == []
    assert inside.tiles("power")["poweroff"].state == "sure"
    inside.tap("power", "restart-display")
    assert inside.jobs() == []
    inside.tap("power", "poweroff")
    assert inside.jobs() == [AskRoot("poweroff")]
    inside.tap("power", "poweroff")
    assert inside.jobs() == [], "once"
    inside.table.put(JobFailed())
    assert inside.page.note == "failed"
    assert inside.tiles("power")["poweroff"].state == "told"


def test_after_a_wish_that_was_granted_there_may_be_another_one(inside: Staff) -> None:
    inside.tap("page", "system")
    for wish in ("restart-table", "poweroff"):
        inside.tap("power", wish)
        assert inside.tiles("power")[wish].state == "sure"
        inside.tap("power", wish)
        assert inside.jobs() == [AskRoot(wish)]
        assert [tile.state for tile in inside.tiles("power").values() if tile.state] == ["under_way"]
    inside.tap("back")
    inside.tap("page", "system")
    assert {tile.state for tile in inside.tiles("power").values()} == {""}


def test_what_was_said_of_the_leaderboard_is_not_said_of_the_wish_that_follows(inside: Staff) -> None:
    inside.tap("page", "system")
    inside.tap("leaderboard", "clear")
    inside.tap("leaderboard", "clear")
    inside.table.put(JobDone("leaderboard_cleared"))
    inside.tap("power", "poweroff")
    assert inside.page.note == ""


def test_what_the_doctor_finds_after_the_staff_went_back_is_told_on_the_front_page(inside: Staff) -> None:
    found = DoctorFindings((ToldFinding("warning", "power: the Pi is throttled"),))
    inside.tap("page", "doctor")
    inside.tap("back")
    assert (inside.page.page, inside.page.busy) == ("menu", False)
    inside.tap("page", "doctor")
    assert inside.page.busy
    assert inside.jobs() == [RunDoctor()], "it looks once"
    inside.tap("back")
    inside.tap("page", "stick")
    inside.tap("stick", "scores")
    inside.table.put(found)
    assert (inside.page.page, inside.page.busy) == ("stick", True), "the stick has no answer yet"
    inside.table.put(JobDone("saved"))
    inside.tap("back")
    assert inside.tiles("page")["doctor"].state == "warning"
    inside.tap("page", "doctor")
    inside.table.put(found)
    assert len(inside.page.tiles) == 1


def test_what_goes_onto_the_stick_is_asked_for_and_told_where_it_was_touched(inside: Staff) -> None:
    inside.tap("page", "stick")
    for what in ("scores", "report", "backup"):
        inside.tap("stick", what)
        assert inside.jobs() == [UseStick(what)]
        assert inside.page.busy
        inside.table.put(JobDone("saved", at="22:41:05"))
        assert (inside.page.note, inside.page.at, inside.page.busy) == ("saved", "22:41:05", False)
        assert [tile.value for tile in inside.page.tiles if tile.state == "told"] == [what]
    inside.tap("stick", "backup")
    inside.table.put(JobFailed("no_stick"))
    assert (inside.page.note, inside.page.why) == ("no_stick", "")
    inside.tap("stick", "backup")
    inside.table.put(JobFailed(why="the stick is full: take another one"))
    assert (inside.page.note, inside.page.why) == ("failed", "the stick is full: take another one")
    inside.tap("stick", "everything")
    inside.tap("leaderboard", "clear")
    assert inside.jobs() == [UseStick("backup")] * 2, "what stands on another page, or on none, does nothing"


def test_the_leaderboard_begins_anew_when_it_is_touched_twice(inside: Staff) -> None:
    inside.tap("page", "system")
    inside.tap("stick", "backup")
    inside.tap("leaderboard", "clear")
    assert inside.jobs() == []
    inside.tap("leaderboard", "clear")
    assert inside.jobs() == [ClearLeaderboard()]
    inside.table.put(JobDone("leaderboard_cleared"))
    assert inside.page.note == "leaderboard_cleared"


def test_bringing_a_backup_back_is_touched_twice_and_between_it_says_which(inside: Staff) -> None:
    inside.tap("page", "stick")
    inside.tap("stick", "restore")
    assert inside.jobs() == [FindBackup()]
    assert inside.page.busy
    inside.table.put(BackupFound("2026-11-20 22:01"))
    asks = inside.tiles("stick")["restore"]
    assert (asks.state, asks.text, inside.page.note) == ("sure", "2026-11-20 22:01", "")
    inside.tap("stick", "restore")
    assert inside.jobs() == [UseStick("restore")]
    assert "cancel_restore" not in inside.tiles("waits")
    inside.table.put(JobDone("restored", replace(KNOWN, restore="2026-11-20 22:01")))
    assert inside.page.note == "restored"
    assert inside.tiles("stick")["restore"].text == ""
    assert inside.tiles("waits")["cancel_restore"].text == "2026-11-20 22:01"


def test_a_restore_that_waits_is_cancelled_by_two_touches(inside: Staff) -> None:
    inside.tap("page", "stick")
    inside.tap("waits", "cancel_restore")
    inside.tap("waits", "cancel_restore")
    assert inside.jobs() == [], "none waits"
    inside.table.put(JobDone("restored", replace(KNOWN, restore="2026-11-20 22:01")))
    inside.tap("waits", "cancel_restore")
    assert inside.jobs() == []
    inside.tap("waits", "cancel_restore")
    assert inside.jobs() == [CancelRestore()]
    inside.table.put(JobDone("restore_cancelled", KNOWN))
    assert (inside.page.note, inside.tiles("waits")) == ("restore_cancelled", {})


def test_unwanted_names_are_taken_by_one_touch_and_forgotten_by_two(inside: Staff) -> None:
    inside.tap("page", "stick")
    inside.tap("page", "unwanted")
    inside.tap("names", "remove_names")
    inside.tap("names", "remove_names")
    assert inside.jobs() == [], "there are none"
    inside.tap("names", "take_names")
    assert inside.jobs() == [TakeUnwantedNames()]
    settings = replace(inside.table.session.table.settings, unwanted=frozenset({"bad"}))
    inside.table.put(SettingsChanged(settings, replace(KNOWN, unwanted=1), note="names_taken"))
    assert (inside.page.note, inside.tiles("unwanted")[""].text) == ("names_taken", "1")
    inside.tap("names", "remove_names")
    assert inside.jobs() == []
    inside.tap("names", "remove_names")
    assert inside.jobs() == [RemoveUnwantedNames()]


def test_where_there_is_no_backup_nothing_is_asked_twice(inside: Staff) -> None:
    inside.tap("page", "stick")
    inside.tap("stick", "restore")
    inside.table.put(JobFailed(why="there is no backup of a kiosk"))
    inside.jobs()
    assert inside.page.why == "there is no backup of a kiosk"
    inside.tap("stick", "restore")
    assert inside.jobs() == [FindBackup()]


def test_networks_that_cannot_be_seen_are_not_told(inside: Staff) -> None:
    inside.table.put(SettingsChanged(inside.table.session.table.settings, replace(KNOWN, networks=None)))
    inside.tap("page", "system")
    assert "network" not in {tile.key for tile in inside.page.tiles}


def test_version_and_networks_are_told(inside: Staff) -> None:
    inside.tap("page", "system")
    assert {tile.key: tile.text for tile in inside.page.tiles if tile.key in {"version", "network"}} == {
        "version": "1.2.3",
        "network": "eth0",
    }


def test_answers_that_come_late_open_nothing(inside: Staff) -> None:
    inside.tap("close")
    for answer in (GateAnswer("ask", 5), GateAnswer("open", facts=KNOWN), DoctorFindings(()), JobFailed()):
        inside.table.put(answer)
    assert inside.table.state is State.ATTRACT
    assert inside.view is None


# ---------------------------------------------------------------- house rules

PLAYED = {"game": "cards", "preset": "table_default", "length": "rounds 5", "pro": "off", "house recycle": "turn_over"}


def _with_house_rules(session_table, kept=None, **known):
    """Somebody has chosen house rules and left; the staff open the page."""
    table = session_table(3)
    table.tap_button(1)
    table.choose(1, "house recycle", "turn_over")
    table.leave(1)
    staff = Staff(table)
    staff.hold()
    table.put(GateAnswer("ask", 5))
    staff.type("2468")
    values = VALUES | {"game.house_rules": json.dumps(kept or {})}
    table.put(GateAnswer("open", facts=TableFacts(values, edition_names=frozenset({"Nordic", "Nordisch"}), **known)))
    staff.tap("page", "house_rules")
    staff.jobs()
    return staff


def test_the_latest_house_rules_are_kept_under_a_typed_name(session_table):
    staff = _with_house_rules(session_table)
    (tile,) = staff.page.tiles
    assert (tile.key, tile.value, json.loads(tile.text)) == ("keep", "cards", PLAYED)
    staff.tap("keep", "cards")
    assert staff.page.page == "house_name"
    staff.tap("name", " Friday  Night ")
    assert staff.jobs() == [ChangeSettings({"game.house_rules": json.dumps({"Friday Night": PLAYED})})]
    assert staff.page.page == "house_rules"


BAD_NAMES = {
    **dict.fromkeys(("", "-", "{x}"), "bad_name"),
    **dict.fromkeys(("friday", "Wikipedia", "junior 8", "Nordic", "nordisch"), "name_taken"),
}


@pytest.mark.parametrize(("name", "note"), BAD_NAMES.items())
def test_a_name_that_will_not_do_is_refused_with_a_reason(session_table, name, note):
    staff = _with_house_rules(session_table, {"Friday": {"game": "cards"}})
    staff.tap("keep", "cards")
    staff.tap("name", name)
    assert (staff.jobs(), staff.page.page, staff.page.note) == ([], "house_name", note)


def test_kept_house_rules_are_deleted_by_a_second_touch(session_table):
    staff = _with_house_rules(session_table, {"Friday": PLAYED, "Sunday": {"game": "dice"}})
    assert [(tile.key, tile.value) for tile in staff.page.tiles] == [("kept", "Friday"), ("kept", "Sunday")]
    staff.tap("kept", "Sunday")
    assert (staff.jobs(), [tile.state for tile in staff.page.tiles]) == ([], ["", "sure"])
    staff.tap("kept", "Friday")  # another one asks again
    assert [tile.state for tile in staff.page.tiles] == ["sure", ""]
    staff.tap("kept", "Friday")
    assert staff.jobs() == [ChangeSettings({"game.house_rules": json.dumps({"Sunday": {"game": "dice"}})})]


def test_those_of_the_administrator_are_not_deleted_here(session_table):
    kept = {"Club": {"game": "dice"}, "Sunday": {"game": "dice"}}
    staff = _with_house_rules(session_table, kept, fixed_rules=frozenset({"Club"}))
    assert {tile.value: tile.touchable for tile in staff.page.tiles if tile.key == "kept"} == {
        "Club": False,
        "Sunday": True,
    }
    for _ in range(2):
        staff.tap("kept", "Club")
    assert (staff.jobs(), [tile.state for tile in staff.page.tiles if tile.key == "kept"]) == ([], ["", ""])


def test_without_house_rules_nothing_can_be_kept(session_table):
    staff = _with_house_rules(session_table)
    staff.table.session.table.house_rules = {}
    staff.tap("close")
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("2468")
    staff.table.put(GateAnswer("open", facts=TableFacts(VALUES)))
    staff.tap("page", "house_rules")
    assert staff.page.tiles == ()
    staff.jobs()
    staff.tap("name", "Friday")
    assert staff.jobs() == []


# ---------------------------------------------------------------- the front page


FRONT = replace(
    KNOWN,
    values={**VALUES, "screen.calm": "false", "hours.opens": "10:00", "hours.closes": "22:00"},
    file_values={"sound.volume": "90"},
    clock="23:58",
    free="7",
    scarce=True,
)


def _front(staff: Staff, facts: TableFacts = FRONT, rounds: int | None = None) -> None:
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("4711")
    staff.table.put(GateAnswer("open", facts=facts))
    staff.jobs()
    staff.table.put(DoctorFindings((), rounds))


def _changed(staff: Staff, **values: str) -> SettingsChanged:
    known = replace(FRONT, values={**FRONT.values, **{key.replace("_", "."): value for key, value in values.items()}})
    return SettingsChanged(staff.table.session.table.settings, known)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("sound.volume", "30", {"sound.volume": "30"}),
        ("screen.calm", "true", None),  # is not on this page
        ("hours", "12:00-01:30", {"hours.opens": "12:00", "hours.closes": "01:30"}),
        ("sound.volume", "35", None),
        ("sound.night_volume", "30", None),  # is not on this page
        ("hours", "12:00-12:00", None),
        ("hours", "always", None),
    ],
)
def test_what_stands_on_the_front_page_is_set_there(
    staff: Staff, key: str, value: str, wanted: dict[str, str] | None
) -> None:
    _front(staff)
    staff.tap(key, value)
    assert staff.jobs() == ([] if wanted is None else [ChangeSettings(wanted)])
    assert staff.page.page == "menu"


@pytest.mark.parametrize(("key", "value"), [("screen.calm", "true"), ("game.kind", "dice")])
def test_a_switch_is_set_in_the_list_of_the_settings(staff: Staff, key: str, value: str) -> None:
    _front(staff)
    staff.tap("page", "settings")
    staff.tap(key, value)
    assert staff.jobs() == [ChangeSettings({key: value})]
    assert staff.page.page == "settings"


def test_hours_that_differ_by_the_day_are_not_replaced_by_a_slider(staff: Staff) -> None:
    _front(staff, replace(FRONT, values={**FRONT.values, "hours.friday": "closed"}))
    staff.tap("hours", "12:00-01:30")
    assert staff.jobs() == []


def test_of_the_values_that_a_slider_passes_while_one_is_written_the_last_counts(staff: Staff) -> None:
    _front(staff)
    for value in ("50", "40", "30"):
        staff.tap("sound.volume", value)
    assert staff.jobs() == [ChangeSettings({"sound.volume": "50"})]
    staff.table.put(_changed(staff, sound_volume="50"))
    assert staff.jobs() == [ChangeSettings({"sound.volume": "30"})]
    staff.table.put(_changed(staff, sound_volume="30"))
    assert staff.jobs() == []
    assert not staff.page.busy
    assert staff.tiles("page")["sound.volume"].text == "30"


def test_a_value_is_stored_once_the_finger_has_lifted_from_its_slider(staff: Staff) -> None:
    _front(staff)
    told = []
    for value, pulled in (("50", True), ("40", True), ("40", False)):
        staff.table.say(msg.ServiceTap("sound.volume", staff.table.now, value, pulled))
        told += staff.jobs()
        staff.table.put(_changed(staff, sound_volume=value))
        told += staff.jobs()
    assert told == [
        ChangeSettings({"sound.volume": value}, stored=stored)
        for value, stored in (("50", False), ("40", False), ("40", True))
    ]


def test_two_fingers_on_two_sliders_lose_no_value(staff: Staff) -> None:
    _front(staff)
    for key in ("sound.volume", "screen.brightness", "sound.volume"):
        staff.tap(key, "50")
    assert staff.jobs() == [ChangeSettings({"sound.volume": "50"})]
    staff.table.put(_changed(staff, sound_volume="50"))
    assert staff.jobs() == [ChangeSettings({"screen.brightness": "50"})]
    staff.table.put(_changed(staff, screen_brightness="50"))
    assert staff.jobs() == [ChangeSettings({"sound.volume": "50"})]


def test_a_setting_is_set_while_the_table_is_examined(staff: Staff) -> None:
    staff.hold()
    staff.table.put(GateAnswer("ask", 5))
    staff.type("4711")
    staff.table.put(GateAnswer("open", facts=FRONT))
    staff.jobs()
    staff.tap("sound.volume", "50")
    staff.table.put(_changed(staff, sound_volume="50"))
    assert (staff.tiles("page")["sound.volume"].text, staff.tiles("page")["doctor"].state) == ("50", "under_way")
    staff.table.put(DoctorFindings((ToldFinding("warning", "power: the Pi is throttled"),)))
    assert staff.tiles("page")["doctor"].state == "warning"


def test_doors_say_what_is_known_of_what_lies_behind_them(session_table: Any) -> None:
    table = session_table(4, game="dice")
    staff = Staff(table)
    _front(staff, replace(FRONT, restore="2026-11-20 22:01"), rounds=41)
    doors = {name: (tile.text, tile.state) for name, tile in staff.tiles("page").items()}
    assert doors["settings"] == ("1", "")
    assert doors["house_rules"] == ("0", "")
    assert doors["stick"] == ("2026-11-20 22:01", "warning")
    assert doors["today"] == ("41", "")
    assert doors["system"] == ("7", "warning")


def test_the_front_page_tells_the_time_minute_by_minute(staff: Staff) -> None:
    _front(staff)
    assert [tile.text for tile in staff.tiles("clock").values()] == ["23:58"]
    staff.table.pass_time(110_000)
    assert [tile.text for tile in staff.tiles("clock").values()] == ["23:59"]
    staff.tap("page", "today")
    staff.table.put(TodayCounted(1, 1, 1))
    staff.tap("back")
    staff.table.pass_time(15_000)
    assert [tile.text for tile in staff.tiles("clock").values()] == ["00:00"]
