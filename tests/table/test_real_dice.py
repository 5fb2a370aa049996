"""Real dice at the table: trays, lost boards, and seats that roll on the screen (hardware/dice/PROTOCOL.md)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.api import Button, TrayDie, TrayLamp, TrayReading, TrayState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.snapshots import tray_lamps

FACES = "123456"


class Hands:
    """The dice, tray and board of one seat, and the person who throws them. Times are milliseconds."""

    def __init__(self, table, seat):
        self.table, self.seat, self.boot = table, seat, 7

    def tell(self, state, dice="", *, ago=0, board_ms=None):
        lying = tuple(TrayDie(*(None if part in "x?" else part for part in word)) for word in dice.split())
        lying = tuple(TrayDie(die.color, None if die.value is None else int(die.value)) for die in lying)
        at = self.table.at(ago)
        ms = at // 1_000_000 if board_ms is None else board_ms
        self.table.put(TrayReading(self.seat, TrayState(state), lying, at, self.boot, ms))

    def lose(self):
        self.table.put(TrayReading(self.seat, TrayState.LOST, (), self.table.now))

    def left(self):
        """Return the colours of the seat's unplaced dice."""
        return [die[0] for die in self.table.view(self.seat).dice]

    def throw(self, dice):
        """Take dice out of the tray, throw them into it, and wait until they are judged."""
        self.tell("empty")
        self.tell("rolling", " ".join(word[0] + "?" for word in dice.split()))
        self.table.pass_time(400)
        self.tell("settled", dice)
        self.table.settle()


@pytest.fixture
def hands(session_table):
    """Four seats with working boards; seats 1 and 2 play."""
    return begin(session_table(4, boards=frozenset({1, 2, 3, 4})))


def begin(table, *, working=(1, 2, 3, 4), people=(1, 2), bots=False, **choices):
    hands = {seat: Hands(table, seat) for seat in (1, 2, 3, 4)}
    for seat in working:
        hands[seat].tell("empty")
    table.start(*people, bots=bots, game="dice", length="rounds_each 1", **choices)
    table.pass_time(1000)
    return hands


def source(table):
    return next((choice for choice in table.snapshot().lobby.choices if choice.key == "dice_source"), None)


# ---------------------------------------------------------------- a throw is a roll


def test_a_throw_rolls_at_the_moment_of_its_reading_and_locks_nobody(hands):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    hands[1].tell("empty")
    table.pass_time(300)
    hands[1].tell("settled", "b6 r5", ago=12)
    read_at = table.at(12)
    table.settle()
    view = table.view(1)
    assert view.dice == ("r5", "b6")
    assert (view.rolling_until, view.locked_until) == (0, 0), "its time has passed already"
    assert table.round.at == (read_at - table.play_.start) // 1_000_000
    table.bring(1, source="die r5")
    table.settle()
    assert table.verdicts(1) == ["does_not_fit"], "it may act at once"


def test_before_the_first_throw_the_panel_asks_for_it(hands):
    table = hands[1].table
    assert (table.view(1).real, table.view(1).tray) == (True, "throw")
    hands[1].throw(" ".join(color + "2" for color in hands[1].left()))
    assert (table.view(1).real, table.view(1).tray) == (True, "")


def test_a_tap_for_a_roll_only_says_that_dice_are_thrown(hands):
    table = hands[1].table
    table.turn(1)
    table.settle()
    table.tap_button(1, Button.PLAY)
    table.settle()
    assert table.verdicts(1) == ["throw_dice", "throw_dice"]
    assert all(len(die) == 1 for die in table.view(1).dice)


@pytest.mark.parametrize(
    ("thrown", "told"),
    [
        ("r5 b6 y1", "take_out y"),
        ("r5", "missing b"),
        ("r5 g6", "take_out g"),
    ],
)
def test_other_dice_than_the_unplaced_ones_change_nothing_and_are_told(hands, thrown, told):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    hands[1].throw(thrown)
    assert table.view(1).tray == told
    assert table.view(1).dice == ("r1", "b1")
    assert table.verdicts(1) == []


def test_a_placed_die_that_was_left_in_the_tray_is_told_and_taking_it_out_mends_the_throw(hands):
    table = hands[1].table
    table.lay_dice("", "r4 y1", "g1 g2")
    table.bring(1, source="die y1")
    table.settle()
    hands[1].throw("r2 y3")
    assert table.view(1).tray == "take_out y"
    hands[1].tell("settled", "r2")
    table.settle()
    assert (table.view(1).tray, table.view(1).dice) == ("", ("r2",))
    assert table.brought(1) == 1


