// The live camera: pictures are read a few times a second, each after the previous answer and with what the last
// ones showed.

import { drawn } from './picture.js';
import { read } from './reader.js';

/** The least time from one picture to the next, in milliseconds. */
const PAUSE = 1000 / 5;
/** The longest side of a picture while it moves, in pixels. */
const LONGEST = 1280;

/** The reasons why there is no picture, by the names of errors. @type {Record<string, string>} */
const REASONS = {
  NotAllowedError: 'The camera stays off, because you did not allow it.',
  NotFoundError: 'No camera was found.',
};

/** Whether there may be a camera that a page can ask for. */
export const isThere = () => navigator.mediaDevices?.getUserMedia !== undefined;

/**
 * Shows what the camera sees in a video, and reads it until the signal is aborted.
 * @param {HTMLVideoElement} video
 * @param {(answer: any) => void} onAnswer
 * @param {AbortSignal} signal
 */
export async function watch(video, onAnswer, signal) {
  const stream = await open();
  const stop = () => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted) return stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    video.srcObject = stream;
    await video.play();
    /** @type {object[]} */
    let earlier = [];
    while (!signal.aborted) {
      const begin = performance.now();
      const answer = await read(drawn(video, video.videoWidth, video.videoHeight, LONGEST), signal, { earlier });
      if (signal.aborted) return;
      earlier = answer.pictures;
      onAnswer(answer);
      await new Promise((resolve) => setTimeout(resolve, begin + PAUSE - performance.now()));
    }
  } finally {
    stop();
  }
}

async function open() {
  const wanted = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } };
  try {
    return await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  } catch (error) {
    const { name } = /** @type {DOMException} */ (error);
    const reason = REASONS[name] ?? 'The camera does not start: does another program use it?';
    throw new Error(`${reason} A photograph that you choose works as well.`);
  }
}
