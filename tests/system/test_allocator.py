"""Large blocks of memory go back to the system."""

from __future__ import annotations

import subprocess
import sys

import pytest

CODE = """
import ctypes, sys
from kiosk.system.allocator import limit_malloc

def resident():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmRSS"))

if sys.argv[1] == "returned":
    limit_malloc()
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]

def blocks(size, count):
    found = [libc.malloc(size) for _ in range(count)]
    for block in found:
        ctypes.memset(block, 1, size)
    return found

libc.free(blocks(24 << 20, 1)[0])  # glibc takes this size as its new limit
before = resident()
some = blocks(4 << 20, 8)
held = libc.malloc(100)  # above them: what lies below cannot be cut off
for block in some:
    libc.free(block)
print(resident() - before)
"""


@pytest.mark.process
@pytest.mark.parametrize(("mode", "kept"), [("returned", False), ("usual", True)])
def test_freed_pictures_do_not_stay_with_the_process(mode: str, *, kept: bool) -> None:
    done = subprocess.run([sys.executable, "-c", CODE, mode], capture_output=True, text=True, check=True)
    assert (int(done.stdout) > 8_000) is kept  # kB
