import { type Column, type SQL, sql } from 'drizzle-orm';

/**
 * Case-insensitive "contains" of any script: the embedded server's own locale is C, in which `ilike` folds ASCII only.
 * `%` and `_` in the text mean themselves.
 */
export const containsText = (column: Column, text: string): SQL =>
  sql`${column} collate "und-x-icu" ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`;

/** A text folded for comparing names without regard to case. An index on the same expression serves it. */
export const foldedText = (value: Column | SQL): SQL<string> => sql<string>`lower(${value} collate "und-x-icu")`;
