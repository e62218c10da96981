import type { PhotoAnswer, PhotoRequest } from './questions.js';

export type * from './questions.js';

/** The pixels of a picture, four bytes for each, as `ImageData` has them. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray | Uint8Array;
}

/**
 * Reads the cards of the classic game from a photograph, in a worker. Only browsers read files.
 *
 * @param options `earlier` is `pictures` of the last answer, for pictures of a camera; `signal` ends the work
 * @throws {TercetError} if this is not a picture
 */
export function read(
  picture: Blob | Pixels,
  options?: Pick<PhotoRequest, 'notation' | 'earlier'> & { signal?: AbortSignal | undefined },
): Promise<PhotoAnswer>;