def test_a_die_that_cannot_be_read_is_told(hands):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    hands[1].tell("empty")
    hands[1].tell("fault", "r2 x?")
    table.settle()
    assert table.view(1).tray == "unread 1"
    hands[1].tell("settled", "b4 r2")
    table.settle()
    assert table.view(1).dice == ("r2", "b4")


# ---------------------------------------------------------------- only while the game waits for it


def test_dice_moved_in_the_tray_between_rolls_count_for_nothing(hands):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    hands[1].throw("r3 b4")
    hands[1].tell("rolling", "r? b4")
    table.pass_time(900)
    hands[1].tell("settled", "r6 b4")
    table.settle()
    assert table.view(1).dice == ("r3", "b4")
    assert table.view(1).tray == ""


def test_a_throw_of_a_locked_seat_is_spoilt(hands):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    table.tap_button(1)
    table.pass_time(200)
    hands[1].throw("r3 b4")
    assert table.view(1).dice == ("r1", "b1")
    assert table.view(1).tray == "again"
    table.pass_time(2000)
    assert table.view(1).tray == "again", "the end of the lock does not make it a roll"
    hands[1].throw("r2 b2")
    assert table.view(1).dice == ("r2", "b2")


def test_no_roll_while_a_die_is_carried(hands):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    table.hold(1, "die b1")
    hands[1].throw("r3 b4")
    assert (table.view(1).dice, table.view(1).tray) == (("r1", "b1"), "again")


def test_what_was_thrown_before_go_does_not_count(session_table):
    table = session_table(4, boards=frozenset({1, 2}))
    boards = {seat: Hands(table, seat) for seat in (1, 2)}
    for board in boards.values():
        board.tell("empty")
    for seat in (1, 2):
        table.tap_button(seat)
    table.choose(1, "game", "dice")
    table.choose(1, "bots", "off")
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 16_000)
    dice = " ".join(color + "2" for color in boards[1].left())
    boards[1].tell("settled", dice)
    table.wait_for(lambda: table.state is State.PLAY, 4_000)
    boards[2].tell("settled", " ".join(color + "2" for color in boards[2].left()), ago=5)  # under way at GO
    table.settle()
    assert all(len(die) == 1 for seat in (1, 2) for die in table.view(seat).dice)
    boards[1].throw(dice)
    assert all(len(die) == 2 for die in table.view(1).dice)


def test_a_throw_during_a_pause_does_not_count_and_one_after_it_does(hands):
    table = hands[1].table
    table.lay_dice("", "r1 b1", "g1 g2")
    hands[1].tell("empty")
    for seat in (1, 2):
        table.choose(seat, "pause", "")
    hands[1].tell("settled", "r3 b4")
    table.pass_time(1000)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY, 4_000)
    table.settle()
    assert table.view(1).dice == ("r1", "b1")
    hands[1].throw("r5 b5")
    assert table.view(1).dice == ("r5", "b5")


# ---------------------------------------------------------------- a board is lost, and found


def test_virtual_dice_take_over_from_a_lost_board_and_give_back_to_a_found_one(hands):
    table = hands[1].table
    table.lay_dice("", "r4 y1", "g1 g2")
    table.bring(1, source="die y1")
    table.settle()
    hands[1].throw("r3")
    hands[1].lose()
    table.settle()
    view = table.view(1)
    assert (view.real, view.tray) == (False, "lost")
    assert (view.dice, view.centered) == (("r3",), 1), "what lies there stays as it is"
    assert table.snapshot().real_dice, "the others go on throwing"
    assert table.view(2).real
    table.turn(1)
    table.settle()
    assert table.view(1).rolling_until, "on the screen, and it takes as long as ever"
    table.pass_time(1000)
    rolled = table.view(1).dice
    hands[1].tell("settled", "r5" if rolled != ("r5",) else "r4")
    table.settle()
    assert (table.view(1).real, table.view(1).tray) == (True, "")
    assert table.view(1).dice == rolled, "nobody has seen it thrown"
    hands[1].throw("r6")
    assert table.view(1).dice == ("r6",)


def test_an_empty_tray_of_a_found_board_waits_for_a_throw(hands):
    table = hands[1].table
    table.lay_dice("", "r4", "g1 g2")
    hands[1].lose()
    table.settle()
    table.turn(1)
    table.settle()
    table.pass_time(1000)
    hands[1].boot = 9
    hands[1].tell("empty")
    hands[1].tell("settled", "r5")
    table.settle()
    assert table.view(1).dice == ("r5",)


def test_who_has_rolled_on_the_screen_is_told_in_the_results(hands):
    table = hands[1].table
    hands[1].lose()
    table.settle()
    table.turn(1)
    table.settle()
    table.leave(1)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 6_000)
    assert [line.on_screen for line in table.snapshot().result.lines] == [True, False]
    table.wait_for(lambda: table.state is State.MATCH_RESULT, 60_000)
    assert [line.on_screen for line in table.snapshot().result.lines] == [True, False]


