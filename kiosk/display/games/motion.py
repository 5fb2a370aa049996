"""The motion of any game's pieces: under a finger, in flight, rolling.

A *source* is the place of a seat's piece, as messages write it (``row 2``, ``die r3``); a *part* is a part of its
panel (``Panel.places``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from kiosk.display.games.memory import Kept
from kiosk.display.paint.art import Look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import Rgba
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import Move, SeatView, Snapshot, Verdict


class Spin(NamedTuple):
    """How a piece turns over on its way to the centre: ``looks`` in turn, as large as the piece times ``scale``."""

    looks: tuple[Look, ...]
    scale: float = 1.0


FLAT: Final = Spin(())
"""How most pieces fly: they show the same side all the way."""


class Lies(NamedTuple):
    """How a piece lies in the centre once it has landed.

    ``under``: the piece that it covers, in the same size, which is seen below it until it lies; ``stays``: it wears the
    light of its owner for a moment.
    """

    under: Look | None = None
    stays: bool = True


UPON_NOTHING: Final = Lies()
"""How most pieces lie."""


class Aim(NamedTuple):
    """Where a piece that was let go fits in the picture: the cell of the centre, and the piece in its size."""

    cell: Place
    look: Look
    spin: Spin = FLAT


class Flyer(Protocol):
    """An object that makes pictures fly: ``kiosk.display.motion.movement.Movement``."""

    def land(
        self, panel: Panel, source: str, look: Look, cell: Place, spin: Spin = FLAT, lies: Lies = UPON_NOTHING
    ) -> None:
        """Fly a piece to its place in the centre, from the finger that carries it or from where it lay.

        ``look``: in the size of the cell. It lands below the piece that the picture shows there already, or above
        it if it spins.
        """

    def lay(self, panel: Panel, source: str, part: str, look: Look) -> None:
        """Fly a piece to a part of its own panel, from the finger that carries it or from its place."""

    def shift(self, panel: Panel, start: str, end: str, look: Look) -> None:
        """Fly a picture from one part of the panel to another, ignoring what a finger carries."""

    def collect(self, looks: Sequence[Look], cell: Place, color: str) -> None:
        """Let a finished pile on a cell burst: ``looks``: its pieces; ``color``: as in ``Snapshot.finished``."""

    def show(
        self,
        looks: Sequence[Look],
        poses: Sequence[Pose],
        *,
        start: float = 0.0,
        light: Rgba | None = None,
        low: bool = False,
    ) -> None:
        """Move a picture through poses above the panels, ``start`` seconds from now on.

        Of several ``looks``, each leg shows the next one. ``light``: the single look is drawn as light of this colour.
        ``low``: below the centre's pieces instead.
        """

    @property
    def calm(self) -> bool:
        """True if nothing may flash or shake."""


class Homing(NamedTuple):
    """A piece that flies home to its owner after a round: ``start`` seconds after the result has begun.

    ``place``: where it lies in the window; ``looks``: as it lies there, and turned over; ``turn``: degrees
    counter-clockwise by which it lies askew; ``scale``: how large it is seen, relative to its place and its looks.
    """

    seat: SeatNumber
    start: float
    place: Place
    looks: tuple[Look, Look]
    turn: float = 0.0
    scale: float = 1.0


class Lying(NamedTuple):
    """A piece in the middle, where it lies in the window; ``turn``: degrees counter-clockwise.

    ``scale``: how large it is seen, relative to its place and its look.
    """

    place: Place
    look: Look
    turn: float = 0.0
    scale: float = 1.0


class Dealt(NamedTuple):
    """A piece that is dealt: the part of the panel to which it flies, as it flies there and as it lies there.

    ``place``: where it lies in the panel.
    """

    part: str
    looks: tuple[Look, Look]
    place: Place


class GameMotion(Protocol):
    """The motion of a game's pieces."""

    @property
    def sounds(self) -> Mapping[str, str]:
        """The cues of the game's own moves, by ``Move.kind``: names of ``kiosk.protocol.staff_menu``."""

    # ---- places of pieces

    def piece_at(self, view: SeatView, source: str) -> str | None:
        """Return the piece that lies face up at the source, None if there is none."""

    def lies(self, view: SeatView, source: str) -> bool:
        """Return whether a piece lies at the source, face up or face down."""

    def home(self, panel: Panel, source: str, kept: Kept) -> Place:
        """Return the place in the panel of a piece of this source, which lies there, or lay there.

        ``kept``: the memory of its seat.
        """

    @property
    def tapped(self) -> Mapping[str, str]:
        """The parts of the panel that a lesson asks to be tapped, by ``LessonView.act``."""

    # ---- appearance and motion

    def look(self, panel: Panel, source: str, piece: str | None) -> Look:
        """Return the look of a piece at a source of the panel; None: face down."""

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield all looks of pieces that a round in this layout may show, to be painted before it begins."""

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return where a piece let go at the window point fits in this picture; None: nowhere.

        A hint for its flight: the table judges, and says where it lies.
        """

    def raced(self, snapshot: Snapshot, verdict: Verdict) -> int | None:
        """Return the cell of the centre that a rival reached first (``Reason.BEATEN_TO_IT``); None: not known."""

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Start the flights of a move; ``panel``: its seat's. Ignore unknown kinds.

        ``back`` (a refused piece returns) and ``glow`` are common to all games and are not passed here.
        """

    def homeward(self, snapshot: Snapshot, layout: Layout) -> Sequence[Homing]:
        """Return the pieces that fly home after a round (``motion.count_times``); empty if none do in this game."""

    def uppermost(self, snapshot: Snapshot, layout: Layout) -> Sequence[Lying]:
        """Return the pieces in the middle that a Stop lifts for a moment, where they lie; empty if it lifts none."""

    def dealt(self, view: SeatView, panel: Panel) -> Sequence[Dealt]:
        """Return the pieces that are dealt to a seat, in this order; empty: they just lie there."""

    def undealt(self, view: SeatView, kept: Kept, parts: Collection[str]) -> tuple[SeatView, Kept]:
        """Return the seat and its memory as they look while these parts still wait for their pieces."""

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Make the seat's rolling pieces (``SeatView.rolling_until``) tumble for the remaining ``seconds``."""
