"""A sleeping main thread is ended by signals too."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

SLEEPER = """
import queue, signal, sys, threading
from kiosk.system.ending import when_told_to_end

inbox = queue.SimpleQueue()
signal.signal(signal.SIGUSR1, lambda *_: None)
when_told_to_end(lambda: inbox.put("told"))
elsewhere = threading.Thread(target=threading.Event().wait, daemon=True)
elsewhere.start()
# A thread that is not woken by it takes the signal, as when it comes just before the main thread falls asleep.
kill = lambda number: signal.pthread_kill(elsewhere.ident, number)
threading.Timer(0.05, kill, [signal.SIGUSR1]).start()
threading.Timer(0.1, kill, [int(sys.argv[1])]).start()
print(inbox.get(timeout=60))
"""


@pytest.mark.process
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_that_does_not_wake_the_main_thread_is_heard(ending):
    told = subprocess.run(
        [sys.executable, "-c", SLEEPER, str(int(ending))], capture_output=True, text=True, timeout=20, check=False
    )
    assert (told.returncode, told.stdout, told.stderr) == (0, "told\n", "")
