// A part of a layout in which no known set is left, but an unknown one is, for hints on layouts.
//
// The engine's hint shows some set of a board, which may be one that was found. So a card of each
// known set is removed, and only such that an unknown set stays: there is one, because another set
// does not contain the known set whole. Sets are counted, so that nothing is learnt of the unknown
// ones but that they are there.

/**
 * @param {string[]} cards of the layout, which hold a set that is not known
 * @param {string[][]} known sets of the layout
 * @param {(cards: string[]) => Promise<bigint>} count how many sets some cards hold
 * @returns {Promise<string[]>}
 */
export async function unknownPart(cards, known, count) {
  let part = cards;
  for (const set of known) {
    if (!isIn(set, part)) continue;
    for (const card of set) {
      const rest = part.filter((other) => other !== card);
      const knownLeft = known.filter((other) => isIn(other, rest)).length;
      if ((await count(rest)) > BigInt(knownLeft)) {
        part = rest;
        break;
      }
    }
  }
  return part;
}

/** @param {string[]} set @param {string[]} cards */
function isIn(set, cards) {
  return set.every((card) => cards.includes(card));
}
