import { englishTexts } from '@switchyard/contracts/text/registry';
import { type CodedText, inEnglish } from '@switchyard/contracts/text/text';

/** The same with its texts in English, for models and programs. */
export function wordsIn(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(wordsIn);
  if (isOfOurs(value)) return inEnglish(value);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, wordsIn(one)]));
}

const isOfOurs = (value: object): value is CodedText =>
  'code' in value &&
  typeof value.code === 'string' &&
  englishTexts.has(value.code) &&
  Object.keys(value).every((name) => name === 'code' || name === 'data');
