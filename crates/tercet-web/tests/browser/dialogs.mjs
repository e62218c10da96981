// The dialogs of the frame: decks and settings.

import assert from 'node:assert/strict';
import { cards, ready } from './table.mjs';

const focused = (page) => page.evaluate(() => document.activeElement?.textContent ?? '');

export const tests = {
  'a deck is chosen by keys, and the focus comes back': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=1');
    await ready(page);
    await page.getByRole('button', { name: /choose another/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Choose a deck' });
    await dialog.getByLabel('Values').fill('0');
    await dialog.getByRole('alert').getByText(/1 to 64 values/).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Use this deck' }).isDisabled(), true);
    await dialog.getByLabel('Values').fill('5');
    await dialog.getByLabel('Properties').fill('2');
    await dialog.getByText('(5,2) has 25 cards; a set is 5 cards.').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.board .card').length === 10);
    assert.ok((await cards(page)).every((card) => /^[0-4]{2}$/.test(card)));
    assert.match(await focused(page), /\(5,2\)/);
  },

  'decks have names, with their numbers beside them': async (visitor) => {
    const page = await visitor.open('#play?deck=4.3&seed=1');
    await ready(page);
    await page.getByRole('heading', { name: 'The whole deck Four (4,3)' }).waitFor();
    await page.getByRole('button', { name: 'Deck Four (4,3): choose another' }).click();
    const usual = page.getByRole('group', { name: 'Usual decks' }).getByRole('button');
    await usual.first().waitFor();
    const names = await usual.allTextContents();
    assert.deepEqual(names, ['Classic (3,4)', 'Junior (3,3)', 'Mega (3,5)', 'Four (4,3)', '(5,3)', '(3,6)', '(4,4)', '(10,4)']);
    const sizes = await usual.first().locator('.deck, small').evaluateAll((all) => all.map((one) => parseFloat(getComputedStyle(one).fontSize)));
    assert.ok(sizes[1] < sizes[0]);
    await usual.nth(2).click();
    await page.getByRole('button', { name: 'Use this deck' }).click();
    await page.getByRole('heading', { name: 'The whole deck Mega (3,5)' }).waitFor();
  },

  'a key is changed, and one that is taken is refused': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=1');
    await ready(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    const hint = page.getByRole('button', { name: /^Hint: / });
    await hint.click();
    await page.keyboard.press('0');
    await page.getByRole('alert').getByText(/0 is the key of “No set here”/).waitFor();
    for (const key of ['Space', 'F5', 'Tab']) {
      await hint.click();
      await page.keyboard.press(key);
      await page.getByRole('alert').getByText(new RegExp(`^${key} .*choose another key`)).waitFor();
    }
    await hint.click();
    await page.keyboard.press('Shift+J');
    await page.getByRole('status').getByText(/J is the key of “Hint”, so no card has it\./).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await focused(page), 'Settings');
    await page.keyboard.press('j');
    await page.locator('.card[data-mark~="hint"]').first().waitFor();
  },

  'Shortcuts leads to the keys, which are shown on a touch screen, too': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=1', { hasTouch: true, isMobile: true, width: 390, height: 664 });
    await ready(page);
    await page.getByRole('button', { name: 'Shortcuts' }).tap();
    const shown = page.getByRole('group', { name: 'Keys' });
    await shown.waitFor();
    const [top, dialog] = await Promise.all([shown.boundingBox(), page.getByRole('dialog').boundingBox()]);
    assert.ok(top.y >= dialog.y - 1 && top.y < dialog.y + dialog.height / 2, 'the keys are in sight');
    assert.ok(await shown.evaluate((group) => group.contains(document.activeElement)));
    assert.equal(await page.getByRole('button', { name: /^Hint: \?/ }).innerText(), '?');
  },

  'a dialog is gone with the view it belongs to': async (visitor) => {
    const page = await visitor.open('#learn');
    await page.getByRole('heading', { name: 'Learn' }).waitFor();
    await page.goto(new URL('#play?deck=3.4&seed=1', visitor.base).href);
    await ready(page);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Learn' }).waitFor();
    assert.equal(await page.locator('dialog').count(), 0);
  },

  'settings change the cards at once and last': async (visitor) => {
    const page = await visitor.open('#play?deck=3.4&seed=1');
    await ready(page);
    const picture = () => page.locator('.board .card svg').first().evaluate((svg) => svg.outerHTML);
    const before = await picture();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('A frame instead of colour').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForFunction((old) => document.querySelector('.board .card svg')?.outerHTML !== old, before);
    const after = await picture();
    await page.reload();
    await ready(page);
    assert.equal(await picture(), after);
  },
};
