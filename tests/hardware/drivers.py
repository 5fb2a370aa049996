"""Drivers of packages that are not installed: entry points for a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from hardware import installed_drivers
from hardware.installed_drivers import Role


class Package(NamedTuple):
    name: str
    version: str


class Point:
    """An entry point whose loading returns ``loaded``, or raises it."""

    def __init__(self, role: Role, name: str, loaded: Any, package: str = "ligretto-own") -> None:
        self.group, self.name, self.value, self.dist = role.group, name, f"own:{name}", Package(package, "1.0")
        self._loaded = loaded

    def load(self) -> Callable[..., Any]:
        if isinstance(self._loaded, Exception):
            raise self._loaded
        return self._loaded  # type: ignore[no-any-return]


def provide(monkeypatch: pytest.MonkeyPatch, *points: Point) -> None:
    """Let these entry points be installed, and no others."""

    def entry_points(group: str, name: str | None = None) -> list[Point]:
        return [point for point in points if point.group == group and name in (None, point.name)]

    monkeypatch.setattr(installed_drivers, "entry_points", entry_points)
