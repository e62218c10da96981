import type {
  Answers, CountAnswer, CountRequest, DealAnswer, DealRequest, Deck, DeckRequest, ExplainAnswer, ExplainRequest, Failure, FindAnswer,
  FindRequest, HintAnswer, HintRequest, ListAnswer, ListRequest, OddsAnswer, OddsRequest, Place, Requests, Search,
} from './questions.js';

export type * from './questions.js';

/**
 * A card: a text in any notation (`2RhO`, `1010`, `1,0,1,0`), its values from 0, or a classic card as an object, such as
 * `{ number: 2, colour: 'red', shading: 'hatched', shape: 'oval' }`. All cards of a board may have names of your own.
 */
export type CardLike = string | readonly (number | string)[] | object;

/** A board: its cards, a text in any form, or either with its deck and a name. */
export type BoardLike =
  | string
  | readonly CardLike[]
  | Board<unknown>
  | { readonly cards: readonly CardLike[]; readonly deck?: DeckRequest; readonly name?: string }
  | { readonly text: string; readonly deck?: DeckRequest; readonly name?: string };

/** The fields of a request that are neither its question nor its board. */
export type Options<Request> = Omit<Request, 'ask' | 'board' | 'id'>;

/** The options of a search. Without a `timeout`, in seconds, a search in this thread has 10. */
export type SearchOptions<Request> = Options<Omit<Request, 'search'>> & Pick<Search, 'method' | 'timeout' | 'memory'>;

/**
 * A set of a board, or the answer `none`, which is proved, or `stopped`.
 * @throws {TercetError} if the board is not one
 */
export function find(board: BoardLike, options?: SearchOptions<FindRequest>): FindAnswer;

/**
 * All sets of a board, in the order of its cards.
 * @throws {TercetError} if the board is not one
 */
export function list(board: BoardLike, options?: SearchOptions<ListRequest>): ListAnswer;

/**
 * The number of sets of a board, as digits.
 * @throws {TercetError} if the board is not one
 */
export function count(board: BoardLike, options?: SearchOptions<CountRequest>): CountAnswer;

/**
 * Why cards are a set, property by property, or why they are not.
 * @throws {TercetError} if they are not cards of one deck
 */
export function explain(cards: BoardLike, options?: Options<ExplainRequest>): ExplainAnswer;

/**
 * A hint: stage 0 says whether there is a set, and each further stage shows one more card of one.
 * @throws {TercetError} if the board is not one, or the cards that are held are not on it
 */
export function hint(board: BoardLike, options?: Options<HintRequest>): HintAnswer;

/**
 * The odds that random hands hold a set, and others: exact, or estimated with an interval.
 * @throws {TercetError} if a number is out of its range
 */
export function odds(options?: Options<OddsRequest>): OddsAnswer;

/**
 * A random board: any one, one with a planted set, or one with exactly so many sets.
 * @throws {TercetError} if the deck has too few cards
 */
export function deal(options?: Options<DealRequest>): DealAnswer;

/** A line before an answer: how far the work is, or sets of a list as they are found, by their positions. */
export type Line =
  | { schema: 'tercet.progress/1'; what: string; done: number; of?: number }
  | { schema: 'tercet.sets/1'; positions: number[][] };

/**
 * Answers a question in a worker. Further questions get workers of their own, one for each processor and at least four.
 *
 * @param options `signal` ends the work, and the promise is rejected with its reason; `onLine` takes lines before the answer
 * @throws {TercetError} if there is no answer
 */
export function ask<Question extends keyof Requests>(
  request: Requests[Question] & { ask: Question },
  options?: { signal?: AbortSignal | undefined; onLine?: ((line: Line) => void) | undefined },
): Promise<Answers[Question]>;

/** A board, whose sets consist of the cards that it was made from. */
export class Board<Card = string> {
  /** @throws {TercetError} if these are not different cards of one deck */
  constructor(cards: readonly Card[] & readonly CardLike[], deck?: DeckRequest);
  constructor(text: string, deck?: DeckRequest);

  /** The cards, as they were given. */
  readonly cards: readonly Card[];
  /** Their deck. */
  readonly deck: Deck;
  /** What was assumed about cards with names of your own. */
  readonly reading: string | undefined;

  /**
   * A set, or null if there is none, which is proved.
   * @throws {TercetError} if a limit ends the search
   */
  find(options?: SearchOptions<FindRequest>): Card[] | null;
  /**
   * All sets, in the order of the cards.
   * @throws {TercetError} if a limit ends the search
   */
  sets(options?: SearchOptions<ListRequest>): Card[][];
  /**
   * The number of sets. Beyond 2^53 it is rounded; `count(board).count` is exact.
   * @throws {TercetError} if a limit ends the search
   */
  count(options?: SearchOptions<CountRequest>): number;
  /** The board as data for a request. */
  toJSON(): { cards: string[]; deck: Deck };
}

/** Why a question has no answer. */
export class TercetError extends Error {
  readonly name: 'TercetError';
  /** The kind of error. Codes never change their meaning. */
  readonly code: Failure['code'] | 'unreachable' | 'bug';
  /** Where in the given text it is. */
  readonly place?: Place;
  /** The wrong part of the input, as it was written. */
  readonly text?: string;
  /** Further facts by name, such as `field`, the path of the wrong field. */
  readonly data: Record<string, unknown>;
  /** Whether a limit ended the work: the question may have an answer. */
  readonly isStop: boolean;
  /** The sentence for people, with its place. */
  readonly words: string;
  private constructor();
}
