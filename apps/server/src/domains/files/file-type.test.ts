import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileType } from './file-type.ts';

const bytes = (...start: (number | string)[]) =>
  Buffer.concat(start.map((one) => (typeof one === 'number' ? Buffer.of(one) : Buffer.from(one, 'latin1'))));
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0, 'JFIF');
const PNG = bytes(0x89, 'PNG\r\n\x1a\n', 'IHDR');
const GIF = bytes('GIF89a');
const PDF = bytes('%PDF-1.7');
const ZIP = bytes('PK\x03\x04');
const OLE = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const MP4 = bytes(0, 0, 0, 0x18, 'ftypisom');
const M4A = bytes(0, 0, 0, 0x18, 'ftypM4A ');
const OGG = bytes('OggS');
const MP3 = bytes('ID3');
const TEXT = bytes('name;mobile\n');

describe('what it says and what it is agree', () => {
  test.each([
    [JPEG, 'image/jpeg', 'image/jpeg', 'image'],
    [JPEG, 'image/jpg; charset=binary', 'image/jpeg', 'image'],
    [PNG, 'IMAGE/PNG', 'image/png', 'image'],
    [GIF, 'image/gif', 'image/gif', 'document'],
    [MP4, 'video/mp4', 'video/mp4', 'video'],
    [MP4, 'audio/mp4', 'audio/mp4', 'audio'],
    [M4A, 'audio/x-m4a', 'audio/mp4', 'audio'],
    [OGG, 'audio/ogg; codecs=opus', 'audio/ogg', 'audio'],
    [MP3, 'audio/mp3', 'audio/mpeg', 'audio'],
    [bytes(0xff, 0xfb, 0x90), 'audio/mpeg', 'audio/mpeg', 'audio'],
    [bytes(0xff, 0xf1, 0x50), 'audio/aac', 'audio/aac', 'audio'],
    [PDF, 'application/pdf', 'application/pdf', 'document'],
    [ZIP, 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', undefined, 'document'],
    [OLE, 'application/msword', 'application/msword', 'document'],
    [TEXT, 'text/csv', 'text/csv', 'document'],
    [TEXT, 'application/x-own', 'application/x-own', 'document'],
  ])('%#: %s', (head, declared, mimeType = declared, media) => {
    expect(fileType(head, declared)).toEqual({ mimeType, media });
  });
});

test('an owner that does not know is told', () => {
  expect(fileType(PNG, '')).toEqual({ mimeType: 'image/png', media: 'image' });
  expect(fileType(PDF, 'application/octet-stream')).toEqual({ mimeType: 'application/pdf', media: 'document' });
  expect(fileType(TEXT, 'not a type')).toEqual({ mimeType: 'application/octet-stream', media: 'document' });
});

test.each([
  ['a page that calls itself a picture', bytes('<html><script>'), 'image/png'],
  ['a film that calls itself a picture', MP4, 'image/jpeg'],
  ['a picture that calls itself another', PNG, 'image/jpeg'],
  ['a program that calls itself a document', bytes('MZ\x90\0'), 'application/pdf'],
  ['a program that calls itself text', bytes('MZ\x90\0'), 'text/plain'],
  ['an archive that calls itself text', ZIP, 'text/plain'],
  ['a text that calls itself a workbook', TEXT, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['a picture that calls itself a document', JPEG, 'application/msword'],
  ['a picture that calls itself something unheard of', JPEG, 'application/x-own'],
])('refused: %s', (_name, head, declared) => expect(fileType(head, declared)).toBeNull());

test('no bytes and no words make it throw, and an image that is accepted as one is one', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.string(), (head, declared) => {
      const type = fileType(Buffer.from(head), declared);
      expect(type === null || /^[^\s/]+\/[^\s/]+$/.test(type.mimeType)).toBe(true);
    }),
  );
});
