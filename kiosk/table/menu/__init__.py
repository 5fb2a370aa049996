"""The pages of the service menu: a class for each, and the menu that leads from one to another. Pure."""
