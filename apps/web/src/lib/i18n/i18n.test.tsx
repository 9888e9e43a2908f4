import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { addTexts } from './i18n.ts';

addTexts('isolates', { met: 'You met {{name}} at {{time}}' });
const t = (values: object) => String(i18next.t('isolates:met' as never, values as never));

afterEach(() => document.documentElement.removeAttribute('dir'));

it('isolates a name of the opposite direction, so that the text after it keeps its place', () => {
  expect(t({ name: 'דנה', time: '14:05' })).toBe('You met \u2068דנה\u2069 at 14:05');
});

it('leaves a text unchanged where no directions can conflict', () => {
  expect(t({ name: 'Dana', time: '14:05' })).toBe('You met Dana at 14:05');
});

it('isolates every name and number on a right-to-left page', () => {
  document.documentElement.dir = 'rtl';
  expect(t({ name: 'Dana', time: '14:05' })).toBe('You met \u2068Dana\u2069 at \u206814:05\u2069');
});
