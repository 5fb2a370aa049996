"""A game of another package that raises or hangs while it is played: its match ends, and the table goes on."""

from __future__ import annotations

import itertools
import json
import queue
import shutil
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from ligretto_dominoes import bots, table

from hardware.api import DeviceFault, Instant, milliseconds
from hardware.other_packages import ForeignError, tried
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.journal.reader import read_files, unfinished
from kiosk.journal.records import BrokenOff
from kiosk.protocol import client
from kiosk.protocol.state import AttractScene
from kiosk.system import set_aside
from kiosk.table.inputs import TimePassed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table_process import assemble, game_fence
from kiosk.table_process.runner import Runner
from tests.benchmarks.processes import running, until
from tests.examples.test_dominoes import Person
from tests.rig.command import run_here
from tests.rig.kiosk_process import environment_of
from tests.rig.package import installed_package, path_with
from tests.rig.watcher import Watcher

PLANS = tuple(msg.SeatPlan(SeatNumber(number), edge, 0.5) for number, edge in ((1, "south"), (2, "north")))
START = Instant(1_000_000_000_000)
RAISES = {
    "an error": "raise RuntimeError('odd')",
    "the program's exit": "import sys; sys.exit(3)",
    "an interrupt": "raise KeyboardInterrupt",
    "an error of its own kind": "raise type('Odd', (BaseException,), {'__str__': lambda s: 1 / 0})",
    "no end of calls": "odd(*told)",
}
WHERE = {
    "a view of a seat": (table.DominoGame, "seat_view"),
    "a view of the table": (table.DominoGame, "table_view"),
    "a deal": (table.DominoGame, "deal"),
    "a bot": (bots.DominoBot, "_decide"),
    "its pieces": (table.DominoMoves, "moves_of"),
    "its rules": (table.DominoTableGame, "with_rules"),
}


def odd(does: str, module: Any = table) -> Any:
    """Return a function of the game's package that does this."""
    space: dict[str, Any] = dict(vars(module))
    exec(f"def odd(*told):\n    {does}", space)  # noqa: S102  so that the code is the game's
    return space["odd"]


class Shown:
    """A runner whose session plays the game, and everything that it shows."""

    def __init__(self, kind: str) -> None:
        self.now = START
        self.snapshots: list[msg.Snapshot] = []
        self.session = Session(TableSettings(PLANS, game=kind), itertools.count(5), START)
        self.runner = Runner(self.session, queue.SimpleQueue(), self, self, lambda: self.now)  # type: ignore[arg-type]
        self.runner.begin()

    def show(self, *told: Any) -> None:
        if isinstance(told[0], msg.Snapshot):
            self.snapshots.append(told[0])

    def play(self) -> None:
        """Begin a round of the game, played by bots, as for visitors."""
        while self.session.table.games() != {"dominoes"}:
            self.session.end_match()
        while self.session.snapshot(0).scene != AttractScene.PLAY:
            self.pass_time(1)

    def pass_time(self, steps: int) -> None:
        for _ in range(steps):
            self.now = Instant(self.now + milliseconds(500))
            self.runner.turn([TimePassed()], self.now)
            self.runner._patience()


@pytest.fixture
def shown(registered: str) -> Shown:
    return Shown(registered)


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("what", RAISES)
def test_a_game_that_raises_is_dropped_and_the_table_goes_on(
    shown: Shown, monkeypatch: pytest.MonkeyPatch, where: str, what: str
) -> None:
    shown.play()
    monkeypatch.setattr(*WHERE[where], odd(RAISES[what]))
    if where in ("a deal", "its rules"):
        assert not shown.runner._fence.call(lambda: [shown.session.end_match() for _ in range(3)])
    shown.pass_time(20)
    assert registry.names() == ("cards", "dice")
    assert shown.session.table.games() <= {"cards", "dice"}
    (fault,) = shown.runner.faults
    assert fault.device == "game dominoes"
    told = msg.english(fault.fault)
    assert told.startswith("the game dominoes of ligretto_dominoes:ENTRY does not work: ")
    before = shown.snapshots[-1]
    shown.pass_time(20)
    assert shown.snapshots[-1].moves != before.moves, "others play"


