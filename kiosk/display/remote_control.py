"""Requests to a running display: ``kiosk scene`` and ``kiosk screenshot``.

The display listens on a Unix socket, for one request per connection. Answers are computed on Kivy's main thread,
between the touches and the drawing of a frame, so that a scene includes every earlier touch.
"""

from __future__ import annotations

import asyncio
import os
import queue
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct, field

from kiosk import protocol as msg
from kiosk.display.input.panel_record import LASTS
from kiosk.protocol import loop_client
from kiosk.protocol.client import ANSWER_S, NotRunning, ask
from kiosk.system import paths
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.paths import shared_by
from kiosk.system.unix_socket import Claim

if TYPE_CHECKING:  # Pillow is loaded by the display only, not by the commands
    from kiosk.display.paint.pixels import Pixels

_WRITE: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NONBLOCK  # a pipe must not block

# ---------------------------------------------------------------- asking


def ask_scene(path: Path) -> str:
    """Return the scene as JSON (kiosk/display/README.md) of the display at ``path``, or raise ``NotRunning``."""
    answer = _ask(path, msg.AskScene())
    if isinstance(answer, msg.SceneAnswer):
        return answer.json
    raise NotRunning(answer.error if isinstance(answer, msg.Done) and answer.error else "The display does not answer.")


def ask_screenshot(path: Path, file: Path) -> str | None:
    """Have the display save its picture as a PNG at the absolute path ``file``; return the error, None on success.

    Raise ``NotRunning`` if no display answers at ``path``.
    """
    answer = _ask(path, msg.AskScreenshot(str(file)))
    return answer.error if isinstance(answer, msg.Done) else None


def move_finger(path: Path, wish: msg.MoveFinger) -> str | None:
    """Have a finger touch the screen; return the error, None on success. Returns after the lift.

    Raise ``NotRunning`` if no display answers at ``path``.
    """
    answer = _ask(path, wish, ANSWER_S + wish.times[-1])
    return answer.error if isinstance(answer, msg.Done) else None


async def finger_moved(path: Path, wish: msg.MoveFinger) -> str | None:
    """Do as ``move_finger``, without a thread that waits for the lift."""
    limit_s = ANSWER_S + wish.times[-1]
    answer: msg.FromDisplay = await loop_client.ask(path, wish, msg.decode_from_display, "display", limit_s)
    return answer.error if isinstance(answer, msg.Done) else None


def ask_strokes(path: Path, first: int) -> msg.Strokes:
    """Return the touches that have lifted, from the number ``first`` on. Raise ``NotRunning``."""
    answer = _ask(path, msg.AskStrokes(first))
    if isinstance(answer, msg.Strokes):
        return answer
    raise NotRunning(answer.error if isinstance(answer, msg.Done) and answer.error else "The display does not answer.")


def ask_panel_record(path: Path) -> str:
    """Return what the touch panel says within ten seconds, in evemu's format. Raise ``NotRunning`` if there is none."""
    answer = _ask(path, msg.RecordPanel(), ANSWER_S + LASTS / 1e9)
    if isinstance(answer, msg.PanelRecord):
        return answer.text
    raise NotRunning(answer.error if isinstance(answer, msg.Done) and answer.error else "The display does not answer.")


def _ask(path: Path, question: msg.ToDisplay, limit_s: float = ANSWER_S) -> msg.Message:
    return ask(path, [question], msg.decode_from_display, "display", limit_s)


# ---------------------------------------------------------------- answering


class _Question(Struct):
    compute: Callable[[], Any]
    answer: Future[Any] = field(default_factory=Future)


BeginTouch: TypeAlias = Callable[[msg.MoveFinger, Callable[[], None]], str | None]
BeginRecord: TypeAlias = Callable[[Callable[[str | None, str], None]], str | None]


