#!/usr/bin/env python3
"""Fits the weights of src/odds.rs: ./calibrate.py FILES... [--test FILES...]

FILES are what the example `witnesses` of tercet-vision wrote. Cards of which all is shown, those of which a part is
hidden, and those that are not shown as cards are have weights of their own. For each a logistic regression with a small
penalty is fitted to all lines. All witnesses but the first are the higher the better: one whose weight would be negative
is left out, the worst first. Then the sum of the weighted witnesses is bent: above a knee it counts more, or less.

How well it does is told by cards that no fit saw: those of the files after --test, or else by five fits, each tested
with the fifth of the lines that it did not see. Needs numpy.
"""

import sys

import numpy

WITNESSES = 18
PENALTY = 1.0
# The kinds of cards, and the knee of each in log-odds: where it is bent on drawn cards.
KINDS = {"all shown": 3, "a part hidden": 1, "not as cards are": 1}
BOUNDS = [0, 0.3, 0.6, 0.8, 0.9, 0.95, 0.99, 0.995, 1.01]


def chance(odds):
    return 1 / (1 + numpy.exp(-odds))


def fit(numbers, right):
    """The weights, by Newton's method."""
    weights = numpy.zeros(numbers.shape[1])
    for _ in range(50):
        odds = chance(numbers @ weights)
        slope = numbers.T @ (right - odds) - PENALTY * weights
        curve = (numbers.T * (odds * (1 - odds))) @ numbers + PENALTY * numpy.eye(len(weights))
        change = numpy.linalg.solve(curve, slope)
        weights += change
        if abs(change).max() < 1e-9:
            break
    return weights


def positive(numbers, right):
    """The weights, none of them negative but the first."""
    used = list(range(numbers.shape[1]))
    while True:
        weights = fit(numbers[:, used], right)
        effects = weights * numbers[:, used].std(axis=0)
        worst = min(range(1, len(used)), key=lambda place: effects[place])
        if weights[worst] >= 0:
            all_weights = numpy.zeros(numbers.shape[1])
            all_weights[used] = weights
            return all_weights
        used.pop(worst)


def bent(numbers, right, knee):
    """The weights, the knee and the bend."""
    weights = positive(numbers, right)
    sums = numbers @ weights
    ones = numpy.ones(len(sums))
    shift, slope, bend = fit(numpy.stack([ones, sums, numpy.maximum(sums - knee, 0)], axis=1), right)
    weights *= slope
    weights[0] += shift
    return weights, shift + slope * knee, bend / slope


def confidence(numbers, weights, knee, bend):
    sums = numbers @ weights
    return chance(sums + bend * numpy.maximum(sums - knee, 0))


def report(name, right, given):
    print(f"{name}: {len(right)} cards, {100 * right.mean():.1f} % right")
    print("confidence     cards    right   promised")
    for low, high in zip(BOUNDS, BOUNDS[1:]):
        these = (given >= low) & (given < high)
        if these.any():
            share, promised = 100 * right[these].mean(), 100 * given[these].mean()
            print(f"{low:5.3f}-{min(high, 1):5.3f} {these.sum():7} {share:7.2f} % {promised:7.2f} % {share - promised:+7.2f}")


def load(files):
    lines = numpy.concatenate([numpy.loadtxt(file) for file in files])
    return lines[:, 1], lines[:, 2], lines[:, 3], lines[:, 4:4 + WITNESSES]


def main():
    files = sys.argv[1:]
    split = files.index("--test") if "--test" in files else len(files)
    right, _, kinds, numbers = load(files[:split])
    fits = [bent(numbers[kinds == kind], right[kinds == kind], knee) for kind, knee in enumerate(KINDS.values())]
    if split < len(files):
        test_right, now, test_kinds, test_numbers = load(files[split + 1:])
        report("as the reader says", test_right, now)
        given = numpy.zeros(len(test_right))
        for kind, (name, of_kind) in enumerate(zip(KINDS, fits)):
            these = test_kinds == kind
            given[these] = confidence(test_numbers[these], *of_kind)
            report(f"with these weights, {name}", test_right[these], given[these])
        report("with these weights", test_right, given)
    else:
        given = numpy.zeros(len(right))
        part = numpy.arange(len(right)) * 5 // len(right)
        for kind, knee in enumerate(KINDS.values()):
            for test in range(5):
                learned, tested = (kinds == kind) & (part != test), (kinds == kind) & (part == test)
                given[tested] = confidence(numbers[tested], *bent(numbers[learned], right[learned], knee))
        report("in five parts", right, given)
    for weights, *rest in fits:
        print("([", ", ".join(f"{weight:.4f}" for weight in weights), "], ", sep="", end="")
        print(", ".join(f"{number:.3f}" for number in rest), "),", sep="")


if __name__ == "__main__":
    main()
