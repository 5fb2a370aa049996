"""The interface of a game's part of the simulator."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, cast

from kiosk.game_registry import registry
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.measures import NamedMeasures, ReadMatch, Totals
from kiosk.simulator.tally import Column, ReadRound


class TableHandicap(NamedTuple):
    """A handicap that the table offers to a seat: the larger the number, the harder for the seat.

    ``words``: it in words, with a place for the number. ``time``: the number is a time beyond that of the rules, in
    words in seconds; otherwise it is a number of pieces.
    """

    words: str
    time: bool = False


class Option(NamedTuple):
    """An option of the command line for one game only; without ``words`` and ``each`` it is a flag.

    The flag is its name; that of a game from another package begins with the game's name (``--dominoes-name``).
    ``words``: the values to choose from. ``each``: the range of a number for each player. ``sets``: the option of the
    rules that it replaces. ``handicap``: the table's handicap that it is; that of time needs ``sets``.
    """

    name: str
    help: str
    words: tuple[str, ...] = ()
    each: tuple[int, int] | None = None
    sets: str = ""
    handicap: TableHandicap | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """The parameters of a simulation.

    ``rules``: those of the edition. ``bots``: one per seat. ``options``: the game's own by name, None: not given.
    """

    rules: Any
    bots: tuple[SimulatedBot, ...]
    seed: int
    options: Mapping[str, Any]


class Simulation(NamedTuple):
    """A simulation that can run.

    ``play``: plays the round of an index, with the same result in any process. ``columns``, ``read``: the game's own
    columns, and their values in a round. ``measure``: returns the measures. ``read_match``: reads a match with that
    many ``match_values``; None: the rounds make no matches. ``distributed``: the distribution of the last column is
    kept. ``play`` and ``read`` are pickled.
    """

    play: Callable[[int], Any]
    columns: tuple[Column, ...]
    read: ReadRound
    measure: Callable[[Totals], NamedMeasures]
    read_match: ReadMatch | None = None
    match_values: int = 0
    distributed: bool = False


class GameSimulator(Protocol):
    """The part ``simulator`` of a game in the registry."""

    @property
    def options(self) -> Sequence[Option]:
        """Its own options of the command line."""

    @property
    def bots(self) -> Collection[str]:
        """The kinds of its bots by name, the default first."""

    @property
    def unused(self) -> Collection[str]:
        """The options of its rules that have no effect on simulated rounds and matches."""

    def simulation(self, wanted: Wanted) -> Simulation:
        """Return the simulation with these parameters."""


def simulator_of_game(name: str) -> GameSimulator:
    """Return the simulator's part of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameSimulator", registry.part(name, "simulator"))
