"""``python -m kiosk`` is the command ``kiosk``."""

from kiosk.cli.main import main

raise SystemExit(main())
