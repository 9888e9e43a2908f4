import { readFileSync } from 'node:fs';

/**
 * One text of a business, and what its customers ask, by somebody who had seen neither the search nor the other
 * questions.
 */
interface AskedOfText {
  language: string;
  text: string;
  questions: {
    question: string;
    /** In the words of the text, in others, or not answered by any. */
    kind: 'shared' | 'paraphrase' | 'unanswerable';
    /** What of the text answers it; null: nothing does. */
    expected: string | null;
  }[];
}

export const readQuestionsOfAnotherHand = (): AskedOfText[] =>
  JSON.parse(readFileSync(new URL('another-hand.json', import.meta.url), 'utf8'));
