"""Rewrite golden games: ``python -m tests.golden.record [PRESET ...]``. Only for intended changes.

The players are random, mostly greedy, and sometimes try illegal moves. The generator decides the content of the files,
never the result of a replay: its drawn values are in the files as data.
"""

from __future__ import annotations

import json
import random
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kiosk.game.cards.cards import DECK, cards_text
from kiosk.game.cards.commands import DISCARD, STACK, CardCommand, CardPlace, Flip, Play, Refill, Source, Tuck
from kiosk.game.cards.moves import command_of, number_of_source
from kiosk.game.cards.round import CardRound
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.dice.commands import DiceSeatCommand, PlaceDie, Roll
from kiosk.game.dice.dice import BAG, FACES, SPACES, colors_text, die_of
from kiosk.game.dice.round import DiceRound
from kiosk.simulator.cards import greedy
from tests.golden.dice_transcript import DiceTranscript, dice_command_text
from tests.golden.transcript import ARROW, Transcript, command_text, moved_to

FOLDER: Final = Path(__file__).parent
STEP_MS: Final = 1200
"""The mean time between two commands of a seat."""
PATIENCE: Final = 300
"""Commands without a card laid before all seats vote; otherwise some rounds of the pro variant never end."""


@dataclass(frozen=True)
class Game:
    """A match to record. ``wild``: the share of random moves, legal or not. ``leaves``: the share of leaves."""

    preset: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    seed: int = 1
    wild: float = 0.15
    leaves: float = 0.0


GAMES: Final = (
    Game("table_default", 4, {"match_end": {"n": 3}}),
    Game("schmidt_de_fr_it", 3, {"match_end": {"n": 4}, "pro": {"enabled": True}, "unanimous_abort": False}),
    Game(
        "schmidt_2017_en",
        2,
        {"hand_use_enforcement": "block", "stack_size": [10, 35], "match_end": {"kind": "fixed_rounds"}},
        seed=28,
    ),
    Game("schmidt_2017_fr", 2, {"match_end": {"n": 3}}),
    Game(
        "schmidt_2017_ru",
        5,
        {
            "match_end": {"kind": "time", "minutes": 1},
            "misplay": {"kind": "lockout"},
            "pro": {"enabled": True, "step": "any_lower", "empty_slot": "stack_or_discard"},
        },
        wild=0.2,
    ),
    Game("schmidt_2017_ru_footnote", 8, {"stack_size": [10, 10, 8, 6, 10, 10, 4, 10]}, wild=0.2, leaves=0.002),
    Game(
        "schmidt_2017_he",
        3,
        {
            "match_end": {"kind": "fixed_rounds", "n": 4},
            "refill_actuation": "manual",
            "false_stop": {"kind": "penalty", "points": 3},
        },
    ),
    Game("nordic_is", 2),
    Game("wikipedia", 3, {"play_after_empty": "deny", "stop_mode": "press_with_timeout"}),
    Game("brettspielwelt", 4, {"match_end": {"points": 40}, "match_tie": "extra_round"}, seed=471, leaves=0.0005),
    Game("junior", 3, {"match_end": {"n": 3}, "flip_cooldown_ms": [350, 2350, 350]}, wild=0.2),
)
DICE_GAMES: Final = (
    Game(
        "university_games_2013",
        3,
        {"rounds_per_player": 1, "dice_extra": [1, 0, 0], "false_stop": {"kind": "penalty", "points": 1}},
        wild=0.1,
        seed=196,
    ),
    Game("wuerfel_schmidt", 4, {"stop_mode": "press", "misplay": {"kind": "lockout", "ms": 700}}, leaves=0.0005),
)


