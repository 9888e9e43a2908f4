import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

const PRICES = 'Item: Challah\nSesame: yes\nPrice: 3';

test.each<[what: string, text: string, baseLanguage: string | null, language: string]>([
  ['a short sentence', 'We open at nine.', null, 'english'],
  ['a short sentence in a base of another language', 'We open at nine.', 'german', 'english'],
  ['a price list', PRICES, 'german', 'german'],
  ['a price list in a base of a language without spaces', PRICES, 'grams', await languageOf(PRICES)],
  ['a price list in a base of another script', PRICES, 'arabic', await languageOf(PRICES)],
  ['Hebrew', 'מתי אתם פותחים את החנות בבוקר?', 'english', 'grams'],
  [
    'Russian',
    'Мы открываемся в девять часов утра и работаем до вечера без перерыва. Если вы опаздываете, пожалуйста, сообщите нам об этом заранее по телефону, чтобы мы могли перенести вашу запись.',
    'english',
    'russian',
  ],
  [
    'a text that starts with a list',
    `${'A1 42\n'.repeat(2_000)}${'Das Boot wird nicht verliehen, wenn der Wind zu stark ist. '.repeat(300)}`,
    null,
    'german',
  ],
])('%s is of its language, or of the base’s where it tells none', async (_what, text, baseLanguage, language) => {
  expect(await languageOf(text, baseLanguage)).toBe(language);
});
