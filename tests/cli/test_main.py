"""The command line: arguments, refusals with messages, and the programs that it starts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from kiosk.cli import display, main
from kiosk.config.loader import CONFIGS, load
from kiosk.display.input.panel_input import PanelOptions
from kiosk.system.ending import USAGE
from kiosk.table_process import launcher
from tests.rig import commands
from tests.rig.kiosk_process import KIOSK, LIMIT
from tests.rig.waiting import wait_for


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], list[str]]]:
    """The arguments of table and display that ``kiosk`` would start."""
    calls: list[tuple[list[str], list[str]]] = []

    def launch(table: list[str], display: list[str], _: object) -> int:
        calls.append((table, display))
        return 0

    monkeypatch.setattr(launcher, "launch", launch)
    return calls


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The arguments of the display that ``kiosk display`` would run."""
    calls: list[dict[str, Any]] = []

    def run_display(*_sockets: Path, **options: Any) -> int:
        calls.append(options)
        return 0

    monkeypatch.setattr(display, "run_display", run_display)
    return calls


def test_without_a_command_it_plays_as_the_default_configuration_says(launched):
    assert main.main([]) == 0
    assert launched == [([], [])]


def test_a_display_shows_what_its_configuration_says_and_the_command_line_wins(shown, tmp_path):
    assert main.main(["display"]) == 0
    assert shown.pop() == {
        "size": (1280, 720),
        "fullscreen": False,
        "screen": "auto",
        "panel": None,
        "appliance": False,
    }
    config = tmp_path / "table.toml"
    lines = ['provider = "evdev"', 'device = "/dev/input/event3"', "rotation = 90", "grab = false"]
    window = ["[window]", "width = 1920", "height = 1080", "fullscreen = true", 'screen = "HDMI-A-2"']
    two_seats = (CONFIGS / "two_seats.toml").read_text()
    config.write_text("\n".join([two_seats, "[touch]", *lines, *window]))
    assert main.main(["display", "--config", str(config), "--size", "800x480"]) == 0
    panel = PanelOptions("/dev/input/event3", rotation=90, grab=False)
    assert shown.pop() == {
        "size": (800, 480),
        "fullscreen": True,
        "screen": "HDMI-A-2",
        "panel": panel,
        "appliance": False,
    }


def test_a_configuration_named_before_the_command_counts_unless_one_is_named_after_it(shown, tmp_path):
    """Regression test: the unset option of the command replaced it."""
    early, late = tmp_path / "early.toml", tmp_path / "late.toml"
    for config, width in ((early, 1000), (late, 1100)):
        config.write_text((CONFIGS / "two_seats.toml").read_text() + f"[window]\nwidth = {width}\n")
    assert main.main(["--config", str(early), "display"]) == 0
    assert main.main(["--config", str(early), "display", "--config", str(late)]) == 0
    assert [options["size"][0] for options in shown] == [1000, 1100]


def test_options_reach_the_part_that_they_are_for(launched, tmp_path):
    config = tmp_path / "table.toml"
    config.write_text((CONFIGS / "two_seats.toml").read_text())
    assert main.main(["--config", str(config), "--seed", "7", "--size", "1920x1080", "--fullscreen"]) == 0
    assert launched == [
        (
            ["--config", str(config), "--seed", "7"],
            ["--config", str(config), "--size", "1920x1080", "--fullscreen"],
        )
    ]


def test_the_parts_understand_what_they_are_started_with(launched):
    """Every argument that ``kiosk`` passes on is accepted by the child."""
    main.main(["--seed", "-3", "--size", "800x480", "--fullscreen"])
    ((table, display),) = launched
    parser = main.command_parser()
    assert parser.parse_args(["table", "--lifeline", "3", *table]).seed == -3
    options = parser.parse_args(["display", "--lifeline", "3", *display])
    assert (options.size, options.fullscreen, options.lifeline) == ((800, 480), True, 3)


