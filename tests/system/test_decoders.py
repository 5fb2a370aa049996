"""Decoders that several threads need at once, each for the first time."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kiosk import protocol as msg
from kiosk.protocol.state import State

THREADS = """
import sys, threading
from kiosk import protocol as msg

sys.setswitchinterval(1e-6)  # a thread gives way at nearly every call
data = sys.stdin.buffer.read()
begin = threading.Barrier(4)

def read():
    begin.wait()
    for _ in range(50):
        msg.decode_from_table(data)

readers = [threading.Thread(target=read) for _ in range(begin.parties)]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
print("all read")
"""


@pytest.mark.process
def test_threads_that_need_the_same_decoder_at_once_all_read() -> None:
    told = msg.encode(msg.Snapshot(1, 0, State.ATTRACT, ()))
    read = subprocess.run([sys.executable, "-c", THREADS], input=told, capture_output=True, timeout=60, check=False)
    assert (read.returncode, read.stdout) == (0, b"all read\n")
