/**
 * Of the form's name, in UTF-16 code units: a variable has a limited length, and the end of the id tells forms apart.
 */
const MAX_WORDS_LENGTH = 40;
const CODE_LENGTH = 8;

/**
 * How a text names a form, in place of which each reader gets a link of their own: `form order a cake 1f3a9c2b`. It
 * stays the same form when it is renamed.
 */
export function formVariable({ _id, name }: { _id: string; name: string }): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_WORDS_LENGTH)
    .replace(/\p{Cs}/gu, '')
    .trim();
  return ['form', words, _id.slice(-CODE_LENGTH)].filter((part) => part !== '').join(' ');
}

/** The end of the id of the form that a variable names; null: it names none. */
export const formCodeOf = (variable: string): string | null =>
  /^form (?:.* )?([0-9a-f]{8})$/.exec(variable)?.[1] ?? null;
