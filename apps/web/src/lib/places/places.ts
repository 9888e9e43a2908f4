/** Intl.Locale knows a region's zones; TypeScript's library does not declare it yet. */
interface LocaleWithZones extends Intl.Locale {
  getTimeZones?: () => string[];
}

/** Codes that Intl names but that are not countries: unions, outlying groups, private use, and former states. */
const NOT_PER_COUNTRY = new Set('AN BU CS DD DY EU EZ FX HV NH NT QO RH SU TP UK UN VD XA XB YD YU ZR ZZ'.split(' '));
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The browser's zone, an IANA name. */
export function guessZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

/** Every zone by name, including `also` (browsers do not list old names). */
export function zones(also: string): string[] {
  return [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', also])].sort();
}

/** The country (ISO 3166 alpha-2) of this zone, else that of the browser's language, else the United States. */
export function guessCountry(zone: string, language: string = globalThis.navigator?.language ?? 'en'): string {
  const wantedZone = canonical(zone);
  const languageCountry = new Intl.Locale(language).maximize().region ?? 'US';
  const hasZone = (country: string) => {
    const locale: LocaleWithZones = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.().includes(wantedZone) ?? false;
  };
  // UTC and similar zones belong to no country.
  if (!zone.includes('/') || hasZone(languageCountry)) return languageCountry;
  return countryCodes().find(hasZone) ?? languageCountry;
}

/** The name under which this browser lists a zone: some list Asia/Calcutta for Asia/Kolkata. */
function canonical(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

/** Every country as an option, by name in the given language. */
export function countries(language: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return countryCodes()
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}

let cachedCodes: string[] | undefined;

/** Computed once: naming 676 pairs of letters takes a while on a phone. */
function countryCodes(): string[] {
  if (cachedCodes) return cachedCodes;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  cachedCodes = codes.filter((code) => !NOT_PER_COUNTRY.has(code) && names.of(code) !== undefined);
  return cachedCodes;
}
