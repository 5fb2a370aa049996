"""``python -m kiosk`` is the command ``kiosk``."""

from kiosk.cli import main

raise SystemExit(main())
