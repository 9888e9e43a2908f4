import { fillTemplate, variablesOf } from '@switchyard/message-template';
import type { Values } from '../runtime/session-state.ts';

/** A text with `{name|there}` filled; what nobody knows and has no other words becomes nothing. */
export function fillText(text: string, values: Values, encode: (value: string) => string = (value) => value): string {
  const known = Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const words = shown(value);
      return words.trim() === '' ? [] : [[name, encode(words)]];
    }),
  );
  const { text: filled, missing } = fillTemplate(text, known);
  if (missing.length === 0) return filled;
  // A zero-width mark is known, and is taken out again.
  const nothing = Object.fromEntries(
    variablesOf(text).flatMap(({ name }) => (missing.includes(name) ? [[name, NOTHING]] : [])),
  );
  return fillTemplate(text, { ...known, ...nothing }).text.replaceAll(NOTHING, '');
}

const NOTHING = '\u{E000}';

/** A value as people read it. */
export function shown(value: Values[string]): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
