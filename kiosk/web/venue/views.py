"""The pages one by one: what each reads, and the template that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy.orm import Session
from starlette.requests import Request

from kiosk.game.seats import SeatNumber
from kiosk.journal.names import name_key
from kiosk.web.venue import charts, fitting, words
from kiosk.web.venue.page import LONGEST, Page
from kiosk.web.venue.people import Who
from kiosk.web.venue.readings import (
    PERIODS,
    MatchTold,
    Ranking,
    latest_matches,
    match_told,
    player_told,
    players_found,
    rankings,
    seat_of,
)
from kiosk.web.venue.tables import known, seats_now, tables_view

_LAST: Final = 6
"""Number of matches on the first page."""
_BEST: Final = 5
"""Number of players in a short ranking."""
_TOP: Final = 100
"""Number of players in a long one."""
_FOUND: Final = 50
"""Number of players that a search shows."""
_RACES, _GUESTS_RACES = 3, 2
"""Number of closest races of a match; where names of guests take two lines, fewer."""
_TURNS: Final = 12
"""Number of views that the screen shows in turn, at most."""
_TURN_S: Final = 12
"""Seconds for which the screen shows one of them."""
_CARDS: Final = 4
"""Number of tables and matches on the screen."""
_TABLES: Final = 24
"""Number of tables that the first page shows one by one."""

_Shown = tuple[str, dict[str, Any]]


class MatchView(NamedTuple):
    """A match on a page: its title, its people by seat, and its winners."""

    told: MatchTold
    title: str
    people: dict[SeatNumber, Who]
    winners: tuple[Who, ...]
    game: str


class RankedView(NamedTuple):
    """A line of a ranking."""

    place: int
    who: Who
    standing: Any


def _match_view(told: MatchTold, page: Page) -> MatchView:
    people = {SeatNumber(line.result.seat): page.people.in_match(line.result, told.match.id) for line in told.lines}
    winners = tuple(people[SeatNumber(line.result.seat)] for line in told.winners)
    first = told.rounds[0]
    game = ", ".join(one for one in words.game_words(first.game, first.edition, page.say) if one)
    return MatchView(told, words.title_of(told, winners, page.now, page.say), people, winners, game)


def _rows(ranking: Ranking, page: Page, seats: Mapping[str, int] = MappingProxyType({})) -> list[RankedView]:
    """Return a ranking's lines; ``seats``: where people sit now, by the key of their name: no match has it yet."""
    return [
        RankedView(
            row.place,
            page.people.player(row.player, row.standing.name, seats.get(name_key(row.standing.name), row.seat)),
            row.standing,
        )
        for row in ranking.rows
    ]


def _best(session: Session, page: Page) -> tuple[str, list[Ranking]]:
    """Return the rankings of the shortest period that has any, with the name of the period."""
    for period in PERIODS:
        if found := rankings(session, period, page.now, _BEST):
            return words.PERIOD_WORDS[period], found
    return words.PERIOD_WORDS["today"], []


def home(session: Session, _request: Request, page: Page) -> _Shown:
    """Show the tables as they are now, what was played last, and the best of today."""
    matches = [_match_view(told, page) for told in latest_matches(session, _LAST)]
    tables = tables_view(page.tables(), page.people, page.say, _TABLES)
    if not (matches or tables):
        return "empty.html", {}
    period, best = _best(session, page)
    groups = [(words.group_words(one.group, page.say), _rows(one, page)) for one in best[:2]]
    return "home.html", {"tables": tables, "matches": matches, "period": period, "groups": groups}


