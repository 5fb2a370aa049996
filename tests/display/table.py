"""A table as people have it before them: its picture, where it can be touched, and a time that the test sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kiosk.display.paint.marks import Mark, Picture
from kiosk.display.paint.text import TextLook
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Snapshot, Welcome
from tests.rig.flying import flights, lights

if TYPE_CHECKING:
    from kiosk.display.motion.dragging import Carried
    from kiosk.display.table_view import TableView
    from tests.rig.frames import Frames

SIZE = (1280, 720)


class Table:
    """A table view in Kivy's frames, without a window around it.

    A test shows it snapshots (``show``), lets time pass (``pass_ms``), touches what lies there (``only``, ``tap``,
    ``open``, ``view``), and looks at what is drawn: words (``words``), marks (``marks``), pieces on their way
    (``flights``) and under a finger (``carried``). A snapshot is drawn at once; what the display does by itself comes
    with the frames, as it does on a real table. The fixtures ``table`` and ``table_of`` of ``conftest.py`` make them;
    all tables of a test have one time.
    """

    def __init__(self, frames: Frames, welcome: Welcome, size: tuple[int, int] = SIZE, **options: Any) -> None:
        from kiosk.display.table_view import TableView  # noqa: PLC0415  # load Kivy only when such a test runs

        self._frames = frames
        self.view: TableView = TableView(welcome, clock=lambda: frames.now, size=size, **options)

    # ---- what the table process tells, and time

    def show(self, snapshot: Snapshot) -> None:
        self.view.show(snapshot)

    @property
    def now(self) -> int:
        """The instant, in nanoseconds."""
        return self._frames.now

    def pass_ms(self, ms: float = 0.0) -> None:
        """Let time pass, and draw a frame at its end."""
        self._frames.pass_ms(ms)

    def jump(self, now: int) -> None:
        """Set the time without drawing a frame."""
        self._frames.now = now

    # ---- what can be touched

    def named(self, what: str, seat: int | None = None) -> list[Item]:
        """Return everything of this name that can be touched, of one seat if it is given."""
        return [item for item in self.view.items() if item.what == what and seat in (None, item.seat)]

    def only(self, what: str, seat: int | None = None) -> Item:
        """Return the only thing of this name."""
        (item,) = self.named(what, seat)
        return item

    def tap(self, item: Item, at: int | None = None) -> Any:
        """Tap a control, and return the message that it sends; None if it sends none."""
        return self.view.tap(item, self.now if at is None else at)

    def open(self, seat: int, *path: str) -> None:
        """Tap one control after the other, each of which only opens something."""
        for what in path:
            assert self.tap(self.only(what, seat)) is None

    # ---- what is seen

    def marks(self, part: object) -> list[Mark]:
        """Return all that is drawn of a part of the picture: of a seat's panel, or of ``TableView.sketches``."""
        return list(self.view.sketches[part].marks)

    def words(self, part: object = "centre") -> list[str]:
        """Return the lines of text in a part of the picture."""
        looks = [mark.look for mark in self.marks(part) if isinstance(mark, Picture)]
        return [look.text for look in looks if isinstance(look, TextLook)]

    @property
    def flights(self) -> list[Any]:
        """The pieces on their way because of moves."""
        return flights(self.view)

    @property
    def lights(self) -> list[Any]:
        """The light that moves because of moves."""
        return lights(self.view)

    def carried(self, seat: int) -> Carried | None:
        """Return what is under a seat's finger, or was a moment ago; None: nothing."""
        return self.view.carrying.get(SeatNumber(seat))
