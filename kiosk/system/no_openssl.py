"""Hashes and asyncio without OpenSSL, which takes 4 MB of a process that has nothing to encrypt.

Import this module before any other that may import one of these. They work as in a Python that was built without
OpenSSL: hashes are Python's own code, and asyncio has no TLS. Code that needs OpenSSL can still import its bindings.

Nothing is done in a Python without hashes of its own, such as those of Red Hat and of FIPS builds: OpenSSL's are all
that it has.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

_BINDINGS: Final = ("_hashlib", "ssl")
_USERS: Final = ("hashlib", "hmac", "asyncio")
_SHA2: Final = ("_sha2",) if sys.version_info >= (3, 12) else ("_sha256", "_sha512")
HASHES: Final = ("_md5", "_sha1", *_SHA2, "_sha3", "_blake2")
"""The modules of Python's own hashes."""


def has_hashes() -> bool:
    """Return whether Python's own hashes can be loaded; ``hashlib`` loads all of them if there is no OpenSSL."""
    try:
        for name in HASHES:
            import_module(name)
    except ImportError:
        return False
    return True


def _load_without_openssl() -> None:
    """Load the users of OpenSSL's bindings while the bindings cannot be imported."""
    sys.modules.update(dict.fromkeys(_BINDINGS))  # type: ignore[arg-type]  # None: its import fails
    try:
        for user in _USERS:
            import_module(user)
    finally:
        for name in _BINDINGS:
            del sys.modules[name]


if not sys.modules.keys() & {*_BINDINGS, *_USERS} and has_hashes():
    _load_without_openssl()
