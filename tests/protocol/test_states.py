"""The state of the table in its snapshots: its value travels, as before it was an enumeration."""

from __future__ import annotations

import msgspec

from kiosk import protocol as msg
from kiosk.protocol.state import State


def test_a_state_travels_by_its_value_and_arrives_as_a_member() -> None:
    sent = msg.encode(msg.Snapshot(1, 0, State.LOBBY, ()))
    assert "ready" in str(msgspec.msgpack.decode(sent))
    assert sent == msg.encode(msg.Snapshot(1, 0, "ready", ()))  # as earlier versions do
    arrived = msg.decode_from_table(sent)
    assert isinstance(arrived, msg.Snapshot)
    assert arrived.state is State.LOBBY
