"""From rounds to a match of any game: totals, its end, winners, extra rounds (RULES.md 1H, C14, C15, N13, N14)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol, Self


class MatchRules(Protocol):
    """What a match asks of the rules of its game."""

    @property
    def start_score(self) -> int:
        """Every seat's total before the first round."""

    @property
    def breaks_ties(self) -> bool:
        """Equal highest totals are played off in an extra round; else the win is shared."""

    def match_over(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Whether no further ordinary round is played after round ``round_no`` (from 1), ``lasted_ms`` into it."""


@dataclass(frozen=True)
class Outcome:
    """Where a match stands after a round. ``tiebreak``: the seats that play an extra round; then it has not ended."""

    ended: bool = False
    winners: tuple[int, ...] = ()
    tiebreak: tuple[int, ...] = ()


def outcome(
    rules: MatchRules,
    totals: Sequence[int],
    round_no: int,
    lasted_ms: int,
    departed: Collection[int] = (),
    tiebreak: Collection[int] = (),
) -> Outcome:
    """Where a match with these totals stands after round ``round_no`` (from 1), ``lasted_ms`` into it.

    The highest total wins (E18); seats that have left are never among the winners, but their totals reach a target.
    ``tiebreak``: the seats whose extra round it was: the win is theirs, even if it cost them so many points that one
    of the others has more by now, and there is no going back to ordinary rounds.
    """
    if not tiebreak and not rules.match_over(totals, round_no, lasted_ms):
        return Outcome()
    staying = [seat for seat in range(len(totals)) if seat not in departed]
    leaders = _leaders(totals, [seat for seat in staying if seat in tiebreak] or staying)
    if len(leaders) > 1 and rules.breaks_ties:
        return Outcome(tiebreak=leaders)
    return Outcome(ended=True, winners=leaders)


def _leaders(totals: Sequence[int], contenders: Sequence[int]) -> tuple[int, ...]:
    best = max((totals[seat] for seat in contenders), default=0)
    return tuple(seat for seat in contenders if totals[seat] == best)


class Match:
    """A match of any number of rounds.

    ``totals``: points a seat. ``round_no``: how many rounds have been played. ``lasted_ms``: how long the rounds so
    far have lasted. ``history``: the totals after each round (a latecomer has the start score before it came).
    """

    def __init__(self, rules: MatchRules, seats: int) -> None:
        self.rules: MatchRules = rules
        self.totals: list[int] = [rules.start_score] * seats
        self.round_no: int = 0
        self.lasted_ms: int = 0
        self.history: list[tuple[int, ...]] = []
        self.departed: set[int] = set()
        self._outcome: Outcome = Outcome()

    @classmethod
    def taken_up(
        cls,
        rules: MatchRules,
        seats: int,
        history: Sequence[Sequence[int]],
        lasted_ms: int,
        departed: Collection[int],
        tiebreak: Sequence[int],
    ) -> Self:
        """A match that goes on before its next round, of the seats in ``tiebreak`` if that is an extra one."""
        match = cls(rules, seats)
        match.history = [tuple(totals) for totals in history]
        match.totals = list(history[-1]) if history else match.totals
        match.round_no = len(history)
        match.lasted_ms = lasted_ms
        match.departed = set(departed)
        match._outcome = Outcome(tiebreak=tuple(tiebreak))
        return match

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
        """Between two rounds a seat is out of the match; its total stands.

        If it was to play an extra round, that is decided anew. Who leaves in mid-round is ``departed`` before that
        round is counted.
        """
        self.departed.add(seat)
        if self.tiebreak:
            self._decide()

    def join(self) -> int:
        """A latecomer between two rounds, with the start score; its seat.

        ``ValueError`` if the match is over or in an extra round.
        """
        self._require_running()
        if self.tiebreak:
            raise ValueError("nobody joins for an extra round")
        self.totals.append(self.rules.start_score)
        self.history = [(*totals, self.rules.start_score) for totals in self.history]
        return len(self.totals) - 1

    def _decide(self) -> None:
        extra = self.tiebreak
        self._outcome = outcome(self.rules, self.totals, self.round_no, self.lasted_ms, self.departed, extra)

    def _require_running(self) -> None:
        if self.ended:
            raise ValueError("the match is over")
