"""The command line: ``kiosk`` plays, ``kiosk scene`` and ``kiosk screenshot`` ask the running kiosk."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from kiosk import paths
from kiosk.launcher import USAGE

if TYPE_CHECKING:
    from kiosk.config import Settings
    from kiosk.simulate.bots import SimulatedBot
    from kiosk.simulate.measures import Measures

P = TypeVar("P")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status: 0 done, 2 what was asked for cannot be, told in one line each."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever read our output has read enough (`| head`)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Told as told:
        print(told, file=sys.stderr)  # noqa: T201
        return USAGE
    return status


class Told(Exception):  # noqa: N818  it carries what the user is told
    """What is wrong, where, and what to do, in words for the user."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="kiosk", description="Ligretto at one touch table. Without a command: play.")
    _table_options(parser)
    _display_options(parser)
    parser.set_defaults(run=_play)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    table = commands.add_parser("table", help="only the table: state of play, buttons and lamps, no window")
    _table_options(table)
    _lifeline(table)
    table.set_defaults(run=_table)

    display = commands.add_parser("display", help="only the display: a window on a running table")
    display.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration (default: four seats)")
    _display_options(display)
    _lifeline(display)
    display.set_defaults(run=_display)

    scene = commands.add_parser("scene", help="print what can be touched on the running kiosk's screen, as JSON")
    scene.set_defaults(run=_scene)

    screenshot = commands.add_parser("screenshot", help="save what the running kiosk shows as a PNG file")
    screenshot.add_argument("file", type=Path, metavar="FILE")
    screenshot.set_defaults(run=_screenshot)

    doctor = commands.add_parser("doctor", help="say what is wrong with this machine as a table, and the mend")
    doctor.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration (default: four seats)")
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.add_argument(
        "--calibrate", action="store_true", help="measure how late the touch panel stamps, against a button"
    )
    doctor.set_defaults(run=_doctor)

    _config_options(commands.add_parser("config", help="check a table's configuration, or show and draw it"))

    pinout = commands.add_parser("pinout", help="show the 40-pin header with the seats' buttons and lamps")
    pinout.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration (default: four seats)")
    pinout.add_argument("--svg", type=Path, metavar="PATH", help="draw it there, to be printed")
    pinout.set_defaults(run=_pinout)

    rules = commands.add_parser("rules", help="an edition's rules in plain words; without PRESET: the editions")
    rules.add_argument("preset", nargs="?", metavar="PRESET")
    rules.set_defaults(run=_rules)

    _simulate_options(commands.add_parser("simulate", help="play many rounds with simple players and measure them"))

    _dice_board_options(commands.add_parser("dice-board", help="listen to a dice-reader board, or simulate one"))

    referee = commands.add_parser("referee", help="judge scripted situations; a JSON object each")
    referee.add_argument("files", nargs="+", metavar="SCENARIO", help="a JSON file, or - for standard input")
    referee.set_defaults(run=_referee)
    return parser


def _config_options(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = actions.add_parser("check", help="say that a configuration is good, or every error in it with its mend")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_config_check)
    show = actions.add_parser("show", help="print a configuration with every default spelled out")
    show.add_argument("file", type=Path, nargs="?", metavar="FILE", help="default: four seats")
    show.add_argument("--svg", type=Path, metavar="PATH", help="draw the table with its seats, buttons and pins there")
    show.set_defaults(run=_config_show)


def _dice_board_options(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    monitor = actions.add_parser("monitor", help="show every frame that a board sends; Ctrl-C ends with the counters")
    monitor.add_argument("port", metavar="PORT", help="its serial port, such as one of /dev/serial/by-id")
    monitor.add_argument("--seconds", type=_number(1, 10**6), metavar="N", help="end after so long")
    monitor.set_defaults(run=_monitor)
    simulate = actions.add_parser(
        "simulate", help="be a board at a port of its own, with dice that are typed (or piped)"
    )
    simulate.add_argument("--id", default="LDR-SIMULATED", metavar="ID", help="default: LDR-SIMULATED")
    simulate.add_argument(
        "--seat", type=_number(0, 12), default=0, metavar="N", help="the seat set on the board itself"
    )
    simulate.add_argument(
        "--folder", type=Path, metavar="DIR", help="where its port appears (default: a passing folder)"
    )
    simulate.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="NAME",
        help="a fault from the beginning, such as garbage; may be given again; an unknown name lists them all",
    )
    simulate.set_defaults(run=_simulate_board)


