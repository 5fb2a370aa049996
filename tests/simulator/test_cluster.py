"""A simulation on a Dask cluster: the same numbers, whatever workers come, go or are killed in between."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.cli.main import main
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.rules import CardRules
from kiosk.simulator import cluster as module
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.cluster import ClusterError, on_cluster
from kiosk.simulator.run import WorkersLostError, simulate
from kiosk.simulator.work import Result, no_rounds
from tests.rig.dask_cluster import DaskCluster
from tests.rig.package import installed_package
from tests.rig.simulated import card_simulation, result_of

BOTS = (SimulatedBot(), SimulatedBot("random"))
VARIANTS = [card_simulation(CardRules(), BOTS), card_simulation(rules_of("nordic_is"), BOTS)]
ROUNDS = 600


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    pytest.importorskip("distributed", reason="distributed is missing: install the extra dev or cluster")
    running = DaskCluster(tmp_path)
    yield running
    running.stop()


def results(cluster: DaskCluster, told: list[str]) -> Iterator[Result]:
    return simulate(VARIANTS, ROUNDS, no_rounds(VARIANTS, 2), on_cluster(cluster.address, told.append))


@pytest.mark.long
@pytest.mark.process
@pytest.mark.filterwarnings("default")  # Dask's own
@pytest.mark.timeout(300)
def test_workers_come_and_are_killed_and_the_numbers_stay_the_same(cluster: DaskCluster) -> None:
    told: list[str] = []
    events = iter((cluster.add, cluster.kill, cluster.add, cluster.kill))
    due = ROUNDS // 10
    running = results(cluster, told)
    cluster.add()
    for result in running:
        if result.done >= due:
            due += ROUNDS // 10
            next(events, int)()
    assert next(events, None) is None, "all that was to happen has happened"
    assert result == result_of(VARIANTS, ROUNDS, 2, workers=2)


@pytest.mark.long
@pytest.mark.process
@pytest.mark.filterwarnings("default")
@pytest.mark.timeout(300)
def test_a_simulation_waits_for_workers_and_says_so_and_prints_the_same(
    cluster: DaskCluster, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def say(words: str, _to: object = None) -> None:
        said.append(words)
        cluster.add()

    said: list[str] = []
    monkeypatch.setattr("kiosk.cli.simulate.say", say)
    asked = ["simulate", "--rounds", "50", "--json"]
    assert main([*asked, "--scheduler", cluster.address]) == 0
    on_it = capsys.readouterr().out
    assert f"dask worker {cluster.address} --nworkers auto --nthreads 1" in said[0]
    assert main([*asked, "--workers", "1"]) == 0
    assert capsys.readouterr().out == on_it


@pytest.mark.long
@pytest.mark.process
@pytest.mark.filterwarnings("default")
@pytest.mark.timeout(300)
def test_a_scheduler_that_is_lost_is_told(cluster: DaskCluster) -> None:
    running = results(cluster, [])
    cluster.add()
    next(running)
    cluster.kill_scheduler()
    with pytest.raises(WorkersLostError, match="was lost"):
        list(running)


@pytest.mark.long
@pytest.mark.process
@pytest.mark.filterwarnings("default")
@pytest.mark.timeout(300)
def test_workers_of_another_version_are_refused(cluster: DaskCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "version", lambda: "99.0")
    running = results(cluster, [])
    cluster.add()
    with pytest.raises(ClusterError, match=r"a worker has ligretto-kiosk .*: install ligretto-kiosk 99\.0"):
        list(running)


def test_without_the_package_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "--scheduler", "tcp://127.0.0.1:8786"]) == 2
    assert "install the extra cluster (pip install -e '.[cluster]')" in capsys.readouterr().err


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "tls://127.0.0.1:9"])
def test_a_scheduler_that_does_not_answer_is_told(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="distributed is missing: install the extra dev or cluster")
    monkeypatch.setattr(module, "CONNECT_S", 0.5)
    assert main(["simulate", "--scheduler", address]) == 2
    told = capsys.readouterr().err
    assert f"no scheduler answers at {address}" in told
    assert told.count("\n") == 1


@pytest.mark.filterwarnings("default")
def test_what_listens_there_and_is_no_scheduler_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed", reason="distributed is missing: install the extra dev or cluster")
    monkeypatch.setattr(module, "CONNECT_S", 0.1)
    monkeypatch.setattr(module, "CLIENT_S", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert main(["simulate", "--scheduler", address]) == 2
    assert f"no scheduler answers at {address}" in capsys.readouterr().err


def test_a_package_that_keeps_dask_from_working_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def client(_address: str) -> None:
        raise TypeError("Pair.__new__() missing 1 required positional argument")  # as an import of Dask does

    monkeypatch.setattr(module, "_client", client)
    monkeypatch.syspath_prepend(installed_package(tmp_path, "broken", "", "[dask.sizeof]\nthis is no entry point\n"))
    assert main(["simulate", "--scheduler", "tcp://127.0.0.1:8786"]) == 2
    (told,) = capsys.readouterr().err.splitlines()
    assert "beside" in told
    assert "broken-1.0.dist-info" in told
    assert "reinstall or uninstall" in told
