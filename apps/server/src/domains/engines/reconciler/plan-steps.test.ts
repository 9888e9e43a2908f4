import { describe, expect, test } from 'vitest';
import type { DesiredEngine, EnginePod } from './engine-pod.ts';
import { type Circumstances, planSteps, reasonToRemoveShared } from './plan-steps.ts';

const NOW_MS = Date.UTC(2026, 0, 1);
const defaults: Circumstances = {
  nowMs: NOW_MS,
  seenSinceMs: () => NOW_MS - 1_000,
  isNodeLost: () => false,
  mayCreateAtMs: 0,
  template: 'now',
  mayReplaceOutdated: true,
  hadBeenHealthy: () => false,
  isShared: false,
};

const engine = (change: Partial<DesiredEngine> = {}): DesiredEngine => ({
  id: 'e1',
  workspaceId: 'w1',
  name: 'Engine',
  driver: 'simulator',
  desired: 'running',
  podRevision: 1,
  tokenVersion: 1,
  podName: null,
  status: 'connected',
  engineType: 'session-pod',
  ...change,
});
const pod = (change: Partial<EnginePod> = {}): EnginePod => ({
  uid: 'p1',
  name: 'engine-e1-1',
  engineId: 'e1',
  sharedBy: null,
  podRevision: 1,
  tokenVersion: 1,
  template: 'now',
  nodeName: 'n1',
  phase: 'Running',
  deleting: false,
  createdAtMs: NOW_MS - 1_000,
  problem: null,
  lacksSecret: false,
  restarts: 0,
  trouble: null,
  ...change,
});
const removalStep = (of: EnginePod, why: string, force = false) => ({ kind: 'delete', pod: of, force, why });

