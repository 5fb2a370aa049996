"""The boot partition: any other folder is refused with the reason, and files are written completely."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from kiosk.first_boot import card as card_module
from kiosk.first_boot.bundle import OURS
from kiosk.first_boot.card import BootPartition
from kiosk.first_boot.options import Unusable


def refused(folder: Path) -> str:
    with pytest.raises(Unusable) as told:
        BootPartition(folder)
    assert str(folder) in str(told.value)
    return str(told.value)


def test_a_card_as_imager_leaves_it_is_taken(bootfs: Path) -> None:
    assert BootPartition(bootfs).lost() == []
    assert BootPartition(bootfs).kernel_line.endswith("rootwait resize")


def test_what_is_no_boot_partition_is_refused(bootfs: Path, tmp_path: Path) -> None:
    assert "there is no such folder" in refused(tmp_path / "none")
    assert "no config.txt and cmdline.txt: name" in refused(tmp_path)
    (tmp_path / "etc").mkdir()
    assert "(this is the system's partition)" in refused(tmp_path)
    (bootfs / "cmdline.txt").write_text("\n")
    assert "does not say where the system is" in refused(bootfs)


def test_a_folder_of_this_computer_is_refused(bootfs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_mount", lambda _: False)
    assert "no card is mounted there" in refused(bootfs)


def test_another_file_system_than_fat_is_refused(bootfs: Path, mounts: Path) -> None:
    mounts.write_text(mounts.read_text().replace("vfat", "ext4"))
    assert "a boot partition is FAT, this is ext4" in refused(bootfs)


def test_a_computer_that_does_not_tell_what_is_mounted_is_believed(bootfs: Path, mounts: Path) -> None:
    mounts.unlink()
    assert BootPartition(bootfs).lost() == []


@pytest.mark.parametrize("missing", ["user-data", "meta-data"])
def test_an_image_without_cloud_init_is_refused_with_the_reason_and_another_way(bootfs: Path, missing: str) -> None:
    (bootfs / missing).unlink()
    (bootfs / "issue.txt").write_text("Raspberry Pi reference 2025-05-13\nGenerated using pi-gen\n")
    told = refused(bootfs)
    for part in ('("Raspberry Pi reference 2025-05-13")', "no cloud-init", "Trixie", "sudo systemd/setup appliance"):
        assert part in told
    (bootfs / "issue.txt").unlink()
    assert "this image has no cloud-init" in refused(bootfs)


def test_what_somebody_else_has_written_is_told_and_can_be_kept(bootfs: Path) -> None:
    theirs = "#cloud-config\nhostname: pub\nusers:\n- name: jo\n  passwd: $6$x\nssh_pwauth: true\n"
    (bootfs / "user-data").write_text(theirs)
    (bootfs / "network-config").write_text("network:\n  version: 2\n  wifis:\n    wlan0: {}\n")
    card = BootPartition(bootfs)
    assert card.lost() == ["user-data (hostname, users, ssh_pwauth)", "network-config (network)"]
    assert card.keep_copies() == ["user-data.before-first-boot", "network-config.before-first-boot"]
    assert (bootfs / "user-data.before-first-boot").read_text() == theirs


def test_our_own_and_the_templates_of_older_images_may_be_replaced(bootfs: Path) -> None:
    (bootfs / "user-data").write_text(f"#cloud-config\n{OURS}\nusers: []\n")
    (bootfs / "network-config").write_text("network:\n  version: 2\n  ethernets:\n    eth0:\n      dhcp4: true\n")
    assert BootPartition(bootfs).lost() == []
    assert BootPartition(bootfs).keep_copies() == []


def test_what_is_written_replaces_what_another_run_has_left(bootfs: Path) -> None:
    BootPartition(bootfs).write({"ligretto/old": b"1", "ligretto/pictures/old": b"2"})
    (bootfs / "ligretto.done").mkdir()
    BootPartition(bootfs).write({"ligretto/new": b"3", "user-data": b"4"})
    assert [path.name for path in (bootfs / "ligretto").iterdir()] == ["new"]
    assert not (bootfs / "ligretto.done").exists()
    assert (bootfs / "user-data").read_bytes() == b"4"


def test_a_card_without_room_is_refused_before_anything_is_written(
    bootfs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_module.shutil, "disk_usage", lambda _: Usage(10 << 20))
    BootPartition(bootfs).check_room({"a": bytes(5 << 20)})
    with pytest.raises(Unusable, match="13 MB are needed there and 10 MB are free"):
        BootPartition(bootfs).check_room({"a": bytes(9 << 20)})
    (bootfs / "a").write_bytes(bytes(5 << 20))
    BootPartition(bootfs).check_room({"a": bytes(9 << 20)})  # replaces a part of it


class Usage:
    """An answer of ``shutil.disk_usage``."""

    def __init__(self, free: int) -> None:
        self.free = free


def test_a_card_that_is_pulled_out_is_told_and_nothing_is_by_halves(
    bootfs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(_: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    card = BootPartition(bootfs)
    before = (bootfs / "user-data").read_text()
    monkeypatch.setattr(os, "fsync", pulled)
    with pytest.raises(Unusable, match=r"user-data: could not be written \(Input/output error\): was the card pulled"):
        card.write({"user-data": b"#cloud-config\n"})
    assert (bootfs / "user-data").read_text() == before


def test_a_card_that_reads_otherwise_than_it_was_written_is_told(bootfs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_module, "_read_from_disk", lambda _: b"#cloud-confih\n")
    with pytest.raises(Unusable, match="it was not read back as written"):
        BootPartition(bootfs).write({"user-data": b"#cloud-config\n"})
