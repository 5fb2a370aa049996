"""The output of a command as CSV."""

from __future__ import annotations

import argparse
import io
import sys

from kiosk.cli.common import Told


def separator(options: argparse.Namespace) -> dict[str, str]:
    """Return the separator of a CSV output as an argument of its printer; nothing for other forms.

    From then on standard output is UTF-8, whatever the locale. Raises Told for a separator without ``--csv``.
    """
    if options.form != "csv":
        if options.separator is not None:
            raise Told("--csv-separator: only with --csv")
        return {}
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors=sys.stdout.errors)
    return {"separator": options.separator or ","}
