"""What the table tells of the lobby: the choices for everybody and for each seat, and what somebody proposes."""

from __future__ import annotations

from kiosk.game.seats import SeatNumber
from kiosk.protocol.base import Message


class Choice(Message, frozen=True, tag=False):
    """A choice for the whole match: its current value, and the possible ones.

    ``warning``: a problem with the value: ``may_never_end`` (points with many players, RULES.md E19), ``house_rule 3``
    (more play dice than the game is made for, three dice each, Q15), ``some_on_screen`` (real dice, but not for all).
    ``stops``: the values through which touches of its disc in the middle go; empty: all.
    """

    key: str
    value: str
    values: tuple[str, ...]
    warning: str | None = None
    stops: tuple[str, ...] = ()


class HouseRule(Message, frozen=True, tag=False):
    """A single option of the chosen edition, which people may change for one match.

    ``usual``: its value in the edition; as ``value`` empty if that is none of ``values``.
    """

    key: str
    """``house`` and the option's name (``kiosk.game.house_options``): ``house false_stop``."""
    value: str
    usual: str
    values: tuple[str, ...]


class Proposal(Message, frozen=True, tag=False):
    """A choice for the match that was proposed to everybody who is seated: by a seat, or by a disc (None).

    ``key``: that of a ``Choice`` or of a ``HouseRule``.
    """

    seat: SeatNumber | None
    key: str
    value: str
    until: int
    """The instant from which it holds if nobody has objected; of one that is decided, until which it is told."""
    outcome: str = ""
    """``holds``, ``dropped`` (``by`` has objected), or ``refused`` (it does not go with the other rules). Empty: it is
    not decided yet.
    """
    by: SeatNumber | None = None


class LobbyView(Message, frozen=True, tag=False):
    """The choices of the lobby: ``choices`` for everybody; each seat for itself ``handicaps`` and ``cooldowns``.

    ``handicaps``: stacks, extra dice; ``cooldowns``: ms more than by the edition after a flip or for a roll.
    """

    choices: tuple[Choice, ...]
    handicaps: tuple[int, ...]
    names: tuple[str, ...] = ()
    """Names that were chosen at this table recently, newest first; empty: names are not offered."""
    takes_names: bool = False
    """True if seats may choose a name."""
    house: tuple[HouseRule, ...] = ()
    """The options of the edition that have an effect, in the order in which they are shown."""
    cooldowns: tuple[int, ...] = ()
    proposal: Proposal | None = None
    """The change that is proposed, or was decided just now."""
    settled: bool = False
    """True once somebody is ready: nothing is proposed any more."""
