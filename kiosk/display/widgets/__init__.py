"""The parts that the display is drawn from."""
