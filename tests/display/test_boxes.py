"""Every text can be read, nothing collides or is cut off, everything can be touched: by the boxes of what is drawn."""

from __future__ import annotations

import pytest

from tests.display import boxes, shown

REMAINING: dict[str, str] = {
    "lobby": "control frame size",
    "lobby-sat": "control frame size",
    "lobby-ready": "contrast control frame size",
    "lobby-dice": "contrast frame size",
    "names": "frame",
    "new-name": "frame target",
    "language": "frame",
    "handicap": "frame size target",
    "more": "frame size target",
    "more-preset": "frame size target",
    "more-length": "frame size target",
    "more-pro": "frame size target",
    "more-touch-mode": "frame target",
    "more-bots": "frame target",
    "deal": "contrast frame size",
    "countdown": "contrast frame size",
    "play-early": "contrast frame size",
    "play-full": "contrast frame size",
    "last-card": "contrast frame size",
    "refused": "contrast frame size",
    "false-stop": "contrast frame size",
    "beaten": "contrast frame size",
    "may-stop": "contrast frame size",
    "stop": "contrast size",
    "no-caller": "contrast size target",
    "counting": "size target",
    "round-result": "size target",
    "look-again": "contrast frame size target",
    "match-shared": "target",
    "pause-asked": "contrast frame size",
    "recovery": "size",
    "dice-rolling": "contrast size",
    "dice-early": "contrast frame size",
    "dice-full": "contrast frame size",
    "dice-stop": "frame size",
    "dice-counting": "target",
    "dice-result": "target",
    "fault-seat": "contrast frame size",
    "fault-table": "frame size",
    "fault-touch": "contrast",
    "table-gone": "contrast frame size",
    "in_pro": "contrast frame size",
    "by_hand": "contrast frame size",
    "face_down": "contrast frame size",
    "punished": "contrast frame size",
    "dice unrolled": "contrast frame size",
    "dice tiebreak": "contrast covered frame size",
    "dice real_ready": "contrast frame",
    "dice real": "contrast frame size",
    "dice real_play": "contrast frame size",
    "paused_unsaved": "frame size",
    "waiting": "contrast frame size",
    "unsaved": "contrast frame size",
    "races": "size target",
    "replay": "contrast frame",
    "list of races": "orphan size",
    "dice handicap": "frame target",
    "no room": "contrast control frame size",
    "hold": "contrast frame size",
    "shuffle": "contrast frame size",
    "asked": "contrast frame size",
    "dead": "contrast frame size",
    "extra_play": "contrast covered frame size",
    "extra_result": "size",
    "time_up": "size",
    "left_out": "size",
    "stopped_dead": "contrast frame size",
    "ended_dead": "size",
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
