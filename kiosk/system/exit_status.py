"""Exit statuses with a meaning between our programs."""

from __future__ import annotations

from typing import Final

USAGE: Final = 2
"""The program cannot run with this configuration or on this machine, and has printed why: a restart is useless."""
