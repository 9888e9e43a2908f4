import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanFileName, contentDisposition } from './file-name.ts';

test.each([
  ['photo.jpg', 'photo.jpg'],
  ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['photo\u202Egpj.exe', 'photogpj.exe'],
  ['a\0b\nc.txt', 'abc.txt'],
  ['  .hidden. ', 'hidden'],
  ['what?*.pdf', 'what__.pdf'],
  ['Straße 東京 👋.pdf', 'Straße 東京 👋.pdf'],
  ['', 'file'],
  ['///', 'file'],
  [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(195)}.jpeg`],
])('%j becomes %j', (input, expected) => expect(cleanFileName(input)).toBe(expected));

test('any name becomes short, without folders, controls or quotes, with a plain ASCII header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (input) => {
      const name = cleanFileName(input);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(200);
      expect(name).not.toMatch(/[/\\"\p{Cc}]/u);
      expect(contentDisposition('inline', name)).toMatch(/^[\x20-\x7E]+$/);
      expect(cleanFileName(name)).toBe(name);
    }),
  );
});

test('a download is named in any script', () => {
  expect(contentDisposition('attachment', `It's "ü".pdf`)).toBe(
    `attachment; filename="It's __.pdf"; filename*=UTF-8''It%27s%20%22%C3%BC%22.pdf`.replace('__', '___'),
  );
});
