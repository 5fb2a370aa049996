"""Gestures in virtual time, on a table of 1000 x 1000 pixels that is one metre wide: a pixel is a millimetre."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from msgspec import structs

from kiosk import protocol as msg
from kiosk.display.input.gestures import SECOND, Gestures
from kiosk.display.scene import SLIDER, Item, Pull
from kiosk.game.seats import SeatNumber

ONE, TWO = SeatNumber(1), SeatNumber(2)
NEAR = (3, 1, 2)
MS = SECOND // 1000

STACK, ROW, SLOT, DISCARD, HAND = (100, 100), (200, 100), (300, 100), (400, 100), (500, 100)
PILE, MORE, LEAVE, STOP = (350, 100), (600, 100), (700, 100), (800, 100)
CENTRE = (500, 500)
INVITATION = (500, 600)
FAR_STACK = (100, 900)


def _items(game: str = "cards") -> list[Item]:
    """Return the items; in the dice game a die replaces a card, and the tray the hand."""

    def item(
        what: str, at: tuple[int, int], seat: SeatNumber | None = ONE, slot: int | None = None, card: str | None = None
    ) -> Item:
        return Item(what, seat, *at, 40, 60, slot=slot, card=card)

    pieces = {
        "cards": [
            item("stack", STACK, card="b7"),
            item("row", ROW, slot=0, card="r3"),
            item("row", SLOT, slot=1),
            item("row", PILE, slot=2, card="g9"),
            item("discard", DISCARD, card="y5"),
            item("hand", HAND),
            item("stack", FAR_STACK, TWO, card="r1"),
        ],
        "dice": [
            item("tray", HAND),
            item("die", STACK, slot=0, card="b4"),
            item("die", ROW, slot=1, card="r3"),
            item("die", DISCARD, slot=2, card="y5"),
            item("die", FAR_STACK, TWO, slot=0, card="r1"),
        ],
    }
    return [
        *pieces[game],
        item("more", MORE),
        item("leave", LEAVE),
        item("stop", STOP),
        item("pile", CENTRE, None, card="b1"),
        item("seat", INVITATION, SeatNumber(3)),
    ]


class _Surface:
    """A surface with two panels: seat 1 below y 200, seat 2 above y 800."""

    def __init__(self, game: str = "cards") -> None:
        self.things = _items(game)
        self.nudged: list[tuple[SeatNumber, str]] = []
        self.answered: list[tuple[float, float]] = []
        self.carried: dict[SeatNumber, tuple[str, float, float]] = {}
        self.near_asked: list[tuple[float, float]] = []
        self.pressed: list[tuple[SeatNumber, int | None]] = []
        self.nearest: Item | None = None
        self.pulled: list[Pull] = []

    def items(self) -> list[Item]:
        return self.things

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        return ONE if y < 200 else TWO if y > 800 else None

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        self.near_asked.append((x, y))
        return NEAR

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        self.carried[seat] = (source, x, y)

    def release(self, seat: SeatNumber) -> None:
        del self.carried[seat]

    def nudge(self, seat: SeatNumber, source: str) -> None:
        self.nudged.append((seat, source))

    def answer(self, x: float, y: float) -> None:
        self.answered.append((x, y))

    def nearest_seat(self, x: float, y: float) -> Item | None:
        return self.nearest

    def press(self, seat: SeatNumber, at: int | None) -> None:
        self.pressed.append((seat, at))

    def tap(self, item: Item, at: int, pull: Pull | None = None) -> msg.ToTable | None:
        if pull is not None:
            self.pulled.append(pull)
            return msg.ServiceTap("sound.volume", at, f"{item.share(*pull.end, 1):.2f}")
        if item is self.nearest:
            return msg.PressButton(TWO, "play", at, "de")
        return msg.ChooseOption(item.seat or SeatNumber(0), "tapped", item.what, at)


def _snapshot(**changes: object) -> msg.Snapshot:
    one = msg.SeatView(
        seat=ONE,
        state="playing",
        row=(msg.Slot("r3", 1), msg.Slot(None, 0), msg.Slot("g9", 1)),
        stack_card="b7",
        discard_card="y5",
        dice=("r3", "b4", "y5"),
    )
    two = msg.SeatView(seat=TWO, state="playing", stack_card="r1", dice=("r1",))
    snapshot = msg.Snapshot(id=1, now=0, state="play", seats=(one, two))
    return structs.replace(snapshot, **changes)


def _with_seat_one(**changes: object) -> msg.Snapshot:
    snapshot = _snapshot()
    one = structs.replace(snapshot.seats[0], **changes)
    return structs.replace(snapshot, seats=(one, snapshot.seats[1]))


WORDS = {
    msg.Hold: "hold",
    msg.Drop: "drop",
    msg.PlayCard: "play",
    msg.PlaceDie: "play",
    msg.FlipHand: "turn",
    msg.RollDice: "turn",
    msg.CastVote: "vote",
}


@dataclass
class _Table:
    """A table with a hand and a clock in milliseconds."""

    game: str = "cards"
    surface: _Surface = field(init=False)
    sent: list[msg.ToTable] = field(default_factory=list)
    """The messages but for the signs of life."""
    signs: list[msg.Touch] = field(default_factory=list)
    """The signs of life."""
    now: int = 0

    def __post_init__(self) -> None:
        self.surface = _Surface(self.game)
        self.gestures = Gestures(self.surface, self._take)
        self.gestures.resize(1000, 1000, math.hypot(1000, 1000))
        self.show(_snapshot())

    def show(self, snapshot: msg.Snapshot) -> None:
        """Apply a snapshot of this game."""
        self.gestures.apply(structs.replace(snapshot, game=self.game))

    def _take(self, message: msg.ToTable) -> None:
        if isinstance(message, msg.Touch):
            self.signs.append(message)
        else:
            self.sent.append(message)

    @property
    def told(self) -> list[str]:
        """Return the sent messages as text that is the same for both games."""
        return [WORDS[type(message)] for message in self.sent]

    def source(self, where: tuple[int, int]) -> str:
        """Return the source of the piece at this point, as messages write it."""
        of_cards = {STACK: "stack", ROW: "row 0", DISCARD: "discard", FAR_STACK: "stack"}
        of_dice = {STACK: "die b4", ROW: "die r3", DISCARD: "die y5", FAR_STACK: "die r1"}
        return {"cards": of_cards, "dice": of_dice}[self.game][where]

    def wait(self, ms: int) -> None:
        self.now += ms * MS
        self.gestures.tick(self.now)

    def down(self, at: tuple[float, float], finger: str = "a", size_mm: float | None = None) -> None:
        self.gestures.down(finger, *at, self.now, size_mm)

    def move(self, at: tuple[float, float], finger: str = "a", size_mm: float | None = None, ms: int = 10) -> None:
        self.now += ms * MS
        self.gestures.move(finger, *at, self.now, size_mm)

    def up(self, at: tuple[float, float], finger: str = "a", ms: int = 10) -> None:
        self.now += ms * MS
        self.gestures.up(finger, *at, self.now)

    def drag(self, start: tuple[float, float], end: tuple[float, float], finger: str = "a") -> None:
        """Drag slowly: the finger rests for a tenth of a second before it lifts, so this is not a flick."""
        self.down(start, finger)
        for step in range(1, 6):
            self.move((start[0] + (end[0] - start[0]) * step / 5, start[1] + (end[1] - start[1]) * step / 5), finger)
        self.up(end, finger, ms=100)

    def tap(self, at: tuple[float, float], finger: str = "a", ms: int = 100) -> None:
        self.down(at, finger)
        self.up(at, finger, ms)


@pytest.fixture
def table() -> _Table:
    """A table of the card game."""
    return _Table()


@pytest.fixture(params=["cards", "dice"])
def either(request: pytest.FixtureRequest) -> _Table:
    """A table of either game: the rules about cards hold for dice, too."""
    return _Table(request.param)


@pytest.fixture
def dice() -> _Table:
    return _Table("dice")


# ---------------------------------------------------------------- dragging


def test_a_card_dragged_out_of_the_panel_is_played_where_and_when_it_was_let_go(table: _Table) -> None:
    table.drag(ROW, CENTRE)
    assert table.sent == [msg.Hold(ONE, "row 0", 0), msg.PlayCard(ONE, "row 0", NEAR, 150 * MS)]
    assert table.surface.near_asked == [CENTRE]


@pytest.mark.parametrize(("where", "source"), [(STACK, "stack"), (DISCARD, "discard"), (ROW, "row 0")])
def test_every_place_that_shows_a_card_can_be_dragged_from(table: _Table, where: tuple[int, int], source: str) -> None:
    table.drag(where, CENTRE)
    assert [type(message) for message in table.sent] == [msg.Hold, msg.PlayCard]
    assert table.sent[1].source == source  # type: ignore[union-attr]


def test_the_hold_is_told_as_soon_as_the_card_moves_and_bears_the_time_of_the_touch(either: _Table) -> None:
    either.wait(100)
    either.down(ROW)
    either.move((ROW[0], ROW[1] + 4))
    assert either.sent == []
    either.move((ROW[0], ROW[1] + 6))
    assert either.sent == [msg.Hold(ONE, either.source(ROW), 100 * MS)]


def test_a_carried_card_follows_the_finger_and_is_released_at_the_end(either: _Table) -> None:
    either.down(ROW)
    either.move((210, 150))
    either.move((220, 170))
    assert either.surface.carried == {ONE: (either.source(ROW), 220, 170)}
    either.up(CENTRE)
    assert either.surface.carried == {}


def test_a_card_let_go_within_the_own_panel_slides_home(either: _Table) -> None:
    either.drag(ROW, HAND)
    assert either.sent == [msg.Hold(ONE, either.source(ROW), 0), msg.Drop(ONE, 150 * MS)]


def test_a_card_let_go_in_a_foreign_panel_is_played_too(either: _Table) -> None:
    either.drag(ROW, FAR_STACK)
    assert either.told[-1] == "play"


def test_a_tap_on_a_card_that_has_to_be_pushed_plays_nothing_and_shows_how(either: _Table) -> None:
    either.tap(STACK)
    assert either.sent == []
    assert either.surface.nudged == [(ONE, either.source(STACK))]


def test_a_palm_on_a_card_is_shown_nothing(either: _Table) -> None:
    either.down(STACK)
    either.wait(900)
    either.up(STACK)
    assert either.surface.nudged == []


def test_a_tap_on_nothing_is_answered_and_sends_nothing(either: _Table) -> None:
    either.tap((950, 500))
    assert either.sent == []
    assert either.surface.answered == [(950, 500)]


def test_a_tap_on_bare_felt_takes_the_nearest_seat_and_neither_a_rest_nor_a_stroke_does(table: _Table) -> None:
    table.surface.nearest = next(item for item in table.surface.things if item.what == "seat")
    table.down((950, 500))
    table.up((950, 500), ms=900)
    table.down((950, 500))
    table.move((850, 500))
    table.up((850, 500))
    assert table.sent == []
    table.down((950, 500))
    table.up((950, 500))
    assert [(said.seat, said.felt, said.language) for said in table.sent] == [(TWO, True, "de")]


def test_a_tap_on_a_pile_is_answered_and_sends_nothing(table: _Table) -> None:
    table.tap(CENTRE)
    assert table.sent == []
    assert table.surface.answered == [CENTRE]


def test_a_touch_of_nothing_that_rests_or_moves_is_not_answered(either: _Table) -> None:
    either.down((950, 500))
    either.wait(900)
    either.up((950, 500))
    either.drag((950, 500), (950, 520))
    assert either.surface.answered == []


def test_a_tap_that_acts_is_not_answered(either: _Table) -> None:
    for where in (MORE, HAND, STACK):
        either.tap(where)
    assert either.surface.answered == []


def test_a_held_card_may_be_held(either: _Table) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.wait(5000)
    either.up(CENTRE)
    assert either.told[-1] == "play"


def test_a_card_that_cannot_be_touched_now_is_not_carried(either: _Table) -> None:
    either.surface.things = [structs.replace(item, enabled=False) for item in either.surface.things]
    either.drag(ROW, CENTRE)
    assert either.sent == []


def test_what_lies_in_the_centre_is_not_touched(table: _Table) -> None:
    table.drag(CENTRE, (500, 700))
    table.tap(CENTRE)
    assert table.sent == []


def test_two_seats_drag_at_the_same_time(either: _Table) -> None:
    either.down(ROW, "a")
    either.down(FAR_STACK, "b")
    either.move(CENTRE, "a")
    either.move(CENTRE, "b")
    either.up(CENTRE, "b")
    either.up(CENTRE, "a")
    assert either.told == ["hold", "hold", "play", "play"]
    assert [message.seat for message in either.sent] == [ONE, TWO, TWO, ONE]  # type: ignore[union-attr]


def test_a_touch_that_begins_in_a_foreign_panel_is_the_foreign_seats(either: _Table) -> None:
    either.drag(FAR_STACK, ROW)
    assert [message.seat for message in either.sent] == [TWO, TWO]  # type: ignore[union-attr]


def test_a_touch_that_begins_beside_everything_picks_nothing_up_on_its_way(either: _Table) -> None:
    either.drag((250, 190), CENTRE)
    either.drag((150, 100), HAND)
    assert either.sent == []


# ---------------------------------------------------------------- flicks


def test_a_flick_plays_though_the_finger_lifts_within_the_panel(table: _Table) -> None:
    table.down(ROW)
    table.move((200, 120))
    table.up((200, 140))
    assert [type(message) for message in table.sent] == [msg.Hold, msg.PlayCard]
    assert table.surface.near_asked[0][1] > 200  # it lands outside the panel


def test_a_flick_so_fast_that_one_poll_sees_all_of_it_is_a_flick(either: _Table) -> None:
    either.down(ROW)
    either.up((200, 140), ms=0)
    assert either.told == ["hold", "play"]


def test_a_slow_release_within_the_panel_is_no_flick(either: _Table) -> None:
    either.down(ROW)
    either.move((200, 140), ms=500)
    either.up((200, 142))
    assert either.told[-1] == "drop"


def test_a_finger_that_stops_before_it_lifts_has_not_flicked(either: _Table) -> None:
    either.down(ROW)
    either.move((200, 140))
    either.up((200, 140), ms=100)
    assert either.told[-1] == "drop"


def test_a_flick_off_the_tables_edge_brings_the_card_home(either: _Table) -> None:
    either.down(ROW)
    either.move((200, 60))
    either.up((200, 20))
    assert either.told[-1] == "drop"


# ---------------------------------------------------------------- palms, sleeves, glasses


def test_resting_palms_on_everything_in_every_panel_do_nothing(either: _Table) -> None:
    for number, item in enumerate(either.surface.things):
        either.down((item.x, item.y), f"palm {number}")
    either.wait(30_000)
    for number, item in enumerate(either.surface.things):
        either.up((item.x, item.y), f"palm {number}")
    assert either.sent == []


def test_a_palm_that_trembles_on_a_card_does_not_keep_a_finger_from_playing(either: _Table) -> None:
    either.down(STACK, "palm")
    for step in range(100):
        either.move((STACK[0] + step % 3, STACK[1]), "palm")
    either.drag(ROW, CENTRE, "finger")
    assert either.told == ["hold", "play"]


def test_a_palm_that_moved_a_card_and_stands_still_gives_the_claim_up(either: _Table) -> None:
    either.down(STACK, "palm")
    either.move((110, 110), "palm")
    either.wait(800)
    either.drag(ROW, CENTRE, "finger")
    assert either.told == ["hold", "drop", "hold", "play"]
    either.up(CENTRE, "palm")
    assert len(either.sent) == 4  # it is ignored until it lifts, and so is the lift


def test_a_palm_that_rested_and_then_shifts_cannot_block_a_finger(either: _Table) -> None:
    either.down(STACK, "palm")
    either.wait(2000)
    either.move((110, 110), "palm")
    either.drag(ROW, CENTRE, "finger")
    assert either.told[-2:] == ["hold", "play"]
    assert either.sent[-2].source == either.source(ROW)  # type: ignore[union-attr]


def test_a_contact_larger_than_25_mm_is_no_finger(either: _Table) -> None:
    either.down(ROW, size_mm=26)
    either.move(CENTRE)
    either.up(CENTRE)
    either.down(HAND, size_mm=40)
    either.up(HAND)
    assert either.sent == []


def test_a_finger_that_becomes_a_palm_drops_its_card(either: _Table) -> None:
    either.down(ROW, size_mm=12)
    either.move((220, 150), size_mm=14)
    either.move((230, 160), size_mm=30)
    either.up(CENTRE)
    assert either.told == ["hold", "drop"]
    assert either.surface.carried == {}


def test_a_contact_that_stays_for_ten_seconds_is_ignored_until_it_lifts(either: _Table) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.now = 10 * SECOND - 1
    either.gestures.tick(either.now)
    assert len(either.sent) == 1
    either.gestures.tick(10 * SECOND)
    assert either.sent[1:] == [msg.Drop(ONE, 10 * SECOND)]
    either.now = 11 * SECOND
    either.move((510, 510))
    either.up(CENTRE)
    assert len(either.sent) == 2
    either.drag(ROW, CENTRE)
    assert either.told[-1] == "play"


def test_a_palm_on_a_control_does_not_press_it(table: _Table) -> None:
    for where in (MORE, STOP, HAND, SLOT):
        table.tap(where, ms=900)
    assert table.sent == []


# ---------------------------------------------------------------- the second finger


def test_a_second_finger_of_a_seat_carries_nothing(either: _Table) -> None:
    either.down(ROW, "a")
    either.move(CENTRE, "a")
    either.drag(STACK, CENTRE, "b")
    either.up(CENTRE, "a")
    assert either.told == ["hold", "play"]
    assert either.sent[0] == msg.Hold(ONE, either.source(ROW), 0)


def test_a_second_finger_that_was_down_before_the_drag_carries_nothing_either(either: _Table) -> None:
    either.down(STACK, "b")
    either.down(ROW, "a")
    either.move(CENTRE, "a")
    either.move(CENTRE, "b")
    either.up(CENTRE, "b")
    assert either.told == ["hold"]


def test_a_second_finger_flips_the_hand_and_fills_a_slot(table: _Table) -> None:
    table.down(ROW, "a")
    table.move(CENTRE, "a")
    table.tap(HAND, "b")
    table.tap(SLOT, "b")
    assert table.sent[1:] == [msg.FlipHand(ONE, 110 * MS), msg.RefillSlot(ONE, 1, 210 * MS)]


def test_a_finger_whose_lift_was_lost_begins_anew(either: _Table) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.tap(HAND)
    assert either.told == ["hold", "drop", "turn"]


# ---------------------------------------------------------------- tapping and holding


def test_a_tap_on_the_hand_flips_once_at_its_release(table: _Table) -> None:
    table.tap(HAND, ms=120)
    assert table.sent == [msg.FlipHand(ONE, 120 * MS)]


def test_a_tap_on_the_tray_rolls_once_at_its_release(dice: _Table) -> None:
    dice.tap(HAND, ms=120)
    assert dice.sent == [msg.RollDice(ONE, 120 * MS)]


def test_the_hand_held_for_a_second_votes_and_does_not_flip(either: _Table) -> None:
    either.tap(HAND, ms=1000)
    assert either.sent == [msg.CastVote(ONE, 1000 * MS)]


def test_the_corner_held_for_a_second_leaves_and_a_shorter_touch_is_left_to_the_picture(table: _Table) -> None:
    table.tap(LEAVE)
    table.tap(LEAVE, ms=999)
    assert [message.value for message in table.sent] == ["leave", "leave"]  # type: ignore[union-attr]
    assert [at is None for _, at in table.surface.pressed] == [False, True] * 2
    table.sent.clear()
    table.tap(LEAVE, ms=1500)
    assert table.sent == [msg.LeaveSeat(ONE, table.now)]


@pytest.mark.parametrize("where", [HAND, LEAVE])
def test_what_rests_for_longer_than_three_seconds_neither_votes_nor_leaves(
    table: _Table, where: tuple[int, int]
) -> None:
    table.tap(where, ms=3100)
    assert table.sent == []


def test_a_finger_that_slides_off_a_control_does_not_press_it(either: _Table) -> None:
    either.down(HAND)
    either.up((HAND[0] + 50, HAND[1]))
    assert either.sent == []


def test_the_picture_says_what_its_own_controls_mean(table: _Table) -> None:
    table.tap(MORE)
    table.tap(STOP)
    table.tap(INVITATION)
    assert [(m.seat, m.value) for m in table.sent] == [(1, "more"), (1, "stop"), (3, "seat")]  # type: ignore[union-attr]


def test_a_control_that_has_gone_meanwhile_or_is_off_is_not_pressed(table: _Table) -> None:
    table.down(MORE)
    table.surface.things = [item for item in table.surface.things if item.what != "more"]
    table.up(MORE)
    table.surface.things = [structs.replace(item, enabled=False) for item in _items()]
    table.tap(STOP)
    assert table.sent == []


# ---------------------------------------------------------------- tap mode


@pytest.fixture
def tapping(table: _Table) -> _Table:
    table.show(_snapshot(touch_mode="tap"))
    return table


@pytest.fixture
def either_tapping(either: _Table) -> _Table:
    either.show(_snapshot(touch_mode="tap"))
    return either


def test_in_tap_mode_a_card_commits_at_finger_down(either_tapping: _Table) -> None:
    either_tapping.wait(50)
    either_tapping.down(ROW)
    assert either_tapping.told == ["play"]
    assert either_tapping.sent[0].at == 50 * MS  # type: ignore[union-attr]
    either_tapping.move(CENTRE)
    either_tapping.up(CENTRE)
    assert either_tapping.told == ["play"]
    assert either_tapping.surface.carried == {}


def test_in_tap_mode_two_fingers_do_not_play_at_once_but_a_resting_palm_blocks_nobody(either_tapping: _Table) -> None:
    either_tapping.down(STACK, "a")
    either_tapping.tap(ROW, "b")
    assert either_tapping.told == ["play"]
    either_tapping.wait(800)
    either_tapping.tap(ROW, "b")
    assert either_tapping.told == ["play", "play"]


def test_in_tap_mode_the_hand_still_flips_and_an_empty_slot_is_filled(tapping: _Table) -> None:
    tapping.tap(HAND)
    tapping.tap(SLOT)
    assert [type(message) for message in tapping.sent] == [msg.FlipHand, msg.RefillSlot]


# ---------------------------------------------------------------- onto the own row


def _kinds(table: _Table) -> list[type[msg.ToTable]]:
    return [type(message) for message in table.sent]


@pytest.mark.parametrize(("where", "source"), [(STACK, "stack"), (DISCARD, "discard")])
def test_a_card_let_go_on_an_own_pile_is_laid_there_when_the_finger_lifts(
    table: _Table, where: tuple[int, int], source: str
) -> None:
    table.drag(where, PILE)
    assert table.sent == [msg.Hold(ONE, source, 0), msg.TuckCard(ONE, source, 2, 150 * MS)]
    assert table.surface.carried == {}


def test_an_empty_place_takes_a_dragged_card_too(table: _Table) -> None:
    table.drag(STACK, SLOT)
    assert table.sent[-1] == msg.TuckCard(ONE, "stack", 1, 150 * MS)


def test_a_row_card_let_go_on_the_row_slides_home(table: _Table) -> None:
    table.drag(ROW, PILE)
    table.drag(ROW, SLOT)
    assert _kinds(table) == [msg.Hold, msg.Drop] * 2


def test_a_card_let_go_on_a_foreign_row_is_played_and_not_laid_there(table: _Table) -> None:
    table.surface.things.append(Item("row", TWO, 300, 900, 40, 60, slot=0, card="r4"))
    table.drag(STACK, (300, 900))
    assert _kinds(table) == [msg.Hold, msg.PlayCard]


def _flick_along_the_row(table: _Table) -> None:
    table.down(STACK)
    table.move((140, 100), ms=20)
    table.move((180, 100), ms=20)
    table.up((210, 100), ms=20)  # 1.5 m/s: it slides on for 225 mm, over all places of the row


def test_a_flicked_card_slides_on_to_the_first_pile_that_takes_it(table: _Table) -> None:
    table.show(_with_seat_one(stack_to=(2,)))
    _flick_along_the_row(table)
    assert table.sent[-1] == msg.TuckCard(ONE, "stack", 2, 60 * MS)


def test_a_flick_along_the_row_that_no_pile_takes_is_judged_at_the_last_one(table: _Table) -> None:
    _flick_along_the_row(table)
    assert table.sent[-1] == msg.TuckCard(ONE, "stack", 2, 60 * MS)
    table.show(_with_seat_one(stack_to=(0, 2)))
    _flick_along_the_row(table)
    assert table.sent[-1] == msg.TuckCard(ONE, "stack", 0, 120 * MS)


def _flick_out_over_the_row(table: _Table) -> None:
    table.down(STACK)
    table.move((160, 100), ms=20)
    table.move((210, 110), ms=20)
    table.up((260, 120), ms=20)  # it slides on over slots 1 and 2 and out of the panel


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"stack_to": (2,)}, msg.TuckCard),
        ({}, msg.PlayCard),
        ({"stack_card": "r1", "stack_to": (2,)}, msg.PlayCard),
    ],
    ids=["only the row takes it", "nothing takes it", "the centre takes it too"],
)
def test_a_flick_out_of_the_panel_over_the_own_row_goes_where_the_card_fits(
    table: _Table, changes: dict[str, object], kind: type[msg.ToTable]
) -> None:
    table.surface.panel_at = lambda x, y: ONE if x < 440 else None  # type: ignore[method-assign]
    table.show(_with_seat_one(**changes))
    _flick_out_over_the_row(table)
    assert isinstance(table.sent[-1], kind)


# ---------------------------------------------------------------- a stack that lies face down


@pytest.fixture
def face_down(table: _Table) -> _Table:
    table.surface.things[0] = structs.replace(table.surface.things[0], card=None)
    table.show(_with_seat_one(stack_card=None, stack_count=7, stack_to=(1,), stack_barred=True))
    return table


def test_a_stack_that_lies_face_down_is_carried_and_the_table_says_where_it_may_go(face_down: _Table) -> None:
    face_down.drag(STACK, CENTRE)
    face_down.drag(STACK, SLOT)
    assert _kinds(face_down) == [msg.Hold, msg.PlayCard, msg.Hold, msg.TuckCard]


def test_the_next_card_of_a_face_down_stack_is_not_played_by_mistake(face_down: _Table) -> None:
    face_down.down(STACK)
    face_down.move(CENTRE)
    face_down.show(_with_seat_one(stack_card=None, stack_count=6))
    face_down.up(CENTRE)
    assert _kinds(face_down) == [msg.Hold, msg.Drop]


def test_an_empty_stack_cannot_be_carried(face_down: _Table) -> None:
    face_down.show(_with_seat_one(stack_card=None, stack_count=0))
    face_down.drag(STACK, CENTRE)
    assert face_down.sent == []


# ---------------------------------------------------------------- onto the own row in tap mode


def _tap_mode(**changes: object) -> msg.Snapshot:
    return structs.replace(_with_seat_one(**changes), touch_mode="tap", piles=((0, "r2"),))


def test_in_tap_mode_a_card_for_the_row_is_marked_and_laid_by_a_second_tap(table: _Table) -> None:
    table.show(_tap_mode(stack_to=(2,)))
    table.down(STACK)
    table.up(STACK)
    assert table.sent == [msg.Hold(ONE, "stack", 0)]
    table.down(PILE)
    assert table.sent[1:] == [msg.TuckCard(ONE, "stack", 2, 10 * MS)]


def test_in_tap_mode_a_marked_stack_card_fills_an_empty_place_when_the_finger_lifts(table: _Table) -> None:
    table.show(_tap_mode(stack_to=(1,)))
    table.tap(STACK)
    table.tap(SLOT)
    assert table.sent[1:] == [msg.TuckCard(ONE, "stack", 1, 200 * MS)]


def test_in_tap_mode_a_card_that_fits_in_the_centre_is_played_though_the_row_would_take_it(table: _Table) -> None:
    table.show(_tap_mode(stack_card="r3", stack_to=(2,)))
    table.tap(STACK)
    assert _kinds(table) == [msg.PlayCard]


def test_in_tap_mode_a_stack_card_that_is_barred_from_the_centre_is_marked_though_it_fits(table: _Table) -> None:
    table.show(_tap_mode(stack_card="r3", stack_to=(2,), stack_barred=True))
    table.tap(STACK)
    assert _kinds(table) == [msg.Hold]


def test_in_tap_mode_a_second_tap_on_a_marked_card_plays_it(table: _Table) -> None:
    table.show(_tap_mode(discard_to=(2,)))
    table.tap(DISCARD)
    table.tap(DISCARD)
    assert _kinds(table) == [msg.Hold, msg.PlayCard]


def test_in_tap_mode_a_row_pile_that_does_not_take_the_marked_card_is_played_as_always(table: _Table) -> None:
    table.show(_tap_mode(stack_to=(2,)))
    table.tap(STACK)
    table.tap(ROW)
    assert table.sent[1:] == [msg.Drop(ONE, 100 * MS), msg.PlayCard(ONE, "row 0", NEAR, 100 * MS)]


def test_in_tap_mode_the_hand_is_flipped_though_the_discard_is_marked(table: _Table) -> None:
    table.show(_tap_mode(discard_to=(2,)))
    table.tap(DISCARD)
    table.tap(HAND)
    assert _kinds(table) == [msg.Hold, msg.Drop, msg.FlipHand]


@pytest.mark.parametrize(
    "change",
    [{"stack_card": "g2"}, {"stack_to": ()}, {"bot": True}, {"state": "left"}],
    ids=["another card", "nowhere to go", "a bot", "left"],
)
def test_a_mark_ends_with_what_it_meant(table: _Table, change: dict[str, object]) -> None:
    table.show(_tap_mode(stack_to=(2,)))
    table.tap(STACK)
    table.show(_tap_mode(**{"stack_to": (2,), **change}))
    assert _kinds(table) == [msg.Hold, msg.Drop]


def test_a_mark_ends_with_tap_mode(table: _Table) -> None:
    table.show(_tap_mode(stack_to=(2,)))
    table.tap(STACK)
    table.show(structs.replace(_tap_mode(stack_to=(2,)), touch_mode="drag"))
    assert _kinds(table) == [msg.Hold, msg.Drop]


def test_a_mark_that_nobody_uses_ends_after_ten_seconds(table: _Table) -> None:
    table.show(_tap_mode(stack_to=(2,)))
    table.tap(STACK)
    table.wait(10_000)
    assert _kinds(table) == [msg.Hold, msg.Drop]
    table.tap(PILE)
    assert isinstance(table.sent[-1], msg.PlayCard)


def test_a_marked_card_that_the_play_button_has_played_is_marked_no_more(table: _Table) -> None:
    table.show(_tap_mode(stack_to=(2,)))
    table.tap(STACK)
    table.show(_tap_mode(stack_to=(2,), held="stack"))
    table.show(_tap_mode(stack_to=(2,)))
    table.tap(PILE)
    assert _kinds(table) == [msg.Hold, msg.PlayCard]


# ---------------------------------------------------------------- changes by the table meanwhile


@pytest.mark.parametrize("state", ["stopped", "paused", "round_result"])
def test_a_carried_card_returns_when_the_round_stands_still(either: _Table, state: str) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.show(_snapshot(state=state, now=either.now))
    assert either.told[-1] == "drop"
    assert either.surface.carried == {}
    either.show(_snapshot())
    either.up(CENTRE)
    assert len(either.sent) == 2


def test_a_touch_from_before_the_start_signal_carries_nothing(either: _Table) -> None:
    either.show(_snapshot(state="countdown"))
    either.down(ROW)
    either.show(_snapshot())
    either.move(CENTRE)
    either.up(CENTRE)
    assert either.sent == []


def test_outside_play_only_controls_are_tapped(table: _Table) -> None:
    table.show(_snapshot(state="ready"))
    for where in (ROW, HAND, SLOT, STACK):
        table.tap(where)
    table.drag(ROW, CENTRE)
    table.tap(MORE)
    assert [m.value for m in table.sent] == ["more"]  # type: ignore[union-attr]


@pytest.mark.parametrize("changes", [{"bot": True}, {"state": "left"}, {"state": "free"}])
def test_only_a_person_who_plays_has_cards_to_touch(either: _Table, changes: dict[str, object]) -> None:
    either.show(_with_seat_one(**changes))
    either.drag(ROW, CENTRE)
    either.tap(HAND)
    either.tap(HAND, ms=1500)
    assert either.sent == []


def test_the_card_of_a_seat_that_a_bot_takes_over_returns(either: _Table) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.show(_with_seat_one(bot=True))
    assert either.told[-1] == "drop"
    assert either.surface.carried == {}


def test_a_card_that_the_play_button_has_played_is_not_played_again(either: _Table) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.show(_snapshot())  # made before the table received the hold
    assert either.surface.carried
    either.show(_with_seat_one(held=either.source(ROW)))
    either.show(_with_seat_one(held=None))
    assert either.surface.carried == {}
    either.up(CENTRE)
    assert either.told == ["hold"]


def test_the_card_that_took_the_place_of_a_carried_one_is_not_played_by_mistake(table: _Table) -> None:
    table.down(ROW)
    table.move(CENTRE)
    table.show(_with_seat_one(row=(msg.Slot("g4", 1), msg.Slot(None, 0), msg.Slot("g9", 1))))
    table.up(CENTRE)
    assert [type(message) for message in table.sent] == [msg.Hold, msg.Drop]


def test_when_the_window_changes_its_size_what_is_carried_returns(either: _Table) -> None:
    either.down(ROW)
    either.move(CENTRE)
    either.gestures.resize(2000, 2000, math.hypot(1000, 1000))
    either.up(CENTRE)
    assert either.told == ["hold", "drop"]


def test_thresholds_are_millimetres_on_the_glass(either: _Table) -> None:
    either.gestures.resize(2000, 2000, math.hypot(1000, 1000))  # two pixels a millimetre
    either.down(ROW)
    either.move((200, 109))
    assert either.sent == []
    either.move((200, 111))
    assert either.told == ["hold"]


# ---------------------------------------------------------------- before GO


def test_a_card_moved_before_go_is_a_false_start_and_stays_where_it_is(either: _Table) -> None:
    either.show(_snapshot(state="countdown"))
    either.drag(ROW, CENTRE)
    assert either.sent == [msg.Hold(ONE, either.source(ROW), 0)]
    assert either.surface.carried == {}


def test_a_hand_tapped_before_go_is_a_false_start(either: _Table) -> None:
    either.show(_snapshot(state="countdown"))
    either.tap(HAND)
    assert either.told == ["turn"]
    assert either.sent[0].at == 100 * MS  # type: ignore[union-attr]


def test_a_card_tapped_before_go_is_a_false_start_in_tap_mode_only(either: _Table) -> None:
    either.show(_snapshot(state="countdown"))
    either.tap(ROW)
    assert either.sent == []
    either.show(_snapshot(state="countdown", touch_mode="tap"))
    either.tap(ROW)
    assert either.sent == [msg.Hold(ONE, either.source(ROW), 100 * MS)]


def test_a_finger_that_waits_on_its_card_for_go_has_to_touch_it_again(either: _Table) -> None:
    either.show(_snapshot(state="countdown"))
    either.down(ROW)
    either.wait(500)
    either.show(_snapshot())
    either.move(CENTRE)
    either.up(CENTRE)
    assert either.sent == []
    either.drag(ROW, CENTRE)
    assert either.told == ["hold", "play"]


def test_palms_that_rest_before_go_are_no_false_start(either: _Table) -> None:
    either.show(_snapshot(state="countdown", touch_mode="tap"))
    either.down(ROW, "palm")
    either.down(HAND, "sleeve")
    either.wait(900)
    either.up(ROW, "palm")
    either.up(HAND, "sleeve")
    assert either.sent == []


# ---------------------------------------------------------------- dice


def test_a_die_let_go_anywhere_beyond_the_panel_is_placed_as_it_lies(dice: _Table) -> None:
    dice.drag(ROW, CENTRE)
    dice.drag(ROW, FAR_STACK)
    hold, place = dice.sent[:2]
    assert (hold, place) == (msg.Hold(ONE, "die r3", 0), msg.PlaceDie(ONE, "r3", 150 * MS))
    assert dice.told == ["hold", "play"] * 2


def test_a_tapped_die_is_placed_as_it_lies(dice: _Table) -> None:
    dice.show(_snapshot(touch_mode="tap"))
    dice.tap(ROW)
    assert dice.sent == [msg.PlaceDie(ONE, "r3", 0)]


def _rolling(until_ms: int, dice: tuple[str, ...] = ("b4", "r3", "y5"), **changes: object) -> msg.Snapshot:
    rolling = _with_seat_one(dice=dice, rolling_until=until_ms * MS)
    return structs.replace(rolling, **changes)


@pytest.mark.parametrize("touch_mode", ["drag", "tap"])
def test_a_die_that_rolls_can_be_neither_carried_nor_placed_until_it_lies(dice: _Table, touch_mode: str) -> None:
    dice.show(_rolling(900, touch_mode=touch_mode))
    dice.drag(ROW, CENTRE)
    dice.tap(ROW)
    assert dice.sent == []
    dice.wait(900 - dice.now // MS)  # no newer snapshot is needed
    dice.drag(ROW, CENTRE)
    assert dice.told[-1] == "play"


def test_a_touch_is_judged_at_its_own_time_though_no_frame_has_passed(dice: _Table) -> None:
    dice.show(_rolling(100, touch_mode="tap"))
    dice.now = 100 * MS
    dice.down(ROW)
    assert dice.told == ["play"]


def test_a_die_that_lies_only_when_the_finger_lifts_is_not_placed_by_it(dice: _Table) -> None:
    dice.show(_rolling(100, touch_mode="tap"))
    dice.tap(ROW, ms=200)
    assert dice.sent == []


def _blank(dice: _Table) -> None:
    things, blank = dice.surface.things, {"card": None, "enabled": False}
    dice.surface.things = [structs.replace(item, **blank) if item.what == "die" else item for item in things]


def test_who_taps_dice_that_show_nothing_yet_means_the_tray(dice: _Table) -> None:
    _blank(dice)
    dice.show(_with_seat_one(dice=("b", "r", "y")))
    dice.tap(ROW)
    dice.tap(ROW, ms=1000)
    dice.drag(ROW, CENTRE)
    assert dice.told == ["turn", "vote"]


def test_dice_that_show_nothing_because_they_roll_are_not_rolled_again(dice: _Table) -> None:
    _blank(dice)
    dice.surface.things = [structs.replace(item, enabled=False) for item in dice.surface.things]
    dice.show(_rolling(900))
    dice.down(ROW)
    dice.surface.things = _items("dice")  # they have come to rest
    dice.up(ROW)
    assert dice.sent == []


def test_a_carried_die_returns_when_the_dice_are_rolled(dice: _Table) -> None:
    dice.down(ROW)
    dice.move(CENTRE)
    dice.show(_rolling(900))
    assert dice.told == ["hold", "drop"]
    assert dice.surface.carried == {}


def test_a_carried_die_that_the_tray_has_no_more_returns(dice: _Table) -> None:
    dice.down(ROW)
    dice.move(CENTRE)
    dice.show(_with_seat_one(dice=("b4", "y5")))
    dice.up(CENTRE)
    assert dice.told == ["hold", "drop"]


def test_a_die_that_has_slid_to_another_place_of_the_tray_is_still_that_die(dice: _Table) -> None:
    dice.down(ROW)
    dice.surface.things = [structs.replace(item, slot=7) if item.card == "r3" else item for item in dice.surface.things]
    dice.move(CENTRE)
    dice.up(CENTRE)
    assert dice.told == ["hold", "play"]


def test_the_tray_rolls_with_a_second_finger_too_and_the_table_says_whether_it_may(dice: _Table) -> None:
    dice.down(ROW, "a")
    dice.move(CENTRE, "a")
    dice.tap(HAND, "b")
    assert dice.told == ["hold", "turn"]


@pytest.mark.parametrize("touch_mode", ["drag", "tap"])
def test_nothing_of_the_board_is_touched(dice: _Table, touch_mode: str) -> None:
    dice.show(_snapshot(touch_mode=touch_mode))
    dice.surface.things.append(Item("space", None, 700, 500, 40, 40, slot=3, card="r4"))
    dice.tap((700, 500))
    dice.drag((700, 500), CENTRE)
    assert dice.sent == []


def test_in_the_lobby_every_touch_in_a_taken_tray_is_a_sign_of_life(table: _Table) -> None:
    """Also one that only opens something: a lesson holds the start while its person is busy."""
    one, two = (
        structs.replace(view, state=state) for view, state in zip(_snapshot().seats, ("taken", "free"), strict=True)
    )
    table.show(_snapshot(state="ready", seats=(one, two)))
    table.tap((650, 150))
    table.tap((650, 850))
    table.tap((650, 500))
    table.down((650, 150), size_mm=60)
    assert (table.sent, table.signs) == ([], [msg.Touch(ONE, 0)])


@pytest.mark.parametrize("touched", [(650, 150), MORE, ROW, HAND], ids=["nothing", "control", "piece", "hand"])
def test_in_play_a_touch_is_a_sign_of_life_whatever_it_does(table: _Table, touched: tuple[int, int]) -> None:
    """Turning the pages of the rules sends nothing else: without it their reader would be removed."""
    table.wait(3000)
    table.down(touched)
    assert (table.sent, table.signs) == ([], [msg.Touch(ONE, 3000 * MS)])


def test_in_play_one_sign_of_life_in_two_seconds_is_sent_for_each_seat(table: _Table) -> None:
    table.wait(3000)
    for _ in range(41):
        for y in (150, 850):
            table.tap((650, y))
        table.wait(100)
    for seat in (ONE, TWO):
        times = [sign.at for sign in table.signs if sign.seat == seat]
        assert len(times) > 1
        assert all(later - at >= 2 * SECOND for at, later in itertools.pairwise(times))


def test_the_question_is_answered_by_the_next_touch(table: _Table) -> None:
    table.wait(3000)
    table.tap((650, 150))
    table.show(_with_seat_one(asked=True))
    table.tap((650, 150))
    assert len(table.signs) == 2


@pytest.mark.parametrize("changes", [{"bot": True}, {"state": "left"}])
def test_nobody_lives_at_a_seat_of_a_bot_or_of_nobody(table: _Table, changes: dict[str, object]) -> None:
    table.wait(3000)
    table.show(_with_seat_one(**changes))
    table.tap((650, 150))
    assert (table.sent, table.signs) == ([], [])


def test_a_move_is_sent_before_the_sign_of_life() -> None:
    sent: list[msg.ToTable] = []
    gestures = Gestures(_Surface(), sent.append)
    gestures.resize(1000, 1000, math.hypot(1000, 1000))
    gestures.apply(_snapshot(touch_mode="tap"))
    gestures.down("a", *STACK, 3 * SECOND)
    assert [type(message) for message in sent] == [msg.PlayCard, msg.Touch]


def _slider(table: _Table, turn: float = 0.0) -> Callable[[], list[float]]:
    """Lay a slider of 400 x 40 around 500, 500; what is returned tells the values that have been sent."""
    table.surface.things = [Item(SLIDER, ONE, 500, 500, 400, 40, turn, slot=0)]
    return lambda: [float(sent.value) for sent in table.sent if isinstance(sent, msg.ServiceTap)]


@pytest.mark.parametrize(
    ("turn", "way"),
    [
        (0, ((400, 500), (500, 500), (900, 700))),
        (90, ((500, 400), (500, 500), (300, 900))),
        (180, ((600, 500), (500, 500), (100, 300))),
        (270, ((500, 600), (500, 500), (700, 100))),
    ],
)
def test_a_knob_follows_a_finger_from_every_side_and_beyond_the_end(
    turn: float, way: tuple[tuple[float, float], ...]
) -> None:
    table = _Table()
    values = _slider(table, turn)
    table.down(way[0])
    assert values() == [], "it may be a palm that comes to rest"
    for point in way[1:]:
        table.move(point)
    assert values() == [0.5, 1.0]
    table.up(way[-1])
    assert [pull.lifted for pull in table.surface.pulled] == [False, False, False, True]
    assert {pull.start for pull in table.surface.pulled} == {way[0]}


def test_a_knob_under_a_finger_that_counts_no_longer_has_been_let_go() -> None:
    table = _Table()
    values = _slider(table)
    table.down((400, 500))
    table.move((500, 500))
    table.gestures.cancel("a", table.now)
    assert values() == [0.5, 0.5]
    assert [pull.lifted for pull in table.surface.pulled] == [False, True]


def test_a_tap_calls_a_knob_and_what_rests_on_a_slider_does_nothing() -> None:
    table = _Table()
    values = _slider(table)
    table.down((590, 500))
    table.up((591, 500))
    assert values() == [0.75]
    (pull,) = table.surface.pulled
    assert pull == Pull((590, 500), (590, 500), lifted=True), "a tap, although the finger has trembled"
    table.tap((400, 500), ms=2000)
    assert values() == [0.75]
