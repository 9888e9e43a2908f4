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

/** The texts that have these words in them, in English. */
export const codesSaying = (words: string): string[] =>
  [...englishTexts]
    .filter(([, text]) =>
      text
        .replace(/\{\{\w+\}\}/g, '\n')
        .toLowerCase()
        .includes(words.toLowerCase()),
    )
    .map(([code]) => code);

/** The names of what is put into words. */
type Places<Words> = Words extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Places<Rest> : never;

/** Several texts as one. */
export const together = (texts: readonly Text[]): Text =>
  texts.length === 1 ? (texts[0] as Text) : { code: 'several' satisfies TextCode, data: { texts } };

/** What is said to people, as a value: it becomes words where it is shown. */
export const text = <Code extends TextCode>(
  code: Code,
  ...[data]: [Places<Texts[Code]>] extends [never] ? [] : [data: Record<Places<Texts[Code]>, TextValue>]
): CodedText => ({ code, ...(data && { data }) });
