import type { NodeOf } from '@switchyard/contracts/bots/flow';
import { toE164 } from '../../../platform/phone-number.ts';
import type { FileValue, Value } from './session-state.ts';
import type { WakeReason } from './transition.ts';

type Reply = Extract<WakeReason, { kind: 'reply' }>;
type Answer = { ok: true; value: Value } | { ok: false };

const NONE: Answer = { ok: false };
const good = (value: Value): Answer => ({ ok: true, value });

/** A file whose content is not stored; only its name is known. */
export const unstoredFile = (fileName: string): FileValue => ({
  ...{ fileName, fileId: null, url: null, mimeType: null, bytes: null },
});

/** Parses a contact's answer as the type that the node asked for. */
export function readAnswer(node: NodeOf<'ask'>, { heard, text }: Reply, country: string): Answer {
  const words = text.trim();
  switch (node.answer) {
    case 'text':
      return words === '' ? NONE : good(words);
    case 'number':
      return readNumber(words);
    case 'date':
      return readDate(words);
    case 'email':
      return /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]{2,}$/.test(words) ? good(words.toLowerCase()) : NONE;
    case 'phone': {
      const number = toE164(words, country);
      return number === null ? NONE : good(number);
    }
    case 'choice':
      return readChoice(node.options, heard.at(-1)?.choices?.[0] ?? words);
    case 'file': {
      const file = heard.findLast(({ kind }) => kind === 'media');
      return file ? good(unstoredFile(file.fileName ?? 'file')) : NONE;
    }
  }
}

/**
 * `1,200.50`, `1.200,50`, `12,5`, `٣`: the last comma or full stop is the decimal separator unless it groups thousands.
 */
function readNumber(words: string): Answer {
  const plain = words
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(digitOf(digit)))
    .replace(/[\s\u00a0'’]/g, '');
  const match = /^[+-]?\d[\d.,]*$/.exec(plain);
  if (!match) return NONE;
  const lastAt = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const mark = plain[lastAt];
  const groupMarks = plain.split(mark ?? '.').length - 1;
  const partsThousands = lastAt >= 0 && plain.length - lastAt - 1 === 3 && (groupMarks > 1 || mark === ',');
  const text =
    lastAt < 0 || partsThousands
      ? plain.replace(/[.,]/g, '')
      : `${plain.slice(0, lastAt).replace(/[.,]/g, '')}.${plain.slice(lastAt + 1)}`;
  const value = Number(text);
  return Number.isFinite(value) ? good(value) : NONE;
}

/** In every script the decimal digits are ten consecutive code points. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

/** `2026-11-30`, `30.11.2026`, `30/11/2026`: day first where both orders are possible. @returns `YYYY-MM-DD` */
function readDate(words: string): Answer {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(words);
  const local = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(words);
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : local
      ? dayFirst(Number(local[1]), Number(local[2]), Number(local[3]))
      : [0, 0, 0];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    year > 0 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? good(date.toISOString().slice(0, 10)) : NONE;
}

const dayFirst = (first: number, second: number, year: number): [number, number, number] =>
  second > 12 ? [year, first, second] : [year, second, first];

/** Matches an option's text, its number in the list, or a vote. */
function readChoice(options: readonly string[], words: string): Answer {
  const clean = options.map((option) => option.trim());
  const byWords = clean.find((option) => option.toLowerCase() === words.trim().toLowerCase());
  if (byWords !== undefined) return good(byWords);
  const number = /^\s*(\d{1,2})[.)]?\s*$/.exec(words);
  const byNumber = number ? clean[Number(number[1]) - 1] : undefined;
  return byNumber === undefined ? NONE : good(byNumber);
}
