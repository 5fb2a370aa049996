"""Textures without contents: Kivy's own are sent to the GPU as zeros first, a page of the atlas 16 MB in one frame.

They are as blank as the GPU's memory was: whoever shows a part of one has put something there before, or wiped it.
"""

from __future__ import annotations

from kivy.graphics import Fbo
from kivy.graphics.opengl import (
    GL_RGBA,
    GL_SCISSOR_TEST,
    GL_TEXTURE_2D,
    GL_UNPACK_ALIGNMENT,
    GL_UNSIGNED_BYTE,
    glCopyTexImage2D,
    glCopyTexSubImage2D,
    glDisable,
    glEnable,
    glGenTextures,
    glPixelStorei,
    glScissor,
    glTexSubImage2D,
)
from kivy.graphics.texture import Texture


def new_page(size: tuple[int, int]) -> Texture:
    """Return a texture of this size whose pixels are those of a picture of one pixel, so that nothing is sent.

    GL leaves what lies outside of that open. Room without any source cannot be asked for through Kivy.
    """
    source = Fbo(size=(1, 1))
    page = Texture(*size, GL_TEXTURE_2D, glGenTextures(1)[0], colorfmt="rgba")
    source.bind()
    page.bind()
    page.wrap, page.min_filter, page.mag_filter = "clamp_to_edge", "linear", "linear"
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, *size, 0)
    source.release()
    return page


def put(page: Texture, pixels: bytes, size: tuple[int, int], corner: tuple[int, int]) -> None:
    """Put a picture (RGBA) onto a page, its lower left corner there."""
    page.bind()
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4)
    glTexSubImage2D(GL_TEXTURE_2D, 0, *corner, *size, GL_RGBA, GL_UNSIGNED_BYTE, pixels)


def wipe(page: Texture, size: tuple[int, int], corner: tuple[int, int]) -> None:
    """Make a part of a page blank; nothing is sent."""
    whole = _source(page)
    glEnable(GL_SCISSOR_TEST)
    glScissor(*corner, *size)
    whole.bind()
    whole.clear_buffer()
    whole.release()
    glDisable(GL_SCISSOR_TEST)


def _source(page: Texture) -> Fbo:
    """Return what GL draws on a page with, or copies from it. Kivy blanks the page, but for the scissors."""
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 0, 0)
    source = Fbo(size=page.size, texture=page)
    glDisable(GL_SCISSOR_TEST)
    return source


def _copy(source: Fbo, corner: tuple[int, int], page: Texture, to: tuple[int, int], size: tuple[int, int]) -> None:
    source.bind()
    page.bind()
    glCopyTexSubImage2D(GL_TEXTURE_2D, 0, *to, *corner, *size)
    source.release()


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
        _copy(_source(page), corner, self._page, (0, 0), self._size)

    def move(self, page: Texture, corner: tuple[int, int]) -> None:
        """Put it onto a page, its lower left corner there; nothing is sent."""
        _copy(_source(self._page), (0, 0), page, corner, self._size)
