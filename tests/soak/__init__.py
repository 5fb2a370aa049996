"""Whether a table that runs for long stays as it was: memory, threads, descriptors, and its deadlines."""
