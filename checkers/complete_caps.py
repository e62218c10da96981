"""Checks complete caps, one on each line, as cards of any (3,p): python3 complete_caps.py FILE

The exit status is 0 if each line is one, 1 if not, and 2 if the file cannot be read or this program fails."""

import os
import sys
from itertools import combinations, product

# Whatever fails, it is one line, and the status 2.
sys.excepthook = lambda kind, error, trace: os._exit(print(f"complete_caps.py: {error}", file=sys.stderr) or 2)
if len(sys.argv) != 2:
    raise ValueError("usage: python3 complete_caps.py FILE")
sizes = []
for number, line in enumerate(open(sys.argv[1]), 1):
    cap = [tuple(map(int, word)) for word in line.split()]
    third = {tuple((-x - y) % 3 for x, y in zip(*pair, strict=True)) for pair in combinations(cap, 2)}
    points = set(product(range(3), repeat=len(cap[0])))
    # No card makes a set with two cards of the cap if it is in the cap, and every other card does.
    if len(set(cap)) < len(cap) or points - set(cap) != third:
        sys.exit(f"line {number} is not a complete cap")
    sizes.append(len(cap))
print("complete caps of", *sizes, "points")
