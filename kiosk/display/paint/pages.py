"""Textures without contents: Kivy's own are sent to the GPU as zeros first, a page of the atlas 16 MB in one frame.

They are as blank as the GPU's memory was: whoever shows a part of one has put something there before.
"""

from __future__ import annotations

from kivy.graphics import Fbo
from kivy.graphics.opengl import (
    GL_RGBA,
    GL_TEXTURE_2D,
    GL_UNPACK_ALIGNMENT,
    GL_UNSIGNED_BYTE,
    glCopyTexImage2D,
    glGenTextures,
    glPixelStorei,
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
