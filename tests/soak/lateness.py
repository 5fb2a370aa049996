"""A histogram of lateness with a fixed number of buckets: a test for growth must not grow itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Self

_MS: Final = 1_000_000
_BOUNDS: Final = tuple(round(_MS * 2 ** (power / 4)) for power in range(-16, 41))
"""Nanoseconds, from 0.06 ms to a second: each a fifth more than the one before."""


class Lateness:
    """Counts of nanoseconds, each up to a fifth too high, and the maximum."""

    def __init__(self) -> None:
        self.counts = [0] * (len(_BOUNDS) + 1)
        self.greatest = 0

    def add(self, late: int) -> None:
        """Add one; less than 0 is 0."""
        place = next((place for place, bound in enumerate(_BOUNDS) if late <= bound), len(_BOUNDS))
        self.counts[place] += 1
        self.greatest = max(self.greatest, late)

    def clear(self) -> None:
        """Delete all."""
        self.__init__()  # type: ignore[misc]

    def total(self) -> int:
        """Return the number of values."""
        return sum(self.counts)

    def above(self, ms: float) -> int:
        """Return how many were later than that (or a fifth less)."""
        return sum(count for count, bound in zip(self.counts, (0, *_BOUNDS), strict=True) if bound >= ms * _MS)

    def at(self, share: float) -> float:
        """Return the milliseconds within which this share of them was."""
        wanted, seen = share * self.total(), 0
        for count, bound in zip(self.counts, _BOUNDS, strict=False):
            seen += count
            if seen >= wanted:
                return bound / _MS
        return self.greatest / _MS

    def told(self) -> dict[str, object]:
        """Return it as plain data, for another process."""
        return {"counts": self.counts, "greatest": self.greatest}

    @classmethod
    def of(cls, told: Mapping[str, object]) -> Self:
        """Restore the data of another process."""
        one = cls()
        one.counts, one.greatest = told["counts"], told["greatest"]  # type: ignore[assignment]
        return one

    def __str__(self) -> str:
        shares = ", ".join(f"{name} {self.at(share):.2f}" for name, share in (("p50", 0.5), ("p99", 0.99)))
        return f"{self.total()}: {shares}, p99.9 {self.at(0.999):.2f}, max {self.greatest / _MS:.2f} ms"
