import { expect, it } from 'vitest';
import { countries, guessCountry, zones } from './places.ts';

it.each([
  ['Asia/Kolkata', 'en-US', 'IN'],
  ['Europe/London', 'de-DE', 'GB'],
  ['America/Chicago', 'en', 'US'],
  ['Europe/Berlin', 'de', 'DE'],
  ['UTC', 'fr-CA', 'CA'],
])('a browser in %s with language %s is assumed to be in %s', (zone, language, country) => {
  expect(guessCountry(zone, language)).toBe(country);
});

it('lists countries by name, without unions and former states', () => {
  const list = countries('en');
  const codes = list.map((country) => country.value);
  expect(codes).toEqual(expect.arrayContaining(['GB', 'IN', 'BR', 'ZA']));
  for (const excluded of ['EU', 'UN', 'DD', 'SU', 'ZZ', 'UK']) expect(codes).not.toContain(excluded);
  expect(new Set(list.map((country) => country.label)).size).toBe(list.length);
});

it('keeps a zone that the list lacks', () => {
  expect(zones('Asia/Calcutta')).toEqual(expect.arrayContaining(['Asia/Calcutta', 'UTC', 'Europe/London']));
});
