import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileType } from './file-type.ts';

const bytes = (...start: (number | string)[]) =>
  Buffer.concat(start.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part, 'latin1'))));
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0, 'JFIF');
const PNG = bytes(0x89, 'PNG\r\n\x1a\n', 'IHDR');
const WHOLE_PNG = bytes(0x89, 'PNG\r\n\x1a\n', '\0\0\0\x0dIHDR', '\0'.repeat(17), '\0\0\x08\0IDAT');
const GIF = bytes('GIF89a');
const PDF = bytes('%PDF-1.7');
const ZIP = bytes('PK\x03\x04');
const OLE = bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const MP4 = bytes(0, 0, 0, 0x18, 'ftypisom');
const M4A = bytes(0, 0, 0, 0x18, 'ftypM4A ');
const OGG = bytes('OggS');
const OPUS = bytes('OggS', '\0'.repeat(24), 'OpusHead');
const MP3 = bytes('ID3');
/** Its first bytes contain only a tag with a picture. */
const COVERED_MP3 = bytes('ID3', 4, 0, 0, 0, 2, 0, 0, 'APIC');
const MKV = (kind: string) =>
  bytes(0x1a, 0x45, 0xdf, 0xa3, 0x80 + kind.length + 3, 0x42, 0x82, 0x80 + kind.length, kind);
const AVI = bytes('RIFF\0\0\0\0AVI LIST');
const VCARD = bytes('BEGIN:VCARD\r\n');
const ODT_TYPE = 'application/vnd.oasis.opendocument.text';
const ODT = bytes('PK\x03\x04\x14', '\0'.repeat(13), '\x27\0\0\0\x27\0\0\0\x08\0\0\0', 'mimetype', ODT_TYPE);
const TEXT = bytes('name;mobile\n');

describe('declared and detected type agree', () => {
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
    [
      ZIP,
      'application/vnd.ms-excel.sheet.macroEnabled.12',
      'application/vnd.ms-excel.sheet.macroenabled.12',
      'document',
    ],
    [ODT, ODT_TYPE, undefined, 'document'],
    [ODT, 'application/zip', 'application/zip', 'document'],
    [WHOLE_PNG, 'image/png', 'image/png', 'image'],
    [OPUS, 'audio/opus', 'audio/ogg', 'audio'],
    [COVERED_MP3, 'audio/mpeg', 'audio/mpeg', 'audio'],
    [AVI, 'video/x-msvideo', 'video/vnd.avi', 'document'],
    [MKV('webm'), 'audio/webm', 'video/webm', 'document'],
    [TEXT, 'text/csv', 'text/csv', 'document'],
    [VCARD, 'text/plain', 'text/plain', 'document'],
    [bytes('<?xml version="1.0"?>'), 'image/svg+xml', 'image/svg+xml', 'document'],
    [bytes('<svg>'), 'application/xml', 'application/xml', 'document'],
    [TEXT, 'application/x-own', 'application/x-own', 'document'],
  ])('%#: %s', async (head, declared, mimeType = declared, media) => {
    expect(await fileType(head, declared)).toEqual({ mimeType, media });
  });
});

test('an undeclared type is detected', async () => {
  expect(await fileType(PNG, '')).toEqual({ mimeType: 'image/png', media: 'image' });
  expect(await fileType(PDF, 'application/octet-stream')).toEqual({ mimeType: 'application/pdf', media: 'document' });
  expect(await fileType(TEXT, 'not a type')).toEqual({ mimeType: 'application/octet-stream', media: 'document' });
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
  ['a text document that calls itself a workbook', ODT, 'application/vnd.oasis.opendocument.spreadsheet'],
  ['a text that calls itself a program', TEXT, 'application/x-shockwave-flash'],
])('refused: %s', async (_name, head, declared) => expect(await fileType(head, declared)).toBeNull());

test('no bytes and no declared type make it throw, and a file accepted as an image is one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 64 }), fc.string(), async (head, declared) => {
      const type = await fileType(Buffer.from(head), declared);
      expect(type === null || /^[^\s/]+\/[^\s/]+$/.test(type.mimeType)).toBe(true);
    }),
  );
});
