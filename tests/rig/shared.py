"""What takes long to make is made once in a run, by the process that needs it first; nothing outlives the run.

``KIOSK_SHARED``: a folder for several runs of the same source, which whoever names it removes (``.ci/run``).
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pickle
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, ClassVar, Final, Self, TypeVar

import pytest

from tests.pace import made_once

KEPT: Final = "KIOSK_SHARED"
_SOURCE: Final = str(Path(__file__).parents[2])
_Made = TypeVar("_Made")


class Shared:
    """Values that the processes of a run share, pickled in a folder. Use it as a context manager.

    The first process that ends removes the folder, if it is this run's own; another one then makes again what it needs.
    """

    makes: ClassVar = 0
    """The number of things that this process makes now: one, and what that needs."""

    def __init__(self, base: pytest.TempPathFactory) -> None:
        own = base.getbasetemp()
        run = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
        kept = os.environ.get(KEPT)
        # A copy of the source (a mutation is tried in one) makes its own things.
        self._folder = Path(kept, hashlib.sha256(_SOURCE.encode()).hexdigest()) if kept else run / "shared"
        self._own = not kept

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._own:
            shutil.rmtree(self._folder, ignore_errors=True)

    def get(self, what: str, name: object, make: Callable[[], _Made]) -> _Made:
        """Return what a process of this run has made under this name, which can be pickled, or make it.

        ``what``: the word under which its CPU time is told.
        """
        try:
            file = self._folder / hashlib.sha256(pickle.dumps(name)).hexdigest()
        except (AttributeError, TypeError, pickle.PicklingError):  # a class of a test's own
            return make()
        made: _Made
        for made in self._known(file):
            return made
        with self._alone(file):  # whoever needs it meanwhile waits, instead of making it as well
            for made in self._known(file):
                return made
            with made_once(what):
                made = make()
            self._write(file, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        return made

    @staticmethod
    def _known(file: Path) -> Iterator[Any]:
        """Yield what is in the file, if it is there."""
        try:
            content = file.read_bytes()
        except OSError:
            return
        yield pickle.loads(content)  # noqa: S301  our own

    @contextmanager
    def _alone(self, file: Path) -> Iterator[None]:
        """Let one process at a time make this file; what is made for something else waits for nobody, or all would."""
        with ExitStack() as locked:
            if not Shared.makes:
                with suppress(OSError):  # another process is removing the folder
                    self._folder.mkdir(parents=True, exist_ok=True)
                    fcntl.flock(locked.enter_context(file.with_suffix(".lock").open("w")), fcntl.LOCK_EX)
            Shared.makes += 1
            try:
                yield
            finally:
                Shared.makes -= 1

    def _write(self, file: Path, content: bytes) -> None:
        """Write a file that others see only as a whole."""
        partial = file.with_suffix(f".{os.getpid()}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            partial.write_bytes(content)
            partial.rename(file)
        except OSError:  # another process is removing the folder
            partial.unlink(missing_ok=True)
