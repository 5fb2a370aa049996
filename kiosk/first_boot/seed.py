"""The three files that cloud-init reads on the boot partition, and the kernel's line. JSON, which is YAML too."""

from __future__ import annotations

import json
from typing import Any, Final

from kiosk.first_boot.options import Options, Wifi

OURS: Final = "# Written by kiosk first-boot"
"""The line by which our own files are known again."""

FOLDER: Final = "ligretto"
"""The folder of all the rest, on the boot partition."""

USER: Final = "table"
"""The Pi's user: without a password, and with a login only for whoever has the SSH key."""

_FIRST_BOOT: Final = f"/boot/firmware/{FOLDER}/first-boot"


def user_data(options: Options) -> bytes:
    """The ``user-data``: the time zone, one user, and the start of systemd/first-boot.

    It is started as a ``bootcmd``: these run at every start and before the network is waited for.
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
    """The ``network-config``: a cable always, and the Wi-Fi if there is one. No start waits for either."""
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
    """The ``meta-data``: by another ``instance`` than before cloud-init knows that it has something to do."""
    return _file("", {"dsmode": "local", "instance-id": instance})


def kernel_line(line: str, instance: str, country: str | None) -> bytes:
    """The ``cmdline.txt``: its word on cloud-init's instance counts more than that of ``meta-data``."""
    wanted = {"ds=nocloud": f"ds=nocloud;i={instance}"}
    if country is not None:
        wanted["cfg80211.ieee80211_regdom="] = f"cfg80211.ieee80211_regdom={country}"
    words = [word for word in line.split() if not word.startswith(tuple(wanted))]
    return (" ".join([*words, *wanted.values()]) + "\n").encode()


def _file(first: str, keys: dict[str, Any]) -> bytes:
    return f"{first}{OURS}\n{json.dumps(keys, indent=2, ensure_ascii=False)}\n".encode()
