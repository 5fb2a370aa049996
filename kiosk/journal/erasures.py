"""Forgotten and hidden names, as keyed digests: older files of the journal have them, and they must not be shown again.

The results store decides (``results.players``, ``results.hiding``, and a hall by way of ``results.elsewhere``), and
leaves a file beside the journal. The table, which has no access to the store, reads it: it offers and shows none of
these names, and does not take a hidden one.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from kiosk.journal.folder import leave
from kiosk.journal.names import name_key
from kiosk.system.decoders import prepared
from kiosk.system.files import LIST_BYTES, read_regular, too_large

FILE: Final = "forgotten.json"
"""The file's name in the journal's folder."""

_NEVER: Final = float("-inf")


class NameDigests(Struct, frozen=True):
    """Some names: digests by the keys that they were made with."""

    by_key: Mapping[str, frozenset[str]] = {}

    def __len__(self) -> int:
        """Return how many there are."""
        return sum(map(len, self.by_key.values()))

    def has(self, name: str) -> bool:
        """Return whether a name is one of them, in any spelling."""
        return any(digest(key, name) in digests for key, digests in self.by_key.items())


class NameList(Struct, frozen=True):
    """Digests of names under a ``key`` (hexadecimal).

    ``until``: of forgotten names, the time up to which each is forgotten; wall time in seconds. A person who chooses
    the name later counts as new. ``hidden``: of names that are never shown.
    """

    key: str = ""
    until: dict[str, float] = {}
    hidden: frozenset[str] = frozenset()

    def merged(self, other: NameList) -> NameList:
        """Return the union with another list under the same key; a name is forgotten up to the later time."""
        both = self.until.keys() | other.until.keys()
        until = {name: max(self.until.get(name, _NEVER), other.until.get(name, _NEVER)) for name in sorted(both)}
        return NameList(self.key, until, self.hidden | other.hidden)


class ForgottenNames(NameList, frozen=True):
    """The content of the file: the list of the table's own store, and those that were made with other keys.

    ``others``: lists of halls, and of stores that this one has followed; each with another key, in the order of keys.
    """

    others: tuple[NameList, ...] = ()

    @property
    def lists(self) -> tuple[NameList, ...]:
        """The own list first, then the others that have an entry."""
        return (NameList(self.key, self.until, self.hidden), *(one for one in self.others if one.until or one.hidden))

    @property
    def never_shown(self) -> NameDigests:
        """The hidden names."""
        return NameDigests({one.key: one.hidden for one in self.lists if one.hidden})

    def has(self, name: str, wall: float) -> bool:
        """Return whether a use of the name at time ``wall`` is forgotten."""
        return any(one.until and wall <= one.until.get(digest(one.key, name), _NEVER) for one in self.lists)

    def keep_out(self, name: str, wall: float) -> bool:
        """Return whether a use of the name at time ``wall`` is not to be shown: it is forgotten, or the name hidden."""
        return self.has(name, wall) or any(one.hidden and digest(one.key, name) in one.hidden for one in self.lists)

    def lately(self, before: ForgottenNames, wall: float) -> NameDigests:
        """Return the names forgotten since the list was as ``before``, but for uses that ended before ``wall``."""
        known = {one.key: one.until for one in before.lists}
        fresh = {
            one.key: frozenset(
                name for name, until in one.until.items() if until >= wall and until != known.get(one.key, {}).get(name)
            )
            for one in self.lists
        }
        return NameDigests({key: names for key, names in fresh.items() if names})

    def joined(self, other: ForgottenNames) -> ForgottenNames:
        """Return the union of both, with the key of this one: a list with another key is one of the others."""
        lists = {one.key: one for one in self.lists}
        for one in other.lists:
            if one.until or one.hidden:
                lists[one.key] = lists[one.key].merged(one) if one.key in lists else one
        own = lists.pop(self.key)
        return ForgottenNames(own.key, own.until, own.hidden, tuple(lists[key] for key in sorted(lists)))

    def write(self, folder: Path) -> None:
        """Write this to the journal's ``folder``, if the folder exists. Raises OSError."""
        if read(folder) == self:
            return
        data = msgspec.json.encode(self, order="deterministic")
        if len(data) > LIST_BYTES:
            raise too_large(folder / FILE, LIST_BYTES)
        leave(folder, FILE, data)


def read(folder: Path) -> ForgottenNames:
    """Read the store's file from the journal's ``folder``; empty if it is missing or unreadable."""
    try:
        names = msgspec.json.decode(read_regular(folder / FILE, LIST_BYTES), type=prepared(ForgottenNames))
        for one in (names, *names.others):
            digest(one.key, "")  # a damaged key is found here, not when the first name is looked up
    except (OSError, ValueError, RecursionError):
        return ForgottenNames()
    return names


def digest(key: str, name: str) -> str:
    """Return the keyed digest of a name; it cannot be recognised without ``key``."""
    return blake2b(name_key(name).encode(), key=bytes.fromhex(key), digest_size=32).hexdigest()
