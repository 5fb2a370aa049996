"""The files that cloud-init reads: JSON that YAML reads alike, and their settings of the Pi."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from kiosk.first_boot.bundle import OURS, kernel_command_line, meta_data, network_config, user_data
from kiosk.first_boot.options import Options, Unusable, Wifi, wifi

NOT_IN_YAML = re.compile("[^\x0a\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML 1.1 refuses, or folds as a line break inside quotes."""
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA me@home"


def read(content: bytes) -> dict[str, Any]:
    """Return the content as YAML reads it: comments, then JSON in the characters that YAML has."""
    text = content.decode()
    assert not NOT_IN_YAML.search(text)
    keys: dict[str, Any] = json.loads(re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
    return keys


def test_user_data_begins_as_cloud_init_wants_it_and_is_known_again() -> None:
    lines = user_data(Options("Europe/Berlin")).decode().splitlines()
    assert lines[:2] == ["#cloud-config", OURS]
    assert all(OURS in file.decode().splitlines() for file in (network_config(None, None), meta_data("x")))


def test_without_an_ssh_key_nobody_can_log_in() -> None:
    keys = read(user_data(Options("Europe/Berlin")))
    (user,) = keys["users"]
    assert (user["name"], user["lock_passwd"], user["shell"]) == ("table", True, "/usr/sbin/nologin")
    assert not {"sudo", "ssh_authorized_keys", "passwd"} & set(user)
    assert (keys["timezone"], keys["ssh_pwauth"], "runcmd" in keys) == ("Europe/Berlin", False, False)


def test_with_an_ssh_key_its_owner_can_and_nobody_by_password() -> None:
    keys = read(user_data(Options("UTC", ssh_keys=(KEY,))))
    (user,) = keys["users"]
    assert (user["ssh_authorized_keys"], user["shell"], user["lock_passwd"]) == ([KEY], "/bin/bash", True)
    assert keys["ssh_pwauth"] is False
    assert keys["runcmd"] == [["systemctl", "enable", "--now", "ssh"]]


def test_the_machine_s_name_is_the_table_s_or_the_image_s() -> None:
    keys = read(user_data(Options("UTC", host="table-17")))
    assert (keys["hostname"], keys["manage_etc_hosts"]) == ("table-17", "localhost")
    assert not {"hostname", "manage_etc_hosts"} & set(read(user_data(Options("UTC"))))


def test_a_cable_works_always_and_no_start_waits_for_a_network() -> None:
    network = read(network_config(None, "DE"))["network"]
    assert network == {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    both = read(network_config(Wifi("x", "0" * 64), "DE"))["network"]
    assert both["ethernets"] == network["ethernets"]
    assert both["wifis"]["wlan0"]["optional"] is True


def test_a_wifi_is_open_hidden_or_neither() -> None:
    def point(network: Wifi) -> dict[str, Any]:
        card = read(network_config(network, "DE"))["network"]["wifis"]["wlan0"]
        assert card["regulatory-domain"] == "DE"
        found: dict[str, Any] = card["access-points"]["x"]
        return found

    assert point(Wifi("x", None)) == {}
    assert point(Wifi("x", "0" * 64)) == {"password": "0" * 64}
    assert point(Wifi("x", "0" * 64, hidden=True)) == {"password": "0" * 64, "hidden": True}


ANY = st.characters(exclude_categories=("Cc", "Cn", "Cs", "Zl", "Zp"))
"""The characters of a name, up to 4 bytes each; a name has 32."""
LETTERS = st.characters(min_codepoint=0x20, max_codepoint=0x7E)


@given(st.text(ANY, min_size=1, max_size=8) | st.text(LETTERS, min_size=1, max_size=32))
def test_whatever_name_is_taken_arrives(name: str) -> None:
    try:
        network = wifi(name, None)
    except Unusable:
        assume(False)
    assert list(read(network_config(network, "DE"))["network"]["wifis"]["wlan0"]["access-points"]) == [name]


def test_a_new_instance_is_told_by_both_ways_and_nothing_else_of_the_kernels_line_changes() -> None:
    assert read(meta_data("ligretto-1")) == {"dsmode": "local", "instance-id": "ligretto-1"}
    stock = "console=tty1 root=PARTUUID=1-02 rootwait quiet"
    assert kernel_command_line(f"{stock}\n", "a", None) == f"{stock} ds=nocloud;i=a\n".encode()
    imager = f"{stock} ds=nocloud;i=rpi-imager-17 cfg80211.ieee80211_regdom=US"
    assert kernel_command_line(imager, "a", "DE") == f"{stock} ds=nocloud;i=a cfg80211.ieee80211_regdom=DE\n".encode()
    assert kernel_command_line(f"{stock} cfg80211.ieee80211_regdom=US", "a", None).split()[-2:] == [
        b"cfg80211.ieee80211_regdom=US",
        b"ds=nocloud;i=a",
    ]
