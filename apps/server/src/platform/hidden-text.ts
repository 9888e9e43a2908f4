import type { Text } from '@switchyard/contracts/text/registry';
import { type Actor, readTextsRefusal } from './actor.ts';

/** Stands where support may not read what people write. */
export const HIDDEN_TEXT = 'Hidden: the owners have not allowed support to read texts.';

type Reader = Pick<Actor, 'onBehalfOf'>;

/** A text of a workspace as this actor may read it; no text at all is no secret. */
export const readableText = <Value extends Text | null>(actor: Reader, text: Value): Value | string =>
  text === null || text === '' || readTextsRefusal(actor) === null ? text : HIDDEN_TEXT;

/**
 * A value whose texts lie at any depth, as this actor may read it.
 * @param shown names of fields that are no texts, such as ids and kinds
 */
export const readableTexts = <Value>(actor: Reader, value: Value, shown: ReadonlySet<string> = new Set()): Value =>
  readTextsRefusal(actor) === null ? value : (hideTexts(value, shown) as Value);

function hideTexts(value: unknown, shown: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return value === '' ? value : HIDDEN_TEXT;
  if (Array.isArray(value)) return value.map((item) => hideTexts(item, shown));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shown.has(name) ? item : hideTexts(item, shown)]),
  );
}
