"""The choices of the lobby ("More"), and the rules that follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Any, Final

from msgspec.structs import replace

from kiosk import protocol as msg
from kiosk.bots.strength import STEADY, STRENGTHS, Strength
from kiosk.game.game_rules import rules_of_game
from kiosk.game.house_options import HOUSE, HouseOption
from kiosk.game.options import Misplay, MisplayKind
from kiosk.game_registry import registry
from kiosk.table.games.game import Game, table_game
from kiosk.table.games.offers import AS_IT_IS, DICE_SOURCE, REAL, VIRTUAL, Offer
from kiosk.table.settings import TableSettings

TAP_LOCK_MS: Final = 600
"""The lockout for a wrong card in tap mode: without it, tapping everything would win (kiosk/display/README.md)."""

SOME_ON_SCREEN: Final = "some_on_screen"
"""The warning that real dice are chosen, but not everybody has a working board."""

_OFF: Final = "off"
_LENGTH: Final = "length"
_COMMON: Final = ("touch_mode", "bots")
"""The keys of the choices that survive a change of the game."""
_SLOWEST: Final = next(iter(STRENGTHS))
_USUAL_BOTS: Final = "steady"


def _with_touch(rules: Any, value: str) -> Any:
    """Return the rules with the lockout that tap mode needs."""
    if value == "tap" and rules.misplay.kind is MisplayKind.RETURN:
        return replace(rules, misplay=Misplay(MisplayKind.LOCKOUT, ms=TAP_LOCK_MS))
    return rules


def _suggested_bots(game: str, preset: str, settings: TableSettings) -> str:
    """Return the bots for an edition: the slowest for beginners, otherwise the usual ones.

    Bots that are configured go with the table's own edition, whichever it is.
    """
    for_beginners = rules_of_game(game).presets[preset].for_beginners
    if settings.bots is not None and (not for_beginners or preset == settings.preset_of(game)):
        return settings.bots
    return _SLOWEST if for_beginners else _USUAL_BOTS


def _without_length(chosen: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in chosen.items() if key != _LENGTH}


def _only_house(chosen: Mapping[str, str]) -> dict[str, str]:
    return {key: value for key, value in chosen.items() if key.startswith(HOUSE)}


def _house_offer(game: str, option: HouseOption) -> Offer:
    """Return a single option of the editions as an offer: by default it is as in the edition."""
    presets = rules_of_game(game).presets
    return Offer(
        HOUSE + option.name,
        tuple(option.values),
        lambda preset: option.word(presets[preset].rules),
        option.set_in,
        follows=True,
    )


def _editions_on_disc(game: str, settings: TableSettings) -> tuple[str, ...]:
    """Return the editions through which the disc in the middle goes: the table's own and the common ones; empty: all.

    Eleven take eleven touches to come around; all others are under Options.
    """
    common = [name for name, one in rules_of_game(game).presets.items() if one.common]
    return tuple({settings.preset_of(game): None} | dict.fromkeys(common)) if common else ()


def offers(game: str, settings: TableSettings) -> tuple[Offer, ...]:
    """Return all offers for a match of this game, in the order in which they are shown and applied to the rules."""
    rules = rules_of_game(game)
    presets = rules.presets
    return (
        Offer("game", registry.names(), lambda _: game),
        Offer(
            "preset",
            tuple(presets),
            lambda preset: preset,
            lambda _, value: presets[value].rules,
            stops=_editions_on_disc(game, settings),
        ),
        *table_game(game).offers(settings),
        *(_house_offer(game, option) for option in rules.house_options),
        Offer("touch_mode", ("drag", "tap"), lambda _: settings.touch_mode, _with_touch),
        Offer("bots", (_OFF, *STRENGTHS), lambda preset: _suggested_bots(game, preset, settings)),
    )


class Choices:
    """The choices for the next match, initially the defaults."""

    def __init__(self, settings: TableSettings) -> None:
        self._settings = settings
        self._offers: tuple[Offer, ...] = ()
        self._chosen: dict[str, str] = {}
        self._plain: dict[str, str] = {}
        """The choices of the edition that is chosen, as they are without house rules."""
        self._usual: dict[str, str] = {}
        """The values of its single options, by their keys."""
        self._kept: dict[str, dict[str, str]] = {}
        """The choices of each edition that the staff have made of house rules for this game, by name."""
        self._own: Any = None
        self._bots_by_hand = False
        """True once somebody has chosen the bots: then no edition suggests others."""
        self._begin(settings.game)

    def _begin(self, game: str) -> None:
        """Choose this game with its defaults."""
        preset = self._settings.preset_of(game)
        self._offers = offers(game, self._settings)
        self._chosen = {offer.key: offer.default(preset) for offer in self._offers}
        self._follow_preset()
        self._own = self.game().rules
        self._kept = dict(self._kept_editions())

    def _follow_preset(self) -> None:
        self._plain = self._preset_choices(self.preset)
        self._usual = _only_house(self._plain)

    def _preset_choices(self, preset: str) -> dict[str, str]:
        """Return the choices of an edition as it is: its preset, and each choice that follows the preset."""
        return {"preset": preset} | {offer.key: offer.default(preset) for offer in self._offers if offer.follows}

    def _kept_editions(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Yield names and choices of kept house rules that can be played; a preset's name is that preset's."""
        presets = rules_of_game(self.kind).presets
        for name, kept in self._settings.house_rules.items():
            if kept.get("game") == self.kind and kept.get("preset") in presets and name not in presets:
                try:
                    choices = self._choices_with(kept)
                except ValueError:  # options that do not go together
                    continue
                yield name, choices

    def _choices_with(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return all choices of an edition: its preset, and each choice that follows the preset, as it is ``chosen``.

        What is not chosen, is not offered, or has no effect, is as in the preset. ``ValueError``: the options do not go
        together.
        """
        choices = self._preset_choices(chosen["preset"])
        for offer in self._offers:
            if offer.key in choices and chosen.get(offer.key) in offer.values:
                choices[offer.key] = chosen[offer.key]
        return choices | self._without_effect(self._chosen | choices)

    def _set_edition(self, choices: Mapping[str, str]) -> None:
        self._chosen |= choices
        self._follow_preset()
        self._suggest_bots()

    @property
    def kind(self) -> str:
        """The name of the game."""
        return self._chosen["game"]

    @property
    def preset(self) -> str:
        """The edition, by the name of its preset."""
        return self._chosen["preset"]

    @property
    def touch_mode(self) -> str:
        """``drag`` or ``tap``."""
        return self._chosen["touch_mode"]

    @property
    def chosen(self) -> Mapping[str, str]:
        """All chosen values, by key; of the single options of the edition only those that differ from it."""
        return {key: value for key, value in self._chosen.items() if self._usual.get(key) != value}

    @property
    def house_rules(self) -> Mapping[str, str]:
        """The options that people have changed, by their keys."""
        return {key: self._chosen[key] for key, usual in self._usual.items() if self._chosen[key] != usual}

    @property
    def name(self) -> str:
        """The name under which the staff keep this edition, whatever the length of the match; empty: none.

        Editions that differ in their length alone, from each other or from one without house rules, have to be as long
        as they are kept.
        """
        if not self._kept:
            return ""
        now = {key: self._chosen[key] for key in self._plain}
        named = {"": self._plain, **self._kept}
        alike = [name for name, choices in named.items() if _without_length(choices) == _without_length(now)]
        return next((name for name in alike if named[name] == now), alike[0] if alike else "")

    @property
    def edition_choices(self) -> dict[str, str]:
        """The choices that make the edition: game and preset, what follows from these, and house rules."""
        return {key: value for key, value in self.chosen.items() if key == "game" or key in self._plain}

    def drop_house_rules(self) -> None:
        """Play by the edition again."""
        self._chosen |= self._usual

    def take_up(self, chosen: Mapping[str, str]) -> None:
        """Restore earlier choices, as far as they are still offered."""
        self.choose("game", chosen.get("game", self.kind))
        preset = chosen.get("preset", "")
        if preset not in rules_of_game(self.kind).presets:
            preset = self.preset
        self._set_edition(self._choices_with({**chosen, "preset": preset}))
        for key in chosen:
            if key != "game" and key not in self._plain:
                self.choose(key, chosen[key])

    @property
    def bots(self) -> bool:
        """True if bots take the empty seats."""
        return self._chosen["bots"] != _OFF

    @property
    def strength(self) -> Strength:
        """The strength of bots. Even if they take no empty seats, one may replace a player who has left."""
        return STRENGTHS.get(self._chosen["bots"], STEADY)

    def strength_for(self, *, newcomers: bool) -> Strength:
        """Return the strength of the bots in the next match. ``newcomers``: all its people play their first round.

        For these it is the lowest, unless the bots are configured or somebody has chosen them.
        """
        suggested = self._settings.bots is None and not self._bots_by_hand
        return STRENGTHS[_SLOWEST] if newcomers and suggested else self.strength

    def choose(self, key: str, value: str) -> None:
        """Choose a value; an unknown key or value, or the current value, changes nothing.

        Another edition resets length, variant and house rules to its own, another game everything but the common
        choices. An edition suggests bots.
        """
        if key == "preset":
            self._choose_edition(value)
            return
        if not any(offer.key == key and value in self._values(offer) for offer in self._offers):
            return
        if key == "bots":
            self._bots_by_hand = True
        if self._chosen[key] == value:
            return
        if key == "game":
            kept = {key: self._chosen[key] for key in _COMMON}
            self._begin(value)
            self._chosen |= kept
            self._suggest_bots()
            return
        self._chosen[key] = value
        self._chosen |= self._without_effect(self._chosen)

    def _choose_edition(self, name: str) -> None:
        """Choose an edition, one that the staff keep too. The one that is chosen already loses its house rules."""
        kept = self.name
        if name == (kept or self.preset) and (kept or not self.house_rules):
            return
        if name in self._kept:
            self._set_edition(self._kept[name])
        elif name in rules_of_game(self.kind).presets:
            self._set_edition(self._choices_with({"preset": name}))

    def _suggest_bots(self) -> None:
        """Choose the bots that the edition suggests, unless somebody has chosen.

        Where bots take no empty seats, they do not with it either.
        """
        if self.bots and not self._bots_by_hand:
            self._chosen["bots"] = _suggested_bots(self.kind, self.preset, self._settings)

    def _without_effect(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Return the options without effect among these choices as their edition has them.

        Nobody could see or change them.
        """
        rules, plain = self._game(chosen).rules, self._preset_choices(chosen["preset"])
        idle = (option for option in rules_of_game(self.kind).house_options if not option.matters(rules))
        return {HOUSE + option.name: plain[HOUSE + option.name] for option in idle}

    def game(self) -> Game[Any]:
        """Return the game with the chosen rules."""
        return self._game(self._chosen)

    @property
    def own(self) -> Any:
        """The table's own rules of the chosen game: those of a match in which nobody has chosen anything."""
        return self._own

    def _game(self, chosen: Mapping[str, str]) -> Game[Any]:
        preset = chosen["preset"]
        usual = self._usual if preset == self.preset else _only_house(self._preset_choices(preset))
        rules: Any = None
        for offer in self._offers:
            if chosen[offer.key] != usual.get(offer.key):  # otherwise the edition has it already
                rules = offer.apply(rules, chosen[offer.key])
        return table_game(self.kind).with_rules(rules)

    def may_change(self, key: str, value: str) -> bool | None:
        """Return whether choosing this value would change anything; None: it would not go with the other rules."""
        tried = copy(self)
        tried._chosen = dict(self._chosen)  # noqa: SLF001  its own copy
        try:
            tried.choose(key, value)
            tried.game()
        except ValueError:
            return None
        return (tried._chosen, tried._bots_by_hand) != (self._chosen, self._bots_by_hand)  # noqa: SLF001

    def _house_view(self) -> Iterator[msg.HouseRule]:
        """Yield the options of the edition that have an effect now."""
        rules, options = self.game().rules, rules_of_game(self.kind).house_options
        matter = {HOUSE + option.name for option in options if option.matters(rules)}
        for offer in self._offers:
            if offer.key in matter:
                yield msg.HouseRule(offer.key, self._chosen[offer.key], self._usual[offer.key], offer.values)

    def real_dice(self, people: int, boards: int) -> bool:
        """Return whether real dice are used: as chosen, by default if all of the ``people`` have working ``boards``."""
        chosen = self._chosen.get(DICE_SOURCE)
        return chosen == REAL or (chosen == AS_IT_IS and people == boards > 0)

    def _values(self, offer: Offer) -> tuple[str, ...]:
        """Return the values that are shown: among the editions those that the staff keep, no game that has failed."""
        if offer.key == "game":
            return registry.names()
        return (*offer.values, *self._kept) if offer.key == "preset" else offer.values

    def view(self, players: int, people: int = 0, boards: int = 0) -> msg.LobbyView:
        """Return the lobby as the displays show it.

        ``players``: the number of players if the match began now, bots included; ``people``: how many of them are
        people; ``boards``: how many of these have a working board.
        """
        game = self.game()
        real = self.real_dice(people, boards)
        shown = self._chosen | {DICE_SOURCE: REAL if real else VIRTUAL}
        warnings = {DICE_SOURCE: SOME_ON_SCREEN} if real and boards < players else {}
        warnings |= game.warnings(players)
        shown["preset"] = self.name or self.preset
        choices = tuple(
            msg.Choice(
                offer.key,
                shown[offer.key],
                self._values(offer),
                warnings.get(offer.key),
                offer.stops_at(self._chosen[offer.key], self.preset, self._kept if offer.key == "preset" else ()),
            )
            for offer in self._offers
            if offer.values and not offer.key.startswith(HOUSE)
        )
        cooldowns = () if real else game.cooldowns  # real dice roll for as long as they roll (RULES.md Q16)
        return msg.LobbyView(choices, game.handicaps, house=tuple(self._house_view()), cooldowns=cooldowns)
