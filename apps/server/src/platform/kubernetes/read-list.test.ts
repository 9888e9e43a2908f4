import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { readList } from './read-list.ts';

/** Reads a text that arrives in chunks of this size. */
async function read(text: string, bytes: number) {
  const whole = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let from = 0; from < whole.length; from += bytes) pieces.push(whole.subarray(from, from + bytes));
  const items: unknown[] = [];
  const rest = await readList(Readable.from(pieces) as AsyncIterable<Buffer>, (item) => items.push(item));
  return { items, rest };
}

const ITEMS = [
  { name: 'a', list: [1, { items: ['inner', '}]"'] }], text: 'quote " back\\slash \\" {[,]}' },
  { name: 'ünïcode 🚀 \u0000', empty: {}, none: [] },
  'a text, too',
  7,
];
const LIST = { kind: 'PodList', metadata: { resourceVersion: '7', continue: 'x"items":[' }, items: ITEMS };

it.each([1, 2, 3, 7, 64, 100_000])('returns the same items as JSON.parse, in chunks of %i bytes', async (bytes) => {
  for (const text of [JSON.stringify(LIST), JSON.stringify(LIST, null, 2)]) {
    const { items, ...rest } = LIST;
    expect(await read(text, bytes)).toEqual({ items, rest: { ...rest, items: [] } });
  }
});

it('handles content after the items, and lists without any', async () => {
  const last = `{"extra":["items",[1]],"items" : [ {"a":1} , {"b":2} ],"metadata":{"resourceVersion":"9","items":[3]}}`;
  expect(await read(last, 5)).toEqual({
    items: [{ a: 1 }, { b: 2 }],
    rest: { extra: ['items', [1]], items: [], metadata: { resourceVersion: '9', items: [3] } },
  });
  expect(await read('{"items":[]}', 4)).toEqual({ items: [], rest: { items: [] } });
  expect(await read('{"items":null,"metadata":{}}', 4)).toEqual({ items: [], rest: { items: null, metadata: {} } });
  expect(await read('{"metadata":{}}', 4)).toEqual({ items: [], rest: { metadata: {} } });
});

it.each(['', '{"items":[{"a":1}', '{"items":[{"a":}]}', 'not json', '{"items":[1 2]}'])('refuses %j', async (text) => {
  await expect(read(text, 4)).rejects.toThrow(SyntaxError);
});
