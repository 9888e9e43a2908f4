/** Maximum length of the form's name in a variable, in UTF-16 code units; the end of the id tells forms apart. */
const MAX_SLUG_LENGTH = 40;
const CODE_LENGTH = 8;

/**
 * Returns the variable that refers to a form in a text and is replaced with a personal link for each reader, such as
 * `form order a cake 1f3a9c2b`. It still refers to the form after a rename.
 */
export function formVariable({ _id, name }: { _id: string; name: string }): string {
  const slug = name
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/\p{Cs}/gu, '')
    .trim();
  return ['form', slug, _id.slice(-CODE_LENGTH)].filter((part) => part !== '').join(' ');
}

/** Returns the end of the id of the form that a variable refers to, or null if it refers to none. */
export const formCodeOf = (variable: string): string | null =>
  /^form (?:.* )?([0-9a-f]{8})$/.exec(variable)?.[1] ?? null;
