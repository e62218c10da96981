/** Why a question has no answer, as the engine says it: a code, a sentence and data. */
export class EngineError extends Error {
  /** @param {{ code: string, message: string, place?: { line: number, column: number }, text?: string, data?: any }} error */
  constructor({ code, message, place, text, data }) {
    super(message);
    this.name = 'EngineError';
    this.code = code;
    this.place = place;
    this.text = text;
    this.data = data ?? {};
  }

  /** The sentence for people, with its place. */
  get words() {
    const sentence = this.message.charAt(0).toUpperCase() + this.message.slice(1);
    return this.place ? `Line ${this.place.line}, column ${this.place.column}: ${this.message}.` : `${sentence.replace(/\.$/, '')}.`;
  }

  /** Whether a limit ended the search: the question may have an answer. */
  get isStop() {
    return ['deadline', 'interrupted', 'memory', 'too-many', 'effort', 'out-of-reach', 'solver-stopped'].includes(this.code);
  }
}

/**
 * What to tell people of any error; nothing where they left.
 * @param {unknown} error
 * @returns {string | null}
 */
export function inWords(error) {
  if (error instanceof DOMException && error.name === 'AbortError') return null;
  if (error instanceof EngineError) return error.words;
  return error instanceof Error ? error.message : String(error);
}
