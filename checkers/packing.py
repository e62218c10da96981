"""Checks that the packings in answers of `tercet pack --format json` are the largest: python3 packing.py FILE

The file has one answer or more. The exit status is 0 if each is proved, 1 if one is not, and 2 if the file cannot be
read or this program fails. README.md says how an answer is written, what the weights mean, and why they prove it."""

import json
import re
import sys


# The fields of an answer that are read, but for its proof and the name of its board; and the weights of a proof.
ANSWER = {"deck": {"values": int, "properties": int}, "size": int, "sets": [[str]], "positions": [[int]]}
ANSWER |= {"count": str, "bound": int, "proved": bool}
WEIGHTS = {"board": [str], "parts": [[{"of": [int], "least": int}]]}


def need(holds, why):
    if not holds:
        raise ValueError(why)


def fits(it, shape):
    """Whether a value has this shape: a type, a list of values of a shape, or fields with their shapes."""
    if isinstance(shape, dict):
        return type(it) is dict and it.keys() == shape.keys() and all(fits(it[name], shape[name]) for name in it)
    if isinstance(shape, list):
        return type(it) is list and all(fits(each, shape[0]) for each in it)
    return type(it) is shape and (shape is not int or 0 <= it < 2**64)


def number(text):
    x = float(text)
    need(x - x == 0, f"{text} is too large")
    return int(x) if x.is_integer() and abs(x) < 2**53 else x


def levels(it):
    parts = it.values() if type(it) is dict else it if type(it) is list else ()
    return 1 + max(map(levels, parts), default=0)


# What is read as JSON: each field stands once, and 4.0 and 4e0 are 4.
FIELDS = lambda pairs: need(len(dict(pairs)) == len(pairs), "a field is given twice") or dict(pairs)
WORDS = {"object_pairs_hook": FIELDS, "parse_constant": lambda name: need(False, f"{name} is not JSON")}
JSON = json.JSONDecoder(**WORDS, parse_float=number, parse_int=lambda text: number(text) and int(text))


