"""The commands of the command line, each with its options. What a command needs is loaded when it runs."""