class MatchRecorder(ABC):
    """The recorder of one match, which writes each line as it is played."""

    def __init__(self, game: Game, match: Transcript | DiceTranscript) -> None:
        self.game: Game = game
        self.lines: list[str] = []
        self._told: Transcript | DiceTranscript = match
        self._chance: random.Random = random.Random(f"{game.preset}/{game.seed}")  # noqa: S311  a game must be repeatable, not secret

    def play(self) -> list[str]:
        """Return the lines of the whole match."""
        game = self.game
        self._write(
            f"# A whole match of {game.preset} by chance players; tests/golden/transcript.py says how to read it."
        )
        self._write(f"preset {game.preset}")
        self._write(f"players {game.players}")
        for name, value in game.options.items():
            self._write(f"option {name} {json.dumps(value)}")
        while not self._told.match.ended:
            self._write("")
            self._write(f"round {self._told.match.round_no + 1}")
            self._round()
            for word in ("end", "position", "scores", "totals", "match"):
                self._write(word)
        return self.lines

    def _write(self, line: str) -> None:
        self.lines.append(self._told.read(line))

    def _order(self, size: int) -> tuple[int, ...]:
        return tuple(self._chance.sample(range(size), size))

    @abstractmethod
    def _round(self) -> None:
        """Play a round, and one command after its end."""


