"""systemd/show-picture, with a plain file as the framebuffer."""

from __future__ import annotations

import gzip
import struct
import subprocess
import sys
from pathlib import Path

import pytest

SHOW = Path(__file__).resolve().parents[2] / "systemd" / "show-picture"
FELT = (0x0E, 0x2A, 0x30)
IVORY = (0xFF, 0xF4, 0xDC)


class Screen:
    """A framebuffer of 8 by 4 pixels, and the kernel's data about it."""

    def __init__(self, folder: Path, bits: int, *, padding: int = 0) -> None:
        self.width, self.height, self.size = 8, 4, bits // 8
        self.stride = self.width * self.size + padding
        self.device = folder / "fb0"
        self.device.write_bytes(b"\xaa" * self.stride * self.height)
        self.sysfs = folder / "sysfs"
        self.sysfs.mkdir()
        said = {"bits_per_pixel": bits, "stride": self.stride, "virtual_size": f"{self.width},{self.height}"}
        for name, value in said.items():
            (self.sysfs / name).write_text(f"{value}\n")
        self.console = folder / "tty0"

    def show(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        options = ("--device", self.device, "--sysfs", self.sysfs, "--console", self.console)
        return subprocess.run([sys.executable, SHOW, *options, *arguments], capture_output=True, text=True, check=False)

    def pixel(self, x: int, y: int) -> int:
        begin = y * self.stride + x * self.size
        return int.from_bytes(self.device.read_bytes()[begin : begin + self.size], sys.byteorder)


def pgm(file: Path, width: int, height: int, greys: bytes) -> Path:
    file.write_bytes(b"P5\n# a comment\n%d %d\n255\n" % (width, height) + greys)
    return file


def rgb(color: tuple[int, int, int]) -> int:
    return int.from_bytes(bytes(color), "big")


def rgb565(color: tuple[int, int, int]) -> int:
    red, green, blue = color
    return red >> 3 << 11 | green >> 2 << 5 | blue >> 3


@pytest.mark.parametrize(("bits", "value"), [(32, rgb), (24, rgb), (16, rgb565)])
def test_a_picture_stands_in_the_middle_between_felt_and_ivory(tmp_path: Path, bits: int, value) -> None:
    screen = Screen(tmp_path, bits, padding=12)
    screen.show(pgm(tmp_path / "a.pgm", 2, 2, b"\xff\x00\x80\xff"))
    middle = {(x, y): screen.pixel(x, y) for x in (3, 4) for y in (1, 2)}
    between = tuple(round(dark + (light - dark) * 0x80 / 255) for dark, light in zip(FELT, IVORY, strict=True))
    assert middle == {(3, 1): value(IVORY), (4, 1): value(FELT), (3, 2): value(between), (4, 2): value(IVORY)}
    around = {screen.pixel(x, y) for x in range(8) for y in range(4)} - set(middle.values())
    assert around <= {value(FELT)}
    assert len(screen.device.read_bytes()) == screen.stride * screen.height


def test_the_largest_picture_that_fits_is_shown(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    small = pgm(tmp_path / "small.pgm", 2, 2, b"\x00" * 4)
    fitting = pgm(tmp_path / "fitting.pgm", 8, 4, b"\xff" * 32)
    large = pgm(tmp_path / "large.pgm", 16, 8, b"\x00" * 128)
    screen.show(large, small, fitting)
    assert screen.pixel(0, 0) == screen.pixel(7, 3) == rgb(IVORY)


def test_a_packed_picture_is_unpacked(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    plain = pgm(tmp_path / "a.pgm", 8, 4, b"\xff" * 32)
    packed = tmp_path / "a.pgm.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    screen.show(packed)
    assert screen.pixel(0, 0) == screen.pixel(7, 3) == rgb(IVORY)


def test_a_picture_that_is_too_large_is_shown_by_every_second_pixel(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    greys = b"".join(bytes([255 if x == y == 0 else 0 for x in range(12)]) for y in range(6))
    screen.show(pgm(tmp_path / "large.pgm", 12, 6, greys))
    ivory = [(x, y) for x in range(8) for y in range(4) if screen.pixel(x, y) == rgb(IVORY)]
    assert ivory == [(1, 0)]  # 6 by 3 pixels remain


def test_what_the_kernel_answers_goes_before_sysfs(tmp_path: Path) -> None:
    """Two monitors of different size: their common area is smaller than the framebuffer, and may start further in."""
    program = {"__name__": "show_picture"}
    exec(compile(SHOW.read_text(), SHOW, "exec"), program)  # noqa: S102  it has no .py that could be imported
    sysfs = program["Screen"](1920, 1080, 0, 0, 1080, 7680, 32, program["USUAL_CHANNELS"][32])
    answer = struct.pack("=17I", 1280, 720, 1920, 1080, 8, 4, 32, 0, 0, 8, 0, 8, 8, 0, 16, 8, 0) + bytes(92)
    told = program["ask_kernel"](answer, sysfs)
    assert told == (1280, 720, 8, 4, 1080, 7680, 32, ((0, 8), (8, 8), (16, 8)))


def test_a_larger_second_monitor_shows_the_felt_where_the_first_ends() -> None:
    program = {"__name__": "show_picture"}
    exec(compile(SHOW.read_text(), SHOW, "exec"), program)  # noqa: S102
    screen = program["Screen"](4, 2, 1, 1, 5, 4 * 8 + 3, 32, program["USUAL_CHANNELS"][32])
    content = program["frame"]([b"\xff\xff"], screen)
    rows = [content[begin : begin + screen.stride] for begin in range(0, len(content), screen.stride)]
    pixels = [[int.from_bytes(row[x : x + 4], sys.byteorder) for x in range(0, 32, 4)] for row in rows]
    assert len(pixels) == 5
    light = [(x, y) for y, row in enumerate(pixels) for x, pixel in enumerate(row) if pixel == rgb(IVORY)]
    assert light == [(2, 1), (3, 1)]
    assert sum(row.count(rgb(FELT)) for row in pixels) == 5 * 8 - len(light)


def test_no_framebuffer_is_told_and_is_no_error_if_any(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    picture = pgm(tmp_path / "a.pgm", 2, 2, b"\xff" * 4)
    screen.device.unlink()
    told = screen.show(picture)
    assert (told.returncode, "there is no framebuffer here" in told.stderr) == (1, True)
    quiet = screen.show("--if-any", picture)
    assert (quiet.returncode, quiet.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.pgm", b"P6\n1 1\n255\nabc", "no binary PGM picture"),
        ("a.pgm", b"P5\n0 9\n255\nabc", "no size"),
        ("a.pgm", b"P5\n9 9\n255\nabc", "cut off"),
        ("a.pgm", None, "cannot be read"),
        ("a.pgm.gz", b"P5\n1 1\n255\na", "cannot be read"),
        ("a.pgm.gz", gzip.compress(b"P5\n1 1\n255\na", mtime=0)[:12], "cannot be read"),
    ],
)
def test_a_picture_that_is_none_is_told_by_name(
    tmp_path: Path, name: str, content: bytes | None, complaint: str
) -> None:
    screen = Screen(tmp_path, 32)
    before = screen.device.read_bytes()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    told = screen.show(tmp_path / name)
    assert told.returncode == 1
    assert f"{tmp_path / name}: " in told.stderr
    assert complaint in told.stderr
    assert screen.device.read_bytes() == before


def test_a_console_that_cannot_be_switched_is_told_and_the_picture_stands_all_the_same(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    told = screen.show(pgm(tmp_path / "a.pgm", 8, 4, b"\xff" * 32))
    assert (told.returncode, str(screen.console) in told.stderr) == (1, True)
    assert screen.pixel(0, 0) == rgb(IVORY)


def strip(file: Path, width: int) -> Path:
    """Make letters of one row: "!" is ivory, "?" half, every other one felt."""
    greys = {"!": b"\xff", "?": b"\x80"}
    return pgm(file, 95 * width, 1, b"".join(greys.get(chr(code), b"\x00") * width for code in range(32, 127)))


def test_a_note_stands_at_the_lower_edge_cut_to_fit(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    picture = pgm(tmp_path / "a.pgm", 8, 4, b"\xff" * 32)
    note = tmp_path / "note"
    note.write_text(" !\n\u00e9" + "!" * 20 + "\n")
    strips = strip(tmp_path / "small.pgm", 1), strip(tmp_path / "large.pgm", 9)
    screen.show(picture, "--note", note, "--letters", *strips)
    rows = [[screen.pixel(x, y) for x in range(8)] for y in range(4)]
    ivory, felt = rgb(IVORY), rgb(FELT)
    assert rows[:2] == [[ivory] * 8] * 2
    assert rows[2] == [felt, ivory, *[felt] * 6]
    assert rows[3][1:] == [ivory] * 7
    assert rows[3][0] not in {ivory, felt}  # a missing letter is a question mark


def test_a_note_longer_than_the_picture_shows_its_end(tmp_path: Path) -> None:
    screen = Screen(tmp_path, 32)
    note = tmp_path / "note"
    note.write_text("\n" * 50 + "!\n")
    picture = pgm(tmp_path / "a.pgm", 8, 4, b"\xff" * 32)
    screen.show(picture, "--note", note, "--letters", strip(tmp_path / "s.pgm", 1))
    assert [screen.pixel(0, y) for y in range(4)] == [rgb(FELT)] * 3 + [rgb(IVORY)]
