"""What "More" offers in the lobby, and the rules that follow from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeVar

from kiosk import protocol as msg
from kiosk.bots.strength import STEADY, STRENGTHS, Strength
from kiosk.game.card_rules import PRESETS, CardRules, MatchEnd, MatchEndKind, Misplay, MisplayKind, ProStep
from kiosk.game.dice import BAG
from kiosk.game.dice_rules import DICE_PRESETS, DiceRules, HandicapMode
from kiosk.table.games.cards import CardGame
from kiosk.table.games.dice import DiceGame
from kiosk.table.settings import TableSettings

TAP_LOCK_MS: Final = 600
"""In tap mode a wrong card locks, or tapping everything would win (kiosk/display/README.md)."""

MANY: Final = 6
"""With so many players a match to a number of points may never end (RULES.md E19)."""

MAY_NEVER_END: Final = "may_never_end"
"""The warning about that."""

HOUSE_RULE: Final = "house_rule"
"""The warning, with the dice of each, that more play dice than the game is made for (RULES.md Q15)."""

ROUNDS_EACH: Final = (1, 2, 3)
"""Rounds of dice for each player that the lobby offers (N13: three; many find that too long)."""

SOME_ON_SCREEN: Final = "some_on_screen"
"""The warning that real dice are chosen, but not everybody has a board that works."""

_OFF: Final = "off"
_REAL: Final = "real"
_AS_IT_IS: Final = ""
"""Nobody has chosen between real and virtual dice: real if everybody has a board that works."""
_EACH: Final = "rounds_each"
R = TypeVar("R", CardRules, DiceRules)
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


def _with_touch(rules: R, value: str, _: TableSettings) -> R:
    """With the lock that tap mode needs."""
    if value == "tap" and rules.misplay.kind is MisplayKind.RETURN:
        return replace(rules, misplay=Misplay(MisplayKind.LOCKOUT, ms=TAP_LOCK_MS))
    return rules


def _own_rounds(preset: str) -> str:
    return f"{_EACH} {DICE_PRESETS[preset].rules.rounds_per_player}"


def _with_rounds_each(rules: DiceRules, value: str, _: TableSettings) -> DiceRules:
    return replace(rules, rounds_per_player=int(value.removeprefix(_EACH)))


def _with_handicap_mode(rules: DiceRules, value: str, _: TableSettings) -> DiceRules:
    return replace(rules, handicap_mode=HandicapMode(value))


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is chosen for the whole match.

    ``values``: what can be chosen; ``default``: what is chosen if nobody chooses, given the chosen edition; ``apply``:
    what a value makes of the rules. An offer that ``follows`` the edition is back at its default when that changes.
    """

    key: str
    values: Callable[[TableSettings], tuple[str, ...]]
    default: Callable[[TableSettings, str], str]
    apply: Callable[[Any, str, TableSettings], Any] = lambda rules, *_: rules
    follows: bool = False


_GAME: Final = Offer("game", lambda _: tuple(OFFERS), lambda settings, _: settings.game)
_FOR_ALL_GAMES: Final = (
    Offer("touch_mode", lambda _: ("drag", "tap"), lambda settings, _: settings.touch_mode, _with_touch),
    Offer("bots", lambda _: (_OFF, *STRENGTHS), lambda settings, _: settings.bots),
)
"""What is chosen for whatever is played stays chosen when another game is."""

OFFERS: Final[dict[str, tuple[Offer, ...]]] = {
    "cards": (
        _GAME,
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
        *_FOR_ALL_GAMES,
    ),
    "dice": (
        _GAME,
        Offer(
            "preset",
            lambda _: tuple(DICE_PRESETS),
            lambda _, preset: preset,
            lambda _, value, __: DICE_PRESETS[value].rules,
        ),
        Offer(
            "length",
            lambda _: tuple(f"{_EACH} {rounds}" for rounds in ROUNDS_EACH),
            lambda _, preset: _own_rounds(preset),
            _with_rounds_each,
            follows=True,
        ),
        Offer(
            "handicap_mode",
            lambda _: tuple(mode.value for mode in HandicapMode),
            lambda _, preset: DICE_PRESETS[preset].rules.handicap_mode.value,
            _with_handicap_mode,
            follows=True,
        ),
        Offer(
            "dice_source",
            lambda settings: (_REAL, "virtual") if settings.boards else (),
            lambda *_: _AS_IT_IS,
        ),
        *_FOR_ALL_GAMES,
    ),
}
"""All that is chosen for a match of each game, in the order in which it is offered and the rules are made."""


