"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

REMAINING: dict[str, str] = {
    "lobby": "frame size",
    "lobby-sat": "frame size",
    "lobby-ready": "contrast frame size",
    "lobby-dice": "contrast frame size target",
    "names": "frame",
    "new-name": "frame target",
    "language": "frame target",
    "handicap": "frame size target",
    "more": "frame size target",
    "more-preset": "frame size target",
    "more-length": "frame size target",
    "more-pro": "frame size target",
    "more-touch-mode": "frame size target",
    "more-bots": "frame target",
    "deal": "contrast covered frame size target",
    "countdown": "contrast covered frame size target",
    "play-early": "contrast covered frame size target",
    "play-full": "contrast covered frame size target",
    "last-card": "contrast covered frame size target",
    "refused": "contrast covered frame size target",
    "false-stop": "contrast covered frame size target",
    "beaten": "contrast covered frame size target",
    "may-stop": "covered frame size target",
    "stop": "covered frame size target",
    "no-caller": "contrast covered frame size target",
    "counting": "frame size target",
    "round-result": "frame overlap size target",
    "look-again": "contrast covered frame size target",
    "match-won": "frame size target",
    "match-result": "frame size target",
    "match-shared": "frame size target",
    "pause-asked": "contrast covered frame size target",
    "paused": "frame size target",
    "recovery": "frame size target",
    "dice-rolling": "frame size",
    "dice-early": "frame size",
    "dice-full": "frame size",
    "dice-stop": "frame size",
    "dice-counting": "frame",
    "dice-result": "frame",
    "dice-won": "frame",
    "fault-seat": "contrast covered frame size target",
    "fault-table": "contrast frame size target",
    "fault-touch": "contrast",
    "table-gone": "contrast covered frame size target",
    "in_pro": "contrast covered frame size target",
    "by_hand": "contrast covered frame size target",
    "face_down": "contrast covered frame size target",
    "punished": "contrast covered frame size target",
    "dice unrolled": "frame size",
    "dice tied": "frame",
    "dice tiebreak": "frame size",
    "dice real_ready": "contrast frame",
    "dice real": "contrast frame size",
    "dice real_play": "frame size",
    "paused_unsaved": "frame size target",
    "waiting": "contrast covered frame size target",
    "unsaved": "contrast frame size target",
    "unsaved_match": "frame size target",
    "races": "frame size target",
    "replay": "contrast covered frame size",
    "list of races": "size target",
    "dice handicap": "frame size target",
    "no room": "contrast frame size",
    "hold": "contrast covered frame outside size target",
    "shuffle": "contrast covered frame size target",
    "asked": "contrast covered frame size target",
    "dead": "contrast covered frame size target",
    "extra_play": "frame size target",
    "extra_result": "frame size target",
    "time_up": "frame size target",
    "left_out": "frame size target",
    "stopped_dead": "contrast covered frame size target",
    "ended_dead": "frame size target",
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
