"""What the keys of a section are if they are left out."""

from __future__ import annotations

import pytest
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo

from kiosk.config.schema import SECTIONS, Settings
from kiosk.config.sections import defaults_of, keys_of
from kiosk.config.values import Section


def _default(key: FieldInfo) -> object:
    return key.default if key.default_factory is NODEFAULT else key.default_factory()


@pytest.mark.parametrize("section", [*SECTIONS.values(), Settings], ids=lambda section: section.__name__)
def test_the_defaults_are_those_of_all_keys_that_may_be_left_out(section: type[Section]) -> None:
    assert defaults_of(section) == {key.name: _default(key) for key in keys_of(section) if not key.required}
    assert len(keys_of(section)) >= 2
