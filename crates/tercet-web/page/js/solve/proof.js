// The proof that a board has no set, to be downloaded and checked.

import { button, download, el, fill } from '../core/dom.js';
import { LACKS, ask } from '../core/engine.js';
import { inWords } from '../core/error.js';
import { waits } from '../core/queue.js';

/** The fewest values and the most properties of decks whose boards have proofs. */
const [LEAST, MOST] = [4, 12];

/**
 * What is offered for a board without a set: its proof, and the board that goes with it. Nothing if there is
 * no such proof.
 * @param {import('../build/reading.js').ReadBoard} board
 * @param {number} timeout in seconds
 * @param {AbortSignal} signal
 */
export function proof(board, timeout, signal) {
  const { values, properties } = board.deck;
  if (LACKS !== null || values < LEAST || properties > MOST) return null;
  const said = el('p', { class: 'soft', role: 'status' }, 'Programs that share nothing with this one can check a proof.');
  const save = async () => {
    const searching = 'Searching again, and writing it down …';
    fill(said, searching);
    try {
      const answer = await ask({ ask: 'prove', board, timeout }, { signal, onLine: waits(said, searching) });
      if (answer.proof === undefined) return fill(said, `Stopped before there was a proof: ${answer.reason.message}.`);
      download('board.proof', Uint8Array.from(atob(answer.proof), (letter) => letter.charCodeAt(0)));
      fill(said, el('code', {}, 'tercet verify --proof board.proof -i board.txt'), ' checks it.');
    } catch (error) {
      fill(said, inWords(error));
    }
  };
  const text = `deck ${values} ${properties}\n${board.cards.join(' ')}\n`;
  const buttons = [button('Download the proof', save), button('Download the board', () => download('board.txt', text))];
  return el('div', { class: 'column' }, el('div', { class: 'row' }, buttons), said);
}
