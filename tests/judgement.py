"""Judgement sheets: a picture of the gallery beside one that shows how it is to look, without telling which is which.

``python -m tests.judgement sheets GALLERY WANTED OUT`` writes a sheet for each of ``PAIRS`` whose two pictures exist,
and ``key.json``, which whoever judges does not open. ``python -m tests.judgement verdicts OUT FILE`` takes a file with
a line for each sheet (``3 left the cards have more depth``; ``left``, ``right`` or ``same``) and adds the verdicts to
``tests/judgements.txt``. ``python -m tests.judgement stage OUT [NAME ...]`` draws the cards and moments of the wanted
pictures (``tests.staged``); with ``--staged OUT``, sheets take those instead of the gallery's. The wanted pictures are
not part of the repository.
"""

from __future__ import annotations

import argparse
import json
import random
import secrets
import sys
from pathlib import Path
from typing import Final

from PIL import Image

from kiosk.display import window
from kiosk.drawings.gallery.states import SIZE
from tests import staged

KEPT: Final = Path(__file__).with_name("judgements.txt")
WIDTH: Final = 960
"""The width of a picture on a sheet."""
_APART: Final = 24
_GROUND: Final = (128, 128, 128)

PAIRS: Final = {
    "attract": "4-en/attract",
    "lobby": "4-en/lobby",
    "play4": "4-en/play-full",
    "play12": "12-en/play-full",
    "two_seats": "2-en/play-full",
    "race": "4-en/beaten",
    "stop": "4-en/stop",
    "counting": "4-en/counting",
    "won": "4-en/match-won",
    "dice": "4-en/dice-flying",
    "pause_fault": "4-en/paused",
    "rules": "4-en/rules",
    "service": "4-en/service-menu",
    "service_pin": "4-en/service-pin",
}
"""By the name of a wanted picture: the folder of the gallery and the state beside it."""


def stage(out: Path, names: list[str]) -> None:
    """Draw the staged scenes."""
    window.open_window(SIZE, fullscreen=False)
    from kiosk.drawings.gallery.camera import Camera  # noqa: PLC0415  Kivy is configured by the window

    out.mkdir(parents=True, exist_ok=True)
    with Camera(SIZE) as camera:
        for name, scene in staged.scenes(names):
            camera.picture(scene).save(out / f"{name}.png")


def sheets(gallery: Path, wanted: Path, out: Path, staged_in: Path | None = None) -> int:
    """Write the sheets, in random order, and their key; return how many there are."""
    draw = random.Random(secrets.randbits(64))  # noqa: S311
    pairs = [(name, theirs, ours) for name in PAIRS for theirs, ours in _found(gallery, wanted, name, staged_in)]
    draw.shuffle(pairs)
    out.mkdir(parents=True, exist_ok=True)
    key = {}
    for number, (name, theirs, ours) in enumerate(pairs, 1):
        sides = [("wanted", theirs), ("gallery", ours)]
        draw.shuffle(sides)
        _sheet([file for _, file in sides]).save(out / f"{number}.png")
        key[str(number)] = {"name": name, "left": sides[0][0], "right": sides[1][0]}
    (out / "key.json").write_text(json.dumps(key, indent=1))
    return len(pairs)


def _found(gallery: Path, wanted: Path, name: str, staged_in: Path | None) -> list[tuple[Path, Path]]:
    folder, _, state = PAIRS[name].partition("/")
    ours = sorted((gallery / folder).glob(f"[0-9][0-9]-{state}.png"))
    if staged_in is not None and (staged_in / f"{name}.png").is_file():
        ours = [staged_in / f"{name}.png"]
    theirs = wanted / f"{name}.png"
    return [(theirs, ours[0])] if ours and theirs.is_file() else []


def _sheet(files: list[Path]) -> Image.Image:
    """Return the pictures side by side, of the same size, without a word."""
    pictures = []
    for file in files:
        with Image.open(file) as picture:
            height = round(WIDTH * picture.height / picture.width)
            pictures.append(picture.convert("RGB").resize((WIDTH, height), Image.Resampling.LANCZOS))
    sheet = Image.new("RGB", (2 * WIDTH + _APART, max(picture.height for picture in pictures)), _GROUND)
    for number, picture in enumerate(pictures):
        sheet.paste(picture, (number * (WIDTH + _APART), 0))
    return sheet


def verdicts(out: Path, judged: str) -> list[str]:
    """Return the verdicts in words: for each sheet the picture, which is better, and why."""
    key = json.loads((out / "key.json").read_text())
    lines = []
    for line in filter(None, map(str.strip, judged.splitlines())):
        number, side, *why = line.split(maxsplit=2)
        sheet = key[number]
        better = sheet.get(side, "same")
        lines.append(f"{sheet['name']}: {better}" + (f": {why[0]}" if why else ""))
    return lines


def main() -> None:
    """Write sheets, or keep verdicts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="do", required=True)
    make = commands.add_parser("sheets")
    for name in ("gallery", "wanted", "out"):
        make.add_argument(name, type=Path)
    make.add_argument("--staged", type=Path)
    draw = commands.add_parser("stage")
    draw.add_argument("out", type=Path)
    draw.add_argument("names", nargs="*")
    keep = commands.add_parser("verdicts")
    for name in ("out", "file"):
        keep.add_argument(name, type=Path)
    options = parser.parse_args()
    if options.do == "stage":
        stage(options.out, options.names)
        return
    if options.do == "sheets":
        sys.stdout.write(f"{sheets(options.gallery, options.wanted, options.out, options.staged)} sheets\n")
        return
    with KEPT.open("a") as kept:
        kept.writelines(f"{line}\n" for line in verdicts(options.out, options.file.read_text()))


if __name__ == "__main__":
    main()
