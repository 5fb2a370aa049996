"""The readings of a tray that are rolls (hardware/dice/PROTOCOL.md, "When a reading counts")."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.api import Instant, TrayDie, TrayReading, TrayState
from kiosk.game.dice.dice import parse_dice
from kiosk.table.tray import THROW_MS, Problem, SeatTray, Trouble


def dice_of(text: str) -> tuple[TrayDie, ...]:
    """Return ``r3 g? x?`` as a board reports it."""
    pairs = ((word[0], word[1]) for word in text.split())
    return tuple(
        TrayDie(None if color == "x" else color, None if value == "?" else int(value)) for color, value in pairs
    )


def in_order(colors: str) -> tuple[str, ...]:
    """Return red, green, blue, yellow, in the table's order."""
    return tuple(sorted(colors, key="rgby".index))


def words_of(dice: tuple[TrayDie, ...]) -> str:
    return " ".join(f"{die.color}{die.value}" for die in dice)


class Board:
    """A board that sends readings to its tray."""

    def __init__(self) -> None:
        self.tray = SeatTray()
        self.ms = 1000
        self.boot = 7

    def tell(self, state: str, dice: str = "", after: int = 400) -> SeatTray:
        self.ms += after
        reading = TrayReading(1, TrayState(state), dice_of(dice), Instant(self.ms * 1_000_000), self.boot, self.ms)
        self.tray.take(reading)
        return self.tray

    def lose(self) -> None:
        self.tray.take(TrayReading(1, TrayState.LOST, (), Instant(self.ms * 1_000_000)))

    def throw(self, dice: str, move: int = 300) -> SeatTray:
        """Take the dice out of the tray and, after ``move`` ms in motion, put them back."""
        self.tell("empty")
        self.tell("rolling", " ".join(word[0] + "?" for word in dice.split()), after=1500)
        self.tell("rolling", dice, after=move)
        return self.tell("settled", dice)

    def shake(self, before: str, dice: str, move: int) -> SeatTray:
        """Move all dice in the tray for ``move`` ms; they come to rest with other faces."""
        moving = " ".join(word[0] + "?" for word in before.split())
        self.tell("rolling", moving)
        self.tell("rolling", dice, after=move)
        return self.tell("settled", dice)

    def roll(self, colors: str, *, waits: bool = True) -> str | None:
        rolled = self.tray.roll(in_order(colors), waits=waits)
        return None if rolled is None else words_of(rolled)

    def trouble(self, colors: str) -> str:
        told = self.tray.judge(in_order(colors))
        return str(told) if isinstance(told, Trouble) else words_of(told)


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def rolled(board: Board) -> Board:
    """A board whose latest roll has been counted."""
    board.throw("r3 g5")
    assert board.roll("rg") == "r3 g5"
    board.tray.restart()
    return board


def test_a_throw_counts_also_while_the_boards_clock_begins_anew_after_49_days(rolled):
    rolled.ms = (1 << 32) - 500
    rolled.tell("rolling", "r? g?")
    rolled.ms -= 1 << 32
    rolled.tell("rolling", "r4 g1", after=300)
    rolled.tell("settled", "r4 g1")
    assert rolled.roll("rg") == "r4 g1"


def test_what_is_thrown_into_an_empty_tray_counts_when_it_has_settled(board):
    board.tell("empty")
    board.tell("rolling", "g? r?")
    assert board.roll("rg") is None
    board.tell("settled", "g5 r3")
    assert board.roll("rg") == "r3 g5"


@pytest.mark.parametrize(("move", "counts"), [(THROW_MS, True), (THROW_MS - 1, False)])
def test_dice_that_never_left_the_tray_count_if_all_moved_for_200_ms_together(rolled, move, counts):
    rolled.shake("r3 g5", "r1 g2", move)
    assert (rolled.roll("rg") == "r1 g2") is counts
    assert counts or rolled.trouble("rg") == "throw"


def test_a_die_turned_by_hand_is_no_roll(rolled):
    rolled.tell("rolling", "r? g5")
    rolled.tell("rolling", "r1 g5", after=900)
    rolled.tell("settled", "r1 g5")
    assert rolled.roll("rg") is None
    assert rolled.trouble("rg") == "throw"


