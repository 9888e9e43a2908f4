/** A variable's value as a cell shows it. */
export const valueWords = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
