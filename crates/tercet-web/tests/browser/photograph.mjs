// Photographs for tests of the page: drawn with its own cards, and a stand-in for their reader. The
// stand-in knows the picture, so the tests do not depend on how well photographs are read.

/** The cards of the picture, in three rows of four, and how many sets they hold. */
export const CARDS = ['1010', '0000', '1111', '2222', '0120', '2001', '1200', '0012', '2110', '1021', '0202', '2020'];
/** The place whose card the stand-in takes for another one, and that which it cannot read. */
export const DOUBTFUL = 2;
export const UNREAD = 11;

const [COLUMNS, ROWS] = [4, 3];
/** The parts of the picture's width and height that a place and its card take. */
const PLACE = [1 / COLUMNS, 1 / ROWS];
const CARD = [0.8 / COLUMNS, 0.75 / ROWS];

/** The corners of a place, as parts of width and height. */
export function corners(at) {
  const [column, row] = [at % COLUMNS, Math.floor(at / COLUMNS)];
  const [left, top] = [(column + 0.1) * PLACE[0], (row + 0.125) * PLACE[1]];
  return [[left, top], [left + CARD[0], top], [left + CARD[0], top + CARD[1]], [left, top + CARD[1]]];
}

/** What the stand-in says of the picture: one card is doubtful, and one place is not read. */
export function reading(cards = CARDS, { doubtful = DOUBTFUL, unread = UNREAD } = {}) {
  const read = cards.flatMap((card, at) => {
    if (at === unread) return [];
    const other = { card: cards[(at + 1) % cards.length] === '1110' ? '1112' : '1110', confidence: 0.62 };
    const likely = at === doubtful ? [other, { card, confidence: 0.31 }] : [{ card, confidence: 0.999 }];
    const [first, ...alternatives] = likely;
    const doubts = at === doubtful ? ['glare', 'shading'] : [];
    return [{ ...first, alternatives, corners: corners(at), doubts, sure: at !== doubtful, row: Math.floor(at / COLUMNS), column: at % COLUMNS }];
  });
  const others = cards[unread] ? [{ corners: corners(unread), doubt: 'glare' }] : [];
  const isSure = !others.length && !cards[doubtful];
  const confidence = 0.99 * (cards[doubtful] ? 0.62 : 1) * 0.5 ** others.length;
  return { cards: read, unread: others, sure: isSure, confidence, answer: 'doubtful', sets: [], count: '0' };
}

/** Loads the page again, with the stand-in where it has its reader. */
export async function standIn(page, answer = reading()) {
  const body = `
    const PRIVACY = 'The photograph stays on this machine.';
    const answer = ${JSON.stringify(answer)};
    const read = async ({ width, height }) => {
      globalThis.pictures = [...(globalThis.pictures ?? []), [width, height]];
      const placed = (one) => ({ ...one, corners: one.corners.map(([x, y]) => [x * width, y * height]) });
      const [cards, unread] = [answer.cards.map(placed), answer.unread.map(placed)];
      return { ...answer, schema: 'tercet.photo/1', width, height, cards, unread };
    };
  `;
  await page.route('**/js/photo/reader.js', (route) => route.fulfill({ contentType: 'text/javascript', body: `${body}export { PRIVACY, read };` }));
  await page.route('**/js/rest.js', async (route) => {
    const response = await route.fetch();
    const whole = await response.text();
    const instead = (begin) => `${begin}return (() => {${body}return { PRIVACY, read };})();`;
    await route.fulfill({ response, body: whole.replace('$photo_reader=(()=>{', instead) });
  });
  await page.reload();
}

/** Draws cards on a table, as the bytes of a file. */
export async function drawing(page, { width = 1600, height = 840, type = 'image/png', cards = CARDS } = {}) {
  const places = cards.map((card, at) => [card, corners(at)]);
  const bytes = await page.evaluate(async ([places, width, height, type]) => {
    const { ask } = await globalThis.part('core/engine.js');
    const asked = { ask: 'pictures', deck: { values: 3, properties: 4 }, cards: places.map(([card]) => card), letters: false };
    const answer = await ask(asked);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d');
    context.fillStyle = '#4a3426';
    context.fillRect(0, 0, width, height);
    for (const [i, [, corners]] of places.entries()) {
      const image = new Image();
      const svg = answer.cards[i].svg.replace('<svg ', '<svg width="600" height="420" ');
      image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      await image.decode();
      const [[left, top], , [right, bottom]] = corners;
      context.drawImage(image, left * width, top * height, (right - left) * width, (bottom - top) * height);
    }
    const blob = await new Promise((done) => canvas.toBlob(done, type, 0.9));
    return [...new Uint8Array(await blob.arrayBuffer())];
  }, [places, width, height, type]);
  return Buffer.from(bytes);
}

/** Chooses a file on the page. */
export async function choose(page, buffer, { name = 'table.png', mimeType = 'image/png' } = {}) {
  await page.getByLabel('Choose a photograph').setInputFiles({ name, mimeType, buffer });
}

/** Comes to the page of photographs with the stand-in, and chooses a drawing. */
export async function chosen(page, answer) {
  await standIn(page, answer);
  await page.evaluate(() => (location.hash = '#photo'));
  await choose(page, await drawing(page));
  await page.getByRole('heading', { name: /^\d+ cards/ }).waitFor();
  await page.getByRole('status').getByText(/\bsets?\b/).waitFor();
}

/**
 * Has the camera show drawings of these cards in turn, a picture each time that the page takes one. `globalThis.seen`
 * is how many cards and how many rings about cards of a set the page drew after each.
 */
export async function film(page, boards, size = { width: 1280, height: 720 }) {
  const drawings = [];
  for (const cards of boards) drawings.push([...(await drawing(page, { ...size, cards }))]);
  await page.evaluate(async (drawings) => {
    const pictures = await Promise.all(drawings.map((bytes) => createImageBitmap(new Blob([new Uint8Array(bytes)]))));
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    let next = 0;
    CanvasRenderingContext2D.prototype.drawImage = function (source, ...place) {
      draw.call(this, source instanceof HTMLVideoElement ? pictures[next++ % pictures.length] : source, ...place);
    };
    globalThis.seen = [];
    const count = (what) => document.querySelectorAll(`.overlay ${what}`).length;
    const look = () => globalThis.seen.push([count('polygon:not(.ring)'), count('.ring')]);
    const isDrawn = ({ target, addedNodes }) => target.matches('.overlay') && addedNodes.length;
    new MutationObserver((changes) => changes.some(isDrawn) && look()).observe(document.body, { childList: true, subtree: true });
  }, drawings);
}
