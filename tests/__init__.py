"""The tests. Whatever ``PYTHONDONTWRITEBYTECODE`` says, they and their hundreds of programs keep their bytecode.

Without it each program compiles the product again: 45 CPU seconds in a run of all tests.
"""

import os
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
