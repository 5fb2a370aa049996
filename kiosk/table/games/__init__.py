"""The games as the table plays them: everything else at the table is common to all games."""
