"""Plays conversation.json with a board and prints its output: a script for CPython and MicroPython alike.

A step is [time in ms, the host's bytes in hex, the event in the tray or "", its arguments].
"""

import binascii
import json

from ldr_core import Board
from simulated_sensor import SimulatedTray

at = 0
with open("conversation.json") as file:  # noqa: PTH123  MicroPython has no pathlib
    steps = json.load(file)
tray = SimulatedTray(lambda: at)
board = Board("LDR-E6614C311B7A2F35", tray, 0x7F3A90C1, seat=3)
for at, received, happens, arguments in steps:
    if happens:
        getattr(tray, happens)(*arguments)
    sent = board.step(at, binascii.unhexlify(received))
    print(at, board.due, board.lamp, binascii.hexlify(sent).decode())  # noqa: T201
