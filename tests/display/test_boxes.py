"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

REMAINING: dict[str, str] = {
    "lobby": "contrast frame size target",
    "lobby-sat": "contrast frame size target",
    "lobby-ready": "contrast frame size target",
    "lobby-dice": "contrast frame size target",
    "names": "frame target",
    "new-name": "contrast frame target",
    "language": "frame target",
    "handicap": "contrast frame size target",
    "more": "contrast frame size target",
    "more-preset": "contrast frame size target",
    "more-length": "frame size target",
    "more-pro": "frame size target",
    "more-touch-mode": "frame size target",
    "more-bots": "frame size target",
    "deal": "contrast covered frame size",
    "countdown": "contrast covered frame size",
    "play-early": "contrast covered frame size",
    "play-full": "contrast covered frame size",
    "last-card": "contrast covered frame size",
    "refused": "contrast covered frame size",
    "false-stop": "contrast covered frame size",
    "beaten": "contrast covered frame size",
    "may-stop": "covered frame size",
    "stop": "covered frame size",
    "no-caller": "contrast covered frame size target",
    "counting": "frame size",
    "round-result": "frame size",
    "look-again": "contrast covered frame size",
    "match-won": "frame size",
    "match-result": "frame size",
    "match-shared": "frame size target",
    "pause-asked": "contrast covered frame size",
    "paused": "frame overlap size",
    "recovery": "covered frame overlap size",
    "dice-rolling": "frame size target",
    "dice-early": "frame size",
    "dice-full": "contrast frame size",
    "dice-stop": "contrast frame size target",
    "dice-counting": "frame size",
    "dice-result": "frame size",
    "dice-won": "frame target",
    "service-pin": "target",
    "service-wrong-pin": "target",
    "service-locked": "target",
    "service-buttons": "contrast",
    "service-lamps": "contrast target",
    "service-fingers": "contrast",
    "service-volume": "contrast overlap size target",
    "service-system": "contrast",
    "fault-seat": "contrast covered frame size",
    "fault-table": "contrast frame overlap size",
    "fault-touch": "contrast frame",
    "table-gone": "contrast covered frame size",
    "in_pro": "contrast covered frame size",
    "by_hand": "contrast covered frame size",
    "face_down": "contrast covered frame size",
    "punished": "contrast covered frame size",
    "dice unrolled": "frame size",
    "dice tied": "frame",
    "dice tiebreak": "frame size target",
    "dice real_ready": "contrast frame overlap target",
    "dice real": "contrast frame size",
    "dice real_play": "frame size target",
    "paused_unsaved": "contrast frame overlap size",
    "waiting": "contrast covered frame size",
    "unsaved": "contrast frame size",
    "unsaved_match": "frame size",
    "races": "frame size",
    "replay": "contrast covered frame size",
    "list of races": "size target",
    "dice handicap": "contrast size target",
    "no room": "contrast frame size target",
    "hold": "contrast covered frame outside size",
    "shuffle": "contrast covered frame size",
    "asked": "contrast covered frame size",
    "dead": "contrast covered frame size",
    "extra_play": "frame size",
    "extra_result": "frame size",
    "time_up": "frame size",
    "left_out": "frame size",
    "stopped_dead": "contrast covered frame size",
    "ended_dead": "frame size",
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
