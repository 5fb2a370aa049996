"""The fence around the pictures of games of other packages, which are drawn in the display's main thread.

Whatever one raises comes to Kivy's loop, which asks ``handle_exception``: the game is left out here, the table is told
(``DisplayHealth.failed``) and ends its match, and the display starts over without it. One that hangs ends the display
and is set aside (``kiosk.system.set_aside``), and so is one while which is shown the display dies a second time.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kivy.base import ExceptionManager

from kiosk.display.games.game import picture_of_game
from kiosk.game_registry import blame, registry
from kiosk.layout.game_layout import layout_of_game
from kiosk.locale.game_translations import translations_of_game
from kiosk.protocol import Fault
from kiosk.rulebook.game_rulebook import rulebook_of_game
from kiosk.system import set_aside

DEATHS: Final = 2
"""Deaths of the display while a game is shown, or loaded, after which it is set aside: the first may be a driver's."""

_LOOKS_S: Final = 1.0

log = logging.getLogger(__name__)


class PictureFence:
    """The fence. ``start_over``: makes the picture anew, without anything of the games that have failed.

    ``folder``: of the display's persistent data.
    """

    def __init__(self, folder: Path, start_over: Callable[[], object]) -> None:
        self._folder = folder
        self._start_over = start_over
        self._shown = ""
        self._frames = 0
        self._ended = threading.Event()
        self.failed: dict[str, Fault] = {}
        """Why games cannot be shown, by name."""
        set_aside.add_died(folder, set_aside.SHOWN, DEATHS)
        registry.keep_out(set_aside.read(folder))
        absent = blame.absent(set_aside.file_in(folder))
        self.failed.update((game, Fault.of(why)) for game, why in absent if game not in registry.names())
        others = registry.others()
        self._mark = set_aside.opened(folder, set_aside.SHOWN) if others else None
        for which in (picture_of_game, layout_of_game, rulebook_of_game, translations_of_game) if others else ():
            for game, why in registry.drop_broken(self._marked, which).items():
                self._fail(game, why)
            self._unmarked()

    def start(self) -> None:
        """Catch what is raised in Kivy's loop, and what hangs in it. Nothing is watched if all games are ours."""
        ExceptionManager.add_handler(self)
        if registry.others():
            threading.Thread(target=self._watch, name="pictures", daemon=True).start()

    def close(self) -> None:
        """End normally: no game is to blame for that."""
        self._ended.set()
        self._unmarked()
        ExceptionManager.remove_handler(self)

    def show(self, game: str) -> bool:
        """Note that the table plays this game; return whether it can be shown."""
        self._shown = game
        if game in self.failed:
            return False
        if registry.is_ours(game):
            self._unmarked()
        else:
            self._marked(game)
        return True

    def frame(self) -> None:
        """Note that the main thread goes on."""
        self._frames += 1

    def handle_exception(self, error: BaseException) -> int:
        """Say to Kivy's loop whether it can go on although this was raised in it."""
        game = blame.to_blame(error, {self._shown} - {""})
        if game is None:
            return int(ExceptionManager.RAISE)
        if game not in self.failed:  # otherwise a remainder of it
            log.error("the picture of the game %s of %s has failed", game, registry.package_of(game), exc_info=error)
            self._fail(game, error)
            self._start_over()
        return int(ExceptionManager.PASS)

    def _fail(self, game: str, why: BaseException | str) -> None:
        self.failed[game] = Fault.of(blame.dropped(game, why))

    def _marked(self, game: str) -> None:
        if self._mark is not None:
            self._mark.set(registry.package_of(game), game)

    def _unmarked(self) -> None:
        if self._mark is not None:
            self._mark.clear()

    def _watch(self) -> None:
        """End the display if its main thread stands in a game's code for too long."""
        seen, since = -1, time.monotonic()
        while not self._ended.wait(_LOOKS_S):
            now = time.monotonic()
            if self._frames != seen:
                seen, since = self._frames, now
            elif now - since > set_aside.HANGS_S and (hung := blame.hanging((threading.main_thread().name,))):
                game, frame = hung
                set_aside.end_hung(self._folder, registry.package_of(game), game, frame)
