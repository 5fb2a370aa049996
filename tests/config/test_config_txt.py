"""The text of config.txt: our block comes and goes without a trace; lines to add are checked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.config.config_txt import (
    BEGIN,
    END,
    LONGEST,
    ConfigTxtLine,
    Unfit,
    added_in,
    lines_of,
    read,
    with_block,
    without_block,
)

OURS = [
    ConfigTxtLine("disable_splash=1"),
    ConfigTxtLine("dtoverlay=mcp23017,noints"),
    ConfigTxtLine("dtparam=spi=off"),
    ConfigTxtLine("a=1", "pi4"),
]
ADDED = "# a clock\ndtoverlay=i2c-rtc,ds3231\n"
OLD = "dtparam=audio=on\n\n[all]\n# No rainbow before the table starts.\ndisable_splash=1\n"


def test_settings_come_before_overlays_and_filters_end() -> None:
    assert with_block("dtoverlay=x\n[cm5]\n", OURS, ADDED).splitlines() == [
        "dtoverlay=x", "[cm5]", BEGIN, "[all]", "dtoverlay=", "disable_splash=1", "dtparam=spi=off", "[pi4]", "a=1",
        "[all]", "dtoverlay=mcp23017,noints", "[all]", "dtoverlay=", "# From --config-txt:", *ADDED.splitlines(),
        "[all]", "dtoverlay=", END,
    ]  # fmt: skip


@given(st.text("ab=#[]\r\n\x85\xe4", max_size=40), st.sampled_from(["", ADDED, "\n", "# x\n\n"]))
def test_the_block_goes_as_it_came_and_brings_the_lines_of_its_administrator(text: str, added: str) -> None:
    whole = with_block(text, OURS, added)
    assert without_block(whole) == (text if text.endswith("\n") or not text else f"{text}\n")
    assert with_block(whole, OURS, added) == whole
    assert added_in(whole) == added
    assert without_block(with_block(whole, [], "")) == without_block(whole)


def test_lines_behind_the_block_stay_and_come_before_the_next() -> None:
    whole = with_block("a=1\r\n", OURS) + "b=2\n"
    assert without_block(whole) == "a=1\r\nb=2\n"
    assert with_block(whole, OURS).endswith(f"{END}\n")


def test_what_an_older_set_up_has_added_goes() -> None:
    assert without_block(OLD) == "dtparam=audio=on\n"


@pytest.mark.parametrize(
    ("text", "line", "has"),
    [
        ("dtparam=spi=on", "dtparam=spi=on", True),
        ("dtparam=audio=on,spi", "dtparam=spi=on", True),
        ("dtparam=spi=on\ndtparam=spi=off", "dtparam=spi=on", False),
        ("#dtparam=spi=on", "dtparam=spi=on", False),
        ("dtparam=i2c=on", "dtparam=i2c_arm=on", True),
        ("", "dtparam=spi=off", True),
        ("dtparam=spi=0", "dtparam=spi=off", True),
        ("[pi4]\ndtparam=spi=on", "dtparam=spi=on", False),
        ("[pi4]\n[all]\ndtparam=spi=on", "dtparam=spi=on", True),
        ("dtoverlay=x,b,a=1", "dtoverlay=x,a=1,b", True),
        ("dtoverlay=x\ndtparam=a=1", "dtoverlay=x,a=1", True),
        ("dtoverlay=x", "dtoverlay=x,a=1", False),
        ("[none]\ndtoverlay=x", "dtoverlay=x", False),
    ],
)
def test_a_text_has_a_line_if_it_does_what_the_line_says(text: str, line: str, has: bool) -> None:
    assert read(text).has(ConfigTxtLine(line)) is has


def test_a_line_for_a_model_counts_there() -> None:
    assert read("[pi4]\nhdmi_enable_4kp60=1\n").has(ConfigTxtLine("hdmi_enable_4kp60=1", "pi4"))
    assert not read("[pi5]\nhdmi_enable_4kp60=1\n").has(ConfigTxtLine("hdmi_enable_4kp60=1", "pi4"))


# ---------------------------------------------------------------- lines to add


def test_plain_lines_are_taken_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"# a clock\r\ndtoverlay=i2c-rtc,ds3231\r\n\r\n[pi4]\r\ngpio=17=op,dh\r\nhdmi_mode:1=4")
    assert lines_of(file) == "# a clock\ndtoverlay=i2c-rtc,ds3231\n\n[pi4]\ngpio=17=op,dh\nhdmi_mode:1=4\n"
    file.write_bytes(b"")
    assert lines_of(file) == ""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"a=" + b"x" * (LONGEST - 1), "is 99 characters long: the firmware reads 98"),
        (b"include other.txt", "include: write the lines themselves"),
        (b"\tdtparam=spi=on", "a character that is not plain ASCII"),
        ("kühl=1".encode(), "a character that is not plain ASCII"),
        (b"a=\x1b[2J", "a character that is not plain ASCII"),
        (b"initramfs initrd.gz followkernel", "is no line of config.txt"),
        (b"reboot", "is no line of config.txt"),
        (b"[all]; rm", "is no line of config.txt"),
        (BEGIN.encode(), "marks the lines of a set-up"),
        (END.encode(), "marks the lines of a set-up"),
        (b"# From --config-txt:", "marks the lines of a set-up"),
    ],
)
def test_other_lines_are_refused_by_their_number(tmp_path: Path, line: bytes, told: str) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"a=1\n" + line + b"\n")
    with pytest.raises(Unfit, match=r"lines: line 2: .*" + told.replace("(", r"\(")):
        lines_of(file)


def test_only_a_small_plain_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"a=1\n" * 2000)
    with pytest.raises(Unfit, match="cannot be read"):
        lines_of(file)
    with pytest.raises(Unfit, match="cannot be read"):
        lines_of(tmp_path / "none")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Unfit, match="it is a pipe, not a file"):
        lines_of(tmp_path / "pipe")