describe('planSteps', () => {
  test('creates a pod for an engine without one', () => {
    expect(planSteps(engine(), [], defaults)).toEqual([{ kind: 'create' }]);
  });

  test('leaves a running pod alone, and one whose container restarts on its own', () => {
    expect(planSteps(engine(), [pod()], defaults)).toEqual([]);
    expect(planSteps(engine(), [pod({ problem: 'CrashLoopBackOff', restarts: 7 })], defaults)).toEqual([]);
  });

  test('does not wait for the cluster if a container’s last run was healthy', () => {
    const waits = pod({ problem: 'CrashLoopBackOff', restarts: 7 });
    expect(planSteps(engine(), [waits], { ...defaults, hadBeenHealthy: () => true })).toEqual([
      removalStep(waits, 'crashed'),
    ]);
    // One that has just exited is restarted at once or will be delayed.
    const ended = pod({ problem: 'Error', restarts: 7 });
    expect(planSteps(engine(), [ended], { ...defaults, hadBeenHealthy: () => true })).toEqual([]);
    expect(reasonToRemoveShared(waits, { ...defaults, hadBeenHealthy: () => true }, false)).toBe('crashed');
  });

  test('waits for its backoff before creating another pod', () => {
    const untilMs = NOW_MS + 4_000;
    expect(planSteps(engine(), [], { ...defaults, mayCreateAtMs: untilMs })).toEqual([{ kind: 'wait', untilMs }]);
  });

  test.each([
    ['has no row', null, 'orphan'],
    ['is not wanted', engine({ desired: 'absent' }), 'not wanted'],
    ['was restarted', engine({ podRevision: 2 }), 'replaced'],
    ['has a new token', engine({ tokenVersion: 2 }), 'replaced'],
  ])('removes the pod of an engine that %s, and creates no other before it has ended', (_what, row, why) => {
    expect(planSteps(row, [pod()], defaults)).toEqual([removalStep(pod(), why)]);
    expect(planSteps(row, [pod({ deleting: true })], defaults)).toEqual([]);
  });

  test.each(['Failed', 'Succeeded'])('replaces a pod that ended as %s', (phase) => {
    const ended = pod({ phase });
    expect(planSteps(engine(), [ended], defaults)).toEqual([removalStep(ended, 'ended')]);
  });

  test('waits for a pod that somebody else is deleting', () => {
    expect(planSteps(engine(), [pod({ deleting: true })], defaults)).toEqual([]);
  });

  test('keeps the older of two pods', () => {
    const younger = pod({ uid: 'p2', createdAtMs: NOW_MS });
    expect(planSteps(engine(), [younger, pod()], defaults)).toEqual([removalStep(younger, 'replaced')]);
  });

  test('force-deletes the pod of a lost node, even while it is being deleted', () => {
    const lost = { ...defaults, isNodeLost: (node: string) => node === 'n1' };
    const ending = pod({ deleting: true });
    expect(planSteps(engine(), [ending], lost)).toEqual([removalStep(ending, 'node lost', true)]);
    expect(planSteps(engine(), [pod({ nodeName: 'n2' })], lost)).toEqual([]);
  });

  test('replaces an out-of-date pod, unless too many others are being replaced', () => {
    const old = pod({ template: 'then' });
    expect(planSteps(engine(), [old], defaults)).toEqual([removalStep(old, 'out of date')]);
    expect(planSteps(engine(), [old], { ...defaults, mayReplaceOutdated: false })).toEqual([
      { kind: 'wait', untilMs: NOW_MS + 2_000 },
    ]);
  });

  test('replaces a pod that never gets its secret', () => {
    const halfMade = pod({ lacksSecret: true });
    const since = (ms: number) => ({ ...defaults, seenSinceMs: () => ms });
    expect(planSteps(engine(), [halfMade], since(NOW_MS - 1_000))).toEqual([
      { kind: 'wait', untilMs: NOW_MS + 59_000 },
    ]);
    expect(planSteps(engine(), [halfMade], since(NOW_MS - 60_001))).toEqual([removalStep(halfMade, 'cannot start')]);
  });

  test.each([-1, 1])('is patient with a fresh pod of a cluster whose clock is an hour off (%i)', (hours) => {
    const fresh = pod({ lacksSecret: true, createdAtMs: NOW_MS + hours * 3_600_000 });
    expect(planSteps(engine(), [fresh], defaults)).toEqual([{ kind: 'wait', untilMs: NOW_MS + 59_000 }]);
  });

  test('does nothing about an engine that is neither wanted nor present', () => {
    expect(planSteps(engine({ desired: 'absent' }), [], defaults)).toEqual([]);
    expect(planSteps(null, [], defaults)).toEqual([]);
  });
});

test('creates no pod for an engine in a shared one', () => {
  expect(planSteps(engine(), [], { ...defaults, isShared: true })).toEqual([]);
});

describe('a shared pod', () => {
  const shared = (change: Partial<EnginePod> = {}) => pod({ engineId: '', sharedBy: 'baileys', ...change });

  test.each<[string, Partial<EnginePod>, Partial<Circumstances> & { isEmpty?: boolean }, string | null]>([
    ['stays while it runs', {}, {}, null],
    ['stays while it starts', { phase: 'Pending' }, {}, null],
    ['is removed when no engine is in it', {}, { isEmpty: true }, 'not wanted'],
    ['is removed when it has ended', { phase: 'Failed' }, {}, 'ended'],
    [
      'is removed when its secret never came',
      { lacksSecret: true },
      { seenSinceMs: () => NOW_MS - 61_000 },
      'cannot start',
    ],
    ['is removed by force with its node', {}, { isNodeLost: () => true }, 'node lost'],
    ['is removed when it is out of date', { template: 'then' }, {}, 'out of date'],
    ['waits its turn for that', { template: 'then' }, { mayReplaceOutdated: false }, null],
  ])('%s', (_name, change, circumstances, why) => {
    const { isEmpty = false, ...rest } = circumstances;
    expect(reasonToRemoveShared(shared(change), { ...defaults, ...rest }, isEmpty)).toBe(why);
  });
});