class Control:
    """The server at ``path``. The other functions are called on the main thread, by ``answer``.

    ``touch`` begins a touch, calls the function that it is given after the lift, and returns why it cannot be done,
    None if it can; so does ``record``, which hands over the record or why there is none. ``strokes`` returns the
    touches from a number on.

    Only its owner, or the group that shares its folder, can connect to the socket. A stale one of a dead display is
    replaced. Raises CannotListen; AlreadyRunning if another display has this path.
    """

    def __init__(
        self,
        path: Path,
        scene: Callable[[], str | None],
        pixels: Callable[[], Pixels],
        touch: BeginTouch,
        strokes: Callable[[int], msg.Strokes],
        record: BeginRecord,
    ) -> None:
        self._path = path
        self._claim = Claim(path, "display")
        self._closed = False
        self._scene = scene
        self._pixels = pixels
        self._touch = touch
        self._strokes = strokes
        self._record = record
        self._questions: queue.SimpleQueue[_Question] = queue.SimpleQueue()
        self._one_at_a_time = asyncio.Lock()  # many requests must not delay a frame
        self._messages = MessageServer("control", self._claim.listen(), shared_by(path.parent), self._serve)

    def start(self) -> None:
        """Start the thread."""
        self._messages.start()

    def answer(self) -> None:
        """Compute the answer to a pending request; called once a frame on the main thread."""
        if not self._questions.empty():
            question = self._questions.get()
            if question.answer.set_running_or_notify_cancel():  # otherwise nobody waits for it any more
                question.answer.set_result(question.compute())

    def close(self) -> None:
        """End the thread, remove the socket, and release its path; does nothing the second time."""
        if not self._closed:
            self._closed = True
            self._path.unlink(missing_ok=True)
            self._messages.close()
            self._claim.close()

    # ------------------------------------------------------------ control thread

    async def _serve(self, peer: Peer, request: bytes) -> None:
        await peer.send(msg.encode(await self._reply(request)))

    async def _reply(self, data: bytes) -> msg.FromDisplay:
        try:
            question = msg.decode_to_display(data)
        except msg.GARBAGE as error:
            return msg.Done(f"The display does not understand the request ({error}): use the `kiosk` that started it.")
        try:
            if isinstance(question, msg.AskScene):
                return await self._tell_scene()
            if isinstance(question, msg.MoveFinger):
                return await self._move_finger(question)
            if isinstance(question, msg.RecordPanel):
                return await self._record_panel()
            if isinstance(question, msg.AskStrokes):
                told: msg.Strokes = await self._on_main_thread(partial(self._strokes, question.first))
                return told
            pixels = await self._on_main_thread(self._pixels)
            return await asyncio.to_thread(_save, pixels, Path(question.path))
        except TimeoutError:
            return msg.Done(f"The display has drawn nothing for {ANSWER_S:.0f} s: it hangs, or is very busy.")

    async def _tell_scene(self) -> msg.FromDisplay:
        scene = await self._on_main_thread(self._scene)
        return msg.Done("The table has not answered yet.") if scene is None else msg.SceneAnswer(scene)

    async def _move_finger(self, wish: msg.MoveFinger) -> msg.FromDisplay:
        lifted: Future[None] = Future()
        error = await self._on_main_thread(partial(self._touch, wish, partial(_settle, lifted, None)))
        if error is None:
            async with asyncio.timeout(_lasts(wish) + ANSWER_S):
                await asyncio.wrap_future(lifted)
        return msg.Done(error)

    async def _record_panel(self) -> msg.FromDisplay:
        recorded: Future[msg.FromDisplay] = Future()

        def done(text: str | None, why: str) -> None:
            _settle(recorded, msg.Done(why) if text is None else msg.PanelRecord(text))

        error = await self._on_main_thread(partial(self._record, done))
        if error is not None:
            return msg.Done(error)
        async with asyncio.timeout(LASTS / 1e9 + ANSWER_S):
            return await asyncio.wrap_future(recorded)

    async def _on_main_thread(self, compute: Callable[[], Any]) -> Any:
        question = _Question(compute)
        async with self._one_at_a_time, asyncio.timeout(ANSWER_S):
            self._questions.put(question)
            return await asyncio.wrap_future(question.answer)


def _settle(future: Future[Any], result: Any) -> None:
    """Give a future its result, unless nobody waits for it any more."""
    if future.set_running_or_notify_cancel():
        future.set_result(result)


def _lasts(wish: msg.MoveFinger) -> float:
    """Return how long it takes until this finger has lifted, in seconds."""
    return wish.times[-1] + (max(0, wish.at - time.monotonic_ns()) / 1e9 if wish.at else 0.0)


def _save(pixels: Pixels, file: Path) -> msg.Done:
    try:
        with os.fdopen(os.open(file, _WRITE, 0o666), "wb") as writing:
            writing.write(pixels.png())
    except OSError as error:
        place = paths.display_socket().with_name("table.png")
        return msg.Done(
            f"Cannot write {file}: {error.strerror}. The display's own user has to be able to, as in {place}."
        )
    return msg.Done()
