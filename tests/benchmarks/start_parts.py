"""One start, for ``tests.benchmarks.start``: the CPU seconds of each part, as JSON. Kivy draws into nothing.

``table``: until it is ready; ``display``: until its whole first picture; ``paint``: the same, then all that may be
shown soon is put onto the disk; ``bare``: the bare window's first frame. What is measured is imported here when its
part begins.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, Final

spent: Final[defaultdict[str, float]] = defaultdict(float)
"""CPU seconds by part, those of all threads; the first is Python's own start."""
_part, _since = "python", 0.0


def begin(part: str) -> str:
    """Begin a part; return the one that was measured until now."""
    global _part, _since
    now, before = time.process_time(), _part
    spent[before] += now - _since
    _part, _since = part, now
    return before


def within(owner: Any, name: str, part: str, then: str = "") -> None:
    """Count a function as this part. ``then``: the part that follows it; by default it goes on as before."""
    function: Callable[..., Any] = getattr(owner, name)

    def counted(*arguments: Any, **options: Any) -> Any:
        before = begin(part)
        try:
            return function(*arguments, **options)
        finally:
            begin(then or before)

    setattr(owner, name, counted)


def _command(name: str) -> tuple[Any, Any]:
    """Load the command line and the module of a command, as the command does."""
    begin("imports")
    main = import_module("kiosk.cli.main")
    with main.loading():
        return main, import_module(f"kiosk.cli.{name}")


def table(*arguments: str) -> None:
    """Start a table, and end it when it is ready."""
    main, started = _command("table")
    assemble: Any = import_module("kiosk.table_process.assemble")

    def ready(_runner: Any) -> None:
        begin("end")

    assemble.Runner.run = ready
    within(started, "usable_settings", "configuration", "table")
    begin("configuration")
    main.main(["table", *arguments])


def paint(*arguments: str) -> None:
    """Start a display, and put what it may show onto the disk."""
    display(*arguments, keeps=True)


def display(*arguments: str, keeps: bool = False) -> None:
    """Start a display, and end it when its first picture is whole."""
    main, started = _command("display")
    within(import_module("kiosk.display.app"), "open_window", "window", "imports")
    within(started, "run_display", "link")
    import_module("tests.rig.main_loop").change_main_loop(partial(_count_pictures, keeps=keeps))
    begin("configuration")
    main.main(["display", *arguments])


def _count_pictures(main_loop: Any, *, keeps: bool) -> None:
    """Count what the main loop does, and stop it when the picture is whole."""
    for name in ("__init__", "find", "ask", "plan", "frame"):
        within(main_loop.PaintingProcess, name, "looks")

    class Counted(main_loop.Display):  # type: ignore[misc]
        def __init__(self, *arguments: Any, **options: Any) -> None:
            begin("picture")
            super().__init__(*arguments, **options)

        def _flip(self) -> None:
            view = self._view
            if view is not None and view.is_open and not view.backdrop.is_painting:
                begin("end")
                if keeps:
                    self._painter.close()
                    _keep(view)
                main_loop.stopTouchApp()

    main_loop.Display = Counted


def _keep(view: Any) -> None:
    """Put what a table may show now onto the disk, as the painter does in time: only it may keep what carries text."""
    ahead: Any = import_module("kiosk.display.looks.ahead")
    painted: Any = import_module("kiosk.display.paint.painted")
    store = import_module("kiosk.display.looks.store").WritableStore(import_module("kiosk.system.paths").looks_dir())
    for look in (*view.atlas, *ahead.soon(view._planned)):
        if look not in store:
            store.add(look, painted.painted(look))
    if store.full is not None:
        raise SystemExit(f"The looks cannot be kept: {store.full}.")


def bare() -> None:
    """Open a bare window and draw its first frame."""
    begin("window")
    window = import_module("tests.benchmarks.bare_window").BareWindow(1, 0)
    begin("picture")
    kivy = import_module("kivy.base")
    kivy.runTouchApp(window.widget, embedded=True)
    kivy.EventLoop.idle()
    begin("end")


if __name__ == "__main__":
    {"table": table, "display": display, "paint": paint, "bare": bare}[sys.argv[1]](*sys.argv[2:])
    spent.pop("end", None)
    painter = resource.getrusage(resource.RUSAGE_CHILDREN)
    json.dump({"spent": spent, "painter": painter.ru_utime + painter.ru_stime}, sys.stdout)
