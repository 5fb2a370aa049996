"""Root as the user whose table it is: what lies in a table's folder is that user's, and may lead anywhere."""

from __future__ import annotations

import contextlib
import os
import pwd
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """While it lasts, root has the rights of the owner of ``folder`` and no more; everybody else stays who they are.

    What is made meanwhile is that user's, and a link that was laid there leads root nowhere. It holds for the whole
    process. Raises OSError.
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
    """All that the user is in; this one alone for a user without a name."""
    with contextlib.suppress(KeyError):
        return os.getgrouplist(pwd.getpwuid(user).pw_name, group)
    return [group]