def test_dice_turned_one_after_the_other_are_no_roll(rolled):
    for moving in ("r? g5", "r? g?", "r1 g?", "r1 g2"):
        rolled.tell("rolling", moving, after=150)
    rolled.tell("settled", "r1 g2")
    assert rolled.roll("rg") is None


def test_dice_lying_where_they_were_counted_do_not_count_again(rolled):
    assert rolled.roll("rg") is None
    rolled.tell("settled", "g5")
    assert rolled.roll("g") is None, "the placed one was taken out"


def test_moving_is_measured_by_one_start_of_the_board_alone(rolled):
    rolled.tell("rolling", "r? g?")
    rolled.boot = 8
    rolled.tell("rolling", "r1 g2", after=900)
    rolled.tell("settled", "r1 g2")
    assert rolled.roll("rg") is None


def test_moving_is_not_measured_across_a_time_of_which_nothing_is_known(rolled):
    rolled.tell("rolling", "r? g?")
    rolled.lose()
    rolled.tell("rolling", "r1 g2", after=2000)
    rolled.tell("settled", "r1 g2")
    assert rolled.roll("rg") is None


@pytest.mark.parametrize(
    ("thrown", "left", "told"),
    [
        ("r3 g5 y1", "rg", "take_out y"),
        ("r3 g5 y1 y2 b6", "rg", "take_out byy"),
        ("r3", "rgg", "missing gg"),
        ("r3 y2", "rg", "take_out y"),
        ("r3 g5", "rg", "r3 g5"),
    ],
)
def test_exactly_the_unplaced_dice_must_lie_there(board, thrown, left, told):
    board.throw(thrown)
    counted = board.roll(left)
    assert board.trouble(left) == told
    assert counted == (None if " " in told and told[0] in "tm" else told)


def test_the_placed_die_that_is_taken_out_afterwards_mends_the_throw(board):
    board.throw("r3 g5 y1")
    assert board.roll("rg") is None
    board.tell("settled", "r3 g5")
    assert board.roll("rg") == "r3 g5"


def test_a_forgotten_die_may_be_added_but_no_other_turned_with_it(board):
    board.throw("r3")
    assert board.roll("rg") is None
    board.tell("settled", "r6 g1")
    assert board.roll("rg") is None
    assert board.trouble("rg") == "again"
    board.tell("settled", "r3 g1")
    assert board.roll("rg") == "r3 g1"


def test_a_die_that_cannot_be_read_is_told_and_thrown_again_alone(board):
    board.throw("r3 g5")
    board.tray.restart()
    board.tell("empty")
    board.tell("fault", "r3 x?")
    assert board.roll("rg") is None
    assert board.trouble("rg") == "unread 1"
    board.tell("rolling", "r3 g?")
    board.tell("settled", "r3 g2")
    assert board.roll("rg") == "r3 g2"


def test_while_a_problem_is_mended_no_die_may_be_turned(board):
    board.throw("r3 g5 y1")
    assert board.roll("rg") is None
    board.tell("rolling", "r? g5")
    board.tell("settled", "r6 g5")
    assert board.roll("rg") is None
    assert board.trouble("rg") == "again"
    board.throw("r2 g2")
    assert board.roll("rg") == "r2 g2"


def test_something_that_is_no_die_is_told(board):
    board.tell("empty")
    board.tell("fault", "r3 g5")
    assert board.roll("rg") is None
    assert board.trouble("rg") == "fault"


def test_what_is_thrown_while_no_roll_is_awaited_is_spoilt(board):
    board.throw("r3 g5")
    assert board.roll("rg", waits=False) is None
    assert board.roll("rg") is None
    assert board.trouble("rg") == "again"
    board.throw("r1 g1")
    assert board.roll("rg") == "r1 g1"


def test_a_reader_that_says_nothing_is_lost_and_works_again_with_its_next_reading(board):
    assert board.trouble("r") == "lost"
    board.tell("settled", "r3")
    assert board.tray.works
    assert board.trouble("r") == "throw"
    board.lose()
    assert not board.tray.works
    assert board.trouble("r") == "lost"


