"""A sensor without hardware: the dice that somebody says lie in the tray. For boards without dice, and for tests."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

THROW_MS = 700


class SimulatedTray:
    """A tray with dice such as ``R4`` in it; ``clock`` tells the milliseconds since the board's start.

    It is the sensor itself: call it, as ``ldr_core`` describes. ``?`` as a value makes a die that cannot be read.
    """

    def __init__(self, clock: "Callable[[], int]") -> None:
        self.dice: list[str] = []
        """What lies there, or will lie there once it has come to rest."""
        self._clock = clock
        self._moving_until = 0

    def __call__(self) -> tuple[list[str], bool]:
        """What a sensor sees of it now: a die that moves has a colour and no value."""
        if self._clock() < self._moving_until:
            return tumbling(self.dice)
        return list(self.dice), False

    def throw(self, dice: "Iterable[str]", ms: int = THROW_MS) -> None:
        """Take all dice out and throw these: they move for ``ms``, then lie as they are named."""
        self.dice = list(dice)
        self._moving_until = self._clock() + ms

    def put(self, die: str) -> None:
        """Lay a die down."""
        self.dice.append(die)

    def take(self, die: str) -> None:
        """Take a die out; nothing if it does not lie there."""
        if die in self.dice:
            self.dice.remove(die)

    def hold(self, die: str) -> None:
        """Turn a die so that its value cannot be read; nothing if it does not lie there."""
        if die in self.dice:
            self.dice[self.dice.index(die)] = die[0] + "?"


def tumbling(dice: list[str]) -> tuple[list[str], bool]:
    """What a sensor sees while these dice move."""
    return [die[0] + "?" for die in dice], bool(dice)
