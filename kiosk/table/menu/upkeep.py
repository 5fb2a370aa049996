"""The pages of the service menu for what concerns the whole table: its stick, what is wrong, and its power. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk.protocol import ServiceTile
from kiosk.table.menu.page import NOTHING, AskingPage, Effect, MenuData, Page
from kiosk.table.service_requests import (
    AskRoot,
    BackupFound,
    CancelRestore,
    CheckConfiguration,
    ClearLeaderboard,
    DoctorFindings,
    FindBackup,
    Job,
    JobAnswer,
    JobDone,
    JobFailed,
    RemoveUnwantedNames,
    ResetTable,
    RestoreLeaderboard,
    RunDoctor,
    TakeUnwantedNames,
    ToldFinding,
    UseConfiguration,
    UseStick,
)


class StickPage(AskingPage):
    """Scores, a report or everything goes onto the stick, or everything comes back from it."""

    name = "stick"
    _ACTIONS: Final = ("scores", "report", "backup", "restore")

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._made = ""  # the date of the backup that a second touch brings back

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield from (self.tile("stick", what, self._made if what == self.asked else "") for what in self._ACTIONS)
        if self.menu.facts.restore:
            yield self.tile("waits", "cancel_restore", self.menu.facts.restore)
        if self.menu.facts.root_requests:
            yield ServiceTile("page", ConfigurationPage.name)
        yield ServiceTile("page", "unwanted")

    def touch(self, key: str, value: str) -> Effect:
        """Use the stick. A backup is looked for first, and brought back by a second touch."""
        if (key, value) == ("waits", "cancel_restore") and self.menu.facts.restore:
            return Effect(CancelRestore()) if self.sure(value) else NOTHING
        if key != "stick" or value not in self._ACTIONS:
            return NOTHING
        again, self.asked = self.asked == value, ""
        return Effect(FindBackup() if value == "restore" and not again else UseStick(value))

    def answered(self, answer: JobAnswer) -> None:
        """Ask for a second touch once the backup is found."""
        if isinstance(answer, BackupFound):
            self.asked, self._made = "restore", answer.made


class DoctorPage(Page):
    """What is wrong, worst first."""

    name = "doctor"
    may_be_left = True

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._findings: tuple[ToldFinding, ...] = ()

    def open(self) -> Job | None:
        """Look again."""
        self._findings, self.first = (), 0
        self.menu.verdict.ask(self.menu.now)
        return RunDoctor()

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        return (
            ServiceTile(
                "finding", one.grade, one.what, touchable=False, mend=one.mend, advice=one.advice, seat=one.seat
            )
            for one in self._findings
        )

    def touch(self, key: str, value: str) -> Effect:
        """Show other findings; the number that fits is known only to the display."""
        if key == "turn" and value.isdecimal() and int(value) < len(self._findings):
            self.first = int(value)
        return NOTHING

    def answered(self, answer: JobAnswer) -> None:
        """Take the findings."""
        if isinstance(answer, DoctorFindings):
            self._findings = answer.findings
        else:
            self.menu.verdict.fail()


class SystemPage(AskingPage):
    """The version and networks; a new PIN; a new leaderboard; restarting and switching off."""

    name = "system"

    def __init__(self, menu: MenuData) -> None:
        super().__init__(menu)
        self._under_way = ""  # the latest request to root

    def open(self) -> Job | None:
        """Begin afresh."""
        self._under_way = ""
        return super().open()

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        facts = self.menu.facts
        yield ServiceTile("version", text=facts.version, touchable=False)
        if facts.networks is not None:
            yield ServiceTile("network", text=", ".join(facts.networks), touchable=False)
        yield ServiceTile("page", "new_pin")
        yield self.tile("reset", self.menu.reset)
        yield self.tile("leaderboard", "clear")
        if facts.cleared:
            yield self.tile("leaderboard", "restore_leaderboard")
        for request in facts.root_requests:
            if request == self._under_way:
                yield ServiceTile("power", request, state="under_way", lit=True)
            else:
                yield self.tile("power", request)

    def touch(self, key: str, value: str) -> Effect:
        """Do what is touched twice."""
        if (key, value) == ("reset", self.menu.reset):
            return Effect(ResetTable()) if self.sure(value) else NOTHING
        if key == "leaderboard" and value in self._leaderboards():
            return Effect(self._leaderboards()[value]) if self.sure(value) else NOTHING
        if key != "power" or value not in self.menu.facts.root_requests or value == self._under_way:
            return NOTHING
        if not self.sure(value):  # one that is under way (the display's restart) does not block another one
            self._under_way = ""
            return NOTHING
        self._under_way = value
        return Effect(AskRoot(value))

    def _leaderboards(self) -> dict[str, Job]:
        undo: dict[str, Job] = {"restore_leaderboard": RestoreLeaderboard()} if self.menu.facts.cleared else {}
        return {"clear": ClearLeaderboard(), **undo}

    def answered(self, answer: JobAnswer) -> None:
        """Give up what has failed."""
        if isinstance(answer, JobFailed):
            self.asked = self._under_way = ""


class ConfigurationPage(AskingPage):
    """The stick's configuration, which is checked first and used at a second touch; and what became of the last one."""

    name = "configuration"
    _USE: Final = ("configure", "use_configuration")

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield self.tile(*self._USE)
        word, why = self.menu.facts.configured
        if word:
            yield ServiceTile("configured", word, why, touchable=False)

    def touch(self, key: str, value: str) -> Effect:
        """Check it; use it at the second touch."""
        if (key, value) != self._USE:
            return NOTHING
        again, self.asked = self.asked == value, ""
        return Effect(UseConfiguration() if again else CheckConfiguration())

    def answered(self, answer: JobAnswer) -> None:
        """Ask for a second touch once there is one that can be used."""
        if answer == JobDone("configuration_good"):
            self.asked = self._USE[1]


class UnwantedPage(AskingPage):
    """The number of unwanted names; a list is taken from the stick, and forgotten by two touches."""

    name = "unwanted"

    def tiles(self) -> Iterator[ServiceTile]:
        """Return what is on the page."""
        yield ServiceTile("unwanted", text=str(self.menu.facts.unwanted), touchable=False)
        yield self.tile("names", "take_names")
        if self.menu.facts.unwanted:
            yield self.tile("names", "remove_names")

    def touch(self, key: str, value: str) -> Effect:
        """Take a list, or forget the one that there is."""
        if (key, value) == ("names", "take_names"):
            self.asked = ""
            return Effect(TakeUnwantedNames())
        if (key, value) == ("names", "remove_names") and self.menu.facts.unwanted:
            return Effect(RemoveUnwantedNames()) if self.sure(value) else NOTHING
        return NOTHING
