"""The command line: one module per command, which ``main`` imports when the command is given."""
