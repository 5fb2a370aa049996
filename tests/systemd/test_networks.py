"""A process with a network must not run as the table's user, who may read every hidden card.

The journal has the seed of the running round, and whoever may read it knows every deck, hand and roll before it is
played. ``ligretto-venue`` is an exception only while the results are on a server (``results-on-a-server.conf``).
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

UNITS = Path(__file__).parents[2] / "systemd/files/etc/systemd/system"
READERS = {"ligretto-table", "root", ""}
"""The users that may read the table's state folder; a unit that names none runs as root."""

VENUE = "ligretto-venue.service"
SET_UP = "trial-of-ligretto.service"
"""The administrator's own set-up, which installs packages; it runs after a power cut only."""


def with_a_network(units: Path) -> Iterator[tuple[str, str]]:
    """Yield each service that may open a socket to a network, and its user."""
    for unit in sorted(units.glob("*.service")):
        settings = list(_settings(units, unit))
        user = next((value for key, value in reversed(settings) if key == "User"), "")
        alone = next((value for key, value in reversed(settings) if key == "PrivateNetwork"), "no")
        if settings and _reaches(settings) and alone not in {"yes", "true", "on", "1"}:
            yield unit.name, user


def _settings(units: Path, unit: Path) -> Iterator[tuple[str, str]]:
    """Yield the settings of a unit and its drop-ins, also those of its prefix (``ligretto-.service.d``)."""
    folders = [folder for folder in units.glob("*.service.d") if _applies(folder.name.removesuffix(".d"), unit.name)]
    for file in (unit, *sorted((file for folder in folders for file in folder.glob("*.conf")), key=lambda it: it.name)):
        yield from re.findall(r"^([A-Z]\w+)=(.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)


def _applies(folder: str, unit: str) -> bool:
    stem = folder.removesuffix(".service")
    return folder == unit or (stem.endswith("-") and fnmatchcase(unit, f"{stem}*.service"))


def _reaches(settings: list[tuple[str, str]]) -> bool:
    """Return whether the address families allow a network: they are additive, ~ forbids, and without any all may be."""
    allowed, forbidden, any_given = set[str](), set[str](), False
    for key, value in settings:
        if key == "RestrictAddressFamilies":
            families = set(value.lstrip("~").split())
            if value in {"", "none"}:
                allowed, forbidden, any_given = set(), set(), value == "none"
            elif value.startswith("~"):
                forbidden |= families
            else:
                allowed, any_given = allowed | families, True
    networks = {"AF_INET", "AF_INET6", "AF_PACKET"} - forbidden
    return bool(networks & allowed) if any_given else bool(networks)


def test_no_other_service_with_a_network_may_read_the_cards() -> None:
    """A new one needs a user of its own, without access to the journal."""
    found = {name for name, user in with_a_network(UNITS) if user in READERS}
    assert found == {SET_UP}


def test_the_results_have_a_network_only_with_what_the_set_up_puts_beside_their_unit(tmp_path: Path) -> None:
    shutil.copytree(UNITS, tmp_path / "units")
    beside = tmp_path / "units" / f"{VENUE}.d"
    beside.mkdir()
    shutil.copy(UNITS.parents[3] / "results-on-a-server.conf", beside)
    found = {name for name, user in with_a_network(tmp_path / "units") if user in READERS}
    assert found == {VENUE, SET_UP}


@pytest.mark.parametrize(
    ("settings", "is_found"),
    [
        ("User=ligretto-table\nRestrictAddressFamilies=AF_INET", True),
        ("RestrictAddressFamilies=AF_UNIX AF_INET6", True),
        ("User=ligretto-table", False),  # as the drop-in of all services says
        ("User=ligretto-table\nRestrictAddressFamilies=", False),  # the drop-in is read later
        ("User=ligretto-table\nRestrictAddressFamilies=AF_INET\nPrivateNetwork=yes", False),
        ("User=ligretto-web\nRestrictAddressFamilies=AF_INET", False),
    ],
)
def test_a_new_service_with_a_network_is_found(tmp_path: Path, settings: str, is_found: bool) -> None:
    (tmp_path / "ligretto-.service.d").mkdir()
    common = (UNITS / "ligretto-.service.d/locked-down.conf").read_text(encoding="utf-8")
    (tmp_path / "ligretto-.service.d/locked-down.conf").write_text(common)
    (tmp_path / "ligretto-new.service").write_text(f"[Service]\n{settings}\n")
    assert [name for name, user in with_a_network(tmp_path) if user in READERS] == ["ligretto-new.service"] * is_found


def test_a_service_without_any_restriction_has_a_network(tmp_path: Path) -> None:
    (tmp_path / "other.service").write_text("[Service]\nUser=ligretto-table\n")
    assert [*with_a_network(tmp_path)] == [("other.service", "ligretto-table")]
