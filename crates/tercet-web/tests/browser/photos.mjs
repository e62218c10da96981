// Photo: a photograph that is chosen, pasted, dropped or taken from a camera, corrected by a person, and
// its sets.

import assert from 'node:assert/strict';
import { CARDS, DOUBTFUL, UNREAD, choose, chosen, corners, drawing, film, reading, standIn } from './photograph.mjs';

/** A service worker would answer before the stand-in. */
const OPTIONS = { serviceWorkers: 'block' };
const verdict = (page, words) => page.getByRole('status').getByText(words).waitFor();
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);
/** The cards on the table as the page lists them, by their words. */
const listed = (page) => page.locator('.spot').allTextContents();

/** The sets of these cards, as the engine knows them. */
async function sets(visitor, page, cards) {
  return (await visitor.ask(page, { ask: 'list', board: { cards } })).sets;
}

/** Where the centre of a place is on the screen. */
async function point(page, at) {
  const box = await page.locator('.photograph canvas').boundingBox();
  const [[left, top], , [right, bottom]] = corners(at);
  return [box.x + (box.width * (left + right)) / 2, box.y + (box.height * (top + bottom)) / 2];
}

/** Comes to the page of photographs in a browser of its own. */
async function arrive(visitor, answer, options = {}) {
  const page = await visitor.open('#statistics', { ...OPTIONS, ...options });
  await standIn(page, answer);
  await page.evaluate(() => (location.hash = '#photo'));
  await page.getByLabel('Choose a photograph').waitFor();
  return page;
}

