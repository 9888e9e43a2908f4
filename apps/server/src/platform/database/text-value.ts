import { readText, storedText, type Text } from '@switchyard/contracts/text/registry';
import type { TextCode } from '@switchyard/contracts/text/text';
import { customType } from 'drizzle-orm/pg-core';

/** A text for people in a text column: strings as they are, coded texts as JSON. */
export const textValue = customType<{ data: Text; driverData: string }>({
  dataType: () => 'text',
  toDriver: storedText,
  fromDriver: readText,
});

/** Prefix of coded texts in such a column. */
export const CODED_BEGINNING = '{"code":';

/** A text as a literal in SQL that takes no parameters. */
export const sqlText = (text: Text): string => `'${storedText(text).replaceAll("'", "''")}'`;

/**
 * Like {@link sqlText}, with values that the statement computes. @param data SQL of each value as JSON, of type text
 */
export const sqlTextWith = (code: TextCode, data: Record<string, string>): string =>
  `('{"code":"${code}","data":{' || ${Object.entries(data)
    .map(([name, json]) => `'"${name}":' || ${json}`)
    .join(` || ',' || `)} || '}}')`;

/** SQL of a stored text as JSON, for embedding in another JSON value. */
export const sqlTextAsJson = (stored: string): string =>
  `case when ${stored} like '${CODED_BEGINNING}%' then ${stored} else to_json(${stored})::text end`;