def test_a_board_that_is_lost_while_dice_move_has_seen_no_throw(board):
    board.boot = 0  # as of a reading that says that the board is lost
    board.tell("rolling", "r?")
    board.lose()
    board.tell("settled", "r3")
    assert board.roll("r") is None
    assert board.trouble("r") == "throw"


def test_at_go_dice_in_the_hand_are_ready_to_be_thrown_and_dice_in_the_tray_are_not(board):
    board.throw("r3")
    board.tray.restart()
    assert board.trouble("r") == "throw"
    assert board.roll("r") is None
    board.tell("empty")
    board.tray.restart()
    board.tell("settled", "r4")
    assert board.roll("r") == "r4"


def test_dice_that_move_already_when_only_new_throws_count_are_measured_from_then_on(board):
    board.tell("settled", "r3 g5")
    board.tell("rolling", "r? g?")
    board.tray.restart()
    board.tell("rolling", "r? g?", after=THROW_MS - 1)
    board.tell("settled", "r1 g2", after=THROW_MS - 1)
    assert board.roll("rg") is None
    assert board.trouble("rg") == "throw"


WORDS = st.sampled_from([color + value for color in "rgbyx" for value in "123456?"])
READINGS = st.lists(
    st.tuples(
        st.sampled_from(["empty", "rolling", "settled", "fault", "lost"]),
        st.lists(WORDS, max_size=4),
        st.integers(0, 600),
        st.integers(0, 1),
        st.booleans(),
    ),
    max_size=30,
)


@st.composite
def exact_at_times(draw):
    """Readings, and the colours that are awaited: now and then exactly these lie there, or move."""
    colors = draw(st.text("rgby", min_size=1, max_size=4))
    readings = []
    for state, words, *rest in draw(READINGS):
        exact = draw(st.sampled_from(["", "", "123456", "?"]))
        readings.append((state, [color + draw(st.sampled_from(exact)) for color in colors] if exact else words, *rest))
    return readings, colors


def test_whatever_is_read_only_the_exact_dice_count_and_only_after_a_throw():
    counted = []

    @settings(max_examples=100)
    @given(exact_at_times())
    @example(([("rolling", ["r?"], 0, 0, True), ("settled", ["r3"], THROW_MS, 0, True)], "r"))
    def check(case):
        counted.extend(rolls_that_count(*case))

    check()
    assert counted


def rolls_that_count(readings, colors):
    board, evidence, spans = Board(), False, None
    for state, told, after, boot, waits in readings:
        words = {
            "settled": [word.replace("?", "1") for word in told if word[0] != "x"],
            "rolling": told,
            "fault": told,
        }.get(state, [])
        if state == "rolling" and not words:
            continue
        if boot != board.boot or state == "lost":
            spans = None
        board.boot = boot
        if state == "lost":
            board.lose()
        else:
            board.tell(state, " ".join(words), after)
        moving = state == "rolling" and all(word[1] == "?" for word in words)
        if spans is not None:
            evidence = evidence or board.ms - spans >= THROW_MS
        spans = (board.ms if spans is None else spans) if moving else None
        evidence = evidence or state == "empty"
        rolled = board.tray.roll(in_order(colors), waits=waits)
        if rolled is None:
            continue
        assert waits
        assert state == "settled"
        assert evidence
        assert Counter(words_of(rolled).split()) == Counter(words)
        assert tuple(die.color for die in rolled) == in_order(colors)
        yield rolled
        board.tray.restart()
        evidence, spans = False, None


@given(READINGS, st.text("rgby", min_size=1, max_size=4))
def test_whatever_was_read_before_a_fresh_throw_of_all_dice_counts(readings, colors):
    board = Board()
    for state, words, after, boot, waits in readings:
        board.boot = boot
        board.tell(state, " ".join(words), after) if state != "lost" else board.lose()
        board.roll(colors, waits=waits)
    dice = " ".join(f"{color}{1 + index}" for index, color in enumerate(colors))
    board.throw(dice)
    assert board.roll(colors) == " ".join(map(str, parse_dice(dice)))


def test_every_problem_has_its_word():
    assert str(Trouble(Problem.LOST)) == "lost"
    assert str(Trouble(Problem.TAKE_OUT, "yy")) == "take_out yy"
