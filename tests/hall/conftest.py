"""Stores for a hall, as the tests of results make them."""

from __future__ import annotations

from tests.results.conftest import (  # noqa: F401  fixtures
    _stores_are_quick,
    address,
    day,
    either_store,
    journal,
    postgres_address,
)
