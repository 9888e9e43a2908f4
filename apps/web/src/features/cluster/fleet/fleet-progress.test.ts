import { describe, expect, it } from 'vitest';
import { fleetProgress } from './fleet-progress.ts';

const small = { nodes: 100, pods: 2_000 };
const large = { nodes: 1_000, pods: 20_000 };
const real = { nodes: 1, pods: 3 };

describe('progress of a simulated fleet', () => {
  it('rises while it is added, and ends when all of it has arrived', () => {
    const change = { before: real, wanted: large };
    expect(fleetProgress(change, real)).toBe(0);
    expect(fleetProgress(change, { nodes: 1_001, pods: 9_499 })).toBeCloseTo(0.5, 2);
    expect(fleetProgress(change, { nodes: 1_001, pods: 20_003 })).toBe(1);
    // A few pods are always between their end and the start of the next.
    expect(fleetProgress(change, { nodes: 1_001, pods: 19_900 })).toBe(1);
  });

  it('rises while it is removed, whatever stays', () => {
    const change = { before: { nodes: 101, pods: 2_003 }, wanted: null };
    expect(fleetProgress(change, { nodes: 101, pods: 2_003 })).toBe(0);
    expect(fleetProgress(change, { nodes: 51, pods: 1_000 })).toBeCloseTo(0.5, 1);
    expect(fleetProgress(change, real)).toBe(1);
  });

  it('handles a change of size, and is never below zero', () => {
    expect(fleetProgress({ before: small, wanted: large }, small)).toBe(0);
    expect(fleetProgress({ before: small, wanted: large }, { nodes: 0, pods: 0 })).toBe(0);
    expect(fleetProgress({ before: small, wanted: small }, small)).toBe(1);
  });
});