def test_readings_of_seats_that_have_no_part_in_it_change_nothing(hands):
    table = hands[1].table
    hands[3].throw("r1 b2")
    hands[4].lose()
    table.settle()
    assert table.whole()
    assert (table.view(3).real, table.view(4).real) == (True, False)
    table.put(TrayReading(9, TrayState.EMPTY, (), table.now, 1, 1))


# ---------------------------------------------------------------- what is chosen, and what is told of it


def test_real_dice_are_usual_where_everybody_has_a_board_that_works(session_table):
    table = session_table(4, boards=frozenset({1, 2}))
    boards = {seat: Hands(table, seat) for seat in (1, 2)}
    boards[1].tell("empty")
    table.tap_button(1)
    assert source(table) is None, "cards"
    table.choose(1, "game", "dice")
    assert (source(table).value, source(table).values) == ("real", ("real", "virtual"))
    table.tap_button(2)
    assert source(table).value == "virtual", "its board does not answer"
    assert (table.view(1).real, table.view(2).tray) == (False, "lost")
    boards[2].tell("empty")
    assert source(table).value == "real"
    assert (table.view(2).real, table.view(2).tray) == (True, "")
    table.tap_button(3)
    assert source(table).value == "virtual"


def test_real_dice_lie_when_they_lie_whatever_time_a_seat_has_chosen_for_its_rolls(session_table):
    table = session_table(4, boards=frozenset({1, 2}))
    boards = {seat: Hands(table, seat) for seat in (1, 2)}
    table.tap_button(1)
    table.choose(1, "game", "dice")
    assert table.snapshot().lobby.cooldowns == (-500, 0, 500, 1000, 2000)
    table.choose(1, "cooldown", "2000")
    for board in boards.values():
        board.tell("empty")
    table.tap_button(2)
    assert table.snapshot().lobby.cooldowns == ()
    table.tap_button(1)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 30_000)
    assert (table.match.real_dice, table.match.cooldowns, table.round.rules.roll_ms) == (True, {}, 900)


def test_real_dice_that_not_all_have_are_a_declared_difference(session_table):
    table = session_table(4, boards=frozenset({1}))
    Hands(table, 1).tell("empty")
    table.tap_button(1)
    table.choose(1, "game", "dice")
    assert source(table).warning == "some_on_screen", "bots roll on the screen"
    table.choose(1, "bots", "off")
    assert source(table).warning is None
    table.tap_button(2)
    assert source(table).warning is None
    table.agree(2, "dice_source", "real")
    assert source(table).warning == "some_on_screen"
    assert [view.real for view in table.snapshot().seats[:2]] == [True, False]


def test_a_cooldown_is_told_only_while_dice_are_virtual(session_table):
    """With real dice it has no effect and is not offered, so nobody could take it back."""
    table = session_table(4, boards=frozenset({1}))
    Hands(table, 1).tell("empty")
    table.tap_button(1)
    table.choose(1, "game", "dice")
    table.choose(1, "dice_source", "virtual")
    table.choose(1, "cooldown", "2000")
    assert table.view(1).cooldown == 2000
    table.choose(1, "dice_source", "real")
    assert table.view(1).cooldown == 0
    table.choose(1, "dice_source", "virtual")
    assert table.view(1).cooldown == 2000


def test_a_table_without_boards_offers_no_real_dice(table):
    table.tap_button(1)
    table.choose(1, "game", "dice")
    assert source(table) is None
    table.choose(1, "dice_source", "real")
    assert not table.snapshot().real_dice


def test_boards_mean_nothing_in_a_match_of_virtual_dice(session_table):
    boards = begin(session_table(4, boards=frozenset({1, 2, 3, 4})), dice_source="virtual")
    table = boards[1].table
    table.lay_dice("", "r4 y1", "g1 g2")
    boards[1].throw("r1 y6")
    assert table.view(1).dice == ("r4", "y1")
    assert not table.view(1).real
    table.turn(1)
    table.settle()
    assert table.view(1).rolling_until
    table.leave(1)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 6_000)
    assert not any(line.on_screen for line in table.snapshot().result.lines)


def test_bots_roll_on_the_screen_beside_people_who_throw(session_table):
    boards = begin(session_table(4, boards=frozenset({1, 2, 3, 4})), people=(1,), bots=True, dice_source="real")
    table = boards[1].table
    assert [view.real for view in table.snapshot().seats] == [True, False, False, False]
    table.wait_for(lambda: all(len(table.view(seat).dice[0]) == 2 for seat in (2, 3, 4)), 10_000)
    assert len(table.view(1).dice[0]) == 1


