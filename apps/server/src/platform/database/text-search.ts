import { type Column, type SQL, sql } from 'drizzle-orm';

/** A text folded for comparing names without regard to case. An index on the same expression serves it. */
export const foldedText = (value: Column | SQL): SQL<string> => sql<string>`lower(${value} collate "und-x-icu")`;

/** The words of a text without case and accents. An index on the same expression serves `&&`. */
export const foldedWords = (value: Column | SQL): SQL<string[]> =>
  sql<
    string[]
  >`regexp_split_to_array(regexp_replace(normalize(${foldedText(value)}, nfkd), '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+')`;

/** For `like`: somewhere in a text, in which `%` and `_` mean themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Case-insensitive "contains" of any script: the embedded server's own locale is C, in which `ilike` folds ASCII only;
 * in another it folds what is sought anew for each row.
 */
export const containsText = (column: Column | SQL, text: string): SQL =>
  sql`${foldedText(column)} collate "C" like ${foldedText(sql`${containing(text)}::text`)} collate "C"`;
