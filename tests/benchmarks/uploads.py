"""Bytes that Kivy sends to the GPU, counted where it calls GL.

Kivy keeps GL's functions in a table of pointers (``kivy.graphics.cgl``); those that send pixels and vertices are
replaced there by ones that count and then call them. So nothing that draws can forget to be counted.
"""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from typing import Any, Final

import kivy.graphics.cgl

_POINTER: Final = ctypes.c_void_p
_INT: Final = ctypes.c_int
_SIZE: Final = ctypes.c_ssize_t
_CHANNELS: Final = {0x1906: 1, 0x1909: 1, 0x190A: 2, 0x1907: 3, 0x1908: 4, 0x80E1: 4}
"""Bytes of a pixel by GL's number of its format: alpha, luminance, both, RGB, RGBA, BGRA; all others as four."""


class Uploads:
    """The bytes sent so far: ``textures`` (pixels) and ``vertices`` (of meshes)."""

    def __init__(self) -> None:
        self.textures = self.vertices = 0
        self._kept: list[Any] = []  # ctypes would free them
        names, table = _names(), _table()
        for name, count, arguments in (
            ("glTexSubImage2D", self._pixels(4, 5, 6, 8), (*[_INT] * 8, _POINTER)),
            ("glTexImage2D", self._pixels(3, 4, 6, 8), (*[_INT] * 8, _POINTER)),
            ("glBufferData", self._corners(1), (_INT, _SIZE, _POINTER, _INT)),
            ("glBufferSubData", self._corners(2), (_INT, _SIZE, _SIZE, _POINTER)),
        ):
            kind = ctypes.CFUNCTYPE(None, *arguments)
            place = names.index(name)
            real = ctypes.cast(table[place], kind)
            counting = kind(_both(count, real))
            self._kept.append(counting)
            table[place] = ctypes.cast(counting, _POINTER).value

    def _pixels(self, width: int, height: int, form: int, data: int) -> Any:
        def count(arguments: tuple[Any, ...]) -> None:
            if arguments[data]:  # None: room without pixels
                self.textures += arguments[width] * arguments[height] * _CHANNELS.get(arguments[form], 4)

        return count

    def _corners(self, size: int) -> Any:
        def count(arguments: tuple[Any, ...]) -> None:
            self.vertices += arguments[size]

        return count


def _both(count: Any, real: Any) -> Any:
    def called(*arguments: Any) -> None:
        count(arguments)
        real(*arguments)

    return called


def _names() -> list[str]:
    """Return the names of GL's functions in the order of the table."""
    told = (Path(kivy.graphics.cgl.__file__).parent / "cgl.pxd").read_text(encoding="utf-8")
    return re.findall(r"\*(gl\w+)\)\(", told.partition("struct GLES2_Context:")[2])


def _table() -> Any:
    """Return the table of GL's functions that Kivy calls."""
    find = ctypes.pythonapi.PyCapsule_GetPointer
    find.restype, find.argtypes = _POINTER, (ctypes.py_object, ctypes.c_char_p)
    name = ctypes.pythonapi.PyCapsule_GetName
    name.restype, name.argtypes = ctypes.c_char_p, (ctypes.py_object,)
    capsule = kivy.graphics.cgl.__pyx_capi__["cgl"]
    where = ctypes.cast(find(capsule, name(capsule)), ctypes.POINTER(ctypes.POINTER(_POINTER)))
    return where[0]
