"""Open the output that the table would, and print its health in JSON: ``python -m kiosk.display.sound.probe DEVICE``.

DEVICE is the configured ``sound.device``. ``kiosk doctor`` runs this in a process of its own, because an output may
hang, and is closed by the end of its process alone.
"""

from __future__ import annotations

import os
import sys

import msgspec

from kiosk.display.sound.device import GRACE_S, Keeper
from kiosk.display.sound.mixer import OutputOpenError, Outputs, silence
from kiosk.display.sound.mixer_process import SdlOutputs, keep_libraries_silent
from kiosk.protocol import SoundHealth


def probe(wanted: str, outputs: Outputs) -> SoundHealth:
    """Open the best output that opens, as the mixer does."""
    keeper, health = Keeper(wanted), SoundHealth()
    while (output := keeper.look(there := outputs.there(), 0)) is not None:  # it may be pulled out meanwhile
        try:
            opened = outputs.open(output, silence)
        except OutputOpenError as error:
            keeper.failed(output, str(error), 0)
            continue
        keeper.opened(output, 0)
        health = msgspec.structs.replace(
            health, device=output.words, driver=opened.driver, chunk=opened.chunk, rate=opened.rate
        )
    devices = tuple(output.words for output in there)
    return msgspec.structs.replace(health, devices=devices, fault=keeper.fault(GRACE_S))


def main(wanted: str) -> None:
    """Print the result, and end at once."""
    keep_libraries_silent()
    outputs = SdlOutputs()  # kept to the end: what it has opened would be closed with it
    sys.stdout.buffer.write(msgspec.json.encode(probe(wanted, outputs)) + b"\n")
    sys.stdout.buffer.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
