"""Types that several threads decode at once, each for the first time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.protocol.state import State

THREADS = """
import sys, threading
from pathlib import Path

{read}
sys.setswitchinterval(1e-6)  # a thread gives way at nearly every call
begin = threading.Barrier(16)

def decode():
    begin.wait()
    for _ in range(50):
        read()

readers = [threading.Thread(target=decode) for _ in range(begin.parties)]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
print("all read")
"""
SNAPSHOT = """
from kiosk import protocol as msg
data = sys.stdin.buffer.read()
read = lambda: msg.decode_from_table(data)
"""
CREDENTIALS = """
from kiosk.web.venue.credentials import CredentialsFile
file = Path(sys.argv[1])
file.write_bytes(sys.stdin.buffer.read())
read = lambda: CredentialsFile(file).read()
"""
STAFF = {
    "staff": {"anna": {"role": "desk", "password": ""}},
    "screens": [{"name": "door", "made": "2026-01-01T00:00:00Z", "by": "anna", "key": ""}],
}


@pytest.mark.process
@pytest.mark.parametrize(
    ("read", "data"),
    [(SNAPSHOT, msg.encode(msg.Snapshot(1, 0, State.ATTRACT, ()))), (CREDENTIALS, json.dumps(STAFF).encode())],
    ids=["snapshot", "credentials"],
)
def test_threads_that_decode_the_same_at_once_all_read(read: str, data: bytes, tmp_path: Path) -> None:
    command = [sys.executable, "-c", THREADS.format(read=read), str(tmp_path / "credentials.json")]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, b"all read\n")
