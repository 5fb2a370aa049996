"""The picture of a game: the protocol that every game implements, and our two games."""
