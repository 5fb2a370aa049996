"""From rounds to a match: totals, its end, winners, extra rounds (RULES.md 1H, C14, C15)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kiosk.game.rules import CardRules, MatchEnd, MatchEndKind, MatchTie

MINUTE_MS = 60_000


@dataclass(frozen=True)
class Outcome:
    """Where a match stands after a round. ``tiebreak``: the seats that play an extra round; then it has not ended."""

    ended: bool = False
    winners: tuple[int, ...] = ()
    tiebreak: tuple[int, ...] = ()


def outcome(
    rules: CardRules, totals: Sequence[int], round_no: int, lasted_ms: int, departed: Collection[int] = ()
) -> Outcome:
    """Where a match with these totals stands after round ``round_no`` (from 1), ``lasted_ms`` into it.

    The highest total wins (E18); seats that have left are never among the winners, but their totals reach a target.
    """
    if not _is_over(rules.match_end, totals, round_no, lasted_ms):
        return Outcome()
    staying = [seat for seat in range(len(totals)) if seat not in departed]
    best = max((totals[seat] for seat in staying), default=0)
    leaders = tuple(seat for seat in staying if totals[seat] == best)
    if len(leaders) > 1 and rules.match_tie is MatchTie.EXTRA_ROUND:
        return Outcome(tiebreak=leaders)
    return Outcome(ended=True, winners=leaders)


def _is_over(end: MatchEnd, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
    match end.kind:
        case MatchEndKind.SINGLE_ROUND:
            return True
        case MatchEndKind.FIXED_ROUNDS:
            return round_no >= end.n
        case MatchEndKind.TARGET:
            return max(totals) >= end.points
        case MatchEndKind.TIME:
            return lasted_ms >= end.minutes * MINUTE_MS


class CardMatch:
    """A match of any number of rounds.

    ``totals``: points a seat. ``round_no``: how many rounds have been played. ``lasted_ms``: how long the
    rounds so far have lasted. ``history``: the totals after each round (a latecomer's are 0 before it came).
    """

    def __init__(self, rules: CardRules, seats: int) -> None:
        self.rules: CardRules = rules
        self.totals: list[int] = [0] * seats
        self.round_no: int = 0
        self.lasted_ms: int = 0
        self.history: list[tuple[int, ...]] = []
        self.departed: set[int] = set()
        self._outcome: Outcome = Outcome()

    @property
    def ended(self) -> bool:
        """Whether the match is over."""
        return self._outcome.ended

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, all of them if shared; empty while the match goes on."""
        return self._outcome.winners

    @property
    def tiebreak(self) -> tuple[int, ...]:
        """The seats that play the next round, an extra one, among themselves; empty if everybody plays."""
        return self._outcome.tiebreak

    def add_round(self, scores: Sequence[int], lasted_ms: int) -> None:
        """Count a round: its points a seat (those who did not play: 0) and how long it lasted.

        ``ValueError`` if the match is over or the seats do not match.
        """
        self._require_running()
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.lasted_ms += lasted_ms
        self.history.append(tuple(self.totals))
        self.round_no += 1
        self._decide()

    def leave(self, seat: int) -> None:
        """A seat is out of the match; its total stands. If it was to play an extra round, that is decided anew."""
        self.departed.add(seat)
        if self.tiebreak:
            self._decide()

    def join(self) -> int:
        """A latecomer between two rounds, with total 0; its seat. ``ValueError`` if it is over or in an extra round."""
        self._require_running()
        if self.tiebreak:
            raise ValueError("nobody joins for an extra round")
        self.totals.append(0)
        self.history = [(*totals, 0) for totals in self.history]
        return len(self.totals) - 1

    def _decide(self) -> None:
        self._outcome = outcome(self.rules, self.totals, self.round_no, self.lasted_ms, self.departed)

    def _require_running(self) -> None:
        if self.ended:
            raise ValueError("the match is over")
