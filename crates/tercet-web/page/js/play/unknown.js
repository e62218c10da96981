/**
 * A part of a layout without a known set, but with an unknown one: hints are about it, as the engine
 * may show any set of a board.
 *
 * A card of each known set is removed such that an unknown set stays. There is such a card, since no
 * other set contains the known one whole. Sets are only counted, so nothing else is learnt of them.
 *
 * @param {string[]} cards of the layout, with at least one unknown set
 * @param {string[][]} known sets of the layout
 * @param {(cards: string[]) => Promise<bigint>} count how many sets cards hold
 * @returns {Promise<string[]>}
 */
export async function unknownPart(cards, known, count) {
  let part = cards;
  const knownIn = (/** @type {string[]} */ some) => known.filter((set) => set.every((card) => some.includes(card)));
  for (let [set] = knownIn(part); set; [set] = knownIn(part)) {
    const before = part;
    for (const card of set) {
      const rest = part.filter((other) => other !== card);
      if ((await count(rest)) <= knownIn(rest).length) continue;
      part = rest;
      break;
    }
    if (part === before) throw new Error('every set is known');
  }
  return part;
}
