/** Why a question has no answer, as the engine says it: a code, a sentence and data. */
export class TercetError extends Error {
  /** @param {{ code: string, message: string, place?: { line: number, column: number }, text?: string, data?: any }} error @param {ErrorOptions} [options] */
  constructor({ code, message, place, text, data }, options) {
    super(message, options);
    this.name = 'TercetError';
    this.code = code;
    this.place = place;
    this.text = text;
    this.data = data ?? {};
  }

  /** The sentence for people, with its place. */
  get words() {
    const { message, place } = this;
    const sentence = place ? `Line ${place.line}, column ${place.column}: ${message}` : message.charAt(0).toUpperCase() + message.slice(1);
    return /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
  }

  /** Whether a limit ended the search: the question may have an answer. */
  get isStop() {
    return ['deadline', 'interrupted', 'memory', 'too-many', 'effort', 'solver-stopped'].includes(this.code);
  }
}

/**
 * The sentence for an error; null if the visitor has left.
 * @param {unknown} error
 * @returns {string | null}
 */
export function inWords(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (error instanceof TercetError) return error.words;
  // Browsers have no class for this error, only words of their own.
  const isUnloaded = error instanceof TypeError && /import|module/i.test(error.message);
  if (isUnloaded) return 'This part of the page cannot be loaded: is there a network, and is `tercet serve` still running?';
  return error instanceof Error ? error.message : String(error);
}
