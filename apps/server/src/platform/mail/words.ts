import { languages } from '@switchyard/contracts/accounts/operations';
import type { z } from 'zod';

type Language = z.infer<typeof languages>;

/**
 * Texts in every language that people may read; `{name}` stands for what is filled in. A language that lacks one does
 * not compile.
 */
export type TextsByLanguage<Texts> = Record<Language, Texts>;

/** The language of a person, as their row has it; English where they have chosen none. */
export const languageOf = (chosen: string | null | undefined): Language => languages.safeParse(chosen).data ?? 'en';

const RIGHT_TO_LEFT: readonly Language[] = ['he', 'ar'];
/**
 * What keeps the order of a name or number within a text of the other direction (Unicode's FSI and PDI); programs that
 * do not know it show nothing there.
 */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/** Fills in what stands in braces; of what is not known a dash, and nothing where it stood in brackets of its own. */
export function fill(language: Language, text: string, values: Record<string, string | number | undefined>): string {
  const kept = text.replace(/ \(\{(\w+)\}\)/g, (brackets, name: string) =>
    values[name] === undefined ? '' : brackets,
  );
  return kept.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(values[name] ?? '–');
    return RIGHT_TO_LEFT.includes(language) ? `${ISOLATE}${value}${END}` : value;
  });
}
