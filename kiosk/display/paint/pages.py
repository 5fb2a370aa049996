"""Textures without contents, the pages of the atlas, and pictures on their way to them.

Kivy's own are sent to the GPU as zeros first, a page of the atlas 16 MB in one frame. These are as blank as the GPU's
memory was: whoever shows a part of one has put something there before, or wiped it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from kivy.graphics import Fbo
from kivy.graphics.opengl import (
    GL_COLOR_ATTACHMENT0,
    GL_FRAMEBUFFER,
    GL_MAX_TEXTURE_SIZE,
    GL_RGBA,
    GL_SCISSOR_TEST,
    GL_TEXTURE_2D,
    GL_UNPACK_ALIGNMENT,
    GL_UNSIGNED_BYTE,
    glCopyTexImage2D,
    glCopyTexSubImage2D,
    glDisable,
    glEnable,
    glFramebufferTexture2D,
    glGenTextures,
    glGetIntegerv,
    glPixelStorei,
    glScissor,
    glTexSubImage2D,
)
from kivy.graphics.texture import Texture
from msgspec import Struct

from kiosk.display.paint.art import Look
from kiosk.display.paint.painted import Painted


@cache
def _framebuffer() -> Fbo:
    """Return what GL draws into and copies from, one for all pages: Kivy compiles two shaders for each of its own."""
    return Fbo(size=(1, 1))


@contextmanager
def _bound(page: Texture | None = None) -> Iterator[Fbo]:
    """Bind the framebuffer, with this page in the place of its own picture of one pixel."""
    buffer = _framebuffer()
    buffer.bind()
    try:
        if page is not None:
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, page.id, 0)
        yield buffer
    finally:
        if page is not None:
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, buffer.texture.id, 0)
        buffer.release()


def may_be(side: int) -> bool:
    """Return whether the GPU takes a page of so many pixels a side: a Raspberry Pi 4 up to 4096, a Pi 3 only 2048."""
    (most,) = glGetIntegerv(GL_MAX_TEXTURE_SIZE)
    return not 0 < most < side  # where nothing is drawn, Kivy's answer means nothing


def new_page(size: tuple[int, int]) -> Texture:
    """Return a texture of this size whose pixels are those of a picture of one pixel, so that nothing is sent.

    GL leaves what lies outside of that open. Room without any source cannot be asked for through Kivy.
    """
    page = Texture(*size, GL_TEXTURE_2D, glGenTextures(1)[0], colorfmt="rgba")
    with _bound():
        page.bind()
        page.wrap, page.min_filter, page.mag_filter = "clamp_to_edge", "linear", "linear"
        glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, *size, 0)
    return page


def put(page: Texture, pixels: bytes, size: tuple[int, int], corner: tuple[int, int]) -> None:
    """Put a picture (RGBA) onto a page, its lower left corner there."""
    page.bind()
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4)
    glTexSubImage2D(GL_TEXTURE_2D, 0, *corner, *size, GL_RGBA, GL_UNSIGNED_BYTE, pixels)


def wipe(page: Texture, size: tuple[int, int], corner: tuple[int, int]) -> None:
    """Make a part of a page blank; nothing is sent."""
    with _bound(page) as buffer:
        glEnable(GL_SCISSOR_TEST)
        glScissor(*corner, *size)
        buffer.clear_buffer()
        glDisable(GL_SCISSOR_TEST)


def _copy(source: Texture, corner: tuple[int, int], page: Texture, to: tuple[int, int], size: tuple[int, int]) -> None:
    with _bound(source):
        page.bind()
        glCopyTexSubImage2D(GL_TEXTURE_2D, 0, *to, *corner, *size)


class Gathered:
    """A picture of this size that comes row by row, apart from the page where it is to be seen as a whole."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size = size
        self._page = new_page(size)

    def put(self, pixels: bytes, rows: range) -> None:
        """Put these rows of it there."""
        put(self._page, pixels, (self._size[0], len(rows)), (0, rows.start))

    def take(self, page: Texture, corner: tuple[int, int]) -> None:
        """Take a copy of what is on a page; nothing is sent."""
        _copy(page, corner, self._page, (0, 0), self._size)

    def move(self, page: Texture, corner: tuple[int, int]) -> None:
        """Put it onto a page, its lower left corner there; nothing is sent."""
        _copy(self._page, (0, 0), page, corner, self._size)


class Upload(Struct, eq=False):
    """A picture that has come. ``held``: it is only to be held; ``rows``: how many of them are ``gathered``."""

    look: Look
    picture: Painted
    held: bool = False
    rows: int = 0
    gathered: Gathered | None = None
    spot: Any = None
    """Its place on the page, reserved until it is there."""

    @property
    def is_gathered(self) -> bool:
        """True once all of it is."""
        return self.rows == self.picture.size[1]

    def gather(self, most: int) -> int:
        """Send as many further rows as ``most`` bytes hold; return how many bytes these were."""
        w, h = self.picture.size
        if self.gathered is None:
            self.gathered = Gathered(self.picture.size)
        rows = range(self.rows, min(h, self.rows + most // (4 * w)))
        part = self.picture.pixels[4 * w * rows.start : 4 * w * rows.stop]
        self.gathered.put(part, rows)
        self.rows = rows.stop
        return len(part)
