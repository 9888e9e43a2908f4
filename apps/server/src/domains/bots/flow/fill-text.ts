import { fillTemplate, variableKey, variablesOf } from '@switchyard/message-template';
import { MAX_VALUE_LENGTH, type Values } from '../runtime/session-state.ts';

/**
 * Fills a `{name|there}` template; an unknown name without a fallback becomes empty. Returns null if the result would
 * exceed the maximum value length.
 */
export function fillText(
  text: string,
  values: Values,
  encode: (value: string) => string = (value) => value,
): string | null {
  const byName = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const byKey = new Map(Object.entries(values).map(([name, value]) => [variableKey(name), value]));
  const known: Record<string, string> = {};
  for (const { name, fallback } of variablesOf(text)) {
    const words = displayText(byName.get(name) ?? byKey.get(variableKey(name)) ?? null);
    if (words.trim() !== '') known[name] = encode(words);
    // A zero-width mark counts as known, and is removed again below.
    else if (fallback === null) known[name] = NOTHING;
  }
  const filled = fillTemplate(text, known).text;
  // Checked before the whole text is built: a template may name a long variable a thousand times.
  return filled.length > MAX_VALUE_LENGTH ? null : filled.replaceAll(NOTHING, '');
}

const NOTHING = '\u{E000}';

const isFile = (value: object): value is { fileName: string } =>
  'fileName' in value && 'fileId' in value && typeof value.fileName === 'string';

/** A value as people read it; a file is shown by its name. */
export function displayText(value: Values[string]): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(displayText).join(', ');
  if (typeof value !== 'object') return String(value);
  return isFile(value) ? value.fileName : JSON.stringify(value);
}
