"""Parts of a picture that are drawn again only if something that they have read of their context differs.

A part is a function that draws into a sketch from a context, and says so with ``@part``. It is given a view of the
context that notes every field that it reads; so nobody declares what a part depends on, and nobody can forget it. The
panel or the middle as a whole is such a part, too: what it reads is what all its parts read.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import cache, lru_cache, wraps
from operator import attrgetter
from types import FunctionType
from typing import Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar, cast

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.game_registry import registry

_Context = TypeVar("_Context", PanelContext, CentreContext)
_Args = ParamSpec("_Args")
_Result = TypeVar("_Result")

_Arguments: TypeAlias = tuple[tuple[Any, ...], Mapping[str, Any]]
"""Positional and named arguments besides sketch and context."""

_OPENED: Final = frozenset({"table", "view"})
"""The fields of a context whose own fields are noted one by one."""
_READERS: Final = 1024
"""The number of combinations of fields that are remembered."""


class Notes:
    """What has been read of a context: fields by their paths, and instants for which it was asked how long they are."""

    def __init__(self) -> None:
        self.paths: set[str] = set()
        self.untils: set[int] = set()
        self._fields: Callable[[Any], Any] = _nothing
        self._seen: object = None

    def add(self, other: Notes) -> None:
        """Add what another part has read."""
        self.paths |= other.paths
        self.untils |= other.untils

    def close(self, context: PanelContext | CentreContext) -> None:
        """End reading: keep the values."""
        if self.paths:
            self._fields = _reader(frozenset(self.paths))
        self._seen = self._read(context)

    def hold_in(self, context: PanelContext | CentreContext) -> bool:
        """Return whether the same would be read of this context."""
        return self._read(context) == self._seen

    def _read(self, context: PanelContext | CentreContext) -> object:
        if not self.untils:
            return self._fields(context)
        return self._fields(context), [context.left(until) for until in self.untils]


def _nothing(_context: object) -> None:
    """Return nothing, of which nothing has been read."""


@lru_cache(_READERS)
def _reader(paths: frozenset[str]) -> Callable[[Any], Any]:
    """Return what reads these fields of a context: to make it takes longer than to use it."""
    return attrgetter(*paths)


class _View:
    """A context, or its table or seat, as a part sees it: each field that is read is noted, once.

    Methods run on this view, so that what they read is noted; of the time left only the answer is.
    """

    def __init__(self, real: Any, notes: Notes, path: str = "") -> None:
        self.__dict__.update(_real=real, _notes=notes, _path=path)

    def __getattr__(self, name: str) -> Any:
        path = self._path + name
        value = getattr(self._real, name)
        if path in _OPENED:
            value = _view_of(value, self._notes, f"{path}.")
        else:
            self._notes.paths.add(path)
        self.__dict__[name] = value
        return value

    def left(self, until: int) -> float:
        """Return the seconds until the instant, as the context does."""
        self._notes.untils.add(until)
        seconds: float = self._real.left(until)
        return seconds

    def _replace(self, **changes: Any) -> _View:
        """Return this view with other values, which are not noted: they come from what was."""
        changed = _view_of(self._real._replace(**changes), self._notes, self._path)
        changed.__dict__.update({name: value for name, value in changes.items() if name not in _OPENED})
        return changed


def _view_of(real: Any, notes: Notes, path: str = "") -> _View:
    """Return the view of a context, or of its table or seat."""
    kind: Any = type(real)
    return _kind_of_view(kind)(real, notes, path)


@cache
def _kind_of_view(kind: Hashable) -> type[_View]:
    """Return the views of contexts of this kind, which have their methods besides their own."""
    methods = {name: value for name, value in vars(kind).items() if isinstance(value, FunctionType) and name[0] != "_"}
    return type("_ViewOfKind", (_View,), {name: methods[name] for name in methods.keys() - vars(_View)})


def is_noted(inputs: object) -> bool:
    """Return whether it is noted what is read of these inputs of a panel or the middle.

    Games of other packages may do more with a context than to read its fields, so there all of it counts.
    """
    return isinstance(inputs, PanelContext | CentreContext) and registry.is_ours(inputs.table.game)


def whole(value: _Result) -> _Result:
    """Return a context's table or seat itself, to be copied or passed on: its part depends on all of it."""
    if not isinstance(value, _View):
        return value
    value._notes.paths.add(value._path.removesuffix("."))  # noqa: SLF001  two classes of one file
    return cast("_Result", value._real)  # noqa: SLF001


