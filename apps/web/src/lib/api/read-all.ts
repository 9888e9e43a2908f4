import { MAX_PAGE_SIZE } from '@switchyard/contracts/page-size';

/** All rows of a list, page by page; a row that was read twice because others moved it counts once. */
export async function readAll<Row extends { _id: string }>(
  readPage: (page: { limit: number; skip: number }) => Promise<{ data: Row[]; total: number }>,
  max = Number.POSITIVE_INFINITY,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let skip = 0, total = 1; skip < total && found.size < max; skip += MAX_PAGE_SIZE) {
    const page = await readPage({ limit: MAX_PAGE_SIZE, skip });
    for (const row of page.data) found.set(row._id, row);
    total = page.total;
  }
  return [...found.values()];
}
