"""Writes the question for a set on a board as a CNF, from the rule alone: python3 encode.py BOARD > FILE

The file is byte for byte that of `tercet export --to dimacs`; its comments say what it means. "At most one"
forbids each pair in a block of 32 literals; a full block carries one over to the next: one of its literals."""

import os
import sys

from check import read_board  # and nothing else: how a board is written is not the rule

# Whatever fails, it is one line, and the status 2.
sys.excepthook = lambda kind, error, trace: os._exit(print(f"encode.py: {error}", file=sys.stderr) or 2)
SAYS = """1. In every property exactly one of the choices holds.
2. "All different" holds in at least one property.
3. Where it holds, no two chosen cards show the same value,
4. and every value is shown by a chosen card.
5. A chosen card that shows x has "all different" or "all equal to x".""".splitlines()
if len(sys.argv) != 2:
    raise ValueError("usage: python3 encode.py BOARD")
v, cards, _ = read_board(sys.argv[1])
p, meanings = len(cards[0]), []
codes = ("123", "RGP", "sho", "ODS") if (v, p) == (3, 4) else ["0123456789abcdefghijklmnopqrstuvwxyz"] * p
one, some, once, shown, fits = parts = [], [], [], [], []
variable = lambda meaning: meanings.append(meaning) or len(meanings)


def add(literal, block, carried, clauses, *unless):
    """Adds a literal to those of which at most one holds; `unless` are literals under which any may."""
    clauses += [[*unless, -literal, -other] for other in block + carried]
    block.append(literal)
    if len(block) == 32:
        full = variable("an earlier one of several variables holds, of which at most one may")
        clauses += [[-other, full] for other in block + carried]
        block[:], carried[:] = [], [full]


choices, showing = [], [([], []) for q in range(v * p)]
for i in range(p):
    different = variable(f"property {i + 1}: all different")
    choices.append([variable(f"property {i + 1}: all equal to {x}") for x in range(v)] + [different])
    room = [], []
    for choice in choices[i]:
        add(choice, *room, one)
    one.append(choices[i])
    shown += [[-different] for x in range(v)]
some.append([choice[v] for choice in choices])
for n, card in enumerate(cards, 1):
    word = "".join(code[x] for code, x in zip(codes, card)) if v <= 36 else "deck"
    name = ",".join(map(str, card)) if word in ("deck", "board") else word
    chosen = variable(f"card {n} ({name}) is chosen")
    for i, x in enumerate(card):
        shown[i * v + x].append(chosen)
        fits.append([-chosen, choices[i][v], choices[i][x]])
        add(chosen, *showing[i * v + x], once, -choices[i][v])
print(f"c dimacs, by tercet export: {len(cards)} card{'s' * (len(cards) > 1)} of ({v},{p})")
print("c The chosen cards of a solution are a set, and each set is a solution.")
print(*(f"c x {n} = {meaning}" for n, meaning in enumerate(meanings, 1)), sep="\n")
print("p cnf", len(meanings), sum(map(len, parts)))
for says, clauses in zip(SAYS, parts):
    if clauses:
        print(f"c {says}", *(" ".join(map(str, [*clause, 0])) for clause in clauses), sep="\n", flush=True)
