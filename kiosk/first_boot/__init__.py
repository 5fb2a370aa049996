"""``kiosk first-boot``: files on a card's boot partition with which the Pi sets itself up."""
