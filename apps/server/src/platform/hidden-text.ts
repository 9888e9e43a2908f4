import type { Text } from '@switchyard/contracts/text/registry';
import { type Actor, readTextsRefusal } from './actor.ts';

/** Shown in place of texts that support may not read. */
export const HIDDEN_TEXT = 'Hidden: the owners have not allowed support to read texts.';

type Reader = Pick<Actor, 'onBehalfOf'>;

/** Returns the text if this actor may read it, otherwise a placeholder. Empty texts are not hidden. */
export const redactText = <Value extends Text | null>(actor: Reader, text: Value): Value | string =>
  text === null || text === '' || readTextsRefusal(actor) === null ? text : HIDDEN_TEXT;

/**
 * Replaces the texts that this actor may not read, at any depth.
 * @param shown names of fields that are not texts, such as ids and kinds
 */
export const redactTexts = <Value>(actor: Reader, value: Value, shown: ReadonlySet<string> = new Set()): Value =>
  readTextsRefusal(actor) === null ? value : (hideTexts(value, shown) as Value);

function hideTexts(value: unknown, shown: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return value === '' ? value : HIDDEN_TEXT;
  if (Array.isArray(value)) return value.map((item) => hideTexts(item, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shown.has(name) ? item : hideTexts(item, shown)]),
  );
}
