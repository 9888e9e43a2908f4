import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rehearsePlan } from '../test/rehearse-plan.ts';
import {
  type PlanNode,
  type PlanPod,
  planConsolidation,
  planIncrementally,
  type StayReason,
} from './consolidation-plan.ts';
import { MEMORY_CEILING } from './node-headroom.ts';

const GI = 1024 ** 3;
const CALM = 0;
let uid = 0;
const pod = (gi: number, sessions = 1, more: Partial<PlanPod> = {}): PlanPod => {
  uid += 1;
  const bytes = gi * GI;
  return {
    uid: `${uid}`,
    name: `pod-${uid}`,
    namespace: 'n',
    memoryBytes: bytes,
    millicores: 100,
    requestedBytes: bytes / 2,
    requestedMillicores: 50,
    sessions,
    placement: { tolerations: [], nodeSelector: {}, nodeTerms: null },
    ...more,
  };
};
const node = (name: string, pods: PlanPod[], more: Partial<PlanNode> = {}): PlanNode => {
  const memoryBytes = pods.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
  return {
    name,
    type: 'gateway',
    placement: { name, labels: {}, taints: [] },
    isOpen: true,
    isControlPlane: false,
    costPerHour: null,
    capacityBytes: 32 * GI,
    allocatableBytes: 30 * GI,
    allocatableMillicores: 4000,
    maxPods: 110,
    memoryBytes,
    millicores: pods.length * 100,
    growth: { fullestBytes: memoryBytes, highestGrowthBytesPerMinute: CALM },
    pods,
    ...more,
  };
};
const growing = (nodePods: PlanPod[], gibibytesPerMinute: number): Partial<PlanNode> => ({
  growth: {
    fullestBytes: nodePods.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    highestGrowthBytesPerMinute: gibibytesPerMinute * GI,
  },
});
const emptied = (nodes: PlanNode[]) => planConsolidation(nodes).steps.map((step) => step.node.name);
const why = (nodes: PlanNode[], name: string) => {
  const kept = planConsolidation(nodes).kept.find(({ nodeName }) => nodeName === name);
  return kept && [kept.why, kept.pod?.stays].filter(Boolean).join(' ');
};

