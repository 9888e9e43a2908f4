interface FileValue {
  fileName: string;
  fileId: string | null;
  /** Null: the file is not stored. */
  url: string | null;
}

/** The file that a contact sent as an answer; null for other values. */
export const parseFileValue = (value: unknown): FileValue | null =>
  typeof value === 'object' && value !== null && 'fileId' in value && 'fileName' in value ? (value as FileValue) : null;

/** A variable's value as text: the URL of a stored file, since a table cannot hold the file. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  const file = parseFileValue(value);
  if (file) return file.url ? `${file.fileName} (${file.url})` : file.fileName;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