def check(answer):
    """Refuses what is not written as Tercet writes an answer."""
    need(type(answer) is dict, "an answer is an object")
    need(levels(answer) <= 100, "it has more than 100 levels")
    need(not re.search("[\ud800-\udfff]", json.dumps(answer, ensure_ascii=False)), "it has text that is not Unicode")
    schema, board, proof = answer.get("schema", "tercet.pack/1"), answer.get("board"), answer.get("proof")
    need(schema == "tercet.pack/1", f"the schema is {schema}")
    for name, shape in ANSWER.items():
        need(fits(answer.get(name), shape), f"the field '{name}' is not what Tercet writes")
    need(board is None or type(board) is str, "the name of the board is not a text")
    need(fits(proof, {"weights": WEIGHTS}) or proof in (None, "cards", "search"), "there is no such proof")
    v, p = answer["deck"]["values"], answer["deck"]["properties"]
    need(0 < v <= 256 and 0 < p <= 128 // max((v - 1).bit_length(), 1), "there is no such deck")
    need(re.fullmatch("0|[1-9][0-9]*", answer["count"]), "the count is not a whole number")


def read(text):
    """The answers that a text has, one after the other, each with its line."""
    at, blank = 0, re.compile("[ \t\n\f\r]*")
    while (begin := blank.match(text, at).end()) < len(text):
        line = 1 + text.count("\n", 0, begin)
        try:
            answer, at = JSON.raw_decode(text, begin)
            check(answer)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {line}: {getattr(error, 'msg', error)}") from error
        yield line, answer


def read_card(text, v, p):
    if (v, p) == (3, 4) and text[1:2] in {*"RGP"}:
        return tuple(code.index(x) for code, x in zip(("123", "RGP", "sho", "ODS"), text, strict=True))
    parts, base = (text, 36) if "," not in text and v <= 36 else (text.split(","), 10)
    # Python's int takes more than digits: signs, blanks, underscores and other scripts.
    card = tuple(int(x, base) if x.isascii() and x.isalnum() else v for x in parts)
    if len(card) != p or not all(0 <= x < v for x in card):
        raise ValueError(f"{text} is not a card of ({v},{p})")
    return card


def may_be_set(cards):
    return all(len({*values}) in (1, len(cards)) for values in zip(*cards))


def sets_of(board, v, chosen=()):
    """The sets of a board as tuples of ascending positions, by the definition."""
    if len(chosen) == v:
        return (yield chosen)
    for n in range(chosen[-1] + 1 if chosen else 0, len(board)):
        if may_be_set([board[m] for m in (*chosen, n)]):
            yield from sets_of(board, v, (*chosen, n))


def refutes(goal, capacities, choices, sets, weights, left, n):
    """Whether no `goal` disjoint sets keep to the capacities; a set is a tuple of its rows, the cards first."""
    left[0] -= 1
    if goal == 0 or left[0] < 0:
        return False
    if any(sum(w * c for w, c in zip(of, capacities)) < least * goal for of, least in weights):
        return True
    again = lambda goal, capacities, later: refutes(goal, capacities, later, sets, weights, left, n)
    put = lambda first, some: capacities[:first] + some + capacities[first + len(some):]
    if choices:
        return all(again(goal, put(choices[0][0], choice), choices[1:]) for choice in choices[0][1])
    sets = [rows for rows in sets if all(capacities[row] for row in rows)]
    containing = [(card, [rows for rows in sets if card in rows]) for card in range(n)]
    card, some = min(((card, some) for card, some in containing if some), key=lambda x: len(x[1]), default=(0, []))
    less = lambda rows: [c - (row in rows) for row, c in enumerate(capacities)]
    return not some or all(again(goal - 1, less(rows), []) for rows in some) and again(goal, put(card, [0]), [])


def prove(board, v, p, packing, parts):
    """Whether no packing has more sets than this one."""
    rest, parts, n = [*sets_of(board, v)], [*parts], len(board)
    while rest and parts:
        # The sets that can be reached from the first one over shared cards.
        cards, sets, weights = {*rest[0]}, [], [(w["of"], w["least"]) for w in parts.pop(0)]
        while near := [s for s in rest if cards & {*s}]:
            cards, sets, rest = cards.union(*near), sets + near, [s for s in rest if not cards & {*s}]
        goal, choices = 1 + sum(s in sets for s in packing), []
        for i in range(p):
            counts = [sum(board[card][i] == x for card in cards) for x in range(v)]
            each = [[d, *((count - d) // v for count in counts)] for d in range(min(goal, *counts) + 1)]
            choices.append((n + i * (v + 1), [choice for choice in each if sum(choice) >= goal]))
        if not all(possible for _, possible in choices):
            continue
        kind = lambda s, i: 0 if board[s[0]][i] != board[s[1]][i] else 1 + board[s[0]][i]
        rows = [s + tuple(n + i * (v + 1) + kind(s, i) for i in range(p)) for s in sets]
        capacities = [int(card in cards) for card in range(n)]
        capacities += [max(kinds) for _, possible in choices for kinds in zip(*possible)]
        heavy = lambda of, least: len(of) == len(capacities) and all(sum(of[r] for r in s) >= least for s in rows)
        if not all(heavy(of, least) for of, least in weights):
            return False
        if not refutes(goal, capacities, sorted(choices, key=lambda x: len(x[1])), rows, weights, [1000], n):
            return False
    return not rest and not parts


def is_proved(answer):
    v, p, size, at = answer["deck"]["values"], answer["deck"]["properties"], answer["size"], answer["positions"]
    proof, places = answer.get("proof"), sum(at, [])
    weights = proof["weights"] if isinstance(proof, dict) else {"board": [], "parts": []}
    try:
        *packing, board = [[read_card(c, v, p) for c in texts] for texts in (*answer["sets"], weights["board"])]
    except ValueError:
        return False
    count, cards = len(packing), sum(packing, [])
    are_sets = all(len(s) == v and may_be_set(s) for s in packing) and [*map(len, at)] == [v] * count
    are_disjoint = len({*cards}) == len(cards) == len({*places}) and all(n < size for n in places)
    says = answer["proved"] and (answer["bound"], answer["count"]) == (count, str(count))
    if not (are_sets and are_disjoint and says) or not isinstance(proof, dict):
        return are_sets and are_disjoint and says and proof == "cards" and count == size // v
    fits = v > 2 and size == len(board) == len({*board}) and [board[n] for n in places] == cards
    return fits and prove(board, v, p, [*map(tuple, at)], weights["parts"])


if __name__ == "__main__":
    try:
        need(len(sys.argv) == 2, "usage: python3 packing.py FILE")
        sys.setrecursionlimit(10000)
        answers = [*read(open(sys.argv[1], encoding="utf-8-sig").read())]
        need(answers, "the file has no answer")
        wrong = [line for line, answer in answers if not is_proved(answer)]
        print(f"line {wrong[0]}: not proved" if wrong else f"packings proved to be the largest: {len(answers)}")
        sys.exit(1 if wrong else 0)
    except Exception as error:
        sys.exit(print(f"packing.py: {error}", file=sys.stderr) or 2)
