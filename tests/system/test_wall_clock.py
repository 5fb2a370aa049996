"""Whether the network sets the clock: the mark of systemd-timesyncd, and for all others what the kernel knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from kiosk.system import wall_clock


@pytest.mark.parametrize(
    ("script", "known"),
    [
        ('test "$*" = "show --property=NTPSynchronized --value" && echo yes', True),
        ("echo no", False),
        ("echo 'Failed to connect to bus' >&2; exit 1", None),
        ("exec sleep 9", None),
        (None, None),
    ],
    ids=["chrony", "nobody", "no bus", "hangs", "no timedatectl"],
)
def test_what_the_kernel_knows_counts_whichever_program_sets_its_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str | None, known: bool | None
) -> None:
    monkeypatch.setattr(wall_clock, "_TIMESYNCD", tmp_path / "synchronized")
    monkeypatch.setattr(wall_clock, "_PATIENCE_S", 0.2)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin" if script else str(tmp_path))
    if script:
        (tmp_path / "timedatectl").write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / "timedatectl").chmod(0o755)
    assert wall_clock.synchronised() is known
    assert wall_clock.set_by_network() is (known is True)
    (tmp_path / "synchronized").touch()
    assert wall_clock.set_by_network(), "it was, since the machine was switched on"
