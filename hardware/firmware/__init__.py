"""The reference firmware of a dice-reader board, in MicroPython: ``ldr_core`` and ``simulated_sensor`` run here too.

On a board the files lie side by side in its root folder, so they import each other by their bare names and nothing else
of this project. They are written for both Pythons: what MicroPython lacks (``typing``, ``__future__``) is not used.
"""
