type Person = readonly [id: string, name: string];

const MAX_OFFERED = 5;

/**
 * People who match what is typed after an @ at the end of a text, and the position of that @; null if no name is being
 * typed.
 */
export function matchMention(
  text: string,
  people: ReadonlyMap<string, string>,
): { from: number; people: readonly Person[] } | null {
  const from = text.lastIndexOf('@');
  // An @ inside a word belongs to an address.
  if (from < 0 || /\S$/.test(text.slice(0, from))) return null;
  const prefix = text.slice(from + 1).toLowerCase();
  const matches = [...people].filter(([, name]) => name.toLowerCase().startsWith(prefix));
  return matches.length > 0 ? { from, people: matches.slice(0, MAX_OFFERED) } : null;
}

/** Ids of the people named after an @ in a text. */
export const mentionedIds = (text: string, people: ReadonlyMap<string, string>): string[] =>
  [...people].filter(([, name]) => name !== '' && text.includes(`@${name}`)).map(([id]) => id);
