"""Temporary drop of root's privileges to those of a folder's owner, whose files may be links to anywhere."""

from __future__ import annotations

import contextlib
import os
import pwd
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Run the block with the privileges of the owner of ``folder`` if the process is root; otherwise change nothing.

    Files created meanwhile belong to that user, and a malicious link cannot exploit root's privileges. It affects the
    whole process. Raises OSError.
    """
    owner = folder.stat()
    if os.geteuid() != 0 or owner.st_uid == 0:
        yield
        return
    group, groups = os.getegid(), os.getgroups()
    os.setgroups(_groups(owner.st_uid, owner.st_gid))
    os.setegid(owner.st_gid)
    os.seteuid(owner.st_uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(group)
        os.setgroups(groups)


def _groups(user: int, group: int) -> list[int]:
    """Return all groups of the user, or only ``group`` for a user without a name."""
    with contextlib.suppress(KeyError):
        return os.getgrouplist(pwd.getpwuid(user).pw_name, group)
    return [group]
