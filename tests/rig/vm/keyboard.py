"""A keyboard at a virtual machine, to type text at its text console."""

from __future__ import annotations

from typing import Final

from tests.rig.vm.machine import VirtualMachine

KEYBOARD: Final = ("-device", "usb-kbd,bus=usb.0")
"""Options for a machine that has one."""

_NAMES: Final = {" ": "spc", "\n": "ret", "-": "minus", "/": "slash", ".": "dot"}


def type_in(machine: VirtualMachine, text: str) -> None:
    """Type small letters, digits, and the characters in ``_NAMES``; KeyError: it cannot be typed."""
    for letter in text:
        name = letter if letter.isascii() and letter.isalnum() and not letter.isupper() else _NAMES[letter]
        machine.qmp.do("send-key", keys=[{"type": "qcode", "data": name}], hold_time=40)
        machine.run("true")  # the key is up again
