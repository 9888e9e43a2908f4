import '../../../../test/english.ts';
import type { EngineSessionRow } from '@switchyard/contracts/cluster/rows';
import { expect, it, vi } from 'vitest';
import { type EngineSessionCalls, EngineSessionStore } from './engine-session-store.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const row = (_id: string, podId: string | null, atMs = NOON) =>
  ({ _id, podId, updatedAt: new Date(atMs).toISOString() }) as EngineSessionRow;

/** A server with these sessions, and a record of its requests. */
function serverWith(...rows: EngineSessionRow[]) {
  const server = { rows, asked: [] as string[], isAway: false };
  const answer = <Answer>(what: string, value: () => Answer): Promise<Answer> => {
    server.asked.push(what);
    return server.isAway ? Promise.reject(new Error('The server cannot be reached.')) : Promise.resolve(value());
  };
  const calls: EngineSessionCalls = {
    page: () => answer('all', () => ({ data: server.rows, total: server.rows.length })),
    changes: ({ since }) =>
      answer(`since ${since ?? 'nothing'}`, () => ({
        sessions: since === undefined ? [] : server.rows.filter((row) => row.updatedAt > since),
        isWhole: true,
        total: server.rows.length,
      })),
  };
  return { server, store: new EngineSessionStore(calls) };
}
const podsOf = ({ state: { byPod } }: EngineSessionStore) =>
  byPod.isKnown ? [...byPod.value].map(([pod, rows]) => `${pod}: ${rows.map((row) => row._id)}`) : byPod.why;

it('unknown is not empty: before the first load, and after a failed one', async () => {
  const { server, store } = serverWith(row('a', 'pod-1'));
  expect(podsOf(store)).toBe('Sessions haven’t been loaded yet.');
  await store.load();
  expect(podsOf(store)).toEqual(['pod-1: a']);
  server.isAway = true;
  await expect(store.refresh()).rejects.toThrow();
  expect(podsOf(store)).toBe('The server cannot be reached.');
  expect(store.state.rows).toHaveLength(1);
  server.isAway = false;
  await store.refresh();
  expect(podsOf(store)).toEqual(['pod-1: a']);
});

it('loads everything once, then only changes, with half a minute of overlap', async () => {
  const { server, store } = serverWith(row('a', 'pod-1'), row('b', 'pod-2', NOON - 3_600_000));
  await store.refresh();
  const before = store.state;
  const listener = vi.fn();
  store.subscribe(listener);
  await store.refresh();
  expect(server.asked).toEqual(['since nothing', 'all', 'since 2026-11-20T11:59:30.000Z']);
  // Nothing changed, so nothing is rendered again.
  expect([listener.mock.calls.length, store.state]).toEqual([0, before]);
  server.rows = [row('c', 'pod-2', NOON + 2_000), row('a', 'pod-3', NOON + 1_000), row('b', 'pod-2', NOON - 3_600_000)];
  await store.refresh();
  expect(podsOf(store)).toEqual(['pod-2: c,b', 'pod-3: a']);
  expect(server.asked).toHaveLength(4);
});

it('a session that vanished reloads all of them', async () => {
  const { server, store } = serverWith(row('a', 'pod-1'), row('b', 'pod-2'));
  await store.refresh();
  server.rows = [row('b', 'pod-2')];
  await store.refresh();
  expect(podsOf(store)).toEqual(['pod-2: b']);
  expect(server.asked.at(-1)).toBe('all');
});
