"""The texts of refused moves: a few words for the player who made the move."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.rounds import Names, who
from kiosk.game.refusals import Reason
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol import RaceView, Verdict

REASON_TEXTS: Final[dict[str, str]] = {
    Reason.ROUND_OVER: mark("The round was already over"),
    Reason.NOT_SEATED: mark("This seat isn't playing"),
    Reason.LOCKED: mark("Locked for a moment"),
    Reason.EMPTY_SOURCE: mark("There is nothing there"),
    Reason.BEATEN_TO_IT: mark("Too late: somebody was faster"),
    Reason.DOES_NOT_FIT: mark("Doesn't fit anywhere"),
}
"""Refusals of every game; each game's own, and those it words differently, are in ``GameTexts.reasons``."""

_TABLE_TEXTS: Final[dict[str, str]] = {"stop_barred": REASON_TEXTS[Reason.LOCKED]}
"""Refusals by the table, in games that have no words of their own for them."""

_OF_EXAMPLES: Final[dict[str, str]] = {Reason.DOES_NOT_FIT: mark("Doesn't fit here")}
"""Refusals as a picture with a single place tells them, where the words for a table tell of all places."""

_FELT_S: Final = 1.0
"""The shortest lock that is told as a cost, in seconds."""
CLOSE_MS: Final = 99
"""The largest margin of a race that is told in milliseconds."""


def verdict_text(
    verdict: Verdict,
    game: str,
    say: Say,
    pro: str = "",
    names: Names = (),
    margin_ms: float | None = None,
    *,
    brief: bool = False,
) -> str:
    """Return a line for the ticker, with what the move has cost; with the margin only if the table reports one.

    ``pro``: the step of the pro variant, as in ``Snapshot``; ``names``: the names of the players;
    ``margin_ms``: the margin as it counts up, None: the whole; ``brief``: without the piece and the words of the cost.
    """
    text = _why(verdict, game, say, pro, names, margin_ms)
    if cost := _cost(verdict, say, brief=brief):
        text = say("{why} ({cost})", why=text, cost=cost)
    if verdict.card is None or brief:
        return text
    return say("{card}: {why}", card=piece_text(verdict.card, game, say), why=text)


def piece_text(piece: str, game: str, say: Say) -> str:
    """Return a piece of this game in words."""
    return texts_of_game(game).piece(piece, say)


def reason_text(reason: str, game: str, pro: str = "") -> str:
    """Return the text of a refusal, as a key of the catalogues; the plain word if only a newer table knows it."""
    reasons = texts_of_game(game).reasons
    own = reasons.get(f"{reason} {pro}") or reasons.get(reason)
    return own or REASON_TEXTS.get(reason) or _TABLE_TEXTS.get(reason, reason)


def example_text(reason: str, game: str, pro: str = "") -> str:
    """Return the text of a refusal beside a picture of the one place where a piece is to go."""
    return _OF_EXAMPLES.get(reason) or reason_text(reason, game, pro)


def race_text(race: RaceView, say: Say, names: Names) -> str:
    """Return who was faster, and by how much if that is known."""
    first, second = who(race.first, names, say), who(race.second, names, say)
    if race.lot:
        return say("{first} and {second}: dead heat, decided by lot", first=first, second=second)
    if race.margin_ms is None:
        return say("{first} was ahead of {second}", first=first, second=second)
    return say(
        "{first} was {margin} ahead of {second}", first=first, second=second, margin=margin_text(race.margin_ms, say)
    )


def margin_text(ms: float, say: Say, whole: float | None = None) -> str:
    """Return the margin of a race: a close one in milliseconds, others in seconds, which more people understand.

    Tenths of a millisecond are told if it has any (``protocol.Verdict``).

    ``whole``: the margin up to which it counts, if it still does: the unit stays.
    """
    told = ms if whole is None else whole
    if told <= CLOSE_MS:
        return say("{ms} ms", ms=say.number(ms, int(told % 1 > 0)))
    return say("{seconds} s", seconds=say.number(ms / 1000, 1))


def penalty_text(points: int, say: Say) -> str:
    """Return the text of a penalty."""
    return say.count("\N{MINUS SIGN}{n} point", "\N{MINUS SIGN}{n} points", points)


def _cost(verdict: Verdict, say: Say, *, brief: bool) -> str:
    """Return the points or seconds that the move has cost; empty: none, or a lock that is over when it is read."""
    if verdict.points:
        return f"\N{MINUS SIGN}{verdict.points}" if brief else penalty_text(verdict.points, say)
    locked_s = (verdict.locked_until - verdict.at) / 1e9 if verdict.at else 0.0
    if locked_s < _FELT_S:
        return ""
    seconds = say.number(locked_s, int(locked_s % 1 > 0))
    return say("{seconds} s", seconds=seconds) if brief else say("locked {seconds} s", seconds=seconds)


def _why(verdict: Verdict, game: str, say: Say, pro: str, names: Names, counted_ms: float | None) -> str:
    if verdict.lot:
        return say("Dead heat, decided by lot")
    if verdict.allowed and (warned := texts_of_game(game).reasons.get(f"{verdict.reason} allowed")):
        return say(warned)
    if verdict.by is not None:
        faster = who(verdict.by, names, say)
        if (whole := verdict.margin_ms) is not None:
            margin = margin_text(whole if counted_ms is None else counted_ms, say, whole)
            return say("Too late: {who} was {margin} faster", who=faster, margin=margin)
        return say("Too late: {who} was faster", who=faster)
    return say(reason_text(verdict.reason, game, pro))