def test_a_game_that_fails_before_its_first_round_is_kept_leaves_nothing_in_the_journal(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record before the round that it belongs to would end the table."""
    table_ = shown.session.table
    table_.log.on = True
    match = table_.match = table_.new_match(table_.choices.game(), [SeatNumber(1), SeatNumber(2)], [])
    match.log, match.identity = table_.log, "a match"
    monkeypatch.setattr(table.DominoGame, "deal", odd("raise RuntimeError('odd')"))
    assert not shown.runner._fence.call(lambda: match.start_round(START))
    assert table_.match is not match
    assert table_.log.take() == []


@pytest.mark.parametrize("what", RAISES)
@pytest.mark.parametrize("where", ["offers", "with_rules"])
def test_a_table_starts_without_a_game_that_fails_at_once(
    registered: str, monkeypatch: pytest.MonkeyPatch, where: str, what: str
) -> None:
    assert registered in registry.names()
    monkeypatch.setattr(table.DominoTableGame, where, odd(RAISES[what]))
    settings = TableSettings(PLANS, game=registered)
    session, (fault,) = game_fence.begun(settings, lambda known: Session(known, itertools.count(5), START))
    assert registry.names() == ("cards", "dice")
    assert session.table.settings.game == "cards"
    assert fault.device == "game dominoes"


@pytest.mark.parametrize("junk", [None, 7, {"no_such_field": 1}, {"centered": object(), "own": {}}])
def test_a_game_whose_answer_is_none_is_dropped(shown: Shown, monkeypatch: pytest.MonkeyPatch, junk: object) -> None:
    shown.play()
    monkeypatch.setattr(table.DominoGame, "seat_view", lambda *_: junk)
    shown.pass_time(5)
    is_an_answer = isinstance(junk, dict) and "centered" in junk  # what is wrong in it is seen when it is sent
    assert ("dominoes" in registry.names()) is is_an_answer


def test_a_mistake_of_ours_is_not_blamed_on_a_game(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise KeyboardInterrupt

    shown.play()
    monkeypatch.setattr(Session, "_take", fail)
    with pytest.raises(KeyboardInterrupt):
        shown.pass_time(1)
    assert registry.others() == ("dominoes",)


def test_a_game_that_cannot_say_what_it_understands_understands_nothing(
    registered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.table.games.game import understood  # noqa: PLC0415  it is registered by now

    monkeypatch.setattr(table.DominoTableGame, "understands", odd("import sys; sys.exit(3)"))
    assert registered in registry.names()
    assert not understood(msg.GameMove(SeatNumber(1), "odd", "odd", 5))


@pytest.mark.parametrize(
    ("number", "does"),
    [
        (0, "import sys; sys.exit(3)"),
        (1, "raise KeyboardInterrupt"),
        (2, "import time; time.sleep(1000)"),
        (3, "import os; os._exit(0)"),
        (4, "import os; os.kill(os.getpid(), 9)"),
    ],
)
def test_a_package_that_does_not_load_is_left_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int, does: str
) -> None:
    monkeypatch.setattr(registry, "tried", partial(tried, patience_s=0.2))
    name = f"odd_game_{number}"
    points = f"[{registry.GROUP}]\nodd = {name}:ENTRY\n"
    monkeypatch.syspath_prepend(installed_package(tmp_path, name, does, points))
    registry.entries.cache_clear()
    assert registry.names() == ("cards", "dice")
    registry.entries.cache_clear()


def test_a_part_in_which_the_program_would_end_is_never_loaded_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    points = f"[{registry.GROUP}]\nodd = odd_entry:ENTRY\n"
    entry = "import ligretto_dominoes\n"
    entry += "ENTRY = ligretto_dominoes.ENTRY._replace(name='odd', replay='odd_entry_part:REPLAY')"
    monkeypatch.syspath_prepend(installed_package(tmp_path, "odd_entry", entry, points))
    (tmp_path / "odd_entry_part.py").write_text("import os; os._exit(7)")
    for _ in range(2):
        registry.entries.cache_clear()
        assert registry.names() == ("cards", "dice")
    monkeypatch.undo()
    registry.entries.cache_clear()
    assert "it ends the program (exit status 7): update or uninstall odd_entry 1.0" in caplog.text


def test_a_package_that_is_set_aside_is_not_even_loaded_until_its_version_changes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    points = f"[{registry.GROUP}]\nodd = odd_aside:ENTRY\n"
    source = f"open({str(tmp_path / 'loaded')!r}, 'w').close()"
    monkeypatch.syspath_prepend(installed_package(tmp_path / "one", "odd_aside", source, points))
    set_aside.add(tmp_path, "odd_aside 1.0", "odd")
    registry.keep_out(set_aside.read(tmp_path))
    try:
        assert registry.names() == ("cards", "dice")
        assert not (tmp_path / "loaded").exists()
        (told,) = game_fence.told_absent(tmp_path, START)
        assert isinstance(told, DeviceFault)
        assert "odd_aside 1.0" in str(told.fault)
        monkeypatch.syspath_prepend(installed_package(tmp_path / "two", "odd_aside", source, points, "1.1"))
        registry.keep_out(set_aside.read(tmp_path))
        assert registry.names() == ("cards", "dice")
        assert (tmp_path / "loaded").exists()
    finally:
        registry.keep_out({})


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a": 5}', "\0", '["a"]', "7", "[" * 100_000])
def test_a_damaged_list_of_what_is_set_aside_names_nothing(tmp_path: Path, text: str) -> None:
    set_aside.file_in(tmp_path).write_text(text)
    assert set_aside.read(tmp_path) == {}


def test_a_mark_blames_only_the_game_that_was_called_when_the_process_died(tmp_path: Path) -> None:
    set_aside.add_died(tmp_path)
    mark = set_aside.CallMarkFile(tmp_path)
    mark.set("odd 1.0", "odd")
    mark.clear()
    set_aside.add_died(tmp_path)
    assert set_aside.read(tmp_path) == {}
    mark.set("even 2.0", "even")
    mark.set("odd 1.0", "odd")
    set_aside.add_died(tmp_path)
    assert set_aside.read(tmp_path) == {"odd 1.0": "odd"}


def test_a_game_in_which_the_table_dies_while_it_starts_is_set_aside_by_the_next_start(
    registered: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert registered in registry.names()
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path))
    monkeypatch.setattr(table.DominoTableGame, "with_rules", odd("import os; os._exit(3)"))
    with pytest.raises(ForeignError, match="exit status 3"):
        tried(partial(assemble._drop_games, print))
    try:
        set_aside.add_died(tmp_path)
        assert set_aside.read(tmp_path) == {"ligretto_dominoes:ENTRY": "dominoes"}
        told: list[DeviceFault] = []
        assemble._drop_games(told.append)
        assert [one.fault.code for one in told] == ["game.set_aside"]
        assert registry.names() == ("cards", "dice")
    finally:
        registry.keep_out({})


@pytest.mark.parametrize(
    "page", [b"", b"\1", b"\1[]\0", b'\1["another boot", "odd 1.0", "odd", 0]\0', b"\1" + b"[" * 4000]
)
def test_a_mark_of_another_boot_or_a_damaged_one_blames_nobody(tmp_path: Path, page: bytes) -> None:
    (tmp_path / "game-being-called").write_bytes(page)
    set_aside.add_died(tmp_path)
    assert set_aside.read(tmp_path) == {}


ODD = """

import os as _os


def _oddly(was):
    def odd(*told):
        if _os.path.exists(_os.environ["KIOSK_ODD"]):
            with open(_os.environ["KIOSK_ODD"]) as file:
                exec(file.read())
        return was(*told)

    return odd


DominoGame.table_view = _oddly(DominoGame.table_view)
DominoTableGame.understands = _oddly(DominoTableGame.understands)
"""


@pytest.mark.process
@pytest.mark.parametrize(
    ("does", "status"),
    [
        ("import time; time.sleep(1000)", set_aside.EXIT),
        pytest.param("while True: pass", set_aside.EXIT, marks=pytest.mark.slow),
        pytest.param("if len(told) == 2: import time; time.sleep(1000)", set_aside.EXIT, marks=pytest.mark.slow),
        pytest.param("if len(told) == 4: import os; os._exit(3)", 3, marks=pytest.mark.slow),
        pytest.param("if len(told) == 4: import os; os.abort()", -signal.SIGABRT, marks=pytest.mark.long),
    ],
    ids=["sleeps", "spins", "sleeps when a display speaks", "exits", "crashes"],
)
def test_a_game_in_which_the_table_ends_is_set_aside_and_the_next_start_does_without_it(
    tmp_path: Path, installed: Path, does: str, status: int
) -> None:
    site = shutil.copytree(installed, tmp_path / "site")
    with (site / "ligretto_dominoes/table.py").open("a") as file:
        file.write(ODD)
    config, hangs, socket = tmp_path / "table.toml", tmp_path / "odd", tmp_path / "table" / "sock"
    config.write_text(f'[game]\nkind = "dominoes"\n\n{(CONFIGS / "four_seats.toml").read_text()}')
    environment = {**environment_of(tmp_path, None), **path_with(site), "KIOSK_ODD": str(hangs)}
    command = ["-m", "kiosk", "table", "--config", str(config), "--seed", "3"]
    with running(socket, *command, environment=environment) as process:
        until(socket.exists)
        person = Person(socket)
        person.sit_down()
        hangs.write_text(does)
        person.say(msg.GameMove(SeatNumber(1), "draw", "", time.monotonic_ns()))
        assert process.wait(30) == status
    socket.unlink()
    state = Path(environment["KIOSK_STATE_DIR"])
    with running(socket, *command, environment=environment):
        until(socket.exists)
        with Watcher(socket) as watcher:
            shown = watcher.wait_for("bots that play", lambda shown: bool(shown.moves))
            assert shown.game in ("cards", "dice")
        until(lambda: client.ask_health(socket, 5.0).faults)
        (fault,) = client.ask_health(socket, 5.0).faults
        told = msg.english(fault.fault)
        assert "the game dominoes of ligretto-dominoes 1.0.0 is set aside" in told
        assert str(set_aside.file_in(state)) in told
    assert json.loads(set_aside.file_in(state).read_text()) == {"ligretto-dominoes 1.0.0": "dominoes"}
    assert unfinished(state / "journal") is None
    last = [log for read in read_files(state / "journal") for log in read.rounds][-1]
    assert (last.started.game, type(last.over), last.ended) == ("dominoes", BrokenOff, None), "it does not count"
    checked = run_here(environment, "config", "check", str(config))
    assert checked.returncode == 0
    assert "is set aside" in f"{checked.stdout}{checked.stderr}"
