"""Solves an exact cover problem with colours on standard input, and prints all solutions in the
form of Knuth's dlx2, each under its number; with the argument t1 only the first.

This is the definition and a plain backtracking search: the item with the fewest options left is
covered in every possible way.
"""

import sys


def read(lines):
    lines = [line for line in lines if line.strip() and not line.lstrip().startswith("|")]
    primary, _, secondary = lines[0].partition("|")
    primary, secondary = primary.split(), secondary.split()
    items = set(primary) | set(secondary)
    assert len(items) == len(primary) + len(secondary), "an item occurs twice"
    assert all(len(item) <= 8 and ":" not in item for item in items), "a name is too long"
    options = []
    for line in lines[1:]:
        words = [word.partition(":") for word in line.split()]
        option = {item: colour for item, _, colour in words}
        assert len(option) == len(words) and set(option) <= items, line
        assert any(item in primary for item in option), line
        for item, colon, colour in words:
            # Only secondary items have colours, of one letter.
            assert not colon or (item in secondary and len(colour) == 1), line
        options.append((line.split(), option))
    return primary, options


def agree(a, b):
    """Whether two options can be chosen together: they share no item but of the same colour."""
    return all(colour and b[item] == colour for item, colour in a.items() if item in b)


def solutions(uncovered, options):
    if not uncovered:
        yield []
        return
    covering = {item: [] for item in uncovered}
    for option in options:
        for item in option[1]:
            if item in covering:
                covering[item].append(option)
    item = min(uncovered, key=lambda item: len(covering[item]))
    for k, (words, option) in enumerate(covering[item]):
        rest = [other for other in options if agree(option, other[1])]
        line = f" {' '.join(words)} ({k + 1} of {len(covering[item])})"
        for others in solutions([item for item in uncovered if item not in option], rest):
            yield [line, *others]


count = 0
for solution in solutions(*read(sys.stdin.readlines())):
    count += 1
    print(f"{count}:", *solution, sep="\n")
    if "t1" in sys.argv:
        break
print(f"Altogether {count} solution{'s' * (count != 1)}.", file=sys.stderr)
