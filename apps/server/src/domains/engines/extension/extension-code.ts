import { createHash, randomInt } from 'node:crypto';

/** Without letters and digits that look like another. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const HALF = 5;

/** Fifty bits, good for minutes and once: `ABCDE-FGHJK`. */
export function newCode(): string {
  const half = () => Array.from({ length: HALF }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}

/** As it is kept. What a person typed in another case, or without the dash, is the same code. */
export const hashOf = (code: string): string =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z0-9]/g, ''))
    .digest('hex');
