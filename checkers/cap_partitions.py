"""Finds all partitions of the 81 points of AG(4,3) into four caps of 20 points and a point: python3 cap_partitions.py

A cap of 20 points is the largest, and its images under the affine maps are all that there are (tercet caps sizes:
682344 caps, one class). So each partition is an image of one that contains a certain cap of 20 points."""

import sys
from itertools import product

if len(sys.argv) != 1:
    sys.exit(print("cap_partitions.py: usage: python3 cap_partitions.py", file=sys.stderr) or 2)
points = list(product(range(3), repeat=4))
number = {point: i for i, point in enumerate(points)}
plus = [[number[tuple((x + y) % 3 for x, y in zip(a, b, strict=True))] for b in points] for a in points]
third = [[plus[plus[i][i]][plus[j][j]] for j in range(81)] for i in range(81)]


def images(start, maps, of):
    """All images of something under the group that these maps generate."""
    found, new = {start}, [start]
    while new:
        some = new.pop()
        fresh = {of(image, some) for image in maps} - found
        found |= fresh
        new += fresh
    return found


def move(image, numbers):
    return tuple(sorted(image[i] for i in numbers))


# These maps generate all linear maps: a cycle of the values, a sum of two of them, and a sign.
cycle = [number[x, y, z, w] for w, x, y, z in points]
shear = [number[(w + x) % 3, x, y, z] for w, x, y, z in points]
sign = [number[-w % 3, x, y, z] for w, x, y, z in points]
linear = [cycle, shear, sign]
quadric = tuple(i for i, (w, x, y, z) in enumerate(points) if i and (w * w + x * x + y * z) % 3 == 0)
assert not any(third[a][b] in quadric for a in quadric for b in quadric if a != b), "no three points are on a line"
central = sorted(images(quadric, linear, move))
caps = {sum(1 << plus[shift][i] for i in cap): (cap, shift) for cap in central for shift in range(81)}
print("caps of 20 points:", len(caps))

first = sum(1 << i for i in quadric)
disjoint = [cap for cap in caps if not cap & first]
print("disjoint from one of them:", len(disjoint))
assert all(caps[cap][1] == 0 for cap in disjoint), "these caps and the one have the same centre, the point zero"

# Three more caps: the first point that is left is in one of them, or left over.
with_first = set()
for a in disjoint:
    for b in (b for b in disjoint if b > a and not a & b):
        for c in (c for c in disjoint if c > b and not c & (a | b)):
            with_first.add(tuple(sorted((first, a, b, c))))
total = len(with_first) * len(caps) // 4
print(f"partitions with one of them: {len(with_first)}, so {total} in all")

# The images of a partition under the linear maps, by the numbers of its caps. Each has 81 translates.
place = {sum(1 << i for i in cap): i for i, cap in enumerate(central)}
moved = [[place[sum(1 << i for i in move(image, cap))] for cap in central] for image in linear]
left, maps = {tuple(sorted(place[cap] for cap in parts)) for parts in with_first}, 81 * 80 * 78 * 72 * 54
while left:
    orbit = images(min(left), moved, move)
    left -= orbit
    total -= 81 * len(orbit)
    print(f"a class of {81 * len(orbit)} partitions, each with {maps // 81 // len(orbit)} symmetries")
assert total == 0, "the classes have all partitions"
