import { FAULTS, type FaultCode } from '@switchyard/contracts/text/faults';
import { type CodedText, isCoded, type Text, type TextValue } from '@switchyard/contracts/text/registry';
import { knownSentence, SENTENCES } from '@switchyard/contracts/text/sentences';
import i18next from 'i18next';
import { formatDay } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { addTexts } from '../i18n/i18n.ts';
import { translateFault } from './fault-texts.ts';
import { knowSentences, translateText } from './translate-text.ts';

addTexts('fault', FAULTS);
const sentenceTexts = addTexts('sentence', SENTENCES);

knowSentences(inReadersLanguage);

/** A text in the reader's language; null: nothing of it is known. */
function inReadersLanguage(text: Text): string | null {
  if (!i18next.isInitialized) return null;
  if (typeof text === 'object') return codedInReadersLanguage(text);
  const whole = oneInReadersLanguage(text);
  if (whole !== null) return whole;
  // Several, one behind the other, each of which may have the mark in itself.
  for (let at = text.indexOf(BETWEEN); at >= 0; at = text.indexOf(BETWEEN, at + 1)) {
    const first = oneInReadersLanguage(text.slice(0, at));
    const rest = text.slice(at + BETWEEN.length);
    if (first !== null) return first + BETWEEN + (inReadersLanguage(rest) ?? rest);
  }
  return null;
}

function codedInReadersLanguage({ code, data = {} }: CodedText): string | null {
  const key = NAMESPACES.map((namespace) => `${namespace}:${code}`).find((one) => i18next.exists(one));
  if (!key) return null;
  const shown = Object.entries(data).map(([name, value]) => [name, shownValue(value)]);
  return String(i18next.t(key as 'sentence:several', Object.fromEntries(shown)));
}

const NAMESPACES = ['sentence', 'fault', 'refusal'];

/** Figures and days as the reader writes them, and texts in their language. */
function shownValue(value: TextValue): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return DAY.test(value) ? formatDay(value) : value;
  return isCoded(value) ? translateText(value) : value.map(translateText).join(BETWEEN);
}

const BETWEEN = '; ';

function oneInReadersLanguage(text: string): string | null {
  const code = faultOfText.get(text);
  if (code) return translateFault({ field: '', code, message: text }).message;
  const known = knownSentence(text);
  if (!known) return null;
  const shown = Object.entries(known.data).map((entry) => [entry[0], valueInWords(...entry)]);
  return String(i18next.t(`sentence:${known.key}`, Object.fromEntries(shown)));
}

/** Figures and days as the reader writes them, and what is a sentence of its own in their language, too. */
function valueInWords(name: string, value: string): string {
  if (FIGURES.has(name) && /^\d{1,15}$/.test(value)) return formatNumber(Number(value));
  return DAY.test(value) ? formatDay(value) : (inReadersLanguage(value) ?? value);
}

/** Codes and statuses are digits, too, but no figures. */
const FIGURES = new Set([
  'needed',
  'left',
  'most',
  'kept',
  'maximum',
  'count',
  'times',
  'minutes',
  'found',
  'expected',
]);
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Faults that have no code with them any more, such as why a campaign was paused. */
const faultOfText = new Map(Object.entries(FAULTS).map(([code, text]) => [text as string, code as FaultCode]));

declare module 'i18next' {
  interface ResourceNamespaceMap {
    sentence: typeof sentenceTexts;
  }
}