describe('consolidation plan', () => {
  it('drains the node with the fewest sessions into the fullest one that has room', () => {
    const { steps } = planConsolidation([
      node('busy', [pod(10, 5), pod(8, 5)]),
      node('half', [pod(9, 4)]),
      node('idle', [pod(2, 1), pod(1, 1)]),
    ]);
    expect(steps[0]?.node.name).toBe('idle');
    expect(steps[0]?.moves.map((move) => move.to)).toEqual(['busy', 'busy']);
  });

  it('drains the most expensive of equal nodes', () => {
    expect(emptied([node('a', [], { costPerHour: 0.1 }), node('b', [], { costPerHour: 0.4 })])[0]).toBe('b');
  });

  it('drains an idle node without moves, and never the last of its type', () => {
    expect(emptied([node('a', []), node('b', [])])).toEqual(['a']);
    expect(why([node('a', [])], 'a')).toBe('last-of-its-type');
  });

  it('keeps gateway and normal nodes apart', () => {
    expect(emptied([node('gateway', [pod(1)]), node('normal', [], { type: 'normal' })])).toEqual([]);
  });

  it('respects memory headroom by usage and by requests, and the maximum number of pods per node', () => {
    expect(emptied([node('a', [pod(6)]), node('b', [pod(19)])])).toEqual([]);
    expect(emptied([node('a', [pod(5)]), node('b', [pod(19)])])).toEqual(['a']);
    expect(
      emptied([node('a', [pod(1, 1, { requestedBytes: 6 * GI })], { memoryBytes: 6 * GI }), node('b', [pod(19)])]),
    ).toEqual([]);
    expect(emptied([node('a', [pod(1, 1, { requestedMillicores: 3960 })]), node('b', [pod(2, 5)])])).toEqual([]);
    expect(emptied([node('a', [pod(1)], { maxPods: 1 }), node('b', [pod(2, 5)], { maxPods: 1 })])).toEqual([]);
  });

  it('skips the control plane and nodes that are not open', () => {
    expect(why([node('a', [], { isControlPlane: true }), node('b', [pod(1, 9)])], 'a')).toBe('control-plane');
    expect(why([node('a', [pod(1)], { isOpen: false }), node('b', [pod(1, 9)])], 'a')).toBe('not-open');
    expect(emptied([node('a', [pod(1)]), node('b', [], { isOpen: false })])).toEqual([]);
  });

  it.each<StayReason>([
    'critical',
    'unowned',
    'local-volume',
    'claimed-volume',
    'not-safe-to-evict',
    'placed-by-others',
    'budget',
    'other-namespace',
    'not-running',
    'unmeasured',
  ])('leaves a node alone whose pod must stay: %s', (stays) => {
    expect(why([node('a', [pod(1, 0, { stays })]), node('b', [pod(20, 9)])], 'a')).toBe(`pod-stays ${stays}`);
  });

  it.each<StayReason>(['DaemonSet', 'mirror'])('lets a %s pod go with its node', (stays) => {
    const { steps } = planConsolidation([node('a', [pod(1, 0, { stays })]), node('b', [pod(20, 9)])]);
    expect(steps).toMatchObject([{ node: { name: 'a' }, moves: [] }]);
  });

  it('sends a pod only where its tolerations, selector and affinity let it', () => {
    const taints = [{ key: 'workload', value: 'gateway', effect: 'NoSchedule' }];
    const tainted = node('b', [pod(2, 5)], { placement: { name: 'b', labels: { zone: 'x' }, taints } });
    const tolerant = { tolerations: [{ key: 'workload', operator: 'Exists' }], nodeSelector: {}, nodeTerms: null };
    expect(why([node('a', [pod(1)]), tainted], 'a')).toBe('no-room');
    expect(emptied([node('a', [pod(1, 1, { placement: tolerant })]), tainted])).toEqual(['a']);
    const elsewhere = { ...tolerant, nodeSelector: { zone: 'y' } };
    expect(why([node('a', [pod(1, 1, { placement: elsewhere })]), tainted], 'a')).toBe('no-room');
  });

  it('sends nothing to a node that grows, or that has too little history', () => {
    const busy = [pod(10, 9)];
    const target = (more: Partial<PlanNode>) => [node('a', [pod(4)]), node('b', busy, more)];
    // 28.8 Gi are 90%, and 1.6 Gi are kept free: 14 Gi and half a gibibyte a minute stay below for 26 minutes only.
    expect(emptied(target(growing(busy, 0.43)))).toEqual(['a']);
    expect(emptied(target(growing(busy, 0.5)))).toEqual([]);
    expect(emptied(target({ growth: null }))).toEqual([]);
    expect(why([node('a', [pod(4)], { growth: null }), node('b', busy)], 'a')).toBe('growth-unknown');
  });

  it('counts the growth of the drained node: any of its pods may cause it', () => {
    const leaking = [pod(4)];
    expect(emptied([node('a', leaking, growing(leaking, 0.4)), node('b', [pod(10, 9)])])).toEqual(['a']);
    expect(emptied([node('a', leaking, growing(leaking, 0.6)), node('b', [pod(10, 9)])])).toEqual([]);
  });

  it('yields after each node', () => {
    const going = planIncrementally([node('a', []), node('b', [pod(1)]), node('c', [pod(2)])]);
    let turns = 0;
    while (!going.next().done) turns += 1;
    expect(turns).toBe(3);
  });

  it('plans 1,000 nodes with 20,000 pods', () => {
    const nodes = Array.from({ length: 1000 }, (_, at) =>
      node(
        `n${at}`,
        Array.from({ length: 20 }, (_, one) => pod(((at + one) % 5) / 4, one % 2)),
      ),
    );
    expect(planConsolidation(nodes).steps.length).toBe(50);
  });
});

