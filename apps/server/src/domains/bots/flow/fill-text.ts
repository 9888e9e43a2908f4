import type { Values } from '../runtime/session-state.ts';

const VARIABLE = /\{\s*([\p{L}_][\p{L}\p{N}_ ]*?)\s*(?:\|([^{}]*))?\}/gu;

/** A text with `{name|there}` filled; what nobody knows and has no other words becomes nothing. */
export function fillText(text: string, values: Values): string {
  const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  return text.replace(VARIABLE, (_written, name: string, fallback: string | undefined) => {
    const value = shown(known.get(name.toLowerCase()) ?? null);
    return value.trim() === '' ? (fallback ?? '').trim() : value;
  });
}

/** A value as people read it. */
export function shown(value: Values[string]): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(shown).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
