"""A match of any game: totals of its rounds, end, winners, extra rounds (RULES.md 1H, C14, C15, N13, N14)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, Self

from msgspec import Struct


class MatchRules(Protocol):
    """The part of a game's rules that a match needs."""

    @property
    def start_score(self) -> int:
        """Every seat's total before the first round."""

    @property
    def breaks_ties(self) -> bool:
        """True if equal highest totals are resolved by an extra round; otherwise the win is shared."""

    def match_over(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Return whether no ordinary round follows round ``round_no`` (from 1), ``lasted_ms`` into the match."""


class Outcome(Struct, frozen=True):
    """The state of a match after a round. ``tiebreak``: the seats of an extra round; then it has not ended."""

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
    """Return the state of a match with these totals after round ``round_no`` (from 1), ``lasted_ms`` into the match.

    The highest total wins (E18); seats that have left never win, but their totals count towards a target.
    ``tiebreak``: the seats of the extra round just played: one of them wins, even if another seat has a higher total by
    now, and no ordinary round follows.
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

    ``totals``: points of each seat. ``round_no``: the number of rounds played. ``lasted_ms``: the duration of all
    rounds so far. ``history``: the totals after each round (the start score for rounds before a latecomer joined).
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
        """Return a match resumed before its next round, an extra round if there are seats in ``tiebreak``."""
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
        """True if the match is over."""
        return self._outcome.ended

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest total, several if the win is shared; empty while the match goes on."""
        return self._outcome.winners

    @property
    def tiebreak(self) -> tuple[int, ...]:
        """The seats that play the next round, an extra round; empty if it is an ordinary one."""
        return self._outcome.tiebreak

    def add_round(self, scores: Sequence[int], lasted_ms: int) -> None:
        """Add a round: the points of each seat (0 for those that did not play) and its duration.

        ``ValueError`` if the match is over or the number of seats differs.
        """
        self._require_running()
        self.totals = [total + score for total, score in zip(self.totals, scores, strict=True)]
        self.lasted_ms += lasted_ms
        self.history.append(tuple(self.totals))
        self.round_no += 1
        self._decide()

    def leave(self, seat: int) -> None:
        """Remove a seat from the match between two rounds; its total stands.

        If an extra round is due, its seats are determined again. A seat that leaves in mid-round must be added to
        ``departed`` before that round is counted.
        """
        self.departed.add(seat)
        if self.tiebreak:
            self._decide()

    def join(self) -> int:
        """Add a latecomer between two rounds, with the start score; return its seat.

        ``ValueError`` if the match is over or in an extra round.
        """
        self._require_running()
        if self.tiebreak:
            raise ValueError("no seat can join for an extra round")
        self.totals.append(self.rules.start_score)
        self.history = [(*totals, self.rules.start_score) for totals in self.history]
        return len(self.totals) - 1

    def _decide(self) -> None:
        extra = self.tiebreak
        self._outcome = outcome(self.rules, self.totals, self.round_no, self.lasted_ms, self.departed, extra)

    def _require_running(self) -> None:
        if self.ended:
            raise ValueError("the match is over")
