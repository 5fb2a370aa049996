"""Exit statuses that have a meaning between our programs."""

from __future__ import annotations

from typing import Final

USAGE: Final = 2
"""The program cannot run with this configuration or here, and has said why: starting it again is no use."""
