"""Assembly of a table from its parts: the only module, besides the command line, that knows the concrete classes."""

from __future__ import annotations

import gc
import logging
import queue
import random
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct, structs
from msgspec.structs import replace

from hardware.api import BoardHealth, Button, DeviceFault, DiceReaders, Duration, Fault, Instant, Lamps, Sink, now
from hardware.dice.no_boards import NoBoards
from hardware.gpio.chips import find_chip
from hardware.gpio.factory import lamp_driver
from hardware.gpio.lamps import GpioLamps, heard
from hardware.installed_drivers import DriverContext, DriverRole
from hardware.pin_process import DELIVERY_DELAY
from hardware.realtime import Realtime
from hardware.simulated.timed_presses import TimedEdge, TimedPresses
from kiosk import protocol as msg
from kiosk.config.last_good import keep
from kiosk.config.schema import HoursConfig, Settings, SoundConfig
from kiosk.config.secrecy import without_files
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.hall.feed import Light
from kiosk.journal import erasures
from kiosk.journal.writer_thread import Flusher
from kiosk.protocol import english
from kiosk.service.closing import closed_file, read_closed
from kiosk.service.pin import PinLockout, pin_file
from kiosk.service.staff_settings import overlaid, service_file
from kiosk.service.unwanted import read_unwanted, unwanted_file
from kiosk.service.worker import Desk, ServiceWorker
from kiosk.system import set_aside
from kiosk.system.ending import when_told_to_end
from kiosk.system.loading import loading
from kiosk.system.logs import LogWriter
from kiosk.system.message_server import MessageServer
from kiosk.system.paths import feed_socket, journal_dir, requests_to_root, state_dir, usb_stick
from kiosk.system.sd_notify import SystemdNotifier
from kiosk.system.set_aside import HANGS_S
from kiosk.system.table_id import table_id
from kiosk.system.unix_socket import CannotListen, Claim
from kiosk.system.wall_clock import local_time
from kiosk.table.games.usable import drop_broken_games
from kiosk.table.hall_view import About
from kiosk.table.inputs import NewDay, Night, TimePassed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table.snapshots import welcome
from kiosk.table_process import file_watch, hall_server
from kiosk.table_process.display_server import DisplayServer, Drive, PlayScript, Simulated
from kiosk.table_process.game_fence import (
    CallMark,
    GameFence,
    begun,
    end_if_hung,
    hang_ends,
    told_absent,
)
from kiosk.table_process.hall_server import HallServer
from kiosk.table_process.journal import (
    best_lately,
    identities,
    journal_health,
    lately,
    numbers_today,
    open_journal,
    origin,
    take_up,
)
from kiosk.table_process.opening_hours import OpeningHours
from kiosk.table_process.runner import Audience, Audiences, Inbox, Runner
from kiosk.table_process.table_settings import seeds, table_settings
from kiosk.table_process.watchdog import Watchdog, Worker

if TYPE_CHECKING:
    from hardware.simulated.dice_board import SimulatedBoards
    from hardware.simulated.panel import SimulatedPanel
    from kiosk.table_process.simulated_players import SimulatedPlayers

log = logging.getLogger(__name__)

_SWITCH_INTERVAL_S = 0.0001
"""Python's switch interval in seconds: an edge must not wait for a bot."""

_SERVER: Final = "displays"
"""The thread that serves the displays."""

_BESIDE_RUNNER: Final = (_SERVER, hall_server.NAME, *file_watch.NAMES, "flusher", "log")
"""Threads that hold Python's lock while a round runs (``Realtime.beside_runner``)."""

_DISK_PATIENCE_S = 60.0
"""Seconds for which the disk may block the writer thread: restarting a table because of a slow card does not help."""

_PORTS = "dice boards"
"""Folder of the simulated boards' ports, beside the table's socket."""


