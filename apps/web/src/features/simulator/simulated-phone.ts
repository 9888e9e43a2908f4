import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { requestJson } from '../../lib/api/request.ts';

/** An account as the simulated network lists it. */
export interface SimulatedAccount {
  number: string;
  offline: boolean;
  restriction: { scope: 'new' | 'all'; untilMs: number | null } | null;
  connected: boolean;
}

export interface Delivery {
  id: string;
  from: string;
  text: string;
  acceptedAt: string;
}

/** Something the phone does, with the words that confirm it. */
export type Act = (action: string, what: string, body?: object) => void;

const READ_AGAIN_EVERY_MS = 2_000;
const SHOWN = 10;

/** Every account that the network knows; it makes one for each number that is first used. */
export const accountsQuery = queryOptions({
  queryKey: ['simulator', 'accounts'],
  queryFn: () => requestJson<{ data: SimulatedAccount[] }>('/simulator/accounts?limit=1000'),
  refetchInterval: READ_AGAIN_EVERY_MS,
});

/** The latest messages that arrived at a number, latest first. */
export const arrivedQuery = (number: string) =>
  queryOptions({
    queryKey: ['simulator', 'arrived', number],
    queryFn: async () => {
      const path = (limit: number, skip: number) =>
        `/simulator/deliveries?to=${encodeURIComponent(number)}&limit=${limit}&skip=${skip}`;
      const { total } = await requestJson<{ total: number }>(path(1, 0));
      const page = await requestJson<{ data: Delivery[] }>(path(SHOWN, Math.max(0, total - SHOWN)));
      return { total, latest: page.data.toReversed() };
    },
    refetchInterval: READ_AGAIN_EVERY_MS,
  });

/** What the phone does: `POST /simulator/accounts/NUMBER/ACTION`. */
export function usePhone(number: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ action, body = {} }: { action: string; body?: object; what: string }) =>
      requestJson(`/simulator/accounts/${encodeURIComponent(number)}/${action}`, { method: 'POST', body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['simulator'] }),
  });
}
