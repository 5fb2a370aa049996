"""The command line: ``kiosk`` plays, ``kiosk scene`` and ``kiosk screenshot`` ask the running kiosk."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kiosk import paths
from kiosk.launcher import USAGE

if TYPE_CHECKING:
    from kiosk.game.rules import CardRules

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
    _display_options(display)
    _lifeline(display)
    display.set_defaults(run=_display)

    scene = commands.add_parser("scene", help="print what can be touched on the running kiosk's screen, as JSON")
    scene.set_defaults(run=_scene)

    screenshot = commands.add_parser("screenshot", help="save what the running kiosk shows as a PNG file")
    screenshot.add_argument("file", type=Path, metavar="FILE")
    screenshot.set_defaults(run=_screenshot)

    rules = commands.add_parser("rules", help="an edition's rules in plain words; without PRESET: the editions")
    rules.add_argument("preset", nargs="?", metavar="PRESET")
    rules.set_defaults(run=_rules)

    _simulate_options(commands.add_parser("simulate", help="play many rounds with simple players and measure them"))

    referee = commands.add_parser("referee", help="judge scripted situations; a JSON object each")
    referee.add_argument("files", nargs="+", metavar="SCENARIO", help="a JSON file, or - for standard input")
    referee.set_defaults(run=_referee)
    return parser


def _simulate_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", default="table_default", metavar="NAME", help="the edition, see: kiosk rules")
    parser.add_argument("--players", type=_number(2, 12), default=4, metavar="N", help="2 to 12 (default: 4)")
    parser.add_argument(
        "--bots",
        default="greedy",
        metavar="BOTS",
        help="who plays: one for all or one a player: greedy (default), random; greedy*0.7 acts 0.7 times as often",
    )
    parser.add_argument("--stacks", type=_stacks, metavar="N,N,...", help="a handicap: each player's stack, 1 to 35")
    parser.add_argument("--rounds", type=_number(1, 10**7), default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="other cards (default: 1)")
    parser.add_argument("--workers", type=_number(1, 256), metavar="N", help="processes (default: one a core)")
    parser.add_argument("--pro", action="store_true", help="with the pro variant")
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


def _stacks(text: str) -> tuple[int, ...]:
    return tuple(map(_number(1, 35), text.split(",")))


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


def _settings(options: argparse.Namespace):  # type: ignore[no-untyped-def]
    from kiosk.config import ConfigError, load  # noqa: PLC0415

    try:
        return load(options.config)
    except ConfigError as error:
        raise Told(str(error)) from None


def _play(options: argparse.Namespace) -> int:
    from kiosk.launcher import launch  # noqa: PLC0415

    settings = _settings(options)
    width, height = options.size or (settings.window.width, settings.window.height)
    table = ["--seed", str(options.seed)] if options.seed is not None else []
    if options.config is not None:
        table += ["--config", str(options.config)]
    display = ["--size", f"{width}x{height}"]
    if options.fullscreen or settings.window.fullscreen:
        display.append("--fullscreen")
    return launch(table, display)


def _table(options: argparse.Namespace) -> int:
    from hardware.api import HardwareError  # noqa: PLC0415
    from kiosk.compose import run_table  # noqa: PLC0415
    from kiosk.table.link import AlreadyRunning  # noqa: PLC0415

    _hold_lifeline(options)
    try:
        return run_table(_settings(options), paths.table_socket(), options.seed)
    except (AlreadyRunning, HardwareError) as error:
        raise Told(str(error)) from None


def _display(options: argparse.Namespace) -> int:
    from kiosk.display.app import run_display  # noqa: PLC0415

    _hold_lifeline(options)
    size = options.size or (1280, 720)
    return run_display(paths.table_socket(), paths.display_socket(), size=size, fullscreen=options.fullscreen)


def _hold_lifeline(options: argparse.Namespace) -> None:
    if options.lifeline is not None:
        from kiosk.lifeline import end_with_parent  # noqa: PLC0415

        end_with_parent(options.lifeline)


def _scene(_options: argparse.Namespace) -> int:
    from kiosk.display.control import NotRunning, ask_scene  # noqa: PLC0415

    try:
        print(ask_scene(paths.display_socket()))  # noqa: T201
    except NotRunning as error:
        raise Told(str(error)) from None
    return 0


def _screenshot(options: argparse.Namespace) -> int:
    from kiosk.display.control import NotRunning, ask_screenshot  # noqa: PLC0415

    if options.file.suffix.lower() != ".png":
        raise Told(f"{options.file}: screenshots are PNG files: name it {options.file.with_suffix('.png')}")
    try:
        error = ask_screenshot(paths.display_socket(), options.file.absolute())
    except NotRunning as absent:
        raise Told(str(absent)) from None
    if error:
        raise Told(error)
    return 0


def _rules(options: argparse.Namespace) -> int:
    from kiosk.plain_words import EDITIONS, edition, editions  # noqa: PLC0415

    print(editions() if options.preset is None else edition(_preset(options.preset, EDITIONS)))  # noqa: T201
    return 0


def _preset(name: str, presets: Mapping[str, P]) -> P:
    if name not in presets:
        raise Told(f"{name!r} is no preset; there are: {', '.join(presets)}")
    return presets[name]


def _simulate(options: argparse.Namespace) -> int:
    from functools import partial  # noqa: PLC0415

    from kiosk.simulate.bots import CARD_BOTS, read_bots  # noqa: PLC0415
    from kiosk.simulate.measures import measure  # noqa: PLC0415
    from kiosk.simulate.play import play_round, without_waiting  # noqa: PLC0415
    from kiosk.simulate.report import FORMS, run  # noqa: PLC0415

    rules = _simulated_rules(options)
    try:
        bots = read_bots(options.bots, options.players, CARD_BOTS)
    except ValueError as error:
        raise Told(f"--bots: {error}") from None
    play = partial(play_round, without_waiting(rules), bots, options.seed)
    played = run(play, options.rounds, options.workers or os.cpu_count() or 1)
    print(FORMS[options.form](measure(rules, bots, played)))  # noqa: T201
    return 0


def _simulated_rules(options: argparse.Namespace) -> CardRules:
    from dataclasses import replace  # noqa: PLC0415

    from kiosk.game.rules import PRESETS  # noqa: PLC0415

    rules = _preset(options.preset, PRESETS).rules
    if options.pro:
        rules = replace(rules, pro=replace(rules.pro, enabled=True))
    if options.stacks is not None:
        if len(options.stacks) != options.players:
            raise Told(f"--stacks: {len(options.stacks)} sizes for {options.players} players: give one a player")
        rules = replace(rules, stack_size=options.stacks)
    return rules


def _referee(options: argparse.Namespace) -> int:
    from kiosk.referee.files import judge_files  # noqa: PLC0415
    from kiosk.referee.node import Malformed  # noqa: PLC0415

    try:
        lines = judge_files(options.files)
    except Malformed as error:
        raise Told(str(error)) from None
    print("\n".join(lines))  # noqa: T201
    return 0
