// Playing at the table of the page, with each of three devices.

/** The claim that there is no set, or no further one. */
const NONE = /^No (further )?set/;

/** The cards on the board, in layout order. */
export async function cards(page) {
  return page.locator('.board .card').evaluateAll((buttons) => buttons.map((button) => button.dataset.card));
}

/** Waits until the board shows cards that can be chosen. */
export async function ready(page) {
  await page.locator('.board .card[aria-pressed]').first().waitFor();
}

/** Each device chooses cards and claims that there is no set. */
export const DEVICES = {
  mouse: {
    options: {},
    choose: async (page, set) => {
      for (const card of set) await page.locator(`.board [data-card="${card}"]`).click();
    },
    none: (page) => page.getByRole('button', { name: NONE }).click(),
  },
  touch: {
    options: { hasTouch: true, isMobile: true, width: 390, height: 800 },
    choose: async (page, set) => {
      for (const card of set) await page.locator(`.board [data-card="${card}"]`).tap();
    },
    none: (page) => page.getByRole('button', { name: NONE }).tap(),
  },
  keyboard: {
    options: {},
    choose: async (page, set) => {
      for (const [i, card] of set.entries()) await press(page, card, i % 2 === 0);
    },
    none: (page) => page.keyboard.press('0'),
  },
};

const focused = (page) => page.evaluate(() => /** @type {any} */ (document.activeElement).dataset.card ?? null);

/** Presses a card by its own key, if it has one and that is wanted; else the arrows go there. */
async function press(page, card, byKey) {
  const key = await page.locator(`.board [data-card="${card}"]`).getAttribute('data-key');
  if (byKey && key) return page.keyboard.press(key);
  for (let i = 0; (await focused(page)) === null; i++) {
    if (i === 60) throw new Error('Tab does not reach the board');
    await page.keyboard.press('Tab');
  }
  const all = await cards(page);
  const [from, to] = [all.indexOf(await focused(page)), all.indexOf(card)];
  const flow = await page.locator('.board').evaluate((board) => getComputedStyle(board).gridAutoFlow);
  const [back, on] = flow === 'column' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const arrow = to > from ? on : back;
  for (let i = 0; i < Math.abs(to - from); i++) await page.keyboard.press(arrow);
  if ((await focused(page)) !== card) throw new Error(`the arrows do not reach ${card}`);
  await page.keyboard.press('Space');
}

/** What is shown of a game that is over. */
export const result = (page) => page.getByRole('region', { name: 'Result' });

/** Opens the lines of a record in Replay. */
export async function watch(page, lines) {
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.getByLabel('A file').setInputFiles({ name: 'game.log', mimeType: 'text/plain', buffer });
}

/** Whether no further move can be made; the result may follow a moment later. */
export const isOver = async (page) => (await page.locator('.moves > .row[hidden]').count()) > 0;

/** Plays until the game is over, or until so many sets are taken; returns the sets. */
export async function play(visitor, page, deck, device, most = Infinity) {
  await ready(page);
  const taken = [];
  while (taken.length < most && !(await isOver(page))) {
    const before = await cards(page);
    const { sets } = await visitor.ask(page, { ask: 'find', board: { deck, cards: before } });
    if (sets?.length) {
      await device.choose(page, sets[0]);
      taken.push(sets[0]);
    } else {
      await device.none(page);
    }
    const was = before.join(' ');
    const isNext = (text) => {
      const shown = [...document.querySelectorAll('.board .card')].map((button) => button.dataset.card);
      return shown.join(' ') !== text || document.querySelector('[aria-label="Result"]');
    };
    await page.waitForFunction(isNext, was);
  }
  if (taken.length < most) await result(page).waitFor();
  return taken;
}
