import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { memoryStorage } from '../rules/memory-storage.ts';
import { type AutoMemory, claimAutoRun, readAutoMemory } from './auto-memory.ts';
import { joinTabs, type TabLeader } from './tab-leader.ts';
import { stepTabLease, TAB_LEASE_MS, TAB_RENEW_MS } from './tab-lease.ts';

const NAME = 'test-lease';
const MINUTE = 60_000;

describe('two browser tabs: only one acts', () => {
  const tabs: TabLeader[] = [];
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    for (const tab of tabs.splice(0)) tab.stop();
    vi.useRealTimers();
  });
  const open = (storage: ReturnType<typeof memoryStorage>, holder: string) => {
    const tab = joinTabs(NAME, { locks: undefined, storage, holder, nowMs: () => Date.now() }, () => undefined);
    tabs.push(tab);
    return tab;
  };

  it('by a lease in storage: never two at once, and the other takes over when the first closes', () => {
    const storage = memoryStorage();
    const first = open(storage, 'first');
    const second = open(storage, 'second');
    for (let tick = 0; tick < 30; tick += 1) {
      vi.advanceTimersByTime(TAB_RENEW_MS);
      expect([first.isLeader(), second.isLeader()]).toEqual([true, false]);
    }
    first.stop();
    vi.advanceTimersByTime(2 * TAB_RENEW_MS);
    expect([first.isLeader(), second.isLeader()]).toEqual([false, true]);
  });

  it('by a lease in storage: a tab that crashed loses it when it ends', () => {
    const storage = memoryStorage();
    expect(stepTabLease(storage, NAME, 'crashed', 0)).toBe(false);
    expect(stepTabLease(storage, NAME, 'crashed', 1)).toBe(true);
    expect(stepTabLease(storage, NAME, 'other', TAB_LEASE_MS)).toBe(false);
    expect(stepTabLease(storage, NAME, 'other', TAB_LEASE_MS + 1)).toBe(false);
    expect(stepTabLease(storage, NAME, 'other', TAB_LEASE_MS + 2)).toBe(true);
    expect(stepTabLease(storage, NAME, 'crashed', TAB_LEASE_MS + 3)).toBe(false);
  });

  it('by a lease in storage: two that claim it in the same moment do not both act', () => {
    const storage = memoryStorage();
    // Both read an empty storage, then both write: the later write stands.
    const stale = { ...storage, getItem: () => null };
    stepTabLease(storage, NAME, 'first', 0);
    stepTabLease(stale, NAME, 'second', 0);
    expect(stepTabLease(storage, NAME, 'first', TAB_RENEW_MS)).toBe(false);
    expect(stepTabLease(storage, NAME, 'second', TAB_RENEW_MS)).toBe(true);
  });

  it('acts not at all when the storage refuses', () => {
    const storage = memoryStorage({ capacity: 0 });
    const tab = open(storage, 'first');
    vi.advanceTimersByTime(MINUTE);
    expect(tab.isLeader()).toBe(false);
  });
});

it('two browser tabs, by Web Locks: one leads, the next when it stops', async () => {
  const storage = memoryStorage();
  const name = `lock-${Math.random()}`;
  let told: (holder: string) => void = () => undefined;
  const nextLeader = () =>
    new Promise<string>((resolve) => {
      told = resolve;
    });
  const open = (holder: string) =>
    joinTabs(name, { locks: navigator.locks, storage, holder, nowMs: () => 0 }, (leads) => leads && told(holder));
  const leader = nextLeader();
  const first = open('first');
  expect(await leader).toBe('first');
  const second = open('second');
  const heir = nextLeader();
  expect(second.isLeader()).toBe(false);
  first.stop();
  expect(await heir).toBe('second');
  expect([first.isLeader(), second.isLeader()]).toEqual([false, true]);
  second.stop();
});

describe('spec 001 section 9: cooldowns, auto mode flag and last auto time in browser storage', () => {
  it('remembers them between visits', () => {
    const storage = memoryStorage();
    const memory: AutoMemory = { cooldowns: { 'gw-1': 5 }, isAuto: true, lastAutoMs: 7 };
    storage.setItem('nodeCooldowns', '{"gw-1":5,"bad":"x"}');
    storage.setItem('nodeAutoMode', 'true');
    storage.setItem('nodeLastAutoTime', '7');
    expect(readAutoMemory(storage)).toEqual(memory);
    expect(readAutoMemory(memoryStorage())).toEqual({ cooldowns: {}, isAuto: false, lastAutoMs: null });
  });

  it('lets one run of auto mode through in 5 minutes, whichever tab asks', () => {
    const storage = memoryStorage();
    storage.setItem('nodeAutoMode', 'true');
    expect(claimAutoRun(storage, 1_000)).toBe(true);
    expect(claimAutoRun(storage, 1_000)).toBe(false);
    expect(claimAutoRun(storage, 300_999)).toBe(false);
    expect(claimAutoRun(storage, 301_000)).toBe(true);
    storage.setItem('nodeAutoMode', 'false');
    expect(claimAutoRun(storage, 901_000)).toBe(false);
  });
});
