"""Judgement sheets tell nothing but the pictures, and their verdicts find the way back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from kiosk.drawings.gallery.states import STATES
from tests.judgement import PAIRS, sheets, verdicts


def test_every_pair_names_a_state_of_the_gallery() -> None:
    names = {state.name for state in STATES}
    assert {pair.partition("/")[2] for pair in PAIRS.values()} <= names


@pytest.mark.parametrize("better", ["left", "right", "same"])
def test_sheets_and_verdicts(tmp_path: Path, better: str) -> None:
    gallery, wanted, out = tmp_path / "gallery", tmp_path / "wanted", tmp_path / "out"
    (gallery / "4-en").mkdir(parents=True)
    wanted.mkdir()
    Image.new("RGB", (192, 108), "red").save(gallery / "4-en" / "28-stop.png")
    Image.new("RGB", (384, 216), "blue").save(wanted / "stop.png")
    Image.new("RGB", (384, 216), "blue").save(wanted / "won.png")  # the gallery has no such picture
    assert sheets(gallery, wanted, out) == 1
    key = json.loads((out / "key.json").read_text())["1"]
    with Image.open(out / "1.png") as sheet:
        seen = {"left": sheet.getpixel((10, 10)), "right": sheet.getpixel((sheet.width - 10, 10))}
    color = {"gallery": (255, 0, 0), "wanted": (0, 0, 255)}
    assert {side: color[key[side]] for side in seen} == seen
    assert verdicts(out, f"1 {better} more depth\n") == [f"stop: {key.get(better, 'same')}: more depth"]
