"""``kiosk dice-board``: monitor a dice-reader board, or simulate one."""
