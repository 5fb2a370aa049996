"""A check of a table: its screen against its scene, and the round on its disk."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PIL import Image

from tests.rig.appliance import JOURNAL, RELEASES, TABLE
from tests.rig.vm.appliance import VirtualTable
from tests.rig.vm.pictures import differing

Keep: TypeAlias = Callable[[str, Image.Image], None]
"""Keeps a picture under a name, if pictures are wanted."""


def shows_its_scene(table: VirtualTable, keep: Keep, name: str, head: int = 0) -> None:
    """Check that each thing of the scene is on the screen, at its place. The table stands still meanwhile.

    Moving things (tumbling dice, breathing lights) are looked at until they have been seen once.
    """
    unseen: set[str] | None = None

    def all_seen() -> bool:
        nonlocal unseen
        scene, screen, drawn = table.scene(), table.screen(head), table.screenshot()
        if scene is None:  # it answers later
            return False
        assert scene.things
        differ = set(differing(screen, drawn, scene))
        unseen = differ if unseen is None else unseen & differ
        assert differing(Image.new("RGB", screen.size), drawn, scene), "a dark screen would be told"
        keep(name, screen)
        return not unseen

    table.signal(TABLE, "STOP")
    try:
        table.wait_for("the scene on the screen", all_seen, 180)
    except AssertionError as error:
        error.add_note(f"not seen: {unseen}")
        raise
    finally:
        table.signal(TABLE, "CONT")


def round_on_disk(table: VirtualTable) -> str:
    """Return the name of the running round, by the journal's own reader; ``AssertionError``: there is none."""
    ask = (
        "from pathlib import Path; from kiosk.journal.reader import unfinished; "
        f"log = unfinished(Path({JOURNAL!r})); assert log; print(log.round)"
    )
    done = table.run(f"{RELEASES}/current/venv/bin/python", "-c", ask)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
