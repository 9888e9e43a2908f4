import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClusterStore } from './cluster-store.ts';
import { startCluster, startedCluster, takeOverCluster } from './start-cluster.ts';

/** The signals of the requested streams, in order. */
let signals: AbortSignal[];

beforeEach(() => {
  vi.useFakeTimers();
  signals = [];
  vi.stubGlobal('window', { location: { search: '' } });
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
});

afterEach(() => {
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('hands a started stream to the screen that takes it over, and requests no other', () => {
  startCluster();
  startCluster();
  const store = startedCluster() as ClusterStore;
  const end = takeOverCluster(store);
  expect([startedCluster(), signals.length]).toEqual([null, 1]);
  vi.advanceTimersByTime(12_000);
  expect(signals[0]?.aborted).toBe(false);
  end();
  expect(signals[0]?.aborted).toBe(true);
});

it('ends a stream that nothing takes over', () => {
  startCluster();
  vi.advanceTimersByTime(10_000);
  expect([startedCluster(), signals[0]?.aborted]).toEqual([null, true]);
});

it('follows the cluster itself if nothing was started', () => {
  startCluster();
  const end = takeOverCluster(new ClusterStore());
  expect(signals).toHaveLength(2);
  end();
  expect(signals.map((signal) => signal.aborted)).toEqual([false, true]);
});
