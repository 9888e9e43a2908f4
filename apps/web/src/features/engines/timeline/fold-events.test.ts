import type { SessionEvent } from '@switchyard/contracts/engines/session-events';
import { expect, it } from 'vitest';
import { foldEvents } from './fold-events.ts';

const at = (fromDateTime: string, more: Partial<SessionEvent> = {}): SessionEvent => ({
  _id: fromDateTime,
  sessionId: 'one',
  engineName: 'Front desk',
  fromDateTime,
  event: 'handleWaStateHealthCheck',
  state: 'connected',
  sessionType: 'session-pod',
  podId: null,
  triggerdBy: 'engine',
  details: {},
  ...more,
});

it('folds equal neighbours within a day unless they differ in more than their time', () => {
  const days = foldEvents(
    [
      at('2026-11-20T09:03:00Z'),
      at('2026-11-20T09:02:00Z'),
      at('2026-11-20T09:01:00Z', { details: { attempts: 2 } }),
      at('2026-11-20T09:00:00Z'),
      at('2026-11-19T23:00:00Z'),
      at('2026-11-19T22:00:00Z', { sessionId: 'two' }),
    ],
    (instant) => instant.slice(0, 10),
  );
  expect(days.map(({ day, events }) => [day, events.map(({ event, count }) => [event._id, count])])).toEqual([
    [
      '2026-11-20',
      [
        ['2026-11-20T09:03:00Z', 2],
        ['2026-11-20T09:01:00Z', 1],
        ['2026-11-20T09:00:00Z', 1],
      ],
    ],
    [
      '2026-11-19',
      [
        ['2026-11-19T23:00:00Z', 1],
        ['2026-11-19T22:00:00Z', 1],
      ],
    ],
  ]);
});
