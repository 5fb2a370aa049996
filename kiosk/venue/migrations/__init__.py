"""How the results store becomes what ``kiosk.venue.model`` says, from whatever version it is."""
