import { readText, storedText, type Text } from '@switchyard/contracts/text/registry';
import type { TextCode } from '@switchyard/contracts/text/text';
import { customType } from 'drizzle-orm/pg-core';

/** A text for people in a column of text: strings as they are, texts of ours as JSON. */
export const textValue = customType<{ data: Text; driverData: string }>({
  dataType: () => 'text',
  toDriver: storedText,
  fromDriver: readText,
});

/** How texts of ours begin in such a column. */
export const CODED_BEGINNING = '{"code":';

/** A text in a statement of SQL that no driver puts values into. */
export const sqlText = (text: Text): string => `'${storedText(text).replaceAll("'", "''")}'`;

/** The same with what the statement itself works out put in. @param data the SQL of each value as JSON, a text */
export const sqlTextWith = (code: TextCode, data: Record<string, string>): string =>
  `('{"code":"${code}","data":{' || ${Object.entries(data)
    .map(([name, json]) => `'"${name}":' || ${json}`)
    .join(` || ',' || `)} || '}}')`;

/** The SQL of a stored text as JSON, to be put into another. */
export const sqlTextAsJson = (stored: string): string =>
  `case when ${stored} like '${CODED_BEGINNING}%' then ${stored} else to_json(${stored})::text end`;
