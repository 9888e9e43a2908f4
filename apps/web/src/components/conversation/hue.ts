import type { CSSProperties } from 'react';

const HUES = 8;

/** A theme hue for a writer as `--hue`, always the same for the same writer. */
export function hueOf(writer: string): CSSProperties {
  let sum = 0;
  for (const letter of writer) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973;
  return { '--hue': `var(--hue-${sum % HUES})` } as CSSProperties;
}
