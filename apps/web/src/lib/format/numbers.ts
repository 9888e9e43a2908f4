import { currentLanguage } from '../i18n/i18n.ts';

/** `12,345` in the language's way. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(currentLanguage()).format(value);
}
