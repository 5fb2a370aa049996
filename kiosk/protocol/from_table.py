"""The messages from the table to its displays."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import field

from kiosk.faults.fault import Fault
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol.base import Message
from kiosk.protocol.health import Health
from kiosk.protocol.lobby import LobbyView
from kiosk.protocol.results import BestScore, ReplayView, RoundResult
from kiosk.protocol.staff_menu import House, ServiceView
from kiosk.protocol.state import AttractScene, State
from kiosk.protocol.to_table import DriveBoard


class Slot(Message, frozen=True, tag=False):
    """A slot of a row: its top card (None: empty) and its number of cards (pro variant: more than one)."""

    card: str | None
    count: int


class Verdict(Message, frozen=True, tag=False):
    """A refused or lost move, for the seat's ticker. ``reason``: ``kiosk.game.refusals``, or a code of game or table.

    ``by``: the faster seat, for ``beaten_to_it``. ``margin_ms``: how much faster, below 10 ms with a tenth, only if
    the sources can tell it; ``lot``: a dead heat, decided by lot.
    """

    id: int
    reason: str
    card: str | None = None
    by: SeatNumber | None = None
    margin_ms: float | None = None
    lot: bool = False
    at: int = 0
    """The instant of the move."""
    points: int = 0
    """The penalty in points."""
    locked_until: int = 0
    """The end of the resulting lock, as in ``SeatView``."""
    allowed: bool = False
    """True for a warning: the move was allowed."""
    times: int = 1
    """The number of equal verdicts in a row, shown as one."""


class Move(Message, frozen=True, tag=False):
    """A movement for displays to animate. Ids grow by one; a display animates those it has not seen.

    ``kind``: ``play`` (card to ``cell``), ``refill`` (stack to ``slot``), ``tuck``, ``flip`` (hand to discard;
    ``count`` cards, ``card`` on top), ``recycle`` (discard to hand), ``collect`` (the finished pile on ``cell`` is
    taken away), ``roll`` (``count`` dice), ``place`` (the die ``card`` to its space), ``back`` (``card`` returns to
    ``source``), ``glow`` (in a person's first round: the piece ``card`` at ``source`` has fitted for long), ``deal``,
    ``shuffle`` (all hands new: "Ligretto! Shuffle!"), or a word of the game's own.
    """

    id: int
    kind: str
    seat: SeatNumber | None = None
    source: str | None = None
    card: str | None = None
    cell: int | None = None
    slot: int | None = None
    count: int = 0


class LessonView(Message, frozen=True, tag=False):
    """A seat's lesson in the lobby: how far it is, what it asks for next, and the centre that is practised on."""

    step: int
    """The number of steps done."""
    steps: int
    act: str = ""
    """The move that takes it on: ``play``, ``flip``, ``fill``, ``place``, ``roll``, ``stop``, or a word of the game's
    own; empty: none, the lesson is over.
    """
    source: str = ""
    """The source of the piece that is moved."""
    piece: str = ""
    """That piece."""
    onto: str = ""
    """The piece on which it goes."""
    slot: int | None = None
    """The slot of the own row to which it goes instead."""
    piles: tuple[tuple[int, str], ...] = ()
    """As in ``Snapshot``."""
    board: tuple[int, ...] = ()
    """As in ``Snapshot``."""


class SeatView(Message, frozen=True, tag=False):
    """A seat as everybody may see it."""

    seat: SeatNumber
    state: str
    """``free``, ``taken`` (in the lobby, not ready), ``ready``, ``playing``, ``left`` (out of this match)."""
    bot: bool = False
    language: str = "en"
    """The language of its panel, one of ``Snapshot.languages``."""
    mirrored: bool = False
    """True if the panel is mirrored for the other hand."""
    row: tuple[Slot, ...] = ()
    """Card game: the slots of the row, from left to right."""
    stack_card: str | None = None
    """Card game: the top card of the Ligretto stack (``r3``: red 3); None: it is empty or lies face down."""
    stack_count: int = 0
    """The number of its cards."""
    discard_card: str | None = None
    """Card game: the top card of the discard pile, which is turned over from the hand; None: it is empty."""
    discard_count: int = 0
    hand_count: int = 0
    flip_locked_until: int = 0
    """Card game: the instant until which the hand cannot be flipped, where that is felt; 0: it can."""
    centered: int = 0
    """The number of its own cards in the centre, or dice on the board."""
    dice: tuple[str, ...] = ()
    """Dice game: the unplaced dice as they lie (``r3``), before the first roll only their colours (``r``)."""
    rolling_until: int = 0
    """Dice game: the instant until which the dice roll; 0: they are at rest."""
    held: str | None = None
    """The source of the card or die that a finger of this seat carries or has marked (``row 0``, ``die r3``)."""
    locked_until: int = 0
    """The instant until which the seat is locked (false Stop, shuffle, roll, misplay); 0: not locked."""
    may_stop: bool = False
    """True if it has emptied its stack or tray and may call Stop now."""
    voted: bool = False
    """True if it has voted that nobody can play."""
    joining: bool = False
    """True if somebody sat down during the match: they play from the next round on (in a bot's place, if possible)."""
    asked: bool = False
    """True if it has been idle for long: its panel asks "still there?"."""
    wants_pause: bool = False
    """True for ten seconds after it has asked for a pause: it comes once more than half of them have."""
    name_refused: bool = False
    """True if the name that was chosen last is unwanted here."""
    confirmed: bool = False
    """True if it has pressed to go on (result, pause, recovery)."""
    screen_stop: bool = False
    """True if the Stop button is missing, stuck or dead: the panel shows its own."""
    lamp: str = "off"
    """What the lamp of its Stop button shows (``LampState``)."""
    heard: int = 0
    """The number of presses heard from this seat's buttons: the panel blinks when it changes."""
    ticker: tuple[Verdict, ...] = ()
    """The last three refused or lost moves, newest last."""
    fault: Fault | None = None
    """The fault of one of its buttons or its lamp; None: all work. What is wrong with its dice reader is ``tray``."""
    stack_to: tuple[int, ...] = ()
    """Slots of the row that take the stack's top now, by the face-up cards: a refill, or a tuck (pro variant)."""
    discard_to: tuple[int, ...] = ()
    """Slots of the row that take the discard's top now (pro variant)."""
    stack_barred: bool = False
    """True if the stack's top may not go to the centre now at all (through the row only, a gap first ...)."""
    penalty: int = 0
    """The points lost by false Stops and misplays in this round."""
    name: str = ""
    """The name chosen by its person; empty for a guest."""
    room: str = ""
    """The room for the seat if all panels were shown: ``mark`` (little: only a mark of the seat is shown, it may be
    taken) or ``none`` (it may not be taken: the cards would become too small). Empty: enough.
    """
    handicap: int = 10
    """The number of cards in this seat's Ligretto stack at the deal, or of its extra dice: the edition's or its own."""
    cooldown: int = 0
    """How much longer than by the edition the seat waits after a flip, or rolls, ms; negative: shorter."""
    real: bool = False
    """True if it throws real dice into its tray. In the lobby: by the current choice."""
    tray: str = ""
    """The state of its dice reader (``table.tray.Problem``): ``lost`` (at any time), in play ``throw``, ``again``,
    ``rolling``, ``fault``, ``unread 2`` (dice), ``take_out ry``, ``missing gg``. Empty: no problem.
    """
    own: dict[str, Any] = field(default_factory=dict)
    """The fields of its game beside these: texts, numbers, lists of them; no instants, which a replay would shift."""
    contrast: bool = False
    """True if its person has chosen high contrast for the panel."""
    calm: bool = False
    """True if its person wants no flashes and no shaking, and short fades."""
    large: bool = False
    """True if its person has chosen large type."""
    near: bool = False
    """True if its person wants all controls in the lower two thirds of the panel."""
    no_room_for: tuple[str, ...] = ()
    """In the lobby: which of ``large`` and ``near`` do not fit beside everybody who is here."""
    new: bool = False
    """In a round and the countdown before it: True if its person has not played here before."""
    lesson: LessonView | None = None
    """In the lobby, of a person who has just sat down: its lesson, played with the pieces above."""
    hot_until: int = 0
    """The instant until which the seat is on a streak: it has brought three pieces to the centre within four seconds,
    and each further one within four seconds has kept it; 0: it is not.
    """
    guest: int = 0
    """Which of the words a guest's name has besides the seat's sign, from 0 (``kiosk.display.texts.people``)."""
    character: int = 0
    """Of a bot: which of the characters it is, from 0."""
    may_stop_from: int = 0
    """The instant from which it may call Stop: its light, lamp and heart beat from then on; 0: it may not."""


class Snapshot(Message, frozen=True):
    """Everything visible at the table. Each snapshot replaces the one before."""

    id: int
    """The number of the snapshot, which grows."""
    now: int
    """The time at which it was made: deadlines are shown relative to it."""
    state: State
    seats: tuple[SeatView, ...]
    """Every seat of the configuration, in its order."""
    game: str = field(default_factory=registry.usual)
    """The name of a registered game."""
    board: tuple[int, ...] = ()
    """Dice game: for each of the 24 spaces, red 1 first, the seat whose die lies there; 0: free."""
    piles: tuple[tuple[int, str], ...] = ()
    """The open piles of the centre: (cell, top card)."""
    moves: tuple[Move, ...] = ()
    """The latest moves, oldest first (at least those of the last second, at most 64)."""
    round_no: int = 0
    """The number of the round in the match, from 1."""
    rounds: int = 0
    """The number of rounds of the match; 0 if it ends otherwise."""
    target: int = 0
    """The points that end the match; 0 if it ends otherwise."""
    minutes_left: int | None = None
    """In a match by time: whole minutes of play (rounded up) left when this round began, in results after it."""
    extra_round: bool = False
    """True if this round is (in a round's result: was) an extra one, which decides a draw."""
    tiebreak: tuple[SeatNumber, ...] = ()
    """Seats that play an extra round among themselves, in results the next one; empty: everybody plays."""
    deadline: int = 0
    """The instant at which this state ends by itself (countdown, results, ready, pause); 0: none."""
    caller: SeatNumber | None = None
    """``stopped`` and ``round_result``: the seat that ended the round."""
    ended_by: str | None = None
    """The cause of the round's end (``RoundEnd``); None: it goes on."""
    dead: str | None = None
    """The reason why nobody could play for the table's grace time (``DeadState``)."""
    dead_due: int = 0
    """The instant at which that ends by itself; 0: by a vote only."""
    dead_shuffles: bool = False
    """True if it ends in a shuffle of all hands; otherwise the round ends."""
    result: RoundResult | None = None
    """Of the round or the match, in the states that show it."""
    lobby: LobbyView | None = None
    """Its choices in the lobby; while the table invites, those of a lobby that would begin now."""
    touch_mode: str = "drag"
    """``drag``, or ``tap``: a card is marked by a tap and laid by another."""
    preset: str = "table_default"
    """The edition, by its name (``kiosk rules``)."""
    pause_by: SeatNumber | None = None
    """``paused``: the seat that has asked for it; None: nobody."""
    called: tuple[SeatNumber, ...] = ()
    """``paused`` and ``recovery``: the seats whose press is waited for."""
    notice: Fault | None = None
    """A fault of the table itself, shown to everybody."""
    simulated: bool = False
    """True if the buttons are simulated: the display shows the strip and takes the keys."""
    saving: str = ""
    """The state of saving: empty: normal; ``waiting``: the scores follow once they are on the disk; ``unsaved``: the
    disk keeps nothing, and the game goes on without it (``notice`` has the reason).
    """
    replay: ReplayView | None = None
    pro: str = ""
    """The step of the pro variant (``ProStep``), if it is played: how the row goes down."""
    real_dice: bool = False
    """True in a match of real dice: a seat whose ``SeatView.real`` is false still rolls on the screen."""
    house: House = House()
    service: ServiceView | None = None
    """The menu, in state ``service``."""
    own: dict[str, Any] = field(default_factory=dict)
    """The game's own fields of the table, as ``SeatView.own``."""
    languages: tuple[str, ...] = ("en",)
    """The languages that seats can choose from."""
    since: int = 0
    """The instant at which this state began, in ``attract`` its scene; what it shows on its own account starts then.
    A state that comes back from under a replay keeps it. In a replay: when GO was, at the speed shown.
    """
    resumes: bool = False
    """``countdown``: True if it ends a pause: nothing is dealt."""
    owners: tuple[tuple[int, tuple[SeatNumber, ...]], ...] = ()
    """The open piles of the centre: (cell, the seats that laid its cards, bottom to top)."""
    finished: tuple[tuple[str, tuple[SeatNumber, ...]], ...] = ()
    """The finished piles, the first one first: (the colour's letter, the seats that laid its cards, bottom to top)."""
    best: tuple[BestScore, ...] = ()
    """``attract``: the highest totals in this game since the table opened, in matches of the usual length; or the best
    rounds of the hall's day (``best_age``).
    """
    house_rules: tuple[tuple[str, str], ...] = ()
    """The options of the edition that people have changed for this match: key and value, as in ``HouseRule``."""
    rules: dict[str, Any] = field(default_factory=dict)
    """The rules of the match, in the lobby those that are chosen: the options that differ from the first edition of the
    game, as plain values (``kiosk.game.game_rules``).
    """
    usual: dict[str, Any] = field(default_factory=dict)
    """The table's own rules of this game, likewise: those of a match in which nobody has chosen anything."""
    house_name: str = ""
    """The name under which the staff keep the edition that is made of these house rules; empty: they do not."""
    leaders: tuple[SeatNumber, ...] = ()
    """In a match: who led before the round on the table, or the one that is counted (``RoundResult.leaders``)."""
    tally: tuple[tuple[SeatNumber, int], ...] = ()
    """The matches that each person has won since the same people sit here; empty: none yet.
    Told after a match, in the lobby that follows, and in the next match's first countdown.
    """
    standings: tuple[tuple[SeatNumber, int], ...] = ()
    """Before a round and while one is halted: the totals before it of who takes part, the highest first; empty: none.
    """
    stop_due: int = 0
    """The instant at which a Stop ends this round by itself, unless somebody calls before; 0: none is due, or the round
    stands still.
    """
    stop_from: int = 0
    """The instant from which that has been so: when the pieces of its seat were all played."""
    stop_by: SeatNumber | None = None
    """That seat."""
    strength: int = 0
    """How strong the bots of the match are, 1 (the weakest) to 4; 0: none plays."""
    scene: AttractScene = AttractScene.NONE
    """What is shown in ``attract``."""
    match: str = ""
    """``match_result``: the match's identity, by which the pages of the house find it; empty: nothing is kept."""
    best_age: int | None = None
    """None: ``best`` is this table's own; else the whole hall's, as it was so many minutes ago."""


class SeatPlan(Message, frozen=True, tag=False):
    """The position of a seat: its ``edge`` (``south``, ``north``, ``west`` or ``east``) and its buttons' middle, 0..1.

    The position counts from left to right for south and north, from top to bottom for west and east, as seen by
    somebody who stands at the south edge.
    """

    seat: SeatNumber
    edge: str
    position: float


class Welcome(Message, frozen=True):
    """The answer to ``Hello``: the table's layout, before the first snapshot."""

    protocol: int
    seats: tuple[SeatPlan, ...]
    diagonal_mm: float
    simulated: bool
    boards: tuple[SeatNumber, ...] = ()
    """Seats with a simulated dice-reader board (``DriveBoard``)."""


class Refused(Message, frozen=True):
    """The refusal of a display; ``message``: the reason and the fix."""

    message: str


class Driven(Message, frozen=True):
    """The answer to ``DrivePins`` and ``DriveBoard``; ``error``: why that cannot be done, and the fix."""

    error: str = ""


class SeenEdge(Message, frozen=True):
    """A debounced change of a button. ``number``: of the act, from 0; ``at``: nanoseconds of CLOCK_MONOTONIC."""

    number: int
    seat: SeatNumber
    button: str
    pressed: bool
    at: int


class SeenDeed(Message, frozen=True):
    """What was done at a simulated board."""

    number: int
    at: int
    deed: DriveBoard


class SeenHands(Message, frozen=True):
    """The answer to ``AskHands``; ``following``: the number of the next act.

    ``since``: the time from which acts are counted, another one when the table has been started again.
    """

    following: int
    acts: tuple[SeenEdge | SeenDeed, ...]
    since: int = 0


FromTable: TypeAlias = Welcome | Refused | Snapshot | Health | Driven | SeenHands
