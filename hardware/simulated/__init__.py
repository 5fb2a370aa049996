"""Simulated hardware: the real gpiozero on its mock pins, and boards behind pseudo-terminals."""
