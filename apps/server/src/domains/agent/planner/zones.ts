import { fold } from './lexicon.ts';

/** Common names of zones besides their cities. */
const NAMED: Record<string, string> = {
  utc: 'UTC',
  gmt: 'UTC',
  uk: 'Europe/London',
  est: 'America/New_York',
  eastern: 'America/New_York',
  pacific: 'America/Los_Angeles',
  india: 'Asia/Kolkata',
  ist: 'Asia/Kolkata',
};
/** IANA zones by city: `sao paulo`. Cities that occur twice, as in Indiana and Kentucky, are excluded. */
const CITIES = new Map<string, string | null>();
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const city = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ').toLowerCase();
  CITIES.set(city, CITIES.has(city) ? null : zone);
}

const cityOf = (words: string): string | null => CITIES.get(fold(words)) ?? NAMED[words] ?? null;

/** Whether "… time" names a zone. */
export const isZoneName = (words: string): boolean => cityOf(words) !== null;

/** The zone that words name: an IANA name, `theirs` (the recipient's) or `ours` (the workspace's). */
export function findZone(words: string): string {
  if (/^(her|his|their)\b/.test(words)) return 'theirs';
  if (/^(our|my|local)\b/.test(words)) return 'ours';
  const known = cityOf(words);
  if (known) return known;
  const capital = words.replace(/(^|[/_])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === words) ?? capital;
}

const OF_THE_STATES =
  /^(?:America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Nome|(?:Indiana|Kentucky|North_Dakota)\/.+)|Pacific\/Honolulu)$/;

/** Whether people in a zone write the month before the day; elsewhere 5/6 is ambiguous. */
export const writesMonthFirst = (zone: string): boolean => OF_THE_STATES.test(zone);
