import { expect, test } from 'vitest';
import { engineState, isStarting } from './engine-state.ts';

const row: Parameters<typeof isStarting>[0] = {
  status: 'connected',
  statusGeneration: 5,
  desired: 'running',
  leaseInstanceId: 'present',
  leaseGeneration: 5,
  leaseRenewedAt: new Date(0),
  leaseIsLive: true,
  trouble: null,
  unchangedForMs: 1_000,
};
const offline = { state: 'offline', instanceId: 'present', generation: 5 } as const;

test.each<[string, Partial<typeof row>, typeof offline | null, string, boolean]>([
  ['its process reported it', {}, null, 'connected', true],
  ['the reporting generation is unknown', { statusGeneration: null }, null, 'connected', true],
  ['a new process has the lease and has not reported', { leaseGeneration: 6 }, null, 'initializing', true],
  [
    'the same, and its predecessor last reported trouble',
    { leaseGeneration: 6, status: 'error' },
    null,
    'initializing',
    true,
  ],
  [
    'restarted: its process is being replaced',
    { status: 'initializing', statusGeneration: 6 },
    null,
    'initializing',
    false,
  ],
  [
    'stopped: its process sends its last reports',
    { status: 'disconnected', statusGeneration: 6, desired: 'absent' },
    null,
    'disconnected',
    false,
  ],
  [
    'stopped before a new process had reported',
    { leaseGeneration: 6, desired: 'absent', status: 'disconnected' },
    null,
    'disconnected',
    true,
  ],
  ['the lease has expired', { leaseIsLive: false }, null, 'disconnected', false],
  ['the broker says that this process is offline', {}, offline, 'disconnected', false],
  [
    'the broker says so of its predecessor',
    { leaseInstanceId: 'new', leaseGeneration: 6 },
    offline,
    'initializing',
    true,
  ],
])('%s', (_name, of, presence, status, isLive) => {
  expect(engineState({ ...row, ...of }, presence)).toMatchObject({ status, isLive });
});

test('a process that should run but is silent counts as silent; a replaced, stopped or released one does not', () => {
  const since = (of: Partial<typeof row>, presence: typeof offline | null = null) =>
    engineState({ ...row, ...of }, presence).silentSince;
  expect(since({})).toBeNull();
  expect(since({ leaseIsLive: false })).toEqual(row.leaseRenewedAt);
  expect(since({}, offline)).toEqual(row.leaseRenewedAt);
  expect(since({ leaseIsLive: false, statusGeneration: 6 })).toBeNull();
  expect(since({ leaseIsLive: false, desired: 'absent' })).toBeNull();
  expect(since({ leaseIsLive: false, leaseRenewedAt: null })).toBeNull();
});

test('an engine that is starting cannot be restarted for three minutes', () => {
  const starting = { ...row, status: 'syncing' };
  expect(isStarting(row)).toBe(false);
  expect(isStarting(starting)).toBe(true);
  expect(isStarting({ ...row, leaseGeneration: 6 })).toBe(true);
  expect(isStarting({ ...starting, unchangedForMs: 180_001 })).toBe(false);
  expect(isStarting({ ...starting, desired: 'absent' })).toBe(false);
});
