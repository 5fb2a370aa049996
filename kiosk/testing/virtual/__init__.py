"""A whole table in virtual time, in memory: no thread, no socket, no port, no window."""
