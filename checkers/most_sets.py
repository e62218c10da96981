"""Proves how many sets n cards of (3,p) hold at most, for p = 2, 3 and 4 and every n: python3 most_sets.py FILE

A line of the file is p, n, the number of sets, and a hand: a 0 or 1 for each card of the deck, in ascending order. The
program counts the sets of the hand, and proves that no hand has more, as README.md explains. The exit status is 0 if it
succeeds, 1 if not, and 2 if the file cannot be read or this program fails."""

import os
import re
import sys
from itertools import combinations

# Whatever fails, it is one line, and the status 2.
sys.excepthook = lambda kind, error, trace: os._exit(print(f"most_sets.py: {error}", file=sys.stderr) or 2)
if len(sys.argv) != 2:
    raise ValueError("usage: python3 most_sets.py FILE")
# The card that makes a set with two different ones; with a card and itself it is that card.
third = lambda x, y, p=3: sum((-(x // 3**i) - y // 3**i) % 3 * 3**i for i in range(p))
CARDS = range(27)
THIRD = [[third(x, y) for y in CARDS] for x in CARDS]
sets = lambda hand: sum(THIRD[x][y] in hand for x, y in combinations(hand, 2)) // 3


def span(frame):
    """The points o + i(x − o) + j(y − o) + … of the span of o, x, y, …, which are in general position."""
    points = list(frame[:1])
    for x in frame[1:]:
        moved = [THIRD[frame[0]][THIRD[y][x]] for y in points]
        points += moved + [THIRD[y][z] for y, z in zip(points, moved)]
    return points


def image(hand):
    """An image of the hand under an affine map, hopefully the same for all hands of a class."""
    frames, counts = [()], [sum(THIRD[x][y] in hand for y in hand if y != x) for x in CARDS]
    for _ in range(4):
        longer = {}
        for frame in frames:
            for x in set(hand).difference(span(frame)):
                thirds = [THIRD[x][y] for y in (x, *frame)]
                longer.setdefault(tuple((counts[y], y in hand) for y in thirds), []).append((*frame, x))
        if not longer:
            return tuple(sorted(hand))  # in a plane
        frames = min(longer.items(), key=lambda item: (len(item[1]), item[0]))[1]
    return min(tuple(i for i, x in enumerate(span(frame)) if x in hand) for frame in frames)


def few(k, t, known={(1, 0): [(0,)]}):
    """Hands of k cards of (3,3) with at most t sets, at least one of each class."""
    if (k, t) not in known:  # some card of such a hand is in 3/k of its sets or more
        larger = ((*hand, x) for hand in few(k - 1, t * (k - 3) // k) for x in CARDS if x not in hand)
        known[k, t] = {image(hand) for hand in larger if sets(hand) <= t}
    return known[k, t]


def place(b, order, weights, chosen, counts, found, least, rest):
    """Whether b more cards can be chosen so that their weights, and all sets, add up to at most `rest`."""
    possible = len(order) >= b and max(found, least) + sum(weights[x] for x in order[:b]) <= rest
    if b == 0 or not possible:
        return possible
    x, more = order[0], counts[:]
    for y in chosen:
        more[THIRD[x][y]] += 1
    added = place(b - 1, order[1:], weights, [*chosen, x], more, found + counts[x], least, rest - weights[x])
    return added or place(b, order[1:], weights, chosen, counts, found, least, rest)


def fits(a, b, c, least, t):
    """Whether layers of a, b and c > 0 cards of (3,4) can have at most t sets together."""
    for one, other in {(a, b), (b, a)}:
        for hand in few(one, least[one] + (t - least[a] - least[b] - least[c]) // 2):
            for small in ((0, *others) for others in combinations(CARDS[1:], c - 1)):
                weights = [sum(THIRD[x][z] in hand for z in small) for x in CARDS]
                order, rest = sorted(CARDS, key=weights.__getitem__), t - sets(hand) - sets(small)
                if place(other, order, weights, [], [0] * 27, 0, least[other], rest):
                    return True
    return False


def proved(n, least, p, below):
    """Whether n cards of (3,p) have `least[n]` sets, if that holds for n − 1 cards, and `below` for p − 1."""
    q, t = 3 ** (p - 1), least[n] - 1
    if t < 0 or n > 3 and n * least[n - 1] > (n - 3) * t:
        return True
    squares, cubes = 3 * q * n - n * n, 3 * q * (6 * t + n) - n**3
    for a, b, c in ((a, b, n - a - b) for a in range(q + 1) for b in range(a + 1) if n - a - b in range(b + 1)):
        square, cube = (a - b) ** 2 + (b - c) ** 2 + (c - a) ** 2, (2 * a - b - c) * (2 * b - c - a) * (2 * c - a - b)
        possible = below[a] + below[b] + below[c] + c * max(0, a + b - q) <= t
        if possible and square > 0 and cube * squares <= cubes * square and (p < 4 or fits(a, b, c, below, t)):
            return False
    return squares > 0


hands = {2: {}, 3: {}, 4: {}}
for number, line in enumerate(open(sys.argv[1]), 1):
    parts = re.fullmatch(r"([234]) ([1-9][0-9]?) ([0-9]{1,4}) ([01]+)\s*", line)
    p, n, found = map(int, parts.groups()[:3]) if parts else (0, 0, 0)
    if not parts or len(parts[4]) != 3**p:
        raise ValueError(f"line {number} is not p, n, the number of sets, and a 0 or 1 for each of the 3^p cards")
    hand, cards = parts[4], [x for x in range(3**p) if parts[4][x] == "1"]
    hands[p][n] = sum(hand[third(x, y, p)] == "1" for x, y in combinations(cards, 2)) // 3
    (len(cards), hands[p][n]) == (n, found) or sys.exit(f"the hand of {n} cards of (3,{p}) is not what its line says")
if not any(hands.values()):
    raise ValueError("the file has no hand")
below = [0, 0, 0, 1]  # (3,1) is one set
for p in 2, 3, 4:
    q, most = 3**p, [hands[p].get(n, 0) for n in range(3**p + 1)]
    # Whichever n cards they are, they and the others hold the same number of sets together.
    least = [q * (q - 1) // 6 - (q - 1) // 2 * n + n * (n - 1) // 2 - most[q - n] for n in range(q + 1)]
    for n in range(q + 1):
        proved(n, least, p, below) or sys.exit(f"not proved: {q - n} cards of (3,{p}) hold at most {most[q - n]} sets")
    print(f"(3,{p}):", *most[1:])
    below = least
