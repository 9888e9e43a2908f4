import { encode } from 'uqr';

/** Quiet zone around a code, in modules; scanners require four. */
const BORDER = 4;

/**
 * A QR code as one SVG path in a square of `size` modules: sharp at any scale, and one element instead of a thousand.
 */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: BORDER, ecc: 'L', boostEcc: true });
  let path = '';
  data.forEach((row, y) => {
    for (let x = 0; x < size; x += 1) {
      if (!row[x]) continue;
      let end = x + 1;
      while (end < size && row[end]) end += 1;
      path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = end;
    }
  });
  return { size, path };
}
