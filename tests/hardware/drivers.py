"""Drivers of packages that are not installed: entry points for a test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hardware import installed_drivers
from hardware.installed_drivers import DriverRole
from tests.rig.package import installed_package


class Package(NamedTuple):
    name: str
    version: str


class Point:
    """An entry point whose loading returns ``loaded``, or raises it."""

    def __init__(self, role: DriverRole, name: str, loaded: Any, package: str = "ligretto-own") -> None:
        self.group, self.name, self.value, self.dist = role.group, name, f"own:{name}", Package(package, "1.0")
        self._loaded = loaded

    def load(self) -> Callable[..., Any]:
        if isinstance(self._loaded, BaseException):
            raise self._loaded
        return self._loaded  # type: ignore[no-any-return]


def provide(monkeypatch: pytest.MonkeyPatch, *points: Point) -> None:
    """Let these entry points be installed, and no others."""

    def entry_points(group: str, name: str | None = None) -> list[Point]:
        return [point for point in points if point.group == group and name in (None, point.name)]

    monkeypatch.setattr(installed_drivers, "entry_points", entry_points)


OWN = """
import os, sys, threading, time
from hardware.api import *
from hardware.installed_drivers import own_fault

class Own:
    delivery_delay = 5

    def __init__(self, context):
        self.context = context

    def start(self, sink):
        self.sink = sink

    def show(self, seat, state, since=None):
        pass

    def light(self, seat, lamp):
        pass

    def health(self):
        return ()

    def close(self):
        pass

class Driver(Own):
    {body}
"""
"""A driver of all three roles; ``body`` overrides what it does."""


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, body: str = "pass", head: str = "") -> None:
    """Install a package with the drivers ``own``, for this process and those that it starts.

    ``body``: of a class ``Driver(Own)``; ``head``: what the module does when it is imported.
    """
    points = "".join(f"[{role.group}]\nown = ligretto_own:Driver\n" for role in DriverRole)
    source = OWN.format(body="\n    ".join(body.strip().splitlines())) + head
    monkeypatch.syspath_prepend(installed_package(folder / "own", "ligretto_own", source, points))
