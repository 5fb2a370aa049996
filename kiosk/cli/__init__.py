"""The command line: a module for a command or for several, which ``main`` imports when the command is given."""
