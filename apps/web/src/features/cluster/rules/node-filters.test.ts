import { describe, expect, it } from 'vitest';
import { DEFAULT_NODE_SORT, DEFAULT_POD_FILTER, filterNodes, NO_NODE_FILTER } from './node-filters.ts';

const KI = 1024;
const pod = (name: string, cpuPercent: number, memoryPercent: number) => ({
  name,
  metrics: {
    cpu: { usage: cpuPercent * 10, capacity: 1000 },
    memory: { usage: (memoryPercent / 100) * 2_097_152 * KI, capacity: 1 },
  },
});
const node = (name: string, cpuPercent: number, memoryPercent: number, ...pods: ReturnType<typeof pod>[]) => ({
  name,
  metrics: { cpu: { usage: cpuPercent, capacity: 100 }, memory: { usage: memoryPercent, capacity: 100 } },
  pods,
});
const nodes = [
  node('GW-one', 50, 91, pod('engine-a', 10, 80), pod('fluentd-x', 90, 5)),
  node('gw-two', 80, 40, pod('engine-b', 60, 150)),
  node('normal-three', 10, 95),
];
const on = { ...DEFAULT_POD_FILTER, enabled: true, name: '' };
const shown = (...[nodeFilter, podFilter]: [Partial<typeof NO_NODE_FILTER>?, typeof DEFAULT_POD_FILTER?]) =>
  filterNodes(nodes, { ...NO_NODE_FILTER, ...nodeFilter }, podFilter ?? DEFAULT_POD_FILTER).map(
    (view) => `${view.node.name}:${view.pods.map((each) => each.name).join('+')}`,
  );

describe('spec 001 section 5: node and pod filters', () => {
  it('shows everything without a filter; a threshold applies only when greater than 0', () => {
    expect(shown()).toEqual(['GW-one:engine-a+fluentd-x', 'gw-two:engine-b', 'normal-three:']);
    expect(shown({ cpuThreshold: -5 })).toHaveLength(3);
  });

  it('includes nodes at or above the thresholds', () => {
    expect(shown({ memoryThreshold: 91 })).toEqual(['GW-one:engine-a+fluentd-x', 'normal-three:']);
    expect(shown({ cpuThreshold: 50, memoryThreshold: 91 })).toEqual(['GW-one:engine-a+fluentd-x']);
  });

  it('matches names anywhere, ignoring case', () => {
    expect(shown({ name: 'gw-' })).toEqual(['GW-one:engine-a+fluentd-x', 'gw-two:engine-b']);
  });

  it('hides a node if the pod filter leaves it without pods, and only then', () => {
    expect(shown({}, { ...on, memoryThreshold: 100 })).toEqual(['gw-two:engine-b']);
    expect(shown({}, { ...on, name: 'FLUENTD' })).toEqual(['GW-one:fluentd-x']);
    expect(shown({}, { ...on, enabled: false, name: 'nothing' })).toHaveLength(3);
  });

  it('combines node and pod filters with AND', () => {
    expect(shown({ name: 'two' }, { ...on, name: 'engine-a' })).toEqual([]);
    expect(shown({ memoryThreshold: 90 }, { ...on, name: 'engine-a' })).toEqual(['GW-one:engine-a']);
  });
});

it('spec 001 section 9: a default pod name, and memory percent descending', () => {
  expect(DEFAULT_POD_FILTER.name).not.toBe('');
  expect(DEFAULT_NODE_SORT).toEqual({ key: 'memory', descending: true });
});
