import { languages } from '@switchyard/contracts/accounts/operations';
import type { z } from 'zod';

type Language = z.infer<typeof languages>;

/** Texts in every language of the product, with `{name}` as a placeholder. A missing language does not compile. */
export type TextsByLanguage<Texts> = Record<Language, Texts>;

/** A person's language from their row; English if they have not chosen one. */
export const languageOf = (chosen: string | null | undefined): Language => languages.safeParse(chosen).data ?? 'en';

const RIGHT_TO_LEFT: readonly Language[] = ['he', 'ar'];
/**
 * Unicode's FSI and PDI keep a name or number in order within a text of the other direction. Programs that do not know
 * them show nothing.
 */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** Fills in placeholders. A missing value becomes a dash, or disappears if it is in parentheses of its own. */
export function fill(language: Language, text: string, values: Record<string, string | number | undefined>): string {
  const withoutEmpty = text.replace(/ \(\{(\w+)\}\)/g, (brackets, name: string) =>
    values[name] === undefined ? '' : brackets,
  );
  return withoutEmpty.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '–');
    return RIGHT_TO_LEFT.includes(language) ? `${ISOLATE}${value}${END}` : value;
  });
}