def run_table(
    configured: Settings, socket: Path, seed: int | None, fault: msg.Fault | None = None, file: Path | None = None
) -> int:
    """Run the table until it is told to end; return the exit status.

    ``fault``: a fault of the configuration, for the staff; ``file``: its path. The settings made at the table override
    it. Raises HardwareError, CannotListen and JournalError before it begins.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL_S)
    inbox: Inbox = queue.SimpleQueue()
    with ExitStack() as closing:
        _log(closing)
        claim = Claim(socket)  # before touching anything that another table may be using
        closing.callback(claim.close)
        mark = _drop_games(inbox.put)
        settings, changes, not_used = overlaid(configured, service_file())
        journal = open_journal(settings, journal_dir(), inbox.put)
        closing.callback(journal.close)
        hardware = _hardware(settings, inbox.put, closing)
        base = _timed(table_settings(settings), hardware.delivery)
        known = replace(
            base,
            names=lately(settings, journal_dir()),
            origin=origin(settings),
            fault=fault or not_used,
            best=best_lately(settings, base, journal_dir(), local_time()),
            unwanted=read_unwanted(unwanted_file()),
            hidden=erasures.read(journal_dir()).never_shown,
        )
        session = _session(known, seed, journal, inbox, mark)
        boards = _simulated_boards(settings, socket.parent, closing)
        readers = _readers(settings, boards, inbox.put, closing)

        def health() -> msg.Health:
            return msg.Health(
                hardware=hardware.words,
                realtime=hardware.realtime.why_not,
                presses=runner.press_times.told(),
                boards=tuple(_told(board) for board in readers.health()),
                faults=runner.faults,
                journal=journal_health(journal),
                closed=doorkeeper.closed(),
            )

        hands = _hands(boards, seed) if boards else None
        doorkeeper = _doorkeeper(settings, inbox)
        closing.callback(doorkeeper.close)
        night = OpeningHours(_day(settings.sound), lambda day: inbox.put(Night(not day.open)), name="night")
        closing.callback(night.close)
        link = DisplayServer(claim, welcome(session.table), inbox.put, now, health, _simulated(hardware, hands))
        follow = _following(doorkeeper, night, replace(known, fault=fault))
        wishes, stick = requests_to_root(), usb_stick()
        gate = PinLockout(pin_file())
        desk = Desk(
            *(configured, file, changes, service_file(), wishes, stick, gate, follow),
            *(doorkeeper, closed_file(), partial(numbers_today, journal_dir())),
        )
        service_worker = ServiceWorker(desk, inbox.put)
        closing.callback(service_worker.close)
        hall = _hall(settings, link, doorkeeper, lambda: runner.faults, inbox.put, closing)
        runner = Runner(
            session, inbox, hardware.lamps, _audience(hands, link, hall), now, readers, journal, service_worker.ask
        )
        runner.mark_calls(mark)
        closing.callback(link.close)
        when_told_to_end(lambda: inbox.put(None))
        link.start()
        readers.start(inbox.put)
        hardware.start(link.hands.before(inbox.put))
        if fault is None:
            keep(configured)
        _watch(runner, journal, link.messages, inbox, closing)
        doorkeeper.start()
        night.start()
        closing.enter_context(file_watch.files_watched(settings, known, inbox.put))
        service_worker.start()
        gc.collect()
        gc.freeze()  # all current objects stay: scanning them repeatedly would delay a press by 10 ms
        hardware.realtime.runner()
        hardware.realtime.beside_runner([thread for thread in threading.enumerate() if thread.name in _BESIDE_RUNNER])
        runner.run()
    return 0


def _drop_games(put: Callable[[DeviceFault], object]) -> CallMark:
    """Leave out the games that cannot be loaded, and those in whose call the last table has died; ``put``: tells them.

    Return the mark that tells in whose call this one dies.
    """
    set_aside.add_died(state_dir())
    if (games := set_aside.read(state_dir())) != registry.kept_out():
        registry.keep_out(games)
    mark = CallMark(state_dir())
    drop_broken_games(mark.called)
    mark.returned()
    for fault in told_absent(state_dir(), now()):
        put(fault)
    return mark


def _session(known: TableSettings, seed: int | None, journal: Flusher, inbox: Inbox, mark: CallMark) -> Session:
    """Return the session with the interrupted match, if there is one."""
    with hang_ends(state_dir()):
        mark.called(known.game)
        session, failed = begun(known, lambda settings: Session(settings, seeds(seed), now(), identities()))
        GameFence(session, mark).call(partial(take_up, journal_dir(), journal, session, mark.called))
    for fault in failed:
        inbox.put(fault)
    return session


def _log(closing: ExitStack) -> None:
    """Log to standard error, without blocking the caller."""
    writer = LogWriter(sys.stderr, "table: %(message)s")
    logging.basicConfig(level=logging.INFO, handlers=[writer])
    closing.callback(logging.getLogger().removeHandler, writer)
    closing.callback(writer.close)


def _doorkeeper(settings: Settings, inbox: Inbox) -> OpeningHours:
    """Return the watcher of the opening hours; the staff may have closed the table before the last restart."""
    closed = read_closed(closed_file())
    return OpeningHours(settings.hours, inbox.put, new_day=lambda: inbox.put(NewDay()), closed_until=closed)


def _day(sound: SoundConfig) -> HoursConfig:
    """Return the hours in which the night's volume does not hold, as if the table were open then."""
    return HoursConfig(opens=sound.night_ends, closes=sound.night_begins)


def _following(
    doorkeeper: OpeningHours, night: OpeningHours, known: TableSettings
) -> Callable[[Settings], TableSettings]:
    """Return a function that applies the staff's hours to both, and returns the session's new settings."""

    def follow(fresh: Settings) -> TableSettings:
        doorkeeper.keep(fresh.hours)
        night.keep(_day(fresh.sound))
        settings = _timed(table_settings(fresh), known.buttons.delivery or Duration(0))
        unwanted = read_unwanted(unwanted_file())
        return replace(settings, names=known.names, origin=known.origin, fault=known.fault, unwanted=unwanted)

    return follow


