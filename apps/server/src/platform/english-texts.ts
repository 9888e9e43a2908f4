import { englishTexts } from '@switchyard/contracts/text/registry';
import { type CodedText, inEnglish } from '@switchyard/contracts/text/text';

/** Replaces coded texts, at any depth, by their English sentences, for models and programs. */
export function withEnglishTexts(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withEnglishTexts);
  if (isCodedText(value)) return inEnglish(value);
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withEnglishTexts(field)]));
}

const isCodedText = (value: object): value is CodedText =>
  'code' in value &&
  typeof value.code === 'string' &&
  englishTexts.has(value.code) &&
  Object.keys(value).every((name) => name === 'code' || name === 'data');
