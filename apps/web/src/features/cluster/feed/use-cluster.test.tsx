import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ClusterStore } from './cluster-store.ts';
import { useSlowClusterVersion } from './use-cluster.ts';

const EVERY_MS = 60;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function seen() {
  const store = new ClusterStore((notify) => notify());
  const behind = { current: false };
  const { result } = renderHook(() => useSlowClusterVersion(store, EVERY_MS, behind));
  return {
    behind,
    /** Changes the cluster, then lets this much time pass. */
    change: (ms: number) =>
      act(() => {
        store.apply({ atMs: 0, cursor: 'any' }, 0);
        vi.advanceTimersByTime(ms);
      }),
    wait: (ms: number) => act(() => void vi.advanceTimersByTime(ms)),
    isNewest: () => result.current === store.version,
  };
}

it('renders changes no more often than every given interval', () => {
  const { change, wait, isNewest } = seen();
  change(EVERY_MS);
  expect(isNewest()).toBe(true);
  change(EVERY_MS / 2);
  expect(isNewest()).toBe(false);
  wait(EVERY_MS / 2);
  expect(isNewest()).toBe(true);
});

it('waits for a rendering to finish before the next, up to a limit', () => {
  const { behind, change, wait, isNewest } = seen();
  change(EVERY_MS);
  behind.current = true;
  change(10 * EVERY_MS);
  expect(isNewest()).toBe(false);
  behind.current = false;
  wait(EVERY_MS);
  expect(isNewest()).toBe(true);
  behind.current = true;
  change(3_000);
  expect(isNewest()).toBe(true);
});
