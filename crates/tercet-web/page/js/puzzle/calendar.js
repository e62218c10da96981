// The calendar of the daily puzzles: the days on which some were played, and the days in a row.

import { button, el, fill, panel, plural } from '../core/dom.js';
import { writeLink } from '../core/link.js';
import { DAILY, dailyLink, dayAfter, dayName, solvedDays, streak, weeksOf } from './daily.js';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * @param {string} shown the day that is shown now
 * @param {string} today
 * @param {Map<string, import('../play/finished.js').Finished>} first the first games of daily puzzles, by their links
 */
export function calendar(shown, today, first) {
  const { current, longest } = streak(solvedDays(first.values()), today);
  const words = longest ? `${plural(current, 'day')} in a row now, ${plural(longest, 'day')} at most.` : 'No puzzle was solved on its day yet.';
  const month = el('div', { class: 'column' });
  const show = (/** @type {string} */ of) => {
    const [before, after] = [dayAfter(`${of.slice(0, 8)}01`, -1), dayAfter(`${of.slice(0, 8)}01`, 31)];
    const turn = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {string} */ to, isLast = false) => {
      const turning = () => {
        show(to);
        const [back, forth] = month.querySelectorAll('button');
        (sign === '‹' || forth.disabled ? back : forth).focus();
      };
      return button(sign, turning, { 'aria-label': name, disabled: isLast });
    };
    const name = el('strong', { role: 'status' }, dayName(of, { month: 'long', year: 'numeric' }));
    const heads = WEEKDAYS.map((weekday) => el('th', { scope: 'col' }, el('abbr', { title: weekday }, weekday.slice(0, 2))));
    const rows = weeksOf(of).map((week) => el('tr', {}, week.map((day) => el('td', {}, day && cell(day)))));
    fill(
      month,
      el('div', { class: 'row month' }, turn('‹', 'Earlier month', before), name, turn('›', 'Later month', after, after > today)),
      el('table', { class: 'calendar', 'aria-label': dayName(of, { month: 'long', year: 'numeric' }) }, el('thead', {}, el('tr', {}, heads)), el('tbody', {}, rows)),
    );
  };
  const cell = (/** @type {string} */ day) => {
    const date = String(Number(day.slice(8)));
    if (day > today) return el('span', { class: 'soft' }, date);
    const games = DAILY.map(({ deck }) => first.get(dailyLink(deck, day)));
    const [played, solved] = [games.filter(Boolean).length, games.filter((game) => game?.over === 'layout').length];
    const said = played ? `${solved} of ${DAILY.length} solved` : 'not played';
    const marks = el('span', { 'aria-hidden': 'true' }, solved ? '✓'.repeat(solved) : played ? '–' : '');
    const properties = { class: solved ? 'solved' : '', 'aria-label': `${dayName(day)}: ${said}`, 'aria-current': day === shown ? 'date' : undefined };
    return el('a', { href: writeLink('puzzle', { day }), ...properties }, date, marks);
  };
  show(shown);
  return panel('Your days', el('p', {}, words), month);
}
