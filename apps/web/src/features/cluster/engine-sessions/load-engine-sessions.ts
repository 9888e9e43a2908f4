import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';

/** Sessions are read in pages of this size (spec 001 section 7). */
export const SESSION_PAGE = 1000;

export interface SessionPage {
  data: EngineSessionRow[];
  total: number;
}

/**
 * Reads every engine session (spec 001 section 7): limit 1000, skip advancing by 1000, sorted by updatedAt descending,
 * until skip reaches total. A session that moved between pages in the meantime is kept once.
 * @param onProgress called with the number loaded
 */
export async function loadEngineSessions(
  readPage: (input: { limit: number; skip: number; sort: string }) => Promise<SessionPage>,
  onProgress: (loaded: number) => void,
): Promise<EngineSessionRow[]> {
  const found = new Map<string, EngineSessionRow>();
  let total = Number.POSITIVE_INFINITY;
  for (let skip = 0; skip < total; skip += SESSION_PAGE) {
    const page = await readPage({ limit: SESSION_PAGE, skip, sort: '-updatedAt' });
    for (const row of page.data) if (!found.has(row._id)) found.set(row._id, row);
    total = page.total;
    onProgress(found.size);
  }
  return [...found.values()];
}
