"""The gallery's films, rehearsed once in a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from inspect import unwrap
from typing import Any

import pytest

from kiosk.drawings.gallery import states
from tests.rig.shared import Shared


@contextmanager
def rehearsed_once(shared: Shared) -> Iterator[None]:
    """Let the processes of this run share the films of the gallery."""
    rehearse: Callable[..., states.Film] = unwrap(states.shot)

    @wraps(rehearse)
    def shot(*wanted: Any) -> states.Film:
        return shared.get("films of the gallery", ("film", *wanted), lambda: rehearse(*wanted))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(states, "shot", lru_cache(maxsize=64)(shot))
        yield
