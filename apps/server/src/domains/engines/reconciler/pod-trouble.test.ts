import type { ContainerStatus, PodStatus } from '@switchyard/kubernetes/objects';
import { expect, test } from 'vitest';
import { troubleOf } from './pod-trouble.ts';

const finishedAt = '2026-11-20T10:00:00Z';
const ended = (exitCode: number, reason = 'Error') => ({ terminated: { exitCode, reason, finishedAt } });
const withContainer = (states: Pick<ContainerStatus, 'state' | 'lastState'>): PodStatus => ({
  phase: 'Running',
  containerStatuses: [{ name: 'engine', ready: false, restartCount: 1, image: '', imageID: '', ...states }],
});
const backOff = { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 10s' } };
const running = { running: { startedAt: finishedAt } };

test.each<[string, PodStatus, string | null]>([
  ['runs', withContainer({ state: running }), null],
  ['exited normally and runs again', withContainer({ state: running, lastState: ended(0, 'Completed') }), null],
  ['exit code 5', withContainer({ state: backOff, lastState: ended(5) }), 'overfull'],
  ['exit code 5, and back', withContainer({ state: running, lastState: ended(5) }), 'overfull'],
  ['exit code 4', withContainer({ state: ended(4) }), 'token-refused'],
  ['exit code 3', withContainer({ state: ended(3) }), 'lane-taken'],
  ['exit code 2', withContainer({ state: ended(2) }), 'bad-settings'],
  ['exit code 70', withContainer({ state: ended(70) }), 'crashed'],
  ['kill -9', withContainer({ state: ended(137) }), 'killed'],
  ['killed for memory', withContainer({ state: ended(137, 'OOMKilled') }), 'out-of-memory'],
  ['a program that cannot be started', withContainer({ state: ended(128, 'StartError') }), 'cannot-start'],
  ['a missing image', withContainer({ state: { waiting: { reason: 'ImagePullBackOff' } } }), 'image-missing'],
  ['a container being created', withContainer({ state: { waiting: { reason: 'ContainerCreating' } } }), null],
  ['evicted', { phase: 'Failed', reason: 'Evicted', message: 'low on memory' }, 'evicted'],
  [
    'unschedulable',
    { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable' }] },
    'no-room',
  ],
  ['not observed yet', { phase: 'Pending' }, null],
])('%s', (_name, status, cause) => {
  expect(troubleOf({ status })?.cause ?? null).toBe(cause);
});

test('an exit has its time and code; the cluster’s own message is kept', () => {
  expect(troubleOf({ status: withContainer({ state: ended(5) }) })).toEqual({
    cause: 'overfull',
    detail: null,
    exitCode: 5,
    endedAt: '2026-11-20T10:00:00.000Z',
  });
  expect(troubleOf({ status: { phase: 'Failed', reason: 'Evicted', message: 'low on memory' } })).toMatchObject({
    detail: 'low on memory',
    endedAt: null,
  });
});
