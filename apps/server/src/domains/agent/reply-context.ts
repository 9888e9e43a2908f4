import type { Question } from './planner/answers.ts';
import type { Named } from './planner/lexicon.ts';

/**
 * What a reply leaves for the next request: saved with it, so that any server, and a returning person, continue the
 * same way.
 */
export interface ReplyContext {
  /** Its question, while unanswered. */
  question: OpenQuestion | null;
  /** The people the request was about. */
  people: Named[];
  /** It only showed something: an earlier card can still be confirmed by words. */
  leavesCard: boolean;
}

export interface OpenQuestion extends Question {
  /** The confirmation being corrected, or null. */
  cardId: string | null;
  /** Not a question: its buttons are only suggestions. */
  isOffer: boolean;
}
