import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { expect, it } from 'vitest';
import { loadEngineSessions, type SessionPage } from './load-engine-sessions.ts';

const rows = Array.from({ length: 2_300 }, (_, at) => ({ _id: `s-${at}` }) as EngineSessionRow);

it('spec 001 section 7: limit 1000, skip advancing by 1000, sorted by updatedAt descending, until skip reaches total', async () => {
  const requests: object[] = [];
  const progress: number[] = [];
  const read = async (input: { limit: number; skip: number; sort: string }): Promise<SessionPage> => {
    requests.push(input);
    return { data: rows.slice(input.skip, input.skip + input.limit), total: rows.length };
  };
  expect(await loadEngineSessions(read, (loaded) => progress.push(loaded))).toEqual(rows);
  expect(requests).toEqual([
    { limit: 1000, skip: 0, sort: '-updatedAt' },
    { limit: 1000, skip: 1000, sort: '-updatedAt' },
    { limit: 1000, skip: 2000, sort: '-updatedAt' },
  ]);
  expect(progress).toEqual([1_000, 2_000, 2_300]);
});

it('keeps a session that moved between pages once, and handles no sessions at all', async () => {
  const twice = async () => ({ data: [rows[0] as EngineSessionRow, rows[0] as EngineSessionRow], total: 2 });
  expect(await loadEngineSessions(twice, () => undefined)).toHaveLength(1);
  expect(
    await loadEngineSessions(
      async () => ({ data: [], total: 0 }),
      () => undefined,
    ),
  ).toEqual([]);
});