def _warnings(game: CardGame | DiceGame, players: int, *, some_on_screen: bool) -> dict[str, str]:
    """What speaks against what is chosen, by the key of the choice."""
    if isinstance(game, DiceGame):
        warnings = {"dice_source": SOME_ON_SCREEN} if some_on_screen else {}
        return warnings | ({"game": f"{HOUSE_RULE} {len(BAG) // players}"} if players > game.most_seats else {})
    endless = players >= MANY and game.rules.match_end.kind is MatchEndKind.TARGET
    return {"length": MAY_NEVER_END} if endless else {}


class Choices:
    """A match as it is chosen now; at first what it is when nobody chooses otherwise."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._chosen = self._defaults(settings.game)

    def _defaults(self, game: str) -> dict[str, str]:
        preset = self._settings.preset if game == "cards" else self._settings.dice_preset
        return {offer.key: offer.default(self._settings, preset) for offer in OFFERS[game]} | {"game": game}

    @property
    def kind(self) -> str:
        """``cards`` or ``dice``."""
        return self._chosen["game"]

    @property
    def preset(self) -> str:
        """The edition."""
        return self._chosen["preset"]

    @property
    def touch_mode(self) -> str:
        """``drag`` or ``tap``."""
        return self._chosen["touch_mode"]

    @property
    def chosen(self) -> Mapping[str, str]:
        """All that is chosen, by key."""
        return self._chosen

    def take_up(self, chosen: Mapping[str, str]) -> None:
        """Choose what was chosen once, as far as that is still offered."""
        for key in ("game", "preset", *chosen):  # these two first: others follow them
            if key in chosen:
                self.choose(key, chosen[key])

    @property
    def bots(self) -> bool:
        """Whether bots take the empty seats."""
        return self._chosen["bots"] != _OFF

    @property
    def strength(self) -> Strength:
        """How good bots are: where none take the empty seats, one may yet play on for somebody who has gone."""
        return STRENGTHS.get(self._chosen["bots"], STEADY)

    def choose(self, key: str, value: str) -> None:
        """Choose; what is no choice, or is chosen already, changes nothing.

        With another edition its own length and variant are chosen; with another game all but what holds for both.
        """
        offers = OFFERS[self._chosen["game"]]
        if self._chosen.get(key) == value:
            return
        if not any(offer.key == key and value in offer.values(self._settings) for offer in offers):
            return
        if key == "game":
            kept = {offer.key: self._chosen[offer.key] for offer in _FOR_ALL_GAMES}
            self._chosen = self._defaults(value) | kept
            return
        self._chosen[key] = value
        if key == "preset":
            self._chosen |= {offer.key: offer.default(self._settings, value) for offer in offers if offer.follows}

    def game(self) -> CardGame | DiceGame:
        """The game with the rules of the match as it is chosen."""
        rules: Any = None
        for offer in OFFERS[self._chosen["game"]]:
            rules = offer.apply(rules, self._chosen[offer.key], self._settings)
        return DiceGame(rules) if self._chosen["game"] == "dice" else CardGame(rules)

    def real_dice(self, people: int, boards: int) -> bool:
        """Whether real dice are chosen, or used if nobody chooses: if all the ``people`` have ``boards`` that work."""
        chosen = self._chosen.get("dice_source")
        return chosen == _REAL or (chosen == _AS_IT_IS and people == boards > 0)

    def view(self, players: int, people: int = 0, boards: int = 0) -> msg.Lobby:
        """As the displays show it.

        ``players``: how many would play, bots included; so many of them are ``people``, and have ``boards`` that work.
        """
        game = self.game()
        real = self.real_dice(people, boards)
        shown = self._chosen | {"dice_source": _REAL if real else "virtual"}
        warnings = _warnings(game, players, some_on_screen=real and boards < players)
        choices = tuple(
            msg.Choice(offer.key, shown[offer.key], values, warnings.get(offer.key))
            for offer in OFFERS[self._chosen["game"]]
            if (values := offer.values(self._settings))
        )
        return msg.Lobby(choices, game.handicaps, self._settings.languages)
