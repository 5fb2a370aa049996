"""Server of a recorded round for the window of ``kiosk replay --play``, in the place of a table."""

from __future__ import annotations

from pathlib import Path

from hardware.api import now
from kiosk.cli.common import CommandError
from kiosk.cli.settings import settings_of
from kiosk.faults.fault import english
from kiosk.journal.reader import RoundLog
from kiosk.replay.listing import short, when
from kiosk.system import paths
from kiosk.system.ending import when_told_to_end
from kiosk.system.unix_socket import CannotListen, Claim
from kiosk.table.move_feed import MoveFeed
from kiosk.table.replay_player import ReplayPlayer
from kiosk.table_process.recorded_round import RecordedRound, table_for


def serve(log: RoundLog, config: Path | None) -> int:
    """Serve a round until the window is closed or a signal arrives; return the exit status.

    With ``config`` it is shown at that table.
    """
    settings = settings_of(config) if config is not None else None
    try:
        replayer = ReplayPlayer(log.records, table_for(log.started, settings), now(), MoveFeed())
        screening = RecordedRound(replayer, f"{when(log)} · {short(log)}", Claim(paths.table_socket()), now)
    except (CannotListen, ValueError) as error:  # the table lacks its seats, or the round cannot be dealt
        raise CommandError(str(error)) from None
    when_told_to_end(lambda: screening.inbox.put(None))
    screening.run()
    if screening.failed is not None:
        raise CommandError(english(screening.failed))
    return 0
