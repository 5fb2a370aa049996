"""The three files that cloud-init reads on the boot partition (JSON is valid YAML), and the kernel's command line."""

from __future__ import annotations

import json
from typing import Any, Final

from kiosk.first_boot.options import Options, Wifi

OURS: Final = "# Written by kiosk first-boot"
"""The line that identifies our own files."""

FOLDER: Final = "ligretto"
"""The folder of all other files, on the boot partition."""

USER: Final = "table"
"""The Pi's user, who has no password and can log in only with an SSH key."""

_FIRST_BOOT: Final = f"/boot/firmware/{FOLDER}/first-boot"


def user_data(options: Options) -> bytes:
    """Return the ``user-data``: the time zone, one user, and the start of systemd/first-boot.

    It is started as a ``bootcmd``, which runs at every start and before waiting for the network.
    """
    user: dict[str, Any] = {"name": USER, "gecos": "Ligretto Kiosk", "lock_passwd": True}
    keys: dict[str, Any] = {"timezone": options.timezone, "users": [user], "ssh_pwauth": False}
    if options.ssh_keys:
        user |= {"shell": "/bin/bash", "sudo": "ALL=(ALL) NOPASSWD:ALL", "ssh_authorized_keys": list(options.ssh_keys)}
        keys["runcmd"] = [["systemctl", "enable", "--now", "ssh"]]
    else:
        user["shell"] = "/usr/sbin/nologin"
    start = f"test ! -e {_FIRST_BOOT} || exec sh {_FIRST_BOOT} --install"
    keys["bootcmd"] = [["sh", "-c", start]]
    return _file("#cloud-config\n", keys)


def network_config(wifi: Wifi | None, country: str | None) -> bytes:
    """Return the ``network-config``: Ethernet, and the Wi-Fi if there is one. Start-up waits for neither."""
    network: dict[str, Any] = {"version": 2, "ethernets": {"eth0": {"dhcp4": True, "optional": True}}}
    if wifi is not None:
        point: dict[str, Any] = {}
        if wifi.key is not None:
            point["password"] = wifi.key
        if wifi.hidden:
            point["hidden"] = True
        card: dict[str, Any] = {"dhcp4": True, "optional": True, "access-points": {wifi.name: point}}
        if country is not None:
            card["regulatory-domain"] = country
        network["wifis"] = {"wlan0": card}
    return _file("", {"network": network})


def meta_data(instance: str) -> bytes:
    """Return the ``meta-data``: a new ``instance`` makes cloud-init run again."""
    return _file("", {"dsmode": "local", "instance-id": instance})


def kernel_line(line: str, instance: str, country: str | None) -> bytes:
    """Return the ``cmdline.txt``, whose cloud-init instance takes precedence over that of ``meta-data``."""
    wanted = {"ds=nocloud": f"ds=nocloud;i={instance}"}
    if country is not None:
        wanted["cfg80211.ieee80211_regdom="] = f"cfg80211.ieee80211_regdom={country}"
    words = [word for word in line.split() if not word.startswith(tuple(wanted))]
    return (" ".join([*words, *wanted.values()]) + "\n").encode()


def _file(first: str, keys: dict[str, Any]) -> bytes:
    return f"{first}{OURS}\n{json.dumps(keys, indent=2, ensure_ascii=False)}\n".encode()
