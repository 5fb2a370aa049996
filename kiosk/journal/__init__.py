"""The journal: an append-only record of play that survives power cuts. Records, files, writer and reader."""
