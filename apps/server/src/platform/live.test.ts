import { expect, test } from 'vitest';
import { livePublisher } from './live.ts';
import type { Broker } from './mqtt/broker.ts';

function collect() {
  const told: unknown[] = [];
  const broker = { publish: (topic: string, payload: string) => told.push([topic, JSON.parse(payload)]) };
  return { told, live: livePublisher(broker as unknown as Broker) };
}
const change = (_id: string, version: number) => ({
  _id,
  status: 'sent' as const,
  ack: 1,
  version,
  sendFailureReason: null,
  retryCount: 0,
  updatedAt: '2026-01-01T00:00:00Z',
});
const changed = (...changes: ReturnType<typeof change>[]) => ({ type: 'messages.changed' as const, changes });

test('changes of a moment are told together, the last one of a message wins', () => {
  const { told, live } = collect();
  live.toWorkspace('w1', changed(change('a', 1), change('b', 1)));
  live.toWorkspace('w1', changed(change('a', 2)));
  live.toWorkspace('w2', changed(change('c', 1)));
  expect(told).toEqual([]);
  live.flush();
  expect(told).toEqual([
    ['workspace/w1/live', changed(change('a', 2), change('b', 1))],
    ['workspace/w2/live', changed(change('c', 1))],
  ]);
});

test('more than 500 changes become one "read again"', () => {
  const { told, live } = collect();
  for (let at = 0; at < 600; at += 1) live.toWorkspace('w1', changed(change(`m${at}`, 1)));
  live.flush();
  expect(told).toEqual([['workspace/w1/live', { type: 'messages.stale' }]]);
});

test('the same news twice is told once', () => {
  const { told, live } = collect();
  live.toWorkspace('w1', { type: 'engines.stale' });
  live.toWorkspace('w1', { type: 'engines.stale' });
  live.flush();
  expect(told).toHaveLength(1);
});
