"""The dice game at the table."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from hardware.api import Instant, TrayDie
from kiosk import protocol as msg
from kiosk.dealing.dealer import Dealer
from kiosk.dealing.dice_bag import bag
from kiosk.game.colors import Color
from kiosk.game.commands import Command, SeatCommand
from kiosk.game.dice.commands import DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import BAG, SPACES, DicePosition, DiceSeatPosition, Die, parse_dice, parse_die
from kiosk.game.dice.round import DiceRound, DiceSeat
from kiosk.game.dice.rules import MOST_EXTRA, MOST_SEATS, DiceRules, dice_counts
from kiosk.game.events import Event
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.dice_lobby import STEPS, dice_practice, offers
from kiosk.table.games.game import stop_view
from kiosk.table.games.offers import Offer
from kiosk.table.games.practice import Practice
from kiosk.table.inputs import RoundInput
from kiosk.table.settings import TableSettings

HOUSE_RULE: Final = "house_rule"
"""The warning that more people play than the game is made for, with the number of dice of each (RULES.md Q15)."""
_LEFT: Final = "left"
_NONE: Final = "-"
"""In the notation of ``DiceGame.laid``: the tray of a seat that has left, and no dice."""


class ThrownDice:
    """The dice of a round that may be real ones (``games.game.RealDice``)."""

    def __init__(self, round_: DiceRound) -> None:
        self._round = round_

    def to_throw(self, index: int) -> tuple[str, ...]:
        """Return all dice that the seat has not placed."""
        return tuple(color.letter for color in self._round.dice_to_roll(index))

    def thrown(self, at: int, index: int, dice: Sequence[TrayDie]) -> SeatCommand:
        """Return a roll without the time that the dice roll."""
        faces = tuple(sorted(parse_die(f"{die.color}{die.value}") for die in dice))
        return Roll(at, index, faces, lasts=0)

    def lie(self, index: int) -> bool:
        """Return whether the seat has rolled before."""
        return self._round.seats[index].rolled is not None

    def on_screen(self, command: Command) -> bool:
        """Return whether it is a roll without faces read by a board."""
        return isinstance(command, Roll) and command.faces is None


class DiceMoves:
    """A round of dice on the table (``games.game.Moves``); pieces are dice."""

    def __init__(self, round_: DiceRound) -> None:
        self.round = round_
        self.real_dice = ThrownDice(round_)

    # ------------------------------------------------------------ what an input means

    def source(self, what: RoundInput) -> str | None:
        """Return the die that is let go."""
        return msg.DIE + what.die if isinstance(what, msg.PlaceDie) else None

    def to_center(self, what: RoundInput) -> str | None:
        """Return the die: dice are only let go to the board."""
        return self.source(what)

    def is_turn(self, what: RoundInput) -> bool:
        """Return whether it is a tap on the tray."""
        return isinstance(what, msg.RollDice)

    def command(self, at: int, index: int, what: RoundInput) -> SeatCommand | None:
        """Return the command that places a die."""
        return PlaceDie(at, index, parse_die(what.die)) if isinstance(what, msg.PlaceDie) else None

    def play(self, at: int, index: int, source: str) -> SeatCommand:
        """Return the command that places the die."""
        return PlaceDie(at, index, die_at(source))

    def turn(self, at: int, index: int) -> SeatCommand:
        """Return the command that rolls all remaining dice."""
        return Roll(at, index)

    # ------------------------------------------------------------ pieces

    def carries(self, source: str) -> bool:
        """Return whether it names a die."""
        return is_source(source)

    def piece(self, index: int, source: str) -> str | None:
        """Return the die."""
        return source.removeprefix(msg.DIE)

    def shown(self, source: str | None, piece: object | None) -> str | None:
        """Return the die: dice always lie open."""
        return None if piece is None else str(piece)

    def contested(self, index: int, source: str, what: RoundInput) -> frozenset[Hashable]:
        """Return the space that a die fits; for a last die that fits, while nobody has won, the win too (N11, Q3)."""
        die, round_ = die_at(source), self.round
        wins = round_.winner is None and round_.seats[index].rolled == [die] and round_.board.fits(die)
        return frozenset({source, "win"} if wins else {source})

    def fitting(self, index: int) -> list[str]:
        """Return the dice that fit."""
        legal = self.round.legal_commands(index)
        return [f"{msg.DIE}{command.die}" for command in legal if isinstance(command, PlaceDie)]

    def last_piece(self, index: int) -> bool:
        """Return whether one die is left."""
        return len(self.round.seats[index].dice) == 1

    # ------------------------------------------------------------ new pieces

    def bars_turn(self, source: str) -> bool:
        """Return True: no roll while a die is carried (RULES.md 7)."""
        return True

    def warning_of_turn(self, index: int) -> str | None:
        """Return None: rolling is free at any time (Q11)."""
        return None

    # ------------------------------------------------------------ what has happened

    def competes(self, command: Command) -> bool:
        """Return whether it places a die."""
        return isinstance(command, PlaceDie)

    def source_of(self, command: Command) -> str | None:
        """Return the die."""
        return f"{msg.DIE}{command.die}" if isinstance(command, PlaceDie) else None

    def moves_of(self, event: Event, roster: Roster) -> Iterator[msg.Move]:
        """Yield rolls, and dice that reach their spaces."""
        match event:
            case Rolled(seat=seat, faces=faces):
                yield msg.Move(0, "roll", roster.number(seat), count=len(faces))
            case DiePlaced(seat=seat, die=die):
                yield msg.Move(0, "place", roster.number(seat), source=f"{msg.DIE}{die}", card=str(die))
            case _:
                pass


class DiceGame(Struct, frozen=True):
    """The dice game with a match's rules (``games.game.Game``)."""

    rules: DiceRules
    name: str = "dice"
    most_seats: int = MOST_SEATS
    handicaps: tuple[int, ...] = tuple(range(MOST_EXTRA + 1))
    """The numbers of extra dice that a seat may take (N15)."""
    usual_handicap: int = 0
    cooldowns: tuple[int, ...] = (-500, 0, 500, 1000, 2000)
    """How much longer a seat's rolls may take, ms (RULES.md O34)."""

    def warnings(self, players: int) -> dict[str, str]:
        """Return the warning that more people play than the game is made for."""
        return {"game": f"{HOUSE_RULE} {len(BAG) // players}"} if players > self.most_seats else {}

    def deal(
        self,
        dealer: Dealer,
        roster: Roster,
        away: Collection[SeatNumber],
        tied: Collection[SeatNumber],
        handicaps: Mapping[SeatNumber, int],
        cooldowns: Mapping[SeatNumber, int],
    ) -> DiceMoves:
        """Mix the bag and draw the dice (N2, N12). ``handicaps``: extra dice (N15), not in a tie-break round (Q6).

        The number of dice depends on the number of those who play. ``cooldowns``: how much longer the rolls of seats
        take, ms (Q16), not in a tie-break round either.
        """
        numbers = roster.numbers
        out = [index for index, number in enumerate(numbers) if number in away]
        playing = [index for index in range(len(numbers)) if index not in out]
        wished = [0 if tied or index in out else handicaps.get(numbers[index], 0) for index in range(len(numbers))]
        rules = self._with_extra(wished, out)
        counts = dice_counts(rules, len(numbers), away=out)
        if cooldowns and not tied:
            lasts = tuple(max(0, rules.roll_ms_of(i) + cooldowns.get(n, 0)) for i, n in enumerate(numbers))
            rules = replace(rules, roll_ms=lasts)
        return DiceMoves(DiceRound.draw(rules.for_tiebreak() if tied else rules, bag(dealer), counts, playing))

    def _with_extra(self, wished: Sequence[int], out: Collection[int]) -> DiceRules:
        """Return the rules with the extra dice: among many players fewer than wished, so that all get dice (Q15)."""
        for most in range(min(MOST_EXTRA, max(wished)), 0, -1):
            rules = replace(self.rules, dice_extra=tuple(min(extra, most) for extra in wished))
            counts = dice_counts(rules, len(wished), away=out)
            if all(count or index in out for index, count in enumerate(counts)):
                return rules
        return self.rules

    def laid(self, centre: str, seats: Sequence[str], at: int) -> DiceMoves:
        """See ``Game.laid``: the highest die of each colour, then each tray: its dice, or ``left``; ``-``: none."""
        heights = {die.color: die.value for die in _laid_dice(centre)}
        trays = []
        for tray in seats:
            lying = () if tray == _LEFT else _laid_dice(tray)
            trays.append(DiceSeatPosition(tuple(die.color for die in lying), lying, left=tray == _LEFT))
        position = DicePosition(tuple(trays), tuple(heights.get(color, 0) for color in Color))
        return DiceMoves(DiceRound(self.rules, position, at=at))

    def practice(self, players: int) -> Practice:
        """Return the lesson with this edition's rules."""
        return Practice(DiceMoves(dice_practice(self.rules)), STEPS)

    def pieces(self, moves: DiceMoves, index: int) -> tuple[int, int]:
        """Return the number of dice placed, and of dice left."""
        seat = moves.round.seats[index]
        return seat.placed, len(seat.dice)

    def seat_view(self, moves: DiceMoves, index: int, start: Instant, at: int) -> dict[str, Any]:
        """Return the dice as they lie."""
        seat = moves.round.seats[index]
        return {
            "dice": _lying(seat),
            "centered": seat.placed,
            "rolling_until": start + seat.rolling_until * 1_000_000 if at < seat.rolling_until else 0,
        }

    def table_view(self, moves: DiceMoves | None, start: Instant, roster: Roster) -> dict[str, Any]:
        """Return the board: the seat whose die lies on each space; and when the round ends by itself."""
        if moves is None:
            return {}
        owners = {die: roster.number(seat) for die, (_, seat) in moves.round.board.covers()}
        board = tuple(owners.get(space, 0) for space in SPACES)
        return {"board": board, **stop_view(moves.round.course, start, roster)}

    def length_view(self, seats: int, lasted_ms: int) -> dict[str, Any]:
        """Return the number of rounds (N13)."""
        return {"rounds": self.rules.rounds(seats)}


