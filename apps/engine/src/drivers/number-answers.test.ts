import { expect, test } from 'vitest';
import { foundOf } from './baileys/addresses.ts';
import { foundAs } from './wa-js/addresses.ts';

const LONG = '+5511987654321';
const SHORT = '+551187654321';

test('who is known by the other form of their number is on WhatsApp, by that form', () => {
  const other = { number: LONG, exists: true, address: SHORT };
  expect(
    foundOf([LONG, '+447700900001', '+15550001234'], ['551187654321@s.whatsapp.net', '447700900001@s.whatsapp.net']),
  ).toEqual([other, { number: '+447700900001', exists: true }, { number: '+15550001234', exists: false }]);
  expect(foundAs(LONG, '551187654321@c.us')).toEqual(other);
});

test('an answer by the form that was asked, by none, or under a hidden address tells no other form', () => {
  expect(foundOf([LONG], ['5511987654321@s.whatsapp.net'])).toEqual([{ number: LONG, exists: true }]);
  expect(foundOf([LONG], ['447700900001@s.whatsapp.net'])).toEqual([{ number: LONG, exists: false }]);
  // Both forms are people of their own.
  expect(foundOf([LONG], ['551187654321@s.whatsapp.net', '5511987654321@s.whatsapp.net'])).toEqual([
    { number: LONG, exists: true },
  ]);
  expect(foundAs(LONG, '5511987654321@c.us')).toEqual({ number: LONG, exists: true });
  expect(foundAs(LONG, '123456789@lid')).toEqual({ number: LONG, exists: true });
  expect(foundAs(LONG, null)).toEqual({ number: LONG, exists: false });
});
