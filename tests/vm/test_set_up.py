"""The set-up as somebody types it at the machine's own screen, on which the table appears at its end."""

from pathlib import Path

import pytest

from tests.rig.appliance import RELEASES, STATE
from tests.rig.vm.appliance import PASSWORD, SOURCE_NAME, VirtualTable, configuration, fresh
from tests.rig.vm.kernel import Kernel
from tests.rig.vm.keyboard import KEYBOARD, type_in
from tests.rig.vm.looks import Keep, shows_its_scene

pytestmark = [pytest.mark.vm, pytest.mark.slow, pytest.mark.timeout(3600)]

FETCHES_S = 2400.0
"""An emulated processor unpacks and compiles what pip has fetched in minutes."""


def test_one_command_typed_at_the_screen_makes_the_machine_a_table(
    started_with: Kernel, tmp_path: Path, keep: Keep
) -> None:
    disk = fresh(tmp_path, started_with, configuration())
    with VirtualTable(tmp_path, started_with, disk, options=KEYBOARD) as table:
        table.boot()
        table.wait_for("a login prompt", lambda: table.processes("agetty"))
        type_in(table, "root\n")
        table.wait_for("the question for the password", lambda: table.processes("/bin/login"))
        type_in(table, f"{PASSWORD}\n")
        table.wait_for("a shell", lambda: table.processes("-bash"))
        type_in(table, f"{SOURCE_NAME}/systemd/setup appliance --config table.toml\n")
        pin = f"{STATE}/service-pin"
        table.wait_for("the PIN", lambda: table.run("test", "-e", pin).returncode == 0, FETCHES_S)
        keep("set-up", table.screen())
        table.wait_until_shown("attract", limit=600)
        table.wait_for("its end", lambda: table.run("test", "-e", f"{RELEASES}/trial").returncode == 1, 600)
        shows_its_scene(table, keep, "table")
        assert "fault" not in table.run("kiosk", "doctor").stdout.replace("no faults", "")
        login = table.show("getty@tty1.service", "ActiveState")["ActiveState"]
        assert login == "inactive", "nobody can log in where the table is shown"
