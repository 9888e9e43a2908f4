import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildGrammar } from '../../../../../../scripts/build-grammar.ts';
import { type Case, planned } from './suite/fixture.ts';
import { requests } from './suite/requests.ts';
import { unseen, unsupported } from './suite/unseen.ts';

/** The same in any order of its fields. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, one]): [string, unknown] => [key, sorted(one)])
            .sort(),
        )
      : value;

const isSame = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const wrongIn = (cases: readonly Case[]) => cases.filter(([request, expected]) => !isSame(planned(request), expected));
/** Requests that would be done in another way than they were meant. */
const misdoneIn = (cases: readonly Case[]) =>
  wrongIn(cases).filter(([request]) => {
    const made = planned(request);
    return (
      typeof made === 'object' && made.calls.some(({ tool }) => !tool.startsWith('get_') && tool !== 'why_not_sent')
    );
  });
const textsOf = (cases: readonly Case[]) => cases.map(([request]) => request);

test('at least 95% of the requests written beside the grammar are exactly right, and none is wrongly done', () => {
  expect(requests.length).toBeGreaterThanOrEqual(150);
  const wrong = textsOf(wrongIn(requests));
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(requests.length * 0.05);
  expect(textsOf(misdoneIn(requests))).toEqual([]);
});

test('of requests that were worded without it at least 85% are exactly right, and none is wrongly done', () => {
  const wrong = textsOf(wrongIn(unseen));
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(unseen.length * 0.15);
  expect(textsOf(misdoneIn(unseen))).toEqual([]);
});

test('of the requests that it is for at most 10% are asked back', () => {
  const meant = [...requests, ...unseen].filter(([, expected]) => typeof expected === 'object');
  const asked = meant.filter(([request]) => typeof planned(request) === 'string');
  expect(asked.length, textsOf(asked).join('\n')).toBeLessThanOrEqual(meant.length * 0.1);
});

test.each(unsupported)('does nothing about: %s', (request) => {
  expect(['ask', 'decline']).toContain(planned(request));
});

test('the parser in use is that of the grammar', () => {
  expect(readFileSync(join(import.meta.dirname, 'when.gen.ts'), 'utf8')).toBe(buildGrammar());
});