def _simulate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=tuple(_SIMULATED), default="cards", help="default: cards")
    parser.add_argument("--preset", metavar="NAME", help="the edition, see: kiosk rules")
    parser.add_argument("--players", type=_number(2, 12), default=4, metavar="N", help="2 to 12 (default: 4)")
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="BOTS",
        help="who plays: one for all or one a player: greedy (default), random; greedy*0.7 acts 0.7 times as often",
    )
    parser.add_argument("--rounds", type=_number(1, 10**7), default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other cards (default: 1)")
    parser.add_argument("--workers", type=_number(1, 256), metavar="N", help="processes (default: one a core)")
    cards = parser.add_argument_group("cards only")
    cards.add_argument(
        "--stacks", type=_numbers(1, 35), metavar="N,N,...", help="a handicap: each player's stack, 1 to 35"
    )
    cards.add_argument("--pro", action="store_true", default=None, help="with the pro variant")
    dice = parser.add_argument_group("dice only")
    dice.add_argument(
        "--extra", type=_numbers(0, 2), metavar="N,N,...", help="a handicap: each player's extra dice, 0 to 2"
    )
    dice.add_argument(
        "--handicap-mode", choices=("leave_out", "transfer"), help="whence they come (default: leave_out)"
    )
    dice.add_argument("--waves", action="store_true", default=None, help="all roll together, not at their own pace")
    form = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, help=f"print {name.upper()}")
    parser.set_defaults(run=_simulate, form="table")


def _number(lowest: int, highest: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit() and lowest <= int(text) <= highest):
            raise argparse.ArgumentTypeError(f"{text!r} is no number from {lowest} to {highest}")
        return int(text)

    return read


def _numbers(lowest: int, highest: int) -> Callable[[str], tuple[int, ...]]:
    one = _number(lowest, highest)
    return lambda text: tuple(map(one, text.split(",")))


def _table_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help="the table's configuration (default: four seats)")
    parser.add_argument("--seed", type=int, metavar="N", help="repeat the same cards every time")


def _display_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--size", type=_size, metavar="WxH", help="the window's size in pixels, such as 1920x1080")
    parser.add_argument("--fullscreen", action="store_true", help="the whole screen")


def _lifeline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lifeline", type=int, help=argparse.SUPPRESS)


def _size(text: str) -> tuple[int, int]:
    width, times, height = text.partition("x")
    if not (times and width.isdigit() and height.isdigit() and int(width) >= 640 and int(height) >= 360):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size: write width x height, at least 640x360, as in 1920x1080"
        )
    return int(width), int(height)


def _settings(file: Path | None) -> Settings:
    from kiosk.config import ConfigError, load  # noqa: PLC0415

    try:
        return load(file)
    except ConfigError as error:
        raise Told(str(error)) from None


def _play(options: argparse.Namespace) -> int:
    from kiosk.launcher import launch  # noqa: PLC0415

    _settings(options.config)  # what is wrong with it is told once, before anything starts
    config = ["--config", str(options.config)] if options.config is not None else []
    seed = ["--seed", str(options.seed)] if options.seed is not None else []
    size = ["--size", "{}x{}".format(*options.size)] if options.size is not None else []
    fullscreen = ["--fullscreen"] if options.fullscreen else []
    return launch([*config, *seed], [*config, *size, *fullscreen])


def _table(options: argparse.Namespace) -> int:
    from hardware.api import HardwareError  # noqa: PLC0415
    from kiosk.compose import run_table  # noqa: PLC0415
    from kiosk.table.link import CannotListen  # noqa: PLC0415

    _hold_lifeline(options)
    try:
        return run_table(_settings(options.config), paths.table_socket(), options.seed)
    except (CannotListen, HardwareError) as error:
        raise Told(str(error)) from None


def _display(options: argparse.Namespace) -> int:
    from kiosk.display.app import run_display  # noqa: PLC0415
    from kiosk.display.panel import PanelOptions  # noqa: PLC0415

    _hold_lifeline(options)
    settings = _settings(options.config)
    window, touch = settings.window, settings.touch
    panel = PanelOptions(touch.device, touch.rotation, touch.matrix, touch.grab) if touch.provider == "evdev" else None
    return run_display(
        paths.table_socket(),
        paths.display_socket(),
        size=options.size or (window.width, window.height),
        fullscreen=options.fullscreen or window.fullscreen,
        panel=panel,
    )


def _hold_lifeline(options: argparse.Namespace) -> None:
    if options.lifeline is not None:
        from kiosk.lifeline import end_with_parent  # noqa: PLC0415

        end_with_parent(options.lifeline)


