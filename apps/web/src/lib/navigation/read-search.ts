/** A text from the address; undefined if missing. The router parses a text of digits as a number. */
export function readText(value: unknown, maxLength = 200): string | undefined {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written.trim() !== '' ? written.slice(0, maxLength) : undefined;
}

/** An instant from the address, as ISO 8601 in UTC. */
export function readInstant(value: unknown): string | undefined {
  const at = new Date(readText(value) ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** A whole number above zero: a page number from the address, which omits the first page. */
export function readPage(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 0 ? page : undefined;
}