@pytest.mark.parametrize("arguments", [["pictures", "--quick"], ["--help"], []])
def test_where_the_gallery_is_not_installed_it_says_where_it_is(monkeypatch, capsys, arguments):
    monkeypatch.delattr("kiosk.drawings.gallery.states")
    monkeypatch.setitem(sys.modules, "kiosk.drawings.gallery.states", None)
    assert main.main(["gallery", *arguments]) == USAGE
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(
        "kiosk gallery is for developers and not in the installed package: run it from a checkout"
    )
    assert len(told.err.splitlines()) == 1
    main.command_parser(loaded=["gallery"])  # as the shell completes


@pytest.mark.parametrize("size", ["big", "1920", "1920x", "x1080", "639x480", "1280x100", "-1280x720", "1280X720"])
def test_a_size_that_is_none_is_refused_with_what_to_write(size, capsys):
    with pytest.raises(SystemExit) as end:
        main.main([f"--size={size}"])
    assert end.value.code == USAGE
    assert "write width x height, at least 640x360, as in 1920x1080" in capsys.readouterr().err


def test_an_unknown_command_is_refused(capsys):
    with pytest.raises(SystemExit) as end:
        main.main(["play"])
    assert end.value.code == USAGE
    assert "scene" in capsys.readouterr().err


def test_a_wrong_configuration_is_told_before_anything_is_started(launched, tmp_path, capsys):
    config = tmp_path / "table.toml"
    config.write_text("[game]\nrounds = 0\n")
    assert main.main(["--config", str(config)]) == USAGE
    said = capsys.readouterr().err
    assert "game.rounds" in said
    assert "Traceback" not in said
    assert launched == []


def test_a_configuration_that_is_not_there_is_told(launched, tmp_path, capsys):
    assert main.main(["--config", str(tmp_path / "absent.toml")]) == USAGE
    assert "absent.toml" in capsys.readouterr().err
    assert launched == []


@pytest.mark.parametrize("command", [["scene"], ["screenshot", "table.png"]])
def test_a_question_to_a_kiosk_that_does_not_run_is_told_in_one_line(command, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    assert main.main(command) == USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.strip().splitlines()) == 1
    assert not (tmp_path / "table.png").exists()


def test_control_c_is_no_traceback(monkeypatch):
    def interrupted(_table, _display, _changes):
        raise KeyboardInterrupt

    monkeypatch.setattr(launcher, "launch", interrupted)
    assert main.main([]) == 130


@pytest.mark.process
def test_python_m_kiosk_is_the_command_kiosk():
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "--help"], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert done.stdout.startswith("usage: kiosk")
    assert "==SUPPRESS==" not in done.stdout
    assert "lifeline" not in done.stdout


LOADS = """
import json, sys
from kiosk.cli.main import main
for words in json.loads(sys.argv[1]):
    try:
        main(words.split())
    except SystemExit:
        pass
    print("\\nLOADED", *sys.modules)
"""

STORE = {"sqlalchemy", "alembic", "kiosk.results"}
ABSENT = {
    "--help": {"importlib.metadata", "argcomplete", "subprocess", "msgspec", "kiosk.config", "kiosk.table_process"},
    "--version": {"kiosk.config", "kiosk.table_process", "msgspec"},
    "scene --help": {"kivy", "PIL", "kiosk.config"},
    "venue --help": STORE,
    "scores even --help": STORE | {"rich", "kiosk.simulator"},
    "display --help": STORE | {"kivy", "kiosk.table"},
    "config show": STORE,
}
"""Commands, in the order of what they need, and modules that neither they nor those before them load."""


@pytest.mark.process
@pytest.mark.parametrize("absent", [ABSENT, {"table --help": STORE | {"kivy", "PIL", "kiosk.display.app"}}])
def test_nothing_is_loaded_that_the_command_does_not_need(absent):
    command = [sys.executable, "-c", LOADS, json.dumps([*absent])]
    said = subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout
    loaded = [set(line.split()) for line in said.splitlines() if line.startswith("LOADED ")]
    assert all("kiosk.cli.main" in names for names in loaded)
    found = {line: names & others for (line, others), names in zip(absent.items(), loaded, strict=True)}
    assert {line: names for line, names in found.items() if names} == {}


