"""What pictures depend on besides their looks: the code that paints them, materials, fonts, Pillow."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Final

import PIL
from PIL import ImageFont

_KIOSK: Final = Path(__file__).parents[2]
SOURCES: Final = ("display/paint", "display/games", "layout", "game", "locale/direction.py")
"""The folders, and files, of all code that any look of ours is painted by; a test follows their imports."""
_MATERIALS: Final = "display/materials"


def generation() -> str:
    """Return a name that is another one whenever the same look may be another picture. It takes milliseconds."""
    made = blake2b(digest_size=12)
    for file in _files():
        told = file.read_bytes()
        made.update(f"{file.name} {len(told)}\n".encode() + told)
    core = ImageFont.core
    for version in (
        PIL.__version__,
        *(getattr(core, f"{one}_version", "") for one in ("freetype2", "raqm", "harfbuzz")),
    ):
        made.update(f"{version}\n".encode())
    return made.hexdigest()


def _files() -> Iterator[Path]:
    for name in SOURCES:
        path = _KIOSK / name
        yield from sorted(path.rglob("*.py")) if path.is_dir() else [path]
    yield from sorted((_KIOSK / _MATERIALS).iterdir())
    yield Path(str(files("fontpkg_rubik") / "files" / "Rubik[wght].ttf"))