def _scene(_options: argparse.Namespace) -> int:
    from kiosk.ask import NotRunning  # noqa: PLC0415
    from kiosk.display.control import ask_scene  # noqa: PLC0415

    try:
        print(ask_scene(paths.display_socket()))  # noqa: T201
    except NotRunning as error:
        raise Told(str(error)) from None
    return 0


def _screenshot(options: argparse.Namespace) -> int:
    from kiosk.ask import NotRunning  # noqa: PLC0415
    from kiosk.display.control import ask_screenshot  # noqa: PLC0415

    if options.file.suffix.lower() != ".png":
        raise Told(f"{options.file}: screenshots are PNG files: name it {options.file.with_suffix('.png')}")
    try:
        error = ask_screenshot(paths.display_socket(), options.file.absolute())
    except NotRunning as absent:
        raise Told(str(absent)) from None
    if error:
        raise Told(error)
    return 0


def _doctor(options: argparse.Namespace) -> int:
    if options.calibrate:
        return _calibrate(options)
    from kiosk.doctor import report  # noqa: PLC0415
    from kiosk.doctor.checks import examine  # noqa: PLC0415
    from kiosk.doctor.gather import gather  # noqa: PLC0415

    facts = gather(options.config)
    answers = examine(facts)
    if options.json:
        print(report.as_json(answers, facts))  # noqa: T201
    else:
        report.print_table(answers, sys.stdout)
    return report.status(answers)


def _calibrate(options: argparse.Namespace) -> int:
    from contextlib import closing  # noqa: PLC0415

    from hardware.api import HardwareError  # noqa: PLC0415
    from kiosk.doctor.calibrate import Table, calibrate  # noqa: PLC0415
    from kiosk.doctor.facts import RunningTable  # noqa: PLC0415
    from kiosk.doctor.gather import running_table  # noqa: PLC0415

    settings = _settings(options.config)
    if running_table(paths.table_socket()) != RunningTable():
        raise Told("A kiosk runs here and holds the buttons and the panel: end it, then calibrate.")
    try:
        table = Table(settings)
    except HardwareError as error:
        raise Told(str(error)) from None
    with closing(table):
        return calibrate(table, settings.hardware.buttons_late_ms, _say)


def _config_check(options: argparse.Namespace) -> int:
    from kiosk.fit import summary, warnings  # noqa: PLC0415

    settings = _settings(options.file)
    warned = [f"{options.file.name}: warning: {line}" for line in warnings(settings)]
    print("\n".join([f"{options.file.name}: good", *summary(settings), *warned]))  # noqa: T201
    return 0


def _config_show(options: argparse.Namespace) -> int:
    from kiosk.config import DEFAULT  # noqa: PLC0415
    from kiosk.drawing import draw  # noqa: PLC0415
    from kiosk.effective import effective  # noqa: PLC0415

    file = options.file or options.config or DEFAULT
    settings = _settings(file)
    _save(options.svg, lambda: draw(settings, file.stem))
    print(effective(settings))  # noqa: T201
    return 0


def _pinout(options: argparse.Namespace) -> int:
    from kiosk.config import DEFAULT  # noqa: PLC0415
    from kiosk.pinout import draw, text  # noqa: PLC0415

    file = options.config or DEFAULT
    settings = _settings(file)
    _save(options.svg, lambda: draw(settings, file.stem))
    print(text(settings))  # noqa: T201
    return 0


def _save(path: Path | None, drawing: Callable[[], str]) -> None:
    """Write a drawing if there is a place for it."""
    if path is not None:
        try:
            path.write_text(drawing(), encoding="utf-8")
        except OSError as error:
            raise Told(f"{path}: cannot be written ({error.strerror}): choose another place") from None


def _rules(options: argparse.Namespace) -> int:
    from kiosk.plain_words import EDITIONS, edition, editions  # noqa: PLC0415

    print(editions() if options.preset is None else edition(_preset(options.preset, EDITIONS)))  # noqa: T201
    return 0


def _preset(name: str, presets: Mapping[str, P]) -> P:
    if name not in presets:
        raise Told(f"{name!r} is no preset; there are: {', '.join(presets)}")
    return presets[name]


def _monitor(options: argparse.Namespace) -> int:
    from kiosk.dice_board.monitor import NoPort, monitor  # noqa: PLC0415

    try:
        monitor(options.port, _say, options.seconds)
    except NoPort as error:
        look = "is the board plugged in, no kiosk running with it, and are you in the group dialout?"
        raise Told(f"{options.port}: cannot be opened ({error}): {look}") from None
    return 0


