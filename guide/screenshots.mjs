// Takes the screenshots of the guide, by the helpers of the tests of the page:
//
//   node screenshots.mjs TOOLS BROWSER BASE FOLDER OTHER
//
// TOOLS has playwright-core in its folder node_modules, BROWSER is a name on the search path, and BASE is the address of
// `tercet serve`. The folder OTHER has a photograph with its sets, sets.png, which is kept as a JPEG, and the screen of a
// terminal, terminal.html.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../crates/tercet-testkit/src/browser.mjs';
import { DEVICES, cards, play, ready } from '../crates/tercet-web/tests/browser/table.mjs';
import { Visitor } from '../crates/tercet-web/tests/browser/visitor.mjs';

const [tools, program, base, folder, other] = process.argv.slice(2);
const browser = await launch(tools, program);
const visitor = new Visitor({ browser, base });
const CLASSIC = { values: 3, properties: 4 };

/** Presses cards on the board that are not a set, with two reasons why not. */
async function mistake(page) {
  const board = await cards(page);
  for (const [i, a] of board.entries()) {
    for (const [j, b] of board.slice(0, i).entries()) {
      for (const c of board.slice(0, j)) {
        const { properties } = await visitor.ask(page, { ask: 'explain', board: { deck: CLASSIC, cards: [a, b, c] } });
        if (properties.filter(({ verdict }) => verdict === 'mixed').length === 2) return DEVICES.mouse.choose(page, [a, b, c]);
      }
    }
  }
  throw new Error('any three cards are wrong otherwise');
}

const shots = {
  'play.png': async () => {
    const page = await visitor.open('#play?deck=3.4&seed=7', { width: 1400, height: 820 });
    await play(visitor, page, CLASSIC, DEVICES.mouse, 2);
    await mistake(page);
    await page.locator('.card[data-mark~="wrong"]').first().waitFor();
    await page.getByRole('button', { name: /^Hint/ }).click();
    await page.locator('.card[data-mark~="hint"]').first().waitFor();
    return page;
  },
  'race.png': async () => {
    const page = await visitor.open('#play?deck=3.4&seed=7&ghost=bot97.bot85', { width: 1400, height: 820 });
    await play(visitor, page, CLASSIC, DEVICES.mouse, 4);
    await page.locator('.lane').getByText(/^[4-9] sets/).waitFor();
    return page;
  },
  'build.png': async () => {
    const link = '#build?deck=3.4&free=1&cards=0000.0001.0010.0011.1100.1201';
    const page = await visitor.open(link, { width: 1400, height: 900, colorScheme: 'dark' });
    await page.getByText(/20 cards \((proved|quoted)/).waitFor();
    await page.locator('.palette .card[data-mark~="dim"]').first().waitFor();
    return page;
  },
  'puzzle.png': async () => {
    const page = await visitor.open('#puzzle?deck=4.4&seed=3&cards=16&sets=1', { ...DEVICES.touch.options, height: 700 });
    await ready(page);
    const board = await cards(page);
    // A finger would leave a shade on the card for a moment.
    await DEVICES.mouse.choose(page, [board[1], board[6]]);
    return page;
  },
  'table-sets.jpg': async () => {
    const image = readFileSync(join(other, 'sets.png'));
    const [width, height] = [image.readUInt32BE(16), image.readUInt32BE(20)];
    const page = await visitor.open('about:blank', { width, height });
    await page.setContent(`<style>* { margin: 0 }</style><img src="data:image/png;base64,${image.toString('base64')}">`);
    return page;
  },
  'terminal.png': async () => {
    const page = await visitor.open('about:blank');
    await page.setContent(readFileSync(join(other, 'terminal.html'), 'utf8'));
    return page.locator('pre');
  },
};
for (const [name, shot] of Object.entries(shots)) {
  const page = await shot();
  const type = name.endsWith('.jpg') ? { type: 'jpeg', quality: 85 } : {};
  await page.screenshot({ path: join(folder, name), ...type });
}
visitor.check();
await browser.close();
