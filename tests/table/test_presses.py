"""The meaning of a seat's buttons: a Stop that waits for its card, and both buttons held for a pause."""

from __future__ import annotations

import pytest

from hardware.api import Button, Instant
from kiosk.table.seat_input import CHORD, STOP_WAIT, Meaning, Presses

T = 10**15


def at(after: int = 0) -> Instant:
    return Instant(T + after)


def waiting() -> Presses:
    """Return the buttons of a seat whose Stop would be false at T."""
    presses = Presses()
    assert presses.press(Button.STOP, at(), may_stop=False) is Meaning.WAIT
    return presses


def test_a_right_stop_is_judged_at_once_and_waits_for_nothing() -> None:
    presses = Presses()
    assert presses.press(Button.STOP, at(), may_stop=True) is Meaning.STOP
    assert (presses.waiting, presses.next_deadline()) == (None, None)


def test_a_stop_without_its_card_is_false_when_its_wait_is_over_and_no_sooner() -> None:
    presses = waiting()
    assert presses.next_deadline() == T + STOP_WAIT
    assert presses.passed(at(STOP_WAIT - 1)) is Meaning.WAIT
    assert presses.passed(at(STOP_WAIT)) is Meaning.FALSE_STOP
    assert (presses.waiting, presses.passed(at(2 * STOP_WAIT))) == (None, Meaning.WAIT)


def test_pressing_again_does_not_postpone_the_verdict() -> None:
    presses = waiting()
    presses.release(Button.STOP, at(1))
    assert presses.press(Button.STOP, at(5), may_stop=False) is Meaning.WAIT
    assert presses.next_deadline() == T + STOP_WAIT


def test_a_stop_becomes_right_with_the_card_whose_touch_began_before_it() -> None:
    presses = waiting()
    assert presses.committed(may_stop=False) is Meaning.WAIT
    assert presses.committed(may_stop=True) is Meaning.STOP
    assert presses.committed(may_stop=True) is Meaning.WAIT, "it has been judged"


@pytest.mark.parametrize(("began", "means"), [(-1, Meaning.WAIT), (0, Meaning.WAIT), (1, Meaning.FALSE_STOP)])
def test_a_touch_that_begins_after_the_stop_cannot_make_it_right(began: int, means: Meaning) -> None:
    presses = waiting()
    assert presses.begun(at(began)) is means
    assert (presses.waiting is None) is (means is Meaning.FALSE_STOP)


def test_a_touch_means_nothing_while_no_stop_waits() -> None:
    assert Presses().begun(at()) is Meaning.WAIT
    assert Presses().passed(at()) is Meaning.WAIT


@pytest.mark.parametrize(("apart", "held", "means"), [(CHORD, CHORD, Meaning.PAUSE), (0, CHORD - 1, Meaning.WAIT)])
@pytest.mark.parametrize("first", Button)
def test_both_buttons_held_together_ask_for_a_pause(first: Button, apart: int, held: int, means: Meaning) -> None:
    presses, other = Presses(), next(button for button in Button if button is not first)
    presses.press(first, at(), may_stop=False)
    assert presses.press(other, at(apart), may_stop=False) is Meaning.WAIT
    assert presses.waiting is None, "it is no Stop"
    assert presses.release(first, at(apart + held)) is means
    assert presses.release(other, at(apart + 2 * held)) is Meaning.WAIT, "one of them ends it"


def test_a_button_that_somebody_leans_on_is_not_pressed_together_with_the_other() -> None:
    presses = waiting()
    assert presses.press(Button.PLAY, at(CHORD + 1), may_stop=False) is Meaning.PLAY
    assert presses.waiting == T


def test_a_button_alone_is_what_it_is() -> None:
    presses = Presses()
    assert presses.press(Button.PLAY, at(), may_stop=False) is Meaning.PLAY
    assert presses.release(Button.PLAY, at(2 * CHORD)) is Meaning.WAIT
    presses.press(Button.STOP, at(2 * CHORD + 1), may_stop=False)
    assert presses.waiting is not None, "the other one is up again"


@pytest.mark.parametrize("holdable", [False, True])
def test_a_button_on_the_screen_is_only_tapped(holdable: bool) -> None:
    presses = waiting()
    means = presses.press(Button.PLAY, at(1), may_stop=False, holdable=holdable)
    assert means is (Meaning.WAIT if holdable else Meaning.PLAY)


@pytest.mark.parametrize(("released", "down"), [(1, True), (2, False), (3, False)])
def test_a_press_whose_release_was_taken_before_it_holds_nothing(released: int, down: bool) -> None:
    presses = Presses()
    presses.release(Button.STOP, at(released))
    presses.press(Button.STOP, at(2), may_stop=False)
    means = presses.press(Button.PLAY, at(3), may_stop=False)
    assert means is (Meaning.WAIT if down else Meaning.PLAY)
