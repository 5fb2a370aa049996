"""The picture of a game: the protocol that every game fills, and our two games."""
