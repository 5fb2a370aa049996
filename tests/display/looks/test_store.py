"""The looks on the disk: found again, bounded, and whatever has become of the files, never a wrong picture."""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kiosk.display.looks import store as module
from kiosk.display.looks import store as stores
from kiosk.display.looks.store import SOURCES, Store, WritableStore, digest, generation
from kiosk.display.paint.art import PatchLook, SignLook
from kiosk.display.paint.cuts import WHOLE
from kiosk.display.paint.painted import Painted, painted

KIOSK = Path(module.__file__).parents[2]
LOOKS = [SignLook("icon door", size) for size in (10, 12, 14)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "looks"


@pytest.fixture
def filled(folder: Path) -> Path:
    """The folder, with some looks in it."""
    store = WritableStore(folder, "now")
    for look in LOOKS:
        store.add(look, painted(look))
    store.close()
    return folder


def test_what_was_kept_is_found_also_by_whoever_has_opened_it_before(folder: Path) -> None:
    before = Store(folder, "now")
    assert before.find(LOOKS[0]) is None
    store = WritableStore(folder, "now")
    for look in LOOKS:
        store.add(look, painted(look))
        assert before.find(look) == painted(look)
    assert [Store(folder, "now").find(look) for look in LOOKS] == [*map(painted, LOOKS)]
    assert Store(folder, "other").find(LOOKS[0]) is None
    assert len(store) == len(LOOKS)
    assert store.length < sum(len(painted(look).pixels) for look in LOOKS)


@pytest.mark.parametrize("unpacked", [0, stores._UNPACKED])
def test_what_packing_hardly_makes_smaller_is_kept_as_it_is_if_it_is_not_large(
    folder: Path, monkeypatch: pytest.MonkeyPatch, unpacked: int
) -> None:
    monkeypatch.setattr(stores, "_UNPACKED", unpacked)
    store, size = WritableStore(folder, "now"), (64, 64)
    noise = bytes(Random(1).choices(range(64), k=4 * 64 * 64))  # noqa: S311  pixels
    for look, pixels in zip(LOOKS, (noise, bytes(len(noise))), strict=False):
        store.add(look, Painted(size, pixels, WHOLE))
        assert Store(folder, "now").find(look) == Painted(size, pixels, WHOLE)
    assert (store.length > len(noise)) is bool(unpacked)
    store.close()
    _rot(folder / "now.pixels")
    assert Store(folder, "now").find(LOOKS[0]) is None


def test_what_another_process_has_added_is_read_a_little_in_each_frame(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "_READ", 2)
    store, before = WritableStore(folder, "now"), Store(folder, "now")
    looks = [SignLook("icon door", size) for size in range(10, 15)]
    for look in looks:
        store.add(look, painted(look))
    for known in (2, 4, 5, 5):
        before.read_on()
        assert len(before) == known
    assert len(Store(folder, "now")) == len(looks)


def test_a_generation_is_another_one_when_a_source_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "art.py"
    source.write_text("1")
    files = [*module._files(), source]
    monkeypatch.setattr(module, "_files", lambda: files)
    before = generation()
    assert generation() == before
    source.write_text("2")
    assert generation() != before


def test_all_code_that_paints_is_a_source_of_the_generation() -> None:
    def imported(file: Path) -> Iterator[Path]:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kiosk."):
                for name in (node.module, *(f"{node.module}.{one.name}" for one in node.names)):
                    path = KIOSK.parent / (name.replace(".", "/") + ".py")
                    if path.exists():
                        yield path

    folders = [KIOSK / name for name in SOURCES]
    waiting = [file for file in (KIOSK / "display").rglob("*.py") if "def paint(self)" in file.read_text()]
    seen: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting += imported(file)
    assert len(seen) > 20
    assert {file for file in seen if not any(file.is_relative_to(folder) for folder in folders)} == set()


def _cut(file: Path) -> None:
    os.truncate(file, file.stat().st_size * 2 // 3)


def _rot(file: Path) -> None:
    told = bytearray(file.read_bytes())
    told[len(told) // 2] ^= 1
    file.write_bytes(told)


def _zeros(file: Path) -> None:
    """Do what a power cut does to the last block of a file."""
    with file.open("r+b") as held:
        held.seek(-100, os.SEEK_END)
        held.write(bytes(200))


@pytest.mark.parametrize("harm", [_cut, _rot, _zeros, Path.unlink, lambda file: file.write_bytes(os.urandom(3000))])
@pytest.mark.parametrize("ending", [".index", ".pixels"])
def test_of_harmed_files_what_is_whole_is_found_and_all_else_kept_anew(
    filled: Path, harm: Callable[[Path], Any], ending: str
) -> None:
    harm(filled / f"now{ending}")
    found = [Store(filled, "now").find(look) for look in LOOKS]
    assert None in found
    assert all(one in (None, painted(look)) for one, look in zip(found, LOOKS, strict=True))
    store = WritableStore(filled, "now")
    for look in LOOKS:
        if store.find(look) is None:
            store.add(look, painted(look))
    store.close()
    assert [Store(filled, "now").find(look) for look in LOOKS] == [*map(painted, LOOKS)]


def test_what_a_power_cut_has_left_half_written_goes(filled: Path) -> None:
    files = [filled / f"now{ending}" for ending in (".index", ".pixels")]
    whole = [file.read_bytes() for file in files]
    for file in files:
        file.write_bytes(file.read_bytes() + bytes(100))
    WritableStore(filled, "now").close()
    assert [file.read_bytes() for file in files] == whole


def test_only_one_process_adds_to_it(filled: Path) -> None:
    first, second = WritableStore(filled, "now"), WritableStore(filled, "now")
    look = SignLook("icon hand", 9)
    second.add(look, painted(look))
    assert second.full
    assert first.find(look) is None
    assert second.find(LOOKS[0]) == painted(LOOKS[0])
    first.close()
    assert second.takes(), "the one of a display that has ended"
    second.add(look, painted(look))
    second.close()
    assert Store(filled, "now").find(look) == painted(look)


def test_the_generation_before_stays_for_a_roll_back_and_older_ones_go(folder: Path) -> None:
    for number, name in enumerate(("a", "b", "c", "b", "d")):
        store = WritableStore(folder, name)
        store.add(LOOKS[0], painted(LOOKS[0]))
        store.close()
        os.utime(folder / f"{name}.index", (number, number))
    assert {file.stem for file in folder.iterdir()} == {"b", "d"}
    WritableStore(folder, "b").close()  # without another picture
    os.utime(folder / "d.index", (9, 9))
    WritableStore(folder, "e").close()
    assert {file.stem for file in folder.iterdir()} == {"b", "e"}


def test_it_is_bounded_and_begun_anew_once_it_is_nearly_full(folder: Path) -> None:
    looks = [SignLook("disc 1", size) for size in range(40, 90)]
    most = 4000
    store = WritableStore(folder, "now", most)
    for look in looks:
        store.add(look, painted(look))
    assert 3 * most // 4 < store.length <= most
    assert store.full
    assert 0 < len(store) < len(looks)
    store.close()
    assert len(WritableStore(folder, "now", most)) == 0


def test_without_a_disk_it_finds_nothing_and_says_so_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    store = WritableStore(tmp_path / "file" / "looks", "now")
    for look in LOOKS:
        store.add(look, painted(look))
        assert store.find(look) is None
    assert len(caplog.records) == 1


@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_disk_that_fails_is_told_once_and_nothing_more_is_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: int
) -> None:
    store = WritableStore(folder, "now")
    store.add(LOOKS[0], painted(LOOKS[0]))

    def fail(*_: Any) -> int:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(stores.os, "pwrite", fail)
    for look in LOOKS:
        store.add(look, painted(look))
    assert len(caplog.records) == 1
    assert store.find(LOOKS[0]) == painted(LOOKS[0])
    assert store.find(LOOKS[1]) is None


def test_a_disk_that_is_nearly_full_is_left_to_the_journal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "_SPARED", 1 << 60)
    store = WritableStore(folder, "now")
    store.add(LOOKS[0], painted(LOOKS[0]))
    assert store.full
    assert len(store) == 0


def test_looks_of_other_packages_are_not_kept(folder: Path) -> None:
    class Foreign(SignLook):
        pass

    look = Foreign("icon door", 10)
    store = WritableStore(folder, "now")
    store.add(look, Painted((1, 1), bytes(4), WHOLE))
    assert digest(look) is None
    assert look not in store
    assert digest(SignLook("icon door", 10)) != digest(PatchLook("icon door", 10))


def test_looks_of_one_name_in_two_modules_are_not_mixed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest(LOOKS[0])
    monkeypatch.setattr(SignLook, "__module__", "kiosk.display.other")
    assert digest(LOOKS[0]) not in (None, before)
