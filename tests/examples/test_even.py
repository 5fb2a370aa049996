"""``kiosk scores even`` with a game from another package, whose table offers no handicaps, or some of its own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ligretto_dominoes.simulator import SIMULATOR
from ligretto_dominoes.table import GAME, DominoGame

from kiosk.cli.main import main
from kiosk.game_registry import registry
from kiosk.simulator.game_simulator import Option, TableHandicap
from tests.results.conftest import Journals

EVEN = ["scores", "even", "Ada", "Bob", "--rounds", "100", "--workers", "1", "--json"]


@pytest.fixture(autouse=True)
def dominoes(registered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Six rounds of dominoes in the journal."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    journal = Journals(tmp_path / "journal")
    told: dict[str, Any] = {"game": registered, "chosen": {"preset": "one_chain"}}
    lines = ({"name": "Ada", "points": 1}, {"name": "Bob", "points": 2})
    journal.write(*[journal.round(*lines, **told) for _ in range(6)])


def test_a_game_without_handicaps_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(EVEN) == 2
    assert capsys.readouterr().err == "dominoes: the table offers no handicap that the simulator knows\n"


def test_its_own_handicaps_are_tried(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    own = (Option("tiles", "more tiles", each=(0, 9), handicap=TableHandicap("{} more tiles")),)
    monkeypatch.setattr(type(SIMULATOR), "options", own)
    offering = lambda _, rules: DominoGame(rules, handicaps=(0, 1, 2))  # noqa: E731
    monkeypatch.setattr(type(GAME), "with_rules", offering)
    assert main(EVEN) == 0
    tried = {(one["player"], one["handicap"]) for one in json.loads(capsys.readouterr().out)["handicaps"]}
    assert tried == {("", ""), ("Bob", "1 more tiles"), ("Bob", "2 more tiles")}


def test_a_game_whose_simulator_cannot_be_loaded_is_as_good_as_not_installed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr("ligretto_dominoes.simulator.SIMULATOR")
    registry.part.cache_clear()
    assert main(EVEN) == 2
    assert "'dominoes' is not an installed game (installed: cards, dice)\n" in capsys.readouterr().err
