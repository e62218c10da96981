"""Checks a proof that a board of the generalised game of SET has no set: python3 check.py BOARD PROOF

The exit status is 0 if it proves that, 1 if it does not, and 2 if a file cannot be read. README.md says
what a proof is, and why it holds. Sets of cards are integers here: card n of the board is the bit 1 << n."""

import re
import sys
import zlib

# A varint other than 0; and a file: first the deck, size and digest of the board, then the steps.
VARINT = rb"(?:[\x01-\x7f]|[\x80-\xff]{1,3}[\x01-\x7f]|[\x80-\xff]{4}[\x01-\x0f])"
PROOF = rb"tercet-proof 1\n((?!\x01)N[\0-\x0c](?:N|\0).{4})(N*+)\0.{4}".replace(b"N", VARINT)


def read_board(data):
    text = re.sub("#[^\n]*", "", data.decode("utf-8-sig"))
    (v, p), words = (3, None), text.split()
    if words[:1] == ["deck"]:
        (v, p), words = map(int, words[1:3]), words[3:]
    cards = [tuple(map(int, w.split(",")) if v > 36 or "," in w else (int(x, 36) for x in w)) for w in words]
    widths, values = {len(card) for card in cards}, [x for card in cards for x in card]
    one_deck = len(widths) == 1 and p in {None, *widths} and max(values) < v
    if not one_deck or len(set(cards)) < len(cards) or re.search(r"[^0-9a-z,\s]", text):
        raise ValueError("the board is not different cards of one deck")
    head = b"".join(map(varint, (v, len(cards[0]), len(cards))))
    return v, cards, head + zlib.crc32(b"".join(map(varint, values))).to_bytes(4, "little")


def varint(x):
    return bytes([x]) if x < 128 else bytes([x & 127 | 128]) + varint(x >> 7)


def groups(v, cards, members, free, first):
    """For each group: those that show each item, and for each card those that are no rivals of it, with it."""
    if len(members) < v or not free:
        return
    showing = {i * v + x: sum(1 << n for n in members if cards[n][i] == x) for i in free for x in range(v)}
    if all(showing.values()):
        rivals = lambda n, m: n != m and any(cards[n][i] == cards[m][i] for i in free)
        yield showing, {1 << n: sum(1 << m for m in members if not rivals(n, m)) for n in members}
    for i in range(first, len(cards[0])):
        for x in range(v):
            part = [n for n in members if cards[n][i] == x]
            yield from groups(v, cards, part, [j for j in free if j != i], i + 1)


def proves(steps, v, cards):
    walk, pile = groups(v, cards, range(len(cards)), range(len(cards[0])), 0), []
    for step in steps:
        if not pile:
            showing, keep = next(walk, ({}, {}))
            moves = {varint(s + 2 * q): (s == 1, showing[q]) for q in showing for s in (1, 2)}
            pile = [sum(keep)]
        if step not in moves:
            return False
        (narrow, shows), candidates, place, kept = moves[step], pile.pop(), len(pile), 0
        wanted = candidates & shows
        while wanted:
            card = wanted & -wanted
            wanted ^= card
            kept |= keep[card]
            if not narrow:
                pile.insert(place, candidates & keep[card])
        pile += [candidates & kept] if narrow else []
    return not pile and next(walk, None) is None


if __name__ == "__main__":
    try:
        board, proof = (open(name, "rb").read() for name in sys.argv[1:])
        v, cards, head = read_board(board)
        parts = re.fullmatch(PROOF, proof, re.DOTALL)
        if not parts or zlib.crc32(proof[:-4]).to_bytes(4, "little") != proof[-4:]:
            raise ValueError("the proof is damaged, or not one")
    except Exception as error:
        sys.exit(print(f"check.py BOARD PROOF: {error}") or 2)
    proved = parts[1] == head and proves(re.findall(rb"[\x80-\xff]*[\0-\x7f]", parts[2]), v, cards)
    print("proved: the board has no set" if proved else "not proved: this is not a proof for this board")
    sys.exit(0 if proved else 1)
