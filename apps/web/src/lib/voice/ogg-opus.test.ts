import { expect, test } from 'vitest';
import { oggFromWebm } from './ogg-opus.ts';

const bytes = (...parts: (number[] | string)[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part)));
const element = (id: number[], content: Uint8Array): number[] => [
  ...id,
  0x40 | (content.length >> 8),
  content.length & 0xff,
  ...content,
];
/** As the browser records: elements of unknown length run to the end. */
const open = (id: number[]): number[] => [...id, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
const HEAD = bytes('OpusHead', [1, 1, 0x38, 1, 0x80, 0xbb, 0, 0, 0, 0, 0]);
/** Twenty milliseconds of CELT. */
const packet = (length: number, fill: number) => bytes([0xf8, ...Array.from({ length: length - 1 }, () => fill)]);
const block = (content: Uint8Array) => element([0xa3], bytes([0x81, 0, 0, 0x80], [...content]));
const webm = (packets: Uint8Array[]) =>
  bytes(
    element([0x1a, 0x45, 0xdf, 0xa3], bytes([0x42, 0x86, 0x81, 1])),
    open([0x18, 0x53, 0x80, 0x67]),
    element([0x16, 0x54, 0xae, 0x6b], bytes(element([0xae], bytes(element([0x63, 0xa2], HEAD))))),
    open([0x1f, 0x43, 0xb6, 0x75]),
    [0xe7, 0x81, 0],
    ...packets.slice(0, 2).map(block),
    open([0x1f, 0x43, 0xb6, 0x75]),
    [0xe7, 0x81, 40],
    ...packets.slice(2).map(block),
  );

interface OggPage {
  flags: number;
  samples: number;
  number: number;
  packets: Uint8Array[];
}
function readOgg(ogg: Uint8Array): OggPage[] {
  const pages: OggPage[] = [];
  for (let at = 0; at < ogg.length; ) {
    expect(new TextDecoder().decode(ogg.subarray(at, at + 4))).toBe('OggS');
    const view = new DataView(ogg.buffer, ogg.byteOffset + at);
    const lacing = [...ogg.subarray(at + 27, at + 27 + view.getUint8(26))];
    let from = at + 27 + lacing.length;
    const packets: Uint8Array[] = [];
    let length = 0;
    for (const segment of lacing) {
      length += segment;
      if (segment === 255) continue;
      packets.push(ogg.subarray(from, from + length));
      from += length;
      length = 0;
    }
    pages.push({
      flags: view.getUint8(5),
      samples: Number(view.getBigUint64(6, true)),
      number: view.getUint32(18, true),
      packets,
    });
    at = from;
  }
  return pages;
}

test('repacks what Chromium records into Ogg, from the first page to the last', () => {
  const packets = [packet(3, 1), packet(255, 2), packet(600, 3), packet(80, 4)];
  const pages = readOgg(oggFromWebm(webm(packets)));
  expect(pages.map(({ flags, number }) => [flags, number])).toEqual([
    [2, 0],
    [0, 1],
    [4, 2],
  ]);
  expect(pages[0]?.packets).toEqual([HEAD]);
  expect(new TextDecoder().decode(pages[1]?.packets[0]).startsWith('OpusTags')).toBe(true);
  expect(pages[2]?.packets).toEqual(packets);
  // 48 samples per millisecond.
  expect(pages[2]?.samples).toBe(4 * 960);
});

test('a long recording takes as many pages as it needs', () => {
  const packets = Array.from({ length: 1_000 }, (_, number) => packet(100, number % 251));
  const pages = readOgg(oggFromWebm(webm(packets))).slice(2);
  expect(pages.length).toBe(4);
  expect(pages.flatMap((page) => page.packets)).toEqual(packets);
  expect(pages.map(({ flags }) => flags)).toEqual([0, 0, 0, 4]);
  expect(pages.at(-1)?.samples).toBe(1_000 * 960);
});

test('the checksum of a page is the standard’s', () => {
  const ogg = oggFromWebm(webm([packet(3, 1)]));
  const first = ogg.slice(0, 28 + HEAD.length);
  const stored = new DataView(first.buffer).getUint32(22, true);
  first.fill(0, 22, 26);
  let sum = 0;
  for (const byte of first) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
  }
  expect(stored).toBe(sum >>> 0);
});

test.each([
  ['nothing', new Uint8Array()],
  ['something else', bytes('RIFF and so on')],
  ['no sound', webm([])],
])('rejects %s', (_what, recording) => {
  expect(() => oggFromWebm(recording)).toThrow();
});
