"""`londinium serve` under Python's profiler: python bench/profiled_server.py FILE"""

import cProfile
import sys

from londinium.cli import main

file = sys.argv.pop()
sys.argv.append("serve")
profile = cProfile.Profile()
try:
    profile.runcall(main)
except SystemExit:
    profile.dump_stats(file)
