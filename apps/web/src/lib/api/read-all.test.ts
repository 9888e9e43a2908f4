import { expect, it } from 'vitest';
import { readAll } from './read-all.ts';

const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => ({ _id: `${from + at}` }));

it('reads page by page to the end, and counts a row once if it moved to the next page', async () => {
  const requests: number[] = [];
  const all = await readAll(async ({ limit, skip }) => {
    requests.push(skip);
    return { data: rows(Math.max(0, skip - 1), Math.min(skip + limit - 1, 1_500)), total: 1_501 };
  });
  expect(requests).toEqual([0, 1_000]);
  expect(all.map(({ _id }) => _id)).toEqual(rows(0, 1_500).map(({ _id }) => _id));
});

it('stops once there are enough', async () => {
  const all = await readAll(async ({ limit, skip }) => ({ data: rows(skip, skip + limit), total: 9_000 }), 1_500);
  expect(all).toHaveLength(2_000);
});
