import { type Column, type SQL, sql } from 'drizzle-orm';

/** A text folded for case-insensitive comparison. Served by an index on the same expression. */
export const foldedText = (value: Column | SQL): SQL<string> => sql<string>`lower(${value} collate "und-x-icu")`;

/** The words of a text without case and accents. An index on the same expression serves `&&`. */
export const foldedWords = (value: Column | SQL): SQL<string[]> =>
  sql<
    string[]
  >`regexp_split_to_array(regexp_replace(normalize(${foldedText(value)}, nfkd), '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+')`;

/** Pattern for `like`: the text anywhere, with `%` and `_` as literal characters. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Case-insensitive "contains" for any script. The embedded server's locale is C, in which `ilike` folds ASCII only; in
 * other locales it would fold the search term again for each row.
 */
export const containsText = (column: Column | SQL, text: string): SQL =>
  sql`${foldedText(column)} collate "C" like ${foldedText(sql`${containing(text)}::text`)} collate "C"`;
