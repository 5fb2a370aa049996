"""The table process: its assembly from parts, and the threads beside the session."""
