"""Checks complete caps, one on each line, as cards of any (3,p): python3 complete_caps.py FILE

The exit status is 0 if each line is one, and otherwise 1."""

import sys
from itertools import combinations, product

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
