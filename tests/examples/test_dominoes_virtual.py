"""The example game at a table in virtual time: a person lays tiles by touch, beside bots."""

from __future__ import annotations

import pytest

from kiosk.testing import VirtualTable


def test_a_person_plays_a_round_beside_bots(registered: str) -> None:
    table = VirtualTable(settings={"game": {"kind": registered}})
    table.start(1)
    assert table.state["game"] == registered
    before = table.seat(1)["own"]
    table.wait_for(
        "somebody may call Stop", lambda state: any(seat["may_stop"] for seat in state["seats"]), limit_s=600
    )
    assert table.state["stop_due"] == table.state["stop_from"] + 5_000_000_000
    table.wait_for("the others play", lambda state: state["state"] != "play", limit_s=600)
    assert table.state["own"] or before
    with pytest.raises(ValueError, match=f"the pieces of the game '{registered}' cannot be laid|while a round runs"):
        table.lay("-", *["-"] * 4)
