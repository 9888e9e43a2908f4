import { readFileSync } from 'node:fs';

/** A business's text with customers' questions, by someone who had seen neither the search nor the other questions. */
interface IndependentQuestions {
  language: string;
  text: string;
  questions: {
    question: string;
    /** In the words of the text, in other words, or without an answer. */
    kind: 'shared' | 'paraphrase' | 'unanswerable';
    /** The answering part of the text; null if there is none. */
    expected: string | null;
  }[];
}

export const readIndependentQuestions = (): IndependentQuestions[] =>
  JSON.parse(readFileSync(new URL('independent-questions.json', import.meta.url), 'utf8'));
