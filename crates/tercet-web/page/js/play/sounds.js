// The sounds of a game, which the page makes itself: a few short notes each.

import { settings } from '../core/store.js';

/** The notes of each sound, in hertz. */
const NOTES = { right: [660, 880], wrong: [208, 185], none: [523, 523], over: [523, 659, 784, 1047] };
/** The length of a note, and the time between two, in seconds. */
const [LENGTH, STEP] = [0.16, 0.08];

/** @type {AudioContext | undefined} */
let audio;

/** Makes a sound if people want any. @param {keyof typeof NOTES} name */
export function sound(name) {
  if (!settings().sounds) return;
  audio ??= new AudioContext();
  // Until the first click or key, browsers keep a page silent.
  if (audio.state === 'suspended') audio.resume();
  for (const [i, pitch] of NOTES[name].entries()) {
    const begin = audio.currentTime + i * STEP;
    const note = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const loudness = new GainNode(audio, { gain: 0 });
    loudness.gain.setValueAtTime(0.15, begin);
    loudness.gain.exponentialRampToValueAtTime(0.001, begin + LENGTH);
    note.connect(loudness).connect(audio.destination);
    note.start(begin);
    note.stop(begin + LENGTH);
  }
}
