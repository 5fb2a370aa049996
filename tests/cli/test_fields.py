"""What each field means, from the command line: complete, whatever is added."""

from __future__ import annotations

from typing import get_args

from kiosk.cli.main import main
from kiosk.game.refusals import Reason
from kiosk.journal.records import AnyRecord
from kiosk.protocol import SeatView, Snapshot, Verdict


def about(capsys, *command):
    assert main(command) == 0
    return capsys.readouterr().out.splitlines()


def test_every_field_of_a_snapshot_has_its_line(capsys):
    lines = about(capsys, "state", "--fields")
    for kind in (Snapshot, SeatView, Verdict):
        begin = next(place for place, line in enumerate(lines) if line.startswith(f"{kind.__name__}: "))
        told = [line.split(":")[0] for line in lines[begin + 1 : lines.index("", begin)] if line[2:3] != " "]
        assert [name.strip() for name in told if name.startswith("  ")] == [*kind.__struct_fields__]
    assert "  caller: SeatNumber | None. stopped and round_result: the seat that ended the round." in lines
    assert "  may_stop: bool. True if it has emptied its stack or tray and may call Stop now." in lines


def test_every_word_has_its_line(capsys):
    lines = about(capsys, "state", "--fields")
    assert {reason.value for reason in Reason} <= {line.strip().split(":")[0] for line in lines}
    assert "  does_not_fit: It fits nowhere." in lines


def test_every_record_command_and_event_has_its_line(capsys):
    lines = about(capsys, "replay", "--fields")
    for kind in get_args(AnyRecord):
        assert any(line.startswith(f"{kind.__name__}: ") for line in lines)
    assert "  [PlaceDie, at, seat, die] A die with that colour and value goes to its space on the board." in lines
    assert any(line.startswith("  [Played, at, seat, source, card, cell] ") for line in lines)