def screen(session: Session, request: Request, page: Page) -> _Shown:
    """Show one view after the other to a hall: a ranking and a win each, and the tables now, else the last matches.

    Of a win the closest race that its winner has won is told. Whoever has a name has one sign in all of a view, that of
    the seat sat at last; without names a sign would tell who a guest at a table is.
    """
    now = known(page.tables())
    matches = [_match_view(told, page) for told in latest_matches(session, _CARDS)]
    tables = tables_view(now, page.people, page.say, _TURNS * _CARDS)
    if not (matches or tables):
        return "empty.html", {}
    wins = [_match_view(told, page) for told in latest_matches(session, _CARDS, decided=True)]
    period, best = _best(session, page)
    rounds_of_tables = -(-len(tables.cards) // _CARDS)
    turns = min(_TURNS, max(len(best), len(wins), rounds_of_tables, 1))
    asked = request.query_params.get("at", "0")
    at = int(asked) % turns if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0
    ranking = best[at % len(best)] if best else None
    win = wins[at % len(wins)] if wins else None
    winner = win.winners[0] if win and win.winners else None
    seats = seats_now(now) if page.names else {}
    races = words.closest_races(win.told, win.people, page.say, _RACES * len(win.told.rounds)) if win else []
    first = _CARDS * (at % max(rounds_of_tables, 1))
    cards = tables.cards[first : first + _CARDS]
    return "screen.html", {
        "of_seat": fitting.of_seat,
        "of_rank": fitting.of_rank,
        "cards": cards,
        "free": tables.free,
        "playing": tables.playing,
        "matches": matches[: _CARDS - len(cards)],
        "period": period,
        "group": words.group_words(ranking.group, page.say) if ranking and len(best) > 1 else "",
        "rows": _rows(ranking, page, seats) if ranking else [],
        "win": win,
        "winner": winner and _seat_now(session, winner, seats),
        "race": next((race for race in races if win and race.first in win.winners), None),
        "at": at,
        "turns": turns,
        "next": page.link("/screen", at=(at + 1) % turns),
        "seconds": _TURN_S,
    }


def _seat_now(session: Session, who: Who, seats: Mapping[str, int]) -> SeatNumber:
    """Return the seat whose sign somebody has now: a match had that of its own time."""
    if who.player is None:
        return who.seat
    return SeatNumber(seats.get(name_key(who.name)) or seat_of(session, who.player) or who.seat)


def ranking(session: Session, request: Request, page: Page) -> _Shown:
    """Show a group's ranking in a period, or the players that were searched for."""
    wanted = request.query_params.get("search", "").strip()[:LONGEST] if page.names else ""
    hidden = page.people.hidden
    found = players_found(session, wanted, _FOUND + 1 + len(hidden)) if wanted else []
    found = [one for one in found if not hidden.has(one[1])]
    period = request.query_params.get("period", "")
    if period not in PERIODS:
        period = "all"
    there = rankings(session, period, page.now, 1)  # which groups there are
    groups = [(str(number), words.group_words(one.group, page.say)) for number, one in enumerate(there)]
    asked = request.query_params.get("group", "0")
    chosen = int(asked) if asked in {number for number, _ in groups} else 0
    shown = rankings(session, period, page.now, _TOP, there[chosen].group)[0] if there else None
    return "ranking.html", {
        "wanted": wanted,
        "found": [page.people.player(*one) for one in found[:_FOUND]],
        "more": len(found) > _FOUND,
        "periods": [(one, words.PERIOD_WORDS[one]) for one in PERIODS],
        "period": period,
        "groups": groups,
        "chosen": chosen,
        "ranking": shown,
        "rows": _rows(shown, page) if shown else [],
    }


def player(session: Session, request: Request, page: Page) -> _Shown | None:
    """Show a player's curve, bests, rivals and awards."""
    asked = request.path_params["player"]
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        return None
    told = player_told(session, int(asked), page.now)
    if told is None or page.people.hidden.has(told.player.name):
        return None
    who = page.people.player(told.player.id, told.player.name, told.seat)
    label = page.say("Points in the last rounds")
    curve = charts.curves([charts.Curve(told.seat, told.points)], label, first=1) if len(told.points) > 1 else None
    rounds = sum(times for _, times in told.spread)
    mean = sum(points * times for points, times in told.spread) / max(1, rounds)
    spread = charts.spread(told.spread, mean, page.say.number(mean, 1), told.seat) if len(told.spread) > 1 else None
    awards = [one for one in (words.award_told(award, page.say) for award in told.awards) if one]
    return "player.html", {
        "told": told,
        "who": who,
        "curve": curve,
        "mean": mean,
        "rounds": rounds,
        "spread": spread,
        "place": words.place_told(told.place, page.say) if told.place else "",
        "group": words.group_words(told.group, page.say) if told.group else "",
        "sums": [(words.group_words(group, page.say), kept) for group, kept in told.sums],
        "rivals": [(page.people.player(one.player, one.name, one.seat), one) for one in told.rivals],
        "awards": awards,
    }


def match(session: Session, request: Request, page: Page) -> _Shown | None:
    """Show a match: its curve, lines, closest races, awards and story."""
    told = match_told(session, request.path_params["match"])
    if told is None:
        return None
    view = _match_view(told, page)
    label = page.say("Points by round")
    goal = told.rounds[0].target
    lines = [
        charts.Curve(line.result.seat, line.totals, charts.End(who.name, words.total(line), line.won, address))
        for line in reversed(told.lines)
        for who in [view.people[SeatNumber(line.result.seat)]]
        for address in [page.link(f"/player/{who.player}") if who.player else ""]
    ]
    return "match.html", {
        "view": view,
        "curve": charts.curves(lines, label, first=0, goal=goal),
        "goal": goal,
        "races": words.closest_races(told, view.people, page.say, _RACES if page.names else _GUESTS_RACES),
        "awards": [*words.match_awards(told, view.people, page.say)],
        "stories": [*words.stories(told, view.people, page.say)],
        "voided": [one.number for one in told.rounds if one.void_reason is not None],
    }
