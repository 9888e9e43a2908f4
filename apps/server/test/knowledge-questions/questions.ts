import { readFileSync } from 'node:fs';

/** A business's texts in one language with customers' questions. Written before the search, and never adapted to it. */
export interface QuestionSet {
  language: string;
  passages: {
    text: string;
    /** Shares half or more of its content words with the text. */
    question: string;
    /** Asks about something in the text in other words: at most 30% of its content words occur in the text. */
    paraphrase?: string;
  }[];
  /** Questions without an answer in the texts. */
  unanswerable: string[];
}

export const LANGUAGES = ['en', 'es', 'he', 'ar', 'ja'] as const;
export type Language = (typeof LANGUAGES)[number];

export const readQuestions = (language: Language): QuestionSet =>
  JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8'));
