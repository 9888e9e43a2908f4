/** The page of a list in its address, from 1; the first is not written. */
export function readPage(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
