/**
 * The cards that keep a property of v cards from being all the same or all different, after the
 * fewest changes: those without the commonest value, or those whose value is repeated.
 * @param {{ verdict: string, values: { positions: number[] }[] }} property as the engine explains it
 * @param {string[]} cards
 * @returns {string[]}
 */
export function offending({ verdict, values }, cards) {
  if (verdict !== 'mixed') return [];
  const groups = values.map(({ positions }) => positions).sort((a, b) => b.length - a.length);
  const others = groups.slice(1).flat();
  // To be all different takes as many changes as there are values that no card shows.
  const isNearSame = others.length <= cards.length - groups.length;
  const odd = isNearSame ? others : groups.filter((group) => group.length > 1).flat();
  return odd.sort((a, b) => a - b).map((position) => cards[position]);
}
