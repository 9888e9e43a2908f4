import type { Engine } from '@switchyard/contracts/engines/engine';
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
  to: string;
  text: string;
  kind: string;
  media: { media: string; fileName: string | null } | null;
  acceptedAt: string;
}

/** Performs an action of the network with its parameters. */
export type PerformAction = (action: string, body?: object) => void;

const POLL_INTERVAL_MS = 2_000;
/** Latest messages per side of a chat. */
const MAX_SHOWN = 100;

/** All accounts of the network, which creates one for each number on first use. */
export const accountsQuery = queryOptions({
  queryKey: ['simulator', 'accounts'],
  queryFn: () => requestJson<{ data: SimulatedAccount[] }>('/simulator/accounts?limit=1000'),
  refetchInterval: POLL_INTERVAL_MS,
});

/** The latest messages that arrived at a number (null: anywhere), oldest first. */
export const arrivedQuery = (number: string | null) =>
  queryOptions({
    queryKey: ['simulator', 'arrived', number],
    queryFn: async () => {
      const path = (limit: number, skip: number) =>
        `/simulator/deliveries?limit=${limit}&skip=${skip}${number ? `&to=${encodeURIComponent(number)}` : ''}`;
      const { total } = await requestJson<{ total: number }>(path(1, 0));
      return (await requestJson<{ data: Delivery[] }>(path(MAX_SHOWN, Math.max(0, total - MAX_SHOWN)))).data;
    },
    refetchInterval: POLL_INTERVAL_MS,
  });

/** The customer in the latest message exchanged with one of the numbers; null if there is none. */
export function latestCustomer(messages: readonly Delivery[], own: readonly string[]): string | null {
  for (const { from, to } of messages.toReversed()) {
    const customer = own.includes(from) ? to : from;
    if (!own.includes(customer) && customer.startsWith('+')) return customer;
  }
  return null;
}

export const numbersOf = (engines: readonly Engine[]): string[] => [
  ...new Set(engines.flatMap(({ phoneNumber }) => phoneNumber ?? [])),
];

/** Performs the phone's actions: `POST /simulator/accounts/NUMBER/ACTION`. */
export function usePhone(number: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ action, body = {} }: { action: string; body?: object }) =>
      requestJson(`/simulator/accounts/${encodeURIComponent(number)}/${action}`, { method: 'POST', body }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['simulator'] }),
  });
}
