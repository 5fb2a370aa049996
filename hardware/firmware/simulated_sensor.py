"""A simulated sensor, whose dice are set by the caller. For boards without a real sensor, and for tests."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

THROW_MS = 700


class SimulatedTray:
    """A tray with dice such as ``R4``; ``clock`` returns the milliseconds since the board's start.

    The instance is callable as a sensor, as ``ldr_core`` describes. The value ``?`` makes a die unreadable.
    """

    def __init__(self, clock: "Callable[[], int]") -> None:
        self.dice: list[str] = []
        """The dice in the tray, as they are once they have come to rest."""
        self._clock = clock
        self._moving_until = 0

    def __call__(self) -> tuple[list[str], bool]:
        """Return what a sensor sees now: a moving die has a colour but no value."""
        if self._clock() < self._moving_until:
            return tumbling(self.dice)
        return list(self.dice), False

    def throw(self, dice: "Iterable[str]", ms: int = THROW_MS) -> None:
        """Remove all dice and throw these: they move for ``ms``, then show the given values."""
        self.dice = list(dice)
        self._moving_until = self._clock() + ms

    def put(self, die: str) -> None:
        """Add a die."""
        self.dice.append(die)

    def take(self, die: str) -> None:
        """Remove a die, if it is in the tray."""
        if die in self.dice:
            self.dice.remove(die)

    def hold(self, die: str) -> None:
        """Make a die unreadable, if it is in the tray."""
        if die in self.dice:
            self.dice[self.dice.index(die)] = die[0] + "?"


def tumbling(dice: list[str]) -> tuple[list[str], bool]:
    """Return what a sensor sees while these dice move."""
    return [die[0] + "?" for die in dice], bool(dice)
