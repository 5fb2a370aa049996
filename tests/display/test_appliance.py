"""The display of a table in a venue: no key, gesture or closed window ends it, and Kivy's configuration is ignored."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.cli import display
from kiosk.cli.main import main
from kiosk.cli.settings import INSTEAD
from kiosk.config.loader import CONFIGS
from kiosk.display.input.window_input import NO_KEYS, NO_TOUCHES, WindowInput
from kiosk.display.remote_control import ask_scene
from kiosk.faults.fault import english
from kiosk.protocol.client import NotRunning
from tests.benchmarks.processes import running, until
from tests.rig import xwindow
from tests.rig.scene import Scene
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher

LIMIT_S = 30.0
KEYCODES = range(8, 256)
"""Every key of an X server: evdev's codes plus 8."""
SHIFT, CONTROL, ALT, SUPER = 50, 37, 64, 133
HELD = ((), (CONTROL,), (ALT,), (CONTROL, ALT), (CONTROL, SHIFT), (SUPER,))
MODULES = ("inspector", "console", "webdebugger", "keybinding", "screen", "monitor", "touchring", "joycursor")
HOSTILE = {"KCFG_KIVY_EXIT_ON_ESCAPE": "1"} | {f"KCFG_MODULES_{name.upper()}": "1" for name in MODULES}
"""Environment variables that would open a way out if they were read."""
TELL_MODULES = """
import sys, threading
from tests.rig.main_loop import change_main_loop
def tell_modules(main_loop):
    runs = main_loop.Display.run
    def run(self, control):
        from kivy.clock import Clock
        from kivy.core.window import Window
        from kivy.modules import Modules
        active = [name for name, module in Modules.mods.items() if module.get("activated")]
        Clock.schedule_once(lambda _: print("modules", active, "cursor", Window.show_cursor, flush=True), 0.5)
        return runs(self, control)
    main_loop.Display.run = run
change_main_loop(tell_modules)
from kiosk.cli.main import main
from kiosk.cli.settings import INSTEAD
raise SystemExit(main())
"""


class Appliance:
    """A table and its display as in a venue, at a real X server without a window manager."""

    def __init__(self, folder: Path, screen: TouchTable, config: Path) -> None:
        self.socket = folder / "display/sock"
        self.table = folder / "table/sock"
        home = folder / "kivy"
        home.mkdir()
        lines = "\n".join(f"{name} =" for name in MODULES)
        (home / "config.ini").write_text(f"[kivy]\nconfig_version = 27\nexit_on_escape = 1\n[modules]\n{lines}\n")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "SDL_"))}
        self.process = subprocess.Popen(
            [sys.executable, "-c", TELL_MODULES, "display", "--appliance", "--config", str(config)],
            env={
                **kept,
                **HOSTILE,
                "DISPLAY": screen.display_name,
                "KIVY_GL_BACKEND": "mock",
                "KIVY_HOME": str(home),
                "KIOSK_RUNTIME_DIR": str(folder),
                "KIOSK_STATE_DIR": str(folder),
                "SDL_AUDIODRIVER": "dummy",
            },
            stdout=subprocess.PIPE,
            text=True,
        )

    def told(self) -> str:
        """Return the next line of its output."""
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def scene(self) -> Scene | None:
        try:
            return Scene.parse(ask_scene(self.socket))
        except NotRunning:
            return None

    def wait_for(self, found: Callable[[Scene], bool]) -> Scene:
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline:
            scene = self.scene()
            if scene is not None and found(scene):
                return scene
        raise AssertionError(f"it did not come; the display's end: {self.process.poll()}")


@pytest.fixture
def appliance(touch_table: TouchTable, tmp_path: Path) -> Iterator[Appliance]:
    config = CONFIGS / "four_seats.toml"
    socket = tmp_path / "table/sock"
    with running(socket, "-m", "kiosk", "table", "--config", str(config)):
        until(socket.exists)
        appliance = Appliance(tmp_path, touch_table, config)
        yield appliance
        appliance.process.kill()
        appliance.process.communicate()


