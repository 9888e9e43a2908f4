import { expect, test } from 'vitest';
import { toFoundNumbers } from './baileys/addresses.ts';
import { toFoundNumber } from './wa-js/addresses.ts';

const LONG = '+5511987654321';
const SHORT = '+551187654321';

test('finds a number on WhatsApp by its other form', () => {
  const other = { number: LONG, exists: true, address: SHORT };
  expect(
    toFoundNumbers(
      [LONG, '+447700900001', '+15550001234'],
      ['551187654321@s.whatsapp.net', '447700900001@s.whatsapp.net'],
    ),
  ).toEqual([other, { number: '+447700900001', exists: true }, { number: '+15550001234', exists: false }]);
  expect(toFoundNumber(LONG, '551187654321@c.us')).toEqual(other);
});

test('returns no other form if WhatsApp answers with the requested form, with none, or with a hidden address', () => {
  expect(toFoundNumbers([LONG], ['5511987654321@s.whatsapp.net'])).toEqual([{ number: LONG, exists: true }]);
  expect(toFoundNumbers([LONG], ['447700900001@s.whatsapp.net'])).toEqual([{ number: LONG, exists: false }]);
  // The two forms belong to different people.
  expect(toFoundNumbers([LONG], ['551187654321@s.whatsapp.net', '5511987654321@s.whatsapp.net'])).toEqual([
    { number: LONG, exists: true },
  ]);
  expect(toFoundNumber(LONG, '5511987654321@c.us')).toEqual({ number: LONG, exists: true });
  expect(toFoundNumber(LONG, '123456789@lid')).toEqual({ number: LONG, exists: true });
  expect(toFoundNumber(LONG, null)).toEqual({ number: LONG, exists: false });
});
