"""Checks a proof that a board of the generalised game of SET has no set: python3 check.py BOARD PROOF

The exit status is 0 if it proves that, 1 if it does not, and 2 if a file cannot be read or this program fails.
README.md says what a proof is, and why it holds. Sets of cards are integers here: card n is the bit 1 << n."""

import re
import sys
import zlib
from itertools import islice

# A varint other than 0; and a file: first the deck, size and digest of the board, then the steps.
VARINT = rb"(?:[\x01-\x7f]|[\x80-\xff]{1,3}[\x01-\x7f]|[\x80-\xff]{4}[\x01-\x0f])"
PROOF = rb"tercet-proof 2\n((?!\x01)N[\0-\x0c](?:N|\0).{4})(N*+)\0.{4}".replace(b"N", VARINT)
varint = lambda x: bytes([x]) if x < 128 else bytes([x & 127 | 128]) + varint(x >> 7)
number = lambda step: sum((x & 127) << 7 * i for i, x in enumerate(step))


def read_board(name):
    text = re.sub("#[^\0\n]*", "", open(name, "rb").read().decode("ascii")).lstrip()
    (v, p), words, (line, _, rest) = (3, None), text.split(), text.partition("\n")
    if words[:1] == ["deck"]:
        (v, p), words = map(int, line.split()[1:]), rest.split()
    cards = [tuple(map(int, w.split(",")) if v > 36 or "," in w else (int(x, 36) for x in w)) for w in words]
    widths, values = {len(card) for card in cards}, [x for card in cards for x in card]
    one_deck = len(widths) == 1 and p in {None, *widths} and max(values) < v <= 256
    if not one_deck or len(set(cards)) < len(cards) or re.search(r"[^0-9a-z,\s]", text, re.ASCII):
        raise ValueError("the board is not different cards of one deck")
    head = b"".join(map(varint, (v, len(cards[0]), len(cards))))
    return v, cards, head + zlib.crc32(b"".join(map(varint, values))).to_bytes(4, "little")


def groups(v, cards, members, free, first):
    """For each group: those that show each item, and for each card those that are no rivals of it, with it."""
    # No later group in this one agrees in a property before the first, so each has to show all its values.
    if len(members) < v or not free or any(len({cards[n][i] for n in members}) < v for i in free if i < first):
        return
    showing = {i * v + x: sum(1 << n for n in members if cards[n][i] == x) for i in free for x in range(v)}
    if all(showing.values()):
        rivals = lambda n, m: n != m and any(cards[n][i] == cards[m][i] for i in free)
        yield showing, {1 << n: sum(1 << m for m in members if not rivals(n, m)) for n in members}
    for i in range(first, len(cards[0])):
        for x in range(v):
            yield from groups(v, cards, [n for n in members if cards[n][i] == x], [j for j in free if j != i], i + 1)


def weighed(steps, showing, keep, candidates):
    """The candidates that weigh no less than all items together; None if these are no weights that say so."""
    modulus, count = number(next(steps, b"")) - 1, number(next(steps, b""))
    pairs = zip(*[map(number, islice(steps, 2 * count))] * 2)
    weights = [(showing[q - 1], w >> 1 if w & 1 else -w >> 1) for q, w in pairs if q - 1 in showing]
    sums = {card: sum(w for shows, w in weights if shows & card) for card in keep if card & candidates}
    total, wrong = sum(w for _, w in weights), lambda own: own % modulus if modulus else own > 0
    if len(weights) == max(count, 1) and not any(map(wrong, sums.values())):
        return sum(card for card in sums if not (wrong(total) if modulus else sums[card] < total))


def proves(steps, v, cards):
    walk, pile, steps = groups(v, cards, range(len(cards)), range(len(cards[0])), 0), [], iter(steps)
    for step in steps:
        if not pile:
            showing, keep = next(walk, ({}, {}))
            moves = {varint(s + 2 * q): (s == 2, showing[q]) for q in showing for s in (2, 3)}
            pile = [sum(keep)]
        if step == b"\1" and (left := weighed(steps, showing, keep, pile.pop())) is not None:
            pile.append(left)
            continue
        if step not in moves:
            return False
        (narrow, shows), candidates, place, kept = moves[step], pile.pop(), len(pile), 0
        wanted = candidates & shows
        while card := wanted & -wanted:
            wanted, kept = wanted ^ card, kept | keep[card]
            if not narrow:
                pile.insert(place, candidates & keep[card])
        pile += [candidates & kept] if narrow else []
    return not pile and next(walk, None) is None


if __name__ == "__main__":
    try:
        if len(sys.argv) != 3:
            raise ValueError("usage: python3 check.py BOARD PROOF")
        board, proof = sys.argv[1:]
        (v, cards, head), data = read_board(board), open(proof, "rb").read()
        if v < 2 or len(cards[0]) > 12:
            raise ValueError("there are no proofs for boards with v < 2 or p > 12")
        parts = re.fullmatch(PROOF, data, re.DOTALL)
        if not parts or zlib.crc32(data[:-4]).to_bytes(4, "little") != data[-4:]:
            raise ValueError("the proof is damaged, or not one")
        status = 0 if parts[1] == head and proves(re.findall(rb"[\x80-\xff]*[\0-\x7f]", parts[2]), v, cards) else 1
        print(("proved: the board has no set", "not proved: this is not a proof for this board")[status], flush=True)
    except BaseException as error:
        status = 2
        print(f"check.py: {error}", file=sys.stderr, flush=True)
    finally:  # Even if that line cannot be written. What is left of it is dropped, lest Python tries again.
        sys.stdout = sys.stderr = None
        sys.exit(status)
