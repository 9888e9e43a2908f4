type Person = readonly [id: string, name: string];

const MAX_OFFERED = 5;

/**
 * Who can be meant by what is typed after an @ at the end of a text, and where that @ is; null: nobody is being named.
 */
export function mentionTyped(
  text: string,
  people: ReadonlyMap<string, string>,
): { from: number; people: readonly Person[] } | null {
  const from = text.lastIndexOf('@');
  // An @ within a word is of an address.
  if (from < 0 || /\S$/.test(text.slice(0, from))) return null;
  const begun = text.slice(from + 1).toLowerCase();
  const meant = [...people].filter(([, name]) => name.toLowerCase().startsWith(begun));
  return meant.length > 0 ? { from, people: meant.slice(0, MAX_OFFERED) } : null;
}

/** The ids of the people whose names a text has after an @. */
export const mentionedIn = (text: string, people: ReadonlyMap<string, string>): string[] =>
  [...people].filter(([, name]) => name !== '' && text.includes(`@${name}`)).map(([id]) => id);
