import { describe, expect, it } from 'vitest';
import {
  assumedCapacity,
  assumedPodSlots,
  isAverageMemoryError,
  isUsageBold,
  percentOf,
  podMemoryLevel,
  podMemoryPercent,
  usageLevel,
} from './usage.ts';

const GI = 1024 ** 3;

describe('spec 001 section 9: usage colours', () => {
  it.each([
    [0, 'normal'],
    [59.99, 'normal'],
    [60, 'warning'],
    [79.99, 'warning'],
    [80, 'error'],
    [100, 'error'],
  ])('%d%% is %s', (percent, level) => expect(usageLevel(percent)).toBe(level));

  it('sets above 70 in bold', () => {
    expect(isUsageBold(70)).toBe(false);
    expect(isUsageBold(70.1)).toBe(true);
  });

  it('shows average memory above 80% in error colour', () => {
    expect(isAverageMemoryError(80)).toBe(false);
    expect(isAverageMemoryError(80.1)).toBe(true);
  });
});

describe('spec 001 section 9: pod memory', () => {
  it.each([
    [3 * GI - 1, 'normal'],
    [3 * GI + 1, 'warning'],
    [4 * GI - 1, 'warning'],
    [4 * GI, 'critical'],
  ])('%d bytes is %s', (bytes, level) => expect(podMemoryLevel(bytes)).toBe(level));

  it('is a percentage of the fixed 2,097,152 Ki', () => {
    expect(podMemoryPercent(1024 * 2_097_152)).toBe(100);
    expect(podMemoryPercent(GI)).toBe(50);
    expect(podMemoryPercent(3 * GI)).toBe(150);
  });

  it('never computes a percentage of an unknown whole', () => {
    expect(percentOf(5, 0)).toBe(0);
    expect(percentOf(Number.NaN, 10)).toBe(0);
  });
});

describe('spec 001 section 9: assumed capacities', () => {
  it.each([
    ['e2-highmem-8', 8, 60, 8],
    ['e2-highmem-4', 4, 30, 4],
    ['e2-standard', 2, 8, 2],
    ['e2-standard-2', 2, 8, 2],
  ])('%s has %d cores and %d Gi and holds %d pods of 1 core and 2 Gi', (type, cores, memoryGi, slots) => {
    expect(assumedCapacity(type)).toEqual({ cores, memoryGi });
    expect(assumedPodSlots(type)).toBe(slots);
  });

  it('assumes nothing about other types', () => {
    expect(assumedCapacity('n2-standard-4')).toBeNull();
    expect(assumedPodSlots('')).toBeNull();
  });
});
