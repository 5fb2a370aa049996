"""Alembic without plug-ins: it loads those of every installed package when it is imported, whatever they do there.

Import this module before any of Alembic. A package whose entry points cannot be read would end the import, too.
"""

from __future__ import annotations

from importlib import import_module, metadata


def _load() -> None:
    found = metadata.entry_points
    metadata.entry_points = lambda **_: metadata.EntryPoints(())  # type: ignore[assignment]  # for its import alone
    try:
        import_module("alembic.command")
    finally:
        metadata.entry_points = found


_load()
