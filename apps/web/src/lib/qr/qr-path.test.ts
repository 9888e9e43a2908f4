import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrPath } from './qr-path.ts';

test('draws exactly the dark modules, with a quiet zone of four', () => {
  const text = 'simulated-whatsapp,Zm9vYmFyYmF6cXV4';
  const { size, path } = qrPath(text);
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = Number(x); at < Number(x) + Number(width); at += 1) {
      const row = modules[Number(y)];
      if (row) row[at] = true;
    }
  }
  expect(modules).toEqual(encode(text, { border: 4, ecc: 'L', boostEcc: true }).data);
  expect(modules.slice(0, 4).flat()).not.toContain(true);
});
