/** Languages whose month and weekday names are recognised in dates written as text. */
const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'uk', 'tr', 'sv', 'da', 'nb', 'fi', 'cs', 'ro', 'hu'],
  ...['el', 'id', 'ar', 'he', 'hi'],
];

/**
 * Number (1 to 12) of a month by its name or abbreviation in any of the languages. Undefined if it is unknown or means
 * different months in different languages.
 */
export function monthByName(name: string): number | undefined {
  months ??= namesOf(
    Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15)),
    [{ month: 'long' }, { month: 'short' }, { day: 'numeric', month: 'long' }, { day: 'numeric', month: 'short' }],
    'month',
  );
  const at = months.get(folded(name));
  return at === undefined ? undefined : at + 1;
}

/** Number of a weekday (0 Sunday to 6 Saturday) by its name or abbreviation. */
export function weekdayByName(name: string): number | undefined {
  weekdays ??= namesOf(
    Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 1, 1 + day)),
    [{ weekday: 'long' }, { weekday: 'short' }],
    'weekday',
  );
  return weekdays.get(folded(name));
}

let months: Map<string, number> | undefined;
let weekdays: Map<string, number> | undefined;

function namesOf(
  instants: readonly number[],
  formats: readonly Intl.DateTimeFormatOptions[],
  part: 'month' | 'weekday',
): Map<string, number> {
  const found = new Map<string, number>();
  const contested = new Set<string>();
  for (const language of LANGUAGES) {
    for (const format of formats) {
      const formatter = new Intl.DateTimeFormat(`${language}-u-ca-gregory-nu-latn`, { ...format, timeZone: 'UTC' });
      instants.forEach((instant, number) => {
        const name = folded(formatter.formatToParts(instant).find(({ type }) => type === part)?.value ?? '');
        if (!name || /^\d+$/.test(name)) return;
        const known = found.get(name);
        if (known !== undefined && known !== number) contested.add(name);
        found.set(name, number);
      });
    }
  }
  for (const name of contested) found.delete(name);
  return found;
}

function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase().replace(/\.$/, '').trim();
}
