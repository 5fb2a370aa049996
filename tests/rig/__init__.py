"""The shared parts of tests that start real programs: a touch screen without hardware, a running kiosk, a robot."""

from typing import Final

ENDS_WITH_US: Final = ("setpriv", "--pdeathsig", "TERM", "--")
"""A command prefix: the program ends when the test run does, even if that is killed."""
