import { NUMBER_FORMS } from '@switchyard/contracts/number-forms';
import { type SQL, sql } from 'drizzle-orm';

/**
 * The forms of a number in a column as an SQL array, like `formsOf` outside the database. A form that does not exist is
 * null.
 */
export function formsIn(number: SQL): SQL {
  const cases = NUMBER_FORMS.flatMap(({ long, short, prefix, added }) => [
    sql`when ${number} ~ ${long.source} then regexp_replace(${number}, ${long.source}, ${`${prefix}\\1\\2`})`,
    sql`when ${number} ~ ${short.source} then regexp_replace(${number}, ${short.source}, ${`${prefix}\\1${added}\\2`})`,
  ]);
  return sql`array[${number}, case ${sql.join(cases, sql` `)} end]`;
}
