#!/usr/bin/env python3
"""Fits the weights of src/odds.rs: ./calibrate.py FILES... [--test FILES...]

FILES are what the example `witnesses` of tercet-vision wrote. Cards of which all is shown and others have weights of
their own. For each a logistic regression with a small penalty is fitted to all lines. All witnesses but the first are
the higher the better: one whose weight would be negative is left out, the worst first. Then the sum of the weighted
witnesses is bent: above a knee it counts more, or less.

How well it does is told by cards that no fit saw: those of the files after --test, or else by five fits, each tested
with the fifth of the lines that it did not see. Needs numpy.
"""

import sys

import numpy

WITNESSES = 18
PENALTY = 1.0
# The knees, in log-odds, of cards of which all is shown and of others: where these are bent on drawn cards.
KNEES = [4.0, 1.0]
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
    return lines[:, 1], lines[:, 2], lines[:, 3] > 0, lines[:, 4:4 + WITNESSES]


def main():
    files = sys.argv[1:]
    split = files.index("--test") if "--test" in files else len(files)
    right, _, doubtful, numbers = load(files[:split])
    kinds = [(doubtful == kind, knee) for kind, knee in zip([False, True], KNEES)]
    fits = [bent(numbers[these], right[these], knee) for these, knee in kinds]
    if split < len(files):
        test_right, now, test_doubtful, test_numbers = load(files[split + 1:])
        report("as the reader says", test_right, now)
        given = numpy.zeros(len(test_right))
        for kind, of_kind in zip([False, True], fits):
            these = test_doubtful == kind
            given[these] = confidence(test_numbers[these], *of_kind)
            report(f"with these weights, {['all shown', 'not all shown'][kind]}", test_right[these], given[these])
        report("with these weights", test_right, given)
    else:
        given = numpy.zeros(len(right))
        part = numpy.arange(len(right)) * 5 // len(right)
        for these, knee in kinds:
            for test in range(5):
                of_part = bent(numbers[these & (part != test)], right[these & (part != test)], knee)
                given[these & (part == test)] = confidence(numbers[these & (part == test)], *of_part)
        report("in five parts", right, given)
    for weights, knee, bend in fits:
        print("([", ", ".join(f"{weight:.4f}" for weight in weights), f"], ({knee:.3f}, {bend:.3f})),", sep="")


if __name__ == "__main__":
    main()
