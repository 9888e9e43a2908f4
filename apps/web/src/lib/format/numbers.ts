import { currentLanguage } from '../i18n/i18n.ts';

/** Cached by language: creating a format takes far longer than using it. */
const formats = new Map<string, Intl.NumberFormat>();

/** `12,345` in the language's format. */
export function formatNumber(value: number): string {
  const language = currentLanguage();
  const made = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, made);
  return made.format(value);
}

/** `€12.50` in the language's format. @param currency ISO 4217 code */
export function formatMoney(value: number, currency: string): string {
  const key = `${currentLanguage()} ${currency}`;
  const made = formats.get(key) ?? new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency });
  formats.set(key, made);
  return made.format(value);
}

/** A count: `12,345`, or `10,000+` if not all were counted. */
export const formatTotal = ({ total, totalIsExact = true }: { total: number; totalIsExact?: boolean }): string =>
  totalIsExact ? formatNumber(total) : `${formatNumber(total)}+`;
