"""Messages as values that JSON has: with everything in them, however deep."""

from __future__ import annotations

import json

from kiosk.protocol import Fault, NamedFault
from kiosk.testing.report import plain

WITHIN = Fault("disk.full")
FAULT = Fault("journal.in_memory", {"seconds": 10, "why": Fault("journal.unwritable", {"path": "/p", "fix": WITHIN})})


def test_a_fault_within_a_fault_has_its_code_and_values_by_name() -> None:
    """Just when something is wrong ``kiosk state`` has to tell it."""
    told = json.loads(json.dumps(plain((NamedFault("journal", FAULT),))))
    why = {"code": "journal.unwritable", "values": {"path": "/p", "fix": {"code": "disk.full", "values": {}}}}
    fault = {"code": "journal.in_memory", "values": {"seconds": 10, "why": why}}
    assert told == [{"device": "journal", "fault": fault, "seat": None}]
