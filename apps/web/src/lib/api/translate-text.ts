import { type CodedText, isCoded, type Text, type TextValue } from '@switchyard/contracts/text/registry';
import i18next from 'i18next';
import { formatDay } from '../format/date-formatter.ts';
import { formatNumber } from '../format/numbers.ts';
import './refusal-texts.ts';

const NAMESPACES = ['refusal', 'sentence', 'fault'];
const DAY = /^\d{4}-\d\d-\d\d$/;

/** A text in the reader's language: strings unchanged, an unknown code as the code. */
export const translateText = (text: Text): string =>
  typeof text === 'string' ? text : (translateKnown(text) ?? i18next.t('refusal:unknownReason', { code: text.code }));

/** A coded text in the reader's language; null if its code is unknown here. */
export function translateKnown({ code, data = {} }: CodedText): string | null {
  const key = NAMESPACES.map((namespace) => `${namespace}:${code}`).find((candidate) => i18next.exists(candidate));
  if (!key) return null;
  const values = Object.entries(data).map(([name, value]) => [name, shownValue(value)]);
  return String(i18next.t(key as 'refusal:FORBIDDEN', Object.fromEntries(values)));
}

/** Figures and days in the reader's format, nested texts in their language. */
function shownValue(value: TextValue): string {
  if (typeof value === 'number') return formatNumber(value);
  if (typeof value === 'string') return DAY.test(value) ? formatDay(value) : value;
  return isCoded(value) ? translateText(value) : value.map(translateText).join('; ');
}
