// Pictures of cards as pixels, for the engine of photographs.

const TABLE = [74, 52, 38];
const PAPER = [250, 250, 247];
const INKS = { 0: [222, 60, 30], 1: [20, 130, 70], 2: [90, 40, 140] };

/** Whether a point is in a symbol about the origin, which is 2 high and 1 wide. */
const SHAPES = {
  0: (x, y) => Math.hypot(x, Math.max(0, Math.abs(y) - 0.5)) <= 0.5,
  1: (x, y) => 2 * Math.abs(x) + Math.abs(y) <= 1,
};

/**
 * A picture of cards in a row, as the page gives it: solid or open ovals and diamonds.
 * @param {string[]} cards
 */
export function picture(cards, width = 1600, height = 600) {
  const data = new Uint8ClampedArray(4 * width * height);
  const place = width / cards.length;
  const [across, down] = [0.84 * place, 0.58 * place];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = Math.floor(x / place);
      const [right, below] = [x - (at + 0.5) * place, y - height / 2];
      const isCard = Math.abs(right) < across / 2 && Math.abs(below) < down / 2;
      data.set([...(isCard ? colour(cards[at], right / down, below / down) : TABLE), 255], 4 * (y * width + x));
    }
  }
  return { width, height, data };
}

/** What a card shows at a point, in units of its height. */
function colour(card, right, below) {
  const [count, ink, shading, shape] = [...card].map(Number);
  const inside = (scale) =>
    Array.from({ length: count + 1 }, (_, i) => right - 0.44 * (i - count / 2)).some((x) => SHAPES[shape](x / scale, below / scale));
  return inside(0.35) && !(shading === 2 && inside(0.31)) ? INKS[ink] : PAPER;
}
