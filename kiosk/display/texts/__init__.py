"""The sentences on the screen (their translations: ``kiosk.locale``)."""
