"""The soak tests: ``python -m tests.soak real --minutes 60``, ``virtual --hours 24``, ``kills --count 10000``."""

from __future__ import annotations

import argparse
import sys

from tests.soak import display_kills, hall, kills, offline, real, table_kills, virtual


def main() -> int:
    """Run one of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    commands = parser.add_subparsers(required=True)
    in_real_time = commands.add_parser("real", help="table and display, each a process, off-screen")
    in_real_time.add_argument("--minutes", type=float, default=60.0)
    in_real_time.add_argument("--busy", action="store_true", help="what is late on this machine is told, not judged")
    in_real_time.set_defaults(run=lambda options: real.soak(options.minutes, busy=options.busy))
    in_virtual_time = commands.add_parser("virtual", help="a session, its runner and its journal, a day in minutes")
    in_virtual_time.add_argument("--hours", type=float, default=24.0)
    in_virtual_time.add_argument("--seed", type=int, default=1)
    in_virtual_time.set_defaults(run=lambda options: virtual.soak(options.hours, options.seed))
    killed = commands.add_parser("kills", help="the table is killed again and again, and takes up what was cut")
    killed.add_argument("--count", type=int, default=10_000)
    killed.add_argument("--seed", type=int, default=1)
    killed.add_argument("--jobs", type=int, default=2)
    killed.set_defaults(run=lambda options: kills.main(options.count, options.seed, options.jobs))
    displays = commands.add_parser("display-kills", help="displays are killed while a finger carries a card on them")
    displays.add_argument("--count", type=int, default=1000)
    displays.set_defaults(run=lambda options: display_kills.main(options.count))
    tables = commands.add_parser("table-kills", help="kiosk table is killed in the middle of rounds, in real time")
    tables.add_argument("--count", type=int, default=300)
    tables.set_defaults(run=lambda options: table_kills.main(options.count))
    halls = commands.add_parser("hall", help="many tables fill one hall's store, and all fails that can (root)")
    halls.add_argument("--minutes", type=float, default=10.0)
    halls.add_argument("--tables", type=int, default=190)
    halls.add_argument("--real", type=int, default=10, help="tables with programs of their own, besides")
    halls.add_argument("--fault-s", type=float, default=20.0, help="length of a fault, and of the pause after it")
    halls.add_argument("--seed", type=int, default=1)
    halls.set_defaults(run=lambda o: hall.main(o.minutes, o.tables, o.real, o.fault_s, o.seed))
    away = commands.add_parser("offline", help="weeks without a hall, and then all of it arrives")
    away.add_argument("--megabytes", type=float, default=400.0, help="how much the journal grows meanwhile")
    away.add_argument("--days", type=int, default=30)
    away.add_argument("--address", default="", help="of the hall's store on a PostgreSQL server (default: a file)")
    away.set_defaults(run=lambda options: offline.soak(options.megabytes, options.days, options.address))
    options = parser.parse_args()
    status: int = options.run(options)
    return status


if __name__ == "__main__":
    sys.exit(main())
