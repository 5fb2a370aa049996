"""The files that ``kiosk first-boot`` writes to the boot partition of a card, so that the Pi sets itself up."""
