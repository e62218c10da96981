"""Checks complete caps, one on each line, as cards of any (3,p): python3 complete_caps.py FILE

The exit status is 0 if each line is one, 1 if not, and 2 if the file cannot be read or this program fails."""

import os
import sys
from itertools import combinations

# Whatever fails, it is one line, and the status 2.
sys.excepthook = lambda kind, error, trace: os._exit(print(f"complete_caps.py: {error}", file=sys.stderr) or 2)
if len(sys.argv) != 2:
    raise ValueError("usage: python3 complete_caps.py FILE")
sizes = []
for number, line in enumerate(open(sys.argv[1]), 1):
    words = line.split()
    if len({*map(len, words)}) != 1 or {*"".join(words)} - {*"012"}:
        raise ValueError(f"line {number} is not cards of one deck (3,p), such as 00 01 10 11")
    cap, p = [tuple(map(int, word)) for word in words], len(words[0])
    third = {tuple((-x - y) % 3 for x, y in zip(*pair)) for pair in combinations(cap, 2)}
    # No card makes a set with two cards of the cap if it is in the cap, and every other card does.
    is_cap = len(set(cap)) == len(cap) and not third & set(cap)
    if not is_cap or len(third) + len(cap) < 3**p:
        sys.exit(f"line {number} is not a complete cap")
    sizes.append(len(cap))
if not sizes:
    raise ValueError("the file has no cap")
print("complete caps of", *sizes, "points")
