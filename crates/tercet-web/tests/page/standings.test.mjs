import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bar, contradiction, median, ran, runner, standings } from '../../page/js/solve/standings.js';

const counted = (count, seconds) => ({ schema: 'tercet.count/1', answer: count === '0' ? 'none' : 'found', count, seconds });
const found = (answer, seconds) => ({ schema: 'tercet.find/1', answer, count: answer === 'found' ? '1' : '0', seconds });
const stopped = (seconds) => ({ schema: 'tercet.count/1', answer: 'stopped', reason: { message: 'the time limit was reached' }, seconds });

test('a runner collects its times, whose median counts, and keeps its answer', () => {
  for (const [times, middle] of [[[10, 2, 9], 9], [[4, 1, 3, 2], 2.5], [[7], 7]]) assert.equal(median(times), middle);
  const after = [0.003, 0.001, 0.002].reduce((one, seconds) => ran(one, counted('6', seconds)), runner('brute'));
  assert.deepEqual(after, { name: 'brute', times: [3, 1, 2], answer: '6 sets', out: null });
  assert.equal(ran(runner('brute'), found('none', 1)).answer, 'no set');
  assert.equal(ran(runner('brute'), found('found', 1)).answer, 'a set');
});

test('a runner is out without an answer or a time if a limit ended it, and if it changes its mind', () => {
  const { times, answer, out } = ran(runner('brute'), stopped(10));
  assert.deepEqual([times, answer], [[], null]);
  assert.equal(out, 'stopped after 10.0 s: the time limit was reached');
  assert.equal(ran(ran(runner('cover'), counted('6', 1)), counted('7', 1)).out, 'said 6 sets before');
});

test('the fastest stands first, and the race is not reordered', () => {
  const slow = ran(runner('slow'), counted('1', 2));
  const fast = ran(runner('fast'), counted('1', 1));
  const runners = [slow, runner('none'), fast];
  assert.deepEqual(standings(runners), [fast, slow]);
  assert.deepEqual(runners.map(({ name }) => name), ['slow', 'none', 'fast']);
});

test('bars are longer for more time, within their scale', () => {
  const runners = [1e-6, 1e-4, 1e-5, 1].map((seconds, i) => ran(runner(String(i)), counted('1', seconds)));
  const lengths = runners.map((one) => bar(one, runners));
  assert.ok(Math.abs(lengths[0] - 0.1) < 1e-9 && Math.abs(lengths[3] - 1) < 1e-9);
  assert.ok(lengths[0] < lengths[2] && lengths[2] < lengths[1] && lengths[1] < lengths[3]);
  assert.equal(bar(runner('idle'), runners), 0);
  assert.equal(bar(runners[0], [runners[0]]), 1);
  assert.ok(bar(ran(runner('quick'), counted('1', 0)), runners) <= 1);
});

test('a contradiction names who says what', () => {
  const [a, b, c] = ['6', '6', '5'].map((count, i) => ran(runner('abc'[i]), counted(count, 1)));
  assert.equal(contradiction([a, b, runner('idle'), ran(runner('late'), stopped(1))]), null);
  assert.equal(contradiction([a, b, c]), 'a, b: 6 sets; c: 5 sets');
});
