"""The table process: its parts put together, and the threads beside the session."""
