"""``kiosk simulate`` with a game from another package: its options and its failures concern that game alone."""

from __future__ import annotations

import pytest
from ligretto_dominoes.simulator import SIMULATOR

from kiosk.cli.main import main
from kiosk.simulator.game_simulator import Option

FEW = ["--rounds", "2", "--workers", "1"]


@pytest.mark.usefixtures("registered")
def test_an_option_may_be_called_as_one_of_another_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = (Option("stacks", "a name that cards have", ("low", "high")), Option("rounds", "a name that all have"))
    monkeypatch.setattr(type(SIMULATOR), "options", own)
    assert main(["simulate", "--game", "dominoes", "--dominoes-stacks", "low", "--dominoes-rounds", *FEW]) == 0
    assert main(["simulate", "--players", "2", "--stacks", "8,10", *FEW]) == 0
    capsys.readouterr()
    assert main(["simulate", "--dominoes-rounds", *FEW]) == 2
    assert capsys.readouterr().err == "--dominoes-rounds is only for --game dominoes\n"


def test_a_game_whose_simulator_cannot_be_loaded_is_left_out(
    registered: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delattr("ligretto_dominoes.simulator.SIMULATOR")
    assert main(["simulate", *FEW]) == 0
    capsys.readouterr()
    with pytest.raises(SystemExit):
        main(["simulate", "--game", registered])
    assert "invalid choice: 'dominoes'" in capsys.readouterr().err
