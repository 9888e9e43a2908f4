import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkJsonShape } from './json-shape.ts';

test('ignores everything in strings and keys', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = `${text}${'[{,'.repeat(20_000)}"\\`;
      checkJsonShape(JSON.stringify({ [written]: written, plain: 1 }));
    }),
    { numRuns: 10 },
  );
});

test.each([
  ['64 levels', `${'['.repeat(64)}${']'.repeat(64)}`, null],
  ['65 levels', `${'['.repeat(65)}${']'.repeat(65)}`, /too deep/],
  ['65 levels of objects', `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`, /too deep/],
  ['many lists beside each other', `[${'[],'.repeat(20_000)}0]`, null],
  ['50,000 values', `[${'0,'.repeat(49_999)}0]`, null],
  ['50,001 values', `[${'0,'.repeat(50_000)}0]`, /too many values/],
  ['a string without an end', '{"a', null],
  ['backslashes before the end', '{"a\\\\":[[]]}', null],
])('%s', (_what, text, fault) => {
  if (fault) expect(() => checkJsonShape(text)).toThrow(fault);
  else expect(() => checkJsonShape(text)).not.toThrow();
});
