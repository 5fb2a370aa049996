"""The picture of the window, for screenshots."""

from __future__ import annotations

import io

from msgspec import Struct
from PIL import Image


class Pixels(Struct, frozen=True):
    """The picture of the window: RGBA, rows from the bottom up (OpenGL's way)."""

    width: int
    height: int
    data: bytes

    def png(self) -> bytes:
        """Return it as a PNG file."""
        picture = Image.frombytes("RGBA", (self.width, self.height), self.data)
        file = io.BytesIO()
        picture.convert("RGB").transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(file, "PNG", compress_level=3)
        return file.getvalue()
