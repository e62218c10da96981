#!/usr/bin/env python3
"""Gives limits of src/ from drawn photographs: ./limits.py FILES...

FILES are what the example `witnesses` of tercet-vision wrote. Each limit is one that few cards exceed which are read
right; beside it is the share of the wrong ones that exceed it. Needs numpy.
"""

import sys

import numpy

# The columns of a line.
SEED, RIGHT, SHEET, WHOLE, RIM, SIZE, CHROMA, ODD, EDITION = 0, 1, 11, 22, 23, 24, 26, 28, 29
# The ways to spoil photographs with odd seeds in turn, and the one that makes them grey.
WAYS, GREY = 23, 13


def beyond(name, right, wrong, share):
    limit = numpy.quantile(right, 1 - share)
    lost = (wrong > limit).mean()
    print(f"{name} {limit:.3f}: {100 * share:.1f} % of {len(right)} right cards, {100 * lost:.1f} % of {len(wrong)} wrong ones are beyond")


def main():
    cards = numpy.concatenate([numpy.loadtxt(file) for file in sys.argv[1:]])
    right, whole = cards[:, RIGHT] > 0, cards[:, WHOLE] > 0
    free = whole & (cards[:, SHEET] == 0)
    beyond("UNEVEN", cards[right & free, RIM], cards[~right & free, RIM], 0.025)
    for name, sign in [("ALIKE, below (inverse)", -1), ("ALIKE, above", 1)]:
        sizes = cards[:, SIZE] ** sign
        beyond(name, sizes[right & whole], sizes[~right & whole], 0.006)
    beyond("ODD", cards[right, ODD], cards[~right, ODD], 0.002)
    seeds = cards[:, SEED].astype(int)
    is_grey = (seeds % 2 == 1) & (seeds // 2 % WAYS == GREY)
    chroma = {}
    for kind in [False, True]:
        these = cards[is_grey == kind]
        boards = [these[these[:, SEED] == seed] for seed in numpy.unique(these[:, SEED])]
        chroma[kind] = numpy.array([board[:, CHROMA].mean() for board in boards if len(board) > 2])
    print(f"GREY between {chroma[True].max():.3f}, the most on {len(chroma[True])} grey boards, and {chroma[False].min():.3f}, "
          f"the least on {len(chroma[False])} others (one in a hundred: {numpy.quantile(chroma[False], 0.01):.3f})")
    other = (cards[right, EDITION] < 0.5).mean()
    print(f"ERROR {other:.4f}: the share of {right.sum()} right cards that look like another edition than that of their table")


if __name__ == "__main__":
    main()
