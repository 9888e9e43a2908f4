import { expect, test } from 'vitest';
import { readMobile } from '../../../platform/phone-number.ts';
import { mobileOfWhatsAppId, nameIn } from './recipient.ts';

test.each([
  ['+44 7700 900123', 'US', '+447700900123'],
  ['07700 900123', 'GB', '+447700900123'],
  ['0044 7700 900123', 'GB', '+447700900123'],
  ['(212) 555-0123', 'US', '+12125550123'],
  ['447700900123', 'GB', '+447700900123'],
  ['919876543210', 'GB', '+919876543210'],
  ['+15550001234', 'GB', '+15550001234'],
  ['+447700900123', 'XX', '+447700900123'],
])('%s in %s is %s', (text, country, mobile) => expect(readMobile(text, country)).toBe(mobile));

test.each(['', 'Ann', '12', '12345678901234567', '4.47701E+11', 'call 07700 900123', '+', '+44'])(
  '%s is not a number',
  (text) => {
    expect(readMobile(text, 'GB')).toBeNull();
  },
);

test('a person’s WhatsApp id contains their number; a group’s does not', () => {
  expect(mobileOfWhatsAppId('447700900123@c.us')).toBe('+447700900123');
  expect(mobileOfWhatsAppId('447700900123@s.whatsapp.net')).toBe('+447700900123');
  expect(mobileOfWhatsAppId('1203630@g.us')).toBeNull();
});

test('the fullest given name is used', () => {
  expect(nameIn({ firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee');
  expect(nameIn({ name: 'A', formattedTitle: 'B' })).toBe('A');
  expect(nameIn({})).toBe('');
});
