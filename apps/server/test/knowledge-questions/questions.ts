import { readFileSync } from 'node:fs';

/**
 * Texts of one business in one language, and what its customers ask. Written before the search was, and not changed for
 * it.
 */
export interface QuestionSet {
  language: string;
  passages: {
    text: string;
    /** Shares half or more of its content words with the text. */
    question: string;
    /** Asks for something in the text in other words: at most 30% of its content words are the text's. */
    paraphrase?: string;
  }[];
  /** What nothing in the texts answers. */
  unanswerable: string[];
}

export const LANGUAGES = ['en', 'es', 'he', 'ar', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const readQuestions = (language: Language): QuestionSet =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'));
