"""The command line: a module for each command, which ``main`` imports when the command is given."""
