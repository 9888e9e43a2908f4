import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramOf, gramsOf, piecesOf } from './grams.ts';

const texts = { contactName: null, recipient: null, body: null, sentWith: null, campaignId: null };

test('any part of a text is found by its grams', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.string(),
      (before, part, after) => {
        const grams = new Set(gramsOf('one', { ...texts, body: before + part + after }));
        expect(piecesOf(part).every((piece) => grams.has(gramOf('one', 'body', piece)))).toBe(true);
      },
    ),
  );
});

test('grams match in no other field or workspace', () => {
  const grams = new Set(gramsOf('one', { ...texts, body: 'zanzibar' }));
  for (const [workspaceId, field] of [
    ['one', 'contactName'],
    ['two', 'body'],
  ] as const) {
    expect(grams.has(gramOf(workspaceId, field, 'zan'))).toBe(false);
  }
  expect(grams.has(gramOf('one', 'body', 'zan'))).toBe(true);
});
