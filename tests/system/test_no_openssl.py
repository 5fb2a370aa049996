"""Hashes without OpenSSL, where Python has its own; otherwise with it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kiosk.system import no_openssl

MISSING = [name for name in no_openssl.HASHES if name != "_blake2"]
"""Red Hat's Pythons have BLAKE2: without it no ``hashlib`` is complete, whatever OpenSSL has."""

CODE = """
import sys
missing = sys.argv[1:]
sys.modules.update(dict.fromkeys(missing))
import kiosk.system.no_openssl
import asyncio, hashlib, hmac, random
import _hashlib, ssl
assert all(name not in missing or sys.modules[name] is None for name in missing)
for name in sorted(hashlib.algorithms_guaranteed - {"shake_128", "shake_256"}):
    hashlib.new(name, b"kiosk")
hmac.new(b"key", b"kiosk", "sha256").hexdigest()
print(hashlib.sha512 is _hashlib.openssl_sha512)
"""


def run(*missing: str) -> subprocess.CompletedProcess[str]:
    """Run the code in a Python in which these modules cannot be imported."""
    return subprocess.run([sys.executable, "-c", CODE, *missing], capture_output=True, text=True, check=False)


def test_hashes_are_pythons_own() -> None:
    done = run()
    assert (done.stdout, done.stderr, done.returncode) == ("False\n", "", 0)


@pytest.mark.parametrize("missing", [*MISSING, " ".join(MISSING)])
def test_a_python_without_hashes_of_its_own_uses_openssls(missing: str) -> None:
    done = run(*missing.split())
    assert (done.stdout, done.stderr, done.returncode) == ("True\n", "", 0)
