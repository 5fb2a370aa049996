"""How the results store becomes what ``kiosk.results.model`` says, from whatever version it is."""
