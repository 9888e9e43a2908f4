import type { Question } from './planner/answers.ts';
import type { Named } from './planner/lexicon.ts';

/**
 * What a reply leaves for the next words: kept with it, so that another server, and whoever comes back, reads them
 * alike.
 */
export interface ReplyContext {
  /** What it asks, if its answer is awaited. */
  question: OpenQuestion | null;
  /** Whom the request was about. */
  people: Named[];
  /** It only showed something: a card before it may still be confirmed in words. */
  leavesCard: boolean;
}

export interface OpenQuestion extends Question {
  /** The confirmation whose correction it is about; null: none. */
  cardId: string | null;
  /** Nothing is asked: its buttons only say what may be asked. */
  isOffer: boolean;
}
