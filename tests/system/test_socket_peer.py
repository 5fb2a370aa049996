"""The user and groups of a peer."""

from __future__ import annotations

import os
import socket

from kiosk.system import unix_socket


def test_the_peers_user_and_groups_are_those_that_the_kernel_names() -> None:
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        assert unix_socket.user_and_group(one) == (os.getuid(), os.getgid())
        assert set(unix_socket.further_groups(one)) == set(os.getgroups())