def _simulate_board(options: argparse.Namespace) -> int:
    from kiosk.dice_board.bench import Wrong, simulate  # noqa: PLC0415

    try:
        simulate(options.id, options.seat, options.fault, options.folder, sys.stdin, _say)
    except Wrong as wrong:
        raise Told(str(wrong)) from None
    return 0


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _simulate(options: argparse.Namespace) -> int:
    from kiosk.simulate.report import FORMS  # noqa: PLC0415

    for game, (only, _) in _SIMULATED.items():
        for option in only:
            if game != options.game and getattr(options, option) is not None:
                raise Told(f"--{option.replace('_', '-')} is for {game}: it goes with --game {game} alone")
    _, measures = _SIMULATED[options.game]
    print(FORMS[options.form](measures(options)))  # noqa: T201
    return 0


def _simulate_cards(options: argparse.Namespace) -> Measures:
    from dataclasses import replace  # noqa: PLC0415
    from functools import partial  # noqa: PLC0415

    from kiosk.game.rules import PRESETS  # noqa: PLC0415
    from kiosk.simulate.bots import CARD_BOTS  # noqa: PLC0415
    from kiosk.simulate.card_measures import measure_cards  # noqa: PLC0415
    from kiosk.simulate.card_play import play_cards, without_waiting  # noqa: PLC0415

    rules = _preset(options.preset or "table_default", PRESETS).rules
    if options.pro:
        rules = replace(rules, pro=replace(rules.pro, enabled=True))
    if options.stacks is not None:
        rules = replace(rules, stack_size=_one_a_player(options, "stacks"))
    bots = _simulated_bots(options, CARD_BOTS)
    return measure_cards(rules, bots, _run(options, partial(play_cards, without_waiting(rules), bots, options.seed)))


def _simulate_dice(options: argparse.Namespace) -> Measures:
    from dataclasses import replace  # noqa: PLC0415
    from functools import partial  # noqa: PLC0415

    from kiosk.game.dice_rules import DICE_PRESETS, HandicapMode  # noqa: PLC0415
    from kiosk.simulate.bots import DICE_BOTS  # noqa: PLC0415
    from kiosk.simulate.dice_measures import measure_dice  # noqa: PLC0415
    from kiosk.simulate.dice_play import play_dice  # noqa: PLC0415

    rules = _preset(options.preset or "university_games_2013", DICE_PRESETS).rules
    if options.handicap_mode is not None:
        rules = replace(rules, handicap_mode=HandicapMode(options.handicap_mode))
    if options.extra is not None:
        rules = replace(rules, dice_extra=_one_a_player(options, "extra"))
    bots = _simulated_bots(options, DICE_BOTS)
    play = partial(play_dice, rules, bots, options.seed, bool(options.waves))
    return measure_dice(rules, bots, _run(options, play))


_SIMULATED: Final[Mapping[str, tuple[tuple[str, ...], Callable[[argparse.Namespace], Measures]]]] = {
    "cards": (("stacks", "pro"), _simulate_cards),
    "dice": (("extra", "handicap_mode", "waves"), _simulate_dice),
}
"""The games: the options that are for each alone, and how it is simulated."""


def _one_a_player(options: argparse.Namespace, option: str) -> tuple[int, ...]:
    numbers: tuple[int, ...] = getattr(options, option)
    if len(numbers) != options.players:
        raise Told(f"--{option}: {len(numbers)} numbers for {options.players} players: give one a player")
    return numbers


def _simulated_bots(options: argparse.Namespace, known: Mapping[str, object]) -> tuple[SimulatedBot, ...]:
    from kiosk.simulate.bots import read_bots  # noqa: PLC0415

    try:
        return read_bots(options.bots, options.players, known)
    except ValueError as error:
        raise Told(f"--bots: {error}") from None


def _run(options: argparse.Namespace, play: Callable[[int], P]) -> list[P]:
    from kiosk.simulate.report import run  # noqa: PLC0415

    return run(play, options.rounds, options.workers or os.cpu_count() or 1)


def _referee(options: argparse.Namespace) -> int:
    from kiosk.referee.files import judge_files  # noqa: PLC0415
    from kiosk.referee.node import Malformed  # noqa: PLC0415

    try:
        lines = judge_files(options.files)
    except Malformed as error:
        raise Told(str(error)) from None
    print("\n".join(lines))  # noqa: T201
    return 0
