import { MAX_PODS_PER_DELETION } from '@switchyard/cluster-rules/deletion';
import { podMemoryLevel } from '@switchyard/cluster-rules/usage';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../../test/memory-storage.ts';
import { type States, stateIn } from '../../components/status/states.ts';
import { formatBinarySize } from './components/units.ts';
import { cluster } from './feature.ts';
import { POD_STATUSES } from './gateway/gateway-filter-bar.tsx';
import { AUTO_SCROLL_MS } from './logs/use-auto-scroll.ts';
import { SEARCH_ABOVE_PODS } from './optimizer/node-utilization.tsx';
import { SESSION_STATUSES } from './rules/engine-sessions.ts';
import { AUTO_KEYS, readAutoMemory, writeAutoMode, writeCooldowns } from './tabs/auto-memory.ts';

describe('spec 001 section 4', () => {
  it('names ten pod statuses, all offered as filters', () => {
    expect(POD_STATUSES).toEqual([
      'Running',
      'Pending',
      'Failed',
      'Error',
      'Completed',
      'ContainerStatusUnknown',
      'OOMKilled',
      'CrashLoopBackOff',
      'Terminating',
      'Unknown',
    ]);
  });

  it('names seven session statuses', () => {
    expect([...SESSION_STATUSES].sort()).toEqual([
      'browser_started',
      'connected',
      'disconnected',
      'initializing',
      'navigating',
      'qrcode',
      'unpaired',
    ]);
  });
});

describe('colours of statuses', () => {
  const toned = (states: States) => Object.groupBy(Object.keys(states), (state) => stateIn(states, state).tone);

  it('sessions have those of spec 001 section 4', () => {
    expect(toned(cluster.states.cluster)).toEqual({
      success: ['connected'],
      info: ['qrcode'],
      warning: ['initializing', 'browser_started', 'navigating'],
      error: ['disconnected', 'unpaired'],
    });
  });

  it('pods: failures are errors, retries and terminations are warnings, waiting is neither', () => {
    expect(toned(cluster.states.pod)).toEqual({
      success: ['Running'],
      warning: [
        ...['RunningNotReady', 'Terminating', 'CrashLoopBackOff', 'CreateContainerError', 'ErrImagePull'],
        ...['ImagePullBackOff', 'NodeNotReady'],
      ],
      neutral: ['Pending', 'ContainerCreating', 'Completed', 'Unknown'],
      error: ['Error', 'Failed', 'OOMKilled', 'Evicted', 'OutOfmemory', 'ContainerStatusUnknown'],
    });
  });
});

describe('spec 001 section 9', () => {
  it('checks auto-scroll every 500 ms, and shows a search box above 10 pods', () => {
    expect([AUTO_SCROLL_MS, SEARCH_ABOVE_PODS, MAX_PODS_PER_DELETION]).toEqual([500, 10, 50]);
  });

  it('converts memory in steps of 1024', () => {
    const steps = [1024, 1024 ** 2, 1024 ** 3, 1024 ** 4];
    expect(steps.map(formatBinarySize)).toEqual(['1 Ki', '1 Mi', '1.0 Gi', '1.0 Ti']);
    expect(podMemoryLevel(3 * 1024 ** 3)).toBe('warning');
    expect(podMemoryLevel(3 * 10 ** 9)).toBe('normal');
  });

  it('keeps cooldowns, the auto mode flag and the last auto time in browser storage', () => {
    const storage = memoryStorage();
    expect(readAutoMemory(storage)).toEqual({ cooldowns: {}, isAuto: false, lastAutoMs: null });
    writeAutoMode(storage, true);
    writeCooldowns(storage, { 'node-a': 5 });
    storage.setItem(AUTO_KEYS.lastAuto, '7');
    expect(readAutoMemory(storage)).toEqual({ cooldowns: { 'node-a': 5 }, isAuto: true, lastAutoMs: 7 });
    expect(storage.keys().sort()).toEqual(Object.values(AUTO_KEYS).sort());
  });
});
