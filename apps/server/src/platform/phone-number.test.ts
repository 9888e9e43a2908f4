import fc from 'fast-check';
import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';
import { expect, test } from 'vitest';
import { exampleNumber, isPlainE164, toE164 } from './phone-number.ts';

test.each([
  ['07700 900123', 'GB', '+447700900123'],
  ['+44 (0)7700 900-123', 'GB', '+447700900123'],
  ['0044 7700 900123', 'GB', '+447700900123'],
  ['0044 7700 900123', 'US', '+447700900123'],
  ['447700900123', 'GB', '+447700900123'],
  ['(202) 555-0143', 'US', '+12025550143'],
  ['06.39.98.01.23', 'FR', '+33639980123'],
  ['tel:+12025550143', 'GB', '+12025550143'],
  ['\u202a+44\u00a07700\u00a0900123\u202c', 'US', '+447700900123'],
  ['+1 555 000 1234', 'GB', '+15550001234'],
  ['۰۷۷۰۰ ۹۰۰۱۲۳', 'GB', '+447700900123'],
  ['+٤٤ ٧٧٠٠ ٩٠٠١٢٣', 'US', '+447700900123'],
  ['०७७०० ९००१२३', 'GB', '+447700900123'],
])('parses %s in %s as %s', (text, country, e164) => {
  expect(toE164(text, country)).toBe(e164);
});

test.each(['', ' ', 'call me', '12', 'ab 07700900123', '+999999999999999999', '=1+1', '+'])('rejects %s', (text) => {
  expect(toE164(text, 'GB')).toBeNull();
});

test('accepts as E.164 only what the parser leaves unchanged', () => {
  const callingCodes = getCountries().map((country) => getCountryCallingCode(country));
  const number = fc
    .tuple(fc.constantFrom(...callingCodes), fc.stringMatching(/^\d{4,12}$/))
    .map(([code, national]) => `+${code}${national}`);
  let taken = 0;
  fc.assert(
    fc.property(number, (text) => {
      if (!isPlainE164(text)) return;
      taken += 1;
      const parsed = parsePhoneNumberFromString(text);
      expect([parsed?.number, parsed?.isPossible()]).toEqual([text, true]);
    }),
    { numRuns: 20_000 },
  );
  expect(taken).toBeGreaterThan(1_000);
  expect(isPlainE164('+447700900123')).toBe(true);
  expect(isPlainE164('+4407700900123')).toBe(false);
});

test('has a valid example number for every country', () => {
  for (const country of getCountries()) {
    const parsed = parsePhoneNumberFromString(exampleNumber(country));
    expect(exampleNumber(country), country).toMatch(/^\+\d{6,15}$/);
    expect(parsed?.countryCallingCode, country).toBe(getCountryCallingCode(country));
  }
  expect(['GB', 'IL', 'DE', 'none'].map((country) => exampleNumber(country).slice(0, 4))).toEqual([
    ...['+447', '+972', '+491', '+447'],
  ]);
});
