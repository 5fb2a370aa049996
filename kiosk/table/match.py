"""A match at the table: its players, its rounds, and its result as the displays show it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import structs

from hardware.api import Duration, Instant, milliseconds
from kiosk import protocol as msg
from kiosk.bots.game_bots import GameBot, bots_of_game
from kiosk.bots.strength import STEADY, Strength
from kiosk.dealing.dealer import Dealer
from kiosk.game.awards import awards
from kiosk.game.deeds import Deeds
from kiosk.game.events import RoundEnded
from kiosk.game.match import Match
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.arbiter import SourceClass
from kiosk.table.games.game import Game
from kiosk.table.journal_feed import JournalFeed
from kiosk.table.move_feed import MoveFeed
from kiosk.table.round import RoundPlay
from kiosk.table.settings import BOTS
from kiosk.table.story import Told, story_of
from kiosk.table.tray import DiceRolls, SeatTray

CHARACTERS: Final = 12
"""The number of characters that bots play, as many as a table may have seats."""
_NEXT_CAST: Final = 5
"""How far the characters move on with each cast: it takes twelve casts until the same ones sit at the same seats."""
RACES: Final = 5
"""The number of the closest races that can be replayed from the result."""


def leaders_of(totals: Mapping[SeatNumber, int]) -> tuple[SeatNumber, ...]:
    """Return the seats with the highest total; nobody if all are level."""
    leaders = tuple(seat for seat, total in totals.items() if total == max(totals.values()))
    return leaders if len(leaders) < len(totals) else ()


class MatchPlay:
    """The rounds of a match. ``seed``: returns the next seed; every round has its own."""

    def __init__(
        self,
        game: Game[Any],
        roster: Roster,
        record: MoveFeed,
        sources: Mapping[str, SourceClass],
        seed: Callable[[], int],
        strength: Strength = STEADY,
        trays: Mapping[SeatNumber, SeatTray] = MappingProxyType({}),
        real_dice: bool = False,
    ) -> None:
        self.game = game
        self.kind = game.name
        """The name of the game in the registry."""
        self.match = Match(game.rules, len(roster.numbers))
        self.roster = roster
        self.record = record
        self.sources = sources
        self.seed = seed
        self.strength = strength
        """The strength of the bots."""
        self.trays = trays
        """The trays of the seats with a dice-reader board."""
        self.real_dice = real_dice
        """True if seats with a working board throw real dice; the others roll on the screen, and the result says so."""
        self.identity = ""
        """A unique identity; empty if nothing is kept."""
        self.log = JournalFeed()
        """The feed to the journal."""
        self.round: RoundPlay | None = None
        self.bots: dict[SeatNumber, GameBot] = {}
        self._players = bots_of_game(self.kind)
        self.throws = DiceRolls(trays, self.bots, real_dice)
        self.gone: set[SeatNumber] = set()
        """Seats that have left the match; they keep their place in every list."""
        self.handicaps: dict[SeatNumber, int] = {}
        """Seats with a stack size (RULES.md E22) or extra dice (N15) of their own; they count from the next deal on."""
        self.cooldowns: dict[SeatNumber, int] = {}
        """Seats that wait longer than by the rules after a flip (E25), or whose rolls take longer (Q16), ms."""
        self.result: msg.RoundResult | None = None
        self.near_ties = 0
        self.tied: tuple[SeatNumber, ...] = ()
        """The seats that play the extra round on the table; empty in an ordinary round."""
        self.lasted_ms = 0
        """The duration of the rounds before the one on the table."""
        self.lots = (0, 0)
        """The seeds of the round on the table: of its dealer, and of the lot that decides dead heats."""
        self.watching: frozenset[SeatNumber] = frozenset()
        """Seats that watch while others play an extra round (RULES.md C14)."""
        self.away: frozenset[SeatNumber] = frozenset()
        """Seats without cards or dice in this round: those that watch, and those that had left."""
        self.deeds: dict[SeatNumber, Deeds] = {}
        """What each seat has done in the rounds that it played and that are counted, by which awards are given."""
        self.latest_deeds: dict[SeatNumber, Deeds] = {}
        """The same of the latest round alone."""
        self.names: dict[SeatNumber, str] = {}
        """The names of the people who play, or have left."""
        self.on_screen: set[SeatNumber] = set()
        """In a match of real dice: seats that have rolled on the screen."""
        self.cast = 0
        """The number of its bots' characters (``People.cast``)."""

    @property
    def ended(self) -> bool:
        """True if no further round is played: the match is decided, or fewer than two players are left."""
        return self.match.ended or len(self.roster.numbers) - len(self.gone) < 2

    @property
    def tiebreak(self) -> tuple[SeatNumber, ...]:
        """The seats that play an extra round among themselves, now or next; empty if everybody plays."""
        return tuple(self.roster.number(index) for index in self.match.tiebreak)

    @property
    def standings(self) -> dict[SeatNumber, int]:
        """The totals before the round on the table: what its result changes is told with its scores. Empty: none."""
        told = self.match.history if self.result is None else self.match.history[:-1]
        return self._present(told[-1]) if told else {}

    def _present(self, totals: Sequence[int]) -> dict[SeatNumber, int]:
        """Return the totals of the seats that have not left."""
        seats = zip(self.roster.numbers, totals, strict=True)
        return {number: total for number, total in seats if number not in self.gone}

    # ------------------------------------------------------------ seats

    def join(self, number: SeatNumber) -> None:
        """Add a latecomer from the next round on, in the place of a bot or of a player who left, with its score.

        In a new place it begins with the start score. Nobody joins an extra round.
        """
        self.bots.pop(number, None)
        self.gone.discard(number)
        self.deeds.pop(number, None)  # they are somebody else's
        index = self.roster.index(number)
        if index is None:
            self.roster.join(number)
            self.match.join()
        else:
            self.match.departed.discard(index)

    @property
    def extra_round(self) -> bool:
        """True if the round on the table decides a draw."""
        return bool(self.tied)

    def leave(self, number: SeatNumber, now: Instant) -> None:
        """Remove the seat from the match and from the running round."""
        if self.depart(number) and self.round is not None and number not in self.watching:
            self.round.leave(number, now)

    def depart(self, number: SeatNumber) -> bool:
        """Remove the seat from the match; return whether to remove it also from the round, which is not counted yet."""
        index = self.roster.index(number)
        if index is None or number in self.gone:
            return False
        self.gone.add(number)
        self.bots.pop(number, None)
        if self.round is None or self.result is not None:
            self.match.leave(index)
            return False
        self.match.departed.add(index)  # takes effect when the round on the table has been counted
        return True

    def seat_bot(self, number: SeatNumber, now: Instant) -> None:
        """Seat a bot that plays this seat from now on."""
        self.bots[number] = self._players.bot(number, self.strength, self.seed(), now, len(self.roster.numbers))

    def character(self, number: SeatNumber) -> int:
        """Return which of the characters a bot at this seat plays, from 0: another one at every seat."""
        return (number + _NEXT_CAST * self.cast) % CHARACTERS

    def drop_names(self, drops: Callable[[str], bool]) -> None:
        """Forget the names that ``drops`` is true of: their results from now on are nobody's."""
        self.names = {seat: "" if drops(name) else name for seat, name in self.names.items()}

    # ------------------------------------------------------------ time

    def next_deadline(self, now: Instant) -> Instant | None:
        """Return when ``advance`` must be called even without input."""
        if self.round is None or self.round.round.ended is not None:
            return None
        deadlines = [bot.due for bot in self._bots_in_round()]
        due = self.round.next_deadline(now)
        return min([*deadlines, due] if due is not None else deadlines, default=None)

    def advance(self, now: Instant) -> None:
        """Let the bots move, and judge every input whose place is certain."""
        play = self.round
        if play is None or play.round.ended is not None:
            return
        for bot in self._bots_in_round():
            index = self.roster.index(bot.seat)
            if index is None or now < bot.due:
                continue
            view = self._players.view(play.round, index, play.dealt.time(now), play.carried.pieces())
            action = bot.act(view, now) if view is not None else None
            if action is not None:
                play.take(BOTS, bot.seat, action)
        play.advance(now)

    def _bots_in_round(self) -> list[GameBot]:
        return [bot for bot in self.bots.values() if bot.seat not in self.watching]

    def shift(self, by: Duration, opened: Instant) -> None:
        """Shift the round's times by the length ``by`` of a pause that ended with a new GO (``opened``)."""
        for bot in self.bots.values():
            bot.due = Instant(bot.due + by)
        if self.round is not None:
            self.round.shift(by, opened)

    # ------------------------------------------------------------ rounds

    def start_round(self, go: Instant) -> RoundPlay:
        """Deal a new round that begins at ``go``."""
        return self.deal(go, self.seed(), self.seed())

    def deal(self, go: Instant, seed: int, lot: int) -> RoundPlay:
        """Deal the round of these seeds (``lots``), which begins at ``go``."""
        self.record.clear()
        self.result = None
        self.lots, self.tied, self.lasted_ms = (seed, lot), self.tiebreak, self.match.lasted_ms
        dealer = Dealer(seed)
        self.watching = frozenset(self.roster.numbers) - {*self.tied, *self.gone} if self.tied else frozenset()
        self.away = self.watching | self.gone
        moves = self.game.deal(dealer, self.roster, self.away, self.tied, self.handicaps, self.cooldowns)
        order = list(self.roster.numbers)
        random.Random(lot).shuffle(order)  # noqa: S311  a lot for dead heats, seeded so that it can be replayed
        ranks = {number: rank for rank, number in enumerate(order)}
        self.round = RoundPlay(moves, dealer, self.roster, self.record, ranks, self.sources, go, self.throws)
        self.round.judging.log = self.log
        self.record.move("deal")
        self.wake_bots(go)
        return self.round

    def wake_bots(self, go: Instant) -> None:
        """Start the bots after ``go``, one after the other: people need a moment to look at their cards first."""
        for number, bot in self.bots.items():
            rank = self.round.arbiter.ranks[number] if self.round is not None else 0
            bot.begin(Instant(go + milliseconds(250 + 120 * rank)))

    def finish_round(self) -> msg.RoundResult:
        """Count the ended round and return its result."""
        play = self.round
        if play is None or play.round.ended is None:
            raise ValueError("no round has ended")
        ended, scores = play.round.ended, play.round.scores()
        if self.real_dice:
            self.on_screen |= play.judging.rolled_on_screen
        self.match.add_round(scores, ended.at)
        taking_part = self._note_deeds(play, ended, scores)
        self.result = self._with_story(play, self._round_result(play, ended, scores, taking_part))
        self.near_ties += self.result.near_ties
        return self.result

    def _round_result(
        self, play: RoundPlay, ended: RoundEnded, scores: Sequence[int], taking_part: Sequence[int]
    ) -> msg.RoundResult:
        """Return the result of a round that is counted; ``taking_part``: indices of the seats that can have won it."""
        best = max((scores[index] for index in taking_part), default=0) if play.round.decided else None
        verdicts = play.judging.verdicts
        return msg.RoundResult(
            by=ended.by,
            caller=None if ended.seat is None else self.roster.number(ended.seat),
            round_no=self.match.round_no,
            lines=tuple(self._line(index, points, best) for index, points in enumerate(scores)),
            history=tuple(tuple(totals) for totals in self.match.history),
            start=self.match.rules.start_score,
            near_ties=sum(race.near_tie for race in verdicts.races),
            winners=tuple(self.roster.number(index) for index in taking_part if scores[index] == best),
            races=verdicts.closest(RACES),
            leaders=leaders_of(self._present(self.match.totals)),
        )

    def _with_story(self, play: RoundPlay, result: msg.RoundResult) -> msg.RoundResult:
        """Return the result with the round's story; a round that was only broken off has none."""
        judging, seats = play.judging, zip(self.roster.numbers, play.round.seats, strict=False)
        told = Told(
            result,
            people=frozenset(n for n in self.roster.numbers if n not in self.bots) - self.gone - self.away,
            laid=judging.laid,
            emptied={number: seat.emptied_at for number, seat in seats if seat.emptied_at is not None},
            beaten=judging.verdicts.races,
            ended_ms=play.round.at,
            match=self.identity,
            played={number: len(self.deeds[number].points) for number in self.latest_deeds},
        )
        return structs.replace(result, story=story_of(told)) if play.round.decided else result

    def _note_deeds(self, play: RoundPlay, ended: RoundEnded, scores: Sequence[int]) -> list[int]:
        """Note what each seat has done in the round; return the indices of those that took part."""
        out = self.gone | self.away
        taking_part = [index for index, number in enumerate(self.roster.numbers) if number not in out]
        self.latest_deeds = {
            self.roster.number(index): play.deeds(index, ended, scores[index]) for index in taking_part
        }
        for number, deeds in self.latest_deeds.items():
            self.deeds[number] = self.deeds.get(number, Deeds()).plus(deeds)
        return taking_part

    def match_result(self) -> msg.RoundResult:
        """Return the match's result as the displays show it."""
        if self.result is None:
            raise ValueError("no round has been counted")
        totals = {line.seat: line.total for line in self.result.lines if line.seat not in self.gone}
        leaders = tuple(seat for seat, total in totals.items() if total == max(totals.values()))
        winners = tuple(self.roster.number(index) for index in self.match.winners) or leaders
        # The winner of the match need not have won its last round.
        lines = tuple(
            structs.replace(
                line,
                won=line.seat in winners,
                left=line.seat in self.gone,
                on_screen=line.seat in self.on_screen,
            )
            for line in self.result.lines
        )
        return structs.replace(
            self.result,
            lines=lines,
            near_ties=self.near_ties,
            winners=winners,
            leaders=winners if len(winners) < len(totals) else (),
            races=(),
            awards=awards(self.deeds, self._people(), self.kind, self.identity),
        )

    def _people(self) -> list[SeatNumber]:
        """Return the seats of the people who are there at the match's end."""
        return [number for number in self.roster.numbers if number not in self.gone and number not in self.bots]

    def _line(self, index: int, points: int, best: int | None) -> msg.SeatScore:
        if self.round is None:
            raise ValueError("no round has been played")
        number = self.roster.number(index)
        centered, left_over = self.game.pieces(self.round.moves, index)
        left, away = number in self.gone, number in self.away
        return msg.SeatScore(
            seat=number,
            centered=centered,
            stack_left=left_over,
            penalty=self.round.round.penalties[index],
            points=points,
            total=self.match.totals[index],
            won=points == best and not left and not away,
            bot=number in self.bots,
            left=left,
            handicap=self.handicaps.get(number),
            cooldown=self.cooldowns.get(number, 0),
            away=away,
            on_screen=self.real_dice and number in self.round.judging.rolled_on_screen,
        )
