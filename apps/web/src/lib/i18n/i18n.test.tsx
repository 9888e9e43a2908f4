import i18next from 'i18next';
import { afterEach, expect, it } from 'vitest';
import { addTexts } from './i18n.ts';

addTexts('isolates', { met: 'You met {{name}} at {{time}}' });
const t = (values: object) => String(i18next.t('isolates:met' as never, values as never));

afterEach(() => document.documentElement.removeAttribute('dir'));

it('a name that runs the other way stands within isolates, so that what follows keeps its place', () => {
  expect(t({ name: 'דנה', time: '14:05' })).toBe('You met \u2068דנה\u2069 at 14:05');
});

it('where nothing can run against anything a text is to the letter what was written', () => {
  expect(t({ name: 'Dana', time: '14:05' })).toBe('You met Dana at 14:05');
});

it('on a page that reads from right to left every name and number is isolated', () => {
  document.documentElement.dir = 'rtl';
  expect(t({ name: 'Dana', time: '14:05' })).toBe('You met \u2068Dana\u2069 at \u206814:05\u2069');
});
