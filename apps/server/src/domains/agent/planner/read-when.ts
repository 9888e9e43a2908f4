import { parser } from './when.gen.ts';
import type { WhenPart } from './when-parts.ts';
import { isZoneName } from './zones.ts';

/** The time expression that a lower-case text starts with, and its length; null if it starts otherwise. */
export function readWhen(text: string): { part: WhenPart; length: number } | null {
  try {
    return parser.parse(text, { isPlace: isZoneName });
  } catch {
    return null;
  }
}
