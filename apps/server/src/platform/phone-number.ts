import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** Whether `country` is an ISO 3166 code that phone numbers can be read in. */
export const isPhoneCountry = (country: string): boolean => isSupportedCountry(country);

/**
 * Any common way to write a phone number (`07700 900123`, `+44 7700-900123`, `0044 7700 900123`, `tel:+447700900123`) as E.164.
 * @param country ISO 3166 code in which a number without a prefix is read.
 * @returns null when it cannot be a phone number.
 */
export function toE164(text: string, country: string): string | null {
  const written = text.trim();
  // A word with digits in it is no number, though the parser would find one inside.
  if (!/^(tel:)?[\d\s()+./\u00a0\u2010-\u2015\u200e\u200f\u202a-\u202e\u2066-\u2069-]+$/i.test(written)) return null;
  const digits = written.replace(/^tel:/i, '').replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  const international = digits.replace(/^00(?=\s*[1-9])/, '+');
  return read(international, country) ?? read(digits, country);
}

function read(text: string, country: string): string | null {
  const found = parsePhoneNumberFromString(text, isSupportedCountry(country) ? (country as CountryCode) : undefined);
  return found?.isPossible() ? found.number : null;
}
