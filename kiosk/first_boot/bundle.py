"""All files for the card, in the order of writing: the last one makes the Pi begin."""

from __future__ import annotations

import secrets
from typing import Final

from kiosk.config.pi_presence import packed
from kiosk.config.pi_setup import Derived
from kiosk.first_boot import seed
from kiosk.first_boot.options import Options
from kiosk.first_boot.pictures import pictures
from kiosk.first_boot.source import SOURCE, packed_source

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
) -> dict[str, bytes]:
    """Return the files' contents by name. Raises Unusable.

    ``table``: the configuration; None: the set-up's default. ``firmware``: what it needs of the firmware; None: the
    set-up finds out.
    """
    wifi = options.wifi
    ours: dict[str, bytes] = {"source.tar.gz": packed_source(), "service-pin": pin_hash}
    if table is not None:
        ours["table.toml"] = table
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
        **{f"{seed.FOLDER}/{name}": content for name, content in ours.items()},
        **settings,
        "network-config": seed.network_config(wifi, options.country),
        "user-data": seed.user_data(options),
        "meta-data": seed.meta_data(instance),
        "cmdline.txt": seed.kernel_line(kernel_line, instance, options.country),
    }
