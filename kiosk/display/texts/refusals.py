"""The texts of refused moves: a few words for the player who made the move."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from kiosk.display.texts.games import texts_of_game
from kiosk.display.texts.names import Names, who
from kiosk.game.refusals import Reason
from kiosk.locale.speaker import Say, mark
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


def verdict_text(
    verdict: Verdict,
    game: str,
    say: Say,
    pro: str = "",
    names: Names = (),
    margin_ms: int | None = None,
    *,
    brief: bool = False,
) -> str:
    """Return a line for the ticker, with the penalty; with the margin only if the table reports one.

    ``pro``: the step of the pro variant, as in ``Snapshot``; ``names``: the names of the players;
    ``margin_ms``: the margin as it counts up, None: the whole; ``brief``: without the piece and the word "points".
    """
    text = _why(verdict if margin_ms is None else replace(verdict, margin_ms=margin_ms), game, say, pro, names)
    if verdict.points:
        points = f"\N{MINUS SIGN}{verdict.points}" if brief else penalty_text(verdict.points, say)
        text = say("{why} ({points})", why=text, points=points)
    if verdict.card is None or brief:
        return text
    return say("{card}: {why}", card=piece_text(verdict.card, game, say), why=text)


def piece_text(piece: str, game: str, say: Say) -> str:
    """Return a piece of this game in words."""
    return texts_of_game(game).piece(piece, say)


def reason_text(reason: str, game: str, pro: str = "") -> str:
    """Return the text of a refusal, as a key of the catalogues; the plain word if only a newer table knows it."""
    reasons = texts_of_game(game).reasons
    return reasons.get(f"{reason} {pro}") or reasons.get(reason) or REASON_TEXTS.get(reason, reason)


def race_text(race: RaceView, say: Say, names: Names) -> str:
    """Return who was faster, and by how much if that is known."""
    first, second = who(race.first, names, say), who(race.second, names, say)
    if race.lot:
        return say("{first} and {second}: dead heat, decided by lot", first=first, second=second)
    if race.margin_ms is None:
        return say("{first} was ahead of {second}", first=first, second=second)
    return say("{first} was {ms} ms ahead of {second}", first=first, second=second, ms=race.margin_ms)


def penalty_text(points: int, say: Say) -> str:
    """Return the text of a penalty."""
    return say.count("-{n} point", "-{n} points", points)


def _why(verdict: Verdict, game: str, say: Say, pro: str, names: Names) -> str:
    if verdict.lot:
        return say("Dead heat, decided by lot")
    if verdict.allowed and (warned := texts_of_game(game).reasons.get(f"{verdict.reason} allowed")):
        return say(warned)
    if verdict.by is not None:
        faster = who(verdict.by, names, say)
        if verdict.margin_ms is not None:
            return say("Too late: {who} was {ms} ms faster", who=faster, ms=verdict.margin_ms)
        return say("Too late: {who} was faster", who=faster)
    return say(reason_text(verdict.reason, game, pro))
