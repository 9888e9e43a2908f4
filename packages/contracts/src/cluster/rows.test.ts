import { describe, expect, it } from 'vitest';
import { nodeTypeOf } from './rows.ts';

describe('spec 001 section 3: node type', () => {
  it('is gateway only for the taint workload=gateway with effect NoSchedule', () => {
    expect(nodeTypeOf([{ key: 'workload', value: 'gateway', effect: 'NoSchedule' }])).toBe('gateway');
    expect(nodeTypeOf([{ key: 'workload', value: 'gateway', effect: 'NoExecute' }])).toBe('normal');
    expect(nodeTypeOf([{ key: 'workload', value: 'batch', effect: 'NoSchedule' }])).toBe('normal');
    expect(nodeTypeOf([{ key: 'gateway', effect: 'NoSchedule' }])).toBe('normal');
    expect(nodeTypeOf([])).toBe('normal');
  });
});
