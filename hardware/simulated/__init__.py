"""Hardware without wires: the real gpiozero on its mock pins."""
