"""A table of an earlier version that venues have is upgraded in mid-match, with all that it keeps, and taken back."""

import csv
import io
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import Button
from tests.rig.appliance import RELEASES, STATE, TABLE, Appliance
from tests.rig.earlier_versions import EARLIER_VERSIONS, EarlierVersion
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.appliance, pytest.mark.slow, pytest.mark.timeout(1800)]

FOLDER = "/root/saved"
ROUND_S = 600.0
PACE_S = 5.0


@pytest.fixture(params=EARLIER_VERSIONS, ids=lambda version: version.name)
def earlier(request: pytest.FixtureRequest) -> EarlierVersion:
    version: EarlierVersion = request.param
    return version


@pytest.fixture
def machine(tmp_path: Path, earlier: EarlierVersion) -> Iterator[Appliance]:
    folder = tmp_path / "machine"
    folder.mkdir()
    with Appliance(folder, earlier=earlier.source(tmp_path / "earlier")) as made:
        made.boot()
        ended = made.set_up(source="/earlier")
        assert ended.returncode == 0, ended.stdout + ended.stderr
        made.earlier = earlier
        yield made
    shutil.rmtree(folder)


def play_a_round(machine: Appliance) -> None:
    """Play on until a round has been counted, and the next one runs."""
    machine.play()
    with machine.watched() as table:
        deadline = time.monotonic() + ROUND_S
        while table.look().state != "round_result":
            machine.press(1, Button.PLAY)  # a sign of life, or the seat would be given up
            time.sleep(PACE_S)
            assert time.monotonic() < deadline, table.newest.state
        machine.wait_for("a press that counts", lambda: pressed_on(machine, table))
    machine.play()


def pressed_on(machine: Appliance, table: Watcher) -> bool:
    machine.press(1, Button.PLAY)
    return table.look().state != "round_result"


def counted(machine: Appliance) -> list[dict[str, str]]:
    """The results that ``kiosk scores`` has, one a seat and round."""
    listed = machine.run("kiosk", "scores", "rounds", "--csv")
    assert listed.returncode == 0, listed.stderr
    return [*csv.DictReader(io.StringIO(listed.stdout))]


def has(machine: Appliance, results: list[dict[str, str]]) -> bool:
    """Whether these are counted there, too: a version may tell more of each, and more rounds may have been played."""
    told = counted(machine)
    same = [name for name in results[0] if name in told[0]]
    return len(same) > 9 and all(any(all(one[name] == row[name] for name in same) for row in told) for one in results)


def test_what_it_keeps_comes_along_and_back(machine: Appliance, earlier: EarlierVersion) -> None:
    old = machine.release()
    play_a_round(machine)
    name = machine.journal().round
    before = machine.wait_for("the round's scores", lambda: counted(machine) or None, 120.0)
    machine.run("mkdir", FOLDER)
    saved = machine.run("kiosk", "backup", FOLDER)
    assert saved.returncode == 0, saved.stderr

    ended = machine.set_up()
    machine.earlier = None
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert machine.release("previous") == old
    machine.plays_on(name, "recovery")
    assert has(machine, before)

    back = machine.set_up(source=f"{RELEASES}/previous")
    machine.earlier = earlier
    assert back.returncode == 0, back.stdout + back.stderr
    assert machine.release() == old
    machine.plays_on(name, "recovery")
    refused = machine.run("kiosk", "scores", "rounds", "--csv")  # the newer one has added to its store
    assert refused.returncode != 0
    assert "newer" in refused.stderr

    ended = machine.set_up()
    machine.earlier = None
    assert ended.returncode == 0, ended.stdout + ended.stderr
    machine.run("systemctl", "stop", TABLE)
    machine.run("sh", "-c", f"rm -rf {STATE}/journal {STATE}/*.sqlite*")
    restored = machine.run("kiosk", "restore", FOLDER)
    assert restored.returncode == 0, restored.stderr
    machine.run("systemctl", "start", TABLE)
    machine.plays_on(name, "recovery")
    assert has(machine, before)