export const tests = {
  'doubtful cards of a photograph are settled by keyboard, and its board is solved': async (visitor) => {
    const page = await visitor.open('#statistics', OPTIONS);
    await chosen(page);
    await verdict(page, /among the cards as read; 2 cards are doubtful\.$/);
    assert.equal(await focused(page), '11 cards, 2 doubtful');
    const [, , doubtful] = await listed(page);
    assert.match(doubtful, /^Row 1, card 3: .*, doubtful: a reflection hides a part of it, its shading is not clear$/);
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Check the doubtful cards');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Row 1, card 3' }).waitFor();
    assert.match(await focused(page), /62 %$/);
    await page.keyboard.press('Tab');
    assert.match(await focused(page), /31 %$/);
    await page.keyboard.press('Enter');
    // The next doubtful place follows at once.
    await page.getByRole('dialog', { name: 'Unread place 1' }).waitFor();
    await page.getByRole('dialog').locator('[data-card="0000"]').waitFor();
    await page.getByRole('button', { name: 'This is not a card' }).focus();
    await page.keyboard.press('Enter');
    const cards = CARDS.filter((_, at) => at !== UNREAD);
    const found = await sets(visitor, page, cards);
    await verdict(page, 'There is a set.');
    assert.equal(await focused(page), '11 cards');
    await page.getByRole('button', { name: 'All sets' }).click();
    await verdict(page, new RegExp(`^${found.length} sets?\\.$`));
    assert.match((await listed(page)).at(-1), /: no card$/);
    await visitor.follow(page.locator('main').getByRole('link', { name: 'Solve', exact: true }));
    await page.getByRole('heading', { name: '11 cards of (3,4)' }).waitFor();
    assert.deepEqual((await page.getByRole('textbox').inputValue()).split(' '), cards);
    await page.goBack();
    // The corrections are not lost.
    await page.getByRole('heading', { name: '11 cards', exact: true }).waitFor();
  },

  'a card is corrected in the photograph, one is added to it, and one is taken away': async (visitor) => {
    const cards = CARDS.slice(0, 8);
    const page = await visitor.open('#statistics', OPTIONS);
    await chosen(page, reading(cards, {}));
    // The doubtful card is corrected to a card that is not among its likeliest readings.
    await page.mouse.click(...(await point(page, DOUBTFUL)));
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Another card').click();
    await dialog.locator('[data-card="2102"]').click();
    await verdict(page, /among the cards as read; it is not certain|set\.$/);
    // A click outside all outlines adds a missed card.
    await page.mouse.click(...(await point(page, 9)));
    await page.getByRole('dialog', { name: 'A missed card' }).locator('[data-card="0211"]').click();
    await page.getByRole('heading', { name: '9 cards' }).waitFor();
    assert.match((await listed(page)).at(-1), /^Added card 1: /);
    assert.equal(await page.locator('.overlay polygon.known').count(), 9);
    // By keyboard, a card is added without its place.
    await page.getByRole('button', { name: 'Add a missed card' }).press('Enter');
    await dialog.locator('[data-card="0000"]').waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), 'Add a missed card');
    await page.locator('.spot').first().press('Enter');
    await dialog.getByRole('button', { name: 'This is not a card' }).click();
    await page.getByRole('heading', { name: '8 cards' }).waitFor();
    assert.match(await focused(page), /^Row 1, card 1: no card$/);
    assert.equal(await page.locator('.overlay polygon.known').count(), 8);
  },

  'the form is folded when a photograph was read': async (visitor) => {
    const page = await visitor.open('#statistics', { ...OPTIONS, width: 390, height: 664 });
    await chosen(page);
    await verdict(page, /set among|No set/);
    assert.equal(await page.getByText('Choose a photograph').isVisible(), false);
    await page.getByText('A photograph of the table').click();
    await page.getByText('Choose a photograph').waitFor();
  },

  'the sets are drawn over the photograph, and one alone where it is pressed': async (visitor) => {
    const page = await visitor.open('#statistics', OPTIONS);
    const cards = ['0000', '1111', '2222', '0001', '0002'];
    await chosen(page, reading(cards, { doubtful: null, unread: null }));
    await verdict(page, 'There is a set.');
    assert.equal(await page.locator('.overlay .ring').count(), 0);
    assert.equal(await page.locator('.set').count(), 0);
    await page.getByRole('button', { name: 'All sets' }).press('Enter');
    await verdict(page, '2 sets.');
    assert.equal(await page.locator('.overlay .ring').count(), 6);
    await page.locator('.set').last().click();
    assert.equal(await page.locator('.overlay .ring').count(), 3);
    // Sets do not differ by colour alone: each has a number and dashes of its own.
    assert.deepEqual(await page.locator('.badge.number').allTextContents(), ['2', '2', '2']);
    await page.locator('.set').last().click();
    assert.equal(await page.locator('.overlay .ring').count(), 6);
    assert.equal(await page.getByRole('button', { name: 'Hint' }).isVisible(), false);
    const all = page.getByRole('button', { name: 'All sets', pressed: true });
    await all.press('Enter');
    await verdict(page, 'There is a set.');
    assert.equal(await focused(page), 'All sets');
    assert.equal(await page.locator('.overlay .ring').count(), 0);
    assert.equal(await page.locator('.set').isVisible(), false);
  },

  'a hint on a photograph shows one card after the other, and ends with another board': async (visitor) => {
    const page = await visitor.open('#statistics', OPTIONS);
    // The set of the last two and the second card differs in one property, the others in more.
    const cards = ['0120', '0000', '1111', '2222', '0001', '0002'];
    await chosen(page, reading(cards, { doubtful: null, unread: null }));
    await verdict(page, 'There is a set.');
    const { cards: hinted } = await visitor.ask(page, { ask: 'hint', board: { cards }, stage: 3 });
    assert.deepEqual(hinted, ['0000', '0001', '0002']);
    const named = (await visitor.ask(page, { ask: 'pictures', cards: hinted })).cards.map(({ name }) => name);
    const shown = () => page.locator('.thumbs [role=img]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    const hint = page.getByRole('button', { name: 'Hint', exact: true });
    await hint.focus();
    for (const count of [1, 2, 3]) {
      await page.keyboard.press('Enter');
      await page.getByRole('status').locator('[role=img]').nth(count - 1).waitFor();
      await verdict(page, 'There is a set. In it: ');
      assert.deepEqual(await shown(), named.slice(0, count));
      assert.equal(await page.locator('.overlay .ring').count(), count);
      // The button keeps the focus.
      assert.equal(await focused(page), 'Hint');
    }
    await page.locator('.spot').nth(5).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'This is not a card' }).click();
    await page.getByRole('heading', { name: '5 cards' }).waitFor();
    await verdict(page, /^There is a set\.$/);
    assert.deepEqual(await shown(), []);
    assert.equal(await page.locator('.overlay .ring').count(), 0);
    // Without a set there is nothing to show.
    await page.locator('.spot').nth(1).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'This is not a card' }).click();
    await verdict(page, 'No set.');
    for (const name of ['Hint', 'All sets']) assert.equal(await page.getByRole('button', { name }).isVisible(), false);
  },

  'the board of a photograph is played': async (visitor) => {
    const page = await visitor.open('#statistics', OPTIONS);
    const cards = ['0000', '1111', '2222', '0001', '0002'];
    await chosen(page, reading(cards, { doubtful: null, unread: null }));
    await visitor.follow(page.getByRole('link', { name: 'Play this board' }));
    await page.locator('.board [data-card]').nth(4).waitFor();
    const dealt = await page.locator('.board [data-card]').evaluateAll((all) => all.map((one) => one.getAttribute('data-card')));
    assert.deepEqual(dealt.sort(), cards.toSorted());
    await page.goBack();
    await page.getByRole('heading', { name: '5 cards', exact: true }).waitFor();
    await verdict(page, 'There is a set.');
  },

  'that there is no set is only said of a board that a person calls whole': async (visitor) => {
    const page = await visitor.open('#statistics', OPTIONS);
    await chosen(page, { ...reading(['0000', '0001', '0110', '0111'], { doubtful: null, unread: null }), sure: false });
    await verdict(page, 'No set among the cards as read; it is not certain that these are all cards.');
    await page.getByRole('button', { name: 'These are all the cards' }).click();
    await verdict(page, 'No set.');
    assert.equal(await focused(page), '4 cards');
  },

  'a photograph is pasted, and another one dropped': async (visitor) => {
    const page = await arrive(visitor);
    const bytes = [...(await drawing(page))];
    for (const [event, property] of [['paste', 'clipboardData'], ['drop', 'dataTransfer']]) {
      await page.evaluate(([event, property, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'table.png', { type: 'image/png' }));
        const Kind = event === 'paste' ? ClipboardEvent : DragEvent;
        document.querySelector('main h1').dispatchEvent(new Kind(event, { [property]: data, bubbles: true, cancelable: true }));
      }, [event, property, bytes]);
      await page.waitForFunction((count) => globalThis.pictures?.length === count, event === 'paste' ? 1 : 2);
      await page.getByRole('heading', { name: '11 cards, 2 doubtful' }).waitFor();
    }
  },

  'a large photograph is turned upright and made smaller': async (visitor) => {
    const page = await arrive(visitor);
    const jpeg = await drawing(page, { width: 3000, height: 1500, type: 'image/jpeg', cards: [] });
    await choose(page, turned(jpeg), { name: 'table.jpg', mimeType: 'image/jpeg' });
    await page.getByRole('heading', { name: '11 cards, 2 doubtful' }).waitFor();
    assert.deepEqual(await page.evaluate(() => globalThis.pictures), [[1200, 2400]]);
  },

  'what is no picture is refused in words': async (visitor) => {
    const page = await arrive(visitor);
    await choose(page, Buffer.from('2RhO 1GsD'), { name: 'board.txt', mimeType: 'text/plain' });
    await page.getByRole('alert').getByText(/^This browser cannot open the file as a picture\. Save it as JPEG/).waitFor();
  },

  'a camera is watched, frozen, and off when nobody looks': async (visitor) => {
    const page = await arrive(visitor, { ...reading(), sets: [CARDS.slice(3, 6)], answer: 'found', count: '1' }, { permissions: ['camera'] });
    const begin = page.getByRole('button', { name: 'Live camera' });
    const isOn = () => page.evaluate(() => document.querySelector('video').srcObject?.active ?? false);
    await begin.click();
    await page.getByText('11 cards, 1 set.', { exact: true }).first().waitFor();
    assert.equal(await page.locator('.overlay .ring').count(), 0);
    await page.getByLabel('All sets').check();
    await page.locator('.overlay .ring').first().waitFor();
    assert.equal(await page.locator('.overlay .ring').count(), 3);
    assert.equal(await isOn(), true);
    // Five pictures a second are looked at, and fewer on a slow machine.
    const since = performance.now();
    const before = await page.evaluate(() => globalThis.pictures.length);
    await page.waitForFunction((before) => globalThis.pictures.length >= before + 4, before);
    assert.ok(performance.now() - since > 550, 'more than five pictures a second');
    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('heading', { name: '11 cards, 2 doubtful' }).waitFor();
    assert.equal(await isOn(), false);
    await begin.click();
    await page.getByRole('button', { name: 'Freeze' }).waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    assert.equal(await isOn(), false);
    assert.equal(await page.getByRole('button', { name: 'Freeze' }).isVisible(), false);
  },

  'a set flashes when two pictures of the camera agree on it': async (visitor) => {
    const [set, other] = [['0000', '1111', '2222', '0012', '0101'], ['0000', '1111', '2221', '0012', '0101']];
    for (const [pictures, rings] of [[[set], [0, 3, 3]], [[set, other], [0, 0, 0, 0, 0, 0]]]) {
      const page = await visitor.open('#statistics', { permissions: ['camera'] });
      await film(page, pictures);
      await page.evaluate(() => (location.hash = '#photo'));
      await page.getByRole('button', { name: 'Live camera' }).waitFor();
      // It can be seen only after the first picture.
      await page.getByLabel('All sets').evaluate((box) => box.click());
      await page.getByRole('button', { name: 'Live camera' }).click();
      await page.waitForFunction((count) => globalThis.seen.length >= count, rings.length);
      const seen = await page.evaluate(() => globalThis.seen);
      assert.deepEqual(seen.slice(0, rings.length), rings.map((count) => [5, count]));
      await page.getByText(rings.at(-1) ? '5 cards, 1 set.' : /^4 cards, no set/).first().waitFor();
      await page.getByRole('button', { name: 'Stop the camera' }).click();
    }
  },

  'a camera that is refused has a kind word': async (visitor) => {
    const page = await arrive(visitor, undefined, { permissions: [] });
    await page.getByRole('button', { name: 'Live camera' }).click();
    await page.getByRole('alert').getByText(/A photograph that you choose works as well\.$/).waitFor();
  },

  'a photograph is read by the engine of the page, which gets nothing but pixels': async (visitor) => {
    const page = await visitor.open('#statistics');
    /** @type {Buffer[]} */
    const sent = [];
    page.on('request', (request) => {
      const asked = request.method() === 'POST' ? request.postDataJSON() : {};
      if (asked.ask === 'photo') sent.push(Buffer.from(asked.picture, 'base64'));
    });
    await page.evaluate(() => (location.hash = '#photo'));
    const jpeg = turned(await drawing(page, { type: 'image/jpeg' }), 1);
    assert.ok(jpeg.includes('Exif') && jpeg.includes('SECRET'));
    await choose(page, jpeg, { name: 'table.jpg', mimeType: 'image/jpeg' });
    await page.getByRole('heading', { name: /^\d+ cards?/ }).waitFor();
    for (const picture of sent) assert.ok(!picture.includes('Exif') && !picture.includes('SECRET'));
    const names = (await visitor.ask(page, { ask: 'pictures', cards: CARDS })).cards.map(({ name }) => name);
    const read = (await listed(page)).map((words) => /: ([^,]*)/.exec(words)?.[1]);
    assert.deepEqual(read, names);
  },
};

/** A JPEG with metadata: how the camera was held (as EXIF has it), and a word that nobody shall read. */
function turned(jpeg, orientation = 6) {
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
  const tiff = Buffer.concat([Buffer.from('MM\0*\0\0\0\b\0\x01', 'latin1'), entry, Buffer.alloc(4), Buffer.from('SECRET')]);
  const content = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}
