"""What the table says to its displays."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import field

from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol.base import Message
from kiosk.protocol.health import Health


class Slot(Message, frozen=True, tag=False):
    """A place of a row: its top card (None: empty) and how many cards lie there (pro variant: more than one)."""

    card: str | None
    count: int


class Verdict(Message, frozen=True, tag=False):
    """A refused or lost move, for the seat's ticker. ``reason`` from the closed list.

    ``by``: the faster seat, for ``beaten_to_it``. ``margin_ms``: how much faster, only where the sources can tell it;
    ``lot``: a dead heat, drawn by lot.
    """

    id: int
    reason: str
    card: str | None = None
    by: SeatNumber | None = None
    margin_ms: int | None = None
    lot: bool = False
    at: int = 0
    points: int = 0
    """Points that it cost (a penalty)."""
    locked_until: int = 0
    """The end of the lock that it cost, as in ``SeatView``."""
    allowed: bool = False
    """A warning: the move was made all the same."""
    times: int = 1
    """So many in a row that were the same, told as one."""


class Move(Message, frozen=True, tag=False):
    """Something that moved, so that a display can animate it. Ids grow by one; a display plays those it has not seen.

    ``kind``: ``play`` (card to ``cell``), ``refill`` (stack to ``slot``), ``tuck``, ``flip`` (hand to discard;
    ``count`` cards, ``card`` on top), ``recycle`` (discard to hand), ``collect`` (the finished pile on ``cell`` is
    taken away), ``roll`` (``count`` dice), ``place`` (the die ``card`` to its space), ``back`` (``card`` returns to
    ``source``), ``deal``, ``shuffle`` (all hands new: "Ligretto! Shuffle!"), or a word of the game's own.
    """

    id: int
    kind: str
    seat: SeatNumber | None = None
    source: str | None = None
    card: str | None = None
    cell: int | None = None
    slot: int | None = None
    count: int = 0


class SeatView(Message, frozen=True, tag=False):
    """One seat as everybody may see it."""

    seat: SeatNumber
    state: str
    """``free``, ``taken`` (in the lobby, not ready), ``ready``, ``playing``, ``left`` (out of this match)."""
    bot: bool = False
    language: str = "en"
    mirrored: bool = False
    row: tuple[Slot, ...] = ()
    stack_card: str | None = None
    stack_count: int = 0
    discard_card: str | None = None
    discard_count: int = 0
    hand_count: int = 0
    centered: int = 0
    """Own cards in the centre, own dice on the board."""
    dice: tuple[str, ...] = ()
    """Dice game: the unplaced dice as they lie (``r3``), before the first roll only their colours (``r``)."""
    rolling_until: int = 0
    """Dice game: instant up to which the dice roll; 0: they lie."""
    held: str | None = None
    """The source of the card or die that a finger of this seat carries or has marked (``row 0``, ``die r3``)."""
    locked_until: int = 0
    """Instant up to which the seat is locked (false Stop, shuffle, roll, misplay); 0: not."""
    may_stop: bool = False
    voted: bool = False
    joining: bool = False
    """Somebody has sat down here in mid-match: plays from the next round on (in a bot's place, if there is one)."""
    asked: bool = False
    """Idle for long: "still there?" is asked in the panel."""
    wants_pause: bool = False
    confirmed: bool = False
    """Has pressed to go on (result, pause, recovery)."""
    screen_stop: bool = False
    """The Stop button is missing, stuck or dead: the panel shows its own."""
    lamp: str = "off"
    heard: int = 0
    """Counts the presses heard from this seat's buttons: the panel blinks when it changes."""
    ticker: tuple[Verdict, ...] = ()
    """The last three refused or lost moves, newest last."""
    fault: Fault | None = None
    """The fault of one of this seat's devices; None: all work."""
    stack_to: tuple[int, ...] = ()
    """Slots of the row that take the stack's top now, by what lies face up: a refill, or a tuck (pro variant)."""
    discard_to: tuple[int, ...] = ()
    """Slots of the row that take the discard's top now (pro variant)."""
    stack_barred: bool = False
    """The stack's top may not go to the centre now, whatever lies there (through the row only, a gap first ...)."""
    penalty: int = 0
    """Points that false Stops and misplays have cost in this round."""
    name: str = ""
    """The name that its person has chosen; empty: a guest."""
    room: str = ""
    """Where the panels of all would leave too little room: ``mark`` (only a mark of the seat is shown, it may be taken)
    or ``none`` (it may not be taken: the cards would become too small). Empty: nothing is in the way.
    """
    handicap: int = 10
    """Cards of this seat's Ligretto stack at the deal, its extra dice: the edition's or its own."""
    real: bool = False
    """Its dice are real: it throws them into its tray. In the lobby: as it is chosen now."""
    tray: str = ""
    """What the seat has to know of its dice reader (``table.tray.Problem``): ``lost`` (at any time), in play ``throw``,
    ``again``, ``rolling``, ``fault``, ``unread 2`` (dice), ``take_out ry``, ``missing gg``. Empty: nothing.
    """
    own: dict[str, Any] = field(default_factory=dict)
    """What its game shows beside these fields: texts, numbers, lists of them; no instants, which a replay moves."""


class SeatScore(Message, frozen=True, tag=False):
    """A line of a result."""

    seat: SeatNumber
    centered: int
    """Own cards in the centre, own dice on the board."""
    stack_left: int
    """Cards left in the stack, dice left."""
    penalty: int
    points: int
    total: int
    won: bool
    bot: bool = False
    left: bool = False
    handicap: int | None = None
    """The seat's own stack size or extra dice, where they differ from the edition's."""
    away: bool = False
    """Has no part in this round: left before it, or looked on at an extra round."""
    on_screen: bool = False
    """In a match of real dice: rolled on the screen in this round (match result: in any)."""


class RaceView(Message, frozen=True, tag=False):
    """A race for a pile or space that can be looked at again: "who was first?"."""

    id: int
    """Of this race in its round, from 0."""
    at_ms: int
    """When it was decided, ms of the round."""
    card: str
    """The card or die that came too late (``r4``)."""
    first: SeatNumber
    second: SeatNumber
    margin_ms: int | None = None
    """How much later, only where the sources can tell it."""
    lot: bool = False
    """A dead heat, drawn by lot."""


class Replay(Message, frozen=True, tag=False):
    """What is shown has been played before (state ``replay``)."""

    at_ms: int
    """The moment of the round that is shown."""
    length_ms: int
    speed: float
    """Seconds of the round in a second: 0.25 is slow motion."""
    playing: bool
    race: RaceView | None = None
    """It is this race that is looked at again, from the result; None: a whole round (``kiosk replay --play``)."""
    round: str = ""
    """Which round, in words."""


class RoundResult(Message, frozen=True, tag=False):
    """A round's end: who called, why, and the score lines in seat order."""

    by: str
    """One of ``RoundEnd``."""
    caller: SeatNumber | None
    round_no: int
    lines: tuple[SeatScore, ...]
    history: tuple[tuple[int, ...], ...]
    """Totals after each round so far, in the order of ``lines``: the score curve."""
    start: int = 0
    """The total with which everybody began."""
    near_ties: int = 0
    """Races of this round (match result: of the match) that were drawn by lot or decided by less than 30 ms."""
    winners: tuple[SeatNumber, ...] = ()
    fastest: SeatNumber | None = None
    """Match result: the seat that brought most to the centre a minute (bots left out unless nobody else played)."""
    fastest_per_minute: float = 0.0
    races: tuple[RaceView, ...] = ()
    """The closest races of the round, closest first: a touch on one shows it again (``LookAgain``)."""


class Choice(Message, frozen=True, tag=False):
    """Something that is chosen for the whole match: what is chosen now, and all that can be.

    ``warning``: what speaks against it: ``may_never_end`` (points with many players, RULES.md E19), ``house_rule 3``
    (more play dice than the game is made for, three dice each, Q15), ``some_on_screen`` (real dice, but not for all).
    """

    key: str
    value: str
    values: tuple[str, ...]
    warning: str | None = None


class Lobby(Message, frozen=True, tag=False):
    """What can be chosen in the lobby: ``choices`` for everybody; ``handicaps`` and languages each seat for itself.

    ``handicaps``: stack sizes, extra dice.
    """

    choices: tuple[Choice, ...]
    handicaps: tuple[int, ...]
    languages: tuple[str, ...]
    names: tuple[str, ...] = ()
    """Names that have been chosen at this table lately, newest first; empty: names are not offered."""
    takes_names: bool = False
    """Whether a seat may choose a name."""


class House(Message, frozen=True, tag=False):
    """How the staff wants picture, sound and hours. Brightness and volume in percent, times in seconds."""

    brightness: int = 100
    dim_after_s: int = 300
    """Dimmed when nobody has played for so long."""
    dimmed: int = 40
    """Percent of the brightness that are left then."""
    dark_after_s: int = 0
    """Dark when nobody has played for so long; 0: never."""
    volume: int = 60
    opens: str = ""
    """Time of day (``10:00``) at which people may play again in state ``closed``; empty: always, or nobody knows."""


class ServiceTile(Message, frozen=True, tag=False):
    """Something on a page of the service menu (``states.service_menu``): ``key`` says what, ``value`` which one."""

    key: str
    value: str = ""
    text: str = ""
    """What is known of it, as it is: a version, what a board reads, what the doctor says."""
    state: str = ""
    lit: bool = False
    touchable: bool = True
    mend: str = ""
    """What the doctor says is to be done about it."""


class ServiceView(Message, frozen=True, tag=False):
    """The staff's menu, open in the panel of ``seat``."""

    seat: SeatNumber
    page: str
    """``pin`` (the keypad), ``menu``, ``buttons``, ``lamps``, ``boards``, ``fingers``, ``settings``, what is set by
    section and key (``sound.volume``), ``stick``, ``doctor`` or ``system``.
    """
    tiles: tuple[ServiceTile, ...] = ()
    note: str = ""
    """``wrong`` (PIN), ``broken`` (no PIN can be judged), ``not_kept`` (what was set), ``failed``, ``no_stick``,
    ``carried`` (onto the stick), ``restored`` (at the next start), ``reset`` (the leaderboard). Empty: nothing.
    """
    busy: bool = False
    """Something is being done: nothing can be touched."""
    tries: int = 0
    """Left for the PIN."""
    locked_until: int = 0
    """Instant up to which no PIN is looked at; 0: one is."""
    first: int = 0
    """``doctor``: the finding with which what is shown begins."""
    why: str = ""
    """Note ``failed``: what was wrong and the mend, as the command line says it; empty: the log says more."""


class Snapshot(Message, frozen=True):
    """All that can be seen at the table. Each one replaces the one before."""

    id: int
    now: int
    """When it was made: deadlines are shown against it."""
    state: str
    """``attract``, ``ready``, ``countdown``, ``play``, ``stopped``, ``round_result``, ``match_result``,
    ``paused``, ``recovery``, ``replay``, ``service`` (the staff has the table) or ``closed`` (outside the opening
    hours: dark, and nobody may sit down).
    """
    seats: tuple[SeatView, ...]
    """Every seat of the configuration, in its order."""
    game: str = field(default_factory=registry.usual)
    """The name of a registered game."""
    board: tuple[int, ...] = ()
    """Dice game: for each of the 24 spaces, red 1 first, the seat whose die lies there; 0: free."""
    piles: tuple[tuple[int, str], ...] = ()
    """Open piles of the centre: (cell, top card)."""
    moves: tuple[Move, ...] = ()
    """The latest moves, oldest first (at least those of the last second, at most 64)."""
    round_no: int = 0
    rounds: int = 0
    """Rounds of the match; 0 where it ends otherwise."""
    target: int = 0
    """Points that end the match; 0 where it ends otherwise."""
    minutes_left: int | None = None
    """Of a match by time: whole minutes of play (rounded up) left when this round began, in results after it."""
    extra_round: bool = False
    """This round is (in a round's result: was) an extra one, which decides a draw."""
    tiebreak: tuple[SeatNumber, ...] = ()
    """Seats that play an extra round among themselves, in results the next one; empty: everybody plays."""
    deadline: int = 0
    """Instant at which this state goes on by itself (countdown, results, ready, pause); 0: none."""
    caller: SeatNumber | None = None
    """``stopped`` and ``round_result``: who ended the round."""
    ended_by: str | None = None
    dead: str | None = None
    """Nobody can play, in this way, for the table's grace time (``DeadState``)."""
    dead_due: int = 0
    """Instant at which that ends by itself; 0: by a vote only."""
    dead_shuffles: bool = False
    """It ends in a shuffle of all hands; else the round ends."""
    result: RoundResult | None = None
    lobby: Lobby | None = None
    touch_mode: str = "drag"
    preset: str = "table_default"
    pause_by: SeatNumber | None = None
    called: tuple[SeatNumber, ...] = ()
    """``paused`` and ``recovery``: the seats whose press is waited for."""
    notice: Fault | None = None
    """A fault of the table itself, for everybody to know."""
    simulated: bool = False
    """The buttons are simulated: the display shows the strip and takes the keys."""
    saving: str = ""
    """How far what is shown is kept: empty: as it should be; ``waiting``: the scores come as soon as they are on the
    disk; ``unsaved``: the disk keeps nothing, and the game goes on without it (``notice`` says why).
    """
    replay: Replay | None = None
    pro: str = ""
    """The step of the pro variant (``ProStep``), if it is played: how the row goes down."""
    real_dice: bool = False
    """The match is one of real dice: a seat whose ``SeatView.real`` is false rolls on the screen all the same."""
    house: House = House()
    service: ServiceView | None = None
    """In state ``service``."""
    own: dict[str, Any] = field(default_factory=dict)
    """What the game shows of the table beside these fields, as ``SeatView.own``."""


class SeatPlan(Message, frozen=True, tag=False):
    """Where a seat is: its ``edge`` (``south``, ``north``, ``west`` or ``east``) and the middle of its buttons, 0..1.

    Along the edge means: from left to right for south and north, from top to bottom for west and east, as seen by
    somebody who stands at the south edge.
    """

    seat: SeatNumber
    edge: str
    position: float


class Welcome(Message, frozen=True):
    """Answer to ``Hello``: the table's shape, before the first snapshot."""

    protocol: int
    seats: tuple[SeatPlan, ...]
    diagonal_mm: float
    simulated: bool
    boards: tuple[SeatNumber, ...] = ()
    """Seats with a simulated dice-reader board (``DriveBoard``)."""


class Refused(Message, frozen=True):
    """The table does not talk to this display; ``message`` says why and what to do."""

    message: str


FromTable: TypeAlias = Welcome | Refused | Snapshot | Health
