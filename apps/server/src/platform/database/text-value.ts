import type { Text, TextData } from '@switchyard/contracts/text/registry';
import { customType } from 'drizzle-orm/pg-core';

/** A text for people in a column of text: strings as they are, texts of ours as JSON. */
export const textValue = customType<{ data: Text; driverData: string }>({
  dataType: () => 'text',
  toDriver: storedText,
  fromDriver: readText,
});

export function storedText(text: Text): string;
export function storedText(text: Text | null): string | null;
export function storedText(text: Text | null): string | null {
  return typeof text === 'object' && text !== null ? JSON.stringify({ code: text.code, data: text.data }) : text;
}

/** The same in a statement of SQL that no driver puts values into. */
export const sqlText = (text: Text): string => `'${storedText(text).replaceAll("'", "''")}'`;

export function readText(stored: string): Text {
  if (!stored.startsWith('{"code":')) return stored;
  try {
    const { code, data, ...more } = JSON.parse(stored) as { code?: unknown; data?: TextData };
    return typeof code === 'string' && Object.keys(more).length === 0 ? { code, ...(data && { data }) } : stored;
  } catch {
    return stored;
  }
}
