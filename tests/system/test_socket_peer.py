"""The user and groups of a peer."""

from __future__ import annotations

import os
import socket

from kiosk.system import socket_peer


def test_the_peers_user_and_groups_are_those_that_the_kernel_names() -> None:
    one, other = socket.socketpair(socket.AF_UNIX)
    with one, other:
        assert socket_peer.user_and_group(one) == (os.getuid(), os.getgid())
        assert set(socket_peer.further_groups(one)) == set(os.getgroups())