def _timed(settings: TableSettings, delivery: Duration) -> TableSettings:
    """Return the settings with the ``delivery_delay`` of the buttons in use."""
    return replace(settings, buttons=structs.replace(settings.buttons, delivery=delivery))


def _audience(*receivers: Audience | None) -> Audience:
    """Return those that there are, as one."""
    return Audiences(tuple(receiver for receiver in receivers if receiver is not None))


def _hall(
    settings: Settings,
    displays: DisplayServer,
    doorkeeper: OpeningHours,
    faults: Callable[[], tuple[msg.NamedFault, ...]],
    put: Callable[[DeviceFault], object],
    closing: ExitStack,
) -> HallServer | None:
    """Return the server of what a hall may see, which has begun; None: there can be none, which is told."""

    def about() -> About:
        light = None if displays.light is None else Light(displays.light)
        return About(identity, settings.table.name, named, faults(), light, doorkeeper.is_open())

    named = settings.venue.names != "nowhere"
    try:
        identity = table_id(state_dir())
        claim = Claim(feed_socket())
        closing.callback(claim.close)
        server = HallServer(claim, about, now)
    except (OSError, CannotListen) as error:
        put(DeviceFault("hall", Fault("feed.fails", {"error": str(error)}), now()))
        return None
    closing.callback(server.close)
    server.start()
    return server


def _watch(runner: Runner, journal: Flusher, displays: MessageServer, inbox: Inbox, closing: ExitStack) -> None:
    """Feed systemd's watchdog as long as the runner, the flusher and the server for displays make progress."""
    hangs = partial(end_if_hung, (threading.main_thread().name, _SERVER), state_dir())
    runs = Worker("runner", runner, lambda: inbox.put(TimePassed()), hangs=hangs, hangs_s=HANGS_S)
    writes = Worker("flusher", journal, journal.stir, _DISK_PATIENCE_S)
    serves = Worker("server for displays", displays, displays.stir, hangs=hangs, hangs_s=HANGS_S)
    watchdog = Watchdog(SystemdNotifier(), (runs, writes, serves), lambda: runner.shown)
    closing.callback(watchdog.close)
    watchdog.start()


def _simulated_boards(settings: Settings, folder: Path, closing: ExitStack) -> SimulatedBoards | None:
    """Return the configured dice-reader boards, if they are simulated, with their ports in ``folder``."""
    others = settings.hardware.dice_readers is not None
    if settings.hardware.kind != "simulated" or others or not settings.dice_boards():
        return None
    from hardware.simulated.dice_board import SimulatedBoards  # noqa: PLC0415  a table has real ones, or none

    boards = SimulatedBoards(folder / _PORTS, settings.dice_boards())
    closing.callback(boards.close)
    return boards


def _hands(boards: SimulatedBoards, seed: int | None) -> SimulatedPlayers:
    """Return the hands that throw dice at simulated boards."""
    from kiosk.table_process.simulated_players import SimulatedPlayers  # noqa: PLC0415  as above

    return SimulatedPlayers(boards, random.Random(seed))  # noqa: S311  simulated dice


def _readers(settings: Settings, boards: SimulatedBoards | None, sink: Sink, closing: ExitStack) -> DiceReaders:
    """Return the readers of the boards, at the real ports or at those of the simulated boards."""
    seats = {identity: seat for seat, identity in settings.dice_boards().items()}
    readers: DiceReaders
    if settings.hardware.dice_readers is not None:
        from hardware.driver_guard import GuardedDiceReaders  # noqa: PLC0415  most tables have only our drivers

        readers = GuardedDiceReaders(settings.hardware.dice_readers, _context(settings, DriverRole.DICE_READERS, sink))
    elif seats:
        from hardware.dice.readers import SerialDiceReaders  # noqa: PLC0415  most tables have no boards

        readers = SerialDiceReaders(seats, (boards.folder,)) if boards else SerialDiceReaders(seats)
    else:
        readers = NoBoards()
    closing.callback(readers.close)
    return readers


def _context(settings: Settings, role: DriverRole, sink: Sink) -> DriverContext:
    """Return what the driver of another package is told."""
    name = settings.hardware.driver(role) or ""
    options, problems = without_files(settings.hardware.options.get(name, {}))
    for problem in problems:
        log.warning("hardware.options.%s.%s", name, problem)
    return DriverContext(wiring=settings.all_wiring(), boards=settings.dice_boards(), options=options, sink=sink)


