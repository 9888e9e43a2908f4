import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { apiQuery } from './client.ts';
import { createQueryClient } from './query-client.ts';

/** Queries on screen, and how often each was fetched. */
function countReads(...keys: { queryKey: readonly unknown[]; meta?: { isApart: true } }[]) {
  const queries = createQueryClient(() => undefined);
  const reads = keys.map((key) => {
    const queryFn = vi.fn(async () => 1);
    new QueryObserver(queries, { ...key, queryFn, initialData: 0, staleTime: 60_000 }).subscribe(() => undefined);
    return queryFn;
  });
  return { queries, counts: () => reads.map((read) => read.mock.calls.length) };
}

const ofEngines = { queryKey: apiQuery.engines.list.key() };
const ofLabels = { queryKey: apiQuery.labels.list.key() };
const mutationKey = apiQuery.engines.key();

it('refetches its part of the API before a change counts as finished, and nothing else', async () => {
  const { queries, counts } = countReads(ofEngines, ofLabels);
  await new MutationObserver(queries, { mutationKey, mutationFn: async () => 1 }).mutate();
  expect(counts()).toEqual([1, 0]);
});

it('refetches after a refusal, since somebody else may have made a change', async () => {
  const { queries, counts } = countReads(ofEngines);
  const refused = new MutationObserver(queries, { mutationKey, mutationFn: () => Promise.reject(new Error('no')) });
  await expect(refused.mutate()).rejects.toThrow('no');
  expect(counts()).toEqual([1]);
});

it('refetches parts that show the same data', async () => {
  const { queries, counts } = countReads(ofEngines, ofLabels);
  await new MutationObserver(queries, { mutationKey: apiQuery.contacts.key(), mutationFn: async () => 1 }).mutate();
  expect(counts()).toEqual([0, 1]);
});

it('skips isolated queries, and refetches what the change names instead of its part', async () => {
  const apart = { queryKey: apiQuery.engines.drivers.key(), meta: { isApart: true } as const };
  const { queries, counts } = countReads(apart, ofEngines, ofLabels);
  await new MutationObserver(queries, { mutationKey, mutationFn: async () => 1 }).mutate();
  const rereads = [apiQuery.labels.key()];
  await new MutationObserver(queries, { mutationKey, mutationFn: async () => 1, meta: { rereads } }).mutate();
  expect(counts()).toEqual([0, 1, 1]);
});

it('does not wait for lists of messages', async () => {
  const queries = createQueryClient(() => undefined);
  const queryKey = apiQuery.messages.list.key();
  const queryFn = vi.fn(() => new Promise<number>(() => undefined));
  new QueryObserver(queries, { queryKey, queryFn, initialData: 0, staleTime: 60_000 }).subscribe(() => undefined);
  await new MutationObserver(queries, { mutationKey: apiQuery.messages.key(), mutationFn: async () => 1 }).mutate();
  expect(queryFn).toHaveBeenCalledOnce();
});
