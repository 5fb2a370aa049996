"""What the session needs of the configuration, and the seeds of its games. Pure: no thread, socket or hardware."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from typing import Final

from msgspec.structs import asdict

from hardware.api import milliseconds
from hardware.gpio.buttons import DELIVERY_DELAY
from kiosk import protocol as msg
from kiosk.config.fit_check import judge
from kiosk.config.schema import Settings
from kiosk.game_registry import registry
from kiosk.table.arbiter import SourceClass
from kiosk.table.settings import Patience, TableSettings, Times, seconds

_PANEL_SCAN: Final = milliseconds(8)
"""Duration of a touch panel's scan: two touches closer together in time are a dead heat."""


def table_settings(settings: Settings) -> TableSettings:
    """Return the session's settings from the configuration."""
    base = TableSettings(settings.plan())
    scan = _PANEL_SCAN if settings.touch.provider == "evdev" else base.display.uncertainty
    times = Times(idle=Patience(seconds(settings.idle.ask_s), seconds(settings.idle.leave_s)))
    return TableSettings(
        seats=settings.plan(),
        diagonal_mm=settings.table.diagonal_mm,
        languages=tuple(settings.language.offered),
        language=settings.language.default,
        game=registry.playable(settings.game.kind),
        presets=settings.game.presets_by_game(),
        house_rules=settings.game.house_rules,
        rounds=settings.game.rounds,
        touch_mode=settings.game.touch_mode,
        bots=settings.game.bots,
        idle_to_bot=settings.idle.to_bot,
        simulated=settings.hardware.simulated,
        screen_stop=settings.screen_stop(),
        boards=frozenset(settings.dice_boards()),
        buttons=SourceClass(settings.hardware.buttons_late, base.buttons.uncertainty, DELIVERY_DELAY),
        display=SourceClass(settings.hardware.touch_late, scan, base.display.delivery),
        takes_names=settings.records.names,
        house=msg.House(
            **asdict(settings.screen),
            volume=settings.sound.volume,
            language=settings.language.default,
            sound_in_attract=settings.sound.attract,
            sound_device=settings.sound.device,
            name=settings.brand.name,
            accent=settings.brand.accent,
            names=settings.venue.names,
            address=settings.venue.address,
        ),
        night_volume=settings.sound.night_volume,
        times=times,
        legible=judge(settings),
    )


def seeds(seed: int | None) -> Iterator[int]:
    """Yield seeds: unpredictable ones, or a sequence determined by ``seed``, for reproducible games."""
    if seed is None:
        while True:
            yield secrets.randbits(64)
    source = random.Random(seed)  # noqa: S311  requested: a reproducible game
    while True:
        yield source.getrandbits(64)
