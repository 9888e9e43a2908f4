import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unknownFields } from './unknown-fields.ts';

const inner = z.object({ known: z.string() });
const schema = z.object({
  one: inner,
  many: z.array(inner).optional(),
  pair: z.tuple([inner, inner]).optional(),
  byName: z.record(z.string(), inner).default({}),
  open: inner.catchall(z.string()).nullable(),
  kinds: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), ofA: z.string() }),
      z.object({ kind: z.literal('b'), ofB: inner }),
    ])
    .optional(),
  either: z.union([z.literal('all'), z.array(inner), z.object({ from: inner }), inner]).optional(),
  turned: inner.transform(({ known }) => known).optional(),
  prepared: z.preprocess((given) => given, inner).optional(),
  anything: z.unknown(),
  kept: inner.readonly().catch({ known: 'x' }).optional(),
});
const known = { known: 'x' };
const unknown = { known: 'x', odd: 1 };

describe('names unknown fields by their path', () => {
  test.each<[object, string[]]>([
    [{ one: known, odd: 1 }, ['odd']],
    [{ one: unknown }, ['one.odd']],
    [{ many: [known, unknown] }, ['many.1.odd']],
    [{ pair: [known, unknown] }, ['pair.1.odd']],
    [{ byName: { any: unknown } }, ['byName.any.odd']],
    [{ kinds: { kind: 'a', ofB: known } }, ['kinds.ofB']],
    [{ kinds: { kind: 'b', ofB: unknown } }, ['kinds.ofB.odd']],
    [{ either: unknown }, ['either.odd']],
    [{ either: { from: unknown } }, ['either.from.odd']],
    [{ either: [unknown] }, ['either.0.odd']],
    [{ turned: unknown, prepared: unknown, kept: unknown }, ['turned.odd', 'prepared.odd', 'kept.odd']],
    // Even properties of every object are unknown unless the schema has them.
    [JSON.parse('{"constructor": 1, "__proto__": 1}'), ['constructor', '__proto__']],
  ])('%j', (given, fields) => {
    expect(unknownFields(schema, given)).toEqual(fields);
  });
});

test.each([
  { one: known, many: [known], byName: { any: known }, kinds: { kind: 'a', ofA: 'x' }, either: 'all' },
  { open: { known: 'x', more: 'y' }, anything: { any: { thing: 1 } }, either: [known] },
  // A value of another type is for the schema itself to refuse.
  { one: 'text', many: 'text', kinds: { kind: 'c', odd: 1 }, byName: [1], either: 5 },
  null,
  'text',
  [unknown],
])('finds nothing unknown in %j', (given) => {
  expect(unknownFields(schema, given)).toEqual([]);
});
