import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../../test/memory-storage.ts';
import { type AutoMemory, claimAutoRun, readAutoMemory } from './auto-memory.ts';
import { joinTabs } from './tab-leader.ts';

it('of two browser tabs one leads, and the other takes over when it stops', async () => {
  const name = `lock-${Math.random()}`;
  const leaders: string[] = [];
  let onNextLeader: () => void = () => undefined;
  const open = (tab: string) =>
    joinTabs(name, navigator.locks, () => {
      leaders.push(tab);
      onNextLeader();
    });
  const nextLeader = () =>
    new Promise<void>((resolve) => {
      onNextLeader = resolve;
    });
  const leader = nextLeader();
  const leaveFirst = open('first');
  await leader;
  const leaveSecond = open('second');
  const leaveThird = open('third');
  expect(leaders).toEqual(['first']);
  // A tab that closes while waiting never leads.
  leaveSecond();
  const successor = nextLeader();
  leaveFirst();
  await successor;
  expect(leaders).toEqual(['first', 'third']);
  leaveThird();
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

  it('allows one run of auto mode in 5 minutes across tabs', () => {
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
