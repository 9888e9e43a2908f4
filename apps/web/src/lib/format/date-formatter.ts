import { currentLanguage } from '../i18n/i18n.ts';

/** A calendar day, `YYYY-MM-DD`, as a field shows it: `20 Nov 2026`. */
export function formatDay(day: string): string {
  return formatter({ dateStyle: 'medium' }).format(new Date(day));
}

/** The locale for dates: the browser's if it is a variant of the app's language, such as `en-GB`. */
function formatLocale(): string {
  const language = currentLanguage();
  const own = navigator.language;
  return own.split('-')[0] === language.split('-')[0] ? own : language;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats in UTC; `asUtc` shifts a zone's wall clock into it. Creating a formatter is slow enough to be felt in a table
 * of times.
 */
export function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const language = formatLocale();
  const key = language + JSON.stringify(options);
  const made = formatters.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  formatters.set(key, made);
  return made;
}
