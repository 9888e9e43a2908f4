import { toLatinDigits } from '@switchyard/contracts/digits';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  Metadata,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';

/** Whether `country` is an ISO 3166 code that phone numbers can be parsed for. */
export const isPhoneCountry = (country: string): boolean => isSupportedCountry(country);

/** Numbers reserved for fiction, so that nobody is called by mistake. */
const FICTIONAL = { GB: '+447700900123', US: '+12025550143' } as const;

/** An example mobile number of the country in E.164 form; a British one for an unknown country. */
export function exampleNumber(country: string): string {
  if (country === 'GB' || country === 'US') return FICTIONAL[country];
  const example = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
  return example?.number ?? FICTIONAL.GB;
}

/**
 * Parses any common notation of a phone number (`07700 900123`, `+44 7700-900123`, `0044 7700 900123`,
 * `tel:+447700900123`) into E.164.
 * @param country ISO 3166 code of numbers without a country code
 * @returns null if the text cannot be a phone number
 */
export function toE164(text: string, country: string): string | null {
  const trimmed = toLatinDigits(text.trim());
  if (isPlainE164(trimmed)) return trimmed;
  // A word that contains digits is not a number, although the parser would find one in it.
  if (!/^(tel:)?[\d\s()+./\u00a0\u2010-\u2015\u200e\u200f\u202a-\u202e\u2066-\u2069-]+$/i.test(trimmed)) return null;
  const digits = trimmed.replace(/^tel:/i, '').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const international = digits.replace(/^00(?=\s*[1-9])/, '+');
  return read(international, country) ?? read(digits, country);
}

/**
 * Parses a recipient's number as people write it into E.164. A number without a country code belongs to `country` (ISO
 * 3166). Digits that are invalid there but valid with a plus sign, which a spreadsheet may have removed, are read as an
 * international number.
 * @returns null if the text cannot be a phone number
 */
export function readMobile(text: string, country: string): string | null {
  const local = toE164(text, country);
  if (local) return local;
  const digits = toLatinDigits(text).replace(/[\s().-]/g, '');
  return /^[1-9]\d{9,14}$/.test(digits) ? toE164(`+${digits}`, country) : null;
}

/**
 * Countries (ISO 3166) of an E.164 number: one if the number identifies it, otherwise all countries that share its
 * calling code. Empty if it is not a number.
 */
export function countriesOf(mobile: string): string[] {
  if (!mobile.startsWith('+')) return [];
  countriesByCode ??= Map.groupBy(getCountries(), (country) => getCountryCallingCode(country));
  const sharing = [1, 2, 3].map((digits) => countriesByCode?.get(mobile.slice(1, 1 + digits) as CallingCodeText));
  const countries = sharing.find((some) => some !== undefined) ?? [];
  if (countries.length <= 1) return countries;
  const country = parsePhoneNumberFromString(mobile)?.country;
  return country ? [country] : countries;
}
type CallingCodeText = ReturnType<typeof getCountryCallingCode>;
let countriesByCode: Map<CallingCodeText, CountryCode[]> | null = null;

function read(text: string, country: string): string | null {
  const found = parsePhoneNumberFromString(text, isSupportedCountry(country) ? (country as CountryCode) : undefined);
  return found?.isPossible() ? found.number : null;
}

/** What {@link isPlainE164} needs to know about a calling code. */
interface CallingCode {
  /** Lengths without the calling code that are possible in every country that shares the code. */
  lengths: ReadonlySet<number>;
  /**
   * First digits of a national number that may be a prefix to drop in any of these countries, such as the 0 in +44
   * 0770….
   */
  mayBePrefix: RegExp;
}

let callingCodes: ReadonlyMap<string, CallingCode> | null = null;

/**
 * Whether a text is certainly valid E.164 already. The parser accepts all of these and more, but takes 20 µs per
 * number, mostly to tell apart the countries of a shared calling code; that is noticeable in an import of 100,000 rows.
 */
export function isPlainE164(text: string): boolean {
  if (!/^\+[1-9]\d{6,14}$/.test(text)) return false;
  callingCodes ??= readCallingCodes();
  for (const digits of [1, 2, 3]) {
    const code = callingCodes.get(text.slice(1, 1 + digits));
    if (!code) continue;
    const national = text.slice(1 + digits);
    return code.lengths.has(national.length) && !code.mayBePrefix.test(national);
  }
  return false;
}

function readCallingCodes(): Map<string, CallingCode> {
  const byCode = new Map<string, { lengths: Set<number>; prefixes: Set<string> }>();
  const metadata = new Metadata();
  for (const country of getCountries()) {
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan as NumberingPlan | undefined;
    if (!plan) continue;
    const lengths = new Set(plan.possibleLengths());
    const code = getCountryCallingCode(country);
    const previous = byCode.get(code);
    const prefix = plan.nationalPrefixForParsing();
    byCode.set(code, {
      lengths: new Set([...lengths].filter((length) => !previous || previous.lengths.has(length))),
      prefixes: new Set([...(previous?.prefixes ?? []), ...(prefix ? [prefix] : [])]),
    });
  }
  return new Map(
    [...byCode].map(([code, { lengths, prefixes }]) => [
      code,
      { lengths, mayBePrefix: prefixes.size === 0 ? /^$/ : new RegExp(`^(?:${[...prefixes].join('|')})`) },
    ]),
  );
}

/** The part of the library's numbering plan that its types omit. */
interface NumberingPlan {
  possibleLengths(): number[];
  nationalPrefixForParsing(): string | undefined;
}
