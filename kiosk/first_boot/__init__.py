"""What ``kiosk first-boot`` writes onto the boot partition of a Raspberry Pi OS card, so that the Pi sets itself up."""
