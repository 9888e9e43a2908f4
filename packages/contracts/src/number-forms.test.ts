import { expect, test } from 'vitest';
import { otherForm } from './number-forms.ts';

test.each([
  ['+5511987654321', '+551187654321'],
  ['+5215512345678', '+525512345678'],
  ['+5491123456789', '+541123456789'],
])('%s and %s are forms of the same number', (long, short) => {
  expect([otherForm(long), otherForm(short)]).toEqual([short, long]);
});

test.each(['+447700900123', '+551133334444', '+5511', '+15551234567', '120363000000000001@g.us', ''])(
  '%s has only one form',
  (number) => expect(otherForm(number)).toBeNull(),
);
