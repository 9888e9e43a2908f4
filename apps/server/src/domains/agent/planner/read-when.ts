import { parser } from './when.gen.ts';
import type { WhenPart } from './when-parts.ts';
import { isPlace } from './zones.ts';

/** The words about time that a lower-case text begins with, and how long they are; null: it begins with others. */
export function readWhen(text: string): { part: WhenPart; length: number } | null {
  try {
    return parser.parse(text, { isPlace });
  } catch {
    return null;
  }
}
