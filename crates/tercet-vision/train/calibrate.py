#!/usr/bin/env python3
"""Fits the weights of src/odds.rs: ./calibrate.py FILES...

FILES are what the example `witnesses` of tercet-vision wrote. A logistic regression with a small
penalty is fitted to all lines. How well it does is told by five fits, each tested with the fifth of the
lines that it did not see. Needs numpy.
"""

import sys

import numpy

PENALTY = 3.0


def fit(numbers, right):
    """The weights, by Newton's method."""
    weights = numpy.zeros(numbers.shape[1])
    for _ in range(50):
        odds = 1 / (1 + numpy.exp(-(numbers @ weights)))
        slope = numbers.T @ (right - odds) - PENALTY * weights
        curve = (numbers.T * (odds * (1 - odds))) @ numbers + PENALTY * numpy.eye(len(weights))
        change = numpy.linalg.solve(curve, slope)
        weights += change
        if abs(change).max() < 1e-9:
            break
    return weights


def main():
    lines = numpy.concatenate([numpy.loadtxt(file) for file in sys.argv[1:]])
    right, numbers = lines[:, 0], lines[:, 1:]
    confidence = numpy.zeros(len(right))
    part = numpy.arange(len(right)) * 5 // len(right)
    for test in range(5):
        weights = fit(numbers[part != test], right[part != test])
        confidence[part == test] = 1 / (1 + numpy.exp(-(numbers[part == test] @ weights)))
    print(f"{len(right)} cards, {100 * right.mean():.1f} % right")
    print("confidence   cards   right")
    bounds = [0, 0.2, 0.5, 0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 1.01]
    for low, high in zip(bounds, bounds[1:]):
        these = (confidence >= low) & (confidence < high)
        if these.any():
            print(f"{low:5.3f}-{min(high, 1):5.3f} {these.sum():7} {100 * right[these].mean():6.1f} %"
                  f"   (mean confidence {100 * confidence[these].mean():.1f} %)")
    print("weights:", ", ".join(f"{weight:.4f}" for weight in fit(numbers, right)))


if __name__ == "__main__":
    main()