def _lying(seat: DiceSeat) -> tuple[str, ...]:
    """Return the dice as they lie (``r3``); before the first roll only their colours (``r``)."""
    if seat.rolled is None:
        return tuple(color.letter for color in seat.dice)
    return tuple(str(die) for die in seat.rolled)


def _laid_dice(text: str) -> tuple[Die, ...]:
    return () if text == _NONE else parse_dice(text)


def die_at(source: str) -> Die:
    """Return the die named by its source; ``ValueError`` if it names none."""
    return parse_die(source.removeprefix(msg.DIE))


def is_source(text: str) -> bool:
    """Return whether it names a die."""
    try:
        die_at(text)
    except ValueError:
        return False
    return text.startswith(msg.DIE)


class DiceTableGame:
    """The dice game as the table plays it (``games.game.TableGame``)."""

    def with_rules(self, rules: DiceRules) -> DiceGame:
        """Return the game with these rules."""
        return DiceGame(rules)

    def offers(self, settings: TableSettings) -> tuple[Offer, ...]:
        """Return the offers of length, handicap mode, and real dice if there are readers."""
        return offers(real=bool(settings.boards))

    def understands(self, message: msg.WithPiece) -> bool:
        """Return whether the message names a die as it lies."""
        source = msg.DIE + message.die if isinstance(message, msg.PlaceDie) else message.source
        return isinstance(message, msg.Hold | msg.PlaceDie) and is_source(source)


GAME: Final = DiceTableGame()
