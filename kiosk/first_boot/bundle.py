"""All files for the card, in the order of writing: the last one makes the Pi begin.

Among them are the three that cloud-init reads on the boot partition (JSON is valid YAML), the kernel's command line,
and the kiosk's source, because the Pi cannot download it.
"""

from __future__ import annotations

import gzip
import io
import json
import secrets
import tarfile
from pathlib import Path
from typing import Any, Final

from kiosk.config.pi_presence import packed
from kiosk.config.pi_setup import Derived
from kiosk.first_boot.options import Options, Unusable, Wifi
from kiosk.first_boot.pictures import pictures

_PROGRAMS: Final = ("show-picture", "first-boot.service", "first-boot")
"""Files of ``systemd/``. Without the last one the Pi does not begin."""


def new_instance() -> str:
    """Return a new instance identifier, which makes cloud-init run again, even on a used card."""
    return f"ligretto-{secrets.token_hex(6)}"


def bundle(
    options: Options,
    language: str,
    table: bytes | None,
    pin_hash: bytes,
    kernel_line: str,
    instance: str,
    firmware: Derived | None = None,
    hall: str | None = None,
) -> dict[str, bytes]:
    """Return the files' contents by name. Raises Unusable.

    ``table``: the configuration; None: the set-up's default. ``firmware``: what it needs of the firmware; None: the
    set-up finds out. ``hall``: the password of a hall's server, or empty; None: the table has none.
    """
    wifi = options.wifi
    ours: dict[str, bytes] = {"source.tar.gz": packed_source(), "service-pin": pin_hash}
    if table is not None:
        ours["table.toml"] = table
    if hall is not None:
        ours["hall"] = f"{hall}\n".encode() if hall else b""
    if wifi is not None and not wifi.hidden:
        ours["wifi-name"] = wifi.name.encode() + b"\n"
    settings = {}
    if firmware is not None:
        ours["signs"] = packed(firmware.needs.signs())
        settings["config.txt"] = firmware.text.encode("latin-1")
    drawn = pictures(language, wifi.name if wifi is not None else None)
    ours |= {f"pictures/{name}": content for name, content in drawn}
    ours |= {name: (SOURCE / "systemd" / name).read_bytes() for name in _PROGRAMS}
    return {
        **{f"{FOLDER}/{name}": content for name, content in ours.items()},
        **settings,
        "network-config": network_config(wifi, options.country),
        "user-data": user_data(options),
        "meta-data": meta_data(instance),
        "cmdline.txt": kernel_command_line(kernel_line, instance, options.country),
    }


OURS: Final = "# Written by kiosk first-boot"
"""The line that identifies our own files."""

FOLDER: Final = "ligretto"
"""The folder of all other files, on the boot partition."""

IMAGES_HOST: Final = "raspberrypi"
"""The host name of a Pi whose card brings none."""

USER: Final = "table"
"""The Pi's user, who has no password and can log in only with an SSH key."""

_FIRST_BOOT: Final = f"/boot/firmware/{FOLDER}/first-boot"


def user_data(options: Options) -> bytes:
    """Return the ``user-data``: time zone, host name, one user, and the start of systemd/first-boot.

    It is started as a ``bootcmd``, which runs at every start and before waiting for the network.
    """
    user: dict[str, Any] = {"name": USER, "gecos": "Ligretto Kiosk", "lock_passwd": True}
    keys: dict[str, Any] = {"timezone": options.timezone, "users": [user], "ssh_pwauth": False}
    if options.host is not None:  # sudo looks for it in /etc/hosts, where other lines stay
        keys |= {"hostname": options.host, "manage_etc_hosts": "localhost"}
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


def kernel_command_line(line: str, instance: str, country: str | None) -> bytes:
    """Return the ``cmdline.txt``, whose cloud-init instance takes precedence over that of ``meta-data``."""
    wanted = {"ds=nocloud": f"ds=nocloud;i={instance}"}
    if country is not None:
        wanted["cfg80211.ieee80211_regdom="] = f"cfg80211.ieee80211_regdom={country}"
    words = [word for word in line.split() if not word.startswith(tuple(wanted))]
    return (" ".join([*words, *wanted.values()]) + "\n").encode()


def _file(first: str, keys: dict[str, Any]) -> bytes:
    return f"{first}{OURS}\n{json.dumps(keys, indent=2, ensure_ascii=False)}\n".encode()


CONTENTS: Final = ("LICENSE", "README.md", "pyproject.toml", "hardware", "kiosk", "systemd")
"""The parts of a release (``contents`` in systemd/appliance)."""

_COMPILED: Final = frozenset({".pyc", ".so"})
"""What fits the environment of the developer alone who has compiled it (``sources`` in systemd/appliance)."""

SOURCE: Final = Path(__file__).parents[2]


def packed_source(folder: Path = SOURCE) -> bytes:
    """Return a reproducible ``.tar.gz`` of a release's files. Raises Unusable."""
    missing = [name for name in CONTENTS if not (folder / name).exists()]
    if missing:
        raise Unusable(
            f"{folder}: the kiosk's source is incomplete, no {', '.join(missing)}: run this command in its source"
            " folder, after systemd/setup dev: .venv/bin/kiosk first-boot"
        )
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in CONTENTS:
            for path in [folder / name, *sorted((folder / name).rglob("*"))]:
                if "__pycache__" in path.parts or path.suffix in _COMPILED:
                    continue
                tar.add(path, path.relative_to(folder), recursive=False, filter=_plain)
    return gzip.compress(packed.getvalue(), mtime=0)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Set the owner to root, the mode to readable for all, and clear the timestamp."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry
