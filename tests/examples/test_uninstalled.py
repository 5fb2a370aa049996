"""The example game is uninstalled while a round of it waits in the journal: the table starts without it."""

import os
from pathlib import Path

import pytest

from kiosk.config.loader import CONFIGS
from kiosk.game_registry import registry
from tests.benchmarks.processes import running, until
from tests.examples.test_dominoes import Person, laid
from tests.rig.kiosk_process import environment_of
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.process, pytest.mark.ui]


def test_a_table_starts_although_its_game_was_uninstalled_in_the_middle_of_a_round(
    tmp_path: Path, installed: Path
) -> None:
    config = tmp_path / "table.toml"
    config.write_text(f'[game]\nkind = "dominoes"\n\n{(CONFIGS / "four_seats.toml").read_text()}')
    path = os.environ.get("PYTHONPATH", "")
    environment, socket = environment_of(tmp_path, None), tmp_path / "table" / "sock"
    with_game = {**environment, "PYTHONPATH": os.pathsep.join(filter(None, (str(installed), path)))}
    command = ["-m", "kiosk", "table", "--config", str(config)]
    with running(socket, *command, "--seed", "3", environment=with_game):
        until(socket.exists)
        person = Person(socket)
        person.sit_down()
        person.play_until("a tile on the table", lambda shown: laid(shown) > 0)
    with running(socket, *command, "--last-good", environment=environment):
        until(socket.exists)
        with Watcher(socket) as watcher:
            shown = watcher.wait_for("bots that play", lambda shown: bool(shown.moves))
    assert shown.state == "attract"
    assert shown.game in registry.names()
    assert shown.notice is not None
    assert shown.notice.code == "configuration.not_installed"
