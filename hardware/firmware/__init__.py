"""Reference firmware of a dice-reader board, in MicroPython; ``ldr_core`` and ``simulated_sensor`` run in CPython too.

On a board the files are side by side in the root folder, so they import each other by their bare names and nothing
outside this folder. They avoid what MicroPython lacks (``typing``, ``__future__``).
"""