class Part:
    """A panel, the middle, or a part of one, as it was drawn last: from what, what came of it, and its own parts."""

    def __init__(self) -> None:
        self.context: Any = None
        """What it was drawn from."""
        self._latest: Any = None
        """A context from which it would be drawn as it was, most likely the next one: equal ones are compared fast."""
        self.sketch: Sketch
        """What came of it."""
        self._drawn: object = None
        self._notes: Notes | None = None
        """None: all of it counts."""
        self._result: Any = None
        self._parts: dict[tuple[object, int], Part] = {}
        self._before: dict[tuple[object, int], Part] = {}
        self._counts: dict[object, int] = {}

    def successor(self) -> Part:
        """Return what may be seen in its place later: its own parts that are the same need not be drawn for that."""
        part = Part()
        part._parts = self._parts
        return part

    def is_same(self, draw: Callable[..., Any], context: Any, args: object = ((), {})) -> bool:
        """Return whether it would be drawn as it was drawn last."""
        if self._drawn == (draw, args) and self._latest == context:
            return True
        return self.would_be_same(draw, context, args)

    def would_be_same(self, draw: Callable[..., Any], context: Any, args: object) -> bool:
        """Return the same for a context that differs, as that of a part does when its whole is drawn."""
        if self._drawn != (draw, args) or self._notes is None or not self._notes.hold_in(context):
            return False
        self._latest = context
        return True

    def draw(
        self, draw: Callable[..., Any], sketch: Sketch, context: Any, args: _Arguments, *, noted: bool = True
    ) -> None:
        """Draw it anew into an empty sketch, except for those of its parts that would be the same.

        ``noted``: note what is read of the context; without it, all of it counts.
        """
        self.context = self._latest = context
        self.sketch, self._drawn = sketch, (draw, args)
        self._before, self._parts, self._counts = self._parts, {}, {}
        self._notes = Notes() if noted else None
        if self._notes is None:
            self._result = draw(sketch, context, *args[0], **args[1])
        else:
            sketch.whole = self
            self._result = draw(sketch, _view_of(context, self._notes), *args[0], **args[1])
            self._notes.close(context)
        self._before = {}

    def add_to(self, sketch: Sketch, notes: Notes) -> Any:
        """Add it to the sketch of what it is a part of, and what it has read to the notes there; return its result."""
        if self._notes is not None:
            notes.add(self._notes)
        sketch.add(self.sketch)
        return self._result

    def draw_part(self, draw: Callable[..., Any], sketch: Sketch, view: _View, args: _Arguments) -> Any:
        """Add a part of this one to its sketch, as it was drawn if it would be the same; return what ``draw`` returns.

        Parts are known by their function, and the n-th use of it.
        """
        number = self._counts[draw] = self._counts.get(draw, 0) + 1
        real, known = view._real, self._before.get((draw, number)) or Part()  # noqa: SLF001  two classes of one file
        if not known.would_be_same(draw, real, args):
            known.draw(draw, Sketch(sketch.frame, sketch.seat, rtl=sketch.rtl), real, args)
        self._parts[draw, number] = known
        return known.add_to(sketch, view._notes)  # noqa: SLF001


def part(
    draw: Callable[Concatenate[Sketch, _Context, _Args], _Result],
) -> Callable[Concatenate[Sketch, _Context, _Args], _Result]:
    """Make a part of the picture of a function that draws it: it is drawn again only if what it reads differs.

    Its other arguments are compared, too. What it draws must follow from them and from the context alone.
    """

    @wraps(draw)
    def drawn(sketch: Sketch, context: _Context, *args: _Args.args, **named: _Args.kwargs) -> _Result:
        if not isinstance(sketch.whole, Part) or not isinstance(context, _View):
            return draw(sketch, context, *args, **named)
        result: _Result = sketch.whole.draw_part(draw, sketch, context, (args, named))
        return result

    return cast("Callable[Concatenate[Sketch, _Context, _Args], _Result]", drawn)
