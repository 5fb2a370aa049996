"""What the simulator asks of a game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, cast

from kiosk.game_registry import registry
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.measures import Measures


class Option(NamedTuple):
    """An option of the command line that goes with one game alone; a flag, if it is neither of the other two.

    ``words``: one of these. ``each``: a number for each player, from the first of these to the second.
    """

    name: str
    help: str
    words: tuple[str, ...] = ()
    each: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """A simulation as it is asked for.

    ``rules``: those of the edition. ``bots``: one a seat. ``options``: the game's own by name, None: not given.
    """

    rules: Any
    bots: tuple[SimulatedBot, ...]
    seed: int
    options: Mapping[str, Any]


class Simulation(NamedTuple):
    """A simulation that can run.

    ``play``: plays the round of an index, the same one in whatever process; it is pickled. ``measure``: makes measures
    of at least one round that it has played.
    """

    play: Callable[[int], Any]
    measure: Callable[[Sequence[Any]], Measures]


class GameSimulator(Protocol):
    """A game's part of the registry that is called ``simulator``."""

    @property
    def options(self) -> Sequence[Option]:
        """The options that go with it alone."""

    @property
    def bots(self) -> Collection[str]:
        """The kinds of its players by name, the usual one first."""

    def simulation(self, wanted: Wanted) -> Simulation:
        """The simulation of what is asked for."""


def simulator_of_game(name: str) -> GameSimulator:
    """The simulator of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameSimulator", registry.part(name, "simulator"))
