import { expect, test } from 'vitest';
import { messagesChanged, messagesStale } from '../domains/messages/messages.events.ts';
import { reaction, reactTo } from './domain.ts';
import { type DomainEvent, defineEvent, eventDispatcher } from './events.ts';
import type { Log } from './logging/log.ts';
import type { Broker } from './mqtt/broker.ts';
import type { Platform } from './platform.ts';

function collect() {
  const changes: unknown[] = [];
  const logged: unknown[] = [];
  const broker = { publish: (topic: string, payload: string) => changes.push([topic, JSON.parse(payload)]) };
  const log = { error: (...words: unknown[]) => logged.push(words) };
  const react = (event: DomainEvent) => {
    for (const one of reactions) one(event);
  };
  const reactions: ((event: DomainEvent) => void)[] = [];
  return {
    changes,
    logged,
    reactions,
    events: eventDispatcher(broker as unknown as Broker, log as unknown as Log, react),
  };
}
const row = (id: string, version: number) => ({
  id,
  status: 'sent' as const,
  ack: 1,
  version,
  send_failure_reason: null,
  retry_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
});
const change = (_id: string, version: number) => ({
  _id,
  status: 'sent' as const,
  ack: 1,
  version,
  sendFailureReason: null,
  retryCount: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
});
const changed = (...changes: ReturnType<typeof change>[]) => ({ type: 'messages.changed' as const, changes });

test('sends the changes of a moment together, with the last change of a message', () => {
  const { changes, events } = collect();
  events.dispatch([messagesChanged('w1', [row('a', 1), row('b', 1)])]);
  events.dispatch([messagesChanged('w1', [row('a', 2)]), messagesChanged('w2', [row('c', 1)])]);
  expect(changes).toEqual([]);
  events.flush();
  expect(changes).toEqual([
    ['workspace/w1/live', changed(change('a', 2), change('b', 1))],
    ['workspace/w2/live', changed(change('c', 1))],
  ]);
});

test('turns more than 500 changes into a single "read again", however they came', () => {
  const { changes, events } = collect();
  for (let at = 0; at < 600; at += 1) events.dispatch([messagesChanged('w1', [row(`m${at}`, 1)])]);
  events.dispatch([messagesStale('w1')]);
  events.flush();
  expect(changes).toEqual([['workspace/w1/live', { type: 'messages.stale' }]]);
});

test("marks a page's own changes, so that it can ignore them, and separates them from others'", () => {
  const { changes, events } = collect();
  events.dispatch([messagesStale('w1')], 'page-1');
  events.dispatch([messagesStale('w1')], 'page-1');
  events.dispatch([messagesStale('w1')]);
  events.flush();
  expect(changes).toEqual([
    ['workspace/w1/live', { type: 'messages.stale', author: 'page-1' }],
    ['workspace/w1/live', { type: 'messages.stale' }],
  ]);
});

test('calls the reactions immediately, for each event', () => {
  const { changes, reactions, events } = collect();
  const followed: unknown[] = [];
  const kind = defineEvent<number>('something.happened');
  const platform = {} as Platform;
  const react = reaction(kind, (...what) => followed.push(what));
  reactions.push(reactTo([{ name: 'of-a-test', reactions: [react] }], () => platform));
  events.dispatch([kind('w1', 1), kind('w1', 2)]);
  expect(followed).toEqual([
    [platform, 1, 'w1'],
    [platform, 2, 'w1'],
  ]);
  events.flush();
  expect(changes).toEqual([]);
});

test('logs a failed reaction, keeps the change, and still publishes other events', () => {
  const { changes, logged, reactions, events } = collect();
  const fails = () => {
    throw new Error('no');
  };
  const broken = defineEvent('things.broken', fails);
  reactions.push(({ name }) => name === 'things.broken' && fails());
  events.dispatch([broken('w1'), messagesStale('w1')]);
  expect(logged).toHaveLength(1);
  events.flush();
  expect(logged).toHaveLength(2);
  events.dispatch([messagesStale('w1')]);
  events.flush();
  expect(changes).toEqual([
    ['workspace/w1/live', { type: 'messages.stale' }],
    ['workspace/w1/live', { type: 'messages.stale' }],
  ]);
});