@pytest.mark.parametrize("command", main.COMMANDS)
def test_every_command_has_a_help_of_its_own(command, capsys):
    with pytest.raises(SystemExit) as end:
        main.main([command, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: kiosk {command} ")


@pytest.mark.process
@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [(["--help"], 0, "scores"), (["rules"], 0, "table_default"), (["scores"], 1, "sqlalchemy")],
)
def test_a_library_that_is_broken_breaks_no_command_that_needs_none(arguments, status, told):
    broken = "import sys; sys.modules['sqlalchemy'] = None; from kiosk.cli.main import main; sys.exit(main())"
    command = [sys.executable, "-c", broken, *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == status
    assert told in (done.stderr if status else done.stdout)


VERSION = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"][
    "version"
]


@pytest.mark.parametrize("before", [*commands.ALL, "--config table.toml"])
def test_the_version_is_that_of_the_project(before, capsys):
    with pytest.raises(SystemExit) as end:
        main.main([*before.split(), "--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out == f"kiosk {VERSION}\n"


@pytest.mark.process
@pytest.mark.parametrize("command", [[sys.executable, "-m", "kiosk"], [str(KIOSK)]])
def test_both_ways_to_start_it_tell_the_version(command):
    done = subprocess.run([*command, "replay", "--version"], check=True, capture_output=True, text=True, timeout=60)
    assert done.stdout == f"kiosk {VERSION}\n"


@pytest.mark.process
def test_a_second_table_says_so_in_one_line_and_ends(tmp_path):
    surroundings = os.environ | {"KIOSK_RUNTIME_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "kiosk", "table"]
    first = subprocess.Popen(command, env=surroundings, stderr=subprocess.PIPE, text=True)
    try:
        wait_for("the table's socket", (tmp_path / "table/sock").exists, LIMIT, lambda: first.poll() is None, 0.01)
        second = subprocess.run(command, env=surroundings, check=False, capture_output=True, text=True, timeout=60)
        assert second.returncode == USAGE
        assert "another table runs here" in second.stderr
        assert "Traceback" not in second.stderr
        assert first.poll() is None
    finally:
        first.terminate()
        first.communicate(timeout=60)
    assert first.returncode == 0
    assert not (tmp_path / "table/sock").exists()


def test_a_screenshot_that_is_not_named_png_is_refused_with_the_right_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["screenshot", "table.jpg"]) == 2
    assert "table.png" in capsys.readouterr().err


def test_a_good_configuration_is_told_with_what_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["config", "check", str(CONFIGS / "six_seats.toml")]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("six_seats.toml: good\n6 seats: ")
    assert "warning" not in said.out
    assert said.err == ""


def test_a_configuration_that_works_badly_is_good_with_a_warning(tmp_path, capsys):
    config = tmp_path / "near.toml"
    config.write_text((CONFIGS / "twelve_seats.toml").read_text() + "[table]\ndiagonal_mm = 500\n")
    assert main.main(["config", "check", str(config)]) == 0
    assert "\nnear.toml: warning: table.diagonal_mm: " in capsys.readouterr().out


def test_a_check_tells_the_lines_of_config_txt_and_warns_of_a_chip_without_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "mine.toml"
    text = (CONFIGS / "twelve_seats.toml").read_text() + '[hardware]\nkind = "gpio"\n'
    config.write_text(text.replace("mcp23017:11", "pca9555:11"))
    assert main.main(["config", "check", str(config)]) == 0
    said = capsys.readouterr().out
    assert "\non a Pi, in config.txt: dtoverlay=mcp23017,addr=0x20,noints (mcp23017 for 11 lamps)\n" in said
    assert '\nmine.toml: warning: [[seat]] 12, lamp_pin: "pca9555:11": no line of config.txt can be derived' in said


def test_every_error_of_a_configuration_is_told_with_its_place(tmp_path, capsys):
    config = tmp_path / "bad.toml"
    config.write_text("[game]\nrounds = 0\n[window]\nwidht = 7\n")
    assert main.main(["config", "check", str(config)]) == USAGE
    said = capsys.readouterr()
    assert said.out == ""
    assert [line.split(": ")[1] for line in said.err.splitlines()] == ["seat", "game.rounds", "window.widht"]


def test_a_shown_configuration_can_be_played_with(tmp_path, capsys):
    assert main.main(["config", "show", str(CONFIGS / "eight_seats.toml")]) == 0
    shown = tmp_path / "shown.toml"
    shown.write_text(capsys.readouterr().out)
    assert load(shown) == load(CONFIGS / "eight_seats.toml")


@pytest.mark.parametrize("before", [[], ["--config", str(CONFIGS / "two_seats.toml")]])
def test_without_a_file_the_table_that_would_be_played_is_shown(before, capsys):
    assert main.main([*before, "config", "show"]) == 0
    assert capsys.readouterr().out.count("[[seat]]") == (2 if before else 4)


def test_a_table_is_drawn_where_it_was_asked_for(tmp_path, capsys):
    assert main.main(["config", "show", "--svg", str(tmp_path / "table.svg")]) == 0
    assert (tmp_path / "table.svg").read_text(encoding="utf-8").startswith("<svg")
    assert capsys.readouterr().out.startswith("[[seat]]")


def test_a_drawing_that_cannot_be_written_is_told_in_one_line(tmp_path, capsys):
    assert main.main(["config", "show", "--svg", str(tmp_path / "absent" / "table.svg")]) == USAGE
    said = capsys.readouterr()
    assert (said.out, len(said.err.splitlines())) == ("", 1)


def test_a_folder_that_another_user_has_put_there_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    """As platformdirs refuses it: there is no file's name."""

    def refused() -> Path:
        raise PermissionError("runtime directory /tmp/runtime-1000 is a symlink; set XDG_RUNTIME_DIR instead")

    monkeypatch.setattr("kiosk.system.paths.state_dir", refused)
    assert main.main(["table"]) == 2
    assert capsys.readouterr().err == "runtime directory /tmp/runtime-1000 is a symlink; set XDG_RUNTIME_DIR instead\n"


@pytest.mark.parametrize(
    ("refusal", "told"),
    [
        (PermissionError(13, "Permission denied", "/var/lib/ligretto-kiosk"), "/var/lib/ligretto-kiosk"),
        (PermissionError(1, "Operation not permitted"), "Operation not permitted"),
    ],
)
def test_what_this_user_may_not_is_told_with_the_mend(
    monkeypatch: pytest.MonkeyPatch, capsys: Any, refusal: PermissionError, told: str
) -> None:
    def refused() -> Path:
        raise refusal

    monkeypatch.setattr("kiosk.system.paths.state_dir", refused)
    assert main.main(["table"]) == 2
    assert capsys.readouterr().err == f"{told}: permission denied: use sudo, or run this as the table's user\n"


@pytest.mark.parametrize(
    "line",
    [
        "scores even J\udce9 Bob",
        "scores void r --reason J\udce9",
        "rules J\udce9",
        "simulate --bots J\udce9",
        "press 1 J\udce9",
    ],
)
def test_an_argument_that_is_no_text_is_told_in_a_line(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.main(line.split())
    assert ended.value.code == 2
    assert capsys.readouterr().err.endswith(": 'J\\udce9' is no text: bytes in it are not UTF-8\n")


def test_text_that_the_locale_cannot_decode_is_read_as_utf8(capsys: pytest.CaptureFixture[str]) -> None:
    """As with LC_ALL=C on a terminal of UTF-8."""
    assert main.main(["rules", "J\udcc3\udca9"]) == 2
    assert "'Jé'" in capsys.readouterr().err


def test_a_files_name_may_have_any_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = tmp_path / "t\udce9.toml"
    name.write_text((CONFIGS / "two_seats.toml").read_text(encoding="utf-8"), encoding="utf-8")
    assert main.main(["config", "check", str(name)]) == 0
    assert main.main(["referee", str(name)]) == 2
    assert "not JSON" in capsys.readouterr().err


@pytest.mark.parametrize(
    "line",
    [
        *("state", "state --watch", "lamps", "scene", "screenshot x.png", "press 1 stop", "touch 1 ready"),
        *("dice-board throw 4 r1", "capture x.txt", "table"),
    ],
)
def test_a_folder_with_too_long_a_name_for_a_socket_is_told_in_a_line(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / ("x" * 110)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(folder))
    assert main.main(line.split()) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith(str(folder))
    assert "AF_UNIX path too long): set KIOSK_RUNTIME_DIR to another folder of your own with a short name" in said
