"""A game of another package whose picture raises or hangs: the display goes on without it, and the table is told."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from ligretto_dominoes import picture, rulebook, words

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.game_registry import registry
from kiosk.protocol import client
from kiosk.system import set_aside
from kiosk.table.inputs import PictureFailed
from tests.examples.test_broken_game import RAISES, Shown, odd, shown  # noqa: F401  a fixture
from tests.rig.kiosk_process import KioskProcess
from tests.rig.package import path_with

Made = Callable[[], Any]


@pytest.fixture
def fence(registered: str, tmp_path: Path) -> Iterator[Made]:
    """A maker of fences, as a display that starts makes one; each appends to its ``begun`` when it starts over."""
    from kivy.base import ExceptionManager  # noqa: PLC0415  only where a test needs Kivy

    from kiosk.display.game_fence import PictureFence  # noqa: PLC0415  it imports Kivy

    made: list[Any] = []

    def make() -> Any:
        begun: list[int] = []
        made.append(PictureFence(tmp_path, lambda: begun.append(1)))
        made[-1].begun, made[-1].raises, made[-1].passes = begun, ExceptionManager.RAISE, ExceptionManager.PASS
        return made[-1]

    yield make
    for one in made:
        one.close()
    registry.keep_out({})


def raised(call: Callable[[], object]) -> BaseException:
    try:
        call()
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


@pytest.mark.ui
@pytest.mark.parametrize("what", RAISES)
def test_a_picture_that_raises_is_told_once_and_the_display_starts_over(fence: Made, what: str) -> None:
    display = fence()
    assert display.show("dominoes")
    error = raised(odd(RAISES[what], picture))
    assert display.handle_exception(error) == display.passes
    assert display.handle_exception(error) == display.passes, "what is left of it may raise once more"
    assert display.begun == [1]
    assert not display.show("dominoes")
    assert display.show("cards")
    assert registry.names() == ("cards", "dice")
    told = msg.english(display.failed["dominoes"])
    assert told.startswith("the game dominoes of ligretto_dominoes:ENTRY does not work: ")


@pytest.mark.ui
def test_a_game_that_is_not_shown_is_blamed_for_its_texts_and_an_unknown_one_for_being_unknown(fence: Made) -> None:
    display = fence()
    display.show("cards")
    assert display.handle_exception(raised(odd("raise ValueError", words))) == display.passes
    display.show("odd")
    assert display.handle_exception(raised(lambda: registry.entry("odd"))) == display.passes
    assert set(display.failed) == {"dominoes", "odd"}


@pytest.mark.ui
def test_a_mistake_of_ours_and_ctrl_c_still_end_the_display(fence: Made) -> None:
    display = fence()
    display.show("cards")
    assert display.handle_exception(ValueError()) == display.raises
    display.show("dominoes")
    assert display.handle_exception(KeyboardInterrupt()) == display.raises


@pytest.mark.ui
@pytest.mark.parametrize("what", ["raise SystemExit(3)", "raise SyntaxError('odd')"])
def test_a_part_that_cannot_be_loaded_is_told_at_the_start(
    fence: Made, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    monkeypatch.setattr("kiosk.display.game_fence.rulebook_of_game", odd(what, rulebook))
    assert "does not work" in msg.english(fence().failed["dominoes"])
    assert registry.names() == ("cards", "dice")


@pytest.mark.ui
def test_a_game_is_set_aside_once_the_display_has_died_twice_while_it_was_shown(fence: Made, tmp_path: Path) -> None:
    for _ in range(2):
        assert set_aside.read(tmp_path) == {}
        display = fence()
        assert display.failed == {}
        display.show("dominoes")
    display = fence()
    assert set_aside.read(tmp_path) == {"ligretto_dominoes:ENTRY": "dominoes"}
    assert "is set aside" in msg.english(display.failed["dominoes"])
    assert not display.show("dominoes")


@pytest.mark.ui
def test_a_display_that_dies_without_the_game_or_ends_normally_blames_nobody(fence: Made, tmp_path: Path) -> None:
    for _ in range(3):
        display = fence()
        display.show("dominoes")
        display.show("cards")
        ended = fence()
        ended.show("dominoes")
        ended.close()
    fence()
    assert set_aside.read(tmp_path) == {}


def test_the_table_ends_the_match_of_a_game_that_a_display_cannot_show(shown: Shown) -> None:  # noqa: F811
    shown.play()
    failed = PictureFailed("dominoes", msg.Fault("game.failed", {"game": "dominoes", "package": "p", "error": "odd"}))
    for told in (PictureFailed("cards", failed.fault), failed, failed):
        shown.runner.turn([told], shown.now)
    assert registry.names() == ("cards", "dice")
    assert shown.session.table.games() <= {"cards", "dice"}
    (fault,) = shown.runner.faults
    assert msg.english(fault.fault).startswith("the game dominoes of ligretto_dominoes:ENTRY does not work: odd")


def test_a_game_that_a_display_cannot_show_is_offered_no_longer(registered: str) -> None:
    with_it = Shown("cards")
    choices = with_it.session.table.choices
    with_it.runner.turn([PictureFailed(registered, msg.Fault("game.failed"))], with_it.now)
    (offered,) = (one.values for one in choices.view(4).choices if one.key == "game")
    assert offered == ("cards", "dice")
    choices.choose("game", registered)
    assert choices.kind == "cards"


ODD = """

import os as _os


def _oddly(was):
    def odd(*told, **more):
        if _os.path.exists(_os.environ["KIOSK_ODD"]):
            with open(_os.environ["KIOSK_ODD"]) as file:
                exec(file.read())
        return was(*told, **more)

    return odd


type(PICTURE).draw_centre = _oddly(type(PICTURE).draw_centre)
"""


@pytest.mark.long
@pytest.mark.process
@pytest.mark.parametrize(
    ("does", "told"),
    [
        ("raise type('Odd', (BaseException,), {})", "does not work: Odd"),
        ("import os; os._exit(3)", "is set aside"),
        ("import time; time.sleep(1000)", "is set aside"),
    ],
    ids=["raises", "exits", "hangs"],
)
def test_a_kiosk_whose_picture_of_a_game_breaks_comes_up_with_its_own_games(
    tmp_path: Path, installed: Path, does: str, told: str
) -> None:
    site = shutil.copytree(installed, tmp_path / "site")
    with (site / "ligretto_dominoes/picture.py").open("a") as file:
        file.write(ODD)
    config, breaks = tmp_path / "table.toml", tmp_path / "odd"
    config.write_text(f'[game]\nkind = "dominoes"\n\n{(CONFIGS / "four_seats.toml").read_text()}')
    beside = {**path_with(site), "KIOSK_ODD": str(breaks)}
    with KioskProcess(tmp_path, "--config", str(config), beside=beside) as kiosk:
        kiosk.wait_for("the first picture", lambda scene: scene.things)
        for state in ("ready", "play"):
            subprocess.run([sys.executable, "-m", "kiosk", "press", "1", "play"], env=kiosk.environment, check=True)
            kiosk.wait_for(state, lambda scene, state=state: scene.state == state)
        breaks.write_text(does)
        kiosk.wait_for("our own games", lambda scene: scene.state == "attract")
        (fault,) = client.ask_health(kiosk.socket("table"), 5.0).faults
        assert told in msg.english(fault.fault)