def _told(board: BoardHealth) -> msg.BoardStatus:
    """Convert a board's health to a message."""
    seat = None if board.seat is None else SeatNumber(board.seat)
    counters = dict(board.counters)
    fault = None if board.fault is None else msg.Fault.of(board.fault)
    return msg.BoardStatus(board.port, board.board, seat, board.connected, board.firmware, counters, fault)


class _Hardware(Struct, frozen=True):
    """The hardware that the table runs on.

    ``words``: a description of the buttons for people; ``start``: begins to deliver edges, each press after setting
    its lamp; ``delivery``: its ``ButtonPanel.delivery_delay``; ``drive``: moves a simulated pin; ``play``: plays a
    script of presses at simulated pins.
    """

    words: str
    start: Callable[[Sink], None]
    delivery: Duration
    lamps: Lamps
    drive: Drive | None
    play: PlayScript | None
    realtime: Realtime


def _hardware(settings: Settings, sink: Sink, closing: ExitStack) -> _Hardware:
    """Open the configured hardware: ours, except for what the drivers of other packages drive."""
    chosen, hardware = settings.hardware, _pins(settings, sink, closing)
    if chosen.lamps is not None:
        from hardware.driver_guard import GuardedLamps  # noqa: PLC0415  most tables have only our drivers

        lamps = GuardedLamps(chosen.lamps, _context(settings, DriverRole.LAMPS, sink))
        closing.callback(lamps.close)
        start = partial(_start_lit, hardware.start, lamps)
        hardware = replace(hardware, words=f"{hardware.words}, lamps by {lamps.words}", start=start, lamps=lamps)
    if chosen.buttons is not None:
        from hardware.driver_guard import GuardedButtons  # noqa: PLC0415  most tables have only our drivers

        realtime = hardware.realtime if chosen.header else Realtime()
        panel = GuardedButtons(chosen.buttons, _context(settings, DriverRole.BUTTONS, sink), realtime)
        closing.callback(panel.close)
        start = partial(_start_lit, panel.start, hardware.lamps)
        words = f"buttons by {panel.words}, otherwise {hardware.words}"
        hardware = _Hardware(words, start, panel.delivery_delay, hardware.lamps, None, None, realtime)
    return hardware


def _pins(settings: Settings, sink: Sink, closing: ExitStack) -> _Hardware:
    """Open the pins that ours drives; simulated ones also if nothing is left for real ones."""
    wiring = settings.wiring()
    if not settings.hardware.header:
        with loading():
            from hardware.simulated.panel import SimulatedPanel  # noqa: PLC0415  gpiozero: a real table has it in its pins' process

        panel = SimulatedPanel(wiring)
        closing.callback(panel.factory.close)
        closing.callback(panel.close)
        lamps = GpioLamps(panel.factory, panel.expander, wiring, sink)
        closing.callback(lamps.close)
        timed = TimedPresses(panel.drive)
        closing.callback(timed.close)
        realtime = Realtime("simulated buttons do not need real time")
        start, play = partial(_start_lit, panel.start, lamps), partial(_play, panel, timed)
        return _Hardware("simulated", start, DELIVERY_DELAY, lamps, panel.drive, play, realtime)
    from hardware.pin_process.client import PinProcessClient  # noqa: PLC0415  simulated pins need no process

    chip, realtime = find_chip(), Realtime()
    lamps_by = lamp_driver(settings.hardware.pin_factory, wiring)
    if lamps_by.note:
        log.info("%s", english(lamps_by.note))
    pins = PinProcessClient(lamps_by.library, wiring, realtime)
    closing.callback(pins.close)
    return _Hardware(f"{chip.name} ({chip.label})", pins.start, pins.delivery_delay, pins, None, None, realtime)


def _simulated(hardware: _Hardware, hands: SimulatedPlayers | None) -> Simulated:
    """Return what moves the simulated hardware."""
    board = hands.do if hands else _no_boards if hardware.play is not None else None
    return Simulated(hardware.drive, hardware.play, board)


def _no_boards(_wish: msg.DriveBoard) -> str:
    return "this table has no dice-reader boards: name one at a seat (dice_board) in its configuration"


def _start_lit(start: Callable[[Sink], None], lamps: Lamps, put: Sink) -> None:
    """Start buttons whose presses light these lamps first."""
    start(heard(lamps, put))


def _play(panel: SimulatedPanel, timed: TimedPresses, script: msg.DrivePins) -> str:
    """Play a script of presses; return why that cannot be done, and the fix."""
    edges = [TimedEdge(edge.seat, Button(edge.button), edge.pressed, edge.after) for edge in script.edges]
    missing = next((edge for edge in edges if not panel.has(edge.seat, edge.button)), None)
    if missing is not None:
        return f"seat {missing.seat} has no button {missing.button.value}: see `kiosk config show`"
    timed.play(edges, Instant(script.at) if script.at else None)
    return ""
