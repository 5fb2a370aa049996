"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

REMAINING: dict[str, str] = {
    "lobby": "contrast frame size target",
    "lobby-sat": "contrast frame size target",
    "lobby-ready": "contrast frame size target",
    "lobby-dice": "contrast frame size target",
    "names": "contrast target",
    "new-name": "contrast target",
    "language": "contrast target",
    "handicap": "contrast size target",
    "more": "contrast frame size target",
    "more-preset": "contrast size target",
    "more-length": "contrast size target",
    "more-pro": "contrast size target",
    "more-touch-mode": "contrast size target",
    "more-bots": "contrast size target",
    "deal": "contrast covered frame size target",
    "countdown": "contrast covered frame size target",
    "play-early": "contrast covered frame size target",
    "play-full": "contrast covered frame size target",
    "last-card": "contrast covered frame size target",
    "refused": "contrast covered frame size target",
    "false-stop": "contrast covered frame size target",
    "beaten": "contrast covered frame size target",
    "may-stop": "contrast covered frame size target",
    "stop": "contrast covered frame size target",
    "no-caller": "contrast covered frame size target",
    "counting": "contrast frame overlap size target",
    "round-result": "contrast frame overlap size target",
    "look-again": "contrast covered frame size target",
    "match-won": "contrast frame size target",
    "match-result": "contrast frame size target",
    "match-shared": "contrast frame size target",
    "pause-asked": "contrast covered frame size target",
    "paused": "frame overlap size target",
    "recovery": "covered frame overlap size target",
    "dice-rolling": "contrast frame",
    "dice-early": "contrast frame",
    "dice-full": "contrast frame",
    "dice-stop": "contrast frame size",
    "dice-counting": "contrast frame size",
    "dice-result": "contrast frame size",
    "dice-won": "contrast frame",
    "service-pin": "target",
    "service-wrong-pin": "contrast target",
    "service-locked": "contrast target",
    "service-buttons": "contrast",
    "service-lamps": "contrast target",
    "service-fingers": "contrast",
    "service-volume": "contrast",
    "service-stick": "contrast",
    "service-doctor": "contrast",
    "service-system": "contrast",
    "fault-seat": "contrast covered frame size target",
    "fault-table": "contrast frame overlap size target",
    "fault-touch": "contrast frame",
    "table-gone": "contrast covered frame size target",
    "in_pro": "contrast covered frame size target",
    "by_hand": "contrast covered frame size target",
    "face_down": "contrast covered frame size target",
    "punished": "contrast covered frame size target",
    "dice unrolled": "contrast frame",
    "dice tied": "contrast frame",
    "dice tiebreak": "contrast frame",
    "dice real_ready": "contrast frame target",
    "dice real": "contrast frame size",
    "dice real_play": "contrast frame size",
    "paused_unsaved": "contrast frame overlap size target",
    "waiting": "contrast covered frame size target",
    "unsaved": "contrast frame size target",
    "unsaved_match": "contrast frame size target",
    "races": "contrast frame overlap size target",
    "replay": "contrast covered frame size",
    "list of races": "contrast size target",
    "dice handicap": "contrast target",
    "no room": "contrast frame size target",
    "hold": "contrast covered frame outside size target",
    "shuffle": "contrast covered frame size target",
    "asked": "contrast covered frame size target",
    "dead": "contrast covered frame size target",
    "extra_play": "contrast covered frame size target",
    "extra_result": "contrast frame size target",
    "time_up": "contrast frame size target",
    "left_out": "contrast frame size target",
    "stopped_dead": "contrast covered frame size target",
    "ended_dead": "contrast frame size target",
}
"""What is still wrong, by state: the kinds of offences (``boxes``). This list may only become shorter."""

STATES = tuple(dict.fromkeys(state.name for seats in shown.SEATS for state in shown.states(seats)))


@pytest.mark.parametrize("state", STATES)
def test_a_state_is_drawn_without_offences(state: str) -> None:
    told = boxes.found([state], exactly=True)[state]
    allowed = set(REMAINING.get(state, "").split())
    assert [(kind, what) for kind, what in told if kind not in allowed] == []


def test_what_remains_is_told_of_states_that_exist() -> None:
    assert set(REMAINING) <= set(STATES)