@pytest.mark.touch
@pytest.mark.process
@pytest.mark.ui
def test_no_key_and_no_closed_window_leads_out_and_touches_play_on(
    appliance: Appliance, touch_table: TouchTable
) -> None:
    scene = appliance.wait_for(lambda scene: scene.state == "attract")
    assert scene.size == (touch_table.width, touch_table.height), "the whole screen, also without a window manager"
    assert not [thing for thing in scene.things if thing.what.startswith("sim_")], "no strip"
    assert appliance.told() == "modules [] cursor False\n"
    for held in HELD:
        for key in held:
            touch_table.key(key, press=True)
        for code in KEYCODES:
            if code not in held:
                touch_table.key(code, press=True)
                touch_table.key(code, press=False)
        for key in held:
            touch_table.key(key, press=False)
    touch_table.sync()
    xwindow.close(touch_table.display_name)
    with Watcher(appliance.table) as watcher:
        free = next(thing for thing in appliance.wait_for(lambda scene: scene.state == "attract").of("seat"))
        touch_table.down(0, free.x, free.y)
        touch_table.up(0)
        watcher.wait_for("a seat that is taken by a touch", lambda snapshot: snapshot.state == "ready")
        assert {view.heard for view in watcher.newest.seats} == {0}, "no key was a button's"
        taken = [view.seat for view in watcher.newest.seats if view.state != "free"]
    assert taken == [free.seat]
    after = appliance.wait_for(lambda scene: scene.state == "ready")
    assert after.size == scene.size
    appliance.process.send_signal(signal.SIGTERM)
    assert appliance.process.wait(LIMIT_S) == 0


class _Sdl:
    """A stand-in for SDL's window, with these events."""

    def __init__(self, *events: tuple[Any, ...]) -> None:
        self.events = [*events, False]

    def poll(self) -> Any:
        return self.events.pop(0)


class _Loop:
    def __init__(self) -> None:
        self.input_providers: list[Any] = []

    def add_input_provider(self, provider: Any) -> None:
        self.input_providers.append(provider)


class _Window:
    def __init__(self, sdl: _Sdl) -> None:
        self._win: Any = sdl


@pytest.mark.parametrize("closable", [True, False])
def test_every_key_of_the_keyboard_and_its_text_end_in_the_window_input(*, closable: bool) -> None:
    """Kivy sees none of SDL's events; only a closed window, if that may end the display."""
    keys = [
        (kind, modifiers, key, key, None)
        for kind in ("keydown", "keyup")
        for modifiers in (0, 64, 256)
        for key in range(512)
    ]
    window = _Window(_Sdl(*keys, ("quit",)))
    WindowInput(window, NO_TOUCHES, NO_KEYS, lambda _: None, closable=closable).attach(_Loop())
    seen = [window._win.poll() for _ in range(len(keys) + 1)]
    assert set(seen[:-1]) == {None}
    assert seen[-1] == (("quit",) if closable else None)


def test_a_display_keeps_a_last_good_configuration_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It belongs to another user than the table's, so what that user may not read it has here."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    shown: list[dict[str, Any]] = []
    monkeypatch.setattr(display, "run_display", lambda *_, **how: shown.append(how) or 0)
    file = tmp_path / "table.toml"
    file.write_text(f"{(CONFIGS / 'two_seats.toml').read_text()}\n[window]\nwidth = 1000\n")
    assert main(["display", "--last-good", "--config", str(file)]) == 0
    file.write_text("[window]\nwidth = wide\n")
    assert main(["display", "--config", str(file)]) == 2
    assert main(["display", "--last-good", "--config", str(file)]) == 0
    assert [how["size"] for how in shown] == [(1000, 720)] * 2
    assert english(INSTEAD) in capsys.readouterr().err
