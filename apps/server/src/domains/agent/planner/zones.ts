const ZONES: Record<string, string> = {
  utc: 'UTC',
  gmt: 'UTC',
  'london time': 'Europe/London',
  'uk time': 'Europe/London',
  'new york time': 'America/New_York',
  est: 'America/New_York',
  'eastern time': 'America/New_York',
  'pacific time': 'America/Los_Angeles',
  'berlin time': 'Europe/Berlin',
  'paris time': 'Europe/Paris',
  'tokyo time': 'Asia/Tokyo',
  'dubai time': 'Asia/Dubai',
  'india time': 'Asia/Kolkata',
  ist: 'Asia/Kolkata',
};

/** The zone that words name: an IANA name, `theirs` (the recipient's) or `ours` (the workspace's). */
export function zoneNamed(words: string): string {
  if (/^(her|his|their)\b/.test(words)) return 'theirs';
  if (/^(our|my|local)\b/.test(words)) return 'ours';
  const known = ZONES[words];
  if (known) return known;
  const capital = words.replace(/(^|[/_])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return Intl.supportedValuesOf('timeZone').find((zone) => zone.toLowerCase() === words) ?? capital;
}
