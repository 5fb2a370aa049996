"""What tests that start real programs share: a touch screen without hardware, a running kiosk, a robot at the table."""

from typing import Final

ENDS_WITH_US: Final = ("setpriv", "--pdeathsig", "TERM", "--")
"""Before a command: the program ends when the test run does, even if that is killed."""