class Recorder(MatchRecorder):
    """The recorder of a match of cards."""

    def __init__(self, game: Game) -> None:
        self._match: Transcript = Transcript()
        super().__init__(game, self._match)
        self._idle: int = 0
        self._laid: str = ""

    def _round(self) -> None:
        for _ in range(self.game.players):
            self._write(f"deck {cards_text(DECK[place] for place in self._order(len(DECK)))}")
        self._write("start")
        round_ = self._match.running
        at = self._idle = 0
        while round_.ended is None:
            at += self._chance.randrange(2 * STEP_MS // self.game.players)
            self._let_pass(round_, at)
            if round_.ended is None:
                self._judge(round_, moved_to(self._attempt(round_, at), at))
                self._let_pass(round_, at)
        self._judge(round_, Play(at + 1, 0, STACK))

    def _judge(self, round_: CardRound, command: CardCommand) -> None:
        if isinstance(command, Flip):
            command = Flip(command.at, command.seat, self._order(round_.flip_needs_order(command.seat)))
        self._write(command_text(command, round_))
        told = self.lines[-1].partition(ARROW)[2].split()
        self._laid = told[1] if isinstance(command, Play) and told[0] == "ok" else ""
        self._idle = 0 if self._laid else self._idle + 1

    def _let_pass(self, round_: CardRound, at: int) -> None:
        while (due := round_.next_deadline()) is not None and due <= at:
            orders = tuple(self._order(size) for size in round_.reshuffle_sizes() or ())
            self._write(command_text(Tick(due, orders), round_))

    def _attempt(self, round_: CardRound, at: int) -> CardCommand:
        """Return the command that a random seat tries at that time (the command's own time is set later)."""
        chance = self._chance
        seat = chance.choice([number for number, seat in enumerate(round_.seats) if seat.active])
        if chance.random() < self.game.leaves and sum(other.active for other in round_.seats) > 2:
            return Leave(0, seat)
        if self._idle > PATIENCE or (round_.dead and chance.random() < 0.1):
            return Vote(0, seat)
        if self._laid and (rivals := self._rivals(round_)) and chance.random() < 0.3:
            return chance.choice(rivals)
        if chance.random() < (0.9 if round_.may_stop(seat) else self.game.wild):
            return self._venture(seat)
        if chance.random() < 0.2 and (legal := round_.legal_commands(seat, at)):
            return chance.choice(legal)
        move = greedy(round_, seat, round_.at, self._chance)
        choice = Stop(0, seat) if move is None else command_of(move, 0, seat)
        forgets = isinstance(choice, Refill) and chance.random() < 0.7
        return self._venture(seat) if forgets else choice

    def _rivals(self, round_: CardRound) -> list[Play]:
        """Return plays of the card that was just laid by all seats that hold it too."""
        return [
            Play(0, number, source)
            for number, seat in enumerate(round_.seats)
            for source in (STACK, DISCARD, *(Source(CardPlace.ROW, slot) for slot in range(len(seat.row))))
            if [str(card) for card in seat.pile(number_of_source(source))[-1:]] == [self._laid]
        ]

    def _venture(self, seat: int) -> CardCommand:
        """Return a random command, legal or not."""
        chance = self._chance
        slot = chance.randrange(6)
        sources = (STACK, DISCARD, Source(CardPlace.ROW, slot))
        tries: tuple[CardCommand, ...] = (
            *(Play(0, seat, source) for source in sources),
            *(Play(0, seat, source) for source in (STACK, DISCARD)),
            *(Tuck(0, seat, source, slot // 2) for source in sources),
            Refill(0, seat, slot),
            Flip(0, seat),
            Flip(0, seat),
            Stop(0, seat),
            Vote(0, seat),
            Flip(0, self.game.players),
        )
        return chance.choice(tries)


class DiceRecorder(MatchRecorder):
    """The recorder of a match of dice."""

    def __init__(self, game: Game) -> None:
        self._match: DiceTranscript = DiceTranscript()
        super().__init__(game, self._match)
        self._placed: PlaceDie | None = None

    def _round(self) -> None:
        self._write(f"bag {colors_text(BAG[place] for place in self._order(len(BAG)))}")
        self._write("start")
        round_ = self._match.running
        at = 0
        while round_.ended is None:
            at += self._chance.randrange(2 * STEP_MS // self.game.players)
            self._let_pass(round_, at)
            if round_.ended is None:
                self._judge(round_, moved_to(self._attempt(round_, at), at))
                self._let_pass(round_, at)
        self._judge(round_, Stop(at + 1, 0))

    def _judge(self, round_: DiceRound, command: DiceSeatCommand) -> None:
        if isinstance(command, Roll) and command.faces is None:
            dice = round_.dice_to_roll(command.seat)
            faces = tuple(die_of(color, self._chance.randint(1, FACES)) for color in dice)
            command = Roll(command.at, command.seat, faces)
        self._write(dice_command_text(command))
        placed = isinstance(command, PlaceDie) and f"{ARROW}ok " in self.lines[-1]
        self._placed = command if placed and isinstance(command, PlaceDie) else None

    def _let_pass(self, round_: DiceRound, at: int) -> None:
        while (due := round_.next_deadline()) is not None and due <= at:
            self._write(dice_command_text(Tick(due)))

    def _attempt(self, round_: DiceRound, at: int) -> DiceSeatCommand:
        """Return the command that a random seat tries at that time (the command's own time is set later)."""
        chance = self._chance
        seat = chance.choice([number for number, seat in enumerate(round_.seats) if seat.active])
        if chance.random() < self.game.leaves and sum(other.active for other in round_.seats) > 2:
            return Leave(0, seat)
        if self._placed and (rivals := self._rivals(round_, self._placed)):
            return chance.choice(rivals)
        if chance.random() < self.game.wild:
            return self._venture(round_, seat)
        legal = round_.legal_commands(seat, at)
        return legal[0] if legal else Roll(0, seat)

    def _rivals(self, round_: DiceRound, placed: PlaceDie) -> list[PlaceDie]:
        """Return placings of the die that was just placed by all seats that have rolled it too."""
        seats = enumerate(round_.seats)
        return [PlaceDie(0, number, placed.die) for number, seat in seats if placed.die in (seat.rolled or ())]

    def _venture(self, round_: DiceRound, seat: int) -> DiceSeatCommand:
        """Return a random command, legal or not."""
        chance = self._chance
        tries: tuple[DiceSeatCommand, ...] = (
            PlaceDie(0, seat, chance.choice(SPACES)),
            PlaceDie(0, seat, chance.choice(round_.seats[seat].rolled or SPACES)),
            Roll(0, seat),
            Roll(0, seat, (chance.choice(SPACES),)),
            Stop(0, seat),
            Vote(0, seat),
            Stop(0, self.game.players),
        )
        return chance.choice(tries)


RECORDERS: Final[tuple[MatchRecorder, ...]] = (*map(Recorder, GAMES), *map(DiceRecorder, DICE_GAMES))


def main(presets: Sequence[str]) -> None:
    """Write the files of these presets' games, or of all."""
    for recorder in RECORDERS:
        preset = recorder.game.preset
        if not presets or preset in presets:
            (FOLDER / f"{preset}.txt").write_text("\n".join(recorder.play()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
