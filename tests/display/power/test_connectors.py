"""The kernel's screens, written into folders like those in sysfs."""

from pathlib import Path

import pytest

from kiosk.display.power.connectors import ScreenWatch, choose, connectors, left_of

SECOND = 1_000_000_000
HDMI = "1920x1080\n1280x720\n"


@pytest.fixture
def drm(tmp_path: Path) -> Path:
    for name in ("card0", "renderD128", "version"):
        (tmp_path / name).mkdir()
    return tmp_path


def plug(drm: Path, name: str, modes: str = HDMI, edid: bytes = b"a", number: int | None = None) -> None:
    folder = drm / name
    folder.mkdir(exist_ok=True)
    for file, content in (("status", b"connected\n"), ("modes", modes.encode()), ("edid", edid)):
        (folder / file).write_bytes(content)
    if number is not None:
        (folder / "connector_id").write_text(f"{number}\n")


def pull(drm: Path, name: str) -> None:
    for file, content in (("status", "disconnected\n"), ("modes", ""), ("edid", "")):
        (drm / name / file).write_text(content)


def looks(watch: ScreenWatch, seconds: range) -> list[bool]:
    return [watch.has_changed(second * SECOND) for second in seconds]


def names(drm: Path) -> list[str]:
    return [screen.name for screen in connectors(drm)]


def test_connectors_come_as_the_kernel_counts_them(drm: Path) -> None:
    plug(drm, "card1-DSI-1", number=40)
    plug(drm, "card1-HDMI-A-2", number=35)
    plug(drm, "card0-HDMI-A-1", number=50)
    assert names(drm) == ["HDMI-A-1", "HDMI-A-2", "DSI-1"]


def test_an_older_kernel_does_not_number_them(drm: Path) -> None:
    for name in ("HDMI-A-10", "HDMI-A-2", "DSI-1", "HDMI-A-1"):
        plug(drm, f"card0-{name}")
    assert names(drm) == ["DSI-1", "HDMI-A-1", "HDMI-A-2", "HDMI-A-10"]


def test_the_wanted_screen_is_chosen_and_the_first_where_it_is_off(drm: Path) -> None:
    assert choose(connectors(drm)) is None
    plug(drm, "card0-HDMI-A-1")
    plug(drm, "card0-HDMI-A-2", "3840x2160\n")
    for wanted, name, left in (("auto", "HDMI-A-1", 0), ("HDMI-A-2", "HDMI-A-2", 1920), ("DP-7", "HDMI-A-1", 0)):
        screens = connectors(drm)
        chosen = choose(screens, wanted)
        assert chosen is not None
        assert (chosen.name, left_of(screens, chosen)) == (name, left)
    pull(drm, "card0-HDMI-A-2")
    chosen = choose(connectors(drm), "HDMI-A-2")
    assert chosen is not None
    assert chosen.name == "HDMI-A-1"


@pytest.mark.parametrize(
    ("words", "size"),
    [
        ("video=HDMI-A-1:1920x1080@60", (1920, 1080)),
        ("quiet video=HDMI-A-1:1280x720M@50D rw", (1280, 720)),
        ("video=HDMI-A-2:1280x720", (3840, 2160)),
        ("video=HDMI-A-1:640x480", (3840, 2160)),
        ("", (3840, 2160)),
    ],
)
def test_a_mode_on_the_kernels_command_line_is_taken_where_the_screen_has_it(
    drm: Path, words: str, size: tuple[int, int]
) -> None:
    plug(drm, "card1-HDMI-A-1", "3840x2160\n1920x1080\n1280x720\n")
    (drm / "cmdline").write_text(f"root=/dev/mmcblk0p2 {words}\n")
    (screen,) = connectors(drm, drm / "cmdline")
    assert screen.size == size


def test_what_is_just_going_away_is_a_connector_without_a_screen(drm: Path) -> None:
    (drm / "card0-HDMI-A-1").mkdir()
    (screen,) = connectors(drm)
    assert (screen.connected, screen.size) == (False, (0, 0))


def test_a_screen_that_is_switched_on_later_is_found(drm: Path) -> None:
    watch = ScreenWatch(drm)
    assert looks(watch, range(1, 3)) == [False, False]
    plug(drm, "card1-HDMI-A-1")
    assert looks(watch, range(3, 5)) == [False, True], "not before it has settled"


def test_it_is_not_looked_for_in_every_frame(drm: Path) -> None:
    watch = ScreenWatch(drm)
    assert not watch.has_changed(SECOND)
    plug(drm, "card1-HDMI-A-1")
    assert not any(watch.has_changed(SECOND + frame) for frame in range(0, SECOND, SECOND // 60))


def test_a_screen_that_was_off_at_night_is_opened_anew_in_the_morning(drm: Path) -> None:
    plug(drm, "card1-HDMI-A-1")
    watch = ScreenWatch(drm)
    assert looks(watch, range(1, 3)) == [False, False]
    pull(drm, "card1-HDMI-A-1")
    assert looks(watch, range(3, 9)) == [False] * 6, "there is nothing to show the table on"
    plug(drm, "card1-HDMI-A-1")
    assert looks(watch, range(9, 11)) == [False, True]


def test_another_screen_or_one_that_has_forgotten_what_it_is_is_a_new_one(drm: Path) -> None:
    plug(drm, "card1-HDMI-A-1")
    for edid, modes in ((b"b", HDMI), (b"", "1024x768\n")):
        watch = ScreenWatch(drm)
        plug(drm, "card1-HDMI-A-1", modes, edid)
        assert looks(watch, range(1, 3)) == [False, True]


def test_what_opening_a_window_makes_the_kernel_find_out_is_no_other_screen(drm: Path) -> None:
    plug(drm, "card1-HDMI-A-1", "1024x768\n", b"")
    watch = ScreenWatch(drm)
    plug(drm, "card1-HDMI-A-1")
    watch.opened()
    assert looks(watch, range(1, 4)) == [False] * 3


def test_a_screen_that_comes_while_a_window_is_opened_in_memory_is_found(drm: Path) -> None:
    watch = ScreenWatch(drm)
    plug(drm, "card1-HDMI-A-1")
    watch.opened()
    assert True in looks(watch, range(1, 4))


def test_a_second_screen_matters_only_where_it_is_the_wanted_one(drm: Path) -> None:
    plug(drm, "card1-HDMI-A-1")
    first, second = ScreenWatch(drm), ScreenWatch(drm, "HDMI-A-2")
    plug(drm, "card1-HDMI-A-2")
    assert looks(first, range(1, 4)) == [False] * 3
    assert looks(second, range(1, 3)) == [False, True]


def test_a_desktop_has_its_own_ways() -> None:
    assert looks(ScreenWatch(None), range(1, 9)) == [False] * 8
