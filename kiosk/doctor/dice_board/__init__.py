"""``kiosk dice-board``: listen to a dice-reader board, or be one."""
