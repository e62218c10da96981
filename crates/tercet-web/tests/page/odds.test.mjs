import assert from 'node:assert/strict';
import { test } from 'node:test';
import { largestInWords, meanInWords, share, withoutSet } from '../../page/js/build/odds.js';

test('a share has three digits, and what is rare is one in a number', () => {
  for (const [part, whole, words] of [
    [0n, 5n, '0 %'],
    [5n, 5n, '100 %'],
    [1n, 2n, '50 %'],
    [1n, 3n, '33.3 %'],
    [15n, 75n, '20 %'],
    [325432196n, 10074689485n, '3.23 %'],
    [1n, 1000n, '0.1 %'],
    [1n, 1001n, '1 in 1000'],
    [1n, 123456n, '1 in 123\u202f000'],
    [123455n, 123456n, 'all but 1 in 123\u202f000'],
    [3n, 4n * 10n ** 30n, '1 in 1.33e30'],
  ]) {
    assert.equal(share(part, whole), words, `${part}/${whole}`);
  }
});

test('exact odds are those of no set', () => {
  const lines = [{ size: 12, kind: 'exact', fraction: '9749257081/10074689485', probability: '0.96769802141450' }];
  assert.equal(withoutSet({ size: 12, lines }), '12 random cards hold no set with probability 3.23 % (exactly counted).');
  const certain = [{ kind: 'exact', fraction: '1' }];
  assert.match(withoutSet({ size: 21, lines: certain }), /probability 0 % \(/);
});

test('sampled odds come with their interval, turned round', () => {
  const lines = [{ size: 20, kind: 'sampled', probability: '0.25', low: 0.2314, high: 0.2692 }];
  const words = withoutSet({ size: 20, lines, sampled: { hands: '2000' } });
  assert.match(words, /probability 75 % \(73\.1 to 76\.9 % with 95 % confidence, from 2000 deals\)/);
});

test('odds that a limit ended are said to be unknown', () => {
  const words = withoutSet({ size: 20, lines: [], reason: { message: 'the time limit was reached' } });
  assert.match(words, /not known: the time limit was reached/);
});

test('means are read from fractions of any length', () => {
  assert.equal(meanInWords('220/79'), 'On average there are 2.78 sets.');
  assert.equal(meanInWords('1'), 'On average there is 1 set.');
  assert.equal(meanInWords('0'), 'On average there are 0 sets.');
  assert.equal(meanInWords('220/3486784399'), 'On average there is one set in 15\u202f800\u202f000 deals.');
  assert.equal(meanInWords(`${7n * 10n ** 400n}/${10n ** 400n + 1n}`), 'On average there are 7 sets.');
  assert.equal(meanInWords('20708500/6559'), 'On average there are 3160 sets.');
});

test('the largest hand is named with its standing', () => {
  const bounds = { least: '20', least_from: 'Pellegrino 1971', most: '20', most_from: 'Pellegrino 1971' };
  assert.equal(largestInWords(bounds), '20 cards (quoted: Pellegrino 1971).');
  assert.match(largestInWords({ ...bounds, proof: 'by counting planes' }), /proved here: by counting planes/);
  const open = { least: '84', least_from: 'products of smaller hands', most: '112', most_from: 'layers of p = 3' };
  assert.equal(
    largestInWords(open),
    '84 cards are known (products of smaller hands), more than 112 are impossible (layers of p = 3).',
  );
});