# ---------------------------------------------------------------- the trays' lamps


def test_a_trays_lamp_says_when_a_throw_is_awaited(hands):
    table = hands[1].table

    def lamp():
        return tray_lamps(table.session.table)[SeatNumber(1)]

    table.lay_dice("", "r1 b1", "g1 g2")
    assert lamp() is TrayLamp.READY
    table.hold(1, "die b1")
    table.settle()
    assert lamp() is TrayLamp.OFF
    table.say(msg.Drop(SeatNumber(1), table.now))
    table.settle()
    table.tap_button(1)
    table.pass_time(200)
    assert lamp() is TrayLamp.LOCK
    table.pass_time(2000)
    assert lamp() is TrayLamp.READY
    hands[1].lose()
    table.settle()
    assert lamp() is TrayLamp.OFF
    assert tray_lamps(table.session.table)[SeatNumber(3)] is TrayLamp.OFF


# ---------------------------------------------------------------- a whole match


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_four_trays_play_a_whole_match(session_table, seed):
    """Four people throw, place what fits, and call; boards are lost and found in between."""
    boards = begin(session_table(4, seed=seed, boards=frozenset({1, 2, 3, 4})), people=(1, 2, 3, 4))
    table, chance = boards[1].table, random.Random(seed)  # noqa: S311  the same match each time
    for _ in range(4000):
        if table.state is State.MATCH_RESULT:
            break
        if table.state is not State.PLAY:
            table.pass_time(500)
            continue
        board = boards[chance.randint(1, 4)]
        act(table, board, chance)
        assert table.whole()
    assert table.state is State.MATCH_RESULT
    result = table.snapshot().result
    assert all(sum(totals) == 400 for totals in result.history)
    assert any(line.on_screen for line in result.lines)


def act(table, board, chance):
    """Make the best visible move of a person: call, place, throw, or roll on the screen."""
    view = table.view(board.seat)
    fitting = [die for die in table.round.seats[board.seat - 1].rolled or () if table.round.board.fits(die)]
    if view.may_stop:
        table.tap_button(board.seat)
    elif fitting:
        table.bring(board.seat, source=f"die {fitting[0]}")
        table.settle()
    elif view.tray == "lost":
        table.turn(board.seat)
        table.pass_time(1000)
        if chance.random() < 0.5:
            board.tell("empty")
    elif chance.random() < 0.05:
        board.lose()
    else:
        before, dice = table.round.at, [color + chance.choice(FACES) for color in board.left()]
        board.throw(" ".join(dice))
        if table.state is State.PLAY:
            assert sorted(map(str, table.round.seats[board.seat - 1].rolled)) == sorted(dice)
            assert table.round.at > before
    table.pass_time(30)


# ---------------------------------------------------------------- whatever happens to trays and boards

DEEDS = st.tuples(
    st.sampled_from(["throw", "throw", "tell", "lose", "turn", "place", "hold", "press", "pause", "leave", "boot"]),
    st.integers(1, 4),
    st.sampled_from(["", "r1", "r? g?", "g4 r2 y1", "b6 x?"]),
    st.sampled_from(["empty", "rolling", "settled", "fault"]),
    st.sampled_from([0, 30, 250, 2_100, 16_000]),
)


def deed_at(board, state, dice):
    """Do the named action."""
    table, seat = board.table, board.seat
    return {
        "throw": lambda: board.throw(" ".join(color + "3" for color in board.left()) or "r3"),
        "tell": lambda: board.tell(state, dice if state != "empty" else ""),
        "lose": board.lose,
        "boot": lambda: setattr(board, "boot", board.boot + 1),
        "turn": lambda: table.say(msg.RollDice(SeatNumber(seat), table.now)),
        "place": lambda: table.bring(seat, source="die r1"),
        "hold": lambda: table.hold(seat, "die r3"),
        "press": lambda: table.tap_button(seat),
        "pause": lambda: table.choose(seat, "pause", ""),
        "leave": lambda: table.leave(seat),
    }


@settings(max_examples=20)
@given(deeds=st.lists(DEEDS, max_size=30))
def test_whatever_trays_tell_no_die_is_lost_and_the_table_is_free_afterwards(session_table, deeds):
    boards = begin(session_table(4, boards=frozenset({1, 2, 3})), people=(1, 2), bots=True, dice_source="real")
    table = boards[1].table
    for deed, seat, dice, state, ms in deeds:
        board = boards[seat]
        deed_at(board, state, dice)[deed]()
        table.pass_time(ms)
        assert table.whole()
        tray_lamps(table.session.table)
        assert table.snapshot().state == table.state.value
    for seat in (1, 2, 3, 4):
        table.leave(seat)
    assert table.state is State.ATTRACT
    assert not table.snapshot().real_dice
