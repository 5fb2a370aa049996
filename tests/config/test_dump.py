"""A configuration shown with every default: it is a valid configuration, and marks the default values."""

from __future__ import annotations

import tomllib

import pytest

from kiosk.config.dump import effective
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import SECTIONS, Settings


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_what_is_shown_reads_back_as_the_same_settings(path) -> None:
    settings = load(path)
    assert parse(effective(settings)) == settings


def test_every_key_is_shown_and_only_defaults_are_told_as_such() -> None:
    settings = parse(
        '[[seat]]\nnumber = 1\nedge = "south"\n[[seat]]\nnumber = 2\nedge = "north"\nstop_pin = 17\n'
        '[game]\nrounds = 5\n[language]\noffered = ["de"]\ndefault = "de"\n'
    )
    shown = effective(settings)
    data = tomllib.loads(shown)
    for name in SECTIONS:
        sections = data[name] if isinstance(data[name], list) else [data[name]]
        for values, section in zip(sections, _sections(settings, name), strict=True):
            present = {key for key in section.__struct_fields__ if getattr(section, key) is not None}
            assert set(values) == present
    lines = shown.splitlines()
    assert "rounds = 5  # default" in lines
    assert "stop_pin = 17" in lines
    assert 'offered = ["de"]' in lines
    assert 'kind = "cards"  # default' in lines
    assert lines.count("position = 0.5  # default") == 2
    assert lines.count("# stop_pin is left out") == 1


def _sections(settings: Settings, name: str) -> tuple[object, ...]:
    value = getattr(settings, name)
    return value if isinstance(value, tuple) else (value,)


def test_what_is_shown_again_is_the_same() -> None:
    shown = effective(load())
    assert effective(parse(shown)) == shown
