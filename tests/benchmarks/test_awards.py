"""The awards of a few matches, as ``tests.benchmarks.awards`` counts those of thousands."""

from __future__ import annotations

from collections import Counter

from kiosk.game.awards import AwardKind, kinds_of
from tests.benchmarks.awards import MOST, matches


def test_in_thirty_matches_nearly_every_kind_is_given_and_none_to_too_many() -> None:
    given = [[award.kind for award in match.awards] for match in matches("dice", 2, 30)]
    assert all(len({*kinds}) == 2 for kinds in given)
    shares = Counter(kind for kinds in given for kind in kinds)
    assert len(shares) >= 12
    assert {*shares} <= {*kinds_of("dice"), AwardKind.COMPANY}
    assert max(shares.values()) <= MOST * 60
