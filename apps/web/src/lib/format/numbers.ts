import { currentLanguage } from '../i18n/i18n.ts';

/** By language: making one takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

/** `12,345` in the language's way. */
export function formatNumber(value: number): string {
  const language = currentLanguage();
  const made = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, made);
  return made.format(value);
}
