"""What "More" offers in the lobby, and the rules that follow from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from kiosk import messages as msg
from kiosk.game.rules import PRESETS, CardRules, MatchEnd, MatchEndKind, Misplay, MisplayKind, ProStep
from kiosk.table.settings import TableSettings

TAP_LOCK_MS: Final = 600
"""In tap mode a wrong card locks, or tapping everything would win (TABLE_UX.md)."""

HANDICAPS: Final = tuple(range(4, 14))
"""Sizes of a seat's own Ligretto stack that the lobby offers (RULES.md O28)."""

MANY: Final = 6
"""With so many players a match to a number of points may never end (RULES.md E19)."""

MAY_NEVER_END: Final = "may_never_end"
"""The warning about that."""

_OFF: Final = "off"
_NUMBERED: Final = {
    MatchEndKind.FIXED_ROUNDS: ("rounds", "n"),
    MatchEndKind.TARGET: ("points", "points"),
    MatchEndKind.TIME: ("minutes", "minutes"),
}
"""A match's end that has a number: its word in a choice, and its part of ``MatchEnd``."""


def length_text(end: MatchEnd) -> str:
    """A match's end as a choice names it: ``single_round``, ``rounds 5``, ``points 99``, ``minutes 20``."""
    if end.kind not in _NUMBERED or (end.kind is MatchEndKind.FIXED_ROUNDS and end.n == 1):
        return MatchEndKind.SINGLE_ROUND.value
    word, part = _NUMBERED[end.kind]
    return f"{word} {getattr(end, part)}"


_LENGTHS: Final = (
    MatchEnd(MatchEndKind.SINGLE_ROUND),
    *(MatchEnd(MatchEndKind.FIXED_ROUNDS, n=number) for number in (3, 5, 7, 10)),
    *(MatchEnd(MatchEndKind.TARGET, points=number) for number in (50, 99, 100, 200)),
    *(MatchEnd(MatchEndKind.TIME, minutes=number) for number in (10, 20, 30)),
)


def _own_end(preset: str, rounds: int) -> MatchEnd:
    """How a match of this edition ends. Editions leave the number of rounds to the players: here it is configured."""
    end = PRESETS[preset].rules.match_end
    return replace(end, n=rounds) if end.kind is MatchEndKind.FIXED_ROUNDS else end


@lru_cache
def _lengths(rounds: int) -> dict[str, MatchEnd]:
    """Every length that is offered, by its text, the configured one among them; in the order of kind and number."""
    ends = {length_text(end): end for end in (*_LENGTHS, *(_own_end(preset, rounds) for preset in PRESETS))}
    kinds = list(MatchEndKind)
    order = {text: (kinds.index(end.kind) * (end.n > 1), end.n, end.points, end.minutes) for text, end in ends.items()}
    return {text: ends[text] for text in sorted(ends, key=lambda text: order[text])}


def _own_pro(preset: str) -> str:
    pro = PRESETS[preset].rules.pro
    return pro.step.value if pro.enabled else _OFF


def _with_length(rules: CardRules, value: str, settings: TableSettings) -> CardRules:
    return replace(rules, match_end=_lengths(settings.rounds)[value])


def _with_pro(rules: CardRules, value: str, _: TableSettings) -> CardRules:
    pro = replace(rules.pro, enabled=False) if value == _OFF else replace(rules.pro, enabled=True, step=ProStep(value))
    return replace(rules, pro=pro)


def _with_touch(rules: CardRules, value: str, _: TableSettings) -> CardRules:
    """With the lock that tap mode needs."""
    if value == "tap" and rules.misplay.kind is MisplayKind.RETURN:
        return replace(rules, misplay=Misplay(MisplayKind.LOCKOUT, ms=TAP_LOCK_MS))
    return rules


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is chosen for the whole match.

    ``values``: what can be chosen; ``default``: what is chosen if nobody chooses, given the chosen edition; ``apply``:
    what a value makes of the rules. An offer that ``follows`` the edition is back at its default when that changes.
    """

    key: str
    values: Callable[[TableSettings], tuple[str, ...]]
    default: Callable[[TableSettings, str], str]
    apply: Callable[[CardRules, str, TableSettings], CardRules] = lambda rules, *_: rules
    follows: bool = False


OFFERS: Final = (
    Offer("preset", lambda _: tuple(PRESETS), lambda _, preset: preset, lambda _, value, __: PRESETS[value].rules),
    Offer(
        "length",
        lambda settings: tuple(_lengths(settings.rounds)),
        lambda settings, preset: length_text(_own_end(preset, settings.rounds)),
        _with_length,
        follows=True,
    ),
    Offer(
        "pro",
        lambda _: (_OFF, *(step.value for step in ProStep)),
        lambda _, preset: _own_pro(preset),
        _with_pro,
        follows=True,
    ),
    Offer("touch_mode", lambda _: ("drag", "tap"), lambda settings, _: settings.touch_mode, _with_touch),
    Offer("bots", lambda _: ("true", "false"), lambda settings, _: "true" if settings.bots else "false"),
)
"""All that is chosen for the match, in the order in which it is offered; the rules are made in this order too."""


class Choices:
    """A match as it is chosen now; at first what it is when nobody chooses otherwise."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._chosen = {offer.key: offer.default(settings, settings.preset) for offer in OFFERS}

    @property
    def preset(self) -> str:
        """The edition."""
        return self._chosen["preset"]

    @property
    def touch_mode(self) -> str:
        """``drag`` or ``tap``."""
        return self._chosen["touch_mode"]

    @property
    def bots(self) -> bool:
        """Whether bots take the empty seats."""
        return self._chosen["bots"] == "true"

    def choose(self, key: str, value: str) -> None:
        """Choose; what is no choice changes nothing. With another edition its own length and variant are chosen."""
        if not any(offer.key == key and value in offer.values(self._settings) for offer in OFFERS):
            return
        self._chosen[key] = value
        if key == "preset":
            self._chosen |= {offer.key: offer.default(self._settings, value) for offer in OFFERS if offer.follows}

    def rules(self) -> CardRules:
        """The rules of the match as it is chosen."""
        rules = CardRules()
        for offer in OFFERS:
            rules = offer.apply(rules, self._chosen[offer.key], self._settings)
        return rules

    def view(self, players: int) -> msg.Lobby:
        """As the displays show it. ``players``: how many would play, bots included."""
        endless = players >= MANY and self.rules().match_end.kind is MatchEndKind.TARGET
        choices = tuple(
            msg.Choice(
                offer.key,
                self._chosen[offer.key],
                offer.values(self._settings),
                MAY_NEVER_END if endless and offer.key == "length" else None,
            )
            for offer in OFFERS
        )
        return msg.Lobby(choices, HANDICAPS, self._settings.languages)
