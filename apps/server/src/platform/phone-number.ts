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

/** Whether `country` is an ISO 3166 code that phone numbers can be read in. */
export const isPhoneCountry = (country: string): boolean => isSupportedCountry(country);

/** Numbers that are set apart for such use, so that nobody is called. */
const FICTIONAL = { GB: '+447700900123', US: '+12025550143' } as const;

/** A mobile number of the country to show how one is written, in E.164 form; of an unknown country, a British one. */
export function exampleNumber(country: string): string {
  if (country === 'GB' || country === 'US') return FICTIONAL[country];
  const example = isSupportedCountry(country) ? getExampleNumber(country, examples) : undefined;
  return example?.number ?? FICTIONAL.GB;
}

/**
 * Any common way to write a phone number (`07700 900123`, `+44 7700-900123`, `0044 7700 900123`, `tel:+447700900123`)
 * as E.164.
 * @param country ISO 3166 code in which a number without a prefix is read.
 * @returns null when it cannot be a phone number.
 */
export function toE164(text: string, country: string): string | null {
  const written = toLatinDigits(text.trim());
  if (isPlainE164(written)) return written;
  // A word with digits in it is no number, though the parser would find one inside.
  if (!/^(tel:)?[\d\s()+./\u00a0\u2010-\u2015\u200e\u200f\u202a-\u202e\u2066-\u2069-]+$/i.test(written)) return null;
  const digits = written.replace(/^tel:/i, '').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const international = digits.replace(/^00(?=\s*[1-9])/, '+');
  return read(international, country) ?? read(digits, country);
}

/**
 * A recipient's number as people write it, as E.164. Without a country prefix it is a number of `country` (ISO 3166);
 * digits that are no number there but are one with their own country prefix (a spreadsheet has eaten the plus sign)
 * count as that.
 * @returns null when it cannot be a phone number.
 */
export function readMobile(text: string, country: string): string | null {
  const local = toE164(text, country);
  if (local) return local;
  const digits = toLatinDigits(text).replace(/[\s().-]/g, '');
  return /^[1-9]\d{9,14}$/.test(digits) ? toE164(`+${digits}`, country) : null;
}

/**
 * The countries (ISO 3166) that a number in E.164 may be of: one where it tells, all that share its calling code where
 * it does not. None: it is no number.
 */
export function countriesOf(mobile: string): string[] {
  if (!mobile.startsWith('+')) return [];
  countriesByCode ??= Map.groupBy(getCountries(), (country) => getCountryCallingCode(country));
  const sharing = [1, 2, 3].map((digits) => countriesByCode?.get(mobile.slice(1, 1 + digits) as CallingCodeText));
  const countries = sharing.find((some) => some !== undefined) ?? [];
  if (countries.length <= 1) return countries;
  const told = parsePhoneNumberFromString(mobile)?.country;
  return told ? [told] : countries;
}
type CallingCodeText = ReturnType<typeof getCountryCallingCode>;
let countriesByCode: Map<CallingCodeText, CountryCode[]> | null = null;

function read(text: string, country: string): string | null {
  const found = parsePhoneNumberFromString(text, isSupportedCountry(country) ? (country as CountryCode) : undefined);
  return found?.isPossible() ? found.number : null;
}

/** What is needed to know a number of a calling code as it stands. */
interface CallingCode {
  /** Lengths, without the calling code, that are possible in every country that shares the code. */
  lengths: ReadonlySet<number>;
  /**
   * First digits of a national number that may be a prefix to drop, such as the 0 in +44 0770…, in any of these
   * countries.
   */
  mayBePrefix: RegExp;
}

let callingCodes: ReadonlyMap<string, CallingCode> | null = null;

/**
 * Whether a text is E.164 already, beyond doubt. The parser agrees on each of these, and finds more; it takes 20 µs a
 * number, most of it to tell countries of a shared calling code apart, which an import of a hundred thousand rows
 * feels.
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
  const read = new Map<string, { lengths: Set<number>; prefixes: Set<string> }>();
  const metadata = new Metadata();
  for (const country of getCountries()) {
    metadata.selectNumberingPlan(country);
    const plan = metadata.numberingPlan as NumberingPlan | undefined;
    if (!plan) continue;
    const lengths = new Set(plan.possibleLengths());
    const code = getCountryCallingCode(country);
    const known = read.get(code);
    const prefix = plan.nationalPrefixForParsing();
    read.set(code, {
      lengths: new Set([...lengths].filter((length) => !known || known.lengths.has(length))),
      prefixes: new Set([...(known?.prefixes ?? []), ...(prefix ? [prefix] : [])]),
    });
  }
  return new Map(
    [...read].map(([code, { lengths, prefixes }]) => [
      code,
      { lengths, mayBePrefix: prefixes.size === 0 ? /^$/ : new RegExp(`^(?:${[...prefixes].join('|')})`) },
    ]),
  );
}

/** The parts of the library's numbering plan that its types leave out. */
interface NumberingPlan {
  possibleLengths(): number[];
  nationalPrefixForParsing(): string | undefined;
}
