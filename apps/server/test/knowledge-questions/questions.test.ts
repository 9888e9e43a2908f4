import { expect, test } from 'vitest';
import { LANGUAGES, readQuestions } from './questions.ts';
import { sharedWords } from './shared-words.ts';

const sets = LANGUAGES.map((language) => ({ ...readQuestions(language), language }));

test('there are as many questions as required', () => {
  const passages = sets.flatMap((set) => set.passages);
  expect(passages.length).toBeGreaterThanOrEqual(200);
  expect(passages.filter(({ paraphrase }) => paraphrase).length).toBeGreaterThanOrEqual(60);
  expect(sets.flatMap(({ unanswerable }) => unanswerable).length).toBeGreaterThanOrEqual(40);
});

test.each(sets)('questions in $language share half of their words with the text', ({ language, passages }) => {
  const others = passages.filter(({ text, question }) => sharedWords(language, question, text) < 0.5);
  expect(others.map(({ question }) => question)).toEqual([]);
});

test.each(sets)('paraphrases in $language share at most 30%', ({ language, passages }) => {
  const others = passages.filter(({ text, paraphrase }) => paraphrase && sharedWords(language, paraphrase, text) > 0.3);
  expect(others.map(({ paraphrase }) => paraphrase)).toEqual([]);
});
