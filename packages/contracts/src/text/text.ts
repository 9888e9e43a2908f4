import type { FAULTS } from './faults.ts';
import type { REFUSAL_TEXTS } from './refusals.ts';
import { type CodedText, englishTexts, type Text, type TextValue } from './registry.ts';
import type { SENTENCES } from './sentences.ts';
import './faults.ts';
import './refusals.ts';
import './sentences.ts';

export { type CodedText, inEnglish, type Text, TextError, textOf } from './registry.ts';

type Texts = typeof FAULTS & typeof REFUSAL_TEXTS & typeof SENTENCES;
export type TextCode = keyof Texts;

/** Returns the codes of the texts that contain the given words in English. */
export const codesContaining = (words: string): string[] =>
  [...englishTexts]
    .filter(([, text]) =>
      text
        .replace(/\{\{\w+\}\}/g, '\n')
        .toLowerCase()
        .includes(words.toLowerCase()),
    )
    .map(([code]) => code);

/** Names of the values inserted into a text. */
type Placeholders<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Placeholders<Rest> : never;

/** Joins several texts into one. */
export const joinTexts = (texts: readonly Text[]): Text =>
  texts.length === 1 ? (texts[0] as Text) : { code: 'several' satisfies TextCode, data: { texts } };

/** Creates a coded text, which is translated where it is shown. */
export const text = <Code extends TextCode>(
  code: Code,
  ...[data]: [Placeholders<Texts[Code]>] extends [never] ? [] : [data: Record<Placeholders<Texts[Code]>, TextValue>]
): CodedText => ({ code, ...(data && { data }) });