describe('rehearsal', () => {
  it('does no foreseeable harm', () => {
    // A few of the fleets of `npm run bench advice`, which runs fifty.
    const scores = [1, 2, 3, 4, 5, 6].map((seed) => rehearsePlan(seed, 20));
    const total = (value: (score: (typeof scores)[number]) => number) =>
      scores.reduce((sum, score) => sum + value(score), 0);
    expect(total((score) => score.targets)).toBeGreaterThan(30);
    expect(total((score) => score.harmed - score.harmedByNewLeaks)).toBe(0);
  });
});

describe('any cluster', () => {
  const anyPod = fc.record({
    gi: fc.integer({ min: 0, max: 12 }),
    sessions: fc.integer({ min: 0, max: 3 }),
    growth: fc.integer({ min: 0, max: 300 }),
    tolerates: fc.boolean(),
  });
  const anyNode = fc.record({ pods: fc.array(anyPod, { maxLength: 6 }), isTainted: fc.boolean() });
  /** Nodes whose forecast is accurate: every pod grows by a fixed number of mebibytes per minute, wherever it runs. */
  const made = (
    shape: { pods: { gi: number; sessions: number; growth: number; tolerates: boolean }[]; isTainted: boolean }[],
  ) => {
    const growthOf = new Map<string, number>();
    const nodes = shape.map(({ pods, isTainted }, at) => {
      const all = pods.map((spec) => {
        const tolerations = spec.tolerates ? [{ operator: 'Exists' }] : [];
        const here = pod(spec.gi, spec.sessions, { placement: { tolerations, nodeSelector: {}, nodeTerms: null } });
        growthOf.set(here.uid, (spec.growth * GI) / 1024);
        return here;
      });
      const growth = all.reduce((sum, one) => sum + (growthOf.get(one.uid) ?? 0), 0);
      const taints = isTainted ? [{ key: 'only', effect: 'NoSchedule' }] : [];
      return node(`n${at}`, all, { ...growing(all, growth / GI), placement: { name: `n${at}`, labels: {}, taints } });
    });
    return { nodes, growthOf };
  };
  const anyNodes = fc.array(anyNode, { minLength: 1, maxLength: 12 });

  it('moves no pod twice, drains whole nodes only and places pods where they may run', () => {
    fc.assert(
      fc.property(anyNodes, (shape) => {
        const { nodes } = made(shape);
        const { steps } = planConsolidation(nodes);
        const gone = new Set(steps.map((step) => step.node.name));
        const moves = steps.flatMap((step) => step.moves);
        expect(new Set(moves.map((move) => move.pod.uid)).size).toBe(moves.length);
        expect(moves.every((move) => gone.has(move.from) && !gone.has(move.to))).toBe(true);
        for (const step of steps) expect(step.moves).toHaveLength(step.node.pods.length);
        for (const move of moves) {
          const to = nodes.find((node) => node.name === move.to);
          expect(to?.placement.taints.length === 0 || move.pod.placement.tolerations.length > 0).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('never fills a node beyond its headroom, and causes none to reach 90% within 30 minutes', () => {
    fc.assert(
      fc.property(anyNodes, (shape) => {
        const { nodes, growthOf } = made(shape);
        const { steps } = planConsolidation(nodes);
        for (const node of nodes) {
          const arrived = steps.flatMap((step) => step.moves).filter((move) => move.to === node.name);
          if (arrived.length === 0) continue;
          const here = [...node.pods, ...arrived.map((move) => move.pod)];
          const atMinute = (minute: number) =>
            here.reduce((sum, each) => sum + each.memoryBytes + (growthOf.get(each.uid) ?? 0) * minute, 0);
          expect(atMinute(0)).toBeLessThanOrEqual(node.allocatableBytes * MEMORY_CEILING);
          expect(here.reduce((sum, each) => sum + each.requestedBytes, 0)).toBeLessThanOrEqual(node.allocatableBytes);
          expect(atMinute(30)).toBeLessThan(node.capacityBytes * 0.9);
        }
      }),
      { numRuns: 200 },
    );
  });
});
