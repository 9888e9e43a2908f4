import { expect, test } from 'vitest';
import { asksToStop } from './stop-words.ts';

test.each([
  'STOP',
  ' Stop. ',
  '“stop”',
  '🛑 STOP 🛑',
  'Unsubscribe!',
  'stop\nall',
  'BAJA',
  'Stopp',
  'הסר',
  'إلغاء الاشتراك',
  'СТОП',
  '退订',
  'ＳＴＯＰ',
])('%j asks to stop', (text) => expect(asksToStop(text)).toBe(true));

test.each([
  '',
  'no',
  'cancel',
  'end',
  'Stop by at 9 please',
  'Where is the bus stop?',
  'stopover',
  "don't stop",
  'x'.repeat(5_000),
])('%j does not', (text) => expect(asksToStop(text)).toBe(false));
