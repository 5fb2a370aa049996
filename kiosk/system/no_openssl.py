"""Hashes and asyncio without OpenSSL, which takes 4 MB of a process that has nothing to encrypt.

Import this module before any other that may import one of these. They work as in a Python that was built without
OpenSSL: hashes are Python's own code, and asyncio has no TLS. Whoever needs OpenSSL can still import its bindings.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Final

_BINDINGS: Final = ("_hashlib", "ssl")
_USERS: Final = ("hashlib", "hmac", "asyncio")

if not sys.modules.keys() & {*_BINDINGS, *_USERS}:
    sys.modules.update(dict.fromkeys(_BINDINGS))  # type: ignore[arg-type]  # None: its import fails
    try:
        for _user in _USERS:
            import_module(_user)
    finally:
        for _name in _BINDINGS:
            del sys.modules[_name]
