import { describe, expect, it } from 'vitest';
import { canRunOn, type NodePlacement, type NodeTerm, type PodPlacement, type PodToleration } from './placement.ts';

const node = (more: Partial<NodePlacement> = {}): NodePlacement => ({
  name: 'a',
  labels: { zone: 'one', cores: '8' },
  taints: [],
  ...more,
});
const pod = (more: Partial<PodPlacement> = {}): PodPlacement => ({
  tolerations: [],
  nodeSelector: {},
  nodeTerms: null,
  ...more,
});
const gateway = { key: 'workload', value: 'gateway', effect: 'NoSchedule' };
const term = (key: string, operator: string, ...values: string[]): NodeTerm => ({
  matchExpressions: [{ key, operator, values }],
});

describe('taints and tolerations', () => {
  it.each<[PodToleration[], boolean]>([
    [[], false],
    [[{ key: 'workload', value: 'gateway', effect: 'NoSchedule' }], true],
    [[{ key: 'workload', operator: 'Equal', value: 'gateway' }], true],
    [[{ key: 'workload', operator: 'Exists' }], true],
    [[{ operator: 'Exists' }], true],
    [[{ key: 'workload', value: 'other', effect: 'NoSchedule' }], false],
    [[{ key: 'workload', operator: 'Exists', effect: 'NoExecute' }], false],
    [[{ value: 'gateway' }], false],
  ])('%j: %s', (tolerations, expected) => {
    expect(canRunOn(pod({ tolerations }), node({ taints: [gateway] }))).toBe(expected);
  });

  it('requires every taint to be tolerated, except advisory ones', () => {
    const taints = [gateway, { key: 'node.kubernetes.io/memory-pressure', effect: 'NoSchedule' }];
    const tolerations = [{ key: 'workload', operator: 'Exists' }];
    expect(canRunOn(pod({ tolerations }), node({ taints }))).toBe(false);
    expect(canRunOn(pod(), node({ taints: [{ key: 'x', effect: 'PreferNoSchedule' }] }))).toBe(true);
  });
});

describe('node selector and required affinity', () => {
  it('requires every label of the selector', () => {
    expect(canRunOn(pod({ nodeSelector: { zone: 'one' } }), node())).toBe(true);
    expect(canRunOn(pod({ nodeSelector: { zone: 'one', disk: 'ssd' } }), node())).toBe(false);
  });

  it.each<[NodeTerm, boolean]>([
    [term('zone', 'In', 'one', 'two'), true],
    [term('zone', 'In', 'two'), false],
    [term('zone', 'NotIn', 'two'), true],
    [term('none', 'NotIn', 'two'), true],
    [term('zone', 'Exists'), true],
    [term('none', 'DoesNotExist'), true],
    [term('cores', 'Gt', '4'), true],
    [term('cores', 'Lt', '8'), false],
    [term('none', 'Gt', '0'), false],
    [term('zone', 'Like', 'one'), false],
    [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['a'] }] }, true],
    [{}, false],
  ])('%j: %s', (nodeTerm, expected) => {
    expect(canRunOn(pod({ nodeTerms: [nodeTerm] }), node())).toBe(expected);
  });

  it('accepts any of several terms, and requires all expressions of a term', () => {
    expect(canRunOn(pod({ nodeTerms: [term('zone', 'In', 'two'), term('zone', 'In', 'one')] }), node())).toBe(true);
    const both = {
      matchExpressions: [
        { key: 'zone', operator: 'Exists' },
        { key: 'disk', operator: 'Exists' },
      ],
    };
    expect(canRunOn(pod({ nodeTerms: [both] }), node())).toBe(false);
  });
});
