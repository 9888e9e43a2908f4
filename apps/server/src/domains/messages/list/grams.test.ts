import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramsOf, gramsToFind } from './grams.ts';

const texts = { contactName: null, recipient: null, body: null, sentWith: null, campaignId: null };

test('whatever a text contains is found by its grams', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string(),
      (before, part, after) => {
        const grams = new Set(gramsOf('one', { ...texts, body: before + part + after }));
        expect(gramsToFind('one', 'body', part).every((gram) => grams.has(gram))).toBe(true);
      },
    ),
  );
});

test('not in another field, and not in another workspace', () => {
  const grams = new Set(gramsOf('one', { ...texts, body: 'zanzibar' }));
  for (const [workspaceId, field] of [
    ['one', 'contactName'],
    ['two', 'body'],
  ] as const) {
    expect(gramsToFind(workspaceId, field, 'zan').some((gram) => grams.has(gram))).toBe(false);
  }
  expect(gramsToFind('one', 'body', 'zan').every((gram) => grams.has(gram))).toBe(true);
});
